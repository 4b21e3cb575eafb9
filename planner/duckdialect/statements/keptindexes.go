package statements

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// keepIndex has the comment of an index keep what DuckDB's index does not have: the order of its keys, expressions, a condition.
func (t *Rules) keepIndex(s *pg_query.IndexStmt) {
	if comment := t.keptIndex(s, providers.KeptIndex{}); comment != "" {
		t.After, t.Changed = append(t.After, comment), true
	}
}

// keptIndex is the COMMENT that keeps what DuckDB's index does not have, or "" if nothing is to be kept. kept says which
// constraint the index is of, if it is of one.
func (t *Rules) keptIndex(s *pg_query.IndexStmt, kept providers.KeptIndex) string {
	plain := kept.Constraint == ""
	kept = t.fillKept(s, kept)
	nested := t.nestedColumns(s.Relation)
	for _, key := range kept.Keys {
		plain = plain && key.Suffix == "" && key.Expression == "" && !nested[key.Column]
	}
	if plain && kept.With == "" && kept.Method == "" && kept.Where == "" && len(kept.Include) == 0 && !kept.NotDistinct {
		return ""
	}
	return keptComment(s, kept)
}

// fillKept is what is kept of an index.
func (t *Rules) fillKept(s *pg_query.IndexStmt, kept providers.KeptIndex) providers.KeptIndex {
	kept.NotDistinct = s.NullsNotDistinct
	taken := map[string]bool{}
	if s.AccessMethod != "btree" && s.AccessMethod != "" {
		kept.Method = s.AccessMethod
	}
	for _, p := range s.IndexParams {
		key := t.keptKey(s.Relation, p.GetIndexElem())
		key.Name = keyName(p.GetIndexElem(), taken)
		taken[cmp.Or(key.Name, key.Column)] = true
		kept.Keys = append(kept.Keys, key)
		kept.Columns = columnsIn(p.ProtoReflect(), kept.Columns)
		if key.Column != "" {
			kept.Columns = append(kept.Columns, key.Column)
		}
	}
	for _, p := range s.IndexIncludingParams {
		kept.Include = append(kept.Include, p.GetIndexElem().GetName())
	}
	kept.Columns = append(kept.Columns, kept.Include...)
	if s.WhereClause != nil {
		kept.Where = t.PostgresText(s.WhereClause)
		if t.Env.ShownExpression != nil {
			at := t.placeOf(s.Relation)
			at.Condition = true
			shown := t.Env.ShownExpression(s.WhereClause, at)
			kept.Full, kept.Pretty = shown.Full, shown.Pretty
		}
		kept.Columns = columnsIn(s.WhereClause.ProtoReflect(), kept.Columns)
	}
	slices.Sort(kept.Columns)
	kept.Columns = slices.Compact(kept.Columns)
	kept.With = optionsText(s.Options)
	return kept
}

// placeOf is where the expressions of an index stand.
func (t *Rules) placeOf(table *pg_query.RangeVar) rewrite.Place {
	at := rewrite.Place{Schema: table.GetSchemaname(), Table: table.GetRelname()}
	if t.place.Table == at.Table && t.place.Schema == at.Schema { // the statement defines the table, too
		at = t.place
	}
	at.OneLine = true
	return at
}

// keptComment is the COMMENT that says what is kept of an index.
func keptComment(s *pg_query.IndexStmt, kept providers.KeptIndex) string {
	name := []string{s.Idxname}
	if s.Relation.GetSchemaname() != "" {
		name = []string{s.Relation.Schemaname, s.Idxname}
	}
	return lexical.CommentOn("INDEX", name, kept.Text())
}

// optionsText shows the options of an index as pg_get_indexdef does.
func optionsText(options []*pg_query.Node) string {
	var list []string
	for _, o := range options {
		e := o.GetDefElem()
		list = append(list, lexical.QuoteIfNeeded(e.GetDefname())+"="+lexical.QuoteText(parse.OptionValue(e)))
	}
	return strings.Join(list, ", ")
}

// expressionName is the name that Postgres gives to an expression of an index: FigureIndexColname.
func expressionName(n *pg_query.Node) string {
	if name, strength := resultcolumns.Name(n); strength > 0 {
		return name
	}
	return "expr"
}

// keyName is the name that Postgres gives to the key of an index among the names that are taken: ChooseIndexColumnNames. A column that
// stands there once keeps its own, which is "".
func keyName(e *pg_query.IndexElem, taken map[string]bool) string {
	of := e.GetName()
	if e.GetExpr() != nil {
		of = expressionName(e.Expr)
	} else if !taken[of] {
		return ""
	}
	name := of
	for number := 1; taken[name]; number++ {
		name = of[:min(len(of), lexical.MaxName-len(strconv.Itoa(number)))] + strconv.Itoa(number)
	}
	return name
}

// keptKey is a key of an index.
func (t *Rules) keptKey(table *pg_query.RangeVar, e *pg_query.IndexElem) providers.KeptIndexKey {
	key := providers.KeptIndexKey{Column: e.GetName()}
	if e.GetExpr() != nil {
		key.Expression = t.PostgresText(e.Expr)
		if t.Env.ShownExpression != nil {
			shown := t.Env.ShownExpression(e.Expr, t.placeOf(table))
			key.Full, key.Pretty, key.Type, key.Collation = shown.Full, shown.Pretty, shown.Type, shown.Collation
		}
	}
	t.keyCollation(table, e, &key)
	if _, name := parse.SplitName(e.GetOpclass()); name != "" {
		key.Suffix += " " + lexical.QuoteIfNeeded(name)
	}
	down := e.GetOrdering() == pg_query.SortByDir_SORTBY_DESC
	first := parse.NullsFirst(e.GetOrdering(), e.GetNullsOrdering())
	switch {
	case down && first:
		key.Suffix, key.Option = key.Suffix+" DESC", 3
	case down:
		key.Suffix, key.Option = key.Suffix+" DESC NULLS LAST", 1
	case first:
		key.Suffix, key.Option = key.Suffix+" NULLS FIRST", 2
	}
	return key
}
