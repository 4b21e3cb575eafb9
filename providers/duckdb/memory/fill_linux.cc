#include <stddef.h>
#include <stdint.h>

// What functions in Go have DuckDB do while it calls them. An exception must not reach Go's frames, where it would end the
// process: memory is refused by memory_linux.c, and by the limit of DuckDB's buffers, of which some vectors are.

extern "C" {

void duckdb_unsafe_vector_assign_string_element_len(void *vector, uint64_t row, const char *text, uint64_t length);
int duckdb_list_vector_reserve(void *vector, uint64_t length);
int duckdb_list_vector_set_size(void *vector, uint64_t length);
void duckdb_vector_copy_sel(void *from, void *to, void *sel, uint64_t count, uint64_t offset, uint64_t at);
int sallyport_list_fits(uint64_t length);

int sallyport_assign_text(void *vector, uint64_t row, const char *text, uint64_t length) {
	try {
		duckdb_unsafe_vector_assign_string_element_len(vector, row, text, length);
		return 1;
	} catch (...) {
		return 0;
	}
}

int sallyport_grow_list(void *vector, uint64_t length) {
	try {
		return sallyport_list_fits(length) && duckdb_list_vector_reserve(vector, length) == 0 && duckdb_list_vector_set_size(vector, length) == 0;
	} catch (...) {
		return 0;
	}
}

int sallyport_copy_rows(void *from, void *to, void *sel, uint64_t count) {
	try {
		duckdb_vector_copy_sel(from, to, sel, count, 0, 0);
		return 1;
	} catch (...) {
		return 0;
	}
}
}
