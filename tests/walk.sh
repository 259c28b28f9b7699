#!/usr/bin/env bash
# Runs the commands of the documents: the README, the guide, the notes beside the rules.
# The walk writes the files that a document shows, runs its commands with an installed
# mapnest, and compares what they print with what the document shows. A command of nvcc is
# left out where nvcc is not on the PATH. Ends with 'N passed, N failed'.
#   tests/walk.sh                  all of them
#   tests/walk.sh FILE.md          one document
#   tests/walk.sh --bless FILE.md  what is printed now is what it shows from now on
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
bless=
if [ "${1-}" = --bless ]; then bless=1; shift; fi
documents=()
for file; do documents+=("$(realpath "$file")"); done
[ ${#documents[@]} -gt 0 ] || documents=("$root"/{README.md,src/guide/*.md,src/rules/notes/*.md})
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
make -s -C "$root" install PREFIX="$work/usr" > log 2>&1 || { cat log; exit 1; }
export PATH=$work/usr/bin:$PATH CMAKE_PREFIX_PATH=$work/usr
export MAPNEST_CPU_CACHE=${MAPNEST_CPU_CACHE:-$root/build/cpu}
unset MAPNEST_CPU
passed=0 failed=0

alike() {     # how much was tried is no promise
    sed -E 's/ *$//; s/[0-9]+ terms, [0-9]+ evaluations/N terms, N evaluations/'
}

finish() {    # the command whose output has been read
    [ -n "$command" ] || return 0
    if { [[ $command == nvcc\ * ]] && ! command -v nvcc > /dev/null; } ||
       { [[ $command == *--on=ranks* ]] && ! command -v mpirun > /dev/null; }; then
        command= expected=
        return
    fi
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

walk() {
    local document=$1 into= command= expected= before=$passed
    mkdir "$work/here" && cd "$work/here" || exit 1
    : > "$work/blessed"
    while IFS= read -r line; do
        local keep=1
        case $line in
        '```')
            [ "$into" != console ] || finish
            into= ;;
        '```console') into=console ;;
        '```'*' '*) into=${line##* }; mkdir -p "$(dirname "$into")"; : > "$into" ;;
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
    done < "$document"
    cd "$work" && rm -rf here
    if [ -n "$bless" ]; then
        cp "$work/blessed" "$document"
    elif [ "$passed" = "$before" ] && grep -q '^```console' "$document"; then
        echo "FAILED: $document: no command gave what it should"
        failed=$((failed + 1))
    fi
}

for document in "${documents[@]}"; do
    walk "$document"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
