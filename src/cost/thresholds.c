/*
 * thresholds.c -- the values of a program's thresholds, where predicted times cross.
 *
 * A version that is taken costs how many times as long as the fastest one it takes, summed over all
 * sizes and nests (cost_of_times). The cost is reduced one
 * threshold after the other, from the declared values on, and from those with which each version is
 * taken wherever it can be. Of values that serve about as well it is the one that is nearest to
 * the declared one.
 */
#include "thresholds.h"

#include <math.h>

enum { ROUNDS = 8 };
static const double ABOUT = 1.02;      /* a model tells no less of a sum */

double cost_of_times(double times)
{
    return times > 1 ? log(times) * log(times) : 0;
}

/* Of each version, at each point. */
static void note_costs(Chain *x)
{
    x->cost.n = 0;
    for (int p = 0; p < x->point.n; p++) {
        double best = best_time(x, p, x->kept);
        for (int k = 0; k < x->n; k++)
            vec_push(&x->cost, cost_of_times(time_at(x, p, k) / best));
    }
}

static double cost_of_chain(const Chain *x)
{
    double all = 0;
    for (int p = 0; p < x->point.n; p++)
        all += x->cost.at[p * x->n + version_taken(x, x->kept, p)];
    return all;
}

static bool asks_it(const Chain *x, const Threshold *t)
{
    for (int i = 0; i < x->leaf.n; i++)
        if (x->leaf.at[i].threshold == t)
            return true;
    return false;
}

/* Of the nests that ask this threshold. */
static double cost_of(const Chains *c, int n, const Threshold *t)
{
    double all = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < c[i].chain.n; k++) {
            const Chain *x = c[i].chain.at[k];
            if (!x->unknown && asks_it(x, t))
                all += cost_of_chain(x);
        }
    return all;
}

/* In powers of two. */
static double distance(const Threshold *t)
{
    return fabs(log2((double)threshold_value(t) + 1) - log2((double)t->declared + 1));
}

/* Of the values that cost about as little as the best one, the nearest to the declared one. True:
   it is another one than before. */
static bool improve(Threshold *t, const Chains *c, int n)
{
    double cost[CANDIDATES], least = INFINITY;
    const int was = t->at;
    for (t->at = 0; t->at < CANDIDATES; t->at++)
        least = fmin(least, cost[t->at] = cost_of(c, n, t));
    Threshold best = { .at = -1 };
    for (t->at = 0; t->at < CANDIDATES; t->at++)
        if (cost[t->at] <= ABOUT * least && (best.at < 0 || distance(t) < distance(&best)))
            best = *t;
    *t = best;
    return t->at != was;
}

/* With this value more comparisons hold, at all sizes together. */
static int64_t held_with(const Threshold *t, const Chains *c, int n, int candidate)
{
    int64_t held = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < c[i].chain.n; k++) {
            const Chain *x = c[i].chain.at[k];
            for (int h = 0; h < x->holds.n; h++)
                held += x->leaf.at[h % x->leaf.n].threshold == t
                     && (x->holds.at[h] >> candidate & 1);
        }
    return held;
}

/* Each version is taken where it can be, but for those before it. */
static void open_for(Threshold *t, const Chains *c, int n)
{
    t->at = held_with(t, c, n, 1) > held_with(t, c, n, CANDIDATES - 1) ? 1 : CANDIDATES - 1;
}

static double cost_of_all(const Thresholds *all, const Chains *of, int n)
{
    double cost = 0;
    for (int i = 0; i < all->n; i++)
        cost += cost_of(of, n, all->at[i]);
    return cost;
}

static double descend(const Thresholds *all, const Chains *of, int n)
{
    bool better = true;
    for (int round = 0; better && round < ROUNDS; round++) {
        better = false;
        for (int i = 0; i < all->n; i++)
            better |= !all->at[i]->fixed && improve(all->at[i], of, n);
    }
    return cost_of_all(all, of, n);
}

void thresholds_tell(const Thresholds *all)
{
    for (int i = 0; i < all->n; i++)
        if (all->at[i]->by_user) {
            all->at[i]->at = AS_TOLD;
            all->at[i]->fixed = true;
        }
}

void thresholds_solve(const Thresholds *all, const Chains *of, int n)
{
    VEC(int) found = { 0 };
    for (int i = 0; i < n; i++)
        for (int k = 0; k < of[i].chain.n; k++)
            note_costs(of[i].chain.at[k]);
    double as_given = descend(all, of, n);
    for (int i = 0; i < all->n; i++) {
        vec_push(&found, all->at[i]->at);
        if (!all->at[i]->fixed)
            open_for(all->at[i], of, n);
    }
    if (ABOUT * descend(all, of, n) < as_given)
        return;
    for (int i = 0; i < all->n; i++)
        all->at[i]->at = found.at[i];
}
