#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "supplied.h"

// See supplied.go. The bindings leave these out, or have them for functions in Go alone.
void *duckdb_scalar_function_bind_get_extra_info(void *info);
void duckdb_scalar_function_get_client_context(void *info, void **context);
uint64_t duckdb_client_context_get_connection_id(void *context);
void duckdb_destroy_client_context(void **context);
void duckdb_scalar_function_bind_set_error(void *info, const char *error);
void duckdb_scalar_function_set_bind_data(void *info, void *data, void (*destroy)(void *));
void duckdb_scalar_function_set_bind_data_copy(void *info, void *(*copy)(void *));
void *duckdb_scalar_function_get_bind_data(void *info);
void duckdb_scalar_function_set_error(void *info, const char *error);
uint64_t duckdb_data_chunk_get_size(void *chunk);
void *duckdb_data_chunk_get_vector(void *chunk, uint64_t column);
void *duckdb_vector_get_data(void *vector);
void duckdb_vector_assign_string_element_len(void *vector, uint64_t row, const char *text, uint64_t length);

typedef struct { char bytes[16]; } string; // DuckDB's: the text, or its length, its beginning and its place

void *supplied_open(void) {
	supplied_instance *of = calloc(1, sizeof *of);
	if (of) pthread_mutex_init(&of->lock, NULL);
	return of;
}

void supplied_close(void *instance) {
	supplied_instance *of = instance;
	pthread_mutex_destroy(&of->lock);
	free(of);
}

supplied_values *supplied_add(void *instance, uint64_t connection) {
	supplied_instance *of = instance;
	supplied_values *v = calloc(1, sizeof *v);
	if (!v) return NULL;
	v->connection = connection;
	pthread_mutex_lock(&of->lock);
	v->next = of->first;
	of->first = v;
	pthread_mutex_unlock(&of->lock);
	return v;
}

void supplied_remove(void *instance, supplied_values *v) {
	supplied_instance *of = instance;
	pthread_mutex_lock(&of->lock);
	for (supplied_values **at = &of->first; *at; at = &(*at)->next) {
		if (*at == v) {
			*at = v->next;
			break;
		}
	}
	pthread_mutex_unlock(&of->lock);
	for (int i = 0; i < SUPPLIED_MOST; i++) free(v->list[i].text);
	free(v);
}

int supplied_text(supplied_values *v, int which, const char *text, uint64_t length) {
	char *copy = malloc(length + 1);
	if (!copy) return 0;
	memcpy(copy, text, length);
	free(v->list[which].text);
	v->list[which].text = copy;
	v->list[which].length = length;
	return 1;
}

static void *same(void *values) { return values; }

static void bind(void *info, int fixed) {
	supplied_instance *of = duckdb_scalar_function_bind_get_extra_info(info);
	void *context = NULL;
	duckdb_scalar_function_get_client_context(info, &context);
	uint64_t connection = duckdb_client_context_get_connection_id(context);
	duckdb_destroy_client_context(&context);
	supplied_values *v = NULL;
	pthread_mutex_lock(&of->lock);
	for (v = of->first; v && v->connection != connection;) v = v->next;
	pthread_mutex_unlock(&of->lock);
	if (!v || !(fixed ? v->planning : v->bound)) {
		duckdb_scalar_function_bind_set_error(info, "42883: there is no such function");
		return;
	}
	duckdb_scalar_function_set_bind_data(info, v, NULL);
	duckdb_scalar_function_set_bind_data_copy(info, same);
}

void supplied_bind(void *info) { bind(info, 0); }

void supplied_bind_fixed(void *info) { bind(info, 1); }

// supplied_of returns the value that a call names, or NULL after an error.
static supplied_value *supplied_of(void *info, void *input, uint64_t rows) {
	supplied_values *v = duckdb_scalar_function_get_bind_data(info);
	int32_t *which = duckdb_vector_get_data(duckdb_data_chunk_get_vector(input, 0));
	if (!v || rows == 0 || which[0] < 0 || which[0] >= SUPPLIED_MOST) {
		duckdb_scalar_function_set_error(info, "42883: there is no such function");
		return NULL;
	}
	return &v->list[which[0]];
}

void supplied_call_int4(void *info, void *input, void *output) {
	uint64_t rows = duckdb_data_chunk_get_size(input);
	supplied_value *v = supplied_of(info, input, rows);
	if (!v) return;
	int32_t *out = duckdb_vector_get_data(output), number = (int32_t)v->number;
	for (uint64_t i = 0; i < rows; i++) out[i] = number;
}

void supplied_call_int8(void *info, void *input, void *output) {
	uint64_t rows = duckdb_data_chunk_get_size(input);
	supplied_value *v = supplied_of(info, input, rows);
	if (!v) return;
	int64_t *out = duckdb_vector_get_data(output);
	for (uint64_t i = 0; i < rows; i++) out[i] = v->number;
}

// supplied_call_fixed fails while DuckDB plans, which then leaves the call in the plan in the place of what it returned.
void supplied_call_fixed(void *info, void *input, void *output) {
	supplied_values *v = duckdb_scalar_function_get_bind_data(info);
	if (!v || v->planning) {
		duckdb_scalar_function_set_error(info, "42883: there is no such function");
		return;
	}
	supplied_call_int8(info, input, output);
}

void supplied_call_text(void *info, void *input, void *output) {
	uint64_t rows = duckdb_data_chunk_get_size(input);
	supplied_value *v = supplied_of(info, input, rows);
	if (!v) return;
	// All rows have one copy of the text, which the vector owns.
	duckdb_vector_assign_string_element_len(output, 0, v->text ? v->text : "", v->length);
	string *out = duckdb_vector_get_data(output);
	for (uint64_t i = 1; i < rows; i++) out[i] = out[0];
}
