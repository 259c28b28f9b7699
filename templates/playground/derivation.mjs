// The text of `mapnest explain` as data, and as elements of the page.
const SECTION = /^== (.*?) =+$/;
const STEP = /^(\d+(?:\.\d+)*)\s+(\S+) \(([^)]*)\)\s*(.*)$/;
const MISS = /^\s+refused (\S+) on (.*)$/;

// Sections of {title, parts}, of {number, rule, from, place, lines} or {miss, about}.
export function parse(text) {
    const sections = [];
    let part = null;
    for (const line of text.split("\n")) {
        const section = SECTION.exec(line), step = STEP.exec(line), miss = MISS.exec(line);
        if (section) {
            sections.push({ title: section[1], parts: [] });
            part = null;
        } else if (!sections.length || line.startsWith("-- ")) {
            part = null;
        } else if (step) {
            part = { number: step[1], rule: step[2], from: step[3], place: step[4], lines: [] };
            sections.at(-1).parts.push(part);
        } else if (miss) {
            part = { miss: miss[1], about: miss[2], lines: [] };
            sections.at(-1).parts.push(part);
        } else if (part && line.trim()) {
            part.lines.push(line);
        }
    }
    return sections;
}

export function element(name, attributes = {}, ...children) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
        if (key.startsWith("on"))
            e.addEventListener(key.slice(2), value);
        else
            e.setAttribute(key, value);
    e.append(...children);
    return e;
}

const told = /^\s*(why|ok|note)\s+(.*)$/;

// What stood there, what came of it, and what was asked.
function body(part) {
    const lines = [];
    let side = "before";
    for (const line of part.lines) {
        if (/^\s*=> /.test(line))
            side = "after";
        const word = told.exec(line);
        lines.push(word ? element("p", { class: word[1] }, word[2])
                        : element("code", { class: side }, line.replace(/^ {4}/, "")));
    }
    return lines;
}

const why = part => (part.lines.map(l => told.exec(l)).find(m => m && m[1] === "why") || [])[2];

function step(part, show) {
    const depth = part.number.split(".").length - 1;
    const name = element("a", { href: "#", class: "rule", onclick: e => {
        e.preventDefault();
        show(part.rule);
    } }, part.rule);
    return element("details", { class: "step", style: `--depth: ${depth}`,
                                "data-text": [part.rule, part.place, ...part.lines].join("\n") },
        element("summary", {}, element("b", {}, part.number), " ", name, " ",
                element("span", { class: "why" }, why(part) || "")),
        element("p", { class: "place" }, part.place), ...body(part));
}

function miss(part, show) {
    return element("p", { class: "miss", "data-text": part.miss + part.about },
        element("a", { href: "#", class: "rule", onclick: e => {
            e.preventDefault();
            show(part.miss);
        } }, part.miss), " does not apply to ", part.about, ...part.lines.map(l => l.trim()));
}

export function elements(sections, show) {
    return sections.map(({ title, parts }) => {
        const steps = parts.filter(p => p.rule).length, misses = parts.length - steps;
        const count = `${steps} step${steps === 1 ? "" : "s"}`
            + (misses ? `, ${misses} near miss${misses === 1 ? "" : "es"}` : "");
        return element("section", { class: "pass" },
            element("h2", {}, title, element("small", {}, count)),
            ...parts.map(p => p.rule ? step(p, show) : miss(p, show)));
    });
}
