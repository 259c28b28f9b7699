#!/usr/bin/env bash
# The page of `mapnest explain --format=html` in a headless browser: terms are
# linked to the source and to the generated code, nothing is fetched, paper
# shows all. Ends with 'N passed, N failed'; skipped, with a line that says so,
# only where Debian's chromium cannot be installed.
set -u
cd "$(dirname "$0")/.."
if ! command -v chromium > /dev/null; then
    scripts/setup --page > build/chromium.log 2>&1 || {
        echo "0 passed, 0 failed, skipped: chromium cannot be installed here"
        exit 0
    }
    echo "page: installed chromium"
fi
work=$PWD/build/page
rm -rf "$work"
mkdir -p "$work"
passed=0 failed=0

t() {    # NAME COMMAND...
    local what=$1; shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $what"; fi
}
browser() {
    timeout 300 chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$work/profile" \
        "$@" 2> "$work/browser.log"
}
dom() { browser --dump-dom "file://$work/$1.html#$2" > "$work/dom"; }
# The element's text, of class hit, in a column.
hits() {
    tr '\n' ' ' < "$work/dom" | grep -oE "<article[^>]*id=\"column-$1\".*" | sed 's:</article>.*::' \
        | grep -oE "<span class=\"t hit\"[^>]*>[^<]*" | sed 's/.*>//'
}
has() { hits "$1" | grep -qF -- "$2"; }
shown() { grep -qF -- "$1" "$work/dom"; }
no() { ! "$@"; }

for name in matmul radix nests; do
    build/mapnest explain --format=html "golden/$name/$name.fut" -o "$work/$name.html"
    t "$name: nothing is fetched" no grep -qE '(src|href)="?[a-z]+:|@import|url\(' "$work/$name.html"
done

for name in matmul radix nests; do
    t "$name: no part of a template is left" no grep -q '}}' "$work/$name.html"
done
t "no section of near misses without any" no grep -q 'id="misses-title"' <(
    printf 'entry main (x: i32): i32 = x\n' > "$work/one.fut"
    build/mapnest explain --format=html "$work/one.fut" -o -)
build/mapnest rules --format=html -o "$work/rules.html"
t "the rules: a legend, a search" bash -c "grep -q 'How to read a law' '$work/rules.html' &&
    grep -q 'id=\"search\"' '$work/rules.html'"
grep -oE 'href="#program-[^"]*' "$work/rules.html" | cut -d'#' -f2 | sort -u > "$work/linked"
grep -oE '<details id="program-[^"]*' "$work/rules.html" | cut -d'"' -f2 | sort > "$work/there"
t "the rules: links to programs, which are there" [ "$(wc -l < "$work/linked")" -gt 30 ]
t "and no others" cmp "$work/linked" "$work/there"
t "a near miss has the program's words" grep -qE \
    '^<tr data-rule=[^>]*><th>[^/]*</a></th><td><code>[^<]+</code>' "$work/nests.html"

# The place of `reduce (+) 0 (map2 (*) xs ys)` in matmul.fut, line 12.
place=$(grep -nE '^  \{line: 12, column: 3,' "$work/matmul.html" | head -1 | cut -d: -f1)
first=$(grep -n '^const places = \[' "$work/matmul.html" | cut -d: -f1)
dom matmul "place-$((place - first - 1))"
t "a term is shown in the source" has source "reduce (+) 0 ("
t "and in core" has core "sum = "
t "and in flat core" has flatten "segred@thread ("
t "the tree of versions" shown "&amp;&amp; m &gt;= min_tiled_dim"
t "and in the generated code" has cuda "a + b"
t "the page says where it is" shown "<b>matmul.fut:12:3</b>"
t "and which rules were there" shown "reduce-is-redomap, reduce-map"
dom matmul rule-descend
t "a link to a rule opens it" grep -qE '<details class="rule" id="rule-descend" open=' "$work/dom"
dom nests steps
t "all steps are there" [ "$(grep -c 'class="step' "$work/dom")" = \
    "$(grep -cE '^[0-9][0-9.]* +[^ ]' golden/nests/nests.trace)" ]

for size in 1600,1200 500,1200; do
    browser --hide-scrollbars --window-size=$size --screenshot="$work/$size.png" \
        "file://$work/matmul.html" > /dev/null
    t "a picture, $size" [ -s "$work/$size.png" ]
done
browser --no-pdf-header-footer --print-to-pdf="$work/page.pdf" "file://$work/matmul.html" > /dev/null
t "printed" [ -s "$work/page.pdf" ]

# A small program, and one of more than a thousand steps, used as a reader would.
for i in $(seq 40); do
    cat << END
entry f$i [n] [m] (pss: [n][m]i32) (r: i64): ([n][m]i32, i32) =
  let qss = map (\ps -> let s = reduce (+) 0 (map (+ $i) ps) let t = scan (+) 0 (map (* s) ps)
                        in loop ws = t for _i < r do map (\w -> w + s + $i) (map (* 2) ws)) pss
  in (qss, reduce i32.max 0 (map (reduce (+) 0) qss))
entry g$i [n] (xs: [n]i32) (is: [n]i64): [n]i32 =
  let ys = map (+ $i) xs in map2 (\y i -> y + ys[i]) ys is
END
done > "$work/large.fut"
build/mapnest explain --format=html "$work/large.fut" -o "$work/large.html"
modules=$PWD/build/playwright
[ -d "$modules/node_modules/playwright-core" ] || npm install --prefix "$modules" --no-save \
    --loglevel=error --no-package-lock --no-audit --no-fund playwright-core@1.55.0 > /dev/null
used=$(node tests/page/try.mjs "$work/matmul.html" "$work/large.html" "$modules" 2>&1)
line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' <<< "$used") || line="0 passed, 1 failed"
grep -v -F -- "$line" <<< "$used"
passed=$((passed + $(cut -d' ' -f1 <<< "$line"))) failed=$((failed + $(cut -d' ' -f3 <<< "$line")))
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
