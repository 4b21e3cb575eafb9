package planner

import (
	"fmt"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Sample tells how to look at a few of the rows that a statement would change, before it
// runs: by a query, to be planned like any other text, and run only if it is a read.
type Sample struct {
	Verb string
	// Relation is the target as the statement spells it.
	Relation string
	SQL      string
	Params   []int // as in Count
	// After are the columns whose new values follow the row's own in the result, and
	// Hidden says of each whether it may tell a secret.
	After  []string
	Hidden []bool
	Left   []string // the columns whose new values are not computed
	// Secret says that it reads columns that hold secrets, under names that need not be
	// theirs: nothing of it is to be shown.
	Secret bool
}

// SamplesOf returns how to look at the rows of one UPDATE, DELETE, INSERT … SELECT,
// TRUNCATE or DROP TABLE, at most so many of each relation; none for other statements.
// The new values of an UPDATE are computed by the expressions of its SET in a SELECT.
// secret says of a column's name whether it holds a secret.
func SamplesOf(text string, rows int, secret func(column string) bool) (found []Sample) {
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
			found = append(found, s)
		}
	}
	switch {
	case stmt.GetUpdateStmt() != nil:
		u := stmt.GetUpdateStmt()
		s := Sample{Verb: "UPDATE", Relation: nameOf(u.Relation)}
		query := target(u.Relation, u.FromClause, u.WhereClause, u.WithClause)
		for _, n := range u.TargetList {
			s.set(query, n.GetResTarget(), targetName(u.Relation), secret)
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
		query := template("SELECT * FROM (SELECT 1) AS q")
		query.GetSelectStmt().WithClause = i.WithClause
		query.GetSelectStmt().FromClause[0].GetRangeSubselect().Subquery = i.SelectStmt
		add(Sample{Verb: "INSERT", Relation: nameOf(i.Relation), Secret: readsSecrets(i, secret)}, query)
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
	if countMatching(relation, from, where, with) == nil { // the name would mean another thing here
		return nil
	}
	query := template(fmt.Sprintf("SELECT %s.* FROM t", quoteName(targetName(relation))))
	s := query.GetSelectStmt()
	s.WithClause, s.WhereClause = with, where
	s.FromClause = append([]*pg_query.Node{relationNode(relation)}, from...)
	return query
}

// targetName is what the columns of a target are called by.
func targetName(relation *pg_query.RangeVar) string {
	if relation.Alias != nil {
		return relation.Alias.Aliasname
	}
	return relation.Relname
}

// set adds the new value of one column to a query.
func (s *Sample) set(query *pg_query.Node, column *pg_query.ResTarget, whole string, secret func(string) bool) {
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
	hidden := secret(column.GetName())
	joined := len(query.GetSelectStmt().FromClause) > 1 || query.GetSelectStmt().WithClause != nil
	eachMessage(value.ProtoReflect(), func(m proto.Message) {
		ref, ok := m.(*pg_query.ColumnRef)
		if !ok {
			return
		}
		words := parse.Strings(ref.Fields)
		last := ""
		if len(words) > 0 {
			last = words[len(words)-1]
		}
		// What is named like a relation may be all of its row, and what is joined may give
		// a column another name.
		own := len(words) == 2 && words[0] == whole
		hidden = hidden || len(words) < len(ref.Fields) || last == whole && len(words) == 1 || joined && !own || secret(last)
	})
	eachMessage(value.ProtoReflect(), func(m proto.Message) { // nor is it known what other rows it reads
		_, sub := m.(*pg_query.SubLink)
		hidden = hidden || sub
	})
	select_ := query.GetSelectStmt()
	select_.TargetList = append(select_.TargetList, pg_query.MakeResTargetNodeWithVal(value, 0))
	s.After, s.Hidden = append(s.After, column.GetName()), append(s.Hidden, hidden)
}

// readsSecrets reports whether columns that hold secrets are named in an INSERT, or may be
// read under another name: of an alias with names of columns, of a set operation, of a whole row.
func readsSecrets(i *pg_query.InsertStmt, secret func(string) bool) (found bool) {
	relations := map[string]bool{}
	eachMessage(i.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			relations[m.Relname] = true
		case *pg_query.Alias:
			relations[m.Aliasname] = true
			found = found || len(m.Colnames) > 0
		case *pg_query.CommonTableExpr:
			found = found || len(m.Aliascolnames) > 0
		case *pg_query.SelectStmt:
			found = found || m.Op != pg_query.SetOperation_SETOP_NONE
		}
	})
	eachMessage(i.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.ColumnRef:
			words := parse.Strings(m.Fields)
			found = found || len(words) > 0 && secret(words[len(words)-1]) || len(words) == 1 && relations[words[0]]
		case *pg_query.ResTarget:
			found = found || secret(m.Name)
		}
	})
	return found
}
