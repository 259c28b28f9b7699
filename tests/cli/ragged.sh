# Rows of different lengths: read and printed, nested or apart; and functions that call themselves.
cat > rows.fut <<'EOF'
def quicksort [n] (xs: [n]i32): [n]i32 =
  if n <= 1 then xs
  else let pivot = xs[n / 2]
       let sorted = map quicksort [filter (< pivot) xs, filter (> pivot) xs]
       in (sorted[0] ++ filter (== pivot) xs ++ sorted[1]) :> [n]i32
def from [n] (x: i32) (xs: [n]i32): []i32 =
  if n == 0 then [] else if xs[0] == x then xs else from x xs[1:]
def forever [n] (xs: [n]i32): i32 = if n < 0 then 0 else 1 + forever xs
entry sorted [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
entry after (x: i32) (xss: [][..]i32): [][..]i32 = map (from x) xss
entry deep [m] (xss: [m][..][..]i32): ([m][..]i32, i64) =
  (map (map i32.sum) xss, length (flatten xss))
entry pairs (xss: [][..](i64, f32)): []f32 =
  map (\row -> f32.sum (map (\(i, x) -> f32.i64 i * x) row)) xss
entry made (ns: []i64): [][..]i64 = map iota ns
entry rounds (k: i64) (xss: [][..]i32): [][..]i32 =
  loop xss for i < k do if i == 1 then xss ++ xss else map (\xs -> xs ++ [1]) xss
entry ever (xs: []i32): i32 = forever xs
EOF
feed '[[3,1,2],[],[5,4]]' run -e sorted rows.fut
t "nested rows" all 'is 0' "out_is '[[1i32, 2i32, 3i32],
 [],
 [4i32, 5i32]]'"
feed '[3i64,0,2] [3,1,2,5,4]' run -e sorted rows.fut
t "rows apart" all 'is 0' 'out "^\[\[1i32, 2i32, 3i32\],$"'
feed '[3i64,-1,3] [3,1,2,5,4]' run -e sorted rows.fut
t "a negative length" all 'is 1' 'err "The length of row 1 is negative: -1"'
feed '[3i64,1] [3,1,2,5,4]' run -e sorted rows.fut
t "other values than lengths" all 'is 1' 'err "have 4 elements in all, and there are 5 values"'
feed '[3i64,-1]' run -e made rows.fut
t "a negative length that is made" all 'is 1' 'err "Range 0..1..<-1 is invalid"'
feed 'empty([0][0]i32)' run -e sorted rows.fut
t "no rows" all 'is 0' 'out_is "empty([0][0]i32)"'
feed '2 [[1,2,3],[2],[],[4]]' run -e after rows.fut
t "a tail call in a map" all 'is 0' "out_is '[[2i32, 3i32],
 [2i32],
 [],
 []]'"
feed '[[[1,2],[]],[],[[3]]]' run -e deep rows.fut
t "rows of rows" all 'is 0' "out_is '[[3i32, 0i32],
 [],
 [3i32]]
3i64'"
feed '[[1],[2,3]] [[1f32],[2f32,3]]' run -e pairs rows.fut
t "rows of pairs" all 'is 0' 'out_is "[1.0f32, 13.0f32]"'
feed '[[1],[2,3]] [[1f32,1],[2f32]]' run -e pairs rows.fut
t "pairs in rows of one length" all 'is 1' 'err "must be equally long"'
feed '2i64 [[1],[]]' run -e rounds rows.fut
t "rows in loops and branches" all 'is 0' "out_is '[[1i32, 1i32],
 [1i32],
 [1i32, 1i32],
 [1i32]]'"
feed '[1,2]' run -e ever rows.fut
t "a function that calls itself for ever" all 'is 1' 'err "calls itself more than 1000 times"'
feed '[[1],2]' run -e sorted rows.fut
t "a row that is none" all 'is 1' 'err "expected"'
cat > endless.fut <<'EOF'
def forever [n] (xs: [n]i32): i32 = 1 + forever xs
entry each (xss: [][..]i32): []i32 = map forever xss
EOF
run check endless.fut
t "recursion that does not end" all 'is 1' 'err "calls itself in every case"'

cat > same.fut <<'EOF'
entry main [m] (xss: [m][..]i32): [m][..]i32 = xss
entry both (xss: [][..][..](i32, f32)) = xss
EOF
for on in eval cpu; do
    feed '[[1,2],[],[3]]' run --on=$on same.fut
    t "rows at the border, $on" all 'is 0' 'out "^\[\[1i32, 2i32\],$"'
done
run -o rows --harness same.fut
t "the header tells of rows" all 'is 0' 'grep -q "read, the lengths of the rows in xss$" rows/same.h' \
    'grep -q "same_main(const int64_t \*xss_lengths, const int32_t \*xss, int64_t m, int64_t xss_total," rows/same.h'
"$root/scripts/cucpu" -o rows/run rows/same.cu rows/same_main.cu
for input in '[[1,2],[],[3]]' '[2i64, 0, 1] [1, 2, 3]'; do
    t "the harness, $input" [ "$(rows/run <<< "$input")" = '[[1i32, 2i32], [], [3i32]]' ]
done
t "the harness, rows of rows" [ "$(rows/run -e both <<< '[[[1],[]],[]] [[[2f32],[]],[]]')" = \
    '[[[1i32], []], []]
[[[2.0f32], []], []]' ]
t "the harness, no rows" [ "$(rows/run <<< 'empty([0][0]i32)')" = 'empty([0][0]i32)' ]
t "the harness, rows that are not" [ -z "$(rows/run <<< '[[1],2]' 2> /dev/null)" ]

# How an element finds its row.
cat > found.fut <<'EOF2'
entry main (ns: []i64): []i64 = flatten (map (\n -> map (\i -> n * i) (iota n)) ns)
EOF2
for way in search flags segments; do
    for on in eval passes cpu; do
        feed '[3, 0, 2, 0]' run --on=$on --irregular=$way found.fut
        t "--irregular=$way, $on" all 'is 0' 'out "^\[0i64, 3i64, 6i64, 0i64, 2i64\]$"'
    done
    run -o - --irregular=$way found.fut
    cp .out found.$way
done
t "a block searches" grep -q row_containing found.search
t "flags are scanned" [ -z "$(grep row_containing found.flags)" ]
t "numbers of 32 bits are stored" grep -qE 'const int32_t \*__restrict__ ks' found.segments
run --irregular=other found.fut
t "no such way" all 'is 2' 'err "search|flags|segments"'

cat > deep.fut <<'END'
def twice (k: i64) =
  let rows: [k][..]i64 = map (\i -> iota i) (iota k)
  in i64.sum (map (\row -> i64.sum row) (rows ++ rows))
def main [n] (ks: [n]i64): [n]i64 = map twice ks
END
for on in eval cpu; do
    feed '[0, 1, 3]' run --on=$on deep.fut
    t "rows of rows within a map, $on" all 'is 0' 'out "^\[0i64, 0i64, 2i64\]$"'
done

cat > matrices.fut <<'END'
def main [m] (ns: [m]i64) (ks: [m]i64): [m][..][..]i64 =
  map2 (\n k -> map (\i -> map (+ i) (iota k)) (iota n)) ns ks
END
feed '[2i64, 0, 1] [3i64, 2, 0]' run matrices.fut
t "matrices of other sizes in each row are rows that say their lengths" \
    [ "$(tr -d ' \n' < .out)" = '[[[0i64,1i64,2i64],[1i64,2i64,3i64]],[],[[]]]' ]
run -o matrices matrices.fut
t "their CUDA code is written" all 'is 0' '[ -e matrices/matrices.cu ]'
cat > chosen.fut <<'END'
def main [m] (xsss: [m][..][..]i64): [m]i64 =
  map (\xss -> if length xss > 1 then i64.sum (map i64.sum xss) else i64.product (map length xss)) xsss
END
for on in eval cpu; do
    feed '[[[1i64, 2], [3]], [[4, 5]], []]' run --on=$on chosen.fut
    t "rows of rows that a branch looks up, $on" all 'is 0' 'out "^\[6i64, 2i64, 1i64\]$"'
done

# A branch that gives a matrix, and one that gives rows that are written out.
cat > branches.fut <<'END'
def main [m] (ns: [m]i64): [m][..][..]i64 =
  map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota n, [n]]) ns
END
for way in --on=eval --on=cpu "--on=cpu --flatten=full" "--on=cpu --flatten=block" \
           "--on=cpu --option=seq_factor=4"; do
    feed '[2i64, 0, 3]' run $way branches.fut
    t "branches that give rows that are written out, $way" \
        [ "$(tr -d ' \n' < .out)" = '[[[0i64,1i64],[1i64,2i64]],[],[[0i64,1i64,2i64],[3i64]]]' ]
done

# Triangles of two kinds, all of as many rows: lengths that a branch gives have its size.
cat > triangles.fut <<'END'
def main [m] (ns: [m]i64): [m]i64 =
  let triangles = map (\n -> if n % 2 == 0 then map iota (iota n)
                             else map (\i -> iota (i + 1)) (iota n)) ns
  in map (\rows -> i64.sum (map i64.sum rows)) triangles
END
feed '[0i64, 1, 2, 3, 4]' run triangles.fut
t "branches that give rows of rows, of one count" \
    [ "$(tr -d ' \n' < .out)" = '[0i64,0i64,0i64,4i64,4i64]' ]
feed '[0i64, 1, 2, 3, 4]' run --on=cpu triangles.fut
t "triangles, cpu" [ "$(tr -d ' \n' < .out)" = '[0i64,0i64,0i64,4i64,4i64]' ]

# Where nests of rows are left to threads, a call in one is given values and lengths, too.
cat > walks.fut <<'END'
def walk [n] (adj: [n][..]i64) (v: i64): i64 = v + i64.sum (map (walk adj) adj[v])
def main [n] (adj: [n][..]i64): [n]i64 = map (walk adj) (iota n)
END
run --option=irregular=0 walks.fut
t "a recursive call within rows, in a thread" all 'is 1' 'err "\[recursion\]$"'

# Lengths that come to more than 64 bits hold are too much memory, and no wrapped size that fits.
cat > huge.fut <<'FUT'
entry sums (ks: []i64): []i64 = map (\k -> i64.sum (iota k)) ks
entry kept (ks: []i64): []i64 = map (\k -> i64.sum (filter (> 1) (iota k))) ks
entry nested (ks: []i64): []i64 =
  map (\k -> i64.sum (map (\j -> i64.sum (iota j)) (iota k))) ks
FUT
for way in --on=eval --on=cpu "--on=cpu --irregular=flags" "--on=cpu --irregular=segments"; do
    for entry in sums kept nested; do
        feed '[4611686018427387904i64, 4611686018427387904, 4611686018427387904, 4611686018427387904]' \
            run $way -e $entry huge.fut
        t "lengths beyond 64 bits, $entry, $way" all 'is 1' 'err "memory \[run-failed\]$"'
    done
    feed '[9223372036854775807i64, 9223372036854775807, 2]' run $way -e sums huge.fut
    t "the greatest length twice, $way" all 'is 1' 'err "memory \[run-failed\]$"'
done

# Nor does the product of a size that is found and another wrap.
cat > product.fut <<'FUT'
entry rows (ks: []i64) (m: i64): []i64 =
  map (\k -> let xss = map (\j -> map (+ j) (iota m)) (iota k)
             in i64.sum (map (\xs -> i64.sum (scan (+) 0 xs)) xss)) ks
entry flat (ks: []i64) (m: i64): []i64 =
  map (\k -> i64.sum (scan (+) 0 (flatten (map (\j -> map (+ j) (iota m)) (iota k))))) ks
FUT
for way in "" --irregular=flags --irregular=segments; do
    for entry in rows flat; do
        feed '[1099511627776i64] 16777216i64' run --on=cpu $way -e $entry product.fut
        t "2^64 elements, $entry, $way" all 'is 1' 'err "memory \[run-failed\]$"'
    done
done
