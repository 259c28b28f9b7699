// The page: a program, rules of one's own, their derivation, CUDA and values.
import { basicSetup } from "codemirror";
import { EditorState, Compartment } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { setDiagnostics } from "@codemirror/lint";
import { colours, cuda, futhark, rules } from "./languages.mjs";
import { elements, element, parse } from "./derivation.mjs";
import { Tool } from "./tool.mjs";
import { ways } from "./versions.mjs";
import { follow, links, pointing } from "./links.mjs";

const $ = id => document.getElementById(id);
const { programs, sets, traffic } = JSON.parse($("examples").textContent);
const typing = new Tool(), asked = new Tool(), checking = new Tool(), linking = new Tool();
const state = { result: "cu", edited: "program", column: "left" };

// ---- editors -------------------------------------------------------------------

const look = EditorView.theme({
    "&": { height: "100%" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.45" },
    ".cm-gutters": { background: "transparent", border: "none", color: "var(--faint)" },
});

function editor(parent, language, label, changed, ...more) {
    return new EditorView({
        parent,
        extensions: [
            more,
            keymap.of([{ key: "Ctrl-Enter", mac: "Cmd-Enter", run: () => (runValues(), true) }]),
            colours, basicSetup, language, look,
            EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
            changed ? EditorView.updateListener.of(u => u.docChanged && changed())
                    : EditorState.readOnly.of(true),
        ],
    });
}

const text = view => view.state.doc.toString();
const put = (view, doc) =>
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: doc } });

const program = editor($("program"), futhark, "Program", changed, pointing(fromProgram));
const own = editor($("rules"), rules, "Rules", changed);
const language = new Compartment();
const shown = editor($("result"), language.of(cuda), "Result", null, pointing(fromResult));

function show(doc, kind) {
    shown.dispatch({ effects: language.reconfigure(kind) });
    put(shown, doc);
}

// The first kernel, with the comments above it: helpers stand before it.
function showFrom(pattern) {
    const at = Math.max(text(shown).search(pattern), 0);
    shown.dispatch({ effects: EditorView.scrollIntoView(at, { y: "start" }) });
}

// ---- source and CUDA -----------------------------------------------------------

// They are linked while both show what the links were made of.
function linkedNow() {
    const all = state.links;
    return all && state.result === "cu" && all.source.text === text(program)
        && all.code.text === text(shown) ? all : null;
}

function fromProgram(position, clicked) {
    const all = linkedNow();
    if (all)
        follow(all, [program, all.source], [shown, all.code], position, clicked);
}

function fromResult(position, clicked) {
    const all = linkedNow();
    if (all)
        follow(all, [shown, all.code], [program, all.source], position, clicked);
}

async function findLinks() {
    linking.end();
    state.links = null;
    delete document.body.dataset.linked;
    const page = await linking.run(["explain", "--format=html", ...options(), "program.fut"], files());
    if (!page || page.status)
        return;
    state.links = links(page.out);
    document.body.dataset.linked = state.links ? "yes" : "no";
}

// ---- errors --------------------------------------------------------------------

const files = () => ({ "program.fut": text(program), "my.rules": text(own) });
const options = () => [`--flatten=${$("flatten").value}`, `--locality=${$("locality").value}`,
                       ...$("options").value.split(/\s+/).filter(o => o.startsWith("--")),
                       ...(text(own).trim() ? ["--rules=my.rules"] : [])];

// Lines of JSON, one a diagnostic; others as they are.
function diagnostics(err) {
    return err.split("\n").filter(l => l.trim()).map(line => {
        try {
            const d = JSON.parse(line), at = d.locations[0];
            return { kind: d.kind, message: d.message, id: d.id,
                     file: at?.caret.file, from: at?.caret, to: at?.finish || at?.caret };
        } catch {
            return { kind: "error", message: line };
        }
    });
}

function position(doc, at, after) {
    const line = doc.line(Math.min(Math.max(at.line, 1), doc.lines));
    const bytes = new TextEncoder().encode(line.text).slice(0, at["byte-column"] - 1 + after);
    return Math.min(line.from + new TextDecoder().decode(bytes).length, line.to);
}

function mark(view, file, found, more) {
    const doc = view.state.doc;
    view.dispatch(setDiagnostics(view.state, [...more, ...found.filter(d => d.file === file).map(d => ({
        from: position(doc, d.from, 0), to: position(doc, d.to, 1),
        severity: d.kind === "warning" ? "warning" : "error", message: d.message,
    }))].sort((a, b) => a.from - b.from)));
}

function tell(found) {
    state.found = found;
    mark(program, "program.fut", found, []);
    mark(own, "my.rules", found, refuted());
    $("errors").replaceChildren(...found.map(d => element("li", { class: d.kind },
        element("button", { type: "button", onclick: () => goTo(d) },
                d.from ? `${d.file}:${d.from.line}:${d.from.column}` : d.kind), " ", d.message)));
}

function goTo(d) {
    const view = d.file === "my.rules" ? own : program;
    edit(view === own ? "rules" : "program");
    if (d.from)
        view.dispatch({ selection: { anchor: position(view.state.doc, d.from, 0) },
                        scrollIntoView: true });
    view.focus();
}

// ---- what follows from the text ------------------------------------------------

let timer;

function changed() {
    clearTimeout(timer);
    timer = setTimeout(update, 300);
}

const errorCount = n => `${n} error${n === 1 ? "" : "s"}`;

async function update() {
    clearTimeout(timer);
    typing.end();
    $("status").textContent = "working ..";
    remember();
    const begun = performance.now();
    const json = "--diagnostics-format=json";
    const made = await typing.run([json, ...options(), "-o", "out", "program.fut"], files());
    if (!made)
        return;
    const found = diagnostics(made.err);
    tell(made.status === 124 ? [{ kind: "error", message: made.err }] : found);
    entries();
    checkRules(false);
    state.files = made.files;
    if (made.status !== 0) {
        $("status").textContent = made.status === 124 ? made.err
            : errorCount(found.filter(d => d.kind !== "warning").length);
        document.body.classList.add("stale");
        return;
    }
    const explained = await typing.run(["explain", ...options(), "program.fut"], files());
    if (!explained)
        return;
    document.body.classList.remove("stale");
    state.explained = explained.out;
    $("steps").replaceChildren(...elements(parse(explained.out), showRule));
    filterSteps();
    await showResult();
    $("status").textContent = `${Math.round(performance.now() - begun)} ms`;
    findLinks();
}

async function showResult() {
    if (state.result === "cu" || state.result === "h") {
        const top = shown.scrollDOM.scrollTop, again = state.shown === state.result + state.name;
        show(state.files?.[`program.${state.result}`] || "", cuda);
        state.shown = state.result + state.name;
        if (again)
            shown.scrollDOM.scrollTop = top;
        else
            showFrom(state.result === "cu" ? /^(\/\/.*\n)*static __global__/m : /^/);
    } else if (state.result === "core") {
        const r = await typing.run([...options(), `--stop-after=${$("pass").value}`, "-o", "-",
                                    "program.fut"], files());
        if (r)
            show(r.out || r.err, futhark);
    } else if (state.result === "cost") {
        const r = await typing.run(["explain", "--cost", ...options(), "program.fut"], files());
        if (r)
            show(r.out || r.err, futhark);
    } else if (state.result === "ways") {
        await showWays();
    }
}

async function showWays() {
    const cost = await typing.run(["explain", "--cost", ...options(), "program.fut"], files());
    const core = cost && await typing.run(["--stop-after=core", "-o", "-", "program.fut"], files());
    if (!core)
        return;
    const golden = programs.find(p => p.group === "golden programs" && p.program === text(program));
    const plain = $("flatten").value === "incremental" && $("locality").value === "register"
        && !$("options").value.trim() && !text(own).trim();
    $("ways").replaceChildren(...ways({
        explained: state.explained || "", cost: cost.out, core: core.out, entry: $("entry").value,
        input: $("input").value, measured: golden && plain && traffic[golden.name],
    }));
}

// ---- values --------------------------------------------------------------------

function entries() {
    const names = [...text(program).matchAll(/^entry\s+([\w']+)/gm)].map(m => m[1]);
    if (!names.length || /^def\s+main\b/m.test(text(program)))
        names.push("main");
    const old = $("entry").value;
    $("entry").replaceChildren(...names.map(n => element("option", {}, n)));
    if (names.includes(old))
        $("entry").value = old;
}

async function runValues() {
    choose("results", "values");
    asked.end();
    $("status").textContent = "running ..";
    const r = await asked.run(["run", "-e", $("entry").value, "program.fut"], files(),
                              $("input").value);
    if (!r)
        return;
    $("status").textContent = r.status ? "failed" : "done";
    show(r.status ? r.err : r.out, futhark);
    remember();
}

// ---- rules ---------------------------------------------------------------------

async function showRule(name) {
    const r = await asked.run(["rules", ...options().filter(o => o.startsWith("--rules")), name],
                              files());
    if (!r)
        return;
    $("rule-text").textContent = r.out || r.err;
    $("rule").showModal();
}

// The rule's own text, from its first line to the first comment, with the names given to
// its examples.
function takeRule() {
    const said = $("rule-text").textContent, file = /^-- (?:.*\/)?([\w-]+\.rules):/.exec(said)?.[1];
    const rule = /^(?:for|lemma|rule) [^]*?(?=^--|(?![^]))/m.exec(said)?.[0];
    if (!rule)
        return;
    const before = text(own).trimEnd(), last = before.slice(before.lastIndexOf("\nset ") + 1);
    const head = file in sets && !last.startsWith(sets[file].trimEnd()) ? `${sets[file]}\n\n` : "";
    put(own, `${before}\n\n${head}${rule.trimEnd()}\n`.trimStart());
    $("rule").close();
    edit("rules");
    own.focus();
}

// The rules that stand there: a rule's key is its text and what it depends on.
function laws() {
    const isLaw = part => /^(?:lemma|rule)\s/m.test(part), parts = [];
    for (const part of text(own).split(/^(?=(?:for|lemma|rule|set|given|option|strategy)\b)/m)) {
        const head = /^for\s/.test(parts.at(-1)) && !isLaw(parts.at(-1)) ? parts.pop() : "";
        parts.push(head + part);
    }
    const heads = parts.filter(p => !isLaw(p)).join("");
    return parts.filter(isLaw).map(part => ({
        name: /^(?:lemma|rule)\s+([\w-]+)/m.exec(part)?.[1],
        key: (/^\s*proof\b/m.test(part) ? text(own) : heads) + part,
    })).filter(law => law.name);
}

const verdicts = new Map();    // key -> {said, kind: true, false or open}

// Counter-examples, at the names of the lemmas that they refute.
function refuted() {
    const doc = text(own);
    return laws().filter(law => verdicts.get(law.key)?.kind === "false").map(law => {
        const found = new RegExp(`^(?:lemma|rule)\\s+${law.name}`, "m").exec(doc);
        const to = found.index + found[0].length;
        return { from: to - law.name.length, to, severity: "error",
                 message: verdicts.get(law.key).said };
    });
}

function tellTruth(now) {
    const all = laws();
    $("truth").replaceChildren(...all.length ? all.map(law => {
        const v = verdicts.get(law.key);
        return element("span", { class: v?.kind || "open" },
            `${v ? v.said : `${law.name}: ${law.name === now ? "is being tried .." : "not tried yet"}`}\n\n`);
    }) : ["There is no rule: write one, or take one from the derivation (click its name)."]);
    mark(own, "my.rules", state.found || [], refuted());
}

// Tries those that were not tried as they stand; `again`: all.
async function checkRules(again) {
    checking.end();
    if (again)
        verdicts.clear();
    const broken = (state.found || []).some(d => d.file === "my.rules" && d.kind !== "warning");
    for (const law of laws()) {
        if (verdicts.has(law.key) || (broken && !again))
            continue;
        tellTruth(law.name);
        const r = await checking.run(["check-rules", "my.rules", `--only=${law.name}`], files());
        if (!r)
            return;
        verdicts.set(law.key, { said: `${r.out}\n${r.err}`.trim(),
                                kind: r.status === 124 ? "open" : r.status ? "false" : "true" });
    }
    tellTruth();
}

// ---- tabs and columns ----------------------------------------------------------

function choose(list, name) {
    for (const b of $(list).querySelectorAll("[role=tab]")) {
        const on = (b.dataset.result || b.dataset.column) === name;
        b.setAttribute("aria-selected", on);
        b.tabIndex = on ? 0 : -1;
    }
    if (list === "results") {
        state.result = name;
        document.body.dataset.result = name;
    } else {
        state.column = name;
        document.body.dataset.column = name;
    }
}

function edit(which) {
    state.edited = which;
    for (const name of ["program", "rules"]) {
        $(name).hidden = name !== which;
        $(`tab-${name}`).setAttribute("aria-selected", name === which);
        $(`tab-${name}`).tabIndex = name === which ? 0 : -1;
    }
    document.body.dataset.edited = which;
}

// Arrow keys go from tab to tab.
function arrows(e) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key], tab = e.target.closest("[role=tab]");
    if (!step || !tab)
        return;
    const all = [...tab.parentElement.querySelectorAll("[role=tab]")];
    const next = all[(all.indexOf(tab) + step + all.length) % all.length];
    next.focus();
    next.click();
}

function filterSteps() {
    const wanted = $("search").value.toLowerCase(), misses = $("misses").checked;
    for (const e of $("steps").querySelectorAll(".step, .miss")) {
        const miss = e.classList.contains("miss");
        e.hidden = miss !== misses || !e.dataset.text.toLowerCase().includes(wanted)
            && !e.closest(".pass").firstChild.textContent.toLowerCase().includes(wanted);
    }
    for (const pass of $("steps").children)
        pass.hidden = !pass.querySelector(".step:not([hidden]), .miss:not([hidden])");
}

// ---- links ---------------------------------------------------------------------

const stream = (bytes, by) => new Response(new Blob([bytes]).stream().pipeThrough(by));

async function packed(value) {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    const small = await stream(bytes, new CompressionStream("deflate-raw")).arrayBuffer();
    return btoa(String.fromCharCode(...new Uint8Array(small)))
        .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unpacked(word) {
    const bytes = Uint8Array.from(atob(word.replace(/-/g, "+").replace(/_/g, "/")),
                                  c => c.charCodeAt(0));
    return JSON.parse(await stream(bytes, new DecompressionStream("deflate-raw")).text());
}

async function remember() {
    const all = { program: text(program), rules: text(own), input: $("input").value,
                  flatten: $("flatten").value, locality: $("locality").value,
                  options: $("options").value };
    history.replaceState(null, "", `#${await packed(all)}`);
}

async function copyLink() {
    await remember();
    try {
        await navigator.clipboard.writeText(location.href);
        $("status").textContent = "copied";
    } catch {
        $("status").textContent = "the link is in the address";
    }
}

// ---- beginning -----------------------------------------------------------------

function load(p) {
    state.name = p.name || "";
    state.shown = null;
    put(program, p.program);
    put(own, p.rules || "");
    $("input").value = p.input || "";
    $("flatten").value = p.flatten || "incremental";
    $("locality").value = p.locality || "register";
    $("options").value = p.options || "";
    update();
}

function theme() {
    const dark = document.documentElement.dataset.theme
        ? document.documentElement.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
}

// A page from a file may have no storage.
function localStorageOf(key, value) {
    try {
        if (value !== undefined)
            localStorage.setItem(key, value);
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

async function begin() {
    const groups = [...new Set(programs.map(p => p.group))];
    $("choice").append(element("option", { value: "" }, "choose .."),
        ...groups.map(g => element("optgroup", { label: g },
            ...programs.flatMap((p, i) => p.group === g ? [element("option", { value: i }, p.name)]
                                                        : []))));
    $("choice").onchange = e => e.target.value && load(programs[e.target.value]);
    for (const b of document.querySelectorAll("[data-program]"))
        b.onclick = () => load(programs.find(p => p.name === b.dataset.program));
    $("introduction").open = !localStorageOf("introduced");
    $("introduction").ontoggle = () => localStorageOf("introduced", $("introduction").open ? "" : "yes");
    for (const id of ["flatten", "locality", "pass", "options"])
        $(id).onchange = update;
    $("link").onclick = copyLink;
    $("theme").onclick = theme;
    $("run").onclick = runValues;
    $("check-rules").onclick = () => checkRules(true);
    $("input").onchange = () => state.result === "ways" && showWays();
    $("take").onclick = takeRule;
    $("search").oninput = $("misses").onchange = filterSteps;
    $("unfold").onclick = () => {
        const all = [...$("steps").querySelectorAll("details")], open = all.every(d => d.open);
        all.forEach(d => { d.open = !open; });
    };
    $("tab-program").onclick = () => edit("program");
    $("tab-rules").onclick = () => edit("rules");
    for (const b of document.querySelectorAll("[data-result]"))
        b.onclick = () => { choose("results", b.dataset.result); showResult(); };
    for (const b of document.querySelectorAll("[data-column]"))
        b.onclick = () => choose("columns", b.dataset.column);
    document.addEventListener("keydown", arrows);
    $("input").onkeydown = e => {
        if (e.key === "Enter" && (e.ctrlKey || e.metaKey))
            runValues();
    };
    edit("program");
    choose("results", "cu");
    choose("columns", "left");
    try {
        load(await unpacked(location.hash.slice(1)));
    } catch {
        load(programs.find(p => p.name === "dot") || programs[0]);
    }
}

begin();
