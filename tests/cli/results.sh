# Names of results, and doc comments in headers.

program() { printf '%s\n' "$1" "entry f [n] (xs: [n]i32): ([n]i32, i32) =" "  $2" > doc.fut; }

program '-- | Prefix sums of a vector,
-- and their greatest.
--
-- @param xs the vector,
--   of any length
-- @results sums top
-- ==
-- input { [1] }' '(scan (+) 0 xs, i32.maximum xs)'
run --cxx --python --manifest -o one doc.fut
t "doc comment: the header" all 'is 0' quiet 'grep -q "^/\*\*$" one/doc.h' \
    'grep -q "^ \* Prefix sums of a vector,$" one/doc.h' \
    'grep -qx " \* @param xs       the vector, of any length; \[n\]i32 on the device, read" one/doc.h' \
    'grep -q "^ \* @return cudaErrorInvalidValue for" one/doc.h' '! grep -q "@results" one/doc.h'
t "@results: the names" all 'grep -q "n, int32_t \*sums, int32_t \*top," one/doc.h' \
    'grep -q "mapnest::array<int32_t, 1> sums;" one/doc.hpp' \
    '[ "$(jq -r ".entries[0].results[].name" one/doc.json | paste -sd" ")" = "sums top" ]'
program '-- @param is no doc comment' '(scan (+) 0 xs, i32.maximum xs)'
run -o plain doc.fut
t "another comment is none" all 'is 0' '! grep -q "@" plain/doc.h' '! grep -q "^/\*\*" plain/doc.h'
program '#[results(sums, top)]' 'let ys = map (* 2) xs let n = 3 in (ys, n)'
run -o two doc.fut
grep -A1 ^cudaError one/doc.h > one.names
grep -A1 ^cudaError two/doc.h > two.names
t "#[results(..)]: another body, the same parameters" all 'is 0' 'grep -q "int32_t \*sums, int32_t \*top" two.names'

program '-- @results sums top' '(scan (+) 0 xs, i32.maximum xs)'
run -o plain doc.fut
t "@results in a comment that is no doc comment" all 'is 0' 'grep -q "int32_t \*sums, int32_t \*top" plain/doc.h' \
    '! grep -q "^/\*\*" plain/doc.h'

# signature TYPE-AND-BODY PARAMETERS: the parameters of the entry point f in the header.
signature() {
    echo "entry f $1" > names.fut
    parameters=$2
    run -o names names.fut
    t "names: $1" all 'is 0' quiet '[ "$(signature_of names/names.h)" = "$parameters" ]'
}
signature_of() {
    tr -d '\n' < "$1" | grep -o 'cudaError_t names_f([^)]*' | tr ',' '\n' | grep -o '[a-z0-9_]*$' | paste -sd' '
}
signature '(x_2: f32) (x_02: f32) (x: f32): f32 = x_2 + x_02 * x' 'x_2 x_02 x result stream'
signature '(x_1: f32) (x_2: f32) (x_0: f32): f32 = x_1 + x_2 * x_0' 'x_1 x_2 x_0 result stream'
signature '(_: f32) (p: (f32, f32)) (q: {a: f32, b: (f32, f32)}): f32 = p.0 + p.1 + q.b.1' \
    'arg p_0 p_1 q_a q_b_0 q_b_1 result stream'
signature '[n] (ps: *[n](f32, f32)): [n](f32, f32) = map (\(a, b) -> (a + b, b)) ps' 'ps_0 ps_1 n stream'
signature '(n: i64): {n: i64, d: {low: i64, high: (i64, i64)}} = {n = n + 1, d = {low = n - 1, high = (n, n)}}' \
    'n d_high_0 d_high_1 d_low n_out stream'
signature '(x: f32) = let y_1 = x + 1 let y_2 = x * 2 in (y_1, y_2)' 'x y_1 y_2 stream'
signature '(x: f32) = let y = x + 1 in (y, y, x)' 'x result_0 result_1 result_2 stream'
signature "(x: f32) = let y' = x + 1 in y'" 'x y_prime stream'

refuses() {    # NAMES, MESSAGE
    program "#[results($1)]" '(scan (+) 0 xs, i32.maximum xs)'
    run doc.fut
    t "#[results($1)]" all 'is 1' "err '^doc.fut:1:1: error: $2 \[result-names\]'"
}
refuses 'sums' 'f has 2 results, and 1 name is given: sums'
refuses 'a, b, c' 'f has 2 results, and 3 names are given: a,b,c'
refuses 'sums, sums' "two results of f are called .sums."
refuses 'sums, xs' ".xs. is a parameter or size of f; a result needs another name"
refuses 'n, sums' ".n. is a parameter or size of f; a result needs another name"
refuses "a, b__c" ".b__c. is no name for a result; write letters, digits and single _"

cat > rows.fut <<'EOF'
-- | Rows, and a word of C++. The end of a comment, */, ends none.
-- @results rows int
entry f [n] (xs: [n]i32): ([n][..]i32, i32) = (map (\x -> map i32.i64 (iota (i64.i32 x))) xs, 1)
EOF
run -o rows rows.fut
t "@results: lengths of rows, a word of C++" all 'is 0' quiet \
    'grep -q "int64_t \*rows_lengths, int32_t \*\*rows," rows/rows.h' 'grep -q "int32_t \*int_," rows/rows.h' \
    'gcc -x c -fsyntax-only -I"$root/tests/cpu/include" rows/rows.h'

# A product with a bias has three versions, and one function that chooses.
printf 'entry f [n][k][m] (x: [n][k]f32) (w: [k][m]f32) (bias: [m]f32): [n][m]f32 =
  map (\\r -> map2 (\\c b -> b + f32.sum (map2 (*) r c)) (transpose w) bias) x\n' > dense.fut
run -o - dense.fut
t "versions: one choice" all 'out "^enum Version . TILED, SPLIT_K, FLAT .;"' '! out second_version' \
    'out "if .version != TILED."' '! out "version == FLAT &&"'
t "versions: what each is" all 'out "return SPLIT_K; // one block per tile of each part"'
t "tiles are called as their arrays" all 'out "copy_async_or_zero.&w_tile.stage"' '! out turned'
