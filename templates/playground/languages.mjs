// Highlighting of programs, core text and rules, and of CUDA.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { cpp } from "@codemirror/legacy-modes/mode/clike";
import { tags } from "@lezer/highlight";

const words = (...list) => new RegExp(`^(?:${list.join("|")})\\b`);

function language(keywords, builtins, special) {
    return StreamLanguage.define({
        name: "mapnest",
        languageData: { commentTokens: { line: "--" } },
        token(stream) {
            if (stream.eatSpace())
                return null;
            if (stream.match(/^--.*/))
                return "comment";
            if (stream.match(/^"(?:[^"\\]|\\.)*"?/))
                return "string";
            if (special && stream.match(special))
                return "variableName.special";
            if (stream.match(/^\d[\d_]*(?:\.\d+)?(?:e-?\d+)?(?:[iuf]\d+)?/))
                return "number";
            if (stream.match(/^(?:[iu](?:8|16|32|64)|f(?:16|32|64)|bool)\b/))
                return "typeName";
            if (stream.match(keywords))
                return "keyword";
            if (stream.match(builtins))
                return "variableName.standard";
            if (stream.match(/^[A-Za-z_][\w']*/))
                return "variableName";
            stream.next();
            return "operator";
        },
    });
}

const soacs = words("map[2-5]?", "reduce(?:_comm)?", "scan", "filter", "partition", "scatter",
                    "redomap", "scanomap", "segmap", "segred", "segscan", "seghist", "segput",
                    "iota", "replicate", "zip[3-5]?", "unzip[3-5]?", "transpose", "flatten",
                    "reduce_by_index", "split", "join", "hist");
const program = ["def", "let", "in", "entry", "type", "if", "then", "else", "loop", "for", "while",
                 "do", "match", "case", "module", "import", "open", "local", "with", "assert", "hom",
                 "val", "include"];

export const futhark = language(words(...program), soacs, null);
export const rules = language(
    words(...program, "set", "given", "lemma", "rule", "strategy", "when", "yes", "no", "gives",
          "because", "from", "without", "proof", "by", "option", "not", "is"),
    soacs, /^\?[\w']+(?:\.\.)?/);
export const cuda = StreamLanguage.define(cpp);

// The colours are those of the page, light or dark.
export const colours = syntaxHighlighting(HighlightStyle.define([
    { tag: [tags.keyword, tags.meta, tags.processingInstruction], color: "var(--keyword)" },
    { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
    { tag: [tags.string, tags.number, tags.bool], color: "var(--literal)" },
    { tag: [tags.typeName, tags.standard(tags.variableName)], color: "var(--type)" },
    { tag: tags.special(tags.variableName), color: "var(--accent)" },
]));
