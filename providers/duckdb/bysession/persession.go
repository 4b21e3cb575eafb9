package bysession

import (
	"sync"

	lib "github.com/duckdb/duckdb-go-bindings"
)

// perSession holds a value for each session of an instance that has one, by connection.
type perSession[T any] struct {
	mu sync.Mutex
	of map[lib.IdxT]T
}

// set gives a session a value; !has takes it away.
func (p *perSession[T]) set(connection lib.IdxT, value T, has bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !has {
		delete(p.of, connection)
		return
	}
	if p.of == nil {
		p.of = map[lib.IdxT]T{}
	}
	p.of[connection] = value
}

// get returns the value of a session, or the zero value.
func (p *perSession[T]) get(connection lib.IdxT) T {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.of[connection]
}
