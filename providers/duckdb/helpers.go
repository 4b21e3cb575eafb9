package duckdb

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
)

// helpers are the threads that work for statements beside those that run them. DuckDB's own threads
// are woken for each task of each statement, which costs more than a small statement does; helpers
// look for tasks while a statement has run for a while.
type helpers struct {
	state   unsafe.Pointer // DuckDB's
	needed  atomic.Int64   // statements that have run for a while
	wake    chan struct{}
	stop    chan struct{}
	running sync.WaitGroup
}

const (
	// helpAfter is how long a statement runs alone.
	helpAfter = time.Millisecond
	// helpTasks is how many tasks a helper takes before it looks whether it is to stop.
	helpTasks = 16
	// A helper that found no task looks again after firstLook, later after lastLook.
	firstLook, lastLook = 200 * time.Microsecond, 20 * time.Millisecond
)

// start starts the helpers of an instance that uses so many threads, one of which is the statement's.
func (h *helpers) start(database unsafe.Pointer, threads int) {
	h.state = C.duckdb_create_task_state(database)
	h.wake, h.stop = make(chan struct{}, threads), make(chan struct{})
	for range threads - 1 {
		h.running.Go(h.help)
	}
}

// close waits for the helpers. No statement runs any more.
func (h *helpers) close() {
	if h.stop == nil {
		return
	}
	close(h.stop)
	h.running.Wait()
	C.duckdb_destroy_task_state(h.state)
}

// help is one helper.
func (h *helpers) help() {
	for {
		select {
		case <-h.stop:
			return
		case <-h.wake:
		}
		for wait := firstLook; h.needed.Load() > 0; {
			if C.duckdb_execute_n_tasks_state(h.state, helpTasks) > 0 {
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

// after has helpers look for tasks once a statement has run for a while, until done is called.
func (h *helpers) after() (done func()) {
	if cap(h.wake) < 2 { // there are none
		return func() {}
	}
	timer := time.AfterFunc(helpAfter, func() {
		h.needed.Add(1)
		for range cap(h.wake) - 1 {
			select {
			case h.wake <- struct{}{}:
			default:
			}
		}
	})
	return func() {
		if !timer.Stop() {
			h.needed.Add(-1)
		}
	}
}
