#!/usr/bin/env bash
# small-changes.sh - a small change of a program or a rule changes few lines of the CUDA: that of
# a constant those with the constant, that of a rule's name those that list rules; a function that
# nobody else calls, and an entry point at the end, only add lines. Names must not depend on
# counters that such changes move. Prints 'N passed, N failed'.
set -u
cd "$(dirname "$0")/.." || exit 2
mapnest=$PWD/build/mapnest work=build/small-changes
rm -rf "$work"
mkdir -p "$work/before" "$work/after"
passed=0 failed=0

# $1: what is tried; the other lines: those that had to stay and did not.
judge() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1 changes"
        head -10 <<< "$2"
    fi
}

before() { "$mapnest" -w -o "$work/before" "golden/$1/$1.fut"; }

# The program as it comes through stdin; further arguments: options.
after() {    # NAME OPTION...
    local name=$1; shift
    cat > "$work/after/$name.fut"
    "$mapnest" -w "$@" -o "$work/after" "$work/after/$name.fut" || echo "$name" > "$work/after/$name.cu"
}

both() { diff "$work/before/$1.cu" "$work/after/$1.cu"; }
# Where a line stands in the source is no part of the code.
without_places() { sed -E 's/\.fut:[0-9]+(:[0-9]+)?/.fut/g' "$1"; }
removed() {
    diff <(without_places "$work/before/$1.cu") <(without_places "$work/after/$1.cu") | grep '^<'
}

constant() {    # NAME OLD NEW: changed back, the CUDA is what it was
    before "$1"
    sed "/^--/!s/\b$2\b/$3/" "golden/$1/$1.fut" | after "$1"
    judge "$1: a constant" "$(sed "s/\b$3\b/$2/g" "$work/after/$1.cu" \
                              | diff "$work/before/$1.cu" -)$(both "$1" > /dev/null && echo none)"
}
constant radix 32 4712    # even, too: an odd number of rounds begins in the other array
constant stencil 5 4711
constant transposed 2 4711

rm -rf "$work/rules"
cp -r src/rules "$work/rules"
for rule in stage-plane rows-per-thread put-in-chain; do
    grep -rlE "(^|[^a-z-])$rule([^a-z-]|$)" "$work/rules" --include='*.rules' \
        | xargs sed -i -E "s/(^|[^a-z-])$rule([^a-z-]|$)/\1${rule}-x\2/g"
done
for name in stencil matmul filter; do
    before "$name"
    after "$name" --rules="$work/rules" < "golden/$name/$name.fut"
    judge "$name: a rule's name" \
          "$(both "$name" | grep '^[<>]' | grep -vE '^[<>] //( rules:|   )'
             grep -q -e '-x\b' "$work/after/$name.cu" || echo "$name: no rule has a new name")"
done

# Above all others: a function that nobody calls, and the functions of an entry at the end.
for name in $(ls golden); do
    before "$name"
    {
        awk '/^(def|entry|let)/ && !done++ {
                 print "def unrelated (z: i64): i64 = if z > 7 then z - 7 else z * 3\n" } { print }' \
            "golden/$name/$name.fut"
        echo
        echo "entry appended [q] (numbers: [q]i64): ([q]i64, i64) ="
        echo "  let others = map unrelated numbers in (scan (+) 0 others, reduce i64.max 0 others)"
    } | after "$name"
    judge "$name: an unrelated function" \
          "$(removed "$name")$(grep -q _appended "$work/after/$name.cu" || echo "$name: no entry")"
done
echo "$passed passed, $failed failed"
