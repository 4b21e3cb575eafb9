package definitions

import (
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// SchemaStarts and SchemaEnds stand around a schema and its dot where the reader's search path decides whether they are shown.
const (
	SchemaStarts = "\x01"
	SchemaEnds   = "\x02"
)

// Source tells what names mean.
type Source struct {
	Relation func(schema, name string) (providers.Relation, bool)
	Type     func(schema, name string) (providers.Type, bool)
	Types    []*providers.UserType
	// Users reports whether a function of that name is one of users; nil: there are none.
	Users func(name string) bool
}

// Definition is the text of a view's query as PostgreSQL shows it, and the one with fewer brackets.
type Definition struct{ Full, Pretty string }

// unsupported is what ends an analysis that meets something unknown.
type unsupported struct{ what string }

// analysis is one call of View.
type analysis struct {
	*builtins
	source   Source
	own      map[uint32]*typ
	ownNames map[string]uint32
	checks   bool    // the statement is checked and not shown
	places   []int32 // where the expressions stand that are analysed, the outer ones first
}

// refuse ends the analysis.
func (a *analysis) refuse(what string) { panic(unsupported{what}) }

// qualified is a name with its schema, which the reader's search path may take away.
func (a *analysis) qualified(schema, name string) string {
	if schema == "" || schema == "pg_catalog" || strings.HasPrefix(schema, "pg_temp") {
		return a.quote(name)
	}
	return SchemaStarts + a.quote(schema) + "." + SchemaEnds + a.quote(name)
}

// View returns the definition of a view: query is its query, and names are the names that CREATE VIEW gives to its first columns.
// The error says what is not known.
func View(query *pg_query.Node, names []string, source Source) (d Definition, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case unsupported:
			d, err = Definition{}, fmt.Errorf("%s is not known", e.what)
		default:
			panic(e)
		}
	}()
	a := &analysis{builtins: loadBuiltins(), source: source, own: map[uint32]*typ{}, ownNames: map[string]uint32{}}
	statement := query.GetSelectStmt()
	if statement == nil {
		a.refuse("a query")
	}
	q := a.selects(statement, nil, true, nil)
	shown := make([]string, len(q.columns()))
	for i, c := range q.columns() {
		if shown[i] = c.name; i < len(names) {
			shown[i] = names[i]
		}
	}
	d.Full, d.Pretty = a.print(q, shown, false), a.print(q, shown, true)
	if strings.Count(d.Full, SchemaStarts) != strings.Count(d.Full, SchemaEnds) {
		a.refuse("a character")
	}
	return d, nil
}
