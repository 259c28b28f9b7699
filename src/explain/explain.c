/* explain.c -- the stages of a program, and their explanation through the templates. */
#include "explain.h"
#include "../emit/mustache.h"

#include <string.h>

void explained_after(const Program *p, const char *pass, const char *holds, void *arg)
{
    Explained *e = arg;
    Snapshot s = { .pass = pass, .holds = holds, .program = *p };
    Text t = {0};
    program_print_marked(&t, p, &s.marks);
    s.text = text_str(&t);
    s.program.func = NEWS(Func *, p->nfuncs);
    for (int i = 0; i < p->nfuncs; i++)
        s.program.func[i] = COPY(Func, *p->func[i]);
    vec_push(&e->stage, s);
}

/* For TeX; blanks and the ends of lines are for the template to say. */
static void escape_latex(Text *out, const char *s, int n)
{
    static const char special[] = "\\{}_&%$#^~<>-\"'`|";
    static const char *const meaning[] = {
        "\\textbackslash{}", "\\{", "\\}", "\\_", "\\&", "\\%", "\\$", "\\#",
        "\\textasciicircum{}", "\\textasciitilde{}", "\\textless{}", "\\textgreater{}", "-{}",
        "\\textquotedbl{}", "\\textquotesingle{}", "\\textasciigrave{}", "\\textbar{}",
    };
    for (int i = 0; i < n; i++) {
        const char *c = s[i] ? strchr(special, s[i]) : NULL;
        if (c)
            text_add(out, meaning[c - special]);
        else
            text_char(out, (unsigned char)s[i] < 128 ? s[i] : '?');
    }
}

static const struct {
    const char *form, *what, *name;
    void (*escape)(Text *out, const char *s, int n);
    Room room;
} forms[] = {
    { "html", "steps", "page.html", escape_html, { 84, 50 } },
    { "latex", "steps", "notes.tex", escape_latex, { 84, 50 } },
    { "slides", "steps", "slides.tex", escape_latex, { 96, 19 } },
    { "html", "rules", "rules.html", escape_html, { 84, 50 } },
    { "latex", "rules", "rules.tex", escape_latex, { 84, 50 } },
    { "text", "costs", "cost.txt", NULL, { 84, 50 } },
    { "text", "versions", "versions.txt", NULL, { 84, 50 } },
    { "html", "costs", "cost.html", escape_html, { 84, 50 } },
    { "latex", "costs", "cost.tex", escape_latex, { 84, 50 } },
};
enum { NFORMS = sizeof forms / sizeof *forms };

static int form_of(const char *form, const char *what)
{
    for (int i = 0; i < NFORMS; i++)
        if (!strcmp(form, forms[i].form) && !strcmp(what, forms[i].what))
            return i;
    return -1;
}

const char *explain_render(const char *form, const char *what, const char *templates,
                           const Json *view)
{
    int i = form_of(form, what);
    Templates t = { .dir = templates, .folder = "explain", .escape = forms[i].escape };
    return template_render(&t, forms[i].name, view);
}

bool explain_has(const char *form, const char *what)
{
    return form_of(form, what) >= 0;
}

const char *explained_as(Explained *e, const char *what, const char *form,
                         const EmitOptions *emit)
{
    int i = form_of(form, what);
    if (i < 0) {
        Text t = {0};
        if (!e->rule)
            explain_nests(&t, e);
        trace_print(&t, e->trace, e->rule);
        text_add(&t, explain_render("text", "versions", emit->templates_dir,
                                    json_record("versions", versions_view(e), NULL)));
        return text_str(&t);
    }
    e->room = forms[i].room;
    if (!strcmp(forms[i].name, "page.html"))
        explain_code(e, emit);
    return explain_render(form, what, emit->templates_dir, explained_view(e));
}
