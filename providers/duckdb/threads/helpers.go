// Package threads has DuckDB's statements work on several processors without threads of DuckDB's own: a statement runs in its
// caller's thread, and [Helpers] take tasks of those that run for longer.
package threads

/*
#include <stdint.h>

// The bindings leave these out.
void *duckdb_create_task_state(void *database);
uint64_t duckdb_execute_n_tasks_state(void *state, uint64_t most);
void duckdb_destroy_task_state(void *state);
*/
import "C"

import (
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
)

// Helpers are threads that take tasks of statements, beside the threads that run the statements.
// DuckDB's own threads are woken for each task of each statement, which costs more than a small
// statement does; these look for tasks while a statement has run for a while. One goroutine
// watches how long statements run: a timer for each would wake a thread of Go's for each.
type Helpers struct {
	state  unsafe.Pointer // DuckDB's
	needed atomic.Int64   // statements that have run for a while
	wake   chan struct{}
	stop   chan struct{}
	ended  sync.WaitGroup

	mu       sync.Mutex
	running  map[*helped]bool // statements, and whether they have run for a while
	quiet    int              // looks since the last statement
	watching bool
	begun    chan struct{} // there is something to watch
}

// helped is a statement that runs.
type helped struct{ looks int } // how often it was seen to run

const (
	// lookEvery is how often running statements are looked at; one that is seen aloneFor times has run
	// for a while. After quietLooks looks without a statement nothing is watched.
	lookEvery, aloneFor, quietLooks = time.Millisecond, 2, 20
	// helpTasks is how many tasks a helper takes before it looks whether it is to stop.
	helpTasks = 16
	// A helper that found no task looks again after firstLook, later after lastLook.
	firstLook, lastLook = 200 * time.Microsecond, 20 * time.Millisecond
)

// Start starts the helpers of an instance: one less than its threads, since a statement has one of its own.
func (h *Helpers) Start(database unsafe.Pointer, threads int) {
	h.state = C.duckdb_create_task_state(database)
	h.wake, h.stop = make(chan struct{}, threads), make(chan struct{})
	h.running, h.begun = map[*helped]bool{}, make(chan struct{}, 1)
	for range threads - 1 {
		h.ended.Go(h.help)
	}
	if threads > 1 {
		h.ended.Go(h.watch)
	}
}

// Close waits for the helpers. No statement runs any more.
func (h *Helpers) Close() {
	if h.stop == nil {
		return
	}
	close(h.stop)
	h.ended.Wait()
	C.duckdb_destroy_task_state(h.state)
}

// help is one helper.
func (h *Helpers) help() {
	taken := memory.OfHelper()
	for {
		select {
		case <-h.stop:
			return
		case <-h.wake:
		}
		for wait := firstLook; h.needed.Load() > 0; {
			done := false
			taken.Call(func() { done = C.duckdb_execute_n_tasks_state(h.state, helpTasks) > 0 })
			if done {
				wait = firstLook
				select {
				case <-h.stop:
					return
				default:
				}
				continue
			}
			select {
			case <-h.stop:
				return
			case <-h.wake:
				wait = firstLook
			case <-time.After(wait):
				wait = min(2*wait, lastLook)
			}
		}
	}
}

// After has helpers look for tasks once a statement has run for a while, until done is called.
func (h *Helpers) After() (done func()) {
	if cap(h.wake) < 2 { // there are none
		return func() {}
	}
	statement := &helped{}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.running[statement], h.quiet = false, 0
	if !h.watching {
		h.watching = true
		h.begun <- struct{}{}
	}
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.running[statement] {
			h.needed.Add(-1)
		}
		delete(h.running, statement)
	}
}

// watch looks at the statements that run, as long as there are some.
func (h *Helpers) watch() {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		select {
		case <-h.stop:
			return
		case <-h.begun:
		}
		tick.Reset(lookEvery)
		for watching := true; watching; watching = h.look() {
			select {
			case <-h.stop:
				return
			case <-tick.C:
			}
		}
		tick.Reset(time.Hour)
	}
}

// look has helpers work for statements that have run for a while, and reports whether there is
// something to watch.
func (h *Helpers) look() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for statement, long := range h.running {
		if statement.looks++; statement.looks == aloneFor && !long {
			h.running[statement] = true
			h.needed.Add(1)
			h.wakeAll()
		}
	}
	h.quiet++
	h.watching = len(h.running) > 0 || h.quiet < quietLooks
	return h.watching
}

// wakeAll wakes the helpers.
func (h *Helpers) wakeAll() {
	for range cap(h.wake) - 1 {
		select {
		case h.wake <- struct{}{}:
		default:
		}
	}
}
