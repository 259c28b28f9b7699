#!/usr/bin/env bash
# The exercises of src/rules/exercises, with the answers in tests/exercises: what is handed out
# is not solved, a solution is, and a wrong answer is told what its first line says.
# Ends with 'N passed, N failed'.
set -u
cd "$(dirname "$0")/.."
work=build/exercises
passed=0 failed=0
rm -rf "$work"
mkdir -p "$work"

try() {    # NAME STATUS LAST-LINE MESSAGE ANSWER: the folder with this answer in the place of its own
    local folder=$work/$1 got status
    rm -rf "$folder"
    cp -r "src/rules/exercises/$1" "$folder"
    [ -z "$5" ] || cp "$5" "$folder/answer.${5##*.}"
    got=$(build/mapnest exercise "$folder" 2>&1)
    status=$?
    if [ $status = "$2" ] && [ "$(tail -1 <<< "$got")" = "$3" ] && grep -qF -- "$4" <<< "$got"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1 ${5##*/}: status $status, expected '$3', '$4':"
        head -20 <<< "$got"
    fi
}

for folder in src/rules/exercises/*/; do
    name=$(basename "$folder")
    try "$name" 1 "not solved yet" "$(sed -n '1s/^# //p' "$folder/README.md")" ""
    for answer in tests/exercises/"$name"/solution.*; do try "$name" 0 solved "" "$answer"; done
    for answer in tests/exercises/"$name"/wrong-*; do
        try "$name" 1 "not solved yet" "$(sed -n '1s/^-- says: //p' "$answer")" "$answer"
    done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
