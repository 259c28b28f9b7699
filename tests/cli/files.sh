# Where output goes: full disks, closed streams, links, standard input.
printf 'def main (xs: []i32): []i32 = map (+ 1) (map (* 2) xs)\n' > one.fut
full() { "$mapnest" "$@" > /dev/full 2> .err; status=$?; }
shut() { "$mapnest" "$@" >&- 2> .err; status=$?; }
for arguments in '-o - one.fut' --help rules 'explain one.fut'; do
    full $arguments
    t "a full disk: $arguments" all 'is 1' 'err "^mapnest: error: standard output: No space"'
    shut $arguments
    t "standard output is closed: $arguments" all 'is 1' 'err "^mapnest: error: standard output: "'
done
mkdir place
: > place/kept.cu
ln -s place/kept.cu one.cu
run one.fut
t "a link stays a link" all 'is 0' '[ -L one.cu ]' 'grep -q include place/kept.cu' \
    'files place "kept.cu "'
run -o one.fut/in one.fut
t "no folder can be made" all 'is 1' 'err "one.fut/in/one.cu: Not a directory"'
: > .out > .err
said=$( (ulimit -f 0; "$mapnest" -o place one.fut 2>&1); echo $?)
t "a file that may not grow" all 'files place "kept.cu "' 'grep -q "File too large" <<< "$said"'
mkdir 'two words {}%d'
run -o 'two words {}%d' --harness one.fut
t "a folder with blanks" files 'two words {}%d' 'one.cu one.h one_main.cu '

feed 'def main (x: i32): i32 = x + 1' -o - -
t "a program from standard input" all 'is 0' 'out "^cudaError_t stdin_main"'
feed 'def main (x: i32): i32 = x + 1' --ranks -o - -
t "and what a rank does of it" all 'is 0' 'out "^cudaError_t stdin_main_ranks"'
feed 'def main (x: i32): i32 = y' -o - -
t "an error in it" all 'is 1' 'err "^<stdin>:1:26: error: "'
usage -
usage --only=nobody one.fut
usage explain --rule=nobody one.fut
usage -Q one.fut
t "the program's name is mapnest" err "^mapnest: there is no option -Q"
run run one.fut
t "no values" all 'is 1' 'err "expects input"'

# On a terminal the first end of the file is the end.
mkfifo keys
timeout 20 script -qec "'$mapnest' run one.fut -e main" .typed < keys > .out 2> .err &
exec 9> keys
printf '[1, 2]\n\004' >&9
wait $!
status=$?
exec 9>&-
t "values that are typed" all 'is 0' 'out "3i32, 5i32"'

# The files of --on=cpu go, however it ends.
mkdir temporary
printf 'def main (n: i64): i64 = loop i = n while i != 3 do (i * 7) %%%% 11\n' > loops.fut
TMPDIR=$PWD/temporary run run --on=cpu loops.fut
t "no values: nothing is left behind" all 'is 1' 'files temporary ""'
echo 0i64 | TMPDIR=$PWD/temporary timeout -s INT 3 "$mapnest" run --on=cpu loops.fut
t "interrupted: nothing is left behind" files temporary ''
: > .out
"$mapnest" run one.fut <&- 2> .err; status=$?
t "standard input is closed" all 'is 1' 'err "^mapnest: error: standard input: Bad file"'
"$mapnest" run one.fut < / 2> .err; status=$?
t "standard input is a folder" all 'is 1' 'err "^mapnest: error: standard input: Is a dir"'
(exec 2>&-; exec "$mapnest" -o place one.fut)
t "messages go into no other file" files place 'kept.cu one.cu one.h '

# The values after each pass are those of core.
printf '%s\n' '-- ==' '-- input { 1 2 } output { 3 }' 'def main (x: i32) (y: i32) = x ^ y' > sum.fut
cat > wrong.rules <<'END'
set simplify "Wrong."

given (a: i32) (b: i32)

lemma forget "The right operand is forgotten." from "nobody"
  ?x ^ ?y  =>  ?x
  yes a ^ b  gives a

END
run test --on=passes sum.fut
t "all passes give the same" all 'is 0' 'out_is "1 passed, 0 failed, 0 skipped"'
run test --on=passes --rules=wrong.rules sum.fut
t "a pass that changes a value is named" all 'is 1' 'out "after simplify: result 0"'
echo '1 2' > values
"$mapnest" run --on=passes --rules=wrong.rules sum.fut < values > .out 2> .err; status=$?
t "run says it, too" all 'is 1' silent 'err "after simplify: result 0"'

# --comments says how much is told of each kernel. The first line of a file always stays.
run -o - one.fut
t "comments: short" all 'is 0' 'out "^// rules: "' '! out "^//   seg"'
run --comments=core -o - one.fut
t "comments: core" all 'is 0' 'out "^// rules: "' 'out "^//   seg"'
run --comments=none --harness -o none one.fut
t "comments: none" all 'is 0' '[ "$(grep -c // none/one.cu)" = 1 ]' \
    '[ "$(grep -c "//" none/one_main.cu)" = 1 ]' 'grep -q "^/\*" none/one.h'
usage --comments=all one.fut
