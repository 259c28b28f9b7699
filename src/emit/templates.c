/* templates.c -- templates by name: of a folder, or embedded. */
#include "../base/embed.h"
#include "mustache.h"

const char *template_text(void *templates, const char *name)
{
    const Templates *t = templates;
    if (t->dir)
        return file_read(format("%s/%s/%s.mustache", t->dir, t->folder, name), NULL);
    const Embedded *e = embedded_find(format("templates/%s/%s.mustache", t->folder, name));
    return e ? e->text : NULL;
}

const char *template_render(const Templates *t, const char *name, const Json *view)
{
    MustacheOptions m = { .strict = true, .escape = t->escape, .partial = template_text,
                          .arg = (void *)t };
    const char *text = template_text((void *)t, name), *error;
    Text out = { 0 };
    if (!text)
        fail_at(NULL, ERR_TEMPLATE, "there is no template %s/%s/%s.mustache",
                t->dir ? t->dir : "templates", t->folder, name);
    if (!mustache_render(&out, name, text, view, &m, &error))
        fail_at(NULL, ERR_TEMPLATE, "template %s", error);
    return text_str(&out);
}
