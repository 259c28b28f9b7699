/* wrap.c -- lines of generated text that are too long for a page. */
#include "view.h"

#include <ctype.h>
#include <string.h>

enum { WIDTH = 99, DEEP = 64, TIGHT = 8 };

static void add_spaces(Text *out, int n)
{
    while (n-- > 0)
        text_char(out, ' ');
}

static bool is_comment(const char *code)
{
    return str_starts(code, "//") || str_starts(code, " * ") || str_starts(code, "* ");
}

/* A comment whose line ends in a backslash, also one written ??/, would go on. */
static void end_comment(Text *out)
{
    const char *end = out->at + out->n;
    if ((out->n && end[-1] == '\\') || (out->n > 2 && !strcmp(end - 3, "?\?/")))
        text_add(out, " .");
}

/* At spaces; what continues is indented as the text was, and a little more if that is no
   sentence but a line of a program or a list. */
static void wrap_comment(Text *out, const char *line, int n)
{
    int mark = (int)strspn(line, " ");
    int text = mark + (line[mark] == '*' ? 1 : 2);
    text += (int)strspn(line + text, " ");
    int more = line[mark] == '/' && line[text] >= 'A' && line[text] <= 'Z' ? 0 : 2;
    const char *prefix = str_copyn(line, text);
    for (bool first = true; n > 0; first = false) {
        int room = WIDTH - (first ? 0 : text + more), cut = n;
        if (n > room)
            for (cut = room; cut > (first ? text : 0) && line[cut] != ' ';)
                cut--;
        if (cut <= (first ? text : 0))
            cut = n > room ? room : n;
        if (!first)
            text_fmt(out, "\n%s%*s", prefix, more, "");
        text_addn(out, line, cut);
        end_comment(out);
        line += cut;
        n -= cut;
        while (n > 0 && *line == ' ')
            line++, n--;
    }
}

/* ---- code ------------------------------------------------------------------ */

/* The parentheses around a place, and where a line begins that goes on in each: the outermost
   first. */
typedef struct { int n, at[DEEP]; } Around;

typedef struct {
    int at;                    /* break after this many characters; 0: nowhere */
    int indent;
    Around around;             /* of the line that follows, without its own indent */
} Cut;

/* How tightly the operator that begins here binds, from 1; a comma, an assignment: 0; -1: none. */
static int binding_at(const char *p)
{
    static const struct { const char *text; int tight; } op[] = {
        { ", ", 0 }, { "; ", 0 }, { " = ", 0 }, { " += ", 0 }, { " ? ", 1 }, { " : ", 1 },
        { " || ", 2 }, { " && ", 3 }, { " | ", 4 }, { " ^ ", 4 }, { " & ", 4 }, { " < ", 4 },
        { " <= ", 4 }, { " > ", 4 }, { " >= ", 4 }, { " == ", 4 }, { " != ", 4 }, { " + ", 5 },
        { " - ", 5 }, { " << ", 5 }, { " >> ", 5 }, { " * ", 6 }, { " / ", 6 }, { " % ", 6 },
    };
    for (size_t i = 0; i < sizeof op / sizeof *op; i++)
        if (str_starts(p, op[i].text))
            return op[i].tight;
    return -1;
}

/* f<T, op>(x): no space before the <, as there is in a < b. */
static bool opens_template(const char *line, int i)
{
    return line[i] == '<' && i && line[i - 1] != ' ' && line[i - 1] != '<' && line[i + 1] != '<'
        && line[i + 1] != ' ';
}

/* Where a line is: `depth` parentheses of its own are open, `left` of those around are closed. */
typedef struct {
    const Around *outer;
    int open[DEEP], depth, left;
    int more;                  /* where the line goes on outside its own parentheses */
} Spot;

static int goes_on_at(const Spot *p, int depth)
{
    int base = p->left ? p->outer->at[p->outer->n - p->left] : p->more;
    return depth && p->open[depth - 1] < 60 ? p->open[depth - 1] : base;
}

static Around around_of(const Spot *p, int depth)
{
    Around a = { .n = p->outer->n - p->left };
    memcpy(a.at, p->outer->at, sizeof *a.at * (size_t)a.n);
    for (int d = 0; d < depth && a.n < DEEP - 1; d++)
        a.at[a.n++] = goes_on_at(p, d);
    return a;
}

static void open_at(Spot *p, int column)
{
    if (p->depth < DEEP - 1)
        p->open[p->depth++] = column;
}

static void close_one(Spot *p)
{
    if (p->depth)
        p->depth--;
    else if (p->left < p->outer->n)
        p->left++;
}

/* The best place: as few parentheses deep as can be, then where least is torn apart, and then
   as far right; an assignment, or within <<<, or behind the first ( or <<<, only where there is
   nothing else. */
static Cut best_cut(const char *line, int n, int indent, int more, const Around *outer)
{
    Spot p = { .outer = outer, .more = more };
    int best = DEEP * TIGHT;
    Cut cut = { 0 }, inner = { 0 }, opening = { 0 };
    bool quoted = false, config = false;         /* config: between <<< and >>> */
    for (int i = 0; i < n && i < WIDTH; i++) {
        if (line[i] == '"' && (i == 0 || line[i - 1] != '\\'))
            quoted = !quoted;
        if (quoted)
            continue;
        if (!strncmp(line + i, "<<<", 3))
            config = true;
        if (!strncmp(line + i, ">>>(", 4)) {
            config = false;
            cut = i + 4 <= WIDTH ? (Cut){ i + 4, more, around_of(&p, p.depth + 1) } : cut;
        }
        if (opens_template(line, i) || strchr("([{", line[i]))
            open_at(&p, i + (str_starts(line + i, "{ ") ? 2 : 1));
        if (line[i] == '>' && i && !strchr(" ->", line[i - 1]) && line[i + 1] != '>' && p.depth)
            p.depth--;
        bool opens = i > indent + 8 && ((line[i] == '(' && !config)
                                        || (i > 1 && !strncmp(line + i - 2, "<<<", 3)));
        if (opens && !opening.at)
            opening = (Cut){ i + 1, more + 4, around_of(&p, p.depth) };
        if (strchr(")]}", line[i]))
            close_one(&p);
        bool comma = line[i] == ',' && line[i + 1] == ' ';
        bool semicolon = line[i] == ';' && line[i + 1] == ' ';
        bool assign = str_starts(line + i, " = ") || str_starts(line + i, " += ");
        int tight = binding_at(line + i);
        if (tight < 0)
            continue;
        int weight = (p.depth - p.left + (assign ? DEEP / 2 : 0)) * TIGHT + tight;
        if (config && comma)
            inner = (Cut){ i + 1, more + 4, around_of(&p, p.depth) };
        if (i <= indent + 8 || weight > best || config)
            continue;
        best = weight;
        cut.at = i + (comma || semicolon || assign ? 1 : 0);
        if (assign)
            cut.at = i + (line[i + 1] == '=' ? 2 : 3);
        cut.indent = goes_on_at(&p, p.depth);
        cut.around = around_of(&p, p.depth);
    }
    return cut.at ? cut : inner.at ? inner : opening;
}

/* A string literal that is too long goes on in a second one. Adds the first
   part to out and returns the rest; null, all added, where there is none. */
static const char *split_string(Text *out, const char *line, int *n)
{
    const char *quote = strchr(line, '"');
    int cut = WIDTH - 1, from = quote ? (int)(quote - line) : *n;
    while (cut > from && line[cut] != ' ')
        cut--;
    if (from >= *n || cut <= from + 1) {
        text_addn(out, line, *n);
        return NULL;
    }
    text_addn(out, line, cut + 1);
    text_add(out, "\"\n");
    Text rest = {0};
    add_spaces(&rest, from);
    text_char(&rest, '"');
    text_addn(&rest, line + cut + 1, *n - cut - 1);
    *n = rest.n;
    return text_str(&rest);
}

/* A line without text that is nowhere to be broken begins further left. */
static bool outdented(const char **line, int *n, int *indent, int least)
{
    int by = *indent - least;
    if (by <= 0 || strchr(*line, '"'))
        return false;
    *line += by, *n -= by, *indent = least;
    return true;
}

/* Breaks where it tears least apart, again and again. */
static void wrap_often(Text *out, const char *line, int n)
{
    int indent = (int)strspn(line, " "), least = indent + 8;
    Text left = {0};
    Around around = { 0 };
    for (int rounds = 0; n > WIDTH && rounds < 1000; rounds++) {
        Cut cut = best_cut(line, n, indent, rounds ? indent : indent + 4, &around);
        if (!cut.at || cut.indent >= cut.at) {
            if (outdented(&line, &n, &indent, least))
                continue;
            if (!(line = split_string(out, line, &n)))
                return;
            continue;
        }
        text_addn(out, line, cut.at);
        text_char(out, '\n');
        Text rest = {0};
        add_spaces(&rest, cut.indent);
        int skip = cut.at + (line[cut.at] == ' ');
        text_addn(&rest, line + skip, n - skip);
        line = text_str(&rest);
        vec_free(&left);
        left = rest;
        n = rest.n;
        indent = cut.indent;
        around = cut.around;
    }
    text_addn(out, line, n);
}

/* Behind the first parenthesis of a call, if all the rest fits into one line; 0: it does not, or a
   string or <<< comes before. */
static int hanging_cut(const char *line, int n, int indent)
{
    for (int i = indent + 8; i < n && i < WIDTH; i++) {
        if (line[i] == '"' || !strncmp(line + i, "<<<", 3))
            return 0;
        bool call = line[i] == '(' && (isalnum((unsigned char)line[i - 1]) || line[i - 1] == '_');
        if (call && line[i + 1] != ')')
            return indent + 8 + n - i - 1 <= WIDTH ? i + 1 : 0;
    }
    return 0;
}

/* A statement in more than two lines has two, if its arguments fit into the second. */
static void wrap_code(Text *out, const char *line, int n)
{
    int indent = (int)strspn(line, " "), lines = 0;
    Text often = {0};
    wrap_often(&often, line, n);
    for (const char *p = text_str(&often); *p; p++)
        lines += *p == '\n';
    int cut = indent && lines > 1 ? hanging_cut(line, n, indent) : 0;
    if (cut)
        text_fmt(out, "%.*s\n%*s%.*s", cut, line, indent + 8, "", n - cut, line + cut);
    else
        text_add(out, text_str(&often));
    vec_free(&often);
}

/* A function on one line, type f(..) { return e; }, gets the lines of any other. */
static bool unfold_function(Text *out, const char *line, int n)
{
    const char *open = strstr(line, ") { return ");
    if (!open || line[0] == ' ' || line[n - 1] != '}' || line[n - 2] != ' ')
        return false;
    int head = (int)(open + 1 - line), body = head + 3;
    wrap_code(out, str_copyn(line, head), head);
    text_add(out, "\n{\n");
    const char *inner = format("    %.*s", n - 2 - body, line + body);
    wrap_code(out, inner, (int)strlen(inner));
    text_add(out, "\n}");
    return true;
}

/* The length of `if (..)` and the failure below it, if both fit into one line; else 0. */
static int check_length(const char *text, int n)
{
    static const char *const fails[] = { "return fail(", "return report(", "fail(failure, " };
    const char *below = text + n + (text[n] == '\n');
    int indent = (int)strspn(text, " "), deeper = (int)strspn(below, " ");
    int length = (int)strcspn(below, "\n"), all = n + 1 + length - deeper;
    bool check = str_starts(text + indent, "if (") && text[n - 1] == ')' && all <= WIDTH
              && deeper == indent + 4;
    for (int i = 0; check && i < 3; i++)
        if (str_starts(below + deeper, fails[i]))
            return all;
    return 0;
}

/* The length of a lambda of one statement, if its three lines fit into one; else 0. */
static int lambda_length(const char *text, int n)
{
    int indent = (int)strspn(text, " ");
    if (!str_starts(text + indent, "const auto ") || text[n - 1] != '{' || !text[n])
        return 0;
    const char *inner = text + n + 1, *end = inner + strcspn(inner, "\n") + 1;
    int deeper = (int)strspn(inner, " "), length = (int)(end - 1 - inner) - deeper;
    bool one = deeper == indent + 4 && length && end[-2] == ';'
            && (int)strspn(end, " ") == indent && str_starts(end + indent, "};");
    return one && n + 1 + length + 3 <= WIDTH ? n + 1 + length + 3 : 0;
}

/* Adds lines as one, `length` characters long. Returns what follows. */
static const char *join_lines(Text *out, const char *text, int length)
{
    for (int first = out->n; out->n - first < length;) {
        int n = (int)strcspn(text, "\n");
        text_addn(out, text, n);
        text += n;
        if (out->n - first < length) {
            text_char(out, ' ');
            text += 1 + strspn(text + 1, " ");
        }
    }
    return text;
}

const char *wrap_lines(const char *text)
{
    Text out = {0};
    while (*text) {
        int n = (int)strcspn(text, "\n");
        int joined = !n ? 0 : check_length(text, n) ? check_length(text, n)
                   : lambda_length(text, n);
        if (joined) {
            text = join_lines(&out, text, joined);
            text_add(&out, *text ? "\n" : "");
            text += *text == '\n';
            continue;
        }
        bool comment = is_comment(text + strspn(text, " "));
        const char *line = comment || n > WIDTH ? str_copyn(text, n) : NULL;
        if (comment)
            wrap_comment(&out, line, n);
        else if (!line || text[0] == '#')
            text_addn(&out, text, n);
        else if (!unfold_function(&out, line, n))
            wrap_code(&out, line, n);
        if (text[n])
            text_char(&out, '\n');
        text += n + (text[n] == '\n');
    }
    return text_str(&out);
}
