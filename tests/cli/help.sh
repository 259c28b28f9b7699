# What is made from the table of options: the manual page, completions.
run --generate=man
t "the manual page" all 'is 0' quiet 'out "^\.Dt MAPNEST 1"' \
    '[ -z "$(mandoc -T lint -W warning .out)" ]'
"$mapnest" --help=all | grep -oE -- '(^| )--?[A-Za-z][a-z-]*' | tr -d ' ' | sort -u > .options
mandoc -T ascii .out | sed 's/.\x08//g' > .page
missing=$(while read -r o; do grep -q -- "$o" .page || echo "$o"; done < .options)
t "the manual page has each option of --help=all" all '[ -z "$missing" ]' \
    '[ "$(wc -l < .options)" -gt 30 ]'
usage --generate=tcsh

# Runs bash's completion on the words of a command line, the last one unfinished.
run --generate=bash
cp .out completion.bash
mkdir -p 'some folder' empty
: > 'two words.fut'
completed() {    # WORD...: the candidates, sorted, with a bar between them
    bash -c 'source ./completion.bash
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mapnest
        printf "%s\n" "${COMPREPLY[@]}" | sort | paste -sd "|"' bash "$mapnest" "$@" 2>> .err
}
offers() {    # WANTED WORD...
    local want=$1 got; shift
    : > .err
    got=$(completed "$@")
    t "bash: mapnest $* -> $want, got $got" all '[ "$got" = "$want" ]' quiet
}
offers '--flatten=' --fl
offers 'block|full|incremental|moderate' --flatten = ''
offers 'moderate' --flatten = m
offers 'block|full|incremental|moderate' --flatten =
offers 'cpu' run --on = c

offers 'two words.fut' tw
offers 'render|repl|rules|run' r
offers 'some folder' -o s
offers 'simplify' --dump = si
offers 'map-map' rules map-ma
offers 'map-map' --only = map-ma
offers 'unknown-name' --explain = unknown-n
offers '-MD|-MF|-MP|-MQ|-MT' -M
offers '--entry-point=|--exclude=|--explain=' --e
offers '' --no-such
offers 'empty|some folder|two words.fut' run ''

# The same through a terminal with zsh.
run --generate=zsh
mkdir -p functions
cp .out functions/_mapnest
t "zsh: syntax" zsh -n functions/_mapnest
cat > .terminal <<'END2'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; PATH=$1:\$PATH; fpath=($PWD/functions \$fpath)
    autoload -Uz compinit; compinit -u -D; setopt no_always_last_prompt no_beep"
zpty -w shell 'print ready-$((1 + 1))'
zpty -r -m shell line '*ready-2*'
zpty -n -w shell $2$'\t'
zpty -n -w shell $'\x1b#\n'
zpty -w shell 'print done-$((1 + 1))'
zpty -r -m shell line '*done-2*'
print -r -- $line
zpty -d shell
END2
typed() {    # TEXT WANTED: what zsh makes of the text and a tab
    timeout 20 zsh -f .terminal "$(dirname "$mapnest")" "$1" > .out 2> .err
    t "zsh: $1 -> $2" grep -qF -- "$2" .out
}
typed 'mapnest --fl' 'mapnest --flatten'
typed 'mapnest --flatten=m' '--flatten=moderate'
typed 'mapnest check-o' 'check-operators'
typed 'mapnest run tw' 'two\ words.fut'
typed 'mapnest rules map-ma' 'rules map-map'

# The same by fish.
run --generate=fish
cp .out mapnest.fish
t "fish: syntax" fish --no-execute mapnest.fish
fished() {    # TEXT WANTED: one of what fish offers for the text
    HOME=$PWD PATH="$(dirname "$mapnest"):$PATH" \
        fish --no-config -c "source mapnest.fish; complete -C '$1'" > .out 2> .err
    status=$?
    t "fish: $1 -> $2" all 'is 0' "cut -f1 .out | grep -qxF -- '$2'"
}
fished 'mapnest --fl' '--flatten'
fished 'mapnest --flatten=m' '--flatten=moderate'
fished 'mapnest -M' '-MF'
fished 'mapnest check-o' 'check-operators'
fished 'mapnest --dump=s' '--dump=simplify'
fished 'mapnest run tw' 'two words.fut'
fished 'mapnest rules map-ma' 'map-map'
fished 'mapnest --explain=unknown-n' '--explain=unknown-name'
usage nonsense dot.fut
t "an unknown command is named" err "there is no command 'nonsense'"
run -h
t "-h is --help" all 'is 0' 'out "^Usage: mapnest"'

# ---- options in layers -----------------------------------------------------------------

run help
t "help: a screen of 80 columns" all 'is 0' quiet '! out "^.{81,}"' '[ "$(wc -l < .out)" -lt 56 ]' \
    '[ "$(grep -cE "^  -|^      --" .out)" = 10 ]' 'out "--help=all"'
run --help=all
t "--help=all" all 'is 0' quiet 'out "^  flatten "' 'out "--mutants"' 'out "^Exit status"'
usage --help=some
run help check
t "help COMMAND: its options, and those of each command" all 'is 0' 'out "--flatten"' \
    'out "^Of each command:"' 'out "--color"' '! out "--junit"'
usage help chek
t "help: a command that is near" err "is 'check' meant"
printf 'def main (x: i32) = x\n' > a.fut
usage -Wunsed a.fut
t "a warning that is near" err "explain=list.*is 'unused' meant"
usage --option=sidee=2 a.fut
t "an option of the rules that is near" all 'err "mapnest rules.*is .side. meant"' '! err ".{120}"'
usage --option=foo a.fut
t "an option of the rules that is unknown" all 'err "mapnest rules lists them"' '! err ".{120}"'

# ---- small faults ------------------------------------------------------------------------

usage -o x.cu a.fut
t "-o x.cu: a folder is expected" all 'err "expected a folder"' '[ ! -e x.cu ]'
for name in class a::class double::a; do
    usage --cxx "--namespace=$name" a.fut
    t "--namespace=$name" err "is a word of C\+\+"
done
usage lsp foo
t "lsp takes no argument" err "lsp: expected no arguments"
printf 'def f (x: i32) = x\n' > none.fut
run none.fut
t "no entry point" all 'is 1' 'err "none.fut: no entry point"' '[ ! -e none.cu ]'
run check none.fut
t "check: a file without an entry point" all 'is 0' quiet
run test none.fut
t "test: a file without test blocks says so" all 'is 0' 'err "none.fut: no test blocks"'
run bench --card=foo a.fut
t "bench: an unknown card" all 'is 1' 'err "no prediction for the card foo"'
run bench --card=h200 a.fut
t "bench: a file without data sets says so" all 'is 0' 'err "a.fut: no test block with an input"'
run dataset '[3][..]i32' '[2][..][2]u8'
printf 'entry main [m] (xss: [m][..]i32): [m]i32 = map i32.sum xss\n' > rows.fut
"$mapnest" dataset '[3][..]i32' > rows.in
"$mapnest" run --on=cpu rows.fut < rows.in > .sums 2> .err
t "dataset: rows of different lengths" all 'is 0' '[ "$(tr -cd , < .sums)" = ,, ]' quiet
usage dataset -b '[3][..]i32'
usage dataset '[..][3]i32'
printf -- '-- ==\n-- input\xc2\xa0{\xc2\xa01 }\n-- output { 1 }\ndef main (x: i32) = x\n' > blank.fut
run test blank.fut
t "test: no-break spaces are spaces" all 'is 0' 'out "^1 passed, 0 failed"'
