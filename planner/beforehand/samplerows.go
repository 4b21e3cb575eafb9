package beforehand

import (
	"fmt"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Sample tells how to look at a few of the rows that a statement would change, before it
// runs: by a query, to be planned like any other text, and run only if it is a read.
type Sample struct {
	Verb string
	// Relation is the target as the statement spells it.
	Relation string
	SQL      string
	Params   []int // as in Count
	// After are the columns whose new values follow the row's own in the result.
	After []string
	Left  []string // the columns whose new values are not computed
	// Into are the columns that an INSERT gives values to, as far as they are known.
	Into  []string
	hides func(result []providers.Column) []bool
}

// Hides reports which columns of the sample's result may show a secret: their values come from
// columns that hold secrets, or go there, or it cannot be told.
func (s *Sample) Hides(result []providers.Column) []bool { return s.hides(result) }

// SamplesOf returns how to look at the rows of one UPDATE, DELETE, INSERT … SELECT,
// TRUNCATE or DROP TABLE, at most so many of each relation; none for other statements.
// The new values of an UPDATE are computed by the expressions of its SET in a SELECT.
// source is where the statement runs, and secret says of a table's column whether it holds a secret,
// by its name.
func SamplesOf(text string, rows int, source planner.Source, secret func(column string) bool) (found []Sample) {
	if parse.Check(text, 0) != nil || len(text) > countable {
		return nil
	}
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return nil
	}
	stmt := list[0].Raw.Stmt
	if hasSeveralChanges(stmt) || !shallow(stmt.ProtoReflect(), maxWritten) {
		return nil
	}
	add := func(s Sample, query *pg_query.Node) {
		if query == nil {
			return
		}
		select_ := query.GetSelectStmt()
		select_.LimitCount, select_.LimitOption = pg_query.MakeAConstIntNode(int64(rows), 0), pg_query.LimitOption_LIMIT_OPTION_COUNT
		var ok bool
		if s.Params, ok = renumber(query); !ok {
			return
		}
		if s.SQL, ok = deparse(query, list[0].Version); ok {
			s.hides = s.secrets(source, secret)
			found = append(found, s)
		}
	}
	switch {
	case stmt.GetUpdateStmt() != nil:
		u := stmt.GetUpdateStmt()
		s := Sample{Verb: "UPDATE", Relation: nameOf(u.Relation)}
		query := target(u.Relation, u.FromClause, u.WhereClause, u.WithClause)
		for _, n := range u.TargetList {
			s.set(query, n.GetResTarget())
		}
		add(s, query)
	case stmt.GetDeleteStmt() != nil:
		d := stmt.GetDeleteStmt()
		add(Sample{Verb: "DELETE", Relation: nameOf(d.Relation)}, target(d.Relation, d.UsingClause, d.WhereClause, d.WithClause))
	case stmt.GetInsertStmt() != nil:
		i := stmt.GetInsertStmt()
		if i.SelectStmt.GetSelectStmt() == nil || valuesAlone(i.SelectStmt.GetSelectStmt()) { // they stand in the text
			return nil
		}
		query := parse.Template("SELECT * FROM (SELECT 1) AS q")
		query.GetSelectStmt().WithClause = i.WithClause
		query.GetSelectStmt().FromClause[0].GetRangeSubselect().Subquery = i.SelectStmt
		add(Sample{Verb: "INSERT", Relation: nameOf(i.Relation), Into: insertedColumns(i, source)}, query)
	case stmt.GetTruncateStmt() != nil:
		for _, n := range stmt.GetTruncateStmt().Relations {
			add(Sample{Verb: "TRUNCATE", Relation: nameOf(n.GetRangeVar())}, target(n.GetRangeVar(), nil, nil, nil))
		}
	case stmt.GetDropStmt().GetRemoveType() == pg_query.ObjectType_OBJECT_TABLE:
		for _, n := range droppedTables(stmt.GetDropStmt()) {
			add(Sample{Verb: "DROP TABLE", Relation: nameOf(n.GetRangeVar())}, target(n.GetRangeVar(), nil, nil, nil))
		}
	}
	return found
}

// target selects the rows of a target, with what it is joined with.
func target(relation *pg_query.RangeVar, from []*pg_query.Node, where *pg_query.Node, with *pg_query.WithClause) *pg_query.Node {
	if isShadowed(relation, with) {
		return nil
	}
	query := parse.Template(fmt.Sprintf("SELECT %s.* FROM t", planner.QuoteName(parse.AliasOrName(relation))))
	s := query.GetSelectStmt()
	s.WithClause, s.WhereClause = with, where
	s.FromClause = append([]*pg_query.Node{relationNode(relation)}, from...)
	return query
}

// set adds the new value of one column to a query.
func (s *Sample) set(query *pg_query.Node, column *pg_query.ResTarget) {
	value := column.GetVal()
	if m := value.GetMultiAssignRef(); m != nil {
		value = nil
		if row := m.Source.GetRowExpr(); row != nil && int(m.Colno) <= len(row.Args) {
			value = row.Args[m.Colno-1]
		}
	}
	if query == nil || value == nil || value.GetSetToDefault() != nil || len(column.Indirection) > 0 {
		s.Left = append(s.Left, column.GetName())
		return
	}
	select_ := query.GetSelectStmt()
	select_.TargetList = append(select_.TargetList, pg_query.MakeResTargetNodeWithVal(value, 0))
	s.After = append(s.After, column.GetName())
}

// insertedColumns returns the columns that an INSERT gives values to, or nil if they are not known.
func insertedColumns(i *pg_query.InsertStmt, source planner.Source) (names []string) {
	for _, n := range i.Cols {
		names = append(names, n.GetResTarget().GetName())
	}
	if len(names) == 0 {
		r, _ := source.Catalog.Relation(i.Relation.GetSchemaname(), i.Relation.GetRelname())
		names = r.Columns
	}
	return names
}

// secrets returns Hides. A value that goes to a column which holds secrets is one.
func (s *Sample) secrets(source planner.Source, secret func(string) bool) func([]providers.Column) []bool {
	hides, after, into := secretColumns(s.SQL, source, secret), s.After, s.Into
	return func(result []providers.Column) []bool {
		found := hides(result)
		for i, name := range into {
			if i < len(found) && secret(name) {
				found[i] = true
			}
		}
		own := len(result) - len(after)
		for i, name := range after {
			for n := range max(own, 0) {
				found[own+i] = found[own+i] || secret(name) || result[n].Name == name && found[n]
			}
		}
		return found
	}
}
