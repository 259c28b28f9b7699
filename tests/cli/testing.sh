# `mapnest test` of many files: order, processes, reports.
for i in 1 2 3 4 5 6 7 8; do
    printf -- '-- ==\n-- input { %d } output { %d }\n\ndef main (x: i32): i32 = x + 1\n' \
        $i $((i == 5 ? 0 : i + 1)) > f$i.fut
done
printf 'def main (x: i32): i32 = y\n' > wrong.fut
printf -- '-- ==\n-- input {\n\ndef main (x: i32): i32 = x\n' > open.fut
printf -- '-- ==\n-- input { 0 } output { 0 }\n\ndef main (n: i32): i32 = loop i = n while i != 3 do (i * 7) %%%% 11\n' > loops.fut

run test -j1 f*.fut wrong.fut open.fut none.fut
cp .out one; cp .err one.err
run test -j4 f*.fut wrong.fut open.fut none.fut
t "test: what is printed does not depend on -j" all 'is 1' 'cmp -s one .out' 'cmp -s one.err .err' \
    'out "^f5.fut:2: main: FAILED"' 'out "^wrong.fut: FAILED: it does not compile"' \
    'out "^none.fut: FAILED: No such"' 'out "^7 passed, 4 failed, 0 skipped"'
run test -j0 f1.fut
t "-j0" all 'is 2'
run test -jx f1.fut
t "-jx" all 'is 2'

run test --junit=report.xml f*.fut wrong.fut
t "test --junit" all 'is 1' 'out "^7 passed, 2 failed"' '[ "$(python3 - <<END2
import xml.etree.ElementTree as E
root = E.parse("report.xml").getroot()
print(len(root), len(root.findall(".//testcase")), len(root.findall(".//failure")))
END2
)" = "9 9 2" ]'
run test --junit=f1.fut/x f1.fut
t "test --junit: no place for it" all 'is 1' 'err "f1.fut/x"' 'out "1 passed"'

timeout -s INT 2 "$mapnest" test -j2 f1.fut loops.fut f2.fut f3.fut > .out 2> .err
t "test: interrupted, the summary is there" all 'out "^interrupted: "' 'out "^[1-3] passed, 0 failed"'
"$mapnest" test -j2 f1.fut loops.fut f2.fut > .out 2> .err & parent=$!
sleep 1
kill -9 $(pgrep -P $parent)
wait $parent; status=$?
t "test: a process that ends ends no other" all 'is 3' 'out "^loops.fut: FAILED: testing it ended"' \
    'out "^2 passed, 0 failed, 0 skipped"'
run test --save=new/folder f1.fut
t "test --save makes the folder" all 'is 0' 'files new/folder "main.0.in main.0.out "'

# ---- bench, where there is no GPU: predicted --------------------------------------------------

cat > b.fut <<'EOF'
-- ==
-- "small" bench input { [1, 2, 3] } output { 6 }
-- "big" bench random input { [100000]i32 }
-- input { [1] } output { 1 }
-- bench input { [0] 1 } error: too many
-- input @ one.in output { 7 }

entry main [n] (xs: [n]i32): i32 = reduce (+) 0 xs
EOF
echo '[3, 4]' > one.in
run test b.fut
t "blocks: bench, a file's name ends at a blank" all 'out "^b.fut:5: main: FAILED"' \
    'out "^4 passed, 1 failed"'
cat > packed.fut <<'EOF'
-- ==
-- input @ one.in.gz output @ two.out.gz
-- input @ cut.in.gz output { 7 }
def main (xs: []i32) = map (+ 1) xs
EOF
gzip -c one.in > one.in.gz
echo '[4, 5]' | gzip -c > two.out.gz
head -c 12 one.in.gz > cut.in.gz
run test packed.fut
t "blocks: files that gzip packed" all 'out "^packed.fut:3: main: FAILED: .*cannot unpack"' \
    'out "^1 passed, 1 failed"'
run bench --card=h100 --json=new.json b.fut
t "bench: the marked sets" all 'is 0' quiet 'out "^predicted for the card h100, .*nothing is measured"' \
    'out "^b.fut: small +- +[0-9.]+ +-$"' '[ "$(grep -c "^b.fut: " .out)" = 2 ]' \
    '[ "$(jq -r ".[\"b.fut\"].datasets.big | .predicted_for, (.runtimes | length)" new.json | paste -sd" ")" = "h100 1" ]'
run bench --card=h100 --compare=new.json b.fut
t "bench --compare" all 'is 0' quiet 'out "before +ratio"' 'out "^b.fut: big .* 1\.000$"'
run bench --card=a100 --compare=new.json b.fut
t "bench: two cards are not compared" all 'is 1' 'err "predicted for h100; such times are not compared"'
cat > global.fut <<'EOF'
-- ==
-- bench random input { [300][16]f32 [8][16]f32 }
entry main [n][k][d] (ps: [n][d]f32) (cs: [k][d]f32): [n]f32 =
  map (\p -> loop s = 0 for i < k do f32.max s (f32.sum (map2 (*) p cs[i]))) ps
EOF
run bench --card=h100 global.fut
t "bench: a loop that computes on global memory alone has a time" all 'is 0' \
    'out "^global.fut: .300..16.f32 .8..16.f32 .* [1-9][0-9.]* +-$"'
run bench --card=nothing b.fut
t "bench: an unknown card" all 'is 1' 'err "no prediction for the card nothing"'
for old in '{}' '[]' 'no' '{"sets": 1}' '{"b.fut": {"datasets": {"a": {"runtimes": ["1"]}}}}'; do
    printf '%s' "$old" > old.json
    run bench --card=h100 --compare=old.json b.fut
    t "bench --compare: $old" all 'is 1' 'err "old.json: not what bench --json writes"'
done
printf '{"b.fut": {"datasets": {"big": "it failed", "none": {"runtimes": [3, 5]}}}}' > old.json
run bench --compare=old.json old.json
t "bench --compare: Futhark's layout, a set that failed; nothing is run" all 'is 0' quiet \
    'out "^b.fut: none +2 +4\.0 +[0-9.]+ +4\.0 +1\.000$"' '! out "big"'
run bench --compare=new.json old.json
t "bench --compare: measured beside predicted" all 'is 1' 'err "predicted for h100"'
cat > tags.fut <<'EOF'
-- ==
-- entry: main twice
-- tags { slow }
-- random input { [10]i32 }

-- ==
-- "ten" input { [1, 2, 3, 4] }
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] }
entry main [n] (xs: [n]i32): i32 = i32.sum xs
entry twice [n] (xs: [n]i32): [n]i32 = map (* 2) xs
EOF
run bench --json=all.json tags.fut
t "bench: sets without names" all 'is 0' quiet 'out "^tags.fut:twice: .10.i32 "' \
    'out "^tags.fut: #2 .*1, 2, 3, 4, 5, 6, .*[.][.][.]"' '[ "$(wc -l < .out)" = 6 ]'
run bench -e main --exclude=slow --exclude=ten -r 3 --timeout=100 tags.fut
t "bench -e --exclude" all 'is 0' quiet '[ "$(grep -c "^tags" .out)" = 1 ]' 'out "^tags.fut: #2"'
run bench -e nobody tags.fut
t "bench -e: no such entry point" all 'is 1' 'err "no data set of an entry point .nobody."'
cat > long.fut <<'EOF'
-- ==
-- input { 100000000i32 }
entry main (n: i32): [10]i32 = loop xs = replicate 10 0i32 for i < n do xs with [i % 10] = xs[i % 7] + i
EOF
run bench --timeout=1 long.fut
t "bench --timeout" all 'is 1' 'out "FAILED: .*1 seconds? are over"'
usage bench --runs=0 tags.fut
usage bench --timeout=never tags.fut
usage run --runs=2 tags.fut
run bench wrong.fut none.fut
t "bench: errors" all 'is 1' 'err "^wrong.fut:1:"' 'err "none.fut"'

# ---- tune, where there is no GPU: predicted ---------------------------------------------------
cat > tuned.fut <<'EOF'
-- ==
-- "few" random input { [3][40][50]i32 }
-- "many" random input { [20000][2][2]i32 }
entry main [k] [n] [m] (xsss: [k][n][m]i32): [k][n]i32 =
  map (map (\xs -> reduce i32.max 0 (scan (+) 0 xs))) xsss
EOF
run tune --versions=all --card=h200 --tune=MAX_THREAD_ROW=0 --tune=MAX_BLOCK_ROW=0 tuned.fut
t "tune" all 'is 0' quiet 'out "^predicted for the card h200.*not measured"' \
    'out "^main few .*THREAD_PER_ROW"' 'out " BLOCK_PER_ROW .* best  tuned$"' \
    'out " FLAT .*[0-9]  taken$"' 'out "^main many +THREAD_PER_ROW .* best  tuned$"' \
    'out "^over the best: [1-9][0-9]?\.[0-9]+ as taken, 1\.00 as tuned$"'
t "tune: the file" all 'grep -q "^# predicted for the card h200" tuned.tuning' \
    '[ "$(grep -c "^[A-Z_]*=[0-9]*$" tuned.tuning)" = 4 ]' '! grep -q "THREAD_ROW=0" tuned.tuning'
run --tuning=tuned.tuning -o - tuned.fut
t "tune: it is a tuning file" all 'is 0' quiet 'out "THREAD_ROW = [1-9]"'
echo '[[[1, 2], [3, 4]]]' > one.in
"$root/scripts/tune" --card=h200 -o - tuned.fut one.in > .out 2> .err
status=$?
t "tune: a file of values" all 'is 0' 'out "^# data set: one.in"' 'err "^over the best: .* 1.0[0-9] as tuned$"' \
    'out "^# Was [0-9]+; what serves as well: from 2 on\.$"'
run tune --card=nothing tuned.fut one.in
t "tune: no such card" all 'is 1' 'err "no prediction for the card nothing"' silent
echo "def main (x: i32): i32 = x" > plain.fut
run tune plain.fut
t "tune: no versions" all 'is 1' 'err "nothing to tune: it has no versions"' silent
run tune -e nothing tuned.fut one.in
t "tune: no such entry" all 'is 1' 'err "no entry point .nothing."'
echo '[1]' > two.in
run tune tuned.fut two.in
t "tune: other values" all 'is 1' 'err "two.in: .*expects input"'
run tune tuned.fut three.in
t "tune: no such file" all 'is 1' 'err "three.in: No such file"'
: > empty.in
run tune tuned.fut empty.in
t "tune: no values" all 'is 1' 'err "empty.in: .*expects input"' 'err "^got no input"' silent
echo '[[[1' > half.in
run tune tuned.fut half.in
t "tune: half a value" all 'is 1' 'err "error: half.in:2: expected"' silent
run tune "$work"
t "tune: a folder" all 'is 1' 'err "Is a directory"' silent
run tune tuned.fut tuned.fut
t "tune: a program for values" all 'is 1' 'err "tuned.fut:.* is no value"' silent
sed 's/^entry main/entry first/; s/^-- "few"/-- entry: first\n&/' tuned.fut > entries.fut
sed -n 's/^entry main/entry second/p; /^  map/p' tuned.fut >> entries.fut
run tune --card=h200 entries.fut one.in
t "tune: two entry points, none named" all 'is 1' 'err "no entry point .main."' silent
run tune --card=h200 -e second -o - entries.fut one.in
t "tune: two entry points, one named" all 'is 0' 'out "^# data set: one.in"'
# Several thresholds in one test, and a constant.
cp "$root/golden/matmul/matmul.fut" .
for n in 1 2 3 4 5 6 7 8 9 10; do
    printf '%s %s\n' "$(yes "[1f32, 2f32]" | head -$n | paste -sd, | sed 's/.*/[&]/')" \
        '[[1f32], [2f32]]' > "product.$n"
done
timeout 300 "$mapnest" tune --card=h200 -o - matmul.fut product.* > .out 2> .err
status=$?
t "tune: several thresholds in one test" all 'is 0' 'out "^MIN_TILED_SM_PERCENT=[0-9]*$"'

# ---- no option makes a program fail that compiles without it -----------------------------------
for option in --flatten=full --flatten=moderate --flatten=block --option=seq_factor=4; do
    run check -w $option "$root"/tests/programs/*.fut "$root"/golden/*/*.fut
    t "$option: all programs" all 'is 0' quiet
done
