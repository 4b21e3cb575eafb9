package federation

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A part of the rows that a Postgres gets is bounded by both. A value by itself may be longer.
const (
	partRows  = 5_000
	partBytes = 4 << 20
)

// partTime is how long a part waits for more rows: a target that is gone is noticed by the part that is sent to it.
const partTime = time.Second

// filling is how the values of a column get to a Postgres: as an array of a type, whose elements are cast to another
// one. Postgres has the values assigned to the table's columns, by its own rules.
type filling struct {
	name  string
	array string // the type of the array's elements
	cast  string // ""; none
}

// arrayTypes are the arrays, whose texts are cast: an array of arrays is another thing.
var arrayTypes = map[uint32]string{
	pgtype.BoolArrayOID: "bool[]", pgtype.Int2ArrayOID: "int2[]", pgtype.Int4ArrayOID: "int4[]", pgtype.Int8ArrayOID: "int8[]", pgtype.Float4ArrayOID: "float4[]",
	pgtype.Float8ArrayOID: "float8[]", pgtype.NumericArrayOID: "numeric[]", pgtype.TextArrayOID: "text[]", pgtype.VarcharArrayOID: "text[]", pgtype.DateArrayOID: "date[]",
	pgtype.TimestampArrayOID: "timestamp[]", pgtype.TimestamptzArrayOID: "timestamptz[]", pgtype.UUIDArrayOID: "uuid[]",
}

// fillingsOf says how the columns of a query get to a Postgres. 0A000: the Postgres does not have the type of
// a column.
func fillingsOf(into *providers.Into, columns []providers.Column) ([]filling, error) {
	list := make([]filling, len(columns))
	for i, c := range columns {
		list[i] = filling{name: c.Name, array: "pg_catalog." + providers.PlainType(c.Type)}
		if providers.PlainType(c.Type) != "" {
			if isText(c.Type) && i < len(into.Columns) { // an enum, inet: nothing else than its text is here
				list[i].cast = into.Columns[i].Cast()
			}
			continue
		}
		array, ok := arrayTypes[c.Type]
		if !ok {
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the column %q of the query is of the type %s, which %q does not have", c.Name, c.TypeName, into.Source).
				WithHint("Cast it: %s::text.", c.Name)
		}
		list[i].array, list[i].cast = "pg_catalog.text", "pg_catalog."+array
	}
	return list, nil
}

func isText(oid uint32) bool { return oid == pgtype.TextOID || oid == pgtype.VarcharOID }

// part is the statement that adds a part of the rows. The first one of CREATE TABLE … AS makes the table.
func (a *adding) part() providers.Statement {
	columns, arrays, names := make([]string, len(a.fills)), make([]string, len(a.fills)), make([]string, len(a.fills))
	for i, f := range a.fills {
		names[i] = "c" + strconv.Itoa(i+1)
		arrays[i] = "pg_catalog.unnest($" + strconv.Itoa(i+1) + "::" + f.array + "[])"
		columns[i] = "u." + names[i]
		if f.cast != "" {
			columns[i] += "::" + f.cast
		}
		if a.Columns == nil {
			columns[i] += " AS " + quoted(f.name)
		}
	}
	rows := "(SELECT " + strings.Join(columns, ", ") + " FROM ROWS FROM (" + strings.Join(arrays, ", ") + ") AS u(" + strings.Join(names, ", ") + "))"
	if a.Columns == nil && a.sent {
		return providers.Statement{SQL: "INSERT INTO " + quoted(a.Service) + "." + quoted(a.Resource) + " SELECT * FROM " + rows + " AS r", Verb: "INSERT"}
	}
	return providers.Statement{SQL: a.WithRows(rows), Verb: a.Verb}
}

// send sends the next part of the rows, and the first one even if it has none. more: there was one. 54000: there are
// more parts than the statement can have.
func (r *addedRows) send() (more bool, err error) {
	if r.last {
		return false, nil
	}
	arrays, rows, err := r.gather()
	if gone := r.endLooking(); gone != nil {
		err = gone
	}
	if err != nil || rows == 0 && r.sent {
		return false, err
	}
	if r.sent && r.Once {
		return false, sqlstate.New(sqlstate.ProgramLimitExceeded, "INSERT … ON CONFLICT DO UPDATE over several sources adds at most %d rows, or %d MiB", partRows, partBytes>>20).
			WithHint("Insert the rows into a table of %q first, and from there into the other.", r.Source)
	}
	for i := range arrays {
		arrays[i] = append(append([]byte{'{'}, arrays[i]...), '}')
	}
	r.returned, err = r.conn.Query(r.ctx, r.part(), providers.Args{Values: arrays})
	r.sent = true
	return err == nil, ofSourceOrNil(r.Source, err)
}

// gather reads the rows of the next part, as the elements of arrays. A lookout watches meanwhile.
func (r *addedRows) gather() (arrays [][]byte, rows int, err error) {
	r.beginLooking(r.ctx)
	arrays = make([][]byte, len(r.fills))
	size, began := 0, time.Now()
	for rows < partRows && size < partBytes && (rows == 0 || r.Once || time.Since(began) < partTime) {
		row, err := r.from.Next()
		if errors.Is(err, io.EOF) {
			r.last = true
			break
		}
		if err != nil {
			return nil, 0, err
		}
		for i := range arrays {
			arrays[i] = appendElement(arrays[i], row[i])
			size += len(row[i])
		}
		rows++
	}
	return arrays, rows, nil
}

// appendElement adds an element to the text of an array.
func appendElement(array []byte, v []byte) []byte {
	if len(array) > 0 {
		array = append(array, ',')
	}
	if v == nil {
		return append(array, "NULL"...)
	}
	array = append(slices.Grow(array, len(v)+3), '"')
	for _, b := range v {
		if b == '"' || b == '\\' {
			array = append(array, '\\')
		}
		array = append(array, b)
	}
	return append(array, '"')
}
