/*
 * beside.c -- what is folded of a chain's elements, once their prefixes are known.
 *
 * Where the order does not matter a thread folds what it has of all tiles of its block, and the
 * last block to come folds what all blocks found. Where it does, and where floats are rounded,
 * for blocks take different tiles in each run, each tile has a value in memory,
 * and the block that is done with a tile when all others are folds these, in the order of tiles.
 */
#include "lower.h"

struct BesideChain {
    Nest *fold;                /* op, sum, value, neutral, finish: the chain's are the prefix's */
    const Stm *stm;
    int n;                     /* values that are folded */
    Core **result;             /* where each is stored */
    bool in_order;
    Var *value;                /* in order: of an element */
};

BesideChain *beside_chain(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    if (n->op != OP_SEGRED)
        return NULL;
    BesideChain *f = MAKE(BesideChain, .fold = NEW(Nest), .stm = s, .n = n->g[2].n,
                                       .result = result_scalars(l, s, n->g[2].n));
    f->in_order = !fold_commutes(n) || lam_rounds(n->g[1].at[0]);
    return f;
}

bool in_order(const BesideChain *f)
{
    return f->in_order;
}

int struct_bytes(const Kids *values, int *align)
{
    int at = 0;
    *align = 1;
    for (int i = 0; i < values->n; i++) {
        int bytes = prim_bytes(type_of(values->at[i])->prim);
        *align = bytes > *align ? bytes : *align;
        at = (at + bytes - 1) / bytes * bytes + bytes;
    }
    return (at + *align - 1) / *align * *align;
}

int bytes_in_order(const BesideChain *f)
{
    int align;
    return in_order(f) ? struct_bytes(&f->stm->exp->g[2], &align) : 0;
}

void fold_element(Lower *in, BesideChain *f, const Core *body)
{
    Nest *k = f->fold;
    fold_of(in, k, f->stm, body, core_bool(true), NULL);
    k->in_order = f->in_order;
    flush_reads(in);
    if (in_order(f)) {
        f->value = like_sum(in, k, "value");
        emit_set(in, core_var(f->value), k->value);
    } else {
        fold_value(in, k, k->sum);
    }
    in->out = &k->finish;
    for (int i = 0; i < f->n; i++)
        if (is_used(in, f->stm->var[i]))
            emit_set(in, f->result[i], tree_part(core_var(k->sum), k->op, i));
}

void join_tiles(Lower *l, Nest *chain, Stage *s, BesideChain *f, Core *tiles)
{
    Nest *k = f->fold;
    Stage *t = MAKE(Stage, .skeleton = skeleton_of("reduce_block"));
    Core *parts = in_order(f) ? emit_let(l, fresh(l, "all_tiles", type_prim(I64)), tiles)
                              : emit_let(l, fresh(l, "blocks", type_prim(I64)), s->grid);
    fill(t, "blocks")->exp = in_order(f) ? parts : tree_name("gridDim.x", U32);
    fill(t, "strided")->flag = in_order(f);
    if (in_order(f)) {
        fill(t, "value")->var = f->value;
        fill(t, "part")->exp = tree_name("tile", I64);
    } else {
        s->grid = parts;
    }
    fill(t, "finish")->block = k->finish;
    fill_fold(t, k);
    join_blocks(l, k, t, parts, core_i64(1), parts);
    vec_append(&chain->memory, k->memory.at, k->memory.n);
    vec_push(&fill(s, "folded")->part, t);
}

void read_folded(Lower *l, const BesideChain *f)
{
    read_scalars(l, f->stm, f->result, f->n);
}
