# shellcheck shell=bash
# Definitions by list homomorphism.

hom() {      # NAME TEXT MESSAGE
    printf '%s\n\ndef main (xs: []i32): i32 = len xs\n' "$2" > h.fut
    run h.fut -o -
    if [ "$3" ]; then t "hom: $1" all 'is 1' silent "err '$3'"; else t "hom: $1" all 'is 0' quiet; fi
}
hom "three equations" 'hom len (xs: []i32): i32 =
  | []     -> 0
  | [_]    -> 1
  | a ++ b -> len a + len b' ''
hom "in any order, without a type" 'hom len xs: i32 =
  | a ++ b -> len a + len b
  | [x: i32] -> 1
  | [] -> 0' 'h.fut:3:7: error: expected'
hom "no empty list" 'hom len (xs: []i32): i32 =
  | [x]    -> 1
  | a ++ b -> len a + len b' 'h.fut:1:5: error: len has no equation of the empty list'
hom "no parts" 'hom len (xs: []i32): i32 =
  | []     -> 0
  | [x]    -> 1' 'h.fut:1:5: error: len has no equation of two parts'
hom "twice" 'hom len (xs: []i32): i32 =
  | []     -> 0
  | [x]    -> 1
  | [y]    -> 2
  | a ++ b -> len a + len b' 'h.fut:4:3: error: len has a second equation of one element'
hom "a part itself" 'hom len (xs: []i32): i32 =
  | []     -> 0
  | [x]    -> 1
  | a ++ b -> len a + length b' 'h.fut:4:30: error: b may only stand in .len b.'
hom "one part only" 'hom len (xs: []i32): i32 =
  | []     -> 0
  | [x]    -> 1
  | a ++ b -> len a' 'h.fut:4:3: error: the result on b, .len b., is not used'
hom "the whole" 'hom len (xs: []i32): i32 =
  | []     -> 0
  | [x]    -> 1
  | a ++ b -> len a + len b + len xs' 'h.fut:4:31: error: len may only be applied to a or b'
hom "another operator" 'hom len (xs: []i32): i32 =
  | []     -> 0
  | [x]    -> 1
  | a +++ b -> len a + len b' 'h.fut:4:3: error: two parts are joined by \+\+, not \+\+\+'
hom "one name twice" 'hom len (xs: []i32): i32 =
  | []     -> 0
  | [x]    -> 1
  | a ++ a -> len a + len a' 'h.fut:4:3: error: both parts are named a'
hom "two parameters" 'hom len (k: i32) (xs: []i32): i32 =
  | []     -> 0
  | [x]    -> k
  | a ++ b -> len a + len b' 'h.fut:1:5: error: .* has one parameter'
hom "types" 'hom len (xs: []i32): i32 =
  | []     -> 0
  | [x]    -> true
  | a ++ b -> len a + len b' 'h.fut:3:[0-9]+: error: '
hom "an unfinished equation" 'hom len (xs: []i32): i32 =
  | []     -> 
  | [x]    -> 1
  | a ++ b -> len a + len b' 'h.fut:3:3: error: expected'
cat > max.fut <<'EOF'
hom most (xs: []i32): (i32, i64) =
  | [] -> (i32.lowest, -1)
  | [x] -> (x, 0)
  | l ++ r ->
    let (m, i) = most l
    let (k, j) = most r
    in if m >= k && i >= 0 then (m, i) else (k, j)
def hom (x: i32) = x
entry main (xs: []i32): i32 = hom (most xs).0
EOF
feed '[3,1,4,1,5]' run max.fut
t "hom is a name, too" all 'is 0' 'out_is 5i32'

# The operator of a hom is tried on what the hom makes of lists, not on any values.
for name in mss lss; do
    run check-operators "$root/golden/$name/$name.fut"
    t "check-operators: $name" all 'is 0' quiet 'out_is "1 passed, 0 failed"'
done
sed 's/mcsx + misy/misx + misy/' "$root/golden/mss/mss.fut" > wrong.fut
run check-operators wrong.fut
t "check-operators: a hom of which the parts do not fit" all 'is 1' \
    'err "wrong.fut:19:1: .*not associative: for .*h a op .h b op h c."'
sed 's/| \[\]     -> (0,/| []     -> (1,/' "$root/golden/mss/mss.fut" > wrong.fut
run check-operators wrong.fut
t "check-operators: a hom with a wrong value of the empty list" all 'is 1' 'err "not neutral"'
