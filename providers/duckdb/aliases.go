package duckdb

/*
#cgo linux LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// The bindings leave out DuckDB's functions for casts, and their library's folder is not known here
// to the linker, so these are found in the program that runs.
static void *find(const char *name) { return dlsym(RTLD_DEFAULT, name); }

static void (*reference)(void *to, void *from);

// sameValues is a cast between types with the same values.
static bool sameValues(void *info, uint64_t count, void *input, void *output) {
	reference(output, input);
	return true;
}

// castImplicitly makes DuckDB take a value of one type where the other is wanted. It returns false
// if DuckDB has no such functions, or refuses.
static bool castImplicitly(void *connection, void *from, void *to) {
	void *(*create)(void) = find("duckdb_create_cast_function");
	void (*source)(void *, void *) = find("duckdb_cast_function_set_source_type");
	void (*target)(void *, void *) = find("duckdb_cast_function_set_target_type");
	void (*cost)(void *, int64_t) = find("duckdb_cast_function_set_implicit_cast_cost");
	void (*function)(void *, void *) = find("duckdb_cast_function_set_function");
	int (*enter)(void *, void *) = find("duckdb_register_cast_function");
	void (*destroy)(void **) = find("duckdb_destroy_cast_function");
	void *same = find("duckdb_vector_reference_vector");
	if (!create || !source || !target || !cost || !function || !enter || !destroy || !same) {
		return false;
	}
	reference = same;
	void *cast = create();
	source(cast, from);
	target(cast, to);
	cost(cast, 1);
	function(cast, sameValues);
	bool entered = enter(connection, cast) == 0;
	destroy(&cast);
	return entered;
}
*/
import "C"

import (
	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// aliasBases are the types that aliases have.
var aliasBases = map[string]lib.Type{
	"VARCHAR": lib.TypeVarchar, "SMALLINT": lib.TypeSmallInt, "BIGINT": lib.TypeBigInt, "TIMESTAMPTZ": lib.TypeTimestampTZ,
}

// registerAliases makes the types of the Postgres catalog. They are of the instance, beside DuckDB's
// own types, so that no search path hides them.
func (p *Provider) registerAliases() error {
	for _, a := range pgcatalog.Aliases() {
		if !p.registerAlias(a) {
			return sqlstate.New(sqlstate.InternalError, "source %q: DuckDB cannot have the type %s", p.options.Name, a.Name)
		}
	}
	return nil
}

func (p *Provider) registerAlias(a pgcatalog.Alias) bool {
	base, alias := lib.CreateLogicalType(aliasBases[a.Base]), lib.CreateLogicalType(aliasBases[a.Base])
	defer lib.DestroyLogicalType(&base)
	defer lib.DestroyLogicalType(&alias)
	lib.LogicalTypeSetAlias(alias, a.Name)
	return lib.RegisterLogicalType(p.admin, alias, lib.CreateTypeInfo{}) == lib.StateSuccess &&
		bool(C.castImplicitly(p.admin.Ptr, alias.Ptr, base.Ptr))
}
