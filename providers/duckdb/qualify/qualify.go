// Package qualify gives the relations in a query their names in full, so that what they mean now they mean for ever, whatever
// search path the session has that runs the query. PostgreSQL keeps the queries of views so; DuckDB keeps their texts.
//
// [Query] reads the tree that DuckDB itself makes of the query, and leaves alone what names of WITH mean. What it cannot place
// is refused. [View] does it for the query of a CREATE VIEW.
package qualify

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Query returns a query with the names of its relations in full. kind is what keeps the query.
func Query(names object.Finder, query string, kind Kind) (string, error) {
	tree, err := serialized(names.Conn, query)
	if err != nil {
		return "", err
	}
	if tree == nil {
		return "", sqlstate.New(sqlstate.FeatureNotSupported, "a query of this kind is not supported in a %s", kind)
	}
	recursive := slices.ContainsFunc(definition.Tokens(query), func(t definition.Token) bool { return t.Is("RECURSIVE") })
	q := qualifier{names: names, kind: kind, query: query, recursive: recursive, found: map[string]*object.Object{}}
	if err := q.qualify(tree, scope{}); err != nil {
		return "", err
	}
	respelled, twice := respell(query, q.spelled)
	if twice != nil {
		return "", q.notFound(twice.name)
	}
	return respelled, nil
}

// respell gives the names in a query their new spellings. twice is one that stands where another does; nil: there is none.
func respell(query string, spelled []spelling) (respelled string, twice *spelling) {
	slices.SortFunc(spelled, func(a, b spelling) int { return a.at - b.at })
	var b strings.Builder
	from := 0
	for _, s := range spelled {
		if s.at < from {
			return "", &s
		}
		b.WriteString(query[from:s.at] + s.name)
		from = s.end
	}
	return b.String() + query[from:], nil
}

// serialized is the tree that DuckDB makes of a query; nil: it makes none.
func serialized(conn lib.Connection, query string) (map[string]any, error) {
	rows, err := native.Collect(conn, "SELECT CAST(json_serialize_sql("+native.Text(query)+") AS VARCHAR)")
	if err != nil || len(rows) != 1 {
		return nil, err
	}
	decoder := json.NewDecoder(strings.NewReader(rows[0][0]))
	decoder.UseNumber()
	var tree map[string]any
	if err := decoder.Decode(&tree); err != nil || tree["error"] != false {
		return nil, nil //nolint:nilerr // DuckDB says in the tree that there is none
	}
	return tree, nil
}

// View gives the relations that a CREATE VIEW reads their full names. d is the statement. What cannot be found is left to DuckDB, which says so.
func View(names object.Finder, sql string, d definition.Statement) (string, error) {
	kind := Plain
	if list := definition.Tokens(sql); len(list) > 1 {
		for _, t := range list[1:4] {
			if t.Is("TEMP") || t.Is("TEMPORARY") {
				kind = Temporary
			}
		}
	}
	depth, from := 0, -1
	for _, t := range d.Rest {
		switch {
		case t.Text == "(":
			depth++
		case t.Text == ")":
			depth--
		case depth == 0 && t.Is("AS"):
			from = t.End
		}
		if from >= 0 {
			break
		}
	}
	if from < 0 {
		return sql, nil
	}
	query, err := Query(names, strings.TrimRight(sql[from:], "; \n"), kind)
	switch {
	case sqlstate.CodeOf(err) == sqlstate.UndefinedTable:
		return sql, nil
	case err != nil:
		return "", err
	}
	return sql[:from] + " " + query, nil
}

// Kind tells for what kind of view a query is kept.
type Kind string

// The kinds of views.
const (
	Plain        Kind = "view"
	Temporary    Kind = "temporary view"
	Materialized Kind = "materialized view"
)

// qualifier gives relations their full names in a tree of DuckDB's.
type qualifier struct {
	names object.Finder
	kind  Kind
	query string
	// recursive: WITH may be RECURSIVE, where a name of it may be seen by what stands before it.
	recursive bool
	found     map[string]*object.Object // relations, by what was looked up
	// spelled has the names that the query gets.
	spelled []spelling
}

// spelling is a name in a query, and its place in the text.
type spelling struct {
	at, end int
	name    string
}

// spell gives the relation of a node another name in the query. DuckDB tells where the name stands.
func (q *qualifier) spell(n map[string]any, name string) error {
	was := text(n, "table_name")
	at, ok := locationOf(n, q.query)
	if !ok {
		return q.notFound(was)
	}
	list := definition.Tokens(q.query[at:])
	if len(list) == 0 {
		return q.notFound(was)
	}
	written, _ := definition.NameAt(q.query[at:], list)
	if parts := definition.SplitName(written); list[0].At != 0 || len(parts) == 0 || parts[len(parts)-1] != was {
		return q.notFound(was)
	}
	q.spelled = append(q.spelled, spelling{at, at + len(written), name})
	return nil
}

// notFound is the error of a name that does not stand where DuckDB says.
func (q *qualifier) notFound(name string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "a %s that names %q in this way is not supported", q.kind, name)
}

// scope has the names of WITH that a part of a tree sees, in lower case, and how they are spelled. A name that it does not
// see yet, because its WITH is still going on, is the empty text.
type scope map[string]string

// with returns the scope in which a name of WITH is seen.
func (s scope) with(name, spelled string) scope {
	wider := maps.Clone(s)
	wider[strings.ToLower(name)] = spelled
	return wider
}

func (q *qualifier) qualify(n any, in scope) error {
	switch n := n.(type) {
	case map[string]any:
		return q.qualifyNode(n, in)
	case []any:
		for _, child := range n {
			if err := q.qualify(child, in); err != nil {
				return err
			}
		}
	}
	return nil
}

// qualifyNode gives full names within a node, which may begin with WITH.
func (q *qualifier) qualifyNode(n map[string]any, in scope) error {
	if n["type"] == "BASE_TABLE" {
		if err := q.table(n, in); err != nil {
			return err
		}
	}
	entries := list(n, "cte_map", "map")
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = text(entry, "key")
		in = in.with(names[i], "")
	}
	for i, entry := range entries {
		if err := q.qualify(entry, in); err != nil {
			return err
		}
		in = in.with(names[i], names[i])
	}
	name := text(n, "cte_name")
	for key, child := range n {
		seen := in
		switch {
		case key == "cte_map":
			continue
		case name == "":
		case key == "child" || key == "right": // what follows a name of WITH, and what calls itself
			seen = in.with(name, name)
		case key == "query":
			seen = in.with(name, "")
		}
		if err := q.qualify(child, seen); err != nil {
			return err
		}
	}
	return nil
}

// table gives a relation its full name.
func (q *qualifier) table(n map[string]any, in scope) error {
	catalog, schema, name := text(n, "catalog_name"), text(n, "schema_name"), text(n, "table_name")
	if catalog == pgcatalog.Database {
		return nil
	}
	spelled, isWith := in[strings.ToLower(name)]
	if schema == "" && catalog == "" && isWith && spelled != "" {
		if spelled == name {
			return nil
		}
		return q.spell(n, native.Ident(spelled))
	}
	found, err := q.lookUp(catalog, schema, name)
	switch {
	case err != nil:
		return err
	case found == nil && schema == "" && catalog == "" && isWith:
		return nil
	case found == nil:
		return sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", name)
	case schema == "" && catalog == "" && isWith && q.recursive: // which of the two is meant depends on the place
		return sqlstate.New(sqlstate.FeatureNotSupported, "a name of WITH that is also one of a relation is not supported here in a %s: %q", q.kind, name)
	case found.Database == "temp" && q.kind == Materialized:
		return sqlstate.New(sqlstate.FeatureNotSupported, "materialized views must not use temporary tables or views")
	case found.Database == "temp" && q.kind == Plain:
		return sqlstate.New(sqlstate.FeatureNotSupported, "a view that reads the temporary relation %q and is not temporary itself is not supported", found.Name).
			WithHint("Write CREATE TEMPORARY VIEW.")
	}
	return q.spell(n, native.Path(found.Database, found.Schema, found.Name))
}

// lookUp finds the relation of a name. It returns nil if there is none. A name of two parts may be that of the database
// and a relation.
func (q *qualifier) lookUp(catalog, schema, name string) (*object.Object, error) {
	written := native.Ident(name)
	if schema != "" {
		written = native.Ident(schema) + "." + written
	}
	if catalog != "" {
		written = native.Ident(catalog) + "." + written
	}
	if found, known := q.found[written]; known {
		return found, nil
	}
	found, err := q.names.FindObject("TABLE", written)
	if err == nil && found == nil && catalog == "" && (schema == "" || strings.EqualFold(schema, q.names.Database)) {
		if schema != "" {
			found, err = q.names.FindObject("TABLE", native.Ident(name))
		}
		if err == nil && found == nil {
			found, err = q.names.FindObject("TABLE", "main."+native.Ident(name)) // the schema that ends every search path
		}
	}
	if err == nil && found != nil && (found.Kind == "INDEX" || found.Kind == "SEQUENCE") {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "a %s of %q, which is also the name of %s, is not supported", q.kind, name, object.Article(found.Kind))
	}
	q.found[written] = found
	return found, err
}
