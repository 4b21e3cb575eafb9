package queries

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// PostgreSQL computes the terms of AND and OR one after the other, and none behind the one that decides, and the arguments of an
// aggregate for the rows that its FILTER lets through. DuckDB does so where the condition chooses rows, and computes all of them where
// it is a value: there it would divide by zero.

// guards writes such terms and arguments.
type guards struct {
	*rewrite.Translation
}

// Guard has terms of AND and OR, and arguments of aggregates with FILTER, that may fail computed where PostgreSQL computes them alone.
// root is the client's tree.
func Guard(t *rewrite.Translation, root *pg_query.Node) {
	if root.GetIndexStmt() == nil { // of which nothing is computed
		(&guards{t}).visit(root, false)
	}
}

// visit visits a message. chooses: it is a condition that chooses rows.
func (g *guards) visit(m proto.Message, chooses bool) {
	n, _ := m.(*pg_query.Node)
	if b := n.GetBoolExpr(); b != nil {
		inner := chooses && b.Boolop != pg_query.BoolExprType_NOT_EXPR
		for _, term := range b.Args {
			g.visit(term, inner)
		}
		if !inner {
			g.guardTerms(n, b)
		}
		return
	}
	if n != nil {
		parse.Parts(m, func(child proto.Message) bool { g.visit(child, false); return true })
		return
	}
	conditions := conditionsOf(m)
	parse.Parts(m, func(child proto.Message) bool {
		g.visit(child, child == conditions[0] || child == conditions[1])
		return true
	})
	switch m := m.(type) {
	case *pg_query.FuncCall:
		g.guardFiltered(m)
	case *pg_query.ResTarget:
		if c := m.Val.GetCaseExpr(); m.Name == "" && c != nil && c.Location == build.Nowhere {
			m.Name = "?column?"
		}
	}
}

// conditionsOf are the parts of a message that choose rows, or a branch of CASE.
func conditionsOf(m proto.Message) (found [2]proto.Message) {
	switch m := m.(type) {
	case *pg_query.SelectStmt:
		return [2]proto.Message{m.WhereClause, m.HavingClause}
	case *pg_query.UpdateStmt:
		found[0] = m.WhereClause
	case *pg_query.DeleteStmt:
		found[0] = m.WhereClause
	case *pg_query.JoinExpr:
		found[0] = m.Quals
	case *pg_query.CaseWhen:
		found[0] = m.Expr
	}
	return found
}

// mostRepeated bounds the terms that are written twice, in bytes of their trees.
const mostRepeated = 4096

// guardTerms writes AND and OR whose terms may fail.
func (g *guards) guardTerms(n *pg_query.Node, b *pg_query.BoolExpr) {
	if b.Boolop == pg_query.BoolExprType_NOT_EXPR {
		return
	}
	if b.Args[0].GetNullTest().GetArg().GetAConst() != nil { // what is kept of a CHECK, which stays in front
		rest := joinTerms(b.Boolop, b.Args[1:])
		if inner := rest.GetBoolExpr(); inner != nil && inner.Boolop == b.Boolop {
			g.guardTerms(rest, inner)
		}
		b.Args = []*pg_query.Node{b.Args[0], rest}
		return
	}
	first := len(b.Args)
	for i := len(b.Args) - 1; i > 0; i-- {
		if mayFail(b.Args[i]) {
			first = i
		}
	}
	if first == len(b.Args) {
		return
	}
	before := joinTerms(b.Boolop, b.Args[:first])
	if proto.Size(before) > mostRepeated || trees.IsVolatile(before.ProtoReflect()) {
		return
	}
	rest := joinTerms(b.Boolop, b.Args[first:])
	if inner := rest.GetBoolExpr(); inner != nil && len(b.Args)-first > 1 {
		g.guardTerms(rest, inner)
	}
	decides, decided := build.Not(proto.CloneOf(before)), false
	if b.Boolop == pg_query.BoolExprType_OR_EXPR {
		decides, decided = proto.CloneOf(before), true
	}
	g.ReplaceNode(n, build.Case(joinTerms(b.Boolop, []*pg_query.Node{before, rest}), build.When(decides, build.Boolean(decided))))
}

// joinTerms joins terms by AND or OR.
func joinTerms(by pg_query.BoolExprType, terms []*pg_query.Node) *pg_query.Node {
	if len(terms) == 1 {
		return terms[0]
	}
	return pg_query.MakeBoolExprNode(by, terms, build.Nowhere)
}

// guardFiltered writes the arguments of an aggregate with FILTER.
func (g *guards) guardFiltered(f *pg_query.FuncCall) {
	if f.AggFilter == nil || trees.HasSubquery(f.AggFilter) || proto.Size(f.AggFilter) > mostRepeated || trees.IsVolatile(f.AggFilter.ProtoReflect()) {
		return
	}
	guarded := func(n *pg_query.Node) *pg_query.Node {
		g.Changed = true
		return build.Case(nil, build.When(proto.CloneOf(f.AggFilter), n))
	}
	for i, n := range f.Args {
		if mayFail(n) {
			f.Args[i] = guarded(n)
		}
	}
	for _, n := range f.AggOrder {
		if by := n.GetSortBy(); mayFail(by.GetNode()) {
			by.Node = guarded(by.Node)
		}
	}
}

// neverFail are functions that return a value for each argument of their type.
var neverFail = parse.WordSet(`lower upper initcap length char_length character_length octet_length coalesce btrim ltrim rtrim reverse replace strpos position
	starts_with concat concat_ws round trunc ceil ceiling floor abs sign md5 count sum min max avg bool_and bool_or every array_agg string_agg json_agg jsonb_agg
	now date_trunc date_part extract array_length cardinality array_position json_typeof jsonb_typeof to_json to_jsonb to_char row_number rank dense_rank
	lag lead first_value last_value like_escape`)

// textTypes are the types that a cast of any value makes.
var textTypes = parse.WordSet(`text varchar bpchar name`)

// mayFail reports whether an expression may fail for some values: one with a division, a cast or a call of a function.
func mayFail(n *pg_query.Node) (found bool) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.A_Expr:
			_, op := parse.SplitName(m.Name)
			found = found || op == "/" || op == "%" || op == "*" || op == "^" || op == "|/"
		case *pg_query.TypeCast:
			_, name := parse.SplitName(m.TypeName.GetNames())
			found = found || trees.WithoutCasts(m.Arg).GetAConst() == nil && !textTypes[name]
		case *pg_query.FuncCall:
			_, name := parse.SplitName(m.Funcname)
			found = found || !neverFail[name]
		}
	})
	return found
}
