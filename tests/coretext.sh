#!/usr/bin/env bash
# grammar/core.md: its examples are read, what is printed of them reads back as itself, and
# no operator is left out. The last line is 'N passed, N failed'.
set -u
cd "$(dirname "$0")/.."
out=build/coretext
passed=0
failed=0
rm -rf "$out"
mkdir -p "$out"
awk -v out="$out" '/^```core$/ { n++; on = 1; next } /^```$/ { on = 0 }
                   on { print > (out "/" n ".core") }' grammar/core.md
core() { build/mapnest --from=core --stop-after=core -o - "$1" 2>&1; }
for file in "$out"/*.core; do
    if core "$file" > "$file.printed" && core "$file.printed" > "$file.again" \
            && diff "$file.printed" "$file.again"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: example $(basename "$file" .core) of grammar/core.md"
    fi
done
# OP( ID, "text", ..: each text stands between backquotes or in a grammar's lines.
said=" $(grep -E '^    |`' grammar/core.md | tr -cs 'a-z0-9_' ' ') "
for text in $(sed -n 's/^OP( *[A-Z0-9]*, *"\([a-z][a-z0-9]*\)".*/\1/p' src/core/ops.def); do
    if [[ $said == *" $text "* ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: grammar/core.md does not say what $text is"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
