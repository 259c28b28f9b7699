#!/usr/bin/env bash
# Programs are transpiled within 1 GB of memory and 10 seconds of a processor: those of
# tests/bounds, which once took far more, and each Nth of tests/programs (EVERY, 8 by default).
set -u
cd "$(dirname "$0")/.."
mapnest=$PWD/build/mapnest
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# Runs FILE within the bounds; it must succeed.
try() {    # FILE
    if (ulimit -v 1000000 -t 10; "$mapnest" -w "$1" -o "$work" > "$work/out" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1 (1 GB, 10 s)"
        head -3 "$work/out"
    fi
}

for file in tests/bounds/*.fut; do
    try "$file"
done
number=0
for file in tests/programs/*.fut; do
    number=$((number + 1))
    [ $((number % ${EVERY:-8})) != 0 ] || try "$file"
done

# One of many results.
awk 'BEGIN {
    for (i = 0; i < 300; i++) { types = types ", [n]i32"; maps = maps ", map (* " i + 2 ") xs" }
    print "entry main [n] (xs: [n]i32): (" substr(types, 3) ") = (" substr(maps, 3) ")"
}' > "$work/wide.fut"
try "$work/wide.fut"

# A reduction of records of many fields.
awk 'BEGIN {
    for (i = 0; i < 100; i++) {
        types = types ", f" i ": f32"; zeros = zeros ", f" i " = 0"
        made = made ", f" i " = x * " i; sums = sums ", f" i " = a.f" i " + b.f" i
    }
    print "type t = {" substr(types, 3) "}"
    print "entry main [n] (xs: [n]f32): t ="
    print "  reduce (\\(a: t) (b: t) -> {" substr(sums, 3) "}) {" substr(zeros, 3) "}"
    print "         (map (\\x -> {" substr(made, 3) "}) xs)"
}' > "$work/record.fut"
try "$work/record.fut"

# A program as deep as any may be, on a small stack.
awk 'BEGIN {
    print "entry main (n: i64): i64 ="
    for (i = 0; i < 1000; i++) print "loop x" i " = " (i ? "x" i - 1 : "n") " for i" i " < 1 do"
    print "x999 + 1"
}' > "$work/deep.fut"
ulimit -s 256
try "$work/deep.fut"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
