# Test blocks: what is not understood is skipped, and never counts as passed.

cat > blocks.fut <<'F'
-- ==
-- "named" input { 1 } output { 2 }
-- notest input { 1 } output { 3 }
-- script input { $loadimg "x" } output { 3 }
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

cat > property.fut <<'F'
-- ==
-- property: reversed
-- property: sorted
-- property: few
-- property: inside
entry reversed [n] (xs: [n]i32) = and (map2 (==) (reverse (reverse xs)) xs)
entry sorted [n] (xs: [n]i32) = all (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n)
entry few (n: i64) (xs: [n]f32) = n < 2 || xs[0] + 0 == xs[0]
entry inside [n][m] (xss: [n][m]u8) = all (all (< 7)) xss
F
run test property.fut
t "properties, refuted by little" all 'is 1' 'out "^2 passed, 2 failed, 0 skipped$"' \
    'out "property.fut:3: sorted: FAILED: refuted by .*\[1i32, 0i32\]: it is false"' \
    'out "property.fut:5: inside: FAILED: refuted by \[\[7u8\]\]: it is false"'

printf -- '-- ==\n-- property: main\n-- property: no\ndef main (x: i32) = x\n' > none.fut
run test none.fut
t "what is no property" all 'is 1' 'out "main: FAILED: a property gives a bool"' \
    'out "FAILED: there is no entry point .no."'

cat > loads.fut <<'F'
-- ==
-- entry: sums
-- script input { $loaddata "loads.in" } output { 21i32 3i64 }
-- script input { (double ($loaddata "loads.in")) } output { 42i32 3i64 }
-- script input { $loaddata "none.in" } output { 0i32 0i64 }

-- ==
-- entry: bytes
-- script input { ($loadbytes "loads.in", 1u8) } output { 40i64 91u8 }
def double [n][m] (xss: [n][m]i32) = map (map (* 2)) xss
entry sums [n][m] (xss: [n][m]i32) = (i32.sum (flatten xss), m)
entry bytes (xs: []u8) (k: u8) = (length xs, xs[0] * k)
F
printf '[[1i32, 2i32, 3i32],[4i32, 5i32, 6i32]]\n' > loads.in
run test loads.fut
t "scripts that load files" all 'is 1' 'out "^3 passed, 1 failed, 0 skipped$"' \
    'out "loads.fut:5: sums: FAILED: ./none.in: No such file"'
