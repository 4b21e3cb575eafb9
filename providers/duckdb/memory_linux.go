package duckdb

/*
#cgo CFLAGS: -fexceptions
#cgo LDFLAGS: -Wl,--wrap=duckdb_je_malloc -Wl,--wrap=duckdb_je_realloc

void sallyport_allow_memory(long long limit, long long machine);
*/
import "C"

// allowMemory adds an instance's limit to what the process may have, which stays within what the
// machine allows.
func allowMemory(limit, machine int64) {
	C.sallyport_allow_memory(C.longlong(limit), C.longlong(machine))
}
