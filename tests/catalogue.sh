#!/usr/bin/env bash
# Each entry of src/base/diagnostics.txt, tried: `before` gives exactly its own
# diagnostic, in the line that ends in "-- here", and `after` gives none.
set -u
cd "$(dirname "$0")/.."
root=$PWD
mapnest=$root/build/mapnest
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $1: $2"; [ ! -s err ] || head -20 err; }

# A folder an entry, a file a field; a block loses its indentation.
awk -v work="$work" '
function close_field() { if (file) close(file); file = "" }
/^#/ || /^$/ && !file    { next }
/^(error|warning) /      { close_field(); dir = work "/" $2; system("mkdir " dir)
                           print $1 > (dir "/kind"); close(dir "/kind"); next }
/^[a-z]+:/               { close_field(); file = dir "/" substr($1, 1, length($1) - 1)
                           sub(/^[a-z]+: */, ""); printf "%s", $0 == "" ? "" : $0 "\n" > file; next }
file                     { sub(/^    /, ""); print > file }
' src/base/diagnostics.txt

# try WHICH: the example as t.fut, t.core or t.rules through the command
try() {
    local command="check FILE" file=t.fut input=/dev/null
    [ ! -e command ] || command=$(cat command)
    case $command in *=core*) file=t.core ;; *rules*) file=t.rules ;; esac
    if [ "$1" = before ] && [ -e sized ]; then sh sized > $file; else cp "$1" $file; fi
    [ ! -e input ] || input=input
    [ "$1" = before ] || [ ! -e repaired ] || command=$(cat repaired)
    "$mapnest" ${command//FILE/$file} < $input > out 2> err
    status=$?
    found=$(grep -v '^ *[0-9]* | ' err | sed -nE 's/.* \[(-W(error=)?)?([a-z0-9-]+)\]$/\3/p' | sort -u)
    line=$(sed -nE "s/^$file:([0-9]+):.* (error|warning): .*/\1/p" err | head -1)
}

for dir in "$work"/*/; do
    cd "$dir" || exit 1
    name=$(basename "$dir")
    missing=
    for field in title cause repair before after; do
        [ -s $field ] || missing="$missing $field"
    done
    if [ -n "$missing" ]; then bad "$name" "the entry has no$missing"; continue; fi
    want=$(grep -n -e '-- here' before | head -1 | cut -d: -f1)
    try before
    if [ "$found" != "$name" ]; then bad "$name" "'before' gives '$found'"
    elif [ "$(cat kind)" = error ] && [ $status != 1 ]; then bad "$name" "exit status $status"
    elif [ -n "$line" ] && [ "$line" != "${want:-1}" ]; then bad "$name" "in line $line"
    else ok
    fi
    try after
    if [ $status != 0 ] || [ -n "$found" ]; then bad "$name" "'after': status $status, '$found'"
    else ok
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
