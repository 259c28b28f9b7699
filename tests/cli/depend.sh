# -MD: what make and Ninja read.
printf 'def main (x: i32): i32 = x + 1\n' > one.fut
run -MD one.fut
t "-MD" all 'is 0' quiet silent '[ "$(cat one.d)" = "one.cu one.h: one.fut" ]'
mkdir out
run --harness -MD -o out one.fut
t "-MD and -o" all 'is 0' \
    '[ "$(cat out/one.d)" = "out/one.cu out/one.h out/one_main.cu: one.fut" ]'
run -MD -MF deps -MT all -MT 'a b' -MQ 'a b' one.fut
t "-MF, -MT, -MQ" all 'is 0' '[ "$(cat deps)" = "all a b a\ b: one.fut" ]'
run -MD -MFdeps -MTx one.fut
t "-MFfile" all 'is 0' '[ "$(cat deps)" = "x: one.fut" ]'
run -o - -MD -MF deps -MT x one.fut
t "-MD with -o -" all 'is 0' 'out "^#include \"one.h\""' '[ "$(cat deps)" = "x: one.fut" ]'
usage -o - -MD one.fut
usage -MP one.fut
usage -MD -MX one.fut
usage one.fut -MD -MF
run -MD -MF one.fut/x one.fut
t "a depfile that cannot be written" all 'is 1' 'err "one.fut/x"'

# Rules and templates are read too.
cp -r "$root/templates" "$root/src/rules" .
cat > my.rules <<'END2'
given [n] (xs: [n]i32)
lemma mine "A map that changes nothing is its array."
  from "here"
  map (\?x -> ?x) ?xs  =>  ?xs
  yes map (\(y: i32) -> y) xs  gives xs
END2
run -MD -MP --templates=templates --rules=my.rules one.fut
t "-MD with --templates and --rules" all 'is 0' 'grep -q " my\.rules" one.d' \
    'grep -q " templates/cuda/file\.cu\.mustache" one.d' 'grep -q "^my\.rules:$" one.d'
run rules --rules=my.rules
t "lemmas in a file that names no set join simplify" all 'is 0' \
    '[ "$(sed -n "/^simplify/{n;p}" .out | cut -c1-6)" = "  mine" ]'
run -MD --rules=rules one.fut
t "-MD with a folder of rules" grep -q ' rules/fuse\.rules' one.d

# Imported files, wherever the program was named from.
mkdir -p far/lib
printf 'def at [n] (xs: [n]i32) (i: i64): i32 = xs[i]\n' > far/lib/at.fut
printf 'import "lib/at"\ndef main [n] (xs: [n]i32) (is: []i64) = map (at xs) is\n' > far/uses.fut
run -MD -o . far/uses.fut
t "-MD and import" [ "$(cat uses.d)" = './uses.cu ./uses.h: far/uses.fut far/lib/at.fut' ]
run -MD -MP far/uses.fut
t "-MP and import" all '[ "$(tail -1 far/uses.d)" = "far/lib/at.fut:" ]' \
    '[ "$(head -1 far/uses.d)" = "far/uses.cu far/uses.h: far/uses.fut far/lib/at.fut" ]'
feed '[1, 2] [5i64]' run far/uses.fut
cp .err .evaluated
feed '[1, 2] [5i64]' run --on=cpu far/uses.fut
t "a failure in an imported file" all 'is 1' 'err "lib/at.fut:1:41: error: Index \[5\]"' \
    'err "uses.fut:2:41: note: called"' 'cmp -s .err .evaluated'

# What one line of make does, and what another one does after a change.
cat > Makefile <<END2
all: one.cu a\\ _b\\#.cu
one.cu: one.fut
	@echo one
	@"$mapnest" -MD -MP --rules=my.rules one.fut && touch \$@
a\\ _b\\#.cu:
	@echo two
	@"$mapnest" -MD -MF two.d 'a \$\$b#.fut' && touch '\$@'
-include one.d two.d
END2
printf 'def main (x: i32): i32 = x * 2\n' > 'a $b#.fut'
rm -f one.cu one.d
makes() { make -s 2>&1 | tr '\n' ' '; }
t "make: the first time" [ "$(makes)" = 'one two ' ]
t "make: nothing to do" [ "$(makes)" = '' ]
touch my.rules
t "make: after a change of rules" [ "$(makes)" = 'one ' ]
touch 'a $b#.fut'
t "make: names with a space, \$ and #" [ "$(makes)" = 'two ' ]
rm my.rules
t "make: -MP lets a file be deleted" grep -q 'my\.rules' <<< "$(makes)"

# Ninja remembers a depfile in its log (deps = gcc).
cp "$root/src/rules/fuse.rules" mine.rules
mkdir -p mine && cp "$root"/src/rules/*.rules mine
cat > build.ninja <<END2
rule mapnest
  command = "$mapnest" --rules=mine -o gen -MD -MF \$out.d -MQ \$out \$in
  depfile = \$out.d
  deps = gcc
  restat = 1
build gen/one.cu | gen/one.h: mapnest one.fut
build gen/a\$ _b#.cu: mapnest a\$ \$\$b#.fut
END2
mkdir -p gen
ninjas() { ninja 2>&1 | tail -1 | grep -oE '[0-9]+/[0-9]+|no work'; }
t "ninja: the first time" [ "$(ninjas)" = 2/2 ]
t "ninja: nothing to do" [ "$(ninjas)" = 'no work' ]
touch mine/fuse.rules
t "ninja: after a change of rules" [ "$(ninjas)" = 2/2 ]
touch one.fut
t "ninja: after a change of one program" [ "$(ninjas)" = 1/1 ]
