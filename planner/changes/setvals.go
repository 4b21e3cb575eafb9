package changes

import (
	"fmt"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// PostgreSQL computes a row from the left to the right: SELECT nextval('s'), setval('s', 80), currval('s') draws, sets and reads.
// The source sets a sequence by a statement of its own, so the items of such a SELECT without FROM become tables of one row,
// one after the other, as far as their order counts.

// DivideSetval returns the steps of a SELECT of one row with calls of setval beside other items, or none if the statement is another.
// named tells the name of an item.
func (c *Division) DivideSetval(root *pg_query.Node, named func(*pg_query.Node) string) []Step {
	s := root.GetSelectStmt()
	if len(s.GetFromClause()) > 0 {
		return c.divideSetvalOfRows(s, named)
	}
	if s == nil || !proto.Equal(s, &pg_query.SelectStmt{TargetList: s.TargetList, LimitOption: s.LimitOption, Op: pg_query.SetOperation_SETOP_NONE}) {
		return nil
	}
	last, alone := -1, true
	for i, n := range s.TargetList {
		calls := callsOf(n.GetResTarget().GetVal())
		if len(calls.set) > 0 {
			last = i
		}
		alone = alone && isSetval(n.GetResTarget().GetVal())
		if calls.hidden || len(calls.set) > 1 || len(calls.set) == 1 && calls.all > 1 {
			return nil
		}
	}
	if last < 0 || alone {
		return nil
	}
	var steps []Step
	out := &pg_query.SelectStmt{LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE}
	// keep makes a table of one value, and returns the value.
	keep := func(value *pg_query.Node, step providers.Step) *pg_query.Node {
		c.seq++
		step.Verb, step.Table = "SELECT", fmt.Sprintf("pg__item %d", c.seq)
		one := Step{Statement: selectFrom(nil, nil, build.Target(value, "pg__value")), Step: step}
		if step.Sets {
			one.ShapeQuery = setvalShape()
		}
		steps = append(steps, one)
		out.FromClause = append(out.FromClause, tableUnder(step.Table, ""))
		return build.Column(step.Table, "pg__value")
	}
	for i, n := range s.TargetList {
		item := proto.CloneOf(n.GetResTarget())
		if item.Name == "" {
			item.Name = named(item.Val)
		}
		calls := callsOf(item.Val)
		switch {
		case len(calls.set) == 1:
			value := keep(&pg_query.Node{Node: calls.set[0].Node}, providers.Step{Sets: true})
			calls.set[0].Node = value.Node
		case calls.all > 0 || i < last && trees.HasSubquery(item.Val):
			item.Val = keep(item.Val, providers.Step{Makes: true})
		}
		out.TargetList = append(out.TargetList, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: item}})
	}
	return append(steps, Step{Statement: &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: out}}, Step: providers.Step{Verb: "SELECT", Rows: true, Tag: true}})
}

// divideSetvalOfRows returns the steps of a SELECT from tables that has one call of setval beside other items: its rows become a table, of
// which the source takes the values that the sequence is set to, and then the rows.
func (c *Division) divideSetvalOfRows(s *pg_query.SelectStmt, named func(*pg_query.Node) string) []Step {
	if s.Larg != nil || s.WithClause != nil || s.IntoClause != nil || len(s.DistinctClause)+len(s.LockingClause)+len(s.ValuesLists) > 0 || len(s.TargetList) < 2 {
		return nil
	}
	rows := proto.CloneOf(s)
	var f *pg_query.FuncCall
	value, taken := "", map[string]bool{}
	for _, n := range rows.TargetList {
		target := n.GetResTarget()
		if target.Name == "" {
			target.Name = named(target.Val)
		}
		if taken[target.Name] || !trees.IsSingleColumn(n) {
			return nil
		}
		taken[target.Name] = true
		if isSetval(target.Val) && f == nil {
			f, value = target.Val.GetFuncCall(), target.Name
			if len(f.Args) < 2 || len(f.Args) > 3 || f.Args[0].GetAConst() == nil && f.Args[0].GetTypeCast().GetArg().GetAConst() == nil {
				return nil
			}
			target.Val = build.Cast(f.Args[1], build.PlainType("int8"))
		}
	}
	if f == nil || sortsByValue(s, value) || callsOf(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: rows}}).all > 0 {
		return nil
	}
	const called = "pg__called"
	is := build.Truth(true)
	if len(f.Args) == 3 {
		is = f.Args[2]
	}
	rows.TargetList = append(rows.TargetList, build.Target(build.Cast(is, build.PlainType("bool")), called))
	c.seq += 2
	table, set := fmt.Sprintf("pg__item %d", c.seq-1), fmt.Sprintf("pg__item %d", c.seq)
	known := build.And(build.IsNotNull(build.Column(table, value)), build.IsNotNull(build.Column(table, called)))
	sets := selectFrom(tableUnder(table, ""), known, build.Target(build.Call("setval", f.Args[0], build.Column(table, value), build.Column(table, called)), "pg__value"))
	out := selectFrom(tableUnder(table, ""), nil)
	for _, n := range rows.TargetList[:len(s.TargetList)] {
		name := n.GetResTarget().Name
		column := build.Column(table, name)
		if name == value {
			column = build.Case(column, build.When(build.IsNull(build.Column(table, called)), build.Null()))
		}
		out.GetSelectStmt().TargetList = append(out.GetSelectStmt().TargetList, build.Target(column, name))
	}
	return []Step{
		{Statement: &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: rows}}, Step: providers.Step{Verb: "SELECT", Table: table, Makes: true}},
		{Statement: sets, ShapeQuery: setvalShape(), Step: providers.Step{Verb: "SELECT", Table: set, Sets: true}},
		{Statement: out, Step: providers.Step{Verb: "SELECT", Rows: true, Tag: true}},
	}
}

// setvalShape is a query of no rows that has the column of a call of setval.
func setvalShape() *pg_query.Node {
	return selectFrom(nil, build.Truth(false), build.Target(build.Cast(build.Number(0), build.PlainType("int8")), "pg__value"))
}

// sortsByValue reports whether a query sorts by an item: PostgreSQL computes it before it sorts, and others behind.
func sortsByValue(s *pg_query.SelectStmt, name string) bool {
	return slices.ContainsFunc(s.SortClause, func(n *pg_query.Node) bool {
		by := n.GetSortBy().Node
		at, position := parse.IntConstant(by)
		fields := by.GetColumnRef().GetFields()
		return position && at > 0 && int(at) <= len(s.TargetList) && isSetval(s.TargetList[at-1].GetResTarget().GetVal()) ||
			len(fields) == 1 && fields[0].GetString_().GetSval() == name
	})
}

// callsIn are the calls of functions of sequences in an expression.
type callsIn struct {
	set    []*pg_query.Node // of setval
	all    int
	hidden bool // one of setval stands in a query, or where it may not be computed
}

func callsOf(value *pg_query.Node) (out callsIn) {
	var visit func(m protoreflect.Message, sure bool)
	visit = func(m protoreflect.Message, sure bool) {
		switch n := m.Interface().(type) {
		case *pg_query.Node:
			if _, name := parse.SplitName(n.GetFuncCall().GetFuncname()); parse.SequenceFunctions[name] {
				if out.all++; name == "setval" {
					out.set, out.hidden = append(out.set, n), out.hidden || !sure
				}
			}
		case *pg_query.SubLink, *pg_query.CaseExpr, *pg_query.CoalesceExpr, *pg_query.BoolExpr:
			sure = false
		}
		parse.Children(m, func(child protoreflect.Message) bool {
			visit(child, sure)
			return true
		})
	}
	visit(value.ProtoReflect(), true)
	return out
}

// isSetval reports whether an expression is a call of setval.
func isSetval(n *pg_query.Node) bool {
	_, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	return name == "setval"
}
