/* lsp.c -- the language server protocol: requests from standard input, answers to standard
   output. A document is looked at again whenever it changes. */
#include "lsp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *uri, *path, *text;
    const Json *found;         /* null: mapnest failed at it */
    const Json *names;         /* mentions of the last version that could be parsed, or null */
} Document;

typedef struct {
    const CompileOptions *options;
    Table *document;           /* uri to Document */
    const char *folder;        /* that the editor has open */
    bool down;                 /* shutdown was asked for */
} Server;

/* ---- messages ------------------------------------------------------------------------ */

/* Of "Content-Length: N", other headers, an empty line; -1 at the end. */
static long read_header(void)
{
    char line[1000];
    long n = -1;
    while (fgets(line, sizeof line, stdin)) {
        if (str_starts(line, "Content-Length:"))
            n = strtol(line + strlen("Content-Length:"), NULL, 10);
        if (!strcmp(line, "\r\n") || !strcmp(line, "\n"))
            return n;
    }
    return -1;
}

static const char *read_message(void)
{
    enum { MOST = 1 << 28 };
    long n = read_header();
    if (n < 0 || n > MOST)
        return NULL;
    char *text = must_malloc((size_t)n + 1);
    size_t got = fread(text, 1, (size_t)n, stdin);
    text[got] = '\0';
    const char *kept = got == (size_t)n ? str_copyn(text, (int)n) : NULL;
    free(text);
    return kept;
}

static void send(Json *message)
{
    Text t = {0};
    json_set(message, "jsonrpc", json_str("2.0"));
    json_print(&t, message, -1);
    printf("Content-Length: %d\r\n\r\n%s", t.n, text_str(&t));
    fflush(stdout);
}

static void answer(const Json *id, Json *result)
{
    send(json_record("id", id, "result", result, NULL));
}

static void refuse(const Json *id, int code, const char *why)
{
    send(json_record("id", id, "error", json_record("code", json_int(code), "message",
                                                    json_str(why), NULL), NULL));
}

/* A member of a member ..; null if one is missing. */
static const Json *member(const Json *o, const char *path)
{
    while (o && o->kind == JSON_OBJECT && *path) {
        int n = (int)strcspn(path, ".");
        o = json_get(o, str_copyn(path, n));
        path += n + (path[n] == '.');
    }
    return *path ? NULL : o;
}

static const char *text_of(const Json *o, const char *path)
{
    const Json *s = member(o, path);
    return s && s->kind == JSON_STRING ? s->text : NULL;
}

static int number_of(const Json *o, const char *path)
{
    const Json *n = member(o, path);
    return n && n->kind == JSON_NUMBER ? (int)strtol(n->text, NULL, 10) : 0;
}

/* ---- names of files -------------------------------------------------------------------- */

/* "file:///a%20b.fut" -> "/a b.fut" */
static const char *path_of(const char *uri)
{
    Text t = {0};
    const char *p = str_starts(uri, "file://") ? uri + strlen("file://") : uri;
    for (; *p; p++) {
        char hex[3] = { p[0] == '%' ? p[1] : 0, p[0] == '%' && p[1] ? p[2] : 0, 0 };
        bool escaped = isxdigit((unsigned char)hex[0]) && isxdigit((unsigned char)hex[1]);
        text_char(&t, escaped ? (char)strtol(hex, NULL, 16) : *p);
        p += escaped ? 2 : 0;
    }
    return text_str(&t);
}

const char *lsp_uri(const char *path)
{
    Text t = {0};
    char *full = realpath(path, NULL);
    text_add(&t, "file://");
    for (const char *p = full ? full : path; *p; p++)
        text_fmt(&t, isalnum((unsigned char)*p) || strchr("/-_.~", *p) ? "%c" : "%%%02X",
                 (unsigned char)*p);
    free(full);
    return text_str(&t);
}

/* ---- documents --------------------------------------------------------------------------- */

static void publish(const Document *d, Json *diagnostics)
{
    send(json_record("method", json_str("textDocument/publishDiagnostics"), "params",
                     json_record("uri", json_str(d->uri), "diagnostics", diagnostics, NULL),
                     NULL));
}

static void changed(Server *s, const char *uri, const char *text)
{
    const Document *before = table_get(s->document, intern(uri));
    Document *d = MAKE(Document, uri, path_of(uri), text, NULL, before ? before->names : NULL);
    d->found = lsp_check(d->path, text, s->options);
    if (d->found && json_get(d->found, "mentions")->n)
        d->names = json_get(d->found, "mentions");
    table_put(s->document, intern(uri), d);
    if (d->found) {
        publish(d, json_get(d->found, "diagnostics"));
        return;
    }
    Json *start = json_record("line", json_int(0), "character", json_int(0), NULL);
    Json *list = json_list();
    json_push(list, json_record("range", json_record("start", start, "end", start, NULL),
                                "severity", json_int(1), "source", json_str("mapnest"),
                                "message", json_str("mapnest itself failed at this program"),
                                NULL));
    publish(d, list);
}

static Document *document_of(const Server *s, const Json *params)
{
    const char *uri = text_of(params, "textDocument.uri");
    return uri ? table_get(s->document, intern(uri)) : NULL;
}

static bool before(const Json *range, const char *end, int line, int character, int more)
{
    const Json *p = json_get(range, end);
    int l = number_of(p, "line"), c = number_of(p, "character");
    return l < line || (l == line && c < character + more);
}

/* The name at a position: of several, the one that says most, the last. */
static const Json *mention_at(const Document *d, const Json *params)
{
    const Json *all = d && d->found ? json_get(d->found, "mentions") : NULL, *found = NULL;
    int line = number_of(params, "position.line");
    int character = number_of(params, "position.character");
    for (int i = 0; all && i < all->n; i++) {
        const Json *range = json_get(all->item[i], "range");
        if (before(range, "start", line, character, 1) && !before(range, "end", line, character, 1))
            found = all->item[i];
    }
    return found;
}

/* ---- requests ------------------------------------------------------------------------------ */

static Json *capabilities(void)
{
    Json *can = json_record("textDocumentSync", json_int(1), "hoverProvider", json_bool(true),
                            "definitionProvider", json_bool(true),
                            "documentFormattingProvider", json_bool(true),
                            "referencesProvider", json_bool(true),
                            "renameProvider", json_bool(true),
                            "documentSymbolProvider", json_bool(true),
                            "workspaceSymbolProvider", json_bool(true),
                            "inlayHintProvider", json_bool(true),
                            "codeActionProvider", json_bool(true),
                            "completionProvider", json_object(), NULL);
    Json *after = json_list();
    json_push(after, json_str(" "));
    json_set(can, "signatureHelpProvider", json_record("triggerCharacters", after, NULL));
    Json *info = json_record("name", json_str("mapnest"), "version", json_str(MAPNEST_VERSION),
                             NULL);
    return json_record("capabilities", can, "serverInfo", info, NULL);
}

/* The doc comment of what is mentioned, where it is defined. */
static const char *doc_of(const Document *d, const Json *mention)
{
    const Json *path = json_get(mention, "path");
    if (path->kind != JSON_STRING)
        return "";
    const char *text = strcmp(path->text, d->path) ? file_read(path->text, NULL) : d->text;
    return text ? doc_above(text, number_of(mention, "target.start.line")) : "";
}

static Json *hover(const Document *d, const Json *params)
{
    const Json *m = mention_at(d, params);
    if (!m)
        return json_null();
    const char *doc = doc_of(d, m);
    const char *text = format("```futhark\n%s\n```%s%s", json_get(m, "type")->text,
                              *doc ? "\n\n" : "", doc);
    return json_record("range", json_get(m, "range"), "contents",
                       json_record("kind", json_str("markdown"), "value", json_str(text), NULL),
                       NULL);
}

static Json *definition(const Document *d, const Json *params)
{
    const Json *m = mention_at(d, params);
    if (!m || json_get(m, "path")->kind != JSON_STRING)
        return json_null();
    return json_record("uri", json_str(lsp_uri(json_get(m, "path")->text)),
                       "range", json_get(m, "target"), NULL);
}

/* The whole text in place of the whole text. */
static Json *formatting(const Document *d)
{
    const Json *text = d && d->found ? json_get(d->found, "formatted") : NULL;
    if (!text || text->kind != JSON_STRING)
        return json_null();
    int lines = 0;
    for (const char *p = d->text; *p; p++)
        lines += *p == '\n';
    Json *start = json_record("line", json_int(0), "character", json_int(0), NULL);
    Json *end = json_record("line", json_int(lines + 1), "character", json_int(0), NULL);
    Json *list = json_list();
    json_push(list, json_record("range", json_record("start", start, "end", end, NULL),
                                "newText", text, NULL));
    return list;
}

static const Json *mentions_of(const Document *d)
{
    return d && d->found ? json_get(d->found, "mentions") : json_list();
}

static Json *signature_at(const Document *d, const Json *params)
{
    return d && d->names ? lsp_signature(d->names, d->text, number_of(params, "position.line"),
                                         number_of(params, "position.character"))
                         : json_null();
}

static Json *hints_in(const Document *d, const Json *params)
{
    return lsp_hints(mentions_of(d), d ? d->text : "", number_of(params, "range.start.line"),
                     number_of(params, "range.end.line"));
}

static void rename_at(const Document *d, const Json *params, const Json *id)
{
    const char *name = text_of(params, "newName"), *refused = NULL;
    Json *edit = d && name ? lsp_rename(mentions_of(d), mention_at(d, params), d->path, d->uri,
                                        name, &refused) : NULL;
    if (edit)
        answer(id, edit);
    else
        refuse(id, -32602, refused ? refused : "there is no such document");
}

static void notified(Server *s, const char *method, const Json *params)
{
    const char *uri = text_of(params, "textDocument.uri");
    const Json *changes = member(params, "contentChanges");
    if (!uri)
        return;
    if (!strcmp(method, "textDocument/didOpen") && text_of(params, "textDocument.text"))
        changed(s, uri, text_of(params, "textDocument.text"));
    else if (!strcmp(method, "textDocument/didChange") && changes && changes->n
             && text_of(changes->item[changes->n - 1], "text"))
        changed(s, uri, text_of(changes->item[changes->n - 1], "text"));
    else if (!strcmp(method, "textDocument/didSave") && document_of(s, params))
        changed(s, uri, document_of(s, params)->text);
    else if (!strcmp(method, "textDocument/didClose") && document_of(s, params)) {
        publish(document_of(s, params), json_list());
        table_del(s->document, intern(uri));
    }
}

static void requested(Server *s, const char *method, const Json *params, const Json *id)
{
    const Document *d = document_of(s, params);
    if (!strcmp(method, "initialize")) {
        const char *uri = text_of(params, "rootUri");
        s->folder = uri ? path_of(uri) : ".";
        answer(id, capabilities());
    } else if (!strcmp(method, "shutdown")) {
        s->down = true;
        answer(id, json_null());
    } else if (!strcmp(method, "textDocument/hover")) {
        answer(id, hover(d, params));
    } else if (!strcmp(method, "textDocument/definition")) {
        answer(id, definition(d, params));
    } else if (!strcmp(method, "textDocument/formatting")) {
        answer(id, formatting(d));
    } else if (!strcmp(method, "textDocument/references")) {
        answer(id, lsp_references(mentions_of(d), mention_at(d, params), d ? d->uri : ""));
    } else if (!strcmp(method, "textDocument/rename")) {
        rename_at(d, params, id);
    } else if (!strcmp(method, "textDocument/documentSymbol")) {
        answer(id, lsp_symbols(d ? d->text : ""));
    } else if (!strcmp(method, "textDocument/codeAction")) {
        answer(id, lsp_actions(member(params, "context.diagnostics"), d ? d->uri : ""));
    } else if (!strcmp(method, "textDocument/signatureHelp")) {
        answer(id, signature_at(d, params));
    } else if (!strcmp(method, "textDocument/inlayHint")) {
        answer(id, hints_in(d, params));
    } else if (!strcmp(method, "workspace/symbol")) {
        const char *query = text_of(params, "query");
        answer(id, lsp_search(s->folder ? s->folder : ".", query ? query : ""));
    } else if (!strcmp(method, "textDocument/completion")) {
        answer(id, lsp_completion(d ? d->names : NULL));
    } else {
        refuse(id, -32601, format("there is no method %s", method));
    }
}

int lsp_serve(const CompileOptions *o)
{
    Server s = { .options = o, .document = table_new() };
    compile_ready(o);
    for (const char *text; (text = read_message());) {
        const char *error = NULL;
        const Json *m = json_parse(text, &error);
        const char *method = m ? text_of(m, "method") : NULL;
        const Json *id = m && m->kind == JSON_OBJECT ? json_get(m, "id") : NULL;
        if (!m)
            refuse(json_null(), -32700, error);
        else if (method && !strcmp(method, "exit"))
            return s.down ? 0 : 1;
        else if (method && id)
            requested(&s, method, json_get(m, "params"), id);
        else if (method)
            notified(&s, method, json_get(m, "params"));
    }
    return s.down ? 0 : 1;
}
