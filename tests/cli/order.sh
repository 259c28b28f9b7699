# Where in memory elements lie: what shows in the kernels alone, as values are the same.

cat > order.fut <<'EOF'
entry sorted [n] [m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> loop xs = copy xs for i < m do
     (loop xs for j < m - 1 do if xs[j] > xs[j + 1]
                               then let x = xs[j]
                                    let xs[j] = xs[j + 1]
                                    let xs[j + 1] = x in xs
                               else xs)) xss
EOF
run -o - order.fut
t "rows that threads change are turned by tiles, there and back" all 'is 0' \
    'out "^static __global__ void order_.*transposed"' '[ "$(grep -c "transposed<<<" .out)" = 2 ]'

cat > order.fut <<'EOF'
entry walked [n] [m] (xss: [n][m]f32): [m]f32 =
  map (\xs -> loop level = 0 for x in xs do level / 2 + x) (transpose xss)
EOF
run -o - order.fut
t "columns that threads walk are neither staged nor turned" all 'is 0' \
    '! out "__shared__"' '! out "transposed<<<"' '[ "$(grep -c "__global__" .out)" = 1 ]'

cat > order.fut <<'EOF'
entry pairs [n] (xs: [n]f32) (ys: [n]f32): [n * 2]f32 = flatten (map2 (\x y -> [x, y]) xs ys)
entry grid [n] (xs: [n]f32): [n * n]f32 = flatten (map (\x -> map (* x) xs) xs)
EOF
run -o - order.fut
t "what is flattened is made where the result is wanted" all 'is 0' '! out cudaMemcpyAsync'
