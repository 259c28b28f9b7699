#!/usr/bin/env bash
# The documents and the slides of all golden programs, and the rules, go through TeX without an
# error and without a line that is too wide. Ends with 'N passed, N failed', or with the reason
# why it is skipped, where TeX is not installed (apt-get install texlive-latex-base).
set -u
cd "$(dirname "$0")/.."
if ! command -v pdflatex > /dev/null; then
    echo "0 passed, 0 failed, skipped: no pdflatex on this machine"
    exit 0
fi
work=build/slides
mkdir -p "$work"
passed=0 failed=0
# Writes NAME.tex with a command of mapnest, and sets it.
set_tex() {    # NAME ARGUMENT..
    local name=$1; shift
    build/mapnest "$@" -o "$work/$name.tex" --force 2> /dev/null
    if (cd "$work" && pdflatex -interaction=nonstopmode -halt-on-error "$name.tex" > "$name.out" 2>&1) \
            && ! grep -qE '^Overfull' "$work/$name.log"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        grep -E -A4 '^!|^Overfull' "$work/$name.log" | head -10
    fi
}
for fut in golden/*/*.fut; do
    name=$(basename "$fut" .fut)
    set_tex "$name" explain --format=latex "$fut"
    set_tex "$name.slides" explain --format=slides "$fut"
done
set_tex dot.cost explain --cost --format=latex golden/dot/dot.fut
set_tex rules rules --format=latex
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
