#ifndef OPERATORS_H
#define OPERATORS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// DuckDB's, of which the bindings for C are not there. "weak" lets this package be linked alone, while the program always has them.
extern uint64_t duckdb_data_chunk_get_size(void *chunk) __attribute__((weak));
extern void *duckdb_data_chunk_get_vector(void *chunk, uint64_t column) __attribute__((weak));
extern void *duckdb_vector_get_data(void *vector) __attribute__((weak));
extern uint64_t *duckdb_vector_get_validity(void *vector) __attribute__((weak));
extern void duckdb_vector_ensure_validity_writable(void *vector) __attribute__((weak));
extern void duckdb_scalar_function_set_error(void *info, const char *error) __attribute__((weak));

// DuckDB's interval.
typedef struct { int32_t months, days; int64_t micros; } span;

#define MICROS_PER_SECOND INT64_C(1000000)
#define MICROS_PER_DAY (86400 * MICROS_PER_SECOND)

// The bounds of PostgreSQL's dates and timestamps, in days since 1970. DuckDB's timestamps end before: in 294247.
#define FIRST_DAY (-2440588)
#define END_OF_DATES 2145042906
#define END_OF_TIMESTAMPS 106762940

#define DATE_RANGE "22008: date out of range"
#define MOMENT_RANGE "22008: timestamp out of range"
#define SPAN_RANGE "22008: interval out of range"
#define DATE_FOR_MOMENT "22008: date out of range for timestamp"
#define LATE_MOMENT "0A000: a timestamp after 294247-01-10 04:00:54 is not supported"

static inline bool finiteDay(int32_t day) { return day != INT32_MAX && day != -INT32_MAX; }
static inline bool finiteMoment(int64_t micros) { return micros != INT64_MAX && micros != -INT64_MAX; }
static inline bool isDay(int64_t day) { return day >= FIRST_DAY && day < END_OF_DATES; }
static inline bool isMoment(int64_t micros) { return micros >= FIRST_DAY * MICROS_PER_DAY; }

static inline int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0); }

// The arguments of a call, and the place of its result.
#define MOST_ARGUMENTS 6
typedef struct {
	const void *data[MOST_ARGUMENTS];
	void *result;
	uint64_t *valid, size; // valid: which rows have no NULL among the arguments
} call;

// begin finds the vectors of a call of so many arguments. The result of a row with NULL among them is NULL.
static inline call begin(void *chunk, void *output, int arguments) {
	call c = {{0}};
	c.size = duckdb_data_chunk_get_size(chunk);
	c.result = duckdb_vector_get_data(output);
	for (int i = 0; i < arguments; i++) {
		void *vector = duckdb_data_chunk_get_vector(chunk, i);
		uint64_t *valid = duckdb_vector_get_validity(vector);
		c.data[i] = duckdb_vector_get_data(vector);
		if (!valid) continue;
		if (!c.valid) {
			duckdb_vector_ensure_validity_writable(output);
			c.valid = duckdb_vector_get_validity(output);
		}
		for (uint64_t w = 0; w < (c.size + 63) / 64; w++) c.valid[w] &= valid[w];
	}
	return c;
}

static inline bool isSet(const call *c, uint64_t row) { return !c->valid || c->valid[row / 64] >> (row % 64) & 1; }

// civil is a day of the calendar. The month of January is 1; the year 0 is 1 BC.
typedef struct { int64_t year, month, day; } civil;

int64_t sallyportDayOf(civil c);
civil sallyportCivilOf(int64_t day);
int64_t sallyportDaysIn(int64_t year, int64_t month);

#endif
