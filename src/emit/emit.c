/* emit.c -- the plan through the templates. */
#include "../base/embed.h"
#include "mustache.h"
#include "view.h"

static const char *template_text(void *arg, const char *name)
{
    const EmitOptions *o = arg;
    if (o->templates_dir) {
        size_t n;
        return file_read(format("%s/cuda/%s.mustache", o->templates_dir, name), &n);
    }
    const Embedded *e = embedded_find(format("templates/cuda/%s.mustache", name));
    return e ? e->text : NULL;
}

static const char *render(const EmitOptions *o, const char *name, const Json *view)
{
    MustacheOptions m = { .strict = true, .partial = template_text, .arg = (void *)o };
    const char *text = template_text((void *)o, name), *error;
    Text out = {0};
    if (!text)
        fail_at(NULL, ERR_TEMPLATE, "there is no template %s/cuda/%s.mustache",
                o->templates_dir ? o->templates_dir : "templates", name);
    if (!mustache_render(&out, name, text, view, &m, &error))
        fail_at(NULL, ERR_TEMPLATE, "template %s", error);
    return o->marked ? text_str(&out) : wrap_lines(text_str(&out));
}

void emit_program(const Program *flat, const EmitOptions *options, Emitted *out)
{
    EmitOptions with = *options;
    const EmitOptions *o = &with;
    with.main = flat->source;
    const Plan *plan = plan_program(flat, o->file, o->unsafe);
    const Json *view = view_program(flat, plan, o);
    Text text = {0};
    json_print(&text, view, 0);
    *out = (Emitted){ .view = text_str(&text) };
    out->cu = render(o, "file.cu", view);
    out->h = render(o, "file.h", view);
    find_failures(plan, o, out);
    if (o->harness)
        out->main_cu = render(o, "main.cu", json_get(view, "harness"));
}
