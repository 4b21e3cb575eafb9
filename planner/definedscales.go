package planner

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// A view, and a table that a query makes, have companions beside their columns as other tables have (providers.ScaleColumn), as far as the query
// tells the scales.

// definition is the query of a new view, or of a table that it makes.
type definition struct {
	query *pg_query.Node
	names *[]*pg_query.Node // those that the statement gives to the columns
	// stores: the rows are kept. replaced is the view whose place a new one takes; nil: none is meant.
	stores   bool
	replaced *pg_query.RangeVar
}

// definitionIn is the definition that a statement makes; ok is false for another statement.
func definitionIn(statement *pg_query.Node) (d definition, ok bool) {
	switch e := statement.GetNode().(type) {
	case *pg_query.Node_ViewStmt:
		if d = (definition{query: e.ViewStmt.Query, names: &e.ViewStmt.Aliases}); e.ViewStmt.Replace {
			d.replaced = e.ViewStmt.View
		}
	case *pg_query.Node_CreateTableAsStmt:
		d = definition{query: e.CreateTableAsStmt.Query, names: &e.CreateTableAsStmt.Into.ColNames, stores: true}
	case *pg_query.Node_SelectStmt:
		if into := e.SelectStmt.IntoClause; into != nil {
			d = definition{query: statement, names: &into.ColNames, stores: true}
		}
	}
	return d, d.query.GetSelectStmt() != nil
}

// keepDefined gives the columns of a new view, or of a table that a query makes, companions.
func (w *shownNumerics) keepDefined(d definition, k *keptScales) {
	s := d.query.GetSelectStmt()
	w.stores = d.stores
	names, plain := w.passed.PlainColumns(s)
	given := parse.Strings(*d.names)
	if len(given) > len(names) {
		return
	}
	all := append(given, names[len(given):]...)
	var companions []string
	for i, name := range all {
		companion := providers.ScaleColumn(name)
		if plain[i] && needScales(w.digitsOfRows(s, i)) && w.keepColumn(d, i, companion) || k.hadCompanion(d.replaced, name) && w.addUnknown(s, companion) {
			companions = append(companions, companion)
		}
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

// keepColumn gives a column of a new view or table a companion.
func (w *shownNumerics) keepColumn(d definition, at int, companion string) bool {
	s, before := d.query.GetSelectStmt(), len(w.passed.added)
	into := s.IntoClause
	s.IntoClause = nil
	write, ok := w.scaledQuery(d.query, at, companion, w.recursive)
	if s.IntoClause = into; !ok {
		w.forgetCompanions(before)
		return false
	}
	w.passed.added = append(w.passed.added, addedCompanion{passedKey{s, at}, write})
	return true
}

// hadCompanion reports whether a column of a view that is replaced has a companion, which other views may read.
func (k *keptScales) hadCompanion(view *pg_query.RangeVar, column string) bool {
	if view == nil || k == nil {
		return false
	}
	c, _ := rewrite.ColumnNamed(k.columns(view.Schemaname, view.Relname), column)
	return c.Companion != ""
}

// addUnknown gives a query a companion that knows no scales.
func (w *shownNumerics) addUnknown(s *pg_query.SelectStmt, companion string) bool {
	if s.Larg != nil || len(s.ValuesLists)+len(s.DistinctClause) > 0 {
		return false
	}
	w.passed.added = append(w.passed.added, addedCompanion{passedKey{s, -2}, func() {
		s.TargetList = append(s.TargetList, build.Target(build.Cast(build.Null(), build.PlainType("int4")), companion))
	}})
	return true
}

// passedAs is a scale as the column of that name has it: a companion in a table has a type of its own.
func (w *shownNumerics) passedAs(name string, scale *pg_query.Node) *pg_query.Node {
	if !w.stores || !providers.IsScaleColumn(name) || scale.GetColumnRef() != nil {
		return scale
	}
	if at, constant := parse.IntConstant(scale); !constant {
		scale = build.Call("least", scale, build.Number(largestScale))
	} else if at > largestScale {
		scale = build.Null()
	}
	return build.Cast(scale, build.PlainType(providers.ScaleColumnType))
}
