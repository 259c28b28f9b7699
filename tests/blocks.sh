#!/usr/bin/env bash
# blocks.sh [FILE...] - the programs of tests/blocks, in whose kernels the threads of a block, or the
# blocks, work together: CUDA on the CPU against the evaluator, at the sizes that each names,
# under schedules that switch often, store late or run few blocks at once, and with constants
# cut by tests/cpu/cut.sed; what they ask of memory, where that is told; and nvcc, where it is there. Prints 'N passed, N failed'.
set -u
cd "$(dirname "$0")/.." || exit 2
work=build/blocks
mkdir -p "$work/cut"
passed=0 failed=0
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2> /dev/null || true)
make -s tools || exit 1

fail() { failed=$((failed + 1)); echo "FAILED $*"; }

compiled() {    # NAME
    build/mapnest "${from[@]}" "${flags[@]}" -w --harness -o "$work" "tests/blocks/$file" &&
        sed -f tests/cpu/cut.sed "$work/$1.cu" > "$work/cut/$1.cu" &&
        { [ -z "$nvcc" ] || "$nvcc" -std=c++17 -arch=sm_90 -Werror all-warnings -c \
            -o "$work/$1.o" "$work/$1.cu"; } &&
        scripts/cucpu -o "$work/$1.run" "$work/$1.cu" "$work/${1}_main.cu" &&
        scripts/cucpu -o "$work/$1.cut" "$work/cut/$1.cu" "$work/${1}_main.cu" -I"$work"
}

run() {    # NAME SIZES BINARY SETTING...
    local name=$1 sizes=$2 binary=$3 difference; shift 3
    if ! env "$@" "$work/$binary" -b < "$work/$name.in" > "$work/$name.got" \
            2> "$work/$name.log"; then
        fail "$binary, $sizes, $*: $(tail -1 "$work/$name.log")"
    elif ! difference=$(build/compare "$work/$name.got" "$work/$name.out"); then
        fail "$binary, $sizes, $*: $difference"
    else
        passed=$((passed + 1))
    fi
}

# meter NAME TURNS TIMES SIZES: accesses to shared memory take no more than so many times the
# turns that they must, and no more bytes are asked of memory than so many times those that are there.
meter() {
    build/values $4 > "$work/$1.in"
    if EMU_STATS=1 "$work/$1.run" -b < "$work/$1.in" 2>&1 > /dev/null |
            awk -v turns="$2" -v times="$3" '
                { gsub(/,/, "") }
                /^ *(load|store):/ { asked += $2 * $4 * 32; least += $(NF - 1) }
                /^ *shared:/ { n += $2 * ($8 + 0); taken += $2 * $4 }
                END { print asked / least " times, " (n ? taken / n : 0) " turns"
                      exit !(least && asked <= times * least && taken <= turns * n) }' \
            > "$work/$1.log"; then
        passed=$((passed + 1))
    else
        fail "$1, $4: $(cat "$work/$1.log")"
    fi
}

set -f
for file in ${*:-$(ls tests/blocks)}; do
    name=${file%.*} from=()
    case $file in *.core) from=(--from=core) ;; esac
    read -ra flags < <(sed -n 's/^-- *flags: //p' "tests/blocks/$file"; echo)
    if ! compiled "$name" 2> "$work/$name.log"; then
        fail "$name: $(head -1 "$work/$name.log")"
        continue
    fi
    while read -r turns times sizes; do
        meter "$name" "$turns" "$times" "$sizes"
    done < <(sed -n 's/^-- *meter: //p' "tests/blocks/$file")
    while read -r sizes; do
        [ "$sizes" ] || continue
        build/values $sizes > "$work/$name.in"
        build/mapnest run "${from[@]}" -b "tests/blocks/$file" < "$work/$name.in" \
            > "$work/$name.out" || { fail "$file, $sizes: not evaluated"; continue; }
        for binary in "$name.run" "$name.cut"; do
            run "$name" "$sizes" "$binary" EMU_SEED=0
            run "$name" "$sizes" "$binary" EMU_SEED=1 EMU_PREEMPT=7
            run "$name" "$sizes" "$binary" EMU_SEED=2 EMU_WEAK=16
            run "$name" "$sizes" "$binary" EMU_SEED=3 EMU_PREEMPT=5 EMU_WEAK=16 EMU_RESIDENT=3
        done
    done < <(sed -n 's/^-- *sizes: //p' "tests/blocks/$file" | tr '|' '\n')
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
