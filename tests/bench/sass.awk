# sass.awk - of a kernel's machine code (sm_70 and later; one line an instruction, as
# `od -An -v -t u2 -w16` prints it): how many instructions it has, and how many a turn of its
# main loop has: of the loops with most loads from global memory the shortest; 0: no loop. What
# stands behind the kernel's end is done seldom, and a branch back from there is no loop.
#
# The lowest 12 bits of an instruction say what it does. A branch goes so many words of 4 bytes
# beyond the next instruction as bits 16 to 23 and those from 34 on say, a signed number.
{
    operation[n] = $1 % 4096; always[n] = int($1 / 4096) == 7
    low[n] = $2 % 256; high[n++] = int($3 / 4) + $4 * 16384
}
END {
    LOAD = 2433; BRANCH = 2375; NOTHING = 2328; EXIT = 2381
    while (n && operation[n - 1] == NOTHING)
        n--
    n--                                     # a branch to itself is the end
    for (i = 0; i < n; i++)
        loads[i + 1] = loads[i] + (operation[i] == LOAD)
    for (i = 0; i < n && !(operation[i] == EXIT && always[i]); i++) {
        if (operation[i] != BRANCH || high[i] < 2 ^ 29)
            continue
        head = i + 1 + (low[i] + (high[i] - 2 ^ 30) * 256) / 4
        inside = loads[i + 1] - loads[head]
        if (inside > most || (inside && inside == most && i + 1 - head < turn)) {
            most = inside
            turn = i + 1 - head
        }
    }
    print n, turn + 0
}
