package inline

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// Calls of functions that return rows, elsewhere than in FROM: (f(x)).column, (f(x)).* and f(x). A function of one row is called for each
// column, as PostgreSQL calls it. A function of several rows moves to FROM.

// rowCall is such a call in a select list.
type rowCall struct {
	call  *pg_query.FuncCall
	field string // "": all
	star  bool
}

// rowCallOf takes a value of a select list apart. The call is nil for another value.
func (e *expander) rowCallOf(n *pg_query.Node) (c rowCall) {
	f := n.GetFuncCall()
	if x := n.GetAIndirection(); len(x.GetIndirection()) == 1 {
		f, c.field, c.star = x.Arg.GetFuncCall(), x.Indirection[0].GetString_().GetSval(), x.Indirection[0].GetAStar() != nil
		if c.field == "" && !c.star {
			return rowCall{}
		}
	}
	if f != nil && slices.ContainsFunc(e.routinesOf(f), e.returnsRows) {
		c.call = f
		return c
	}
	return rowCall{}
}

// returnsRows reports whether a function returns rows of several columns. One value of a composite type is no such row.
func (e *expander) returnsRows(r *providers.Routine) bool {
	return r.RowsOf.Name != "" || r.Returns == "record" && len(r.Outputs()) > 1 || r.Set && compositeOf(e.env, r.Returns) != nil
}

// columnsOfCall finds the function that a call means, and the columns of its rows.
func (e *expander) columnsOfCall(f *pg_query.FuncCall) (*providers.Routine, []*pg_query.Node, []providers.Parameter) {
	r, args, err := e.matchCall(e.routinesOf(f), f)
	if err == nil {
		err = refuseAggregate(f)
	}
	if err != nil || !e.returnsRows(r) {
		e.err = err
		return nil, nil, nil
	}
	columns, err := e.resultColumns(r, &pg_query.RangeFunction{})
	if err != nil {
		e.err = err
		return nil, nil, nil
	}
	if u := compositeOf(e.env, r.Returns); u != nil {
		columns = nil
		for _, f := range u.Fields {
			columns = append(columns, providers.Parameter{Name: f.Name})
		}
	}
	return r, args, columns
}

// spreadCalls writes the columns of (f(x)).* out where the function returns one row.
func (e *expander) spreadCalls(list []*pg_query.Node) []*pg_query.Node {
	var out []*pg_query.Node
	for _, n := range list {
		c := e.rowCallOf(n.GetResTarget().GetVal())
		if !c.star || c.call == nil || e.err != nil {
			out = append(out, n)
			continue
		}
		r, _, columns := e.columnsOfCall(c.call)
		if r == nil || r.Set {
			out = append(out, n)
			continue
		}
		for _, column := range columns {
			out = append(out, build.Target(build.Field(callNode(proto.CloneOf(c.call)), column.Name), column.Name))
		}
	}
	return out
}

// moveRowsToFrom moves the call of a function that returns several rows from a select list to FROM, if nothing else of the query could tell
// the difference.
func (e *expander) moveRowsToFrom(s *pg_query.SelectStmt) {
	callOf := func(n *pg_query.Node) rowCall {
		if c := e.rowCallOf(n); c.call != nil && slices.ContainsFunc(e.routinesOf(c.call), func(r *providers.Routine) bool { return r.Set }) {
			return c
		}
		return rowCall{}
	}
	found := movable(s, callOf, func(m protoMessage) bool { return isSetCall(m) || e.isAggregate(m) || e.isSetOfUsers(m) })
	if found == nil {
		return
	}
	r, _, columns := e.columnsOfCall(found)
	if r == nil {
		return
	}
	moveToFrom(s, found, callOf, parameterNames(columns), func(values []*pg_query.Node) *pg_query.Node { return rowOfCall(r, values) })
}

// movable is the call in a select list that can move to FROM; nil: there is none, or something else of the query could tell the difference.
// others are calls that return several rows or see them.
func movable(s *pg_query.SelectStmt, callOf func(*pg_query.Node) rowCall, others func(protoMessage) bool) *pg_query.FuncCall {
	var found *pg_query.FuncCall
	for _, n := range s.TargetList {
		value := n.GetResTarget().GetVal()
		switch c := callOf(value); {
		case c.call != nil:
			if found != nil && !trees.SameExpression(callNode(found), callNode(c.call)) || slices.ContainsFunc(c.call.Args, func(a *pg_query.Node) bool { return contains(a, others) }) {
				return nil
			}
			found = c.call
		case contains(value, others), trees.IsStar(value) && len(value.GetColumnRef().GetFields()) == 1:
			return nil
		}
	}
	if len(s.GroupClause) > 0 || s.HavingClause != nil || len(s.DistinctClause) > 0 || len(s.WindowClause) > 0 {
		return nil
	}
	return found
}

// moveToFrom moves a call to FROM. row makes a row of its columns.
func moveToFrom(s *pg_query.SelectStmt, call *pg_query.FuncCall, callOf func(*pg_query.Node) rowCall, names []string, row func([]*pg_query.Node) *pg_query.Node) {
	_, name := parse.SplitName(call.Funcname)
	var list []*pg_query.Node
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		switch c := callOf(target.Val); {
		case c.call == nil:
			list = append(list, n)
		case c.star:
			for _, column := range names {
				list = append(list, build.Target(build.Column(setAlias, column), column))
			}
		case c.field != "":
			if target.Name == "" {
				target.Name = c.field
			}
			target.Val, list = build.Column(setAlias, c.field), append(list, n)
		default:
			if target.Name == "" {
				target.Name = name
			}
			values := make([]*pg_query.Node, len(names))
			for i, column := range names {
				values[i] = build.Column(setAlias, column)
			}
			target.Val, list = row(values), append(list, n)
		}
	}
	items := &pg_query.Node{Node: &pg_query.Node_List{List: &pg_query.List{Items: []*pg_query.Node{callNode(call), {}}}}}
	s.TargetList = list
	s.FromClause = append(s.FromClause, &pg_query.Node{Node: &pg_query.Node_RangeFunction{RangeFunction: &pg_query.RangeFunction{
		Functions: []*pg_query.Node{items}, Alias: build.Alias(setAlias, names...), Lateral: len(s.FromClause) > 0,
	}}})
}

// setAlias is the alias of a function that was moved to FROM.
const setAlias = "$s"

func callNode(f *pg_query.FuncCall) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: f}}
}

func parameterNames(list []providers.Parameter) []string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.Name
	}
	return names
}

// isSetOfUsers reports whether a node calls a user's function that returns several rows.
func (e *expander) isSetOfUsers(m protoMessage) bool {
	f, ok := m.(*pg_query.FuncCall)
	return ok && slices.ContainsFunc(e.routinesOf(f), func(r *providers.Routine) bool { return r.Set })
}

// rowOfCall is a row that a function returns.
func rowOfCall(r *providers.Routine, values []*pg_query.Node) *pg_query.Node {
	row := build.Row(values...)
	if t := typeNamed(r.Returns); r.Returns != "record" && t != nil {
		return build.Cast(row, t)
	}
	return row
}

// replaceField puts a column of a body in the place of (f(x)).column. It reports false for another expression.
func (e *expander) replaceField(n *pg_query.Node) bool {
	c := e.rowCallOf(n)
	if c.call == nil || c.field == "" {
		return false
	}
	e.expandChildren(c.call.ProtoReflect())
	if e.err != nil {
		return true
	}
	r, args, columns := e.columnsOfCall(c.call)
	if r == nil {
		return e.err != nil
	}
	at := slices.IndexFunc(columns, func(p providers.Parameter) bool { return p.Name == c.field })
	switch {
	case at < 0:
		e.err = errNoField(r, c.field)
	case r.Set:
		e.err = errFromAlone(r)
	default:
		if value := e.makeColumn(r, args, columns, at); e.err == nil {
			n.Node = value.Node
		}
	}
	return true
}

// makeColumn makes a column of the row that a function returns.
func (e *expander) makeColumn(r *providers.Routine, args []*pg_query.Node, columns []providers.Parameter, at int) *pg_query.Node {
	body := e.bodyOf(r)
	if body == nil {
		return nil
	}
	var computed *pg_query.Node
	if isExpressions(body) && len(body.TargetList) == len(columns) {
		body.TargetList = body.TargetList[at : at+1]
		computed = body.TargetList[0].GetResTarget().Val
	} else {
		inner := &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: body}}
		body = build.Select(build.Subselect(inner, build.Alias(rowsAlias, parameterNames(columns)...)), build.Target(build.Column(rowsAlias, columns[at].Name), "")).GetSelectStmt()
	}
	return e.makeValueOf(r, args, body, func(value *pg_query.Node) (*pg_query.Node, error) {
		switch {
		case columns[at].Type == "":
			return value, nil
		case r.RowsOf.Name != "":
			value = e.asColumn(value, computed, columns[at].Type)
			return value, e.err
		}
		return e.castTo(value, columns[at].Type)
	})
}

// makeRow makes the row that a function returns.
func (e *expander) makeRow(r *providers.Routine, args []*pg_query.Node) *pg_query.Node {
	columns, err := e.resultColumns(r, &pg_query.RangeFunction{})
	if err != nil {
		e.err = err
		return nil
	}
	body := e.bodyOf(r)
	if body == nil {
		return nil
	}
	if !isExpressions(body) || len(body.TargetList) != len(columns) {
		return e.makeRowOfQuery(r, args, body, columns)
	}
	if r.Strict {
		e.err = errFromAlone(r)
		return nil
	}
	values := make([]*pg_query.Node, len(columns))
	for i := range columns {
		copied := make([]*pg_query.Node, len(args))
		for at, a := range args {
			copied[at] = proto.CloneOf(a)
		}
		if values[i] = e.makeColumn(r, copied, columns, i); e.err != nil {
			return nil
		}
	}
	return rowOfCall(r, values)
}

// makeRowOfQuery makes the first row of a query, NULL where it has none.
func (e *expander) makeRowOfQuery(r *providers.Routine, args []*pg_query.Node, body *pg_query.SelectStmt, columns []providers.Parameter) *pg_query.Node {
	values := make([]*pg_query.Node, len(columns))
	for i, c := range columns {
		values[i] = build.Column(rowsAlias, c.Name)
		if c.Type != "" && r.RowsOf.Name == "" {
			if values[i], e.err = e.castTo(values[i], c.Type); e.err != nil {
				return nil
			}
		}
	}
	inner := &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: body}}
	query := build.Select(build.Subselect(inner, build.Alias(rowsAlias, parameterNames(columns)...)), build.Target(rowOfCall(r, values), ""))
	return e.makeValueOf(r, args, query.GetSelectStmt(), func(value *pg_query.Node) (*pg_query.Node, error) { return value, nil })
}
