# What is made from the table of options: the manual page, completions.
run --generate=man
t "the manual page" all 'is 0' quiet 'out "^\.Dt MAPNEST 1"' \
    '[ -z "$(mandoc -T lint -W warning .out)" ]'
"$mapnest" --help | grep -oE -- '(^| )--?[A-Za-z][a-z-]*' | tr -d ' ' | sort -u > .options
mandoc -T ascii .out | sed 's/.\x08//g' > .page
missing=$(while read -r o; do grep -q -- "$o" .page || echo "$o"; done < .options)
t "the manual page has each option of --help" all '[ -z "$missing" ]' \
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
offers 'render|rules|run' r
offers 'some folder' -o s
offers 'simplify' --dump = si
offers 'map-map' rules map-ma
offers 'map-map' --only = map-ma
offers 'unknown-name' --explain = unknown-n
offers '-MD|-MF|-MP|-MQ|-MT' -M
offers '--entry-point=|--explain=' --e
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
