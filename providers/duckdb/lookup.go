package duckdb

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/parameter"
	"github.com/sallyportdb/sallyport/providers/duckdb/supplied"
)

// A lookup is a statement that differs from others in its Constants alone: see providers.Statement. DuckDB takes several
// times longer to plan one than to run it, so lookups that differ in constants alone share a plan, in which calls of
// package supplied stand for the constants.
//
// Such a plan is kept when rows change, which no other plan is: DuckDB plans by statistics of the rows, and removes
// conditions that no row meets, or that all rows meet. It knows nothing of what the calls return, and a lookup's columns
// are plain. What the plan does is checked once: it scans one table of the source, filters, and counts rows. The table may
// be the copy of files, whose rows never change; each statement over files without a copy has its own plan.

const (
	// largestByNumber and largestByText are how many rows a table may have whose rows are compared with numbers, or
	// texts. The plan of a lookup reads all of them. For more rows, it costs less to plan each lookup and to have it
	// read what statistics leave.
	largestByNumber, largestByText = 20_000, 6_000
	// longLookup is how long a lookup takes at most. After longRuns longer ones in a row it is planned anew: its table
	// may have grown. One alone may have waited for a processor.
	longLookup, longRuns = 2 * time.Millisecond, 3
	// maxAlone is how many lookups without a shared plan a connection knows.
	maxAlone = 64
)

// supplies maps the types of constants to the types of the calls that supply their values.
var supplies = map[uint32]supplied.Type{pgtype.Int4OID: supplied.Int4, pgtype.Int8OID: supplied.Int8, pgtype.TextOID: supplied.Text}

// sharedText is the text that lookups share, and the key of its plan.
type sharedText struct{ sql, key string }

// sharedText returns the text that a lookup shares with those that differ in constants; ok: it may share a plan.
func (c *Conn) sharedText(s providers.Statement) (t sharedText, ok bool) {
	if len(s.Constants) == 0 || len(s.Constants) > supplied.Most || len(s.ParamTypes) > 0 || len(s.Compared) > 0 || !s.ReadOnly || c.provider.supplied == nil {
		return t, false
	}
	var b strings.Builder
	b.Grow(len(s.SQL) + 24*len(s.Constants))
	last := 0
	for i, constant := range s.Constants {
		if !isPlaced(s.SQL, constant, last) {
			return t, false
		}
		b.WriteString(s.SQL[last:constant.Start])
		b.WriteString(supplies[constant.Type].Call(i))
		last = constant.End
	}
	b.WriteString(s.SQL[last:])
	s.SQL, s.Constants = b.String(), nil
	return sharedText{sql: s.SQL, key: statementKey(s)}, true
}

// isPlaced reports whether a constant of its type stands where it says, from a place on.
func isPlaced(sql string, c providers.Constant, from int) bool {
	if c.Start < from || c.End <= c.Start || c.End > len(sql) {
		return false
	}
	text := sql[c.Start:c.End]
	if c.Type == pgtype.TextOID {
		return len(text) >= 2 && text[0] == '\'' && text[len(text)-1] == '\''
	}
	return strings.Trim(text, "0123456789") == ""
}

// keptLookup returns the kept plan of a lookup, or nil.
func (c *Conn) keptLookup(s providers.Statement) *prepared {
	t, ok := c.sharedText(s)
	if !ok {
		return nil
	}
	if p := c.prepared[t.key]; p != nil && p.version == c.provider.version.Load() && p.long < longRuns {
		return p
	}
	return nil
}

// preparedLookup returns the plan that a lookup shares with others, a kept one or a new one. It returns nil for a
// statement that has a plan of its own.
func (c *Conn) preparedLookup(s providers.Statement) *prepared {
	t, ok := c.sharedText(s)
	if !ok {
		return nil
	}
	version := c.provider.version.Load()
	if p := c.prepared[t.key]; p != nil {
		if p.version == version && p.long < longRuns {
			c.preparedKeys = append(slices.DeleteFunc(c.preparedKeys, func(k string) bool { return k == t.key }), t.key)
			return p
		}
		c.dropPrepared(t.key)
	}
	if c.alone[t.key] == version {
		return nil
	}
	p := c.prepareLookup(s, t.sql)
	if p == nil {
		c.notAlike(t.key, version)
		return nil
	}
	p.version = version
	c.keepPrepared(t.key, p)
	return p
}

// notAlike notes that the statements of a shared text need plans of their own.
func (c *Conn) notAlike(key string, version uint64) {
	if len(c.alone) >= maxAlone || c.alone == nil {
		c.alone = map[string]uint64{}
	}
	c.alone[key] = version
}

// prepareLookup prepares the text that lookups share. It returns nil if one plan for all of them would be wrong or slow, and
// if DuckDB does not prepare the text: then the statement itself has the same error.
func (c *Conn) prepareLookup(s providers.Statement, sql string) *prepared {
	if c.supplied == nil {
		if c.supplied = c.provider.supplied.Values(c.conn); c.supplied == nil {
			return nil
		}
	}
	files, err := c.provider.namedFiles(s.SQL)
	if err != nil || slices.ContainsFunc(files, func(t *fileTable) bool { return t.state.Load().copy == "" }) {
		return nil
	}
	constants := s.Constants
	s.SQL, s.Constants = sql, nil
	c.supplied.Allow()
	defer c.supplied.Forbid()
	p, err := c.prepareStatement(s)
	if err != nil {
		return nil
	}
	if p.kind != lib.StatementTypeSelect || len(p.params) > 0 || !c.isPlain(p.sql, constants) {
		p.destroy()
		return nil
	}
	p.lookup, p.files = true, files
	return p
}

// tookLong notes how long a run took.
func (p *prepared) tookLong(d time.Duration) {
	if d > longLookup {
		p.long++
	} else {
		p.long = 0
	}
}

// supplyConstants sets the values of a lookup's constants. DuckDB may bind the statement again while it runs.
func (c *Conn) supplyConstants(s providers.Statement) error {
	c.supplied.Allow()
	for i, constant := range s.Constants {
		text := s.SQL[constant.Start:constant.End]
		if constant.Type == pgtype.TextOID {
			if !c.supplied.SetText(i, strings.ReplaceAll(text[1:len(text)-1], "''", "'")) {
				return native.Error("Out of Memory Error: no memory for a constant")
			}
			continue
		}
		number, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return err
		}
		c.supplied.SetNumber(i, number)
	}
	return nil
}

// operator is an operator of a plan, as EXPLAIN (FORMAT JSON) tells it.
type operator struct {
	Name     string
	Children []operator
	Info     struct {
		Table, Type, Filters any
		Projections          any
		Rows                 string `json:"Estimated Cardinality"`
	} `json:"extra_info"`
}

// isPlain reports whether the plan of a text reads one table of the provider's or one copy of files, compares its rows
// with constants, and returns columns; and whether the table is small enough.
func (c *Conn) isPlain(sql string, constants []providers.Constant) bool {
	shown, err := native.Collect(c.conn, "EXPLAIN (FORMAT JSON) "+sql)
	if err != nil || len(shown) != 1 || len(shown[0]) != 2 {
		return false
	}
	var plan []operator
	if json.Unmarshal([]byte(shown[0][1]), &plan) != nil {
		return false
	}
	filters := false
	for len(plan) == 1 {
		o := plan[0]
		switch o.Name {
		case "PROJECTION":
			if text, err := json.Marshal(o.Info.Projections); err != nil || strings.ContainsAny(string(text), "(") {
				return false
			}
		case "FILTER":
			filters = true
		case "LIMIT", "STREAMING_LIMIT":
		case "SEQ_SCAN":
			table, _ := o.Info.Table.(string)
			rows, err := strconv.Atoi(o.Info.Rows)
			return err == nil && len(o.Children) == 0 && o.Info.Filters == nil && o.Info.Type == "Sequential Scan" &&
				(strings.HasPrefix(table, c.provider.options.Name+".") || strings.HasPrefix(table, copiesName+".")) && (!filters || rows <= largestTable(constants))
		default:
			return false
		}
		plan = o.Children
	}
	return false
}

// largestTable is how many rows a table may have.
func largestTable(constants []providers.Constant) int {
	for _, constant := range constants {
		if constant.Type == pgtype.TextOID {
			return largestByText
		}
	}
	return largestByNumber
}

// longestValue is the length of the longest text that stands in the place of a parameter.
const longestValue = 1000

// lookupWithValues returns a lookup with its parameters' values as constants in their places, if such lookups share a
// plan; ok: they do. DuckDB plans a statement with parameters anew at each run. Whatever is not plain (NULL, a negative
// number, a value that is not of its type) is left to the parameters.
func (c *Conn) lookupWithValues(s providers.Statement, args providers.Args) (valued providers.Statement, ok bool) {
	if len(s.Compared) == 0 || len(s.Compared) != len(args.Values) || !s.ReadOnly || c.provider.supplied == nil {
		return s, false
	}
	values := make([]lookupValue, len(args.Values))
	for i, value := range args.Values {
		declared := uint32(0)
		if i < len(s.ParamTypes) {
			declared = s.ParamTypes[i]
		}
		if values[i], ok = valueOf(s.Compared[i], declared, value, providers.FormatAt(args.Formats, i)); !ok {
			return s, false
		}
	}
	if valued, ok = withValues(s, values); !ok || c.preparedLookup(valued) == nil {
		return s, false
	}
	return valued, true
}

// lookupValue is a constant, and its type.
type lookupValue struct {
	text string
	oid  uint32
}

// integerSizes are the sizes of integers' binary forms.
var integerSizes = map[uint32]int{pgtype.Int2OID: 2, pgtype.Int4OID: 4, pgtype.Int8OID: 8}

// valueOf makes a constant of the value of a parameter that is compared with a column of a type. declared is the
// client's type for it, or 0.
func valueOf(column, declared uint32, value []byte, format providers.Format) (v lookupValue, ok bool) {
	if value == nil {
		return v, false
	}
	if declared == 0 {
		declared = column
	}
	size, number := integerSizes[declared]
	if _, numbers := integerSizes[column]; numbers != number {
		return v, false
	}
	if !number {
		text, err := parameter.CheckText(value)
		if err != nil || len(text) > longestValue || !slices.Contains([]uint32{pgtype.TextOID, pgtype.VarcharOID}, declared) {
			return v, false
		}
		return lookupValue{"'" + strings.ReplaceAll(text, "'", "''") + "'", pgtype.TextOID}, true
	}
	n, ok := integerOf(value, format, size)
	if !ok || n < 0 {
		return v, false
	}
	v = lookupValue{strconv.FormatInt(n, 10), pgtype.Int4OID}
	if size == 8 || column == pgtype.Int8OID {
		v.oid = pgtype.Int8OID
	}
	return v, true
}

// integerOf reads an integer of a size in bytes.
func integerOf(value []byte, format providers.Format, size int) (n int64, ok bool) {
	if format == providers.Text {
		n, err := strconv.ParseInt(string(value), 10, 8*size)
		return n, err == nil
	}
	if format != providers.Binary || len(value) != size {
		return 0, false
	}
	switch size {
	case 2:
		return int64(int16(binary.BigEndian.Uint16(value))), true //nolint:gosec // the bits
	case 4:
		return int64(int32(binary.BigEndian.Uint32(value))), true //nolint:gosec // the bits
	}
	n = int64(binary.BigEndian.Uint64(value)) //nolint:gosec // the bits
	return n, n < math.MaxInt64
}

// withValues puts values into the places of a lookup's parameters.
func withValues(s providers.Statement, values []lookupValue) (providers.Statement, bool) {
	params := lexical.Scan(s.SQL).Params
	if len(params)+len(s.Constants) > supplied.Most {
		return s, false
	}
	var b strings.Builder
	constants := make([]providers.Constant, 0, len(params)+len(s.Constants))
	last, rest := 0, s.Constants
	moved := func(until int) { // the constants before a place
		for len(rest) > 0 && rest[0].Start < until {
			by := b.Len() - last
			constants = append(constants, providers.Constant{Start: rest[0].Start + by, End: rest[0].End + by, Type: rest[0].Type})
			rest = rest[1:]
		}
	}
	for _, p := range params {
		if p.Number < 1 || p.Number > len(values) || p.End < len(s.SQL) && lexical.IsName(s.SQL[p.End]) {
			return s, false
		}
		moved(p.Start)
		v := values[p.Number-1]
		b.WriteString(s.SQL[last:p.Start])
		constants = append(constants, providers.Constant{Start: b.Len(), End: b.Len() + len(v.text), Type: v.oid})
		b.WriteString(v.text)
		last = p.End
	}
	moved(len(s.SQL))
	b.WriteString(s.SQL[last:])
	s.SQL, s.Constants, s.ParamTypes, s.Compared = b.String(), constants, nil, nil
	return s, true
}
