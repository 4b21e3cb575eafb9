package duckdialect

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// PostgreSQL computes a subquery in a branch of CASE, or behind the first argument of COALESCE, only for the rows that come to it. DuckDB
// computes it for all rows beside the CASE, and fails where it fails for one of the others. So the columns of the query around
// that may make it fail are NULL there for the others: (SELECT (subquery) FROM (SELECT CASE WHEN condition THEN column END) AS alias).

// branches finds such subqueries in a statement whose names are bound.
type branches struct {
	t      *translation
	outer  map[*pg_query.SubLink][]*pg_query.ColumnRef
	guards []guard
	number int
}

// guard gives a value the NULL that stands for it in rows that do not come to a branch.
type guard func(value *pg_query.Node) *pg_query.Node

func (b *branches) visit(m protoreflect.Message) {
	switch n := m.Interface().(type) {
	case *pg_query.SelectStmt:
		was := b.guards
		b.guards = nil
		defer func() { b.guards = was }()
	case *pg_query.CaseExpr:
		b.visitCase(n)
		return
	case *pg_query.CoalesceExpr:
		b.visitCoalesce(n)
		return
	case *pg_query.Node:
		if s := n.GetSubLink(); s != nil {
			b.visitSubquery(n, s)
			return
		}
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		b.visit(child)
		return true
	})
}

// visitSubquery guards the columns of a subquery that is in a branch.
func (b *branches) visitSubquery(n *pg_query.Node, s *pg_query.SubLink) {
	guards := b.guards
	b.guards = nil
	parse.Children(s.ProtoReflect(), func(child protoreflect.Message) bool {
		b.visit(child)
		return true
	})
	b.guards = guards
	if len(guards) == 0 || !mayFailBy(s, b.outer[s]) {
		return
	}
	b.number++
	alias, columns, query := "__branch"+strconv.Itoa(b.number), map[string]string{}, build.Select(nil)
	for _, ref := range b.outer[s] {
		key := strings.Join(parse.NameParts(ref.Fields), "\x00")
		if columns[key] == "" {
			columns[key] = "__value" + strconv.Itoa(b.number) + "_" + strconv.Itoa(len(columns)+1)
			value := &pg_query.Node{Node: &pg_query.Node_ColumnRef{ColumnRef: proto.CloneOf(ref)}}
			for i := len(guards) - 1; i >= 0; i-- {
				value = guards[i](value)
			}
			query.GetSelectStmt().TargetList = append(query.GetSelectStmt().TargetList, build.Target(value, columns[key]))
		}
		ref.Fields = build.Names(alias, columns[key])
	}
	b.t.ReplaceNode(n, build.ValueOf(build.Select(build.Lateral(query, build.Alias(alias)), build.Target(&pg_query.Node{Node: n.Node}, ""))))
}

// visitCase visits the branches of a CASE.
func (b *branches) visitCase(c *pg_query.CaseExpr) {
	known := isPlain(c.Arg)
	b.visitNode(c.Arg)
	for i, n := range c.Args {
		w := n.GetCaseWhen()
		b.visitNode(w.Expr)
		known = known && isPlain(w.Expr)
		b.visitBehind(w.Result, known, func(value *pg_query.Node) *pg_query.Node { return branchOf(c, i, value) })
	}
	b.visitBehind(c.Defresult, known, func(value *pg_query.Node) *pg_query.Node { return branchOf(c, len(c.Args), value) })
}

// branchOf is a CASE that has a value in one branch, and NULL in the others.
func branchOf(c *pg_query.CaseExpr, at int, value *pg_query.Node) *pg_query.Node {
	var list []*pg_query.Node
	for i, n := range c.Args[:min(at+1, len(c.Args))] {
		result := build.Null()
		if i == at {
			result = value
		}
		list = append(list, build.When(proto.CloneOf(n.GetCaseWhen().Expr), result))
	}
	otherwise := build.Null()
	if at == len(c.Args) {
		otherwise = value
	}
	made := build.Case(otherwise, list...)
	if c.Arg != nil {
		made.GetCaseExpr().Arg = proto.CloneOf(c.Arg)
	}
	return made
}

// visitCoalesce visits the arguments of a COALESCE.
func (b *branches) visitCoalesce(c *pg_query.CoalesceExpr) {
	known := true
	for i, n := range c.Args {
		if i == 0 {
			b.visitNode(n)
		} else {
			b.visitBehind(n, known, func(value *pg_query.Node) *pg_query.Node {
				var missing []*pg_query.Node
				for _, before := range c.Args[:i] {
					missing = append(missing, build.IsNull(proto.CloneOf(before)))
				}
				return build.Case(nil, build.When(build.And(missing...), value))
			})
		}
		known = known && isPlain(n)
	}
}

func (b *branches) visitNode(n *pg_query.Node) {
	if n != nil {
		b.visit(n.ProtoReflect())
	}
}

// visitBehind visits what is computed for some rows alone. known: the guard can be computed once more.
func (b *branches) visitBehind(n *pg_query.Node, known bool, g guard) {
	was := b.guards
	if known {
		b.guards = append(was[:len(was):len(was)], g)
	}
	b.visitNode(n)
	b.guards = was
}

// isPlain reports whether a condition can be computed once more in a subquery: it has no aggregate, no subquery, nothing that changes.
func isPlain(n *pg_query.Node) bool {
	if n == nil {
		return true
	}
	plain := true
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.SubLink, *pg_query.GroupingFunc:
			plain = false
		case *pg_query.FuncCall:
			_, name := parse.SplitName(m.Funcname)
			plain = plain && m.Over == nil && !m.AggStar && !functionnames.IsAggregate(name)
		}
	})
	return plain && !trees.IsVolatile(n.ProtoReflect())
}

// mayFailBy reports whether a subquery divides, casts or calls a function by columns of a query around it.
func mayFailBy(s *pg_query.SubLink, outer []*pg_query.ColumnRef) (fails bool) {
	isOuter := map[*pg_query.ColumnRef]bool{}
	for _, ref := range outer {
		isOuter[ref] = true
	}
	has := func(n proto.Message) (found bool) {
		parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
			ref, is := m.(*pg_query.ColumnRef)
			found = found || is && isOuter[ref]
		})
		return found
	}
	ofOuter := false // an aggregate of these columns alone is one of the query around
	parse.EachMessage(s.Subselect.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.TypeCast:
			_, to := parse.SplitName(m.TypeName.GetNames())
			fails = fails || to != "text" && to != "varchar" && has(m)
		case *pg_query.FuncCall:
			_, name := parse.SplitName(m.Funcname)
			isAggregate := functionnames.IsAggregate(name)
			fails = fails || !neverFails[name] && !isAggregate && has(m)
			ofOuter = ofOuter || isAggregate && has(m) && !hasOther(m, isOuter)
		case *pg_query.A_Expr:
			_, op := parse.SplitName(m.Name)
			fails = fails || m.Kind == pg_query.A_Expr_Kind_AEXPR_OP && (op == "/" || op == "%") && has(m)
		}
	})
	return fails && !ofOuter
}

// hasOther reports whether a call has a column that is none of some.
func hasOther(f *pg_query.FuncCall, some map[*pg_query.ColumnRef]bool) (found bool) {
	parse.EachMessage(f.ProtoReflect(), func(m proto.Message) {
		ref, is := m.(*pg_query.ColumnRef)
		found = found || is && !some[ref]
	})
	return found
}

// neverFails are functions that have a result for all values.
var neverFails = parse.WordSet(`lower upper length char_length btrim ltrim rtrim trim concat concat_ws coalesce to_char jsonb_typeof json_typeof`)
