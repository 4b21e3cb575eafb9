#ifndef AGGREGATE_H
#define AGGREGATE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// The bindings have no aggregate functions. These are DuckDB's; "weak" lets this package be linked alone, while the
// program always has them.
extern void *duckdb_create_aggregate_function(void) __attribute__((weak));
extern void duckdb_destroy_aggregate_function(void **f) __attribute__((weak));
extern void duckdb_aggregate_function_set_name(void *f, const char *name) __attribute__((weak));
extern void duckdb_aggregate_function_add_parameter(void *f, void *type) __attribute__((weak));
extern void duckdb_aggregate_function_set_return_type(void *f, void *type) __attribute__((weak));
extern void duckdb_aggregate_function_set_functions(void *f, void *size, void *init, void *update, void *combine, void *finalize) __attribute__((weak));
extern void duckdb_aggregate_function_set_error(void *info, const char *error) __attribute__((weak));
extern int duckdb_register_aggregate_function(void *connection, void *f) __attribute__((weak));
extern uint64_t duckdb_data_chunk_get_size(void *chunk) __attribute__((weak));
extern uint64_t duckdb_data_chunk_get_column_count(void *chunk) __attribute__((weak));
extern void *duckdb_data_chunk_get_vector(void *chunk, uint64_t column) __attribute__((weak));
extern void *duckdb_vector_get_data(void *vector) __attribute__((weak));
extern uint64_t *duckdb_vector_get_validity(void *vector) __attribute__((weak));
extern void duckdb_vector_ensure_validity_writable(void *vector) __attribute__((weak));

// isSet reports whether the value of a row is not NULL.
static inline bool isSet(uint64_t *validity, uint64_t row) { return !validity || validity[row / 64] >> (row % 64) & 1; }

static inline void setNull(void *vector, uint64_t row) {
	duckdb_vector_ensure_validity_writable(vector);
	duckdb_vector_get_validity(vector)[row / 64] &= ~(1ULL << row % 64);
}

#endif
