/* static_env.c -- environments: what names, the checker's sizes and type parameters
   stand for at a place. */
#include "desugar.h"

Binding *sv_env_size(const Env *env, TySize *id)
{
    return assoc_find(env, tysize_resolve(id));
}

Env *sv_env_bind(const Env *env, const char *name, TySize *id, Sv *v)
{
    Binding *b = MAKE(Binding, name, id, v, id ? sv_env_size(env, id) : NULL);
    if (id)
        env = assoc_with(env, tysize_resolve(id), b);
    return name ? assoc_with(env, name, b) : (Env *)env;
}

Env *sv_env_sizes(const Env *env, const char *const *name, TySize **id, int n)
{
    for (int i = 0; i < n; i++)
        env = sv_env_bind(env, name ? name[i] : NULL, id[i], NULL);
    return (Env *)env;
}

void name_sizes(const Env *env, const NameList *names, bool written)
{
    for (int i = 0; i < names->n; i++) {
        const Binding *b = assoc_find(env, names->at[i]);
        if (b->value)
            sv_name(b->value, b->name, written);
    }
}

/* ---- sizes that are computed ---------------------------------------------- */

typedef struct { const TySize *unknown; Sv *value; } Computed;

/* Those of one run of a function, around which another one may be. */
typedef struct Frame { VEC(Computed) told; const struct Frame *outer; } Frame;

static const char frame_key;

Env *sv_env_begin(const Env *env)
{
    return assoc_with(env, &frame_key, MAKE(Frame, .outer = assoc_find(env, &frame_key)));
}

void sv_env_tell(const Env *env, const TySize *unknown, Sv *v)
{
    Frame *f = assoc_find(env, &frame_key);
    if (f)
        vec_push(&f->told, ((Computed){ unknown, v }));
}

Sv *sv_env_told(const Env *env, const TySize *unknown)
{
    for (const Frame *f = assoc_find(env, &frame_key); f; f = f->outer)
        for (int i = f->told.n - 1; i >= 0; i--)
            if (f->told.at[i].unknown == unknown && size_in_scope(f->told.at[i].value->atom))
                return f->told.at[i].value;
    return NULL;
}
