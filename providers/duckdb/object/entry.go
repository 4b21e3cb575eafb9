package object

// #include <stdlib.h>
// int sallyport_find_entry(void *context, const char *database, int type, const char *schema, const char *name, char *found, size_t most);
import "C"

import (
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"
)

// entryType is the type of an entry of DuckDB's catalog.
type entryType int

// The types. A table and a view are found as each other. DuckDB looks no schema up.
const (
	noTransaction entryType = -1
	noEntry       entryType = 0
	tableEntry    entryType = 1
	viewEntry     entryType = 3
	indexEntry    entryType = 4
	sequenceEntry entryType = 6
	typeEntry     entryType = 8
)

// longestEntry is how long the name of an entry is that is looked up at most.
const longestEntry = 1024

// findEntry looks an entry up by its name, whatever its letters' case. It returns its type, and its name as it was made.
func findEntry(conn lib.Connection, database string, of entryType, schema, name string) (entryType, string) {
	var context lib.ClientContext
	lib.ConnectionGetClientContext(conn, &context)
	defer lib.DestroyClientContext(&context)
	inDatabase, inSchema, called := C.CString(database), C.CString(schema), C.CString(name)
	defer C.free(unsafe.Pointer(inDatabase))
	defer C.free(unsafe.Pointer(inSchema))
	defer C.free(unsafe.Pointer(called))
	var found [longestEntry]C.char
	is := entryType(C.sallyport_find_entry(context.Ptr, inDatabase, C.int(of), inSchema, called, &found[0], longestEntry))
	if is <= noEntry {
		return is, ""
	}
	return is, C.GoString(&found[0])
}
