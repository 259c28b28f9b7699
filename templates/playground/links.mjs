// What comes from where: terms of the program and of the CUDA, as in the page of
// `mapnest explain --format=html`. Pointing at one marks the other; a click goes there.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

// ---- from the page -------------------------------------------------------------

// The terms of a column: its text, and for each piece where it is and the number of its place.
function terms(column) {
    const found = [];
    let text = "";
    const walk = node => {
        if (node.nodeType === 3)
            text += node.data;
        const from = text.length;
        node.childNodes.forEach(walk);
        if (node.dataset?.s)
            found.push({ from, to: text.length, place: Number(node.dataset.s) });
    };
    walk(column);
    return { text, found };
}

const before = (a, b) => a.line < b.line || (a.line === b.line && a.column <= b.column);

// The links of an explain page; null: it has none.
export function links(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const [source, code] = ["source", "cuda"].map(c => page.querySelector(`#column-${c} pre`));
    if (!source || !code)
        return null;
    const places = [...html.matchAll(/{line: (\d+), column: (\d+), line2: (\d+), column2: (\d+)/g)]
        .map(([, ...n]) => n.map(Number))
        .map(([line, column, line2, column2]) =>
            ({ from: { line, column }, to: { line: line2, column: column2 } }));
    return { source: terms(source), code: terms(code), places };
}

const contains = (p, q) => before(p.from, q.from) && before(q.to, p.to);
const size = term => term.to - term.from;

// The terms of the place; else those of the places inside it; else of the nearest around it.
function counterparts(places, there, n) {
    const of = test => there.filter(t => test(places[t.place]));
    const same = there.filter(t => t.place === n);
    const inside = same.length ? same : of(p => contains(places[n], p));
    if (inside.length)
        return inside;
    const around = of(p => contains(p, places[n]));
    const nearest = around.find(t => around.every(o => contains(places[o.place], places[t.place])));
    return nearest ? around.filter(t => t.place === nearest.place) : [];
}

// ---- in the editors ------------------------------------------------------------

const setMarks = StateEffect.define();
const linked = Decoration.mark({ class: "linked" });

const marks = StateField.define({
    create: () => Decoration.none,
    update(old, change) {
        for (const e of change.effects)
            if (e.is(setMarks))
                return Decoration.set(e.value.map(t => linked.range(t.from, t.to)), true);
        return change.docChanged ? Decoration.none : old;
    },
    provide: field => EditorView.decorations.from(field),
});

// An extension for an editor. `told(position, clicked)`: the pointer is there, or, null, away.
export function pointing(told) {
    const at = (e, view) => view.posAtCoords({ x: e.clientX, y: e.clientY });
    return [marks, EditorView.domEventHandlers({
        mousemove: (e, view) => { told(at(e, view), false); },
        mouseleave: () => { told(null, false); },
        click: (e, view) => { told(at(e, view), true); },
    })];
}

// A click goes to the longest one: to a kernel, not to the operator that it applies.
function mark(view, terms, scroll) {
    const ok = terms.filter(t => size(t) && t.to <= view.state.doc.length);
    const effects = [setMarks.of(ok)], longest = [...ok].sort((a, b) => size(b) - size(a))[0];
    if (scroll && longest)
        effects.push(EditorView.scrollIntoView(longest.from, { y: "start", yMargin: 40 }));
    view.dispatch({ effects });
}

// Marks the smallest term at the position, and what it became, or came from, in the other text.
export function follow(all, [view, here], [other, there], position, clicked) {
    const at = position === null ? []
        : here.found.filter(t => t.from <= position && position <= t.to);
    const term = at.sort((a, b) => size(a) - size(b))[0];
    mark(view, term ? here.found.filter(t => t.place === term.place) : [], false);
    mark(other, term ? counterparts(all.places, there.found, term.place) : [], clicked);
    return term;
}
