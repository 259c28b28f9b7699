#!/usr/bin/env bash
# Documents whose commands are run: the README's ten minutes and its versions, and the notes
# beside the rules.
# Their files are written, their commands run, and what these print is what the document
# shows. Ends with 'N passed, N failed'.
#   tests/walk.sh                  all of them
#   tests/walk.sh FILE.md          one document
#   tests/walk.sh --bless FILE.md  what is printed now is what it shows from now on
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
bless=
if [ "${1-}" = --bless ]; then bless=1; shift; fi
documents=()
for file; do documents+=("$(realpath "$file")"); done
[ ${#documents[@]} -gt 0 ] || documents=("$root/README.md" "$root"/src/rules/notes/*.md)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir bin
ln -s "${MAPNEST:-$root/build/mapnest}" bin/mapnest
PATH=$work/bin:$PATH
passed=0 failed=0

alike() {     # how much was tried is no promise
    sed -E 's/ *$//; s/[0-9]+ terms, [0-9]+ evaluations/N terms, N evaluations/'
}

finish() {    # the command whose output has been read
    [ -n "$command" ] || return 0
    local got
    got=$(bash -c "$command" 2>&1 < /dev/null)
    [ -z "$bless" ] || { [ -z "$got" ] || echo "$got"; } >> "$work/blessed"
    got=$(alike <<< "$got")
    if [ "$got" = "$(alike <<< "${expected%$'\n'}")" ]; then
        passed=$((passed + 1))
    elif [ -z "$bless" ]; then
        failed=$((failed + 1))
        echo "FAILED: ${document##*/}: $command"
        diff <(echo "${expected%$'\n'}") <(echo "$got") | head -20
    fi
    command= expected=
}

# The lines of a document; of the README two sections are run, the other lines begin with ^A.
lines() {
    case $1 in
    */README.md) awk '/^##/ { run = /^### Versions/ || /^## Ten minutes/ }
                      { print (run ? "" : "\001") $0 }' "$1" ;;
    *) cat "$1" ;;
    esac
}

walk() {
    local document=$1 into= command= expected= before=$passed
    mkdir "$work/here" && cd "$work/here" || exit 1
    : > "$work/blessed"
    while IFS= read -r line; do
        local keep=1
        case $line in
        $'\001'*) line=${line:1} ;;
        '```')
            [ "$into" != console ] || finish
            into= ;;
        '```console') into=console ;;
        '```'*' '*) into=${line##* }; : > "$into" ;;
        '```'*) into=other ;;
        '$ '*) if [ "$into" = console ]; then finish; command=${line#\$ }; fi ;;
        *)
            case $into in
            console) expected+=$line$'\n'; keep= ;;
            '' | other) ;;
            *) printf '%s\n' "$line" >> "$into" ;;
            esac ;;
        esac
        [ -z "$bless" ] || [ -z "$keep" ] || printf '%s\n' "$line" >> "$work/blessed"
    done < <(lines "$document")
    cd "$work" && rm -rf here
    if [ -n "$bless" ]; then
        cp "$work/blessed" "$document"
    elif [ "$passed" = "$before" ]; then
        echo "FAILED: $document: no command gave what it should"
        failed=$((failed + 1))
    fi
}

for document in "${documents[@]}"; do
    walk "$document"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
