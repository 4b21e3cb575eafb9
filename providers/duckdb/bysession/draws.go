package bysession

/*
void sallyportCallDrawn(void *info, void *input, void *output);
void sallyportCallCurrent(void *info, void *input, void *output);
void sallyportCallLast(void *info, void *input, void *output);
*/
import "C"

import (
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What sessions have drawn from sequences, for currval and lastval. planner/duckdialect puts pg__drawn around each nextval, also in the
// defaults of columns; pg__currval and pg__lastval read what it has noted. A number that was drawn stays so when its transaction is
// rolled back, as in Postgres.

// sessionDraws are the numbers that one session has drawn.
type sessionDraws struct {
	last   map[string]int64 // by schema and name of the sequence
	newest string           // the sequence that was drawn from last
	now    map[string]bool  // the sequences that the running statement has drawn from
	set    map[string]bool  // those that were set, and not drawn from since
}

// Draws are the draws of an instance's sessions, by connection.
type Draws struct {
	mu  sync.Mutex
	of  map[lib.IdxT]*sessionDraws
	any atomic.Bool // of has had anything
}

// session are the draws of a session. The caller holds mu.
func (d *Draws) session(connection lib.IdxT) *sessionDraws {
	if d.of == nil {
		d.of = map[lib.IdxT]*sessionDraws{}
	}
	s := d.of[connection]
	if s == nil {
		s = &sessionDraws{last: map[string]int64{}, now: map[string]bool{}, set: map[string]bool{}}
		d.of[connection] = s
		d.any.Store(true)
	}
	return s
}

// note notes numbers that a session has drawn from a sequence, in their order. Threads of one statement come in any order: the last
// number is the furthest one.
func (d *Draws) note(connection lib.IdxT, sequence string, first, last int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.session(connection)
	before := s.last[sequence]
	if behind := first < last && last < before || first > last && last > before; !s.now[sequence] || !behind {
		s.last[sequence] = last
	}
	s.now[sequence], s.set[sequence], s.newest = true, false, sequence
}

// BeginStatement is called before each statement of a session.
func (d *Draws) BeginStatement(conn lib.Connection) {
	if !d.any.Load() {
		return
	}
	connection := Connection(conn)
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.of[connection]; s != nil {
		clear(s.now)
	}
}

// NoteSet notes what setval has set a sequence to.
func (d *Draws) NoteSet(conn lib.Connection, sequence string, value int64, called bool) {
	connection := Connection(conn)
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.session(connection)
	if s.set[sequence] = true; called {
		s.last[sequence] = value
	}
}

// DrawnSinceSet returns what a session has drawn from a sequence since it has set it; ok is false for nothing.
func (d *Draws) DrawnSinceSet(conn lib.Connection, sequence string) (value int64, ok bool) {
	connection := Connection(conn)
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.session(connection)
	value, ok = s.last[sequence]
	return value, ok && !s.set[sequence]
}

// Forget forgets what a session has drawn from a sequence; "": from all.
func (d *Draws) Forget(conn lib.Connection, sequence string) {
	connection := Connection(conn)
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.of[connection]; s != nil && sequence != "" {
		delete(s.last, sequence)
		return
	}
	delete(d.of, connection)
}

// Rename gives a sequence of which a session has drawn another name.
func (d *Draws) Rename(conn lib.Connection, from, to string) {
	connection := Connection(conn)
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.of[connection]
	if s == nil {
		return
	}
	if value, ok := s.last[from]; ok {
		delete(s.last, from)
		s.last[to] = value
	}
	if s.newest == from {
		s.newest = to
	}
}

// HasAny reports whether a session has drawn anything.
func (d *Draws) HasAny(conn lib.Connection) bool {
	if !d.any.Load() {
		return false
	}
	connection := Connection(conn)
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.of[connection] != nil
}

// current is what a session has drawn from a sequence last.
func (d *Draws) current(connection lib.IdxT, written string) (int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.of[connection]; s != nil {
		if value, ok := s.last[sequenceKey(written)]; ok {
			return value, nil
		}
	}
	return 0, sqlstate.New(sqlstate.ObjectNotInState, "currval of sequence %q is not yet defined in this session", definition.LastName(written))
}

// latest is what a session has drawn last.
func (d *Draws) latest(connection lib.IdxT) (int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.of[connection]; s != nil {
		if value, ok := s.last[s.newest]; ok {
			return value, nil
		}
	}
	return 0, sqlstate.New(sqlstate.ObjectNotInState, "lastval is not yet defined in this session")
}

// registerDraws makes the functions.
func (f *Functions) registerDraws(admin lib.Connection) error {
	for _, s := range []scalar{
		{"pg__drawn", []string{"BIGINT", "VARCHAR"}, "BIGINT", true, C.sallyportCallDrawn},
		{"pg__currval", []string{"VARCHAR"}, "BIGINT", true, C.sallyportCallCurrent},
		{"pg__lastval", nil, "BIGINT", true, C.sallyportCallLast},
	} {
		if err := f.register(admin, s); err != nil {
			return err
		}
	}
	return nil
}

// callDrawn runs a function for each row of a chunk, with the session that calls it.
func callDrawn(ptr, input, output unsafe.Pointer, f func(d *Draws, connection lib.IdxT, rows int, args []vector.Reader, out lib.Vector) error) {
	callOfSession(ptr, input, output, func(of *Functions, connection lib.IdxT, rows int, args []vector.Reader, out lib.Vector) error {
		return f(&of.Draws, connection, rows, args, out)
	})
}

//export sallyportCallDrawn
func sallyportCallDrawn(ptr, input, output unsafe.Pointer) {
	callDrawn(ptr, input, output, func(d *Draws, connection lib.IdxT, rows int, args []vector.Reader, out lib.Vector) error {
		to := vector.Fill(out)
		first, last := -1, -1
		for row := range rows {
			if args[0].Null(row) {
				to.SetNull(row)
				continue
			}
			vector.Set(&to, row, vector.At[int64](&args[0], row))
			if last = row; first < 0 {
				first = row
			}
		}
		if first >= 0 {
			d.note(connection, sequenceKey(string(args[1].Bytes(last))), vector.At[int64](&args[0], first), vector.At[int64](&args[0], last))
		}
		return nil
	})
}

//export sallyportCallCurrent
func sallyportCallCurrent(ptr, input, output unsafe.Pointer) {
	callDrawn(ptr, input, output, func(d *Draws, connection lib.IdxT, rows int, args []vector.Reader, out lib.Vector) error {
		to := vector.Fill(out)
		for row := range rows {
			if args[0].Null(row) {
				to.SetNull(row)
				continue
			}
			value, err := d.current(connection, string(args[0].Bytes(row)))
			if err != nil {
				return err
			}
			vector.Set(&to, row, value)
		}
		return nil
	})
}

//export sallyportCallLast
func sallyportCallLast(ptr, input, output unsafe.Pointer) {
	callDrawn(ptr, input, output, func(d *Draws, connection lib.IdxT, rows int, _ []vector.Reader, out lib.Vector) error {
		to := vector.Fill(out)
		value, err := d.latest(connection)
		if err != nil {
			return err
		}
		for row := range rows {
			vector.Set(&to, row, value)
		}
		return nil
	})
}

// sequenceKey is the schema and the name of a sequence that a text names. Names do not differ in case alone.
func sequenceKey(written string) string {
	return strings.ToLower(strings.Join(definition.SplitName(written), "."))
}
