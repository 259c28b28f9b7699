/*
 * tree.c -- inference trees that fit a page. All is measured in characters of one width, as
 * the templates set them. A conclusion is one line where that is wide enough, or several;
 * premises that do not fit beside or above each other are trees of their own.
 */
#include "explain.h"
#include "../emit/view.h"

#include <stdlib.h>
#include <string.h>

/* Between two premises; the name of a tree elsewhere; the line and what is around it; what a
   line that goes on is indented. The names of rules count as terms do. */
enum { GAP = 3, ELSEWHERE = 8, LINE = 1, HANGING = 4 };

static const char *text_of(const Json *step, const char *key)
{
    return json_get(step, key)->text;
}

/* ---- conclusions ---------------------------------------------------------- */

static void push_line(Json *list, int indent, const char *text, int n)
{
    json_push(list, json_record("indent", json_int(indent), "text", json_str(str_copyn(text, n)),
                                "proves", json_bool(false), "becomes", json_bool(false), NULL));
}

/* A line, cut between words where it is too long; what goes on is indented. */
static void push_wrapped(Json *list, int indent, const char *text, int n, int width)
{
    enum { LEAST = 20 };
    for (int more = 0;; more = HANGING) {
        int room = width - indent - more > LEAST ? width - indent - more : LEAST, cut = room;
        if (n <= room) {
            push_line(list, indent + more, text, n);
            return;
        }
        while (cut > 1 && text[cut] != ' ')
            cut--;
        cut = cut > 1 ? cut : room;
        push_line(list, indent + more, text, cut);
        cut += text[cut] == ' ';
        text += cut;
        n -= cut;
    }
}

/* All lines of a text, at most so many: of more the last ones are left out. */
static void push_lines(Json *list, int indent, const char *text, int width, int most)
{
    Json *all = json_list();
    while (*text) {
        int n = (int)strcspn(text, "\n"), blanks = (int)strspn(text, " ");
        push_wrapped(all, indent + blanks, text + blanks, n - blanks, width);
        text += n + (text[n] == '\n');
    }
    if (!all->n)
        push_line(all, indent, "", 0);
    for (int i = 0; i < all->n && (all->n <= most || i < most - 1); i++)
        json_push(list, all->item[i]);
    if (all->n > most) {
        const char *rest = format("... %d lines more", all->n - most + 1);
        push_line(list, indent, rest, (int)strlen(rest));
    }
}

static int short_width(const Json *step)
{
    return (int)(strlen(text_of(step, "context")) + strlen(text_of(step, "before_text"))
                 + strlen(text_of(step, "after_text")) + strlen(" |-  => "));
}

/* S |- e => e', in one line or with the parts below each other. */
static void conclude(Json *step, Room room)
{
    enum { SIGN = 3 };
    const char *before = text_of(step, "before_text"), *after = text_of(step, "after_text");
    int width = room.width - (int)strlen(text_of(step, "name")) - 2;
    bool fits = !strchr(before, '\n') && !strchr(after, '\n') && short_width(step) <= width;
    int most = (room.height - 2) / 2;
    Json *lines = json_list();
    push_lines(lines, 0, text_of(step, "context"), width - SIGN, most / 2);
    json_set(lines->item[lines->n - 1], "proves", json_bool(true));
    push_lines(lines, SIGN, before, width, most - lines->n);
    int from = lines->n;
    push_lines(lines, SIGN, after, width, most);
    json_set(lines->item[from], "becomes", json_bool(true));
    json_set(step, "short", json_bool(fits));
    json_set(step, "lines", with_last(lines));
}

static Room conclusion_room(const Json *step)
{
    const Json *lines = json_get(step, "lines");
    Room r = { 0, lines->n };
    if (json_get(step, "short")->kind == JSON_TRUE)
        return (Room){ short_width(step), 1 };
    for (int i = 0; i < lines->n; i++) {
        int n = atoi(text_of(lines->item[i], "indent"))
            + (int)strlen(text_of(lines->item[i], "text"));
        r.width = n > r.width ? n : r.width;
    }
    return r;
}

/* ---- trees ----------------------------------------------------------------- */

/* The room of each premise as the tree has it. */
static Room layout(Json *step, Room room, Json *trees);

static Room around(const Json *step, const Room *premise, int n)
{
    Room own = conclusion_room(step), above = { 0, 0 };
    for (int i = 0; i < n; i++) {
        above.width += premise[i].width + (i ? GAP : 0);
        above.height = premise[i].height > above.height ? premise[i].height : above.height;
    }
    own.width = own.width > above.width ? own.width : above.width;
    own.width += (int)strlen(text_of(step, "name")) + 1;
    own.height += above.height + LINE;
    return own;
}

/* The premise with the most of what there is too much of, or -1. */
static int too_large(const Room *premise, int n, bool wide)
{
    int most = -1;
    for (int i = 0; i < n; i++) {
        bool whole = premise[i].width > ELSEWHERE || premise[i].height > 1;
        if (whole && (most < 0 || (wide ? premise[i].width > premise[most].width
                                        : premise[i].height > premise[most].height)))
            most = i;
    }
    return most;
}

static Room layout(Json *step, Room room, Json *trees)
{
    const Json *below = json_get(step, "steps");
    Room *premise = NEWS(Room, below->n), all;
    VEC(Json *) own = {0};
    for (int i = 0; i < below->n; i++) {
        Json *deeper = json_list();
        premise[i] = layout(below->item[i], room, deeper);
        vec_push(&own, deeper);
    }
    for (;;) {
        all = around(step, premise, below->n);
        bool wide = all.width > room.width;
        int k = wide || all.height > room.height ? too_large(premise, below->n, wide) : -1;
        if (k < 0)
            break;
        json_set(below->item[k], "cut", json_bool(true));
        premise[k] = (Room){ ELSEWHERE, 1 };
    }
    for (int i = 0; i < below->n; i++) {
        if (json_get(below->item[i], "cut")->kind == JSON_TRUE)
            json_push(trees, below->item[i]);
        for (int k = 0; k < own.at[i]->n; k++)
            json_push(trees, own.at[i]->item[k]);
    }
    return all;
}

static void conclude_all(const Json *steps, Room room)
{
    for (int i = 0; i < steps->n; i++) {
        conclude(steps->item[i], room);
        with_last(json_get(steps->item[i], "steps"));
        conclude_all(json_get(steps->item[i], "steps"), room);
    }
}

void trees_make(Json *steps, Room room)
{
    for (int i = 0; i < steps->n; i++) {
        Json *step = steps->item[i], *trees = json_list();
        if (json_get(step, "context")->kind != JSON_STRING)
            continue;
        Json one = { .kind = JSON_LIST, .item = &step, .n = 1 };
        conclude_all(&one, room);
        layout(step, room, trees);
        json_push(json_get(step, "trees"), step);
        for (int k = 0; k < trees->n; k++)
            json_push(json_get(step, "trees"), trees->item[k]);
    }
}
