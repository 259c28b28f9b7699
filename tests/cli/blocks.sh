# Test blocks: what is not understood is skipped, and never counts as passed.

cat > blocks.fut <<'F'
-- ==
-- "named" input { 1 } output { 2 }
-- notest input { 1 } output { 3 }
-- script input { $loadimg "x" } output { 3 }
-- structure { SegMap 9 }
-- structure { Alloc 9 }
-- structure gpu-mem { SegMap 0 }
def main (x: i32) = x + 1
F
run test blocks.fut
t "parts that are skipped" all 'is 0' 'out "^1 passed, 0 failed, 5 skipped$"' \
    'out "structure \(skipped\): 0 SegMap after fuse, expected 9"'

sed 's/SegMap 9/segmap 9/' blocks.fut > wrong.fut
run test wrong.fut
t "a count in core's names is a test" all 'is 1' 'out "^1 passed, 1 failed, 4 skipped$"'

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

cat > warned.fut <<'F'
-- ==
-- warning: 'y' is not used
-- warning: Unused name "y"
-- warning: Unused name "x"
def main (x: i32) (y: i32) = x
F
run test warned.fut
t "warnings, in our words and in Futhark's" all 'is 1' 'out "^2 passed, 1 failed, 0 skipped$"' \
    'out "warned.fut:4: warning: FAILED: expected a warning like .Unused name .x"'
printf -- '-- ==\n-- warning: .\ndef main (x: i32) = x\n' > warned.fut
run test warned.fut
t "no warning" all 'is 1' 'out "FAILED: expected a warning like .*, got: none"'

# Numbers are Futhark's for the same types and seeds.
draws() { run dataset "$@"; t "dataset $*" all 'is 0' quiet "out_is '$drawn'"; }
drawn='[117i8, 27i8, 98i8]' draws '[3]i8'
drawn='[114u8, 19u8, 18u8]' draws '[3]u8'
drawn='[14837i16, -24165i16]' draws '[2]i16'
drawn='[29352u16, 5066u16]' draws '[2]u16'
drawn='[1144840752i32, -1913994601i32, 477126751i32]' draws -s 42 '[3]i32'
drawn='[3292324400u32, 233489047u32]' draws -s 42 '[2]u32'
drawn='[1474067870279770072i64, 8691398528264971528i64]' draws -s 0 '[2]i64'
drawn='[16204969531660614133u64, 8251698951335059867u64]' draws '[2]u64'
drawn='[0.5522461f16, 0.92285156f16]' draws '[2]f16'
drawn='[0.55211294f32, 0.92269695f32]' draws '[2]f32'
drawn='[0.12152684143560777f64, 0.5526745035133085f64]' draws '[2]f64'
drawn='[true, true, false, false]' draws '[4]bool'
drawn='[3292324400u32, 233489047u32]' draws --bounds=u32:0:4294967295 -s 42 '[2]u32'
drawn='[0i16, -4i16, -3i16, 3i16]' draws -s 9 --bounds=i16:-5:5 '[4]i16'
drawn='[4u8, 9u8, 5u8, 6u8]' draws -s 9 --bounds=u8:9:3 '[4]u8'
drawn='[12u64, 22u64, 13u64]' draws --bounds=u64:10:30 '[3]u64'
drawn='[1.122855390227691f64, -1.2983132267560424f64]' draws -s 3 --bounds=f64:-2:5 '[2]f64'
drawn="$(printf '[[-89i8],\n[-113i8]]')" draws -s -3 '[2][1]i8'
drawn="$(printf '1624468675i32\n1692300126i32\n5i64')" draws -s 7 i32 i32 5i64
run dataset -b i32
t "dataset -b" all 'is 0' '[ "$(od -An -tx1 .out | tr -d " \n")" = 62020020693332f5b9a8f2 ]'
for wrong in '[3]i33' '[-1]i32' '[]i32' '3 4' ''; do
    run dataset "$wrong"
    t "dataset: '$wrong'" all 'is 2' silent
done
for wrong in i32 i32:1 i32:1: u8:0:256 bool:0:1 i32:1:2:3; do
    run dataset --bounds=$wrong i32
    t "dataset --bounds=$wrong" all 'is 2' silent 'err "expected TYPE:MIN:MAX"'
done

# What Futhark keeps of cases with `auto output` is what is right.
cat > kept.fut <<'F'
-- ==
-- random input { [2]i32  7i32 }
-- auto output
-- "a b/c" random input { [1]i32 1i32 }
-- auto output
def main [n] (xs: [n]i32) (y: i32) = map (+ y) xs
F
mkdir -p data
echo '[-223823364i32, -1815469662i32]' > 'data/kept:main-[2]i32_7i32.out'
echo '[3i32]' > data/kept:main-a_b_c.out
run test kept.fut
t "auto output: kept results" all 'is 1' 'out "^1 passed, 1 failed"' \
    'out "^kept.fut:4: main a b/c: FAILED: " && out "expected: .3i32"'

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
