/* explain.c -- what the explanations share: stages, and their templates. */
#include "explain.h"
#include "../base/embed.h"
#include "mustache.h"

#include <string.h>

void explained_after(const Program *p, const char *pass, const char *holds, void *arg)
{
    Explained *e = arg;
    Snapshot s = { .pass = pass, .holds = holds, .program = *p };
    Text t = {0};
    program_print_marked(&t, p, &s.marks);
    s.text = text_str(&t);
    s.program.func = NEWS(Func *, p->nfuncs);
    for (int i = 0; i < p->nfuncs; i++) {
        s.program.func[i] = NEW(Func);
        *s.program.func[i] = *p->func[i];
    }
    vec_push(&e->stage, s);
}

static const char *template_text(void *arg, const char *name)
{
    const Explained *e = arg;
    if (e->templates_dir) {
        size_t n;
        return file_read(format("%s/explain/%s.mustache", e->templates_dir, name), &n);
    }
    const Embedded *f = embedded_find(format("templates/explain/%s.mustache", name));
    return f ? f->text : NULL;
}

const char *explained_as(const Explained *e, const char *format_name)
{
    bool html = !strcmp(format_name, "html");
    MustacheOptions m = { .strict = true, .html = html, .partial = template_text,
                          .arg = (void *)e };
    const char *name = html ? "page.html" : "slides.tex", *error;
    const char *text = template_text((void *)e, name);
    Text out = {0};
    if (!text)
        fail_at(NULL, ERR_TEMPLATE, "there is no template %s/explain/%s.mustache",
                e->templates_dir ? e->templates_dir : "templates", name);
    const Json *view = html ? explained_view(e) : explained_slides(e);
    if (!mustache_render(&out, name, text, view, &m, &error))
        fail_at(NULL, ERR_TEMPLATE, "template %s", error);
    return text_str(&out);
}
