# predict.awk - how long each kernel takes on a card: a model, not a measurement.
#
#   awk -v card=NAME -v times=N -f predict.awk src/cost/cards.txt NVCC-TABLE PROGRAM.json..
#
# A launch costs LAUNCH microseconds; then the slowest of these decides, and is named:
#   memory    bytes touched, each once, at the card's bandwidth; at that of the L2 if all
#             of them fit into half of it
#   requests  32-byte sectors asked for, at 32 bytes a cycle and multiprocessor
#   banks     turns of shared memory, one a cycle and multiprocessor
#   latency   as memory, but what the resident threads that load or store at all have under
#             way at once (bytes of independent loads a thread, nvcc's table) is less than
#             latency x bandwidth. Of blocks that take tile after tile, few are under way at once
#             on the CPU and take all; a card's work all, while there are 8 bytes a thread to load
#   waves     a block that loads takes the latency at least, and no more are at once than are
#             resident: many small blocks, which have little under way each
#   issue     instructions of warps, four a cycle and multiprocessor, and the FMAs of 32 bits
#             among them, as many as it has units for: of kernels with a loop that computes
#             (nvcc's table). How often that is done, the words tell that it loads from shared
#             memory; how often the loop around it, the bytes that that loads from global
#             memory; on the way that whole tiles at multiples of 16 bytes take. Each load and
#             FMA waits for none before: there are warps enough, and sums.
#   launch    none of these takes as long as the launch itself
# Resident are as many blocks as threads, registers and shared memory allow. A multiprocessor
# has whole blocks. Other arithmetic, atomics and the waiting of blocks for each other are not
# in the model. With `times` blocks and bytes are as many times as many as the meter saw: as if
# the arrays were longer, and no block found in the L2 what another has read.
function field(key) {
    return match($0, "\"" key "\": [0-9]+") ? substr($0, RSTART + length(key) + 4) + 0 : 0
}
function least_of(a, b) { return a < b ? a : b }
function most_of(a, b) { return a > b ? a : b }
function up(x) { return x == int(x) ? x : int(x) + 1 }

# Blocks of the kernel at once on a multiprocessor.
function resident(name, threads, dynamic,  n) {
    n = least_of(max_blocks, int(max_threads / threads))
    if (registers[name])
        n = least_of(n, int(65536 / (up(registers[name] / 8) * 8 * up(threads / 32) * 32)))
    if (shared[name] + dynamic)
        n = least_of(n, int(max_shared * 1024 / (shared[name] + dynamic + 1024)))
    return most_of(n, 1)
}

# Microseconds of issue slots; sets `peak`, the part of the card's FMAs of 32 bits in that time.
function issue(name, blocks, threads,  each, turns_, rounds, slots, cycles) {
    peak = 0
    if (!inner[name] || !words[name] || !all_threads)
        return 0
    each = all_threads * 4
    turns_ = (shared_bytes - loaded_bytes) / each / words[name]
    rounds = turn_bytes[name] ? loaded_bytes / (all_threads * turn_bytes[name]) : 0
    slots = instructions[name] - main[name] + rounds * (way_[name] - inner[name]) + turns_ * inner[name]
    cycles = slots / 4
    if (turns_ * fmas[name] * 32 / lanes > cycles)
        cycles = turns_ * fmas[name] * 32 / lanes
    cycles *= up(blocks / multiprocessors) * up(threads / 32)
    peak = turns_ * fmas[name] * threads * blocks / (lanes * multiprocessors * clock * 1000)
    return cycles / clock / 1000
}

function finish(  slots, name, blocks, threads, active, way, need, part, time, memory, requests, banks, at_once, waves) {
    if (!kernel)
        return
    name = kernel
    blocks = all_blocks * times / launches
    threads = all_blocks ? all_threads / all_blocks : 0
    if (flags)
        all_working = most_of(all_working, least_of(all_threads, loaded_bytes / 8))
    at_once = threads ? multiprocessors * resident(name, threads, all_dynamic / launches) : 1
    active = threads ? least_of(blocks, at_once) * all_working / all_blocks : 0
    way = active * (in_flight[name] ? in_flight[name] : 4)
    rate = distinct * times / launches < l2 * 0.5e6 ? multiprocessors * 32 * clock : bandwidth
    need = latency * rate
    part = threads && way < need ? way / need : 1
    memory = distinct * times / rate / 1000
    requests = sectors * 32 * times / (multiprocessors * 32 * clock) / 1000
    banks = turns * times / (multiprocessors * clock) / 1000
    time = memory / part
    limit = part < 1 ? "latency" : "memory"
    if (requests > time) { time = requests; limit = "requests" }
    if (banks > time) { time = banks; limit = "banks" }
    waves = loaded_bytes ? launches * blocks / at_once * latency / 1000 : 0
    if (waves > time) { time = waves; limit = "waves" }
    slots = issue(name, blocks, threads)
    if (slots > time) { time = slots; limit = "issue" }
    if (launches * LAUNCH > time) limit = "launch"
    time += launches * LAUNCH
    total += time
    if (peak)
        limit = sprintf("%s; %.0f %% of the FMAs", limit, 100 * peak / time)
    printf "  %-32s %8d %10d %9.0f %9.0f %10.1f  %s\n", name, launches, blocks,
           way / 1024 / multiprocessors, need / 1024 / multiprocessors, time, limit
    kernel = ""
}

BEGIN { LAUNCH = 2.5; times = times ? times : 1 }
FILENAME == ARGV[1] {
    if ($1 == card) {
        multiprocessors = $2; clock = $3; bandwidth = $4; l2 = $5; latency = $6
        max_threads = $7; max_blocks = $8; max_shared = $9; lanes = $10
    }
    next
}
FILENAME == ARGV[2] {
    if ($2 == "+") {
        way_[$1] = $4 + 0; turn_bytes[$1] = $5; inner[$1] = $9 + 0; fmas[$1] = $11 + 0
        words[$1] = $16
    } else if (/^  /) {
        registers[$1] = $2; shared[$1] = $4; in_flight[$1] = $5; instructions[$1] = $6; main[$1] = $7
    }
    next
}
/^  \{"kernel"/ {
    finish()
    split($0, part_, "\""); kernel = part_[4]
    launches = field("launches"); all_blocks = field("blocks")
    all_threads = field("threads"); all_working = field("working"); all_dynamic = field("dynamic")
    distinct = sectors = turns = loaded_bytes = shared_bytes = flags = 0
}
/^    "(load|store)"/ { distinct += field("distinct"); sectors += field("sectors") }
/^    "load"/ { loaded_bytes = field("bytes") }
/^    "sync"/ { flags = field("distinct") }
/^    "shared"/ { turns = field("turns"); shared_bytes = field("bytes") }
END {
    finish()
    printf "  %-32s %8s %10s %9s %9s %10.1f  %.0f %% of the bandwidth\n", "all", "", "", "", "",
           total, 100 * least * times / bandwidth / 1000 / total
}
