# run --profile, --path, and the harness's --profile.

cat > two.fut <<'EOF'
entry main [n] (xs: [n]i32): ([n]i32, i32) =
  let ys = scan (+) 0 xs
  in (ys, i32.maximum ys)
entry profiling [n] (profiling: [n]i32) (launched: i32): [n]i32 = map (+ launched) profiling
EOF
feed '[1, 2, 3]' run --profile two.fut
t "run --profile" all 'is 0' 'out_is "[1i32, 3i32, 6i32]
6i32"' 'err "^counted by the CPU runtime; nothing is measured$"' \
    'err "^kernel +line +launches +threads +requests +bytes loaded"' \
    'err "^two_ys +two.fut:3 +1 +[0-9]+ .* scan-is-scanomap .* fold-of-scan$"' \
    'err "^all +1 +[0-9]+ "'
feed '[1] 2' run --profile --path --on=cpu -e profiling two.fut
t "run --profile and --path" all 'is 0' 'err "^path: always"' 'err "^two_[a-z_]+ +two.fut:4"'
usage run --profile --on=eval two.fut
usage run --profile --on=passes two.fut
usage --profile two.fut
usage bench --profile two.fut

run --harness --profile -o . two.fut
t "--harness --profile" all 'is 0' quiet 'grep -q "^    PROFILE(two_" two.cu' \
    '[ "$(grep -c "PROFILE(two_" two.cu)" = "$(grep -c "<<<" two.cu)" ]'
"$root/scripts/cucpu" -o two two.cu two_main.cu
echo '[1, 2, 3]' | ./two --profile -r 3 > .out 2> .err
status=$?
t "FILE_main --profile: the mean of the runs" all 'is 0' 'out "^6i32"' \
    'err "^kernel +line +launches +microseconds +% +rules$"' \
    'err "^two_ys +two.fut:3 +1 +[0-9.]+ +100.0  scan-is-scanomap, "' '[ "$(wc -l < .err)" = 2 ]'
echo '[1] 5' | ./two -e profiling > .out 2> .err
status=$?
t "FILE_main without --profile" all 'is 0' quiet 'out_is "[6i32]"'
run --harness -o plain two.fut
t "--harness: no profile" all 'is 0' '! grep -qi profile plain/two_main.cu' \
    '! grep -q PROFILE plain/two.cu'
