/* messages.c -- what FILE_ENTRY_failure says: as the compiler would say it, with
   the calls that led there. */
#include "view.h"

#include <string.h>

/* A C string literal's inside; ??x may be another character. */
static const char *escaped(const char *text)
{
    Text t = {0};
    for (const char *p = text; *p; p++)
        if (*p == '"' || *p == '\\' || (*p == '?' && p > text && p[-1] == '?'))
            text_fmt(&t, "\\%c", *p);
        else if (*p == '\n')
            text_add(&t, "\\n");
        else
            text_char(&t, *p);
    return text_str(&t);
}

const char *comment_text(const char *text)
{
    char *shown = format("%s", text);
    for (char *p = shown; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 127 || (*p == '/' && p > shown && p[-1] == '*'))
            *p = *p == '\t' ? '\t' : '?';
    return shown;
}

const char *source_shown(const EmitOptions *o, const Span *s)
{
    if (!s || !s->src || !o->main || s->src == o->main || s->src->name[0] == '<')
        return o->source;
    const char *name = s->src->name, *slash = strrchr(o->main->name, '/');
    const char *folder = format("%.*s", slash ? (int)(slash - o->main->name) + 1 : 0,
                                o->main->name);
    return comment_text(str_starts(name, folder) ? name + strlen(folder) : name);
}

/* "dot.fut:3:5" */
static const char *place_of(const EmitOptions *o, const Span *s)
{
    return s ? format("%s:%d:%d", source_shown(o, s), s->line, s->col) : o->source;
}

/* The lines that follow the message. */
static const char *calls_of(const EmitOptions *o, const Span *span)
{
    Text t = {0};
    for (const Span *s = span ? span->from : NULL; s; s = s->from)
        text_fmt(&t, "\n%s: note: called from here", place_of(o, s));
    return text_str(&t);
}

int most_failure_values(const Plan *p)
{
    int most = 0;
    for (int i = 0; i < p->messages.n; i++) {
        int n = failure_holes(p->messages.at[i].text);
        most = n > most ? n : most;
    }
    return most;
}

const char *failure_arguments(const Plan *p)
{
    Text values = {0};
    for (int k = 0; k < most_failure_values(p); k++)
        text_fmt(&values, ", found.value[%d]", k);
    return values.n ? text_str(&values) : NULL;
}

Json *show_messages(const Show *v)
{
    const Plan *p = v->plan;
    Json *list = json_list();
    bool formats = most_failure_values(p) > 0;
    for (int i = 0; i < p->messages.n; i++) {
        const Message *m = &p->messages.at[i];
        const char *text = format("%s: error: %s%s", failure_quote(place_of(v->o, m->span)),
                                  m->text, failure_quote(calls_of(v->o, m->span)));
        text = formats ? failure_printf(text) : failure_fill(text, (int64_t[]){ 0 });
        json_push(list, json_record("message", json_str(escaped(text)), NULL));
    }
    return list;
}

void find_failures(const Plan *p, const EmitOptions *o, Emitted *out)
{
    out->nfailures = p->messages.n;
    out->failure = NEWS(FailureSite, p->messages.n);
    for (int i = 0; i < p->messages.n; i++) {
        const Span *s = p->messages.at[i].span;
        out->failure[i] = (FailureSite){ s, format("%s: error: ", place_of(o, s)),
                                         calls_of(o, s) };
    }
}
