#!/bin/sh
# run.sh - tests the CPU runtime: samples that must work under every schedule, and
# mistakes that must be found, each on its line. CPU_SELF_SEEDS lists the seeds (0 1 2).
here=$(cd "$(dirname "$0")" && pwd)
cucpu=$here/../../../scripts/cucpu
seeds=${CPU_SELF_SEEDS:-0 1 2}
work=$(mktemp -d "${TMPDIR:-/tmp}/self.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); printf 'FAILED %s\n' "$*"; }

build() {
    "$cucpu" -o "$work/$1" "$here/$1.cu" 2> "$work/log" && return
    fail "$1.cu does not compile: $(cat "$work/log")"
    return 1
}

# must_work "ENVIRONMENT" PROGRAM ARGUMENT...
must_work() {
    settings=$1 program=$2
    shift 2
    if env $settings "$work/$program" "$@" > "$work/log" 2>&1; then
        pass
    else
        fail "$settings $program $*: $(cat "$work/log")"
    fi
}

# Each sample with each seed: as it is, with switches at plain accesses, with late stores,
# and with few or many blocks under way.
test_sample() {
    build "$1" || return
    for seed in $seeds; do
        must_work "EMU_SEED=$seed" "$@"
        must_work "EMU_SEED=$seed EMU_PREEMPT=7" "$@"
        must_work "EMU_SEED=$seed EMU_PREEMPT=31 EMU_WEAK=16 EMU_RESIDENT=3" "$@"
        must_work "EMU_SEED=$seed EMU_WEAK=4 EMU_RESIDENT=16" "$@"
    done
}

# must_complain NAME PATTERN: the first line on stderr must match all of the pattern.
must_complain() {
    for seed in $seeds; do
        EMU_TIMEOUT=1 EMU_SEED=$seed "$work/mistakes" "$1" > /dev/null 2> "$work/log"
        code=$?
        if [ $code -eq 86 ] && grep -Eq "^$2" "$work/log"; then
            pass
        else
            fail "EMU_SEED=$seed mistakes $1 exits $code, wanted $2: $(cat "$work/log")"
        fi
    done
}

# The complaints stand in the comments: "// NAME: PATTERN", on the line they are about, or
# "// NAME has no line: PATTERN".
test_mistakes() {
    build mistakes || return
    sed -nE -e '/^\/\/ mistakes.cu/d' \
        -e 's,.*// ([a-z_]+) has no line: (.*),\1 \2,p' "$here/mistakes.cu" > "$work/list"
    grep -nE '// [a-z_]+: ' "$here/mistakes.cu" |
        sed -E 's,^([0-9]+):.*// ([a-z_]+): (.*),\2 mistakes.cu:\1: \3,' >> "$work/list"
    while read -r name pattern; do
        must_complain "$name" "$pattern"
    done < "$work/list"
}

# What is switched off by the environment, and what is found only with its help.
test_switches() {
    must_work "EMU_RACE=0" mistakes two_values
    EMU_SAME_VALUE_OK=0 "$work/features" > /dev/null 2> "$work/log"
    if [ $? -eq 86 ] && grep -q "global-memory race" "$work/log"; then
        pass
    else
        fail "EMU_SAME_VALUE_OK=0 features: $(cat "$work/log")"
    fi
    EMU_STATS=1 "$work/map" > /dev/null 2> "$work/log"
    if grep -q "load: 626 requests, 4.00 sectors each (ideal 4.00), 80056" "$work/log"; then
        pass
    else
        fail "EMU_STATS=1 map: $(cat "$work/log")"
    fi
}

# What the meter counts does not depend on the schedule.
test_meter() {
    for settings in "" EMU_PREEMPT=7 "EMU_SEED=5 EMU_RESIDENT=3" "EMU_SEED=9 EMU_WEAK=8"; do
        env $settings EMU_JSON="$work/json" "$work/$1" > /dev/null 2> "$work/log"
        [ "$settings" ] || cp "$work/json" "$work/first"
        if cmp -s "$work/json" "$work/first"; then
            pass
        else
            fail "$settings $1 counts other traffic: $(diff "$work/first" "$work/json")"
        fi
    done
}

# The same with the switch of stacks for other machines.
test_ucontext() {
    CUCPU_RUNTIME=-DCUDA_CPU_UCONTEXT
    export CUCPU_RUNTIME
    build scan && must_work "EMU_PREEMPT=7" scan 20021
    build reduce && must_work "EMU_WEAK=4" reduce 50021 37
    unset CUCPU_RUNTIME
}

test_sample map 10007
test_sample transpose 131 77
test_sample matmul 70 65 33
test_sample reduce 50021 37
test_sample scan 20021
test_sample features
test_sample syntax
test_mistakes
test_switches
for sample in map transpose matmul reduce scan; do
    test_meter $sample
done
test_ucontext

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
