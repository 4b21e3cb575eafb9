#include <stddef.h>
#include <string.h>

// Looks an entry of a catalog up by its name: DuckDB's listings make rows of all that there is. An exception must not reach
// Go's frames, where it would end the process.

extern "C" {

void *duckdb_client_context_get_catalog(void *context, const char *name);
void *duckdb_catalog_get_entry(void *catalog, void *context, int type, const char *schema, const char *name);
int duckdb_catalog_entry_get_type(void *entry);
const char *duckdb_catalog_entry_get_name(void *entry);
void duckdb_destroy_catalog_entry(void **entry);
void duckdb_destroy_catalog(void **catalog);

// sallyport_find_entry returns the type of the entry and writes its name. It returns 0 if there is none, -1 outside of a transaction
// or where there is no such catalog, and -2 if the name is longer than most, or DuckDB fails.
int sallyport_find_entry(void *context, const char *database, int type, const char *schema, const char *name, char *found, size_t most) {
	void *catalog = NULL, *entry = NULL;
	int kind = -2;
	try {
		catalog = duckdb_client_context_get_catalog(context, database);
		if (catalog == NULL) {
			return -1;
		}
		entry = duckdb_catalog_get_entry(catalog, context, type, schema, name);
		if (entry == NULL) {
			kind = 0;
		} else {
			const char *text = duckdb_catalog_entry_get_name(entry);
			if (text != NULL && strlen(text) < most) {
				strcpy(found, text);
				kind = duckdb_catalog_entry_get_type(entry);
			}
		}
	} catch (...) {
		kind = -2;
	}
	if (entry != NULL) {
		duckdb_destroy_catalog_entry(&entry);
	}
	if (catalog != NULL) {
		duckdb_destroy_catalog(&catalog);
	}
	return kind;
}
}
