// Package kept has rows of tables as they were at a savepoint, since DuckDB has no savepoints: [Keep] reads them,
// [Rows.PutBack] gives them to their table again in a transaction that begins anew, and [Rows.Free] forgets them. [Changes] are
// what a transaction has changed: the tables whose rows have to be kept, and the definitions that are made again.
package kept

import (
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// Rows are rows of a table as they were at a savepoint, in vectors, with the numbers that DuckDB has given to them. The
// numbers of rows that the transaction has added are from firstAdded on, and those of others stay the same
// until somebody else commits.
type Rows struct {
	columns []string // quoted
	res     lib.Result
	chunks  []lib.DataChunk
	types   []lib.LogicalType
}

const (
	// firstAdded is DuckDB's number of the first row that a transaction adds to a table.
	firstAdded = 36028797018960000
	// mostKept is how many rows of a table are kept.
	mostKept = 200_000
	// keptRows is the table that they are put into first.
	keptRows = `temp.main."__kept"`
	// added is the name by which the statement that adds them reads them.
	added = "loaded"
)

// Keep keeps the rows of a table: all of them, or those that the transaction has added. It returns why it
// cannot.
func Keep(conn lib.Connection, name string, all bool) (k *Rows, why string) {
	k = &Rows{}
	if err := k.read(conn, name, all); err != nil {
		k.Free()
		return nil, "the rows of " + name + " cannot be kept"
	}
	rows := 0
	for _, chunk := range k.chunks {
		rows += int(lib.DataChunkGetSize(chunk)) //nolint:gosec // at most 2,048
	}
	if rows > mostKept {
		k.Free()
		return nil, "more than " + strconv.Itoa(mostKept) + " rows of " + name + " would have to be kept"
	}
	return k, ""
}

func (k *Rows) read(conn lib.Connection, name string, all bool) (err error) {
	if k.columns, err = Writable(conn, name); err != nil {
		return err
	}
	sql := "SELECT rowid, " + strings.Join(k.columns, ", ") + " FROM " + name
	if !all {
		sql += " WHERE rowid >= " + strconv.Itoa(firstAdded)
	}
	if lib.Query(conn, sql+" ORDER BY rowid LIMIT "+strconv.Itoa(mostKept+1), &k.res) == lib.StateError {
		return native.Error(lib.ResultError(&k.res))
	}
	for i := range lib.ColumnCount(&k.res) {
		k.types = append(k.types, lib.ColumnLogicalType(&k.res, i))
	}
	for {
		chunk := lib.FetchChunk(k.res)
		if chunk.Ptr == nil {
			return nil
		}
		k.chunks = append(k.chunks, chunk)
	}
}

// Writable returns the quoted columns of a table that are not computed, in order.
func Writable(conn lib.Connection, table string) ([]string, error) {
	all, err := native.Columns(conn, table)
	if err != nil {
		return nil, err
	}
	prepares := func(sql string) bool {
		var stmt lib.PreparedStatement
		defer lib.DestroyPrepare(&stmt)
		return lib.Prepare(conn, sql, &stmt) != lib.StateError
	}
	list := strings.Join(all, ", ")
	if prepares("INSERT INTO " + table + " (" + list + ") SELECT " + list + " FROM " + table) {
		return all, nil
	}
	var writable []string
	for _, column := range all {
		if prepares("INSERT INTO " + table + " (" + column + ") SELECT " + column + " FROM " + table) {
			writable = append(writable, column)
		}
	}
	return writable, nil
}

// PutBack gives a table the rows, in a new transaction over the same committed rows. Where only rows were added,
// the committed rows may be others.
func (k *Rows) PutBack(conn lib.Connection, name string, all bool) error {
	if len(k.chunks) == 0 && !all {
		return nil
	}
	names := []string{"__row"}
	for i := range k.columns {
		names = append(names, "__c"+strconv.Itoa(i))
	}
	values := strings.Join(names[1:], ", ")
	columns := strings.Join(k.columns, ", ")
	if err := native.Run(conn, "CREATE TEMP TABLE "+keptRows+" AS SELECT * FROM (SELECT rowid, "+columns+" FROM "+name+") AS t("+strings.Join(names, ", ")+") LIMIT 0"); err != nil {
		return err
	}
	if err := k.appendTo(conn, names); err != nil {
		return err
	}
	var steps []string
	if all {
		steps = append(steps, "DELETE FROM "+name+" WHERE rowid NOT IN (SELECT __row FROM "+keptRows+")")
		for i, column := range k.columns { // DuckDB counts a key that is set to itself as changed
			value := "s." + names[i+1]
			steps = append(steps, "UPDATE "+name+" AS t SET "+column+" = "+value+" FROM "+keptRows+" AS s WHERE t.rowid = s.__row AND t."+column+" IS DISTINCT FROM "+value)
		}
	}
	steps = append(steps, "INSERT INTO "+name+" ("+columns+") SELECT "+values+" FROM "+keptRows+" WHERE __row >= "+strconv.Itoa(firstAdded)+" ORDER BY __row",
		"DROP TABLE "+keptRows)
	for _, sql := range steps {
		if err := native.Run(conn, sql); err != nil {
			return err
		}
	}
	return nil
}

// appendTo puts the rows into the table that they come from.
func (k *Rows) appendTo(conn lib.Connection, names []string) error {
	var a lib.Appender
	defer func() { lib.AppenderDestroy(&a) }()
	if lib.AppenderCreateQuery(conn, "INSERT INTO "+keptRows+" SELECT * FROM "+added, k.types, added, names, &a) == lib.StateError {
		return native.Error(lib.AppenderError(a))
	}
	for _, chunk := range k.chunks {
		if lib.AppendDataChunk(a, chunk) == lib.StateError {
			return native.Error(lib.AppenderError(a))
		}
	}
	if lib.AppenderFlush(a) == lib.StateError {
		return native.Error(lib.AppenderError(a))
	}
	return nil
}

// Free frees the rows.
func (k *Rows) Free() {
	for _, chunk := range k.chunks {
		lib.DestroyDataChunk(&chunk)
	}
	for _, t := range k.types {
		lib.DestroyLogicalType(&t)
	}
	lib.DestroyResult(&k.res)
	k.chunks, k.types = nil, nil
}
