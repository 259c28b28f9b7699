# shellcheck shell=bash
# mapnest explain: costs, formats, options.

cat > nested.fut <<'END'
def main [n][m] (xss: [n][m]f32): [n]f32 = map (\xs -> reduce (+) 0 xs) xss
END
run explain --cost nested.fut
t "--cost" all 'is 0' quiet 'out "as written +work O\(m\*n\), depth O\(log m\), bytes 4\*m\*n$"' \
    'out "after promote +work O\(m\*n\), depth O\(log m\), bytes 4\*m\*n$"' \
    'out "^ +m  the length of the rows of xss$"'
echo 'def main [n] (xs: [n]f32): f32 = reduce (+) 0 xs' > sum.fut
run explain --cost sum.fut
t "--cost: workers and their shares" all 'is 0' quiet \
    'out "after promote +work O\(n\), depth O\(n/w \+ log w\), bytes 4\*n$"' \
    'out "^segred-is-redomap +promote.rules +"' 'out "^ +w  workers: how many share n elements"'
run explain --cost --flatten=moderate nested.fut
t "--cost names the rule" all 'is 0' 'out "^stop +flatten.rules +"' \
    'out "depth O\(log m\) => O\(m\)"'
cat > product.fut <<'END'
def main [n][k][m] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  map (\as -> map (\bs -> reduce (+) 0 (map2 (*) as bs)) (transpose b)) a
END
run explain --cost --flatten=full product.fut
t "--cost: tiles are read once for a block" all 'is 0' 'out "after fuse .* bytes 8\*k\*m\*n$"' \
    'out "tiled .* bytes k\*m\*n/16$"'
sed 's/f32/f64/g' product.fut > doubles.fut
run explain --flatten=full doubles.fut
t "tiles of doubles are half as deep, and fetched ahead" all 'is 0' 'out "^ +steps_?[0-9]* = up_?[0-9]* / 8i64"' \
    'out "^[0-9]+ +fetch-ahead"'
run explain --flatten=full --option=step_bytes=256 doubles.fut
t "where two tiles do not fit, that is told" all 'is 0' \
    '[ "$(grep -cE "^[0-9]+ +fetch-ahead" .out)" = 2 ]' \
    'out "refused fetch-ahead .* two-fit \(two of each tile are 65536 bytes, a block has 47104\)"'
run explain --cost --flatten=full --locality=block product.fut
t "--cost: smaller tiles" all 'is 0' 'out "tiled .* bytes k\*m\*n/2$"'
cat > rounds.fut <<'END'
def main [n][m] (xss: [n][m]i32) (k: i64): [n][m]i32 =
  map (\xs -> loop ys = xs for _i < k do let s = reduce (+) 0 ys in map (+ s) ys) xss
END
run explain --cost rounds.fut
t "--cost: a block reads what its loop begins with once" all 'is 0' \
    'out "thread_per_row .* bytes 12\*k\*m\*n$"' 'out "block_per_row .* bytes 8\*m\*n$"' 'out "flat .* bytes 12\*k\*m\*n$"'
run explain --versions=all rounds.fut
t "the tree of versions" all 'is 0' 'out "^== versions: main ==$"' 'out "^if m <= max_thread_row && n >= min_thread_rows$"' \
    'out "^    if shared_fits \(8i64 \* m\) 232448i64 && m >= min_block_row && m <= max_block_row$"' 'out "^        flat: one kernel"' \
    'out "^with max_thread_row = [0-9]+, min_thread_rows = [0-9]+, min_block_row = [0-9]+, max_block_row = [0-9]+$"'
printf 'def main [n][m] (xss: [n][m]i32) = map (\\xs -> let s = i32.sum xs in s * s) xss' > square.fut
run explain --versions=all square.fut
t "a block for one reduction and what is done with it" all 'is 0' 'out "^        block_per_row: one block for each <xs in xss>$"'
run explain square.fut
t "versions that are left out" all 'is 0' '! out "block_per_row:"' \
    'out "^block_per_row is left out: without it the nest takes at most [0-9.]+ times as long, as predicted for n = [0-9]+, m = [0-9]+$"'
run explain --versions=one square.fut
t "one version" all 'is 0' 'out "^thread_per_row is left out"' '! out "^if "'
cat > twice.fut <<'END'
def main [n][m] (xss: [n][m]f64) (yss: [m][n]f64): ([n]f64, [m]f64) =
  let sums = map (\xs -> f64.sum (map (* f64.maximum xs) xs)) xss
  in (sums, map (\ys -> f64.sum (map (* f64.maximum ys) ys)) yss)
END
run explain --option=max_versions=4 twice.fut
t "which nests have fewer versions is told" all 'is 0' 'err "^twice.fut:3:13: warning: .*Wversions"' \
    'out "^At most 4 versions are written \(max_versions\). The nest of line 3 has fewer"'
run --option=max_versions=4 -o - twice.fut
t "in the file, too" out "^// At most 4 versions .* line 3 has fewer"
run --option=max_versions=5 -o - twice.fut
t "none has" all 'is 0' quiet '! out "At most"'
run explain --format=latex rounds.fut
t "the tree of versions in TeX" all 'is 0' quiet 'out "Versions of main"' 'out "max._thread._row"'
run explain --format=slides rounds.fut
t "the tree of versions on a slide" all 'is 0' quiet 'out "^.slide.Versions of main"'
run explain --cost --format=latex sum.fut
t "--cost --format=latex" all 'is 0' quiet 'out "n/w \+ log w"' 'out "documentclass"'
run explain --cost --format=html sum.fut
t "--cost --format=html" all 'is 0' quiet 'out "<td>O.n/w . log w.</td><td>4.n</td>"'
run explain --cost --format=slides sum.fut
t "--cost: there are no slides of it" all 'is 2' 'err "text, html or latex"'
run explain --rule=reduce-is-redomap --format=latex sum.fut
t "--rule with --format=latex" all 'is 0' quiet 'out "law.1..reduce-..is-..redomap"' '! out descend'
run explain --format=html nested.fut -o nested.html
t "--format=html -o" all 'is 0' silent 'grep -q "<h1>nested.fut</h1>" nested.html' \
    '! grep -qE "https?://|src=" nested.html' 'grep -q "id=.column-cuda" nested.html'
mkdir -p own/explain
printf '{{file}} {{#columns}}{{title}} {{/columns}}{{nothing}}' > own/explain/page.html.mustache
run explain --format=html --templates=own nested.fut
t "--templates: a key that is not there" all 'is 1' silent 'err "nothing"'
printf '{{file}}: {{#columns}}{{title}} {{/columns}}' > own/explain/page.html.mustache
run explain --format=html --templates=own nested.fut
t "--templates: a page of one's own" all 'is 0' 'out "^nested.fut: source core .*simplify fuse ranks flatten .*cuda $"'
run explain nested.fut --only=no-such-rule
t "--only: no such rule" all 'is 2' 'err "no such rule"'
run explain nested.fut --only=reduce-is-redomap
t "--only: no other rule fires" all 'is 0' 'out "reduce-is-redomap \(fuse.rules"' '! out descend'
cat > deeper.rules <<'END'
set fuse "Each share is reduced in shares."
given [n] (xs: [n]f32)
lemma deeper
  "A share is shared out."
  from "here"
  reduce[?n] ?op ?ne ?xs
    =>  reduce ?op ?ne (map (\?c -> reduce ?op ?ne ?c) (split (workers ?n) ?xs))
  when commutes ?op
  yes reduce (+) 0f32 xs
      gives let xss = split (workers n) xs
            let s = map (\(c: [..]f32) -> reduce (+) 0f32 c) xss
            in reduce (+) 0f32 s
END
run explain sum.fut --rules=deeper.rules --only=deeper
t "a rule that fires in what it made, without an end" all 'is 1' silent \
    'err "deeper.rules:3:7: error: rule deeper does not end: [0-9]+ steps, each in what"'
sed 's/commutes ?op/commutes ?ne/' deeper.rules > other.rules
run explain sum.fut --rules=other.rules --only=deeper
t "a condition asked of what is no operator" all 'is 0' '! out "^1 +deeper"'
# What `rules NAME` says of golden/ is what the traces there say.
fires() { "$root/scripts/fires" | awk -v rule="$1" '$1 == rule { printf "%s (%d), ", $3, $2 }'; }
run rules reduce-map
t "rules NAME: conditions" all 'is 0' 'out "^--   reads +F has"'
t "rules NAME: where it fires" [ "$(sed -n 's/^-- .*fires in golden.: //p' .out), " = "$(fires reduce-map)" ]

# Whatever is accepted is explained, in each form.
t "every test program is explained as a page" all \
    'for f in "$root"/tests/programs/*.fut; do "$mapnest" explain --format=html "$f" > page.html 2> .err \
         && grep -q "</html>" page.html || { echo "$f" >&2; false; break; }; done'
t "and in TeX" all \
    'for f in "$root"/tests/programs/*.fut; do "$mapnest" explain --format=latex "$f" > page.tex 2> .err \
         && grep -q "end{document}" page.tex || { echo "$f" >&2; false; break; }; done'

# A function that calls itself on the host, with versions in it.
cp "$root/tests/programs/recursive_arrays.fut" calls.fut
run explain --format=html -o calls.html calls.fut
t "explain: a function that calls itself" all 'is 0' '[ -s calls.html ]'

# Of a step that has parts the blocks are in these; what an earlier step shows is not told again.
run explain "$root/golden/quicksort/quicksort.fut"
t "explain: a step with parts is an outline" all 'is 0' 'out "chosen_[0-9]* = if either_[0-9]* then xs_[0-9]* else \{ \.\. \}$"' \
    'out "^            \.\.$"' '[ "$(grep -c " more_[0-9]* = scatomap " .out)" -le 4 ]'
cat > weight.fut <<'END'
type body = { pos: f32, mass: f32, speed: f32 }
def pull (a: body) (b: body): f32 = b.mass * (b.pos - a.pos) / (f32.abs (b.pos - a.pos) + 1)
def main [n] (bodies: [n]body): [n]f32 = map (\a -> f32.sum (map (pull a) bodies) + pull a a) bodies
END
run explain weight.fut
t "what a function does not read it is not given" all 'is 0' 'out "^[0-9]+ +unread \(built in\)"' \
    'out "^ +pull a_mass a_pos a_speed "' 'out "^ +=> pull a_pos [a-z_0-9]+ [a-z_0-9]+$"'
run -o - weight.fut
t "nor is it read" all 'is 0' '! out "speed\["'
