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
