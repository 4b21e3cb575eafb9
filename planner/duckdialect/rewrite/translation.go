package rewrite

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Translation is one statement that is being translated. Its zero value is ready for rules that ask for neither text
// nor Env.
type Translation struct {
	Env     Env
	Text    string // the client's text
	Grammar int32  // the version of the tree
	Changed bool   // the tree says something else than the text
	Err     error  // the first error that was noted

	// Before and After are statements that run with the translated one, all or none.
	Before, After []string
	Warning       string // what the client is told when it has run; "": nothing
	Notice        string // the same, as a notice
	Definition    bool   // the statement defines an object
	Defining      bool   // the statement defines or alters a table: its conditions are shown by the catalog
	Open          int64  // how many types are left open: see TypeMark
	Texts         []int  // the numbers of parameters that are read as arrays of texts
	// Enums are those that the statement casts computed texts to.
	Enums []ReadEnum

	renames map[*pg_query.FuncCall]string // the names of rewritten calls before the rewriting
	visited int                           // messages of the tree
	ended   bool                          // see IsToEnd
}

// ReadEnum is an enum that a statement reads texts as, with the name that messages have.
type ReadEnum struct {
	Shown  string
	Labels []string
}

// looksEvery is how many messages are visited between two looks whether the translation is to end.
const looksEvery = 1024

// IsToEnd reports whether the translation is to end before it is done. It is asked once for each visited message.
func (t *Translation) IsToEnd() bool {
	if t.visited++; t.visited%looksEvery == 0 && !t.ended && t.Env.Ended != nil {
		if err := t.Env.Ended(); err != nil {
			t.ended, t.Err = true, sqlstate.From(err)
		}
	}
	return t.ended
}

// EachMessage calls f for every message of a tree, children first.
func (t *Translation) EachMessage(m protoreflect.Message, f func(any)) {
	t.eachPart(m.Interface(), f)
}

func (t *Translation) eachPart(m proto.Message, f func(any)) {
	if t.IsToEnd() {
		return
	}
	parse.Parts(m, func(child proto.Message) bool {
		t.eachPart(child, f)
		return true
	})
	f(m)
}

// EachNode calls f for the nodes of a tree, those inside of a node before the node, until an error is noted.
func (t *Translation) EachNode(root *pg_query.Node, f func(*pg_query.Node)) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if n, ok := m.(*pg_query.Node); ok && t.Err == nil {
			f(n)
		}
	})
}

// ReplaceNode replaces the content of a node.
func (t *Translation) ReplaceNode(n, by *pg_query.Node) {
	n.Node = by.Node
	t.Changed = true
}

// RenameCall changes the name of a call and notes the old name.
func (t *Translation) RenameCall(f *pg_query.FuncCall, from string, to ...string) {
	if t.renames == nil {
		t.renames = map[*pg_query.FuncCall]string{}
	}
	t.renames[f] = from
	f.Funcname = build.Names(to...)
	f.Funcformat = pg_query.CoercionForm_COERCE_EXPLICIT_CALL
	t.Changed = true
}

// OriginalName returns the name of a function before the rewriting.
func (t *Translation) OriginalName(f *pg_query.FuncCall) string {
	_, name := parse.SplitName(f.Funcname)
	if before, ok := t.renames[f]; ok {
		return before
	}
	return name
}

// ReplaceCall replaces a call by another expression. If that is a call, too, the old name is noted.
func (t *Translation) ReplaceCall(n *pg_query.Node, from string, by *pg_query.Node) bool {
	t.ReplaceNode(n, by)
	t.NoteName(by, from)
	return true
}

// NoteName notes the name of a call before the rewriting.
func (t *Translation) NoteName(n *pg_query.Node, name string) {
	if f := n.GetFuncCall(); f != nil {
		if t.renames == nil {
			t.renames = map[*pg_query.FuncCall]string{}
		}
		t.renames[f] = name
	}
}

// Noted is an error that was noted and that a hint may be added to.
type Noted struct{ err *sqlstate.Error }

// WithHint adds what to do instead.
func (n Noted) WithHint(format string, args ...any) { n.err.Hint = fmt.Sprintf(format, args...) }

// WithDetail adds more about the error.
func (n Noted) WithDetail(format string, args ...any) Noted {
	n.err.Detail = fmt.Sprintf(format, args...)
	return n
}

// NoteError notes an error with its place. The first error counts.
func (t *Translation) NoteError(location int32, code sqlstate.Code, format string, args ...any) Noted {
	e := t.PlaceError(location, sqlstate.New(code, format, args...))
	if t.Err == nil {
		t.Err = e
	}
	return Noted{e}
}

// NoteNoSchema notes that a name without a schema is to be made where the search path has none.
func (t *Translation) NoteNoSchema() {
	if t.Err == nil {
		t.Err = sqlstate.NoSchemaSelected()
	}
}

// NoteUnsupported notes an error for a construct that DuckDB's SQL cannot express.
func (t *Translation) NoteUnsupported(location int32, format string, args ...any) Noted {
	return t.NoteError(location, sqlstate.FeatureNotSupported, format, args...)
}

// PlaceError gives an error its place in the client's text.
func (t *Translation) PlaceError(location int32, e *sqlstate.Error) *sqlstate.Error {
	if location >= 0 && int(location) <= len(t.Text) {
		e.Position = utf8.RuneCountInString(t.Text[:location]) + 1
	}
	return e
}

// RefuseCall notes that a function has no counterpart.
func (t *Translation) RefuseCall(f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	t.NoteUnsupported(f.Location, "function %s is not supported", name).
		WithHint("The embedded engine, DuckDB, has no such function.")
	return true
}

// Failing makes an expression that raises 0A000 when it is evaluated.
func Failing(message string) *pg_query.Node {
	return build.Call("error", build.Text("0A000: "+message))
}

// FaultObject names an object and a part of it, behind the code of an error that the source raises, for the fields of the error: see
// package fault.
func FaultObject(schema, name, part string) string {
	names, _ := json.Marshal([]string{schema, name, part}) // texts can be written
	return string(names)
}

// ColumnOf returns a column of a table that is there, or nil if it is not known.
func (t *Translation) ColumnOf(table *pg_query.RangeVar, name string) *Column {
	if t.Env.Columns == nil {
		return nil
	}
	for _, c := range t.Env.Columns(table.GetSchemaname(), table.GetRelname()) {
		if c.Name == name {
			return &c
		}
	}
	return nil
}

// RequireUTC has the source refuse the statement in another time zone than UTC: a constant that the statement defines something with was
// read as one of UTC. PostgreSQL reads such a constant in the zone of the session, once; the planner does not know that zone.
func (t *Translation) RequireUTC() {
	t.Before = append(t.Before, `SELECT CASE WHEN lower(current_setting('TimeZone')) NOT IN ('utc', 'etc/utc', 'gmt', 'etc/gmt', 'zulu', 'universal')
		THEN error('0A000: a constant of type timestamp with time zone without its zone in a definition is not supported while TimeZone is another than UTC') END`)
	t.Changed = true
}
