/* bigo.c -- sums of products of sizes and their logarithms, in O-notation. */
#include "cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- products ------------------------------------------------------------ */

static int product_order(const Product *a, const Product *b)
{
    for (int i = 0; i < a->n && i < b->n; i++) {
        const Power *p = &a->at[i], *q = &b->at[i];
        int c = strcmp(p->of->name, q->of->name);
        if (!c && p->halves != q->halves)
            c = q->halves - p->halves;
        if (!c)
            c = q->logs - p->logs;
        if (c)
            return c;
    }
    return b->n - a->n;
}

static Product product_mul(const Product *a, const Product *b)
{
    Product r = { NEWS(Power, a->n + b->n), 0, a->times * b->times };
    for (int i = 0, j = 0; i < a->n || j < b->n;) {
        int c = i == a->n ? 1 : j == b->n ? -1
              : strcmp(a->at[i].of->name, b->at[j].of->name);
        Power p = c <= 0 ? a->at[i] : b->at[j];
        if (c == 0) {
            p.halves += b->at[j].halves;
            p.logs += b->at[j].logs;
        }
        i += c <= 0;
        j += c >= 0;
        if (p.halves || p.logs)
            r.at[r.n++] = p;
    }
    return r;
}

/* size^h * (log size)^l grows at least as 1 does. */
static bool grows(const Power *p)
{
    return p->halves > 0 || (p->halves == 0 && p->logs >= 0);
}

static Product inverse_of(const Product *a)
{
    Product r = { NEWS(Power, a->n), a->n, a->times ? 1 / a->times : 1 };
    for (int i = 0; i < a->n; i++)
        r.at[i] = (Power){ a->at[i].of, -a->at[i].halves, -a->at[i].logs };
    return r;
}

/* In no size does 1 outgrow it; what it divides by may be replaced by what that
   does not exceed. */
static bool all_grow(Product q)
{
    for (int i = 0; i < q.n; i++) {
        Power p = q.at[i];
        if (grows(&p))
            continue;
        const Product *most = p.of->most;
        if (!most || p.logs > 0 || p.halves % 2 || (p.logs && most->n != 1))
            return false;
        Product rest = product_mul(&q, &(Product){ &(Power){ p.of, -p.halves, -p.logs }, 1, 1 });
        if (p.logs)
            rest = product_mul(&rest, &(Product){ &(Power){ most->at[0].of, 0, p.logs }, 1, 1 });
        for (int k = p.halves; k < 0; k += 2) {
            Product by = inverse_of(most);
            rest = product_mul(&rest, &by);
        }
        return all_grow(rest);
    }
    return true;
}

/* a is O(b): in no size does a outgrow b. */
static bool within(const Product *a, const Product *b)
{
    Product inverse = inverse_of(a);
    return all_grow(product_mul(&inverse, b));
}

/* ---- sums ---------------------------------------------------------------- */

static int by_product(const void *a, const void *b)
{
    return product_order(a, b);
}

/* Without what another term covers; equal ones are one, so often. */
static BigO dominant(Product *at, int n)
{
    BigO r = { NEWS(Product, n), 0 };
    for (int i = 0; i < n; i++) {
        bool covered = at[i].times == 0 && (n > 1 || at[i].n);
        Product p = at[i];
        for (int j = 0; j < n && !covered; j++) {
            bool in = i != j && at[j].times != 0 && within(&at[i], &at[j]);
            bool same = in && within(&at[j], &at[i]);
            covered = in && (!same || j < i);
            p.times += same && !product_order(&at[i], &at[j]) ? at[j].times : 0;
        }
        if (!covered)
            r.at[r.n++] = p;
    }
    if (!r.n)
        return bigo_times(bigo_one(), 0);
    qsort(r.at, (size_t)r.n, sizeof *r.at, by_product);
    return r;
}

BigO bigo_one(void)
{
    BigO r = { NEW(Product), 1 };
    r.at[0].times = 1;
    return r;
}

BigO bigo_times(BigO a, double times)
{
    BigO r = { NEWS(Product, a.n), a.n };
    for (int i = 0; i < a.n; i++) {
        r.at[i] = a.at[i];
        r.at[i].times *= times;
    }
    return dominant(r.at, r.n);
}

static BigO bigo_power(const Growth *g, int halves, int logs)
{
    BigO r = bigo_one();
    r.at[0] = (Product){ NEW(Power), 1, 1 };
    r.at[0].at[0] = (Power){ g, halves, logs };
    return r;
}

BigO bigo_of(const Growth *g)
{
    return bigo_power(g, 2, 0);
}

BigO bigo_add(BigO a, BigO b)
{
    Product *all = GROWN(Product, a.at, a.n, b.n);
    copy_bytes(all + a.n, b.at, sizeof *all * (size_t)b.n);
    return dominant(all, a.n + b.n);
}

BigO bigo_mul(BigO a, BigO b)
{
    Product *all = NEWS(Product, a.n * b.n);
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < b.n; j++)
            all[i * b.n + j] = product_mul(&a.at[i], &b.at[j]);
    return dominant(all, a.n * b.n);
}

/* log (n*m + k) is at most log n + log m + log k, up to a constant. */
BigO bigo_log(BigO a)
{
    BigO r = bigo_one();
    for (int i = 0; i < a.n; i++)
        for (int k = 0; k < a.at[i].n; k++)
            if (grows(&a.at[i].at[k]))
                r = bigo_add(r, bigo_power(a.at[i].at[k].of, 0, 1));
    return r;
}

bool bigo_root(BigO a, BigO *root)
{
    Product *all = NEWS(Product, a.n);
    for (int i = 0; i < a.n; i++) {
        all[i] = (Product){ NEWS(Power, a.at[i].n), a.at[i].n, 1 };
        for (int k = 0; k < a.at[i].n; k++) {
            Power p = a.at[i].at[k];
            if (p.halves % 2 || p.logs)
                return false;
            all[i].at[k] = (Power){ p.of, p.halves / 2, 0 };
        }
    }
    *root = dominant(all, a.n);
    return true;
}

bool bigo_divide(BigO a, BigO b, BigO *quotient)
{
    if (b.n != 1)
        return false;
    Product inverse = inverse_of(&b.at[0]);
    *quotient = bigo_mul(a, (BigO){ &inverse, 1 });
    return true;
}

/* a^n, where n is positive. */
static BigO repeated(BigO a, int n)
{
    BigO r = a;
    for (int i = 1; i < n; i++)
        r = bigo_mul(r, a);
    return r;
}

/* size^(halves/2) * (log size)^logs, for another size; a sum or a root that it divides
   by is left out. */
static BigO power_at(BigO size, const Power *p)
{
    BigO r = bigo_one();
    if (p->halves > 0)
        r = bigo_mul(r, repeated(size, (p->halves + 1) / 2));
    if (p->logs > 0)
        r = bigo_mul(r, repeated(bigo_log(size), p->logs));
    if (p->halves < -1)
        bigo_divide(r, repeated(size, -p->halves / 2), &r);
    return r;
}

BigO bigo_map(BigO a, BigO (*f)(const Growth *g, void *arg), void *arg)
{
    BigO sum = { 0 };
    for (int i = 0; i < a.n; i++) {
        BigO p = bigo_times(bigo_one(), a.at[i].times);
        for (int k = 0; k < a.at[i].n; k++)
            p = bigo_mul(p, power_at(f(a.at[i].at[k].of, arg), &a.at[i].at[k]));
        sum = i ? bigo_add(sum, p) : p;
    }
    return sum;
}

bool bigo_least(BigO a, BigO b, BigO *least)
{
    BigO sum = bigo_add(a, b);
    *least = bigo_equal(sum, a) ? b : a;
    return bigo_equal(sum, a) || bigo_equal(sum, b);
}

bool bigo_equal(BigO a, BigO b)
{
    for (int i = 0; i < a.n && i < b.n; i++)
        if (product_order(&a.at[i], &b.at[i]))
            return false;
    return a.n == b.n;
}

/* ---- printing ------------------------------------------------------------ */

static void print_size(Text *out, const Power *p, int halves)
{
    text_add(out, halves == 1 ? format("sqrt(%s)", p->of->name) : p->of->name);
    if (halves > 2)
        text_fmt(out, halves % 2 ? "^(%d/2)" : "^%d", halves % 2 ? halves : halves / 2);
}

/* The sizes, then the logarithms; of those that it divides by, with sign -1. */
static bool print_powers(Text *out, const Product *p, int sign)
{
    const char *between = "", *next = sign < 0 ? "/" : "*";
    for (int i = 0; i < p->n; i++)
        if (sign * p->at[i].halves > 0) {
            text_add(out, between);
            print_size(out, &p->at[i], sign * p->at[i].halves);
            between = next;
        }
    for (int i = 0; i < p->n; i++) {
        int logs = sign * p->at[i].logs;
        if (logs > 0) {
            text_fmt(out, "%slog%s %s", between, logs > 1 ? format("^%d", logs) : "",
                     p->at[i].of->name);
            between = next;
        }
    }
    return *between;
}

static void print_product(Text *out, const Product *p)
{
    Text under = {0};
    if (!print_powers(out, p, 1))
        text_char(out, '1');
    if (print_powers(&under, p, -1))
        text_fmt(out, "/%s", text_str(&under));
}

/* "3*n*m/16": so often, as a quotient of whole numbers where there is one. */
static void print_times(Text *out, const Product *p)
{
    enum { MOST = 4096 };
    int down = 1;
    while (down < MOST && fabs(p->times * down - round(p->times * down)) > 1e-9 * down)
        down++;
    double up = down < MOST ? round(p->times * down) : p->times;
    if (up != 1 || !p->n)
        text_fmt(out, down < MOST ? "%.0f%s" : "%.3g%s", up, p->n ? "*" : "");
    if (p->n)
        print_product(out, p);
    if (down > 1 && down < MOST)
        text_fmt(out, "/%d", down);
}

static const char *sum_str(BigO a, void (*print)(Text *out, const Product *p))
{
    Text t = {0};
    for (int i = 0; i < a.n; i++) {
        text_add(&t, i ? " + " : "");
        print(&t, &a.at[i]);
    }
    return text_str(&t);
}

const char *bigo_exact(BigO a) { return sum_str(a, print_times); }

const char *bigo_str(BigO a) { return sum_str(a, print_product); }

void bigo_each(BigO a, void (*f)(const Growth *g, void *arg), void *arg)
{
    for (int i = 0; i < a.n; i++)
        for (int k = 0; k < a.at[i].n; k++)
            f(a.at[i].at[k].of, arg);
}
