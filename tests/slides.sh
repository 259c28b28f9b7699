#!/usr/bin/env bash
# The documents and the slides of all golden programs go through TeX without an error and without
# a line that is too wide. Ends with 'N passed, N failed'; skipped, with a line
# that says so, where TeX is not installed
# (apt-get install texlive-latex-base).
set -u
cd "$(dirname "$0")/.."
if ! command -v pdflatex > /dev/null; then
    echo "slides: no pdflatex on this machine, skipped"
    echo "0 passed, 0 failed"
    exit 0
fi
work=build/slides
mkdir -p "$work"
passed=0 failed=0
for fut in golden/*/*.fut; do for form in latex slides; do
    name=$(basename "$fut" .fut).$form
    build/mapnest explain --format=$form "$fut" -o "$work/$name.tex" --force 2> /dev/null
    if (cd "$work" && pdflatex -interaction=nonstopmode -halt-on-error "$name.tex" > "$name.out" 2>&1) \
            && ! grep -qE '^Overfull' "$work/$name.log"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        grep -E -A4 '^!|^Overfull' "$work/$name.log" | head -10
    fi
done; done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
