/* static_env.c -- environments: what names, the checker's sizes and type parameters
   stand for at a place. A tree by the bits of a key's hash, of which a longer
   environment shares all but one path. */
#include "desugar.h"

struct Env {
    const void *key;
    void *value;
    const Env *kid[2];
};

static uint64_t hash(const void *key)
{
    return (uintptr_t)key / 16 * 0x9e3779b97f4a7c15u;
}

static Env *put(const Env *env, const void *key, void *value, uint64_t bits)
{
    Env *e = NEW(Env);
    if (!env) {
        *e = (Env){ key, value, { NULL, NULL } };
        return e;
    }
    *e = *env;
    if (env->key == key)
        e->value = value;
    else
        e->kid[bits >> 63] = put(env->kid[bits >> 63], key, value, bits << 1);
    return e;
}

Env *sv_env_with(const Env *env, const void *key, void *value)
{
    return put(env, key, value, hash(key));
}

void *sv_env_find(const Env *env, const void *key)
{
    uint64_t bits = hash(key);
    for (; env && env->key != key; bits <<= 1)
        env = env->kid[bits >> 63];
    return env ? env->value : NULL;
}

Binding *sv_env_size(const Env *env, TySize *id)
{
    return sv_env_find(env, tysize_resolve(id));
}

Env *sv_env_bind(const Env *env, const char *name, TySize *id, Sv *v)
{
    Binding *b = NEW(Binding);
    *b = (Binding){ name, id, v, id ? sv_env_size(env, id) : NULL };
    if (id)
        env = sv_env_with(env, tysize_resolve(id), b);
    return name ? sv_env_with(env, name, b) : (Env *)env;
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
        const Binding *b = sv_env_find(env, names->at[i]);
        if (b->value)
            sv_name(b->value, b->name, written);
    }
}
