# --helpers: one file of helpers for several programs.
mkdir shared
cp ../dot.fut "$root/golden/filter/filter.fut" "$root/golden/mss/mss.fut" .
run --harness --helpers=common.cuh -MD -o shared dot.fut
t "--helpers" all 'is 0' quiet 'files shared "common.cuh dot.cu dot.d dot.h dot_main.cu "' \
    'grep -qx "#include \"common.cuh\"" shared/dot.cu' '! grep -q block_reduce.T shared/dot.cu' \
    'head -1 shared/common.cuh | grep -q "written by mapnest"'
t "--helpers: its file is no target" \
    [ "$(cat shared/dot.d)" = 'shared/dot.cu shared/dot.h shared/dot_main.cu: dot.fut' ]
cp -p shared/common.cuh first.cuh
for program in filter.fut mss.fut; do
    run --harness --helpers=common.cuh -o shared "$program"
    t "--helpers: $program" all 'is 0' quiet
done
run --helpers=common.cuh --comments=none --unsafe --tune=BLOCK_SIZE=128 -o other dot.fut
t "--helpers: the file depends on neither program nor options" \
    all 'is 0' 'cmp first.cuh shared/common.cuh' 'cmp first.cuh other/common.cuh'
t "--helpers: an equal file is not written again" [ ! shared/common.cuh -nt first.cuh ]
t "--helpers: a constant of another value" grep -qx '#define BLOCK_SIZE 128' other/dot.cu
run --helpers=common.cuh --tune=ITEMS_8=3 -o other dot.fut
t "--helpers: a constant that the program has no use for" all 'is 0' '! grep -q "#define" other/dot.cu'
run --helpers=common.cuh --tune=ITEMS_16=80 -o other filter.fut
t "--helpers: constants that do not fit" all 'is 1' 'err "ITEMS_16 can be"'
run --helpers=sub/common.cuh -o other dot.fut
t "--helpers: in another folder" all 'is 0' 'cmp first.cuh other/sub/common.cuh' \
    'grep -qx "#include \"sub/common.cuh\"" other/dot.cu'
run -o plain dot.fut
t "no --helpers: one file" all 'is 0' 'grep -q block_reduce.T plain/dot.cu' \
    '! grep -q cuh plain/dot.cu'
echo "// mine" > other/common.cuh
rm other/dot.cu
run --helpers=common.cuh -o other dot.fut
t "--helpers: somebody else's file" all 'is 1' 'err "common.cuh: mapnest did not write this"' \
    '[ ! -e other/dot.cu ]'
run --helpers=common.cuh --force -o other dot.fut
t "--helpers --force" all 'is 0' 'cmp first.cuh other/common.cuh'
usage --helpers=common.h dot.fut
usage --helpers=/common.cuh dot.fut
usage --helpers=common.cuh -o - dot.fut

# The programs run, with more than one warp and in blocks of another size.
result() { ./shared.bin < "$1" > .out 2> .err; status=$?; }
for program in dot filter mss; do
    "$root/scripts/cucpu" -o shared.bin "shared/$program.cu" "shared/${program}_main.cu"
    case $program in
    dot) echo '[1, 2, 3] [4, 5, 6]' > values; want=32i32 ;;
    *) cp "$root/golden/$program/main.0.in" values; want=$(cat "$root/golden/$program/main.0.out") ;;
    esac
    result values
    t "--helpers: $program runs" all 'is 0' '[ "$(cat .out)" = "$want" ]'
done
run --harness --helpers=common.cuh --tune=BLOCK_SIZE=64 -o shared filter.fut
"$root/scripts/cucpu" -o shared.bin shared/filter.cu shared/filter_main.cu
result "$root/golden/filter/main.0.in"
t "--helpers: blocks of another size" all 'is 0' \
    '[ "$(cat .out)" = "$(cat "$root/golden/filter/main.0.out")" ]'
