package aggregates

/*
#cgo CFLAGS: -O2

#include <math.h>
#include "aggregate.h"

// What PostgreSQL keeps of pairs (float8_regr_accum in its float.c): their number, their sums, and the sums of squares and
// products of what they are off the mean, by the algorithm of Youngs and Cramer.
typedef struct { double n, sx, sxx, sy, syy, sxy; bool over; } pairs;

static uint64_t sizeOfPairs(void *info) { return sizeof(pairs); }
static void initPairs(void *info, pairs *state) { memset(state, 0, sizeof(pairs)); }

static void takePair(pairs *p, double y, double x) {
	pairs was = *p;
	p->n += 1;
	p->sx += x;
	p->sy += y;
	if (was.n > 0) {
		double tx = x * p->n - p->sx, ty = y * p->n - p->sy, scale = 1.0 / (p->n * was.n);
		p->sxx += tx * tx * scale;
		p->syy += ty * ty * scale;
		p->sxy += tx * ty * scale;
		bool xin = !isinf(was.sx) && !isinf(x), yin = !isinf(was.sy) && !isinf(y);
		p->over |= (isinf(p->sx) || isinf(p->sxx)) && xin || (isinf(p->sy) || isinf(p->syy)) && yin || isinf(p->sxy) && xin && yin;
		if (isinf(p->sx) || isinf(p->sxx)) p->sxx = NAN;
		if (isinf(p->sy) || isinf(p->syy)) p->syy = NAN;
		if (isinf(p->sxy)) p->sxy = NAN;
		return;
	}
	if (isnan(x) || isinf(x)) p->sxx = p->sxy = NAN;
	if (isnan(y) || isinf(y)) p->syy = p->sxy = NAN;
}

// takeOne is float8_accum, which divides where takePair multiplies.
static void takeOne(pairs *p, double x) {
	pairs was = *p;
	p->n += 1;
	p->sx += x;
	if (was.n > 0) {
		double t = x * p->n - p->sx;
		p->sxx += t * t / (p->n * was.n);
		if (isinf(p->sx) || isinf(p->sxx)) {
			p->over |= !isinf(was.sx) && !isinf(x);
			p->sxx = NAN;
		}
	} else if (isnan(x) || isinf(x))
		p->sxx = NAN;
}

static void takeRows(void *info, void *chunk, pairs **states) {
	bool two = duckdb_data_chunk_get_column_count(chunk) == 2;
	void *first = duckdb_data_chunk_get_vector(chunk, 0), *second = two ? duckdb_data_chunk_get_vector(chunk, 1) : first;
	double *y = duckdb_vector_get_data(first), *x = duckdb_vector_get_data(second);
	uint64_t *knownY = duckdb_vector_get_validity(first), *knownX = duckdb_vector_get_validity(second), size = duckdb_data_chunk_get_size(chunk);
	for (uint64_t i = 0; i < size; i++) {
		if (!isSet(knownY, i) || !isSet(knownX, i)) continue;
		if (two) takePair(states[i], y[i], x[i]);
		else takeOne(states[i], y[i]);
	}
}

static void combinePairs(void *info, pairs **from, pairs **to, uint64_t count) {
	for (uint64_t i = 0; i < count; i++) {
		pairs *a = to[i], *b = from[i];
		if (b->n == 0) continue;
		if (a->n == 0) {
			*a = *b;
			continue;
		}
		double n = a->n + b->n, tx = a->sx / a->n - b->sx / b->n, ty = a->sy / a->n - b->sy / b->n, weight = a->n * b->n;
		a->sxx = a->sxx + b->sxx + weight * tx * tx / n;
		a->syy = a->syy + b->syy + weight * ty * ty / n;
		a->sxy = a->sxy + b->sxy + weight * tx * ty / n;
		a->n = n;
		a->sx += b->sx;
		a->sy += b->sy;
		a->over |= b->over;
	}
}

// finish writes results; a value that is not there is NULL.
static void finish(void *info, pairs **states, void *result, uint64_t count, uint64_t offset, bool (*of)(pairs *, double *), bool whole) {
	void *data = duckdb_vector_get_data(result);
	for (uint64_t i = 0; i < count; i++) {
		double value = 0;
		if (states[i]->over) duckdb_aggregate_function_set_error(info, "22003: value out of range: overflow");
		if (!of(states[i], &value)) setNull(result, offset + i);
		if (whole) ((int64_t *)data)[offset + i] = (int64_t)value;
		else ((double *)data)[offset + i] = value;
	}
}

#define RESULT(name, is, value) \
	static bool name##Of(pairs *p, double *v) { if (!(is)) return false; *v = (value); return true; } \
	static void name(void *info, pairs **s, void *r, uint64_t n, uint64_t at) { finish(info, s, r, n, at, name##Of, false); }

RESULT(corr, p->n >= 1 && p->sxx != 0 && p->syy != 0, p->sxy / sqrt(p->sxx * p->syy))
RESULT(covarPop, p->n >= 1, p->sxy / p->n)
RESULT(covarSamp, p->n >= 2, p->sxy / (p->n - 1))
RESULT(avgx, p->n >= 1, p->sx / p->n)
RESULT(avgy, p->n >= 1, p->sy / p->n)
RESULT(sxx, p->n >= 1, p->sxx)
RESULT(syy, p->n >= 1, p->syy)
RESULT(sxy, p->n >= 1, p->sxy)
RESULT(slope, p->n >= 1 && p->sxx != 0, p->sxy / p->sxx)
RESULT(intercept, p->n >= 1 && p->sxx != 0, (p->sy - p->sx * p->sxy / p->sxx) / p->n)
RESULT(r2, p->n >= 1 && p->sxx != 0, p->syy == 0 ? 1 : (p->sxy * p->sxy) / (p->sxx * p->syy))
RESULT(varPop, p->n >= 1, p->sxx / p->n)
RESULT(varSamp, p->n >= 2, p->sxx / (p->n - 1))
RESULT(stddevPop, p->n >= 1, sqrt(p->sxx / p->n))
RESULT(stddevSamp, p->n >= 2, sqrt(p->sxx / (p->n - 1)))

static bool countOf(pairs *p, double *v) { *v = p->n; return true; }
static void countPairs(void *info, pairs **s, void *r, uint64_t n, uint64_t at) { finish(info, s, r, n, at, countOf, true); }

static struct { const char *name; int takes; bool whole; void *finalize; } kinds[] = {
	{"pg__corr", 2, false, corr}, {"pg__covar_pop", 2, false, covarPop}, {"pg__covar_samp", 2, false, covarSamp},
	{"pg__regr_avgx", 2, false, avgx}, {"pg__regr_avgy", 2, false, avgy}, {"pg__regr_count", 2, true, countPairs},
	{"pg__regr_intercept", 2, false, intercept}, {"pg__regr_r2", 2, false, r2}, {"pg__regr_slope", 2, false, slope},
	{"pg__regr_sxx", 2, false, sxx}, {"pg__regr_sxy", 2, false, sxy}, {"pg__regr_syy", 2, false, syy},
	{"pg__float_var_pop", 1, false, varPop}, {"pg__float_var_samp", 1, false, varSamp},
	{"pg__float_stddev_pop", 1, false, stddevPop}, {"pg__float_stddev_samp", 1, false, stddevSamp},
};

// registerPairs makes the aggregates, and returns the name of one that cannot be had, or NULL.
static const char *registerPairs(void *connection, void *number, void *integer) {
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		void *f = duckdb_create_aggregate_function();
		duckdb_aggregate_function_set_name(f, kinds[i].name);
		for (int k = 0; k < kinds[i].takes; k++)
			duckdb_aggregate_function_add_parameter(f, number);
		duckdb_aggregate_function_set_return_type(f, kinds[i].whole ? integer : number);
		duckdb_aggregate_function_set_functions(f, sizeOfPairs, initPairs, takeRows, combinePairs, kinds[i].finalize);
		int failed = duckdb_register_aggregate_function(connection, f);
		duckdb_destroy_aggregate_function(&f);
		if (failed) return kinds[i].name;
	}
	return 0;
}
*/
import "C"

import (
	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// registerRegressions makes the aggregates of pairs of floating-point numbers, and the variances of such numbers, whose
// last digits follow from how they are added up.
func registerRegressions(conn lib.Connection) error {
	number, integer := vector.Logical("DOUBLE"), vector.Logical("BIGINT")
	defer lib.DestroyLogicalType(&number)
	defer lib.DestroyLogicalType(&integer)
	if failed := C.registerPairs(conn.Ptr, number.Ptr, integer.Ptr); failed != nil {
		return sqlstate.New(sqlstate.InternalError, "function %s cannot be registered", C.GoString(failed))
	}
	return nil
}
