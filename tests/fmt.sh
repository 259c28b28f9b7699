#!/usr/bin/env bash
# `mapnest fmt` on all programs: the parser reads the same (fmt itself asks), core is the same,
# what is formatted stays as it is. Ends with 'N passed, N failed'.
set -u
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $1"; }

cp -R golden tests/programs src/prelude "$work"
for file in $(cd "$work" && find . -name '*.fut' | sort); do
    before=$work/$file after=$work/$file.new
    build/mapnest fmt - < "$before" > "$after" 2> "$work/log" || { bad "$file: $(head -1 "$work/log")"; continue; }
    if build/mapnest fmt - < "$after" | cmp -s - "$after"; then ok; else bad "$file: formatted twice"; fi
    if [ "$(grep -o -- '--.*[^[:space:]]' "$before")" = "$(grep -o -- '--.*[^[:space:]]' "$after")" ]
    then ok; else bad "$file: comments"; fi
    case $file in ./prelude/*) continue ;; esac
    build/mapnest -w --stop-after=core -o - "$before" > "$work/core"
    cp "$after" "$before"
    if build/mapnest -w --stop-after=core -o - "$before" | cmp -s - "$work/core"; then ok
    else bad "$file: core differs"; fi
done
# Blanks that mean nothing: taken away, and put everywhere.
for file in $(cd "$work" && find . -name '*.fut' | sort | awk 'NR % 7 == 0'); do
    case $file in ./prelude/*) continue ;; esac
    sed 's/^\( *\)\([^-].*\),  */\1\2 ,/; s/ + /+/g; s/ = /=/g; s/$/  /' "$work/$file" > "$work/messy.fut"
    build/mapnest fmt - < "$work/messy.fut" > "$work/clean.fut" 2> /dev/null || continue
    if build/mapnest fmt - < "$work/clean.fut" | cmp -s - "$work/clean.fut"; then ok
    else bad "$file: messy, formatted twice"; fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
