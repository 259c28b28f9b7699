# ptx.awk - of each kernel in PTX: its mangled name, the bytes of global memory that a
# thread can have under way at once, its divisions of 64 bits, and its kinds of global accesses
# with their numbers. (Operands below 2^32 go past a division of 64 bits: nvcc asks for them
# first and divides them in 32.)
#
# Under way at once are the loads between two of: the head of a loop, its end, a barrier;
# but for those whose address depends on another of them. Branches forward are no border:
# the machine's code has predicates instead. Of an if and its else one counts, the larger.
function flush(  i, label) {
    if (kernel == "") return
    for (i = 1; i <= lines; i++) {
        if (match(line[i], /bra[.a-z]* *\t*[$A-Za-z0-9_]+/)) {
            label = substr(line[i], RSTART, RLENGTH); sub(/.*[ \t]/, "", label)
            if (label in at) { head[at[label]] = 1; head[i] = 1 }   # backward
        }
        if (match(line[i], /^[$A-Za-z0-9_]+:/)) at[substr(line[i], 1, RLENGTH - 1)] = i
    }
    for (i = 1; i <= lines; i++) {
        choose(line[i])
        if ((i in head) || line[i] ~ /bar\.|barrier/) { under_way = 0; split("", late) }
        else follow(line[i])
    }
    printf "%s %d %d", kernel, most, divisions
    for (i = 1; i <= n; i++) printf " %s:%d", order[i], count[order[i]]
    print ""
    split("", reach); ended = 0
    kernel = ""; n = lines = most = under_way = divisions = 0
    split("", count); split("", late); split("", at); split("", head)
}

# At a label as much is under way as on the way there that has most.
function choose(text,  label) {
    label = text; sub(/.*[ \t]/, "", label); sub(/[:;].*/, "", label)
    if (text ~ /^[ \t]*bra/) {
        if (!(reach[label] > under_way)) reach[label] = under_way
        ended = text ~ /bra\.uni/
    } else if (text ~ /^[$A-Za-z0-9_]+:/) {
        if (label in reach && (ended || reach[label] > under_way)) under_way = reach[label]
        ended = 0
    }
}

function bytes_of(access,  b) {
    match(access, /[busf](8|16|32|64)$/)
    b = substr(access, RSTART + 1) / 8
    return access ~ /\.v4\./ ? 4 * b : access ~ /\.v2\./ ? 2 * b : b
}

# A copy to shared memory that goes on while the thread does: cp.async.
function copied_bytes(text) {
    if (text !~ /cp\.async\.c[ag]\./ || !match(text, /, [0-9]+/))
        return 0
    return substr(text, RSTART + 2, RLENGTH - 2) + 0
}

# What is late hangs on a load that is under way.
function follow(text,  part, k, load, from, i) {
    if (copied_bytes(text)) {
        under_way += copied_bytes(text)
        most = under_way > most ? under_way : most
        return
    }
    load = match(text, /ld\.[a-z.]*global[a-z0-9.]*/) ? substr(text, RSTART, RLENGTH) : ""
    k = split(text, part, /[^%A-Za-z0-9_]+/)
    from = 0
    for (i = 1; i <= k; i++)
        if (part[i] ~ /^%/ && !from) from = i          # the first register is the result
    for (i = from + 1; from && i <= k; i++)
        if (part[i] in late && !(load && text ~ "{[^}]*" part[i])) {
            late[part[from]] = 1
            return
        }
    if (load && load !~ /volatile/) {
        under_way += bytes_of(load)
        most = under_way > most ? under_way : most
        if (match(text, /{[^}]*}/)) {
            k = split(substr(text, RSTART, RLENGTH), part, /[^%A-Za-z0-9_]+/)
            for (i = 1; i <= k; i++) if (part[i] ~ /^%/) late[part[i]] = 1
        } else late[part[from]] = 1
    }
}

match($0, /\.entry +[A-Za-z0-9_$]+/) {
    next_kernel = substr($0, RSTART + 7, RLENGTH - 7)
    flush()
    kernel = next_kernel
}
{ line[++lines] = $0; sub(/^[ \t]*@!?%p[0-9]+ */, "", line[lines]) }
/(div|rem)\.[su]64/ { divisions++ }
copied_bytes($0) || match($0, /(ld|st|atom|red)\.[a-z.]*global[a-z0-9.]*/) {
    access = copied_bytes($0) ? "cp.async." copied_bytes($0) : substr($0, RSTART, RLENGTH)
    if (!(access in count)) order[++n] = access
    count[access]++
}
END { flush() }
