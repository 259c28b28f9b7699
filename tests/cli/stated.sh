# Sizes that are stated: versions that they never take are gone, other sizes are refused.
cat > rows.fut <<'END'
-- ==
-- entry: sums
-- input { [[1, 2], [3, 4]] } output { [3, 7] }
entry sums [n] [m] (xss: [n][m]i32): [n]i32 = map i32.sum xss

entry last [n] (xs: [n]i32): i32 = xs[n - 1]
END
kernels() { [ "$(grep -c "__global__ void rows_sums" "$1")" = "$2" ]; }
run -o . rows.fut
t "sums of rows have a kernel for short ones and one for long ones" kernels rows.cu 2
run --sizes=m=1..100 -o . rows.fut
t "--sizes: short rows have one kernel" all 'is 0' quiet 'kernels rows.cu 1'
t "--sizes: a file without the tests" all '! grep -q MAX_WARP_ROW rows.cu'
t "--sizes: other sizes are refused" grep -qF 'n < 0 || m < 1 || m > 100' rows.cu
t "--sizes: the header says so" grep -q 'm  *from 1 to 100$' rows.h
t "--sizes: entry points without the size are as before" grep -q 'if (n < 0 ||' rows.cu
run --sizes=n=7,m=5000..6000 -o . rows.fut
t "--sizes: several; one number" all 'is 0' 'kernels rows.cu 1' \
    'grep -qF "n != 7 || m < 5000 || m > 6000" rows.cu' 'grep -q "n  *7$" rows.h'
run --sizes=m=1..100 --sizes=n=2 --on=cpu test rows.fut
t "--sizes: tests run as CUDA" all 'is 0' 'out "1 passed"'
run --sizes=m=3..100 --on=cpu test rows.fut
t "--sizes: a test of another size fails" all 'is 1' 'out "invalid argument"'
run --sizes=k=7 -o . rows.fut
t "--sizes: no such size" all 'is 1' 'err "no entry point has a size parameter k"'
for wrong in n n= =3 n=x n=5..4 n=1..2..3 n=-1 n=99999999999999999999 n=1..; do
    run --sizes=$wrong -o . rows.fut
    t "--sizes=$wrong" all 'is 2' silent 'err "expected a size and what it is from and to"'
done
sed 's/^entry sums/#[size(m, 3..100)] entry sums/' rows.fut > stated.fut
run --stop-after=core -o - stated.fut
cp .out stated.core
t "#[size]: in core" grep -qF '#[size(m, 3..100)]' stated.core
run --from=core -o . stated.core
t "#[size]: from core" all 'is 0' 'grep -qF "m < 3 || m > 100" stated.cu'
feed '[[1, 2]]' run -e sums stated.fut
t "#[size]: the evaluator refuses" all 'is 1' 'err "The size m is 2; the entry point says .* 3..100"'
feed '[[1, 2, 3]]' run -e sums stated.fut
t "#[size]: and takes" out_is '[6i32]'
for wrong in 'm' 'm, 5..4' 'm, a' 'q, 1..2' 'm, 1, 2, 3'; do
    sed "s/^entry sums/#[size($wrong)] entry sums/" rows.fut > stated.fut
    run -o . stated.fut
    t "#[size($wrong)]" all 'is 1' silent 'err "^stated.fut:4:1: error: #.size.*size-stated"'
done
