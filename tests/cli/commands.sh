# Commands and options: near names, what applies to what, files of somebody else.
printf 'def main (x: i32): i32 = x + 1\n' > a.fut
printf 'def main (x: i32): i32 = x + true\n' > wrong.fut
printf 'def main (x: i32) (y: i32): i32 = x\n' > warned.fut

near() {    # WANTED ARGUMENTS
    local want=$1; shift
    usage "$@"
    t "near: mapnest $*" err "$want"
}
near "there is no command 'rum'; is 'run' meant\?" rum a.fut
near "there is no command 'chekc'; is 'check' meant\?" chekc
near "there is no command 'nonsense'$" nonsense a.fut
near "there is no option --harnes-s; is --harness meant\?" --harnes-s a.fut
near "there is no option --xyzzy; --help=all lists them$" --xyzzy a.fut
near "there is no option -Q$" -bQ run a.fut
near "--output: its argument is missing" --output
near "-e: its argument is missing" run a.fut -e
near "--cost takes no argument" --cost=3 explain a.fut

for arguments in '--harness run' '-MD check' '--tolerance=1 check' '-b test' '--save=x run' \
                 '-e main test' '--format=html run' '--cost test' '--mutants check' \
                 '--trace run' '--stop-after=core explain' '-o x run' '--flatten=full rules' \
                 '--force check' '-Wall rules'; do
    usage $arguments a.fut
    t "does not apply: $arguments" err "^mapnest: -.* does not apply to '.*'; it is for: "
done
near "--tolerance does not apply to 'transpile'; it is for: run test" --tolerance=1 a.fut
usage explain a.fut --derive=map-map
usage explain a.fut --rule=map-map --cost
usage -o - --harness a.fut
usage -o "" a.fut
usage --rules= a.fut
usage --stop-after=core -MD a.fut
usage help nobody
run help run
t "help COMMAND" all 'is 0' quiet 'out "^Usage: mapnest run FILE.fut"' 'out "--entry-point"' \
    '! out "--harness"'
run run --help
t "COMMAND --help" all 'is 0' 'out "^Usage: mapnest run FILE.fut"'
run help
cp .out help
run -h
t "help, -h" all 'is 0' 'cmp -s help .out'

run check a.fut warned.fut
t "check: a warning is none" all 'is 0' silent 'err "^warned.fut:1:.* warning: "' '[ ! -e a.cu ]'
run check wrong.fut a.fut none.fut -Werror warned.fut
t "check: all files are read" all 'is 1' silent 'err "^wrong.fut:1:.* error: "' \
    'err "none.fut: No such file"' 'err "^warned.fut:1:"'

: > a.cu
echo mine > a.h
run a.fut
t "a file of somebody else stays" all 'is 1' silent 'err "a.h: mapnest did not write this file"' \
    '[ "$(cat a.h)" = mine ]' '[ ! -s a.cu ]'
run --force a.fut
t "--force" all 'is 0' quiet 'grep -q "written by mapnest .* from a.fut; it is yours" a.h' '[ -s a.cu ]'
run a.fut
t "its own files are replaced" all 'is 0' quiet
for form in text html latex; do
    run explain a.fut --format=$form -o derivation.$form
    t "explain -o" all 'is 0' quiet silent
    sed -i 's/^.end.*//' derivation.$form
    run explain a.fut --format=$form -o derivation.$form
    t "explain: its own files are replaced" all 'is 0' quiet silent
done
run explain a.fut -o a.fut
t "explain -o keeps the program" all 'is 1' 'err "a.fut: mapnest did not write this file"'

# ---- fmt -----------------------------------------------------------------------------------

messy='def main  [n]   (xs : [n]i32)( k:i32 ) :i32=
\t let a=k+1   -- one
     -- two
\t let b =  f(a)*2-k   


   in  reduce (+) 0(map ( \\x->x+a )xs)+b

'
clean='def main [n] (xs: [n]i32) (k: i32): i32 =
  let a = k + 1   -- one
  -- two
  let b = f (a) * 2 - k

  in reduce (+) 0 (map (\x -> x + a) xs) + b'
feed "$(printf "$messy")" fmt -
t "fmt: standard input" all 'is 0' quiet 'out_is "$clean"'
printf "$messy" > messy.fut
run fmt --check messy.fut a.fut
t "fmt --check" all 'is 1' quiet 'out_is messy.fut' '[ "$(printf "$messy")" = "$(cat messy.fut)" ]'
run fmt messy.fut
t "fmt" all 'is 0' quiet silent '[ "$clean" = "$(cat messy.fut)" ]'
printf 'def main = \nlet\n' > syntax.fut
cp syntax.fut before
printf 'def   f = 1' > short.fut
run fmt syntax.fut none.fut short.fut
t "fmt: a syntax error" all 'is 1' silent 'err "^syntax.fut:3:1: error:"' 'err "none.fut"' \
    'cmp -s syntax.fut before' '[ "$(cat short.fut)" = "def f = 1" ]'
for text in '' '\n\n' '-- only a comment' '  -- ==\n-- ==\ndef x = 1 -- end' 'def x = 1\r\n\r\ndef y = 2\r\n'; do
    feed "$(printf -- "$text")" fmt -
    cp .out once
    "$mapnest" fmt - < once > twice 2> .err
    t "fmt: '$text'" all 'is 0' quiet 'cmp -s once twice'
done

cat > again.rules <<'EOF'
set fuse "Mine."

given [n] (xs: [n]i32)

lemma map-map "Nothing changes." from "nobody"
  map (\?x.. -> ?x..) ?xs..  =>  ?xs..
  yes map (\(y: i32) -> y) xs  gives xs
EOF
run check-rules again.rules
t "check-rules: a rule that replaces one" all 'is 0' quiet \
    'out "^again.rules:5: map-map: replaces the rule of that name at .*fuse.rules:[0-9]+$"'
