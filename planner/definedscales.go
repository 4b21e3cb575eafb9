package planner

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// A view, and a table that a query makes, have companions beside their columns as other tables have (providers.ScaleColumn), as far as the query
// tells the scales.

// definition is the query of a new view, or of a table that it makes.
type definition struct {
	query *pg_query.Node
	names *[]*pg_query.Node // those that the statement gives to the columns
}

// definitionIn is the definition that a statement makes; ok is false for another statement.
func definitionIn(statement *pg_query.Node) (d definition, ok bool) {
	switch e := statement.GetNode().(type) {
	case *pg_query.Node_ViewStmt:
		d = definition{e.ViewStmt.Query, &e.ViewStmt.Aliases}
	case *pg_query.Node_CreateTableAsStmt:
		d = definition{e.CreateTableAsStmt.Query, &e.CreateTableAsStmt.Into.ColNames}
	case *pg_query.Node_SelectStmt:
		if into := e.SelectStmt.IntoClause; into != nil {
			d = definition{statement, &into.ColNames}
		}
	}
	return d, d.query.GetSelectStmt() != nil
}

// keepDefined gives the columns of a new view, or of a table that a query makes, companions.
func (w *shownNumerics) keepDefined(d definition) {
	s := d.query.GetSelectStmt()
	names, plain := w.passed.PlainColumns(s)
	given := parse.Strings(*d.names)
	if len(given) > len(names) {
		return
	}
	all := append(given, names[len(given):]...)
	var companions []string
	for i, isPlain := range plain {
		if !isPlain {
			continue
		}
		companion := providers.ScaleColumn(all[i])
		into := s.IntoClause
		s.IntoClause = nil
		before := len(w.passed.added)
		write, ok := w.scaledQuery(d.query, i, companion, false)
		s.IntoClause = into
		if !ok {
			w.forget(before)
			continue
		}
		companions = append(companions, companion)
		w.passed.added = append(w.passed.added, addedCompanion{passedKey{s, i}, func() { write() }})
	}
	if isValues := len(parse.FirstQuery(s).ValuesLists) > 0; len(companions) == 0 || len(*d.names) == 0 && !isValues {
		return
	}
	w.passed.added = append(w.passed.added, addedCompanion{passedKey{s, -1}, func() {
		*d.names = nil
		for _, name := range append(all, companions...) {
			*d.names = append(*d.names, pg_query.MakeStrNode(name))
		}
	}})
}

// passedAs is a scale as the column of that name has it: a companion has a type of its own.
func passedAs(name string, scale *pg_query.Node) *pg_query.Node {
	if !providers.IsScaleColumn(name) {
		return scale
	}
	if at, constant := parse.IntConstant(scale); !constant {
		scale = build.Call("least", scale, build.Number(largestScale))
	} else if at > largestScale {
		scale = build.Null()
	}
	return build.Cast(scale, build.PlainType(providers.ScaleColumnType))
}
