/* structure.c -- counts the nodes of a program, by Futhark's names or core's. */
#include "structure.h"

#include <string.h>

static const struct { const char *name; Op op[2]; } futhark_nodes[] = {
    { "SegMap", { OP_SEGMAP, OP_SEGMAP } }, { "SegRed", { OP_SEGRED, OP_SEGRED } },
    { "SegScan", { OP_SEGSCAN, OP_SEGSCAN } }, { "SegHist", { OP_SEGHIST, OP_SEGHIST } },
    { "Map", { OP_MAP, OP_MAP } }, { "Reduce", { OP_REDUCE, OP_REDUCE } },
    { "Scan", { OP_SCAN, OP_SCAN } }, { "Redomap", { OP_REDOMAP, OP_REDOMAP } },
    { "Scanomap", { OP_SCANOMAP, OP_SCANOMAP } }, { "Scatter", { OP_SCATTER, OP_SCATOMAP } },
    { "Hist", { OP_HIST, OP_HISTOMAP } }, { "If", { OP_IF, OP_IF } },
    { "Match", { OP_IF, OP_IF } }, { "Loop", { OP_LOOP, OP_WHILE } },
    { "DoLoop", { OP_LOOP, OP_WHILE } }, { "Iota", { OP_IOTA, OP_IOTA } },
    { "Replicate", { OP_REPLICATE, OP_REPLICATE } }, { "Concat", { OP_CONCAT, OP_CONCAT } },
    { "Rearrange", { OP_REARRANGE, OP_REARRANGE } }, { "Reshape", { OP_RESHAPE, OP_RESHAPE } },
    { "Copy", { OP_COPY, OP_COPY } }, { "Manifest", { OP_COPY, OP_COPY } },
    { "Update", { OP_UPDATE, OP_UPDATE } }, { "Index", { OP_INDEX, OP_INDEX } },
    { "Assert", { OP_ASSERT, OP_ASSERT } }, { "ArrayLit", { OP_ARRAY, OP_ARRAY } },
};

typedef struct { Op op[2]; int n; } Counting;

static void count_node(Core *n, void *arg)
{
    Counting *c = arg;
    c->n += n->op == c->op[0] || n->op == c->op[1];
    core_each(n, count_node, arg);
}

static bool op_named(const char *name, Op op[2])
{
    for (size_t i = 0; i < sizeof futhark_nodes / sizeof *futhark_nodes; i++)
        if (!strcmp(futhark_nodes[i].name, name)) {
            memcpy(op, futhark_nodes[i].op, sizeof(Op) * 2);
            return true;
        }
    for (int i = 0; i < NOPS; i++)
        if (*ops[i].text && !strcmp(ops[i].text, name)) {
            op[0] = op[1] = (Op)i;
            return true;
        }
    return false;
}

int structure_count(const Program *p, const char *name)
{
    Counting c = { .n = 0 };
    if (!op_named(name, c.op))
        return -1;
    for (int i = 0; i < p->nfuncs; i++)
        count_node(p->func[i]->body, &c);
    return c.n;
}
