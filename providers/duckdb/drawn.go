package duckdb

/*
#include <stdint.h>
#include <stdlib.h>

void sallyportBindStyled(void *info);
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
	"github.com/sallyportdb/sallyport/providers/duckdb/functions"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What sessions have drawn from sequences, for currval and lastval. planner/duckdialect puts pg__drawn around each nextval, also in the
// defaults of columns; pg__currval and pg__lastval read what it has noted. A number that was drawn stays so when its transaction is
// rolled back, as in Postgres.

// draws are the numbers that one session has drawn.
type draws struct {
	last   map[string]int64 // by schema and name of the sequence
	newest string           // the sequence that was drawn from last
	now    map[string]bool  // the sequences that the running statement has drawn from
	set    map[string]bool  // those that were set, and not drawn from since
}

// drawn are the draws of an instance's sessions, by connection.
type drawn struct {
	mu  sync.Mutex
	of  map[lib.IdxT]*draws
	any atomic.Bool // of has had anything
}

// session are the draws of a session. The caller holds mu.
func (d *drawn) session(connection lib.IdxT) *draws {
	if d.of == nil {
		d.of = map[lib.IdxT]*draws{}
	}
	s := d.of[connection]
	if s == nil {
		s = &draws{last: map[string]int64{}, now: map[string]bool{}, set: map[string]bool{}}
		d.of[connection] = s
		d.any.Store(true)
	}
	return s
}

// note notes numbers that a session has drawn from a sequence, in their order. Threads of one statement come in any order: the last
// number is the furthest one.
func (d *drawn) note(connection lib.IdxT, sequence string, first, last int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.session(connection)
	before := s.last[sequence]
	if behind := first < last && last < before || first > last && last > before; !s.now[sequence] || !behind {
		s.last[sequence] = last
	}
	s.now[sequence], s.set[sequence], s.newest = true, false, sequence
}

// begin is called before each statement of a session.
func (d *drawn) begin(connection lib.IdxT) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.of[connection]; s != nil {
		clear(s.now)
	}
}

// set notes what setval has set a sequence to.
func (d *drawn) set(connection lib.IdxT, sequence string, value int64, called bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.session(connection)
	if s.set[sequence] = true; called {
		s.last[sequence] = value
	}
}

// since returns what a session has drawn from a sequence since it has set it; ok is false for nothing.
func (d *drawn) since(connection lib.IdxT, sequence string) (value int64, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.session(connection)
	value, ok = s.last[sequence]
	return value, ok && !s.set[sequence]
}

// forget forgets what a session has drawn from a sequence; "": from all.
func (d *drawn) forget(connection lib.IdxT, sequence string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.of[connection]; s != nil && sequence != "" {
		delete(s.last, sequence)
		return
	}
	delete(d.of, connection)
}

// rename gives a sequence of which a session has drawn another name.
func (d *drawn) rename(connection lib.IdxT, from, to string) {
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

// has reports whether a session has drawn anything.
func (d *drawn) has(connection lib.IdxT) bool {
	if !d.any.Load() {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.of[connection] != nil
}

// current is what a session has drawn from a sequence last.
func (d *drawn) current(connection lib.IdxT, written string) (int64, error) {
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
func (d *drawn) latest(connection lib.IdxT) (int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.of[connection]; s != nil {
		if value, ok := s.last[s.newest]; ok {
			return value, nil
		}
	}
	return 0, sqlstate.New(sqlstate.ObjectNotInState, "lastval is not yet defined in this session")
}

// registerDrawn makes the functions.
func (p *Provider) registerDrawn() error {
	for _, made := range []struct {
		name  string
		takes []string
		call  unsafe.Pointer
	}{
		{"pg__drawn", []string{"BIGINT", "VARCHAR"}, C.sallyportCallDrawn},
		{"pg__currval", []string{"VARCHAR"}, C.sallyportCallCurrent},
		{"pg__lastval", nil, C.sallyportCallLast},
	} {
		f := lib.CreateScalarFunction()
		lib.ScalarFunctionSetName(f, made.name)
		for _, name := range made.takes {
			of := vector.Logical(name)
			lib.ScalarFunctionAddParameter(f, of)
			lib.DestroyLogicalType(&of)
		}
		number := vector.Logical("BIGINT")
		lib.ScalarFunctionSetReturnType(f, number)
		lib.DestroyLogicalType(&number)
		lib.ScalarFunctionSetVolatile(f)
		lib.ScalarFunctionSetExtraInfo(f, functions.NewNumber(uint64(p.handle)), unsafe.Pointer(C.free))
		lib.ScalarFunctionSetBind(f, unsafe.Pointer(C.sallyportBindStyled))
		lib.ScalarFunctionSetFunction(f, made.call)
		state := lib.RegisterScalarFunction(p.admin, f)
		lib.DestroyScalarFunction(&f)
		if state == lib.StateError {
			return sqlstate.New(sqlstate.InternalError, "function %s cannot be registered", made.name)
		}
	}
	return nil
}

// callDrawn runs a function for each row of a chunk, with the session that calls it.
func callDrawn(ptr, input, output unsafe.Pointer, f func(d *drawn, connection lib.IdxT, rows int, args []vector.Reader, out lib.Vector) error) {
	info := lib.FunctionInfo{Ptr: ptr}
	functions.Catch(func(message string) { lib.ScalarFunctionSetError(info, message) }, func() error {
		p := providerOf(lib.ScalarFunctionGetExtraInfo(info))
		connection := lib.IdxT(functions.NumberAt(lib.ScalarFunctionGetBindData(info)))
		chunk := lib.DataChunk{Ptr: input}
		args := make([]vector.Reader, int(lib.DataChunkGetColumnCount(chunk)))
		for i := range args {
			from := lib.DataChunkGetVector(chunk, lib.IdxT(i))
			args[i].Load(from, vector.TypeOf(lib.VectorGetColumnType(from)))
		}
		return f(&p.drawn, connection, int(lib.DataChunkGetSize(chunk)), args, lib.Vector{Ptr: output})
	})
}

//export sallyportCallDrawn
func sallyportCallDrawn(ptr, input, output unsafe.Pointer) {
	callDrawn(ptr, input, output, func(d *drawn, connection lib.IdxT, rows int, args []vector.Reader, out lib.Vector) error {
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
	callDrawn(ptr, input, output, func(d *drawn, connection lib.IdxT, rows int, args []vector.Reader, out lib.Vector) error {
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
	callDrawn(ptr, input, output, func(d *drawn, connection lib.IdxT, rows int, _ []vector.Reader, out lib.Vector) error {
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

// connection is the number of the session's connection.
func (c *Conn) connection() lib.IdxT {
	var context lib.ClientContext
	lib.ConnectionGetClientContext(c.conn, &context)
	defer lib.DestroyClientContext(&context)
	return lib.ClientContextGetConnectionId(context)
}

// checkDraws refuses currval and lastval while there are defaults that note nothing: earlier versions have made them.
func (c *Conn) checkDraws(sql string) error {
	if !strings.Contains(sql, "pg__currval(") && !strings.Contains(sql, "pg__lastval(") {
		return nil
	}
	rows, err := c.collectText(`SELECT table_name, column_name FROM duckdb_columns() WHERE database_name = ` + native.Text(c.provider.options.Name) +
		` AND contains(column_default, 'nextval(') AND NOT contains(column_default, 'pg__drawn(') LIMIT 1`)
	if err == nil && len(rows) > 0 {
		err = sqlstate.New(sqlstate.FeatureNotSupported, "currval and lastval are not supported: the default of column %q of table %q was made by an earlier version", rows[0][1], rows[0][0]).
			WithHint("Set the default anew: ALTER TABLE … ALTER COLUMN … SET DEFAULT nextval(…).")
	}
	return err
}
