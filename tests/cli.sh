#!/usr/bin/env bash
# The command line: options, files, messages, exit statuses. Ends with 'N passed, N failed'.
#   tests/cli.sh            MAPNEST=build/mapnest names another compiler
#   tests/cli.sh depend     only tests/cli/depend.sh
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
mapnest=${MAPNEST:-$root/build/mapnest}
[ -x "$mapnest" ] || { echo "$mapnest is missing: make first"; echo "0 passed, 1 failed"; exit 1; }
passed=0 failed=0
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
unset NO_COLOR MAPNEST_CPU
status=0

# Runs the compiler; what it says is in ./.out and ./.err, how it ended in $status.
run() { "$mapnest" "$@" > .out 2> .err < /dev/null; status=$?; }

# The same, with the first argument as standard input.
feed() { local text=$1; shift; printf '%s' "$text" | "$mapnest" "$@" > .out 2> .err; status=$?; }

# One test: a name, and a command that must succeed.
t() {
    local what=$1; shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what (status $status)"
        head -5 .out .err | cut -c1-300
    fi
}

is() { [ "$status" = "$1" ]; }                         # the exit status
out() { grep -qE -- "$1" .out; }                       # standard output has a line like this
err() { grep -qE -- "$1" .err; }
out_is() { [ "$(cat .out)" = "$1" ]; }
quiet() { [ ! -s .err ]; }
silent() { [ ! -s .out ]; }
files() { [ "$(ls -A "$1" | tr '\n' ' ')" = "$2" ]; }  # all that is in a folder
all() { local c; for c; do eval "$c" || return 1; done; }

cat > dot.fut <<'END'
-- ==
-- input { [1, 2, 3] [4, 5, 6] }
-- output { 32 }
-- input { empty([0]i32) empty([0]i32) }
-- output { 0 }

def main [n] (xs: [n]i32) (ys: [n]i32): i32 = reduce (+) 0 (map2 (*) xs ys)

entry scaled [n] (k: i32) (xs: [n]i32): [n]i32 = map (* k) xs
END
printf 'def main (x: i32): i32 =\n  x + true\n' > bad.fut
printf 'def main (x: i32): i32 =\n  let y = in y\n' > syntax.fut
printf 'def main (x: i32): i32 =\n\tx + nobody\n' > scope.fut

usage() {    # ARGUMENTS: status 2, one hint, nothing on standard output
    run "$@"
    t "usage: mapnest $*" all 'is 2' silent '[ "$(grep -c "^Try .mapnest --help" .err)" = 1 ]'
}

# The tests in tests/cli/SUBJECT.sh, in a folder of their own.
subject() {
    mkdir "$work/$1.sh" && cd "$work/$1.sh" || exit 1
    . "$root/tests/cli/$1.sh"
    cd "$work" || exit 1
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit
}

if [ $# -gt 0 ]; then
    for name; do subject "$name"; done
    finish
fi

# ---- help and usage ------------------------------------------------------------------

run --help
t "--help" all 'is 0' quiet 'out "^Usage: mapnest FILE"'
run --version
t "--version" all 'is 0' quiet 'out "^mapnest [0-9]"'
run --help dot.fut
t "--help with a file writes nothing" all 'is 0' '[ ! -e dot.cu ]'

usage
usage --no-such-option dot.fut
usage --output
usage --flatten=none dot.fut
usage --stop-after=nothing dot.fut
usage --dump=nothing dot.fut
usage --from=c dot.fut
usage --on=moon run dot.fut
usage --tolerance=much test dot.fut
usage --tolerance=-1 test dot.fut
usage --color=blue dot.fut
usage --diagnostics-format=xml dot.fut
usage dot.fut bad.fut
usage dot.txt
usage run
usage run dot.fut bad.fut
usage test
usage explain
usage explain dot.fut bad.fut
usage rules map-map reduce-map
usage check-rules one two
usage render
usage render one
t "usage errors write nothing" [ ! -e dot.cu ]

# ---- errors in the input -------------------------------------------------------------

mkdir o
refused() {    # NAME FILE POSITION
    run -o o "$2"
    t "$1" all 'is 1' silent "err '^$2:$3: error: '" "err '^ *[0-9]+ \\| '" \
        "err '^ *\\|\s+\\^~*\$'" 'files o ""'
}
refused "type error" bad.fut '2:[0-9]+'
refused "syntax error" syntax.fut '2:11'
refused "unknown name" scope.fut '2:6'
t "a tab in the line is kept before the caret" grep -q "$(printf '| \t    ^')" .err
cat > used.fut <<'END'
entry main [n] (xs: *[n]i32): i32 =
  let ys = xs with [0] = 1
  in xs[0] + ys[0]
END
run -o o used.fut
t "use after consumption names both places" all 'is 1' 'err "^used.fut:3:6: error:"' \
    'err "^used.fut:2:"'
run bad.fut
t "no file beside the source either" all 'is 1' '[ ! -e bad.cu ]' '[ ! -e bad.h ]'
: > empty.fut
run -o o empty.fut
t "an empty file" all '[ $status = 0 ] || err "error:"' '[ $status = 1 ] || [ -e o/empty.cu ]'
rm -f o/*
printf 'def main (x: i32): i32 = x\0 + 1\n' > nul.fut
run -o o nul.fut
t "a NUL" all 'is 1' 'err "^nul.fut:1:[0-9]+: error:"' 'files o ""'
run -o o none.fut
t "missing file" all 'is 1' silent 'err "error: none.fut: No such file"' 'files o ""'
mkdir folder.fut
run -o o folder.fut
t "a folder as the file" all 'is 1' silent 'err "error: folder.fut: "' 'files o ""'
run -o new/deep dot.fut
t "output folders are made" all 'is 0' silent quiet 'files new/deep "dot.cu dot.h "'
run -o other bad.fut
t "no folder after an error" all 'is 1' '[ ! -e other ]'
run -o dot.fut dot.fut
t "output folder is a file" all 'is 1' silent 'err "error: dot.fut/"'
if [ "$(id -u)" != 0 ]; then
    mkdir closed
    chmod a-w closed
    run -o closed dot.fut
    t "output folder is not writable" all 'is 1' 'err "error: closed/"' 'files closed ""'
    cp dot.fut secret.fut
    chmod a-r secret.fut
    run -o o secret.fut
    t "unreadable file" all 'is 1' 'err "error: secret.fut: "'
fi
mkdir o/dot.cu
run -o o dot.fut
t "a folder stands where the file should" all 'is 1' 'err "error: o/dot.cu"'
t "no file under a temporary name stays behind" eval '! ls -A o | grep -v "^dot\.\(cu\|h\)$"'
rm -rf o/*
run --color=always bad.fut
t "--color=always" all 'is 1' "grep -q $'\\033\\[' .err"
run --color=never bad.fut
t "--color=never" all 'is 1' "! grep -q $'\\033' .err"
run bad.fut
t "no color into a file" all 'is 1' "! grep -q $'\\033' .err"
run --diagnostics-format=json bad.fut
t "messages as JSON" all 'is 1' '! err "^ *2 \|"' 'err "\"file\": *\"bad.fut\""' \
    'err "\"line\": *2"'

# ---- what is written -----------------------------------------------------------------

run dot.fut
t "files beside the source" all 'is 0' quiet silent '[ -s dot.cu ]' '[ -s dot.h ]' \
    '[ ! -e dot_main.cu ]'
run -o o dot.fut
t "-o DIR" all 'is 0' 'files o "dot.cu dot.h "' 'cmp dot.cu o/dot.cu' 'cmp dot.h o/dot.h'
run --harness --output=o dot.fut
t "--harness" all 'is 0' 'files o "dot.cu dot.h dot_main.cu "'
touch -d '2001-01-01' o/*
run --harness -o o dot.fut
t "equal files are left untouched" all 'is 0' '[ -z "$(find o -newermt 2001-01-02 -type f)" ]'
cp o/dot.cu before.cu
cp dot.fut was.fut
printf 'entry more (x: i32): i32 = x +\n' >> dot.fut
run --harness -o o dot.fut
t "files stay as they are on an error" all 'is 1' 'cmp before.cu o/dot.cu' \
    '[ -z "$(find o -newermt 2001-01-02 -type f)" ]'
printf '  1\n' >> dot.fut
run --harness -o o dot.fut
t "changed files are written" all 'is 0' '! cmp -s before.cu o/dot.cu' \
    'files o "dot.cu dot.h dot_main.cu "'
mv was.fut dot.fut
rm -rf o/* dot.cu dot.h
run -o - dot.fut
t "-o - prints the .cu" all 'is 0' quiet 'out "__global__"' '[ ! -e dot.cu ]' '[ ! -e ./-.cu ]'
cp .out dot.printed
run -o o dot.fut
t "-o - prints what is written" cmp -s o/dot.cu dot.printed
feed "$(cat dot.fut)" -o - -
t "the source from standard input" all 'is 0' 'out "__global__"'
run -o - --flatten=moderate dot.fut
t "--flatten=moderate" all 'is 0' 'out "__global__"'
run -o - --unsafe dot.fut
t "--unsafe" all 'is 0' 'out "__global__"'
t "no path and no date in the output" eval '! grep -qF "$work" dot.printed'

# ---- passes and core text ------------------------------------------------------------

for pass in core simplify fuse flatten; do
    run --stop-after=$pass -o - dot.fut
    t "--stop-after=$pass" all 'is 0' quiet 'out "reduce|redomap|segred"' '! out "__global__"'
    cp .out $pass.core
    run --from=core --stop-after=core -o - $pass.core
    t "after $pass: reads back as itself" all 'is 0' "cmp -s $pass.core .out"
done
run --stop-after=check -o - dot.fut
t "--stop-after=check" all 'is 0' silent quiet
run --stop-after=plan -o - dot.fut
t "--stop-after=plan" all 'is 0' 'out "{"'
run --stop-after=core dot.fut
t "--stop-after writes no files" all 'is 0' '[ ! -e dot.cu ]'
run --from=core -o - core.core
t "--from=core: all the way" all 'is 0' 'out "__global__"'
printf 'this is no core text\n' > wrong.core
run --from=core --stop-after=core -o - wrong.core
t "wrong core text" all 'is 1' 'err "^wrong.core:1:[0-9]+: error:"'
run --dump=core -o - dot.fut
t "--dump" all 'is 0' 'err "after core"' 'err "reduce"' 'cmp -s .out dot.printed'

# ---- the same bytes everywhere -------------------------------------------------------

same() {    # NAME COMMAND...: prints dot.printed
    local name=$1; shift
    "$@" > .out 2> .err
    status=$?
    t "same bytes: $name" all 'is 0' 'cmp -s .out dot.printed'
}
same "again" "$mapnest" -o - dot.fut
for locale in C C.UTF-8 $(locale -a 2> /dev/null | grep -vE '^(C|POSIX|C\..*)$' | head -3); do
    same "LC_ALL=$locale" env LC_ALL="$locale" "$mapnest" -o - dot.fut
done
same "empty environment" env -i "$mapnest" -o - dot.fut
same "absolute path" "$mapnest" -o - "$work/dot.fut"
mkdir -p far/away/from/here
cp dot.fut far/away/from/here/
same "deeper path" "$mapnest" -o - far/away/from/here/dot.fut
same "another working directory" sh -c 'cd / && exec "$0" -o - "$1"' "$mapnest" "$work/dot.fut"
same "through ." "$mapnest" -o - ./far/../dot.fut

# ---- names with odd characters -------------------------------------------------------

for name in 'a b' "it's" 'a"b' '2d' 'x.y' 'für' 'a-b' 'class' 'main' \
        'percent%s' 'dollar$x' 'back\n'; do
    cp dot.fut "$name.fut"
    run -o o -- "$name.fut"
    written=o/${name//[\"\'%\$\\]/_}    # without what a shell or C takes for its own
    t "a file named $name" all 'is 0' '[ -s "$written.cu" ]' '[ -s "$written.h" ]'
done
cp dot.fut ./-dash.fut
run -o o -- -dash.fut
t "a file named -dash" all 'is 0' '[ -s o/-dash.cu ]'
cp dot.fut .fut
run -o o .fut
t "a file named .fut" all '[ $status -le 2 ]'
printf 'def main (x: i32): i32 =\n  x + true\n' > "b d.fut"
run "b d.fut"
t "a name with a space in a message" all 'is 1' 'err "^b d.fut:2:"'

# ---- run -----------------------------------------------------------------------------

feed '[1, 2, 3] [4, 5, 6]' run dot.fut
t "run" all 'is 0' quiet 'out_is 32i32'
feed '[1i32,2i32,3i32][4,5,6] -- with a comment' run dot.fut
t "run: suffixes, no spaces, a comment" all 'is 0' 'out_is 32i32'
feed 'empty([0]i32) empty([0]i32)' run dot.fut
t "run: empty arrays" all 'is 0' 'out_is 0i32'
feed '3 [1, 2]' run dot.fut -e scaled
t "run -e" all 'is 0' 'out_is "[3i32, 6i32]"'
feed '3 [1, 2]' run --entry-point=scaled dot.fut
t "run --entry-point" all 'is 0' 'out_is "[3i32, 6i32]"'
feed '3 empty([0]i32)' run -e scaled dot.fut
t "run: an empty result" all 'is 0' 'out_is "empty([0]i32)"'
# Futhark's binary format: b, version 2, rank, type, sizes, data
printf 'b\2\1 i32\2\0\0\0\0\0\0\0\1\0\0\0\2\0\0\0' > two.bin
printf 'b\2\1 i32\2\0\0\0\0\0\0\0\3\0\0\0\4\0\0\0' >> two.bin
"$mapnest" run dot.fut < two.bin > .out 2> .err
status=$?
t "run: binary input" all 'is 0' 'out_is 11i32'
feed '3 [1, 2]' run -b -e scaled dot.fut
printf 'b\2\1 i32\2\0\0\0\0\0\0\0\3\0\0\0\6\0\0\0' > want.bin
t "run -b" all 'is 0' 'cmp -s want.bin .out'
head -c 20 two.bin > cut.bin
"$mapnest" run dot.fut < cut.bin > .out 2> .err
status=$?
t "run: binary input that ends early" all 'is 1' silent 'err "error:"'

input_error() {    # NAME INPUT
    feed "$2" run dot.fut
    t "run: $1" all 'is 1' silent 'err "error:"'
}
input_error "no input" ''
input_error "too few values" '[1, 2]'
input_error "too many values" '[1] [2] [3]'
input_error "wrong type" '[1.5] [2.5]'
input_error "wrong rank" '[[1]] [[2]]'
input_error "sizes that differ" '[1, 2] [1, 2, 3]'
input_error "no values at all" 'hello world'
input_error "irregular rows" '[[1, 2], [3]] [1]'
input_error "unclosed" '[1, 2'
input_error "a number out of range" '[99999999999999] [1]'
input_error "an empty literal" '[] []'
feed '1' run -e nobody dot.fut
t "run: no such entry" all 'is 1' 'err "nobody"' 'err "scaled"'
feed '1' run none.fut
t "run: missing file" all 'is 1' 'err "none.fut"'
feed '1' run bad.fut
t "run: a program with errors" all 'is 1' 'err "^bad.fut:2:[0-9]+: error:"'
printf 'def main (xs: []i32) (i: i64): i32 =\n  xs[i] + 1\n' > index.fut
feed '[1, 2] 5i64' run index.fut
t "run: an index out of bounds has its place" all 'is 1' silent 'err "^index.fut:2:3: error:"'
cp dot.fut run
feed '[1] [2]' run run
t "run: a file without .fut is a usage or input error, or runs" all '[ $status -le 2 ]'

# ---- test ----------------------------------------------------------------------------

run test dot.fut
t "test" all 'is 0' 'out "^2 passed, 0 failed"'
sed 's/output { 32 }/output { 33 }/' dot.fut > wrong.fut
run test wrong.fut
t "test: a wrong value" all 'is 1' 'out "^1 passed, 1 failed"'
run test dot.fut wrong.fut
t "test: several files" all 'is 1' 'out "^3 passed, 1 failed"'
run test dot.fut bad.fut
t "test: a program with errors fails, the others are tested" all 'is 1' \
    'out "^2 passed, [1-9][0-9]* failed"'
run test dot.fut none.fut
t "test: a missing file" all 'is 1' 'cat .out .err | grep -q none.fut'
printf -- '-- ==\n-- input { 1.0f64 }\n-- output { 1.01f64 }\n' > close.fut
printf 'def main (x: f64): f64 = x\n' >> close.fut
run test close.fut
t "test: not close enough" is 1
run test --tolerance=0.1 close.fut
t "test --tolerance" is 0
printf -- '-- ==\n-- input { 1 0 }\n-- error: zero\n' > zero.fut
printf 'def main (x: i32) (y: i32): i32 = x / y\n' >> zero.fut
run test zero.fut
t "test: an expected error" all 'is 0' 'out "^1 passed, 0 failed"'
printf -- '-- ==\n-- error: .\ndef main (x: i32): i32 = x + true\n' > never.fut
run test never.fut
t "test: an expected error of the checker" all 'is 0' 'out "^1 passed, 0 failed"'
run test --on=cpu dot.fut
t "test --on=cpu" all 'is 0' 'out "^2 passed, 0 failed"'
feed '[1, 2, 3] [4, 5, 6]' run --on=cpu dot.fut
t "run --on=cpu" all 'is 0' 'out_is 32i32'
feed '[1, 2] 5i64' run --on=cpu index.fut
t "run --on=cpu: out of bounds" all 'is 1' silent 'err "index.fut:2:3"'
cp dot.fut "2 odd name's.fut"
feed '[1, 2, 3] [4, 5, 6]' run --on=cpu "2 odd name's.fut"
t "run --on=cpu: an odd name" all 'is 0' 'out_is 32i32'

# ---- rules ---------------------------------------------------------------------------

run explain dot.fut
t "explain" all 'is 0' quiet 'out "reduce-map|redomap"'
cp .out derivation
run explain dot.fut
t "explain is the same again" cmp -s .out derivation
run explain bad.fut
t "explain: a program with errors" all 'is 1' 'err "^bad.fut:2:"'
run rules
t "rules" all 'is 0' quiet 'out "map-map"' 'out "distribute"'
run rules map-map
t "rules NAME" all 'is 0' quiet 'out "lemma W-map"' 'out "yes"'
run rules nobody
t "rules: no such rule" all 'is 1' silent 'err "nobody"'
run --only=map-map check-rules
t "check-rules --only" all 'is 0' 'out "^[1-9][0-9]* passed, 0 failed"'
run check-rules none.rules
t "check-rules: missing file" all 'is 1' 'err "none.rules"'
printf 'lemma broken\n  "No arrow."\n  from "here"\n  ?y = map ?F\n' > broken.rules
run check-rules broken.rules
t "a broken rule has its place" all 'is 1' 'err "^broken.rules:[0-9]+:[0-9]+: error:"'
run --rules=broken.rules -o o dot.fut
t "--rules with a broken rule" all 'is 1' 'err "^broken.rules:[0-9]"'
run --only=map-map --stop-after=fuse -o - dot.fut
t "--only: no other rule fires" all 'is 0' '! out "redomap"'
run --trace --stop-after=fuse -o - dot.fut
t "--trace" all 'is 0' 'err "reduce-map|redomap"'
run --templates=nowhere -o o dot.fut
t "--templates: no such folder" all '[ $status = 1 ] || [ $status = 2 ]' 'err "nowhere"'
cp -R "$root/templates" mine
run --templates=mine -o - dot.fut
t "--templates: a copy gives the same" all 'is 0' 'cmp -s .out dot.printed'

# ---- a file for each subject ---------------------------------------------------------

for name in "$root"/tests/cli/*.sh; do subject "$(basename "$name" .sh)"; done

# ---- installed -----------------------------------------------------------------------

make -s -C "$root" install PREFIX="$work/usr" > .out 2> .err
status=$?
t "make install" all 'is 0' '[ -x usr/bin/mapnest ]' '[ -x usr/bin/mapnest-cucpu ]' \
    '[ -s usr/share/doc/mapnest/guide/project.md ]' \
    '[ -s usr/share/doc/mapnest/examples/dot.fut ]' '[ -s usr/share/doc/mapnest/keys.txt ]' '[ -s usr/share/doc/mapnest/core.md ]' \
    '[ -s usr/share/mapnest/rules/fuse.rules ]' \
    '[ -s usr/share/man/man1/mapnest.1 ]' '[ -s usr/share/man/man1/mapnest-cucpu.1 ]' \
    '[ -s usr/share/zsh/site-functions/_mapnest ]' \
    '[ -s usr/share/fish/vendor_completions.d/mapnest.fish ]' \
    '[ -s usr/share/bash-completion/completions/mapnest ]'
mapnest=$work/usr/bin/mapnest
cd far/away || exit 1
feed '[1, 2, 3] [4, 5, 6]' run --on=cpu from/here/dot.fut
t "the installed one runs on the CPU" all 'is 0' 'out_is 32i32'

finish
