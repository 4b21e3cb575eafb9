// Package sequence knows what a sequence is, and the statements that make it. DuckDB's sequences cannot be set or altered: one
// that shall count on from another value, or with other options, is made anew. What DuckDB does not keep of a sequence
// is in its comment ([Kept]).
//
// [Read] reads a sequence, [Sequence.Alter] changes its options as ALTER SEQUENCE says, [Sequence.Steps] are the statements.
package sequence

import (
	"encoding/json"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
)

// Sequence has the definition of a sequence and its state.
type Sequence struct {
	object.Object
	Start, Least, Most, Step string // Start is where DuckDB begins to count
	cycles                   bool
	last                     string // the value that it has returned last; "": none
	Called                   bool   // Start has been returned
	Kept                     Kept
}

// Kept is what the comment of a sequence keeps besides the client's comment. pgcatalog's base.sql reads it.
type Kept struct {
	Start   string `json:"start,omitempty"` // its START, where DuckDB begins elsewhere
	Type    string `json:"type,omitempty"`  // smallint, integer or bigint, where its bounds do not tell
	Owned   *bool  `json:"owned,omitempty"` // by Column of Table, or without them by the column whose default draws from it; nil: its name tells
	Table   string `json:"table,omitempty"` // in the sequence's schema
	Column  string `json:"column,omitempty"`
	Cache   string `json:"cache,omitempty"` // what CACHE says; "": 1
	Comment string `json:"comment,omitempty"`
}

// ReadKept reads the comment of a sequence.
func ReadKept(comment string) (k Kept) {
	rest, ok := strings.CutPrefix(comment, providers.KeptPrefix)
	if !ok || json.Unmarshal([]byte(rest), &k) != nil {
		k = Kept{Comment: comment}
	}
	return k
}

// SetOwner makes a column of a table the owner of a sequence; without a table it has none.
func (k *Kept) SetOwner(table, column string) {
	owned := table != ""
	k.Owned, k.Table, k.Column = &owned, table, column
}

// Text is the comment that DuckDB keeps; "": none.
func (k Kept) Text() string {
	if k == (Kept{Comment: k.Comment}) && !strings.HasPrefix(k.Comment, providers.KeptPrefix) {
		return k.Comment
	}
	text, err := json.Marshal(k)
	if err != nil { // texts and a truth value
		return ""
	}
	return providers.KeptPrefix + string(text)
}

// Options are the options of the statement that makes a sequence.
func (s Sequence) Options() string {
	cycle := ""
	if s.cycles {
		cycle = " CYCLE"
	}
	return " INCREMENT BY " + s.Step + " MINVALUE " + s.Least + " MAXVALUE " + s.Most + " START WITH " + s.Start + cycle
}

// Steps are the statements that make a sequence.
func (s Sequence) Steps() []string {
	temporary := ""
	if s.Database == "temp" {
		temporary = "TEMPORARY "
	}
	steps := []string{"CREATE " + temporary + "SEQUENCE " + s.Path() + s.Options()}
	if s.Kept.Start == s.Start {
		s.Kept.Start = ""
	}
	if comment := s.Kept.Text(); comment != "" {
		steps = append(steps, "COMMENT ON SEQUENCE "+s.Path()+" IS "+native.Text(comment))
	}
	if s.Called {
		steps = append(steps, "SELECT nextval("+native.Text(s.Path())+")")
	}
	return steps
}

// MovedTo is the sequence in another schema, where it goes on behind the value that it has returned.
func (s Sequence) MovedTo(schema string) Sequence {
	if s.last != "" {
		s.Start, s.Called = s.last, true
	}
	s.Schema = schema
	return s
}

// Read reads a sequence.
func Read(conn lib.Connection, o object.Object) (s Sequence, err error) {
	rows, err := native.Collect(conn, `SELECT CAST(start_value AS VARCHAR), CAST(min_value AS VARCHAR), CAST(max_value AS VARCHAR), CAST(increment_by AS VARCHAR), CAST(cycle AS VARCHAR), coalesce(CAST(last_value AS VARCHAR), ''), coalesce(comment, '') FROM duckdb_sequences() WHERE database_name = `+
		native.Text(o.Database)+` AND schema_name = `+native.Text(o.Schema)+` AND sequence_name = `+native.Text(o.Name))
	if err != nil || len(rows) != 1 {
		return s, err
	}
	v := rows[0]
	s = Sequence{Object: o, Start: v[0], Least: v[1], Most: v[2], Step: v[3], cycles: v[4] == "true", last: v[5]}
	s.Kept = ReadKept(v[6])
	if s.Kept.Start == "" {
		s.Kept.Start = s.Start
	}
	return s, nil
}
