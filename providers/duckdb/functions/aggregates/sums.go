package aggregates

/*
#include "aggregate.h"

typedef struct { int32_t months, days; int64_t micros; } span;
typedef struct { int64_t months, days, micros, count; bool over; } total;

static uint64_t sizeOfTotal(void *info) { return sizeof(total); }
static void initTotal(void *info, total *state) { memset(state, 0, sizeof(total)); }

static void add(total *to, int64_t months, int64_t days, int64_t micros, int64_t count) {
	to->months += months;
	to->days += days;
	to->count += count;
	to->over |= __builtin_add_overflow(to->micros, micros, &to->micros);
}

static void addSpans(void *info, void *chunk, total **states) {
	void *vector = duckdb_data_chunk_get_vector(chunk, 0);
	span *spans = duckdb_vector_get_data(vector);
	uint64_t *validity = duckdb_vector_get_validity(vector), size = duckdb_data_chunk_get_size(chunk);
	for (uint64_t i = 0; i < size; i++)
		if (isSet(validity, i)) add(states[i], spans[i].months, spans[i].days, spans[i].micros, 1);
}

static void addTimes(void *info, void *chunk, total **states) {
	void *vector = duckdb_data_chunk_get_vector(chunk, 0);
	int64_t *times = duckdb_vector_get_data(vector);
	uint64_t *validity = duckdb_vector_get_validity(vector), size = duckdb_data_chunk_get_size(chunk);
	for (uint64_t i = 0; i < size; i++)
		if (isSet(validity, i)) add(states[i], 0, 0, times[i], 1);
}

static void combineTotals(void *info, total **from, total **to, uint64_t count) {
	for (uint64_t i = 0; i < count; i++) {
		add(to[i], from[i]->months, from[i]->days, from[i]->micros, from[i]->count);
		to[i]->over |= from[i]->over;
	}
}

static void finishTotals(void *info, total **states, void *result, uint64_t count, uint64_t offset) {
	span *spans = duckdb_vector_get_data(result);
	for (uint64_t i = 0; i < count; i++) {
		total *t = states[i];
		span *to = &spans[offset + i];
		to->months = (int32_t)t->months;
		to->days = (int32_t)t->days;
		to->micros = t->micros;
		if (t->count == 0) setNull(result, offset + i);
		if (t->over || to->months != t->months || to->days != t->days)
			duckdb_aggregate_function_set_error(info, "22008: interval out of range");
	}
}

// registerSum makes pg__sum of intervals, or pg__sumt of times, which the source writes where sum has such an argument.
static int registerSum(void *connection, void *takes, void *returns, bool ofTimes) {
	void *f = duckdb_create_aggregate_function();
	duckdb_aggregate_function_set_name(f, ofTimes ? "pg__sumt" : "pg__sum");
	duckdb_aggregate_function_add_parameter(f, takes);
	duckdb_aggregate_function_set_return_type(f, returns);
	duckdb_aggregate_function_set_functions(f, sizeOfTotal, initTotal, ofTimes ? (void *)addTimes : (void *)addSpans, combineTotals, finishTotals);
	int failed = duckdb_register_aggregate_function(connection, f);
	duckdb_destroy_aggregate_function(&f);
	return failed;
}
*/
import "C"

import (
	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// registerSums makes the sums of intervals and of times, which DuckDB does not have.
func registerSums(conn lib.Connection) error {
	for _, name := range []string{"INTERVAL", "TIME"} {
		takes, returns := vector.Logical(name), vector.Logical("INTERVAL")
		failed := C.registerSum(conn.Ptr, takes.Ptr, returns.Ptr, C.bool(name == "TIME"))
		lib.DestroyLogicalType(&takes)
		lib.DestroyLogicalType(&returns)
		if failed != 0 {
			return sqlstate.New(sqlstate.InternalError, "function sum(%s) cannot be registered", name)
		}
	}
	return nil
}
