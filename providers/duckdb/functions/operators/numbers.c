#include <math.h>

#include "numbers.h"
#include "operators.h"

// Arithmetic of floating-point numbers, and the negation of integers. A result that is infinite, or a product that is 0, of numbers that are not is an error, as in
// utils/float.h.

#define OVERFLOW_OF_FLOAT "22003: value out of range: overflow"
#define UNDERFLOW_OF_FLOAT "22003: value out of range: underflow"

#define DEFINE_FLOAT_OPERATOR(function, type, operator, vanishes)                                        \
	void function(void *info, void *chunk, void *output) {                                               \
		call c = begin(chunk, output, 2);                                                                \
		const type *a = c.data[0], *b = c.data[1];                                                       \
		type *result = c.result;                                                                         \
		int wrong = 0;                                                                                   \
		for (uint64_t i = 0; i < c.size; i++) {                                                          \
			type r = a[i] operator b[i];                                                                 \
			result[i] = r;                                                                               \
			wrong |= (isinf(r) != 0) | ((vanishes) && r == 0);                                           \
		}                                                                                                \
		if (!wrong) return;                                                                              \
		for (uint64_t i = 0; i < c.size; i++) {                                                          \
			if (!isSet(&c, i)) continue;                                                                 \
			if (isinf(result[i]) && !isinf(a[i]) && !isinf(b[i]))                                        \
				return duckdb_scalar_function_set_error(info, OVERFLOW_OF_FLOAT);                        \
			if ((vanishes) && result[i] == 0 && a[i] != 0 && b[i] != 0)                                  \
				return duckdb_scalar_function_set_error(info, UNDERFLOW_OF_FLOAT);                       \
		}                                                                                                \
	}

DEFINE_FLOAT_OPERATOR(sallyportAddDoubles, double, +, false)
DEFINE_FLOAT_OPERATOR(sallyportSubtractDoubles, double, -, false)
DEFINE_FLOAT_OPERATOR(sallyportMultiplyDoubles, double, *, true)
DEFINE_FLOAT_OPERATOR(sallyportAddFloats, float, +, false)
DEFINE_FLOAT_OPERATOR(sallyportSubtractFloats, float, -, false)
DEFINE_FLOAT_OPERATOR(sallyportMultiplyFloats, float, *, true)

// The smallest integer has no counterpart.
#define DEFINE_NEGATION(function, type, smallest, error)                                  \
	void function(void *info, void *chunk, void *output) {                                \
		call c = begin(chunk, output, 1);                                                 \
		const type *a = c.data[0];                                                        \
		type *result = c.result;                                                          \
		int wrong = 0;                                                                    \
		for (uint64_t i = 0; i < c.size; i++) {                                           \
			wrong |= a[i] == (smallest);                                                  \
			result[i] = (type)(a[i] == (smallest) ? 0 : -a[i]);                           \
		}                                                                                 \
		for (uint64_t i = 0; wrong && i < c.size; i++)                                    \
			if (isSet(&c, i) && a[i] == (smallest))                                       \
				return duckdb_scalar_function_set_error(info, error);                     \
	}

DEFINE_NEGATION(sallyportNegateSmallint, int16_t, INT16_MIN, "22003: smallint out of range")
DEFINE_NEGATION(sallyportNegateInteger, int32_t, INT32_MIN, "22003: integer out of range")
DEFINE_NEGATION(sallyportNegateBigint, int64_t, INT64_MIN, "22003: bigint out of range")
