/* prelude.c -- the part of the language that is written in itself, and sources checked with it. */
#include "ast.h"

#include "../base/embed.h"

/* The prelude, parsed and checked once a run. */
const Ast *prelude(void)
{
    static Ast *ast;
    if (ast)
        return ast;
    const Embedded *e = embedded_find("prelude/prelude.fut");
    if (!e)
        bug("the prelude is not embedded");
    ast = parse_program(source_new("<prelude>", e->text, (int)e->size));
    if (!ast || !check_program(ast, NULL))
        bug("the prelude has errors");
    return ast;
}

Ast *check_source(const Source *source)
{
    const Ast *pre = prelude();
    const Ast *parsed = parse_program(source);
    int errors = error_count();
    Ast *ast = parsed ? modules_resolve(parsed, pre) : NULL;
    if (!ast || !check_program(ast, pre) || error_count() != errors)
        stop_run();
    return ast;
}

void check_parts(const Source *source)
{
    bool whole;
    const Ast *pre = prelude(), *parsed = parse_parts(source, &whole);
    Ast *ast = modules_resolve(parsed, pre);
    if (ast)
        check_program(ast, pre);
}
