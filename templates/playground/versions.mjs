// The tree of versions and the bytes that a program moves, with the sizes of given values.
import { element } from "./derivation.mjs";

// ---- sizes of values -----------------------------------------------------------

// "[[1i32, 2], [3, 4]] 5i64" as nested arrays and numbers; what is neither is null.
function values(input) {
    const found = [];
    const tokens = input.match(/empty\([^)]*\)|[[\],]|[^\s[\],]+/g) || [];
    const stack = [found];
    for (const token of tokens) {
        if (token === "[") {
            const inner = [];
            stack.at(-1).push(inner);
            stack.push(inner);
        } else if (token === "]") {
            if (stack.length > 1)
                stack.pop();
        } else if (token.startsWith("empty(")) {
            stack.at(-1).push({ shape: [...token.matchAll(/\[(\d+)\]/g)].map(m => Number(m[1])) });
        } else if (token !== ",") {
            const number = /^-?\d[\d_]*(?=$|[iu]\d+$)/.exec(token);
            stack.at(-1).push(number ? Number(number[0].replace(/_/g, "")) : null);
        }
    }
    return found;
}

const shape = v => v?.shape || (Array.isArray(v) ? [v.length, ...shape(v[0])] : []);

// What the entry's sizes and scalars are, told by its core text: {n: 3, k: 5}.
export function sizes(core, entry, input) {
    const head = new RegExp(`^(?:entry|def) ${entry} ([^]*?) =`, "m").exec(core)?.[1] || "";
    const given = values(input), known = {};
    [...head.matchAll(/\(([\w']+): \*?((?:\[[^\]]*\])*)/g)].forEach(([, name, dims], i) => {
        if (typeof given[i] === "number")
            known[name] = given[i];
        const lengths = shape(given[i]);
        [...dims.matchAll(/\[([^\]]*)\]/g)].forEach(([, dim], d) => {
            if (/^[a-z]/.test(dim) && lengths[d] !== undefined)
                known[dim] = lengths[d];
        });
    });
    return known;
}

// `shared_fits (8i64 * m) most`: what blocks need of shared memory, by estimate, and a limit.
const ATOM = String.raw`(\w+|\((?:[^()]|\([^()]*\))*\))`;
const FITS = new RegExp(`\\bshared_fits ${ATOM} ${ATOM}`, "g");

// The value of "8*n*m + n^2/16" or "m <= short_row && 2i64 * n > 3i64"; undefined where a name
// is not known.
function valueOf(text, known) {
    const plain = text.replace(FITS, "($1 <= $2)")
        .replace(/(\d)[iu]\d+/g, "$1").replace(/\^/g, "**");
    if (!/^[\w\s+*/<>=&|()-]+$/.test(plain))
        return undefined;
    const names = [...new Set(plain.match(/[A-Za-z_]\w*/g) || [])];
    if (!names.every(n => Object.hasOwn(known, n)))
        return undefined;
    try {
        return new Function(...names, `"use strict"; return ${plain}`)(...names.map(n => known[n]));
    } catch {
        return undefined;
    }
}

// ---- the tree ------------------------------------------------------------------

// Lines of the tree in text; `taken`: where the known sizes lead.
function tree(lines, known) {
    const open = [];      // of each depth: whether its test holds, and in which branch we are
    return lines.map(line => {
        const depth = line.search(/\S/) / 4, test = /^\s*if (.*)$/.exec(line)?.[1];
        const inside = open.slice(0, depth);
        let taken = inside.every(o => o.holds !== undefined && o.holds === o.then);
        if (test) {
            open.length = depth;
            open.push({ holds: taken ? valueOf(test, known) : undefined, then: true });
        } else if (/^\s*else$/.test(line)) {
            open[depth].then = false;
        }
        taken &&= depth > 0 && !test && !/^\s*(else|by )/.test(line);
        return element("code", { class: taken ? "taken" : "" }, line, taken ? "   <- this one" : "");
    });
}

function trees(explained, entry, known) {
    return [...explained.matchAll(/^== versions: (\S+) ==\n([^]*?)(?=^\s*$|(?![^]))/gm)]
        .flatMap(([, name, body]) => {
            const lines = body.trimEnd().split("\n"), limits = lines.at(-1);
            const all = { ...known };
            for (const [, limit, value] of limits.matchAll(/(\w+) = (\d+)/g))
                all[limit] = Number(value);
            return [element("h2", {}, `Versions of ${name}`),
                    ...tree(lines.slice(0, -1), name === entry ? all : {}),
                    element("p", {}, limits)];
        });
}

// ---- bytes ---------------------------------------------------------------------

const grouped = n => Math.ceil(n).toLocaleString("en").replace(/,/g, " ");

function costs(said, known) {
    const rows = [];
    let name = "";
    for (const line of said.split("\n")) {
        name = /^(?:entry )?([\w']+)(?:  |$)/.exec(line)?.[1] || name;
        const row = /^ {4}(\S.*?) +work (.*), depth (.*), bytes (.*)$/.exec(line);
        if (!row)
            continue;
        const bytes = valueOf(row[4], known);
        rows.push(element("tr", {}, element("th", {}, name), element("th", {}, row[1]),
                          ...row.slice(2).map(c => element("td", {}, c)),
                          element("td", {}, bytes === undefined ? "" : grouped(bytes))));
    }
    return rows;
}

// What the tab shows: of `explain`, `explain --cost`, the core text; and what was measured.
export function ways({ explained, cost, core, entry, input, measured }) {
    const known = sizes(core, entry, input), shown = trees(explained, entry, known);
    const at = Object.entries(known).map(([n, v]) => `${n} = ${v}`).join(", ");
    const heads = ["", "", "work", "depth", "bytes, at most", at ? "here" : ""];
    return [
        ...shown.length ? shown : [element("h2", {}, "Versions"),
                                   element("p", {}, "There is one way, for all sizes.")],
        element("h2", {}, "Work, depth and bytes of arrays"),
        ...at ? [element("p", {}, `The values above: ${at}.`)] : [],
        element("div", { class: "wide" }, element("table", {},
            element("tr", {}, ...heads.map(h => element("th", {}, h))), ...costs(cost, known))),
        ...measured ? [
            element("h2", {}, "Measured"),
            element("p", {}, "Bytes that this program's CUDA moved on the CPU runtime. least: arguments "
                + "and results; moved: what each launch touches, once; asked: sectors of all "
                + "requests, both over the least."),
            element("pre", { class: "wide" }, measured)] : [
            element("p", {}, "These bytes are counted from the program. What its CUDA moves is measured "
                + "by running it, which needs a C++ compiler: that is shown for the golden programs as "
                + "they are; for others, mapnest bench --card=h200 FILE.fut predicts times from it.")],
    ];
}
