# Names and texts of a program in what is written: comments, strings, includes, a shell.

mkdir -p texts
cd texts || exit 1
odd=0
for name in string math errno 'a b' "it's" 'quo"te' '%s%n' 'back\slash' $'new\nline' \
    'a$(touch hacked)b' 2d int; do
    printf -- '-- ==\n-- input { [1, 2] } output { 3 }\n\n-- \\\n-- this ends in ??/\n' > "$name.fut"
    printf -- '-- a \001 \r */ b "??/" %%s\nentry main [n] (xs: [n]i32): i32 =\n' >> "$name.fut"
    printf -- '  assert (n > 0) (reduce (+) 0 xs) -- \\\n' >> "$name.fut"
    mkdir "out$odd"
    run "$name.fut" --harness -o "out$odd"
    t "a file named $name" is 0
    t "its comments end where they should" all '! grep -q "[\\\\]$" out$odd/*' \
        '! grep -q "??/$" out$odd/*' '! cat out$odd/* | tr -d "\\n" | LC_ALL=C grep -q "[[:cntrl:]]"'
    odd=$((odd + 1))
done
run test --on=cpu string.fut math.fut errno.fut "it's.fut" 'quo"te.fut' 'a$(touch hacked)b.fut'
t "they run on the CPU" all 'is 0' 'out "^6 passed, 0 failed"' '[ ! -e hacked ]'
cd ..

# The two results of a tile go by one index, so one test guards both stores.
cat > forces.fut <<'F'
entry main [n] (xs: [n]f32) (ys: [n]f32): ([n]f32, [n]f32) =
  unzip (map2 (\x y -> reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0)
                         (map2 (\u v -> ((u - x) * (v - y), u + y * v)) xs ys)) xs ys)
F
run forces.fut
t "one test guards the stores of a tile" all 'is 0' '[ "$(grep -c "if (to < n)" forces.cu)" = 1 ]'

# Totals of integers need no partial results; floats, other neutral elements and what is computed
# of a total do.
cat > totals.fut <<'F'
entry count [n] (xs: [n]i32): i64 = reduce (+) 0 (map (\x -> i64.bool (x > 0)) xs)
F
run totals.fut
t "blocks add their totals of integers" all 'is 0' 'grep -q "atomicAdd((unsigned long long" totals.cu' \
    '! grep -q is_last_block totals.cu'
for body in 'f32 = reduce (+) 0 (map f32.i32 xs)' 'i32 = reduce i32.min i32.highest xs' \
    'i32 = reduce (+) 0 xs / 2'; do
    echo "entry main [n] (xs: [n]i32): $body" > partial.fut
    run partial.fut
    t "partial results: $body" all 'is 0' 'grep -q is_last_block partial.cu' \
        '! grep -q "atomicAdd((unsigned" partial.cu'
done

# What a filter keeps is written under its condition, at a count that is surely inside.
echo 'entry main [n] (xs: [n]i32): []i32 = filter (> 3) xs' > kept.fut
run kept.fut
t "kept elements are written without a check" all 'is 0' 'grep -q "chosen\[sum - 1\] = " kept.cu'
