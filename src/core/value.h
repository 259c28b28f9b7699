/* value.h -- what the evaluator may do with values beyond core.h. */
#ifndef MAPNEST_CORE_VALUE_H
#define MAPNEST_CORE_VALUE_H

#include "core.h"

/* Everything allocated since a mark can be given up at once, whoever holds
   it: how a failed evaluation leaves nothing behind. */
typedef struct ValueMark { void *newest; } ValueMark;
ValueMark value_mark(void);
void value_rollback(ValueMark mark);

/* v's data is part of another value's. */
bool value_is_part(const Value *v);
bool value_is_part_of(const Value *v, const Value *whole);

int64_t dims_count(int rank, const int64_t *dim);
/* "[2][3]" */
const char *shape_str(int rank, const int64_t *dim);

/* scalar.c: f16 is kept as a double in scalars, as its bits in arrays. */
double half_round(double x);
uint16_t half_bits(double x);
double half_value(uint16_t bits);

/* Element number i of an array of prim; data is never null. */
static inline Scalar data_get(Prim prim, const void *data, int64_t i)
{
    Scalar s = { .prim = prim };
    switch (prim) {
    case F16: s.f = half_value(((const uint16_t *)data)[i]); break;
    case BOOL: s.i = ((const uint8_t *)data)[i]; break;
#define GET(id, name, type, part) case id: s.part = ((const type *)data)[i]; break;
    INTS(GET) FLOATS(GET)
#undef GET
    default: break;
    }
    return s;
}

static inline void data_put(Prim prim, void *data, int64_t i, Scalar s)
{
    switch (prim) {
    case F16: ((uint16_t *)data)[i] = half_bits(s.f); break;
    case BOOL: ((uint8_t *)data)[i] = (uint8_t)s.u; break;
#define PUT(id, name, type, part) case id: ((type *)data)[i] = (type)s.part; break;
    INTS(PUT) FLOATS(PUT)
#undef PUT
    default: break;
    }
}

#endif
