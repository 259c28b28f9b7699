/* emit.c -- the plan through the templates. */
#include "view.h"

Templates templates_of(const EmitOptions *o)
{
    return (Templates){ .dir = o->templates_dir, .folder = "cuda" };
}

static const char *render(const EmitOptions *o, const char *name, const Json *view)
{
    Templates t = templates_of(o);
    const char *text = holes_bound(template_render(&t, name, view));
    return o->marked ? text : wrap_lines(text);
}

static const char *render_code(const EmitOptions *o, const char *name, const Json *view)
{
    const char *text = render(o, name, view);
    return o->comments == COMMENTS_NONE ? without_comments(text) : text;
}

/* The .cu that includes the helpers, and these. A constant of another value is defined in the
   .cu; whether all fits is checked in the text that has the helpers in it. */
static void render_shared(const EmitOptions *o, Json *view, Emitted *out)
{
    Json *file = json_get(view, "helpers_file");
    if (o->tune) {
        json_set(view, "helpers_file", json_bool(false));
        const char *whole = render(o, "file.cu", view);
        tuned(whole, o->tune);
        json_set(view, "helpers_file", json_set(file, "changed", tuned_in(whole, o->tune)));
    }
    Templates t = templates_of(o);
    out->cu = render_code(o, "file.cu", view);
    out->helpers = wrap_lines(shared_helpers(template_render(&t, "helpers.cuh", file)));
}

/* As a reader of the view expects it. */
static Json *unmarked(Json *j)
{
    if (j->kind == JSON_STRING)
        return json_str(without_holes(j->text));
    for (int i = 0; i < j->n && (j->kind == JSON_LIST || j->kind == JSON_OBJECT); i++)
        j->item[i] = unmarked(j->item[i]);
    return j;
}

void emit_program(const Program *flat, const EmitOptions *options, Emitted *out)
{
    EmitOptions with = *options;
    const EmitOptions *o = &with;
    with.main = flat->source;
    with.source = comment_text(o->source);
    const char *base = o->ranked ? o->ranked : o->file;
    const char *stem = o->prefix ? format("%s_%s", o->prefix, base) : base;
    const TemplateWords *words = template_words(o);
    const Plan *plan = plan_program(flat, stem, o->unsafe, words->declared);
    *out = (Emitted){0};
    Show v = show_new(plan, o, words);
    Json *view = view_program(&v, flat, o->manifest ? &out->manifest : NULL);
    if (o->helpers)
        render_shared(o, view, out);
    else
        out->cu = tuned(render_code(o, "file.cu", view), o->tune);
    if (!o->marked)
        warn_size(&v, out->cu);
    out->h = render(o, "file.h", view);
    find_failures(plan, o, out);
    if (o->harness)
        out->main_cu = render_code(o, "main.cu", json_get(view, "harness"));
    out->view = view;
    out->plan = plan;
}

const char *emitted_view(const Emitted *e)
{
    Text text = {0};
    json_print(&text, unmarked(e->view), 0);
    return text_str(&text);
}
