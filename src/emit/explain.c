/* explain.c -- what the explanations share: stages, templates. */
#include "explain.h"

void explained_after(const Program *p, const char *pass, const char *holds, void *arg)
{
    Explained *e = arg;
    Text t = {0};
    program_print(&t, p);
    Stage s = { pass, holds, *p, text_str(&t) };
    s.program.func = NEWS(Func *, p->nfuncs);
    for (int i = 0; i < p->nfuncs; i++) {
        s.program.func[i] = NEW(Func);
        *s.program.func[i] = *p->func[i];
    }
    vec_push(&e->stage, s);
}
