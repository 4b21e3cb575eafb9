package statements

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// collateKeys writes a COLLATE around the expression of a key behind the expression, as PostgreSQL takes it, and refuses collations that
// the source does not have.
func (t *Rules) collateKeys(s *pg_query.IndexStmt) {
	for _, p := range s.IndexParams {
		e := p.GetIndexElem()
		outer := e.GetExpr().GetCollateClause()
		for c := outer; c != nil; c = e.Expr.GetCollateClause() {
			e.Expr, t.Changed = c.Arg, true
		}
		if outer != nil && len(e.Collation) == 0 {
			e.Collation = outer.Collname
		}
		if fields := e.GetExpr().GetColumnRef().GetFields(); outer != nil && len(fields) == 1 && fields[0].GetString_() != nil {
			e.Name, e.Expr = fields[0].GetString_().Sval, nil
		}
		if len(e.GetCollation()) > 0 {
			inference.KnowsCollation(&t.Translation, &pg_query.CollateClause{Collname: e.Collation, Location: build.Nowhere})
		}
	}
}

// keyCollation has the key of an index keep the collation that COLLATE gives to it, where that is another one than its own.
func (t *Rules) keyCollation(table *pg_query.RangeVar, e *pg_query.IndexElem, key *providers.KeptIndexKey) {
	_, name := parse.SplitName(e.GetCollation())
	if name == "" {
		return
	}
	own := key.Collation
	if e.GetExpr() == nil && t.Env.ShownExpression != nil {
		own = t.Env.ShownExpression(pg_query.MakeColumnRefNode(build.Names(e.Name), build.Nowhere), t.placeOf(table)).Collation
	}
	if name != own {
		key.Collation, key.Suffix = name, " COLLATE "+lexical.QuoteIfNeeded(name)
		if name == "default" { // which is a word of SQL
			key.Suffix = ` COLLATE "default"`
		}
	}
}
