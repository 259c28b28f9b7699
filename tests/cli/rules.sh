# shellcheck shell=bash
# What an author of rules meets: what is written works, or is an error at its place.

cat > mine.rules <<'END'
set fuse "Mine."
given [n] (xs: [n]i32) (v: i32)

lemma copy-known "A copy of what is no iota is that." from "a test"
  copy ?a => ?a
  when not ?a is iota ?n
  yes copy xs gives xs
  no  let a = iota n in copy a because shape

lemma shift "Twice a number is the number, shifted." from "a test"
  ?x * 2 => ?x << 1
  yes v * 2i32 gives v << 1i32

lemma identity "A map of nothing." from "a test"
  map (\?w -> ?w) ?xs => ?xs
  yes map (\(x: i32) -> x) xs gives xs

lemma copy-twice "The second copy is the first." from "a test"
  ?x = copy ?a ; ?y = copy ?a => ?x = copy ?a ; ?y = ?x
  yes let a = copy xs let b = copy xs in (a, b) gives let a = copy xs in (a, a)

strategy fuse = shift
END
for rule in copy-known shift identity copy-twice; do
    run --rules=mine.rules check-rules --only=$rule
    t "rules: $rule holds" all 'is 0' '! err .' 'out "^[1-9][0-9]* passed, 0 failed"'
done
echo 'entry main (x: i32): i32 = x * 2' > twice.fut
run --rules=mine.rules --stop-after=fuse -o - twice.fut
t "rules: a strategy of the same name takes the place of the shipped one" all 'is 0' 'out "x << 1i32"'

wrong_rules() {    # NAME LINE MESSAGE
    { sed '/^strategy/d' mine.rules; printf '%s\n' "$2"; } > wrong.rules
    run --rules=wrong.rules rules
    t "rules: $1" all 'is 1' "err '^wrong.rules:$3'"
}
wrong_rules "a set that there is not" 'strategy fuse = shift ; shuffle' \
    "22:25: error: strategy fuse: there is no set and no lemma .shuffle."
wrong_rules "a way that there is not" 'strategy fuse = shift twice' \
    "22:17: error: strategy fuse: there is no way .twice. to apply shift"
{ sed '/^strategy/d' mine.rules; printf '%s\n' 'lemma bad "Bad." from "a test"' '  ?x * 3 => ?x + ?x' \
    '  yes v * 3i32 gives' '      v + w'; } > wrong.rules
run --rules=wrong.rules check-rules --only=bad
t "rules: the place of an error in an example" all 'is 1' 'err "^wrong.rules:25:11: error: unknown name w"'

{ sed '/^strategy/d' mine.rules; printf '%s\n' 'lemma bad "Bad." from "a test"' \
    '  i64.bool ?b => 1' '  yes i64.bool true gives 1i64'; } > wrong.rules
run --rules=wrong.rules rules
t "rules: what is made cannot be matched" all 'is 1' \
    "err '^wrong.rules:23:3: error: rule bad: .i64.bool. cannot stand in what is matched'"

cat > parts.rules <<'END'
set fuse "Parts."
given [n] (xs: [n]i32) (b: bool) (f: i32 -> i32)

lemma branches "Literals of branches, with a sign, too." from "a test"
  if ?c then 2 else -1i64 => if (! ?c) then -1i64 else 2i64
  yes if b then 2i64 else -1i64 gives let a = !b in if a then -1i64 else 2i64

lemma rooms "Several values where several are results; what they hold is not the same." from "a test"
  map[?n] (\?x.. #?i -> ?e) ?xs.. => { in (room ?xs..) }
  yes map f xs gives xs

lemma too-many "Several values where one is wanted." from "a test"
  ?c && ?d => replicate (zero (?c, ?d)) ?d
  yes b && b gives b
END
run --rules=parts.rules check-rules --only=branches
t "rules: literals of branches" all 'is 0' 'out "^[1-9][0-9]* passed, 0 failed"'
run --rules=parts.rules check-rules --only=rooms
t "rules: a constructor of several values" all 'is 1' 'out "parts.rules:10: rooms: FAILED"'
run --rules=parts.rules check-rules --only=too-many
t "rules: several values where one is wanted" all 'is 1' \
    'out "parts.rules:14: too-many: FAILED: rule too-many: zero is 2 terms, not one"'

run rules --conditions
t "rules --conditions" all 'is 0' quiet 'out "^    invariant "' 'out "invariant .z .*-- [a-z]"' \
    'out "^    extended "'

# Options and constants that rules declare.
cat > tile.rules <<'END_RULES'
set simplify "Tiles."
option tile = 32 "How large a tile is."
given (x: i64)
lemma tiles "A test of a constant." from "a test"
  ?x + 7  =>  ?x + (option tile)
  yes x + 7i64  gives x + 32i64
END_RULES
echo 'entry main (x: i64): i64 = x + 7' > seven.fut
run --rules=tile.rules --stop-after=simplify -o - seven.fut
t "a constant has its default" all 'is 0' 'out "x \+ 32i64"'
run --rules=tile.rules --option=tile=5 --stop-after=simplify -o - seven.fut
t "--option=NAME=VALUE" all 'is 0' 'out "x \+ 5i64"'
run --rules=tile.rules --option=tiles=5 seven.fut
t "no such option" all 'is 2' silent 'err "no such option .mapnest rules lists them at its end.; is .tile. meant\?$"'
run --option=BLOCK_SIZ=64 seven.fut
t "a constant of --tune as an option" all 'is 2' "err \"no such option .*; is '--tune=BLOCK_SIZE' meant\\?$\""
run --option=min_window seven.fut
t "the beginning of an option's name" all 'is 2' "err \"is 'min_window_reads' meant\\?$\""
run rules redomop
t "a rule's name, misspelled" all 'is 1' silent "err \"no rule named redomop; is 'redomap' meant\\?\""
run check-rules --only=redomop
t "the same of --only" all 'is 2' "err \"no such rule; .*; is 'redomap' meant\\?\""
for value in side=0 side=33 step_bytes=4 tile=-1; do
    run --option=$value seven.fut
    t "--option=$value: out of its range" all 'is 2' "err '--option=$value: it is from [0-9]+ to [0-9]+'"
done
run --option=side=32 -o - seven.fut
t "--option=side=32: the most" all 'is 0' 'out "seven"'
run --option=moderate=many seven.fut
t "no number" all 'is 2' silent 'err "a whole number"'
sed -i 's/option tile)/option size)/' tile.rules
run --rules=tile.rules rules
t "a rule's option must be declared" all 'is 1' silent "err \"tile.rules:5:.* there is no option 'size'\""
run rules
t "rules lists options" all 'is 0' quiet 'out "^  moderate +A reduction inside"'
for pass in constants common unused unread; do
    run --stop-after=$pass -o - seven.fut
    t "--stop-after=$pass" all 'is 0' quiet 'out "x \+ 7i64"'
done

# The reference of the notation: its files are accepted, and it tells every condition.
awk '/^```rules/ { n++; on = 1; next } /^```/ { on = 0 } on { print > ("block" n ".rules") }' \
    "$root/grammar/rules.md"
for block in block*.rules; do
    run --rules="$block" rules
    t "grammar/rules.md, $block" all 'is 0' quiet
done
run rules --conditions
t "grammar/rules.md tells the conditions" all 'is 0' quiet \
    'diff <(sed "1,/^What .mapnest rules --cond/d" "$root/grammar/rules.md" | sed 1d) .out'
t "each condition has an example" test -z "$(grep -A1 -E '^ {4}[a-z]' .out | grep -v '^--$' |
    awk '/^ {4}[a-z]/ { if (before) print before; before = $1 } /^ {8}/ { before = "" }
         END { print before }')"

run rules --format=html
t "rules --format=html: laws without their examples, with costs" all 'is 0' quiet \
    'out "<h3>map-map, reduce-map, .* <small>An operation takes the function of the map"' 'out "depth O\(log m\) ⇒ O\(m\); Regular"' \
    '! out "yes let"' '! out "without not"'
run rules map-map --format=latex
t "rules NAME --format=latex" all 'is 0' quiet 'out "^.law.map-..map"' '! out "law.reduce"' \
    'out "work O\(n\), depth O\(1\); PMPH notes, Theorem 3, identity 1"'
run rules --format=slides
t "rules: there are no slides of them" all 'is 2' 'err "text, html or latex"'

run exercise no-such-folder
t "exercise: no such folder" all 'is 1' 'err "no-such-folder/README.md"'
mkdir -p empty && echo "# Nothing" > empty/README.md
run exercise empty
t "exercise: a folder without an answer" all 'is 1' 'err "there is no answer"'
printf '# Steps\n' > empty/README.md
printf 'def main [n] (xs: [n]i32): i32 = reduce (+) 0 xs\n' > empty/program.fut
printf '== fuse, until-stable: main ==\n1 reduce-is-redomap\n' > empty/answer.steps
run exercise empty/
t "exercise: steps of lemmas" all 'is 0' 'out "^solved$"'
printf '== fuse, until-stable: main ==\n1 scan-is-scanomap\n' > empty/answer.steps
run exercise empty
t "exercise: a step that differs" all 'is 1' 'out "answer.steps:2: 1: not scan-is-scanomap"' \
    '! out redomap' 'out "^not solved yet$"'

cat > race.fut <<'END'
-- ==
-- input { [0i64, 0i64] [1, 2] }
-- output { [2, 0] }
-- input { [0i64, 0i64] [1, 1] }
-- output { [1, 0] }
def main [m] (is: [m]i64) (vs: [m]i32): [2]i32 = scatter (replicate 2 0) is vs
END
run test race.fut
t "a race is not looked for" is 0
run test --on=races race.fut
t "--on=races: different values at one place" all 'is 1' \
    'out "a race: index 0 is written twice, with 1i32 and with 2i32"' 'out "^1 passed, 1 failed"'
