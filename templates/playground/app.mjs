// The page: a program, rules of one's own, their derivation, CUDA and values.
import { basicSetup } from "codemirror";
import { EditorState, Compartment } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { setDiagnostics } from "@codemirror/lint";
import { colours, cuda, futhark, rules } from "./languages.mjs";
import { elements, element, parse } from "./derivation.mjs";
import { Tool } from "./tool.mjs";

const $ = id => document.getElementById(id);
const { programs, sets } = JSON.parse($("examples").textContent);
const typing = new Tool(), asked = new Tool();
const state = { result: "cu", edited: "program", column: "left" };

// ---- editors -------------------------------------------------------------------

const look = EditorView.theme({
    "&": { height: "100%" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.45" },
    ".cm-gutters": { background: "transparent", border: "none", color: "var(--faint)" },
});

function editor(parent, language, label, changed) {
    return new EditorView({
        parent,
        extensions: [
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

const program = editor($("program"), futhark, "Program", changed);
const own = editor($("rules"), rules, "Rules", changed);
const language = new Compartment();
const shown = editor($("result"), language.of(cuda), "Result", null);

function show(doc, kind) {
    shown.dispatch({ effects: language.reconfigure(kind) });
    put(shown, doc);
}

// ---- errors --------------------------------------------------------------------

const files = () => ({ "program.fut": text(program), "my.rules": text(own) });
const options = () => [`--flatten=${$("flatten").value}`,
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

function mark(view, file, found) {
    const doc = view.state.doc;
    view.dispatch(setDiagnostics(view.state, found.filter(d => d.file === file).map(d => ({
        from: position(doc, d.from, 0), to: position(doc, d.to, 1),
        severity: d.kind === "warning" ? "warning" : "error", message: d.message,
    })).sort((a, b) => a.from - b.from)));
}

function tell(found) {
    mark(program, "program.fut", found);
    mark(own, "my.rules", found);
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
    state.files = made.files;
    if (made.status !== 0) {
        $("status").textContent = made.status === 124 ? made.err
            : `${found.filter(d => d.kind !== "warning").length} errors`;
        document.body.classList.add("stale");
        return;
    }
    const explained = await typing.run(["explain", ...options(), "program.fut"], files());
    if (!explained)
        return;
    document.body.classList.remove("stale");
    $("steps").replaceChildren(...elements(parse(explained.out), showRule));
    filterSteps();
    await showResult();
    $("status").textContent = `${Math.round(performance.now() - begun)} ms`;
}

async function showResult() {
    if (state.result === "cu" || state.result === "h") {
        show(state.files?.[`program.${state.result}`] || "", cuda);
    } else if (state.result === "core") {
        const r = await typing.run([...options(), `--stop-after=${$("pass").value}`, "-o", "-",
                                    "program.fut"], files());
        if (r)
            show(r.out || r.err, futhark);
    } else if (state.result === "cost") {
        const r = await typing.run(["explain", "--cost", ...options(), "program.fut"], files());
        if (r)
            show(r.out || r.err, futhark);
    }
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
    const said = $("rule-text").textContent, set = /^-- .*, in set ([\w-]+)/.exec(said)?.[1];
    const rule = /^(?:lemma|rule) [^]*?(?=^--|(?![^]))/m.exec(said)?.[0];
    if (!rule)
        return;
    const before = text(own).trimEnd(), last = [...before.matchAll(/^set ([\w-]+)/gm)].at(-1)?.[1];
    const head = set && set !== last ? `${sets[set]}\n\n` : "";
    put(own, `${before}\n\n${head}${rule.trimEnd()}\n`.trimStart());
    $("rule").close();
    edit("rules");
    own.focus();
}

// Counter-examples at the lemmas that they refute: `my.rules:5: NAME: FAILED: it is not true`.
function markTruth(said) {
    const found = [...said.matchAll(/^my\.rules:(\d+): ([\w-]+): FAILED: ([^]*?)(?=^my\.rules:|^\d+ passed|(?![^]))/gm)]
        .map(([, line, name, why]) => {
            const at = own.state.doc.line(Math.min(Number(line), own.state.doc.lines));
            const from = at.from + Math.max(at.text.indexOf(name), 0);
            return { from, to: Math.min(from + name.length, at.to), severity: "error",
                     message: why.trim() };
        });
    own.dispatch(setDiagnostics(own.state, found.sort((a, b) => a.from - b.from)));
}

async function checkRules() {
    const names = [...text(own).matchAll(/^(?:lemma|rule)\s+([\w-]+)/gm)].map(m => m[1]);
    asked.end();
    $("truth").textContent = names.length ? "" : "There is no rule: write one, or take one "
        + "from the derivation (click its name).";
    for (const name of names) {
        $("status").textContent = `checking ${name} ..`;
        const r = await asked.run(["check-rules", "my.rules", `--only=${name}`], files());
        if (!r)
            return;
        $("truth").append(element("span", { class: r.status ? "false" : "true" },
            `${r.out}\n${r.err}`.trim() + "\n\n"));
        markTruth($("truth").textContent);
    }
    $("status").textContent = names.length ? "checked" : "";
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
                  flatten: $("flatten").value, options: $("options").value };
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
    put(program, p.program);
    put(own, p.rules || "");
    $("input").value = p.input || "";
    $("truth").textContent = "";
    if (p.flatten)
        $("flatten").value = p.flatten;
    $("options").value = p.options || "";
    update();
}

function theme() {
    const dark = document.documentElement.dataset.theme
        ? document.documentElement.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
}

async function begin() {
    const groups = [...new Set(programs.map(p => p.group))];
    $("choice").append(element("option", { value: "" }, "choose .."),
        ...groups.map(g => element("optgroup", { label: g },
            ...programs.flatMap((p, i) => p.group === g ? [element("option", { value: i }, p.name)]
                                                        : []))));
    $("choice").onchange = e => e.target.value && load(programs[e.target.value]);
    $("flatten").onchange = $("pass").onchange = $("options").onchange = update;
    $("link").onclick = copyLink;
    $("theme").onclick = theme;
    $("run").onclick = runValues;
    $("check-rules").onclick = checkRules;
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
