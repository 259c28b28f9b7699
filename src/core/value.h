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
/* " i32", as the binary format names it. */
extern const char prim_code[NPRIMS][5];

/* half.c: f16 is kept as a double in scalars, as its bits in arrays. */
double half_round(double x);
uint16_t half_bits(double x);
double half_value(uint16_t bits);

/* Element number i of an array of prim; data is never null. */
static inline Scalar data_get(Prim prim, const void *data, int64_t i)
{
    Scalar s = { .prim = prim };
    switch (prim) {
    case I8: s.i = ((const int8_t *)data)[i]; break;
    case I16: s.i = ((const int16_t *)data)[i]; break;
    case I32: s.i = ((const int32_t *)data)[i]; break;
    case I64: s.i = ((const int64_t *)data)[i]; break;
    case U8: s.u = ((const uint8_t *)data)[i]; break;
    case U16: s.u = ((const uint16_t *)data)[i]; break;
    case U32: s.u = ((const uint32_t *)data)[i]; break;
    case U64: s.u = ((const uint64_t *)data)[i]; break;
    case F16: s.f = half_value(((const uint16_t *)data)[i]); break;
    case F32: s.f = ((const float *)data)[i]; break;
    case F64: s.f = ((const double *)data)[i]; break;
    case BOOL: s.i = ((const uint8_t *)data)[i]; break;
    }
    return s;
}

static inline void data_put(Prim prim, void *data, int64_t i, Scalar s)
{
    switch (prim) {
    case I8: case U8: case BOOL: ((uint8_t *)data)[i] = (uint8_t)s.u; break;
    case I16: case U16: ((uint16_t *)data)[i] = (uint16_t)s.u; break;
    case I32: case U32: ((uint32_t *)data)[i] = (uint32_t)s.u; break;
    case I64: case U64: ((uint64_t *)data)[i] = s.u; break;
    case F16: ((uint16_t *)data)[i] = half_bits(s.f); break;
    case F32: ((float *)data)[i] = (float)s.f; break;
    case F64: ((double *)data)[i] = s.f; break;
    }
}

#endif
