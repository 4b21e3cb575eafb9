package duckdb

/*
#cgo CFLAGS: -fexceptions
#cgo LDFLAGS: -Wl,--wrap=duckdb_je_malloc -Wl,--wrap=duckdb_je_realloc

#include <stddef.h>

void sallyport_allow_memory(long long limit, long long machine);
void sallyport_swap_counts(size_t *taken, size_t *recent, long long *since, int helping);
*/
import "C"

import "runtime"

// allowMemory adds an instance's limit to what the process may have, which stays within what the
// machine allows.
func allowMemory(limit, machine int64) {
	C.sallyport_allow_memory(C.longlong(limit), C.longlong(machine))
}

// counts are what a session has taken of memory lately, or a thread.
type counts struct {
	taken, recent C.size_t
	since         C.longlong
	helping       C.int
}

// helpersCounts are the counts of a helper.
func helpersCounts() *counts { return &counts{helping: 1} }

// counted calls DuckDB with the session's counts in the place of the thread's.
func (c *counts) counted(call func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	C.sallyport_swap_counts(&c.taken, &c.recent, &c.since, c.helping)
	defer C.sallyport_swap_counts(&c.taken, &c.recent, &c.since, 0)
	call()
}
