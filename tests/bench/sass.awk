# sass.awk - of a kernel's machine code (sm_70 and later; one line an instruction, as
# `od -An -v -t u2 -w16` prints it): how many instructions it has, and how many a turn of its
# main loop has: of the loops with most loads from global memory the shortest; 0: no loop. Then,
# of that turn: the instructions of its shortest way, with one turn of the loop in it that
# computes (the one with most FMAs; 0: none), the bytes of global memory that are loaded on that
# way, and of the inner loop the instructions, FMAs of 32 bits, loads from shared memory, and the
# words of 4 bytes that these load. What stands behind the kernel's end is done seldom, and a
# branch back from there is no loop.
#
# The lowest 12 bits of an instruction say what it does, the lowest 9 of these which form of
# operands does not matter; bits 12 to 15 under which condition (7: always, 15: never), bits 73
# to 75 of an access its width. A branch goes so many words of 4 bytes beyond the next
# instruction as bits 16 to 23 and those from 34 on say, a signed number.
{
    operation[n] = $1 % 4096; condition[n] = int($1 / 4096)
    width[n] = 2 ^ (int($5 / 512) % 8 - 2)
    low[n] = $2 % 256; high[n++] = int($3 / 4) + $4 * 16384
}

function is_load(i) { return operation[i] == 2433 || operation[i] == 4014 }   # LDG, LDGSTS
function is_branch(i) { return operation[i] == 2375 }
function is_back(i) { return is_branch(i) && high[i] >= 2 ^ 29 }
function target(i) {
    return i + 1 + (low[i] + (high[i] - (is_back(i) ? 2 ^ 30 : 0)) * 256) / 4
}

# The loop within from..to that has most FMAs; of several the shortest.
function find_inner(from, to,  i, k, head, count, most) {
    for (i = from; i <= to; i++) {
        if (!is_back(i) || (head = target(i)) < from || (head == from && i == to))
            continue
        count = 0
        for (k = head; k <= i; k++)
            count += operation[k] % 512 == 35
        if (count > most || (count && count == most && i - head < inner_end - inner)) {
            most = count; inner = head; inner_end = i
        }
    }
    for (k = inner; most && k <= inner_end; k++) {
        fmas += operation[k] % 512 == 35
        if (operation[k] == 2436 && condition[k] != 15) { loads++; words += width[k] / 4 }
    }
    return most
}

# From `from` on to the end of the loop.
function find_way(from, to,  i, next_, other) {
    length_[to + 1] = bytes[to + 1] = 0
    for (i = to; i >= from; i--) {
        next_ = i + 1
        other = is_branch(i) && !is_back(i) && condition[i] != 15 ? target(i) : 0
        if (other > to + 1)
            other = 0
        if (other && (condition[i] == 7 || length_[other] < length_[next_]))
            next_ = other
        length_[i] = 1 + length_[next_]
        bytes[i] = bytes[next_] + (is_load(i) ? width[i] : 0)
    }
}

END {
    NOTHING = 2328; EXIT = 2381
    while (n && operation[n - 1] == NOTHING)
        n--
    n--                                     # a branch to itself is the end
    for (i = 0; i < n; i++)
        before[i + 1] = before[i] + is_load(i)
    for (i = 0; i < n && !(operation[i] == EXIT && condition[i] == 7); i++) {
        if (!is_back(i))
            continue
        head = target(i)
        inside = before[i + 1] - before[head]
        if (inside > most || (inside && inside == most && i + 1 - head < turn)) {
            most = inside; start = head; end = i
            turn = i + 1 - head
        }
    }
    if (turn && find_inner(start, end))
        find_way(start, end)
    print n, turn + 0, length_[start] + 0, bytes[start] + 0, fmas ? inner_end + 1 - inner : 0,
          fmas + 0, loads + 0, words + 0
}
