# Run-time failures: the evaluator, the CPU run and the harness say the same.
cp "$root/tests/programs/failures.fut" fails.fut
"$mapnest" --harness -o . fails.fut && "$root/scripts/cucpu" -o fails fails.cu fails_main.cu

# What the evaluator says, without the quoted lines and the name of the error.
plain() { sed '/^ *[0-9]* | /d; s/ \[run-failed\]$//' .err; }

same() {    # ENTRY INPUT: the harness says what the evaluator says, and fails
    feed "$2" run -e "$1" fails.fut
    printf '%s' "$2" | ./fails -e "$1" > .fails.out 2> .fails.err
    t "failure of $1" all 'is 1' silent '[ $? = 0 ]' '[ ! -s .fails.out ]' \
        '[ "$(plain)" = "$(cat .fails.err)" ]'
}
same index_host '[1, 2, 3] 7i64'
same index_i8 '[1, 2, 3] [-128i8]'
same index_3d '[[[1, 2, 3]]] [-1i64]'
same in_loop '[1, 2, 3] 5i64'
same loop_in_kernel '[1, 2, 3] [5i64]'
same in_branch '[1, 2] [-4i64]'
same in_function '[1, 2, 3] [0i64, 2i64]'
same in_operator '[1, 2, 3] 4i32'
same update '[1, 2, 3] 3i64'
same slice '[1, 2, 3] 2i64 7i64'
same slice_step '[1, 2, 3] 0i64 2i64 0i64'
same coerce_2d '[[1, 2, 3]] 1i64 2i64'
same asserted -5i32
same asserted_in_kernel '[1, 2, -3]'
same asserted_record 1i32
same divide_u64 '[5u64] [0u64]'
same power_i64 '[5i64] [-9223372036854775808i64]'
same iota_host -2i64
same tabulate_2d_host '-1i64 -2i64'
same iota_in_kernel '[2i64, -2i64]'
same range_down '1i32 8i32'
same first_of_two '[0, 2, 0]'

# Of several threads that fail, the runtime lets the first one come first.
same index_i32 '[1, 2, 3] [9, 8, 7, 6]'
t "the first failure" err 'Index \[9\] out of bounds'

feed '[1, 2, 3] [0i64, 2i64]' run -e in_function fails.fut
cp .err .evaluated
feed '[1, 2, 3] [0i64, 2i64]' run --on=cpu -e in_function fails.fut
t "run --on=cpu shows a failure as run does" cmp -s .err .evaluated
t "a failure names the calls that led there" \
    [ "$(grep -c 'note: called from here' .err)" = 2 ]

feed '[1, 2, 3] [1, 2]' run -e sizes fails.fut
sizes='Entry point arguments have invalid sizes: ys has type \[2\]i32, expected \[3\]i32\.'
t "wrong sizes, evaluated" all 'is 1' "err 'error: $sizes'"
feed '[1, 2, 3] [1, 2]' run --on=cpu -e sizes fails.fut
t "wrong sizes, as CUDA" all 'is 1' "err 'error: .*$sizes'"

# A file's name may hold what printf or the texts give a meaning.
printf 'def main (x: i32): i32 = 1 / x\n' > 'a{}%d.fut'
feed 0 run --on=cpu 'a{}%d.fut'
t "braces and percent in a file's name" all 'is 1' 'err "^a\{\}%d.fut:1:26: error: division"'

# Rows that no block has the memory for: without --flatten=block another version takes them.
printf 'entry main [n] [m] (xss: [n][m]f32) = map (\\xs -> scan (+) 0 (scan f32.max 0 xs)) xss' > long.fut
"$mapnest" dataset -b '[1][60000]f32' > long.in
timeout 60 "$mapnest" run --on=cpu --flatten=block long.fut < long.in > .out 2> .err
status=$?
t "a row too long for a block, and no other version" all 'is 1' silent \
    'err "long_main: a row is too long for the shared memory of a block \[run-failed\]$"'
timeout 60 "$mapnest" run --on=cpu -b --path long.fut < long.in 2> .err > .long
status=$?
t "a row too long for a block" all 'is 0' 'err "^path: flat "'

# What fails in a loop ends it, though the threads of the block go on to meet the others.
cat > loops.fut <<'END'
-- ==
-- entry: of_threads of_block
-- input { [[1, 2], [3, 4]] 1 } output { [[1, 2], [3, 4]] }
-- input { [[1, 2], [3, 4]] 100 } error: Index \[2\] out of bounds
entry of_threads [n][m] (xss: [n][m]i32) (z: i32): [n][m]i32 =
  map (\xs -> let s = i32.sum xs
              in map (\x -> (loop (y, k) = (x, 0) while xs[k] < z do (y + s, k + 1)).0) xs) xss
entry of_block [n][m] (xss: [n][m]i32) (z: i32): [n][m]i32 =
  map (\xs -> let c = loop k = 0 while i32.sum xs < z * 10 - 10 - k do k + i32.min 1 xs[k]
              in map (+ c) xs) xss
END
for way in "" --flatten=block; do
    timeout 120 "$mapnest" test --on=cpu $way loops.fut > .out 2> .err
    status=$?
    t "a loop that fails $way" is 0
done

# A check that fails in one thread of a kernel with barriers: the block goes on to its barriers,
# whatever its size, and the failure is told.
cat > barriers.fut <<'FUT'
entry reduction (xs: []i32) (is: []i64): i32 = i32.sum (map (\i -> xs[i]) is)
entry scanned (xs: []i32) (is: []i64): []i32 = scan (+) 0 (map (\i -> xs[i]) is)
entry kept (xs: []i32) (is: []i64): []i32 = filter (> 0) (map (\i -> xs[i]) is)
entry counts (xs: []i32) (is: []i64): []i32 = hist (+) 0 10 is (map (\i -> xs[i]) is)
entry rows (xs: []i32) (is: []i64): []i32 =
  map (\js -> i32.sum (map (\i -> xs[i]) js)) (unflatten (is :> [3 * 400]i64))
entry row_scans (xs: []i32) (is: []i64): [][]i32 =
  map (\js -> scan (+) 0 (map (\i -> xs[i]) js)) (unflatten (is :> [3 * 400]i64))
entry products (xs: []i32) (is: []i64): [][]i32 =
  let a = unflatten (is :> [30 * 40]i64)
  in map (\r -> map (\c -> i32.sum (map2 (\i j -> xs[i] * i32.i64 j) r c)) a) a
entry spmv (xs: []i32) (is: []i64): []i32 =
  map (\n -> i32.sum (map (\j -> xs[is[j + n]]) (iota (n * 7)))) (iota 100)
FUT
{ echo '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]'
  awk 'BEGIN { for (i = 0; i < 1200; i++) printf "%s%di64", i ? ", " : "[", i == 700 ? 77 : i % 10
               print "]" }'; } > barriers.in
for entry in reduction scanned kept counts rows row_scans products spmv; do
    for way in BLOCK_SIZE=32 "BLOCK_SIZE=128 --flatten=full" "BLOCK_SIZE=1024 --flatten=block"; do
        timeout 100 "$mapnest" run --on=cpu --tune=$way -e $entry barriers.fut \
            < barriers.in > .out 2> .err
        status=$?
        t "a failure among barriers, $entry, $way" all 'is 1' silent \
            'err "Index \[77\] out of bounds for array of shape \[10\]\. \[run-failed\]$"'
    done
done
