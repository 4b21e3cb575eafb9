package memory

/*
#cgo CFLAGS: -O2 -fexceptions
#cgo LDFLAGS: -Wl,--wrap=duckdb_je_malloc -Wl,--wrap=duckdb_je_realloc

#include <stddef.h>
#include <stdint.h>

void sallyport_allow_memory(long long limit, long long machine);
unsigned long sallyport_swap_counts(size_t *taken, size_t *recent, long long *since, int *work);
unsigned long sallyport_thread(void);
int sallyport_assign_text(void *vector, uint64_t row, const char *text, uint64_t length);
int sallyport_grow_list(void *vector, uint64_t length);
int sallyport_take_memory(size_t n);
int sallyport_was_short(void);
void sallyport_give_back(void);
int sallyport_copy_rows(void *from, void *to, void *sel, uint64_t count);
*/
import "C"

import (
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"
)

// Allow adds an instance's limit to what the process may have, which stays within what the
// machine allows.
func Allow(limit, machine int64) {
	C.sallyport_allow_memory(C.longlong(limit), C.longlong(machine))
}

// What a thread works for, as in memory_linux.c.
const (
	_ = iota
	forAny
	forOne
)

// Counts are what a statement has taken of memory, or a helper lately.
type Counts struct {
	taken, recent C.size_t
	since         C.longlong
	work          C.int
	helper        bool
	thread        atomic.Uint64 // in which DuckDB works for the statement; 0: in none, or in a helper's
}

// OfHelper are the counts of a helper.
func OfHelper() *Counts { return &Counts{helper: true} }

// Small reports whether the statement has taken little.
func (c *Counts) Small() bool { return c.recent+c.taken < 64<<20 }

// Call calls DuckDB with the session's counts in the place of the thread's.
func (c *Counts) Call(call func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c.work = forOne
	if c.helper {
		c.work = forAny
	}
	thread := C.sallyport_swap_counts(&c.taken, &c.recent, &c.since, &c.work)
	defer func() {
		C.sallyport_swap_counts(&c.taken, &c.recent, &c.since, &c.work)
		if !c.Small() && C.sallyport_was_short() != 0 {
			debug.FreeOSMemory() // what functions in Go have taken is in the way of others
		}
	}()
	if !c.helper {
		c.thread.Store(uint64(thread))
		defer c.thread.Store(0)
	}
	call()
}

// Taken is how many bytes the statement has asked for so far, with those that it has given back.
func (c *Counts) Taken() int64 { return int64(c.taken + c.recent) } //nolint:gosec // no machine has as much

// GiveBack gives the system what the allocators keep of memory that nobody uses.
func GiveBack() { C.sallyport_give_back() }

// Reset forgets what the statement has taken.
func (c *Counts) Reset() { c.taken, c.recent, c.since = 0, 0, 0 }

// interrupted are the statements that are to end.
var interrupted struct {
	count atomic.Int64
	mu    sync.Mutex
	list  map[*Counts]int
}

// Interrupt tells functions in Go that work for the statement to end, until Resume is called as often.
func (c *Counts) Interrupt() {
	interrupted.mu.Lock()
	defer interrupted.mu.Unlock()
	if interrupted.list == nil {
		interrupted.list = map[*Counts]int{}
	}
	interrupted.list[c]++
	interrupted.count.Add(1)
}

// Resume ends that.
func (c *Counts) Resume() {
	interrupted.mu.Lock()
	defer interrupted.mu.Unlock()
	interrupted.count.Add(-1)
	if interrupted.list[c]--; interrupted.list[c] == 0 {
		delete(interrupted.list, c)
	}
}

// Interrupted reports whether the statement is to end that the calling thread works for. DuckDB has called the caller. A
// helper works for any statement, and is never interrupted here.
func Interrupted() bool {
	if interrupted.count.Load() == 0 {
		return false
	}
	thread := uint64(C.sallyport_thread())
	interrupted.mu.Lock()
	defer interrupted.mu.Unlock()
	for c := range interrupted.list {
		if c.thread.Load() == thread {
			return true
		}
	}
	return false
}

// AssignText writes a row of a vector of strings. It reports false if there is no memory for it: DuckDB's
// exception ends here, so the caller has to end the statement.
func AssignText(to lib.Vector, row int, text []byte) bool {
	return C.sallyport_assign_text(to.Ptr, C.uint64_t(row), (*C.char)(unsafe.Pointer(unsafe.SliceData(text))), C.uint64_t(len(text))) != 0 //nolint:gosec // a place
}

// GrowList makes room for so many elements of a vector's lists. It reports false as AssignText does.
func GrowList(of lib.Vector, length int) bool {
	return C.sallyport_grow_list(of.Ptr, C.uint64_t(length)) != 0 //nolint:gosec // a count
}

// Take counts memory that a function in Go takes for the statement that the calling thread works for. It reports false
// if the process would have more than its bound.
func Take(bytes int) bool {
	return C.sallyport_take_memory(C.size_t(bytes)) != 0 //nolint:gosec // a size
}

// sallyportCollectGarbage is called where memory would be refused.
//
//export sallyportCollectGarbage
func sallyportCollectGarbage() { debug.FreeOSMemory() }

// CopyRows copies rows of a vector to the beginning of another. It reports false as AssignText does.
func CopyRows(from, to lib.Vector, rows lib.SelectionVector, count int) bool {
	return C.sallyport_copy_rows(from.Ptr, to.Ptr, rows.Ptr, C.uint64_t(count)) != 0 //nolint:gosec // a count
}
