# Test blocks: what is not understood is skipped, and never counts as passed.

cat > blocks.fut <<'F'
-- ==
-- "named" input { 1 } output { 2 }
-- notest input { 1 } output { 3 }
-- script input { $loaddata "x" } output { 3 }
-- structure { SegMap 9 }
-- structure { Alloc 9 }
-- structure gpu-mem { SegMap 0 }
-- warning: something
def main (x: i32) = x + 1
F
run test blocks.fut
t "parts that are skipped" all 'is 0' 'out "^1 passed, 0 failed, 6 skipped$"' \
    'out "structure \(skipped\): 0 SegMap after fuse, expected 9"'

sed 's/SegMap 9/segmap 9/' blocks.fut > wrong.fut
run test wrong.fut
t "a count in core's names is a test" all 'is 1' 'out "^1 passed, 1 failed, 5 skipped$"'

printf -- '-- ==\n-- tags { disable }\n-- input { 1 } output { 5 }\ndef main (x: i32) = x\n' > off.fut
run test off.fut
t "a program that is switched off" all 'is 0' 'out "^0 passed, 0 failed, 1 skipped$"'

printf -- '-- ==\n-- script input { nothing 1 } output { 5 }\ndef main (x: i32) = x\n' > script.fut
run test script.fut
t "a script with a mistake" all 'is 1' 'out "^0 passed, 1 failed, 0 skipped$"'

feed '3 4' run <(printf 'entry main (x: f32) (y: i64) = x + f32.i64 y')
t "numbers are what the entry point takes" all 'is 0' 'out_is 7.0f32'

# What Futhark says of the same fault counts; what it says of another does not.
for said in 'Using variable "xs", but this was consumed' 'used after it was consumed'; do
    cat > refused.fut <<F
-- ==
-- error: $said
def main (xs: *[]i32) =
  let ys = xs with [0] = 1
  in (ys, xs)
F
    run test refused.fut
    t "an error like '$said'" all 'is 0' 'out "^1 passed, 0 failed, 0 skipped$"'
done
cat > refused.fut <<'F'
-- ==
-- error: Cannot apply "map2" to "ys".*"n" and "m" do not match
def main [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys
F
run test refused.fut
t "names, sizes and source in the error" all 'is 0' 'out "^1 passed, 0 failed, 0 skipped$"'
sed 's/Cannot apply.*/Unknown name "map2"/' refused.fut > other.fut
run test other.fut
t "another error" all 'is 1' 'out "^0 passed, 1 failed, 0 skipped$"'
