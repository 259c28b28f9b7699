#!/usr/bin/env bash
# Wrong programs, a file a kind: tests/errors/*.fut. Each begins with a line
#   -- == NAME: ID LINE
# and must be rejected with this error as the first, in this line of it (the
# line after the heading is 1). Where Futhark's first error is elsewhere, the
# heading says so. With `alone` after the line, no other error follows from it.
set -u
cd "$(dirname "$0")/.."
mapnest=$PWD/build/mapnest
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

for file in "${@:-tests/errors/}"*; do
    kind=$(basename "$file" .fut)
    rm -rf "$work/kind"
    mkdir "$work/kind"
    awk -v to="$work/kind" '
        /^-- == / { if (out) close(out); out = sprintf("%s/%03d.fut", to, ++n)
                    print $3, $4, $5, $6 > (out ".want"); close(out ".want"); next }
        { print > out }' "$file"
    of=0
    right=0
    for program in "$work"/kind/*.fut; do
        of=$((of + 1))
        read -r name id line alone < "$program.want"
        found=$("$mapnest" -o - "$program" 2>&1 > /dev/null)
        status=$?
        first=$(grep -E '^[^ ]+: error: ' <<< "$found")
        [ "$alone" = alone ] || first=${first%%$'\n'*}
        case $status:$first in
        1:*$'\n'*) echo "FAILED: $file: $name: more errors follow from the first"; head -20 <<< "$first" ;;
        1:*.fut:"${line%;}":*": error: "*"[$id]") right=$((right + 1)) ;;
        *) echo "FAILED: $file: $name expects $id in line $line, exit status 1; found $status"
           head -5 <<< "${found//$work\/kind\//}" ;;
        esac
    done
    echo "$kind: $right of $of rejected in the right line"
    passed=$((passed + right))
    failed=$((failed + of - right))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
