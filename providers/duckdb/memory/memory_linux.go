package memory

/*
#cgo CFLAGS: -fexceptions
#cgo LDFLAGS: -Wl,--wrap=duckdb_je_malloc -Wl,--wrap=duckdb_je_realloc

#include <stddef.h>

void sallyport_allow_memory(long long limit, long long machine);
void sallyport_swap_counts(size_t *taken, size_t *recent, long long *since, int work);
*/
import "C"

import "runtime"

// Allow adds an instance's limit to what the process may have, which stays within what the
// machine allows.
func Allow(limit, machine int64) {
	C.sallyport_allow_memory(C.longlong(limit), C.longlong(machine))
}

// What a thread works for, as in memory_linux.c.
const (
	forItself = iota
	forAny
	forOne
)

// Counts are what a statement has taken of memory, or a helper lately.
type Counts struct {
	taken, recent C.size_t
	since         C.longlong
	helper        bool
}

// OfHelper are the counts of a helper.
func OfHelper() *Counts { return &Counts{helper: true} }

// Small reports whether the statement has taken little.
func (c *Counts) Small() bool { return c.recent+c.taken < 64<<20 }

// Call calls DuckDB with the session's counts in the place of the thread's.
func (c *Counts) Call(call func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	work := C.int(forOne)
	if c.helper {
		work = forAny
	}
	C.sallyport_swap_counts(&c.taken, &c.recent, &c.since, work)
	defer C.sallyport_swap_counts(&c.taken, &c.recent, &c.since, forItself)
	call()
}
