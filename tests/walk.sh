#!/usr/bin/env bash
# The README's ten minutes: its files are written, its commands run, and what
# they print is what the README shows. Ends with 'N passed, N failed'.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir bin
ln -s "${MAPNEST:-$root/build/mapnest}" bin/mapnest
PATH=$work/bin:$PATH
passed=0 failed=0 command= expected=

alike() {     # how much was tried is no promise
    sed -E 's/ *$//; s/[0-9]+ terms, [0-9]+ evaluations/N terms, N evaluations/'
}

finish() {    # the command whose output has been read
    [ -n "$command" ] || return 0
    local got
    got=$(bash -c "$command" 2>&1 < /dev/null | alike)
    if [ "$got" = "$(alike <<< "${expected%$'\n'}")" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $command"
        diff <(echo "${expected%$'\n'}") <(echo "$got") | head -20
    fi
    command= expected=
}

into=
while IFS= read -r line; do
    case $line in
    '```')
        [ "$into" != console ] || finish
        into= ;;
    '```console') into=console ;;
    '```'*' '*) into=${line##* }; : > "$into" ;;
    '```'*) into=other ;;
    '$ '*) if [ "$into" = console ]; then finish; command=${line#\$ }; fi ;;
    *)
        case $into in
        console) expected+=$line$'\n' ;;
        '' | other) ;;
        *) printf '%s\n' "$line" >> "$into" ;;
        esac ;;
    esac
done < <(sed -n '/^## Ten minutes/,/^## [^T]/p' "$root/README.md")
[ "$passed" -gt 0 ] || { echo "FAILED: the README has no such section"; failed=$((failed + 1)); }
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
