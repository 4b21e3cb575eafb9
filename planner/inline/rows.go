package inline

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rowsAlias is the alias of the rows of a body.
const rowsAlias = "$r"

// expandInFrom puts a body in the place of a function in FROM. It reports false if the item calls no function of users.
func (e *expander) expandInFrom(n *pg_query.Node, f *pg_query.RangeFunction) bool {
	var call *pg_query.FuncCall
	for _, item := range f.Functions {
		if c := item.GetList().GetItems()[0].GetFuncCall(); c != nil && len(e.routinesOf(c)) > 0 {
			call = c
		}
	}
	if call == nil {
		return false
	}
	switch {
	case f.Ordinality:
		e.err = notSupported("WITH ORDINALITY of a user's function is not supported").WithHint("row_number() OVER () numbers rows.")
	case f.IsRowsfrom || len(f.Functions) > 1:
		e.err = notSupported("ROWS FROM of a user's function is not supported")
	default:
		e.err = refuseAggregate(call)
	}
	if e.err != nil {
		return true
	}
	e.expandChildren(call.ProtoReflect())
	if e.err != nil {
		return true
	}
	r, args, err := e.matchCall(e.routinesOf(call), call)
	if err != nil {
		e.err = err
		return true
	}
	columns, err := e.resultColumns(r, f)
	if err != nil {
		e.err = err
		return true
	}
	lateral := f.Lateral
	for _, a := range args {
		lateral = lateral || contains(a, isColumn)
	}
	composite := compositeOf(e.env, r.Returns)
	if composite != nil && len(f.Coldeflist) == 0 {
		columns[0].Type = ""
	}
	query := e.makeRows(r, args, columns, lateral)
	if e.err != nil {
		return true
	}
	if composite != nil && len(f.Coldeflist) == 0 {
		query, columns = spreadComposite(query, composite)
	}
	alias := &pg_query.Alias{Aliasname: r.Name}
	if f.Alias != nil {
		alias = f.Alias
	}
	alias = &pg_query.Alias{Aliasname: alias.Aliasname, Colnames: alias.Colnames}
	for i := len(alias.Colnames); i < len(columns); i++ {
		alias.Colnames = append(alias.Colnames, pg_query.MakeStrNode(columns[i].Name))
	}
	n.Node = &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{Subquery: query, Alias: alias, Lateral: lateral}}
	return true
}

// resultColumns returns the columns of a function in FROM with their types. A type is "" if the body decides it.
func (e *expander) resultColumns(r *providers.Routine, f *pg_query.RangeFunction) ([]providers.Parameter, error) {
	outputs := r.Outputs()
	switch {
	case len(f.Coldeflist) > 0 && (r.Returns != "record" || len(outputs) > 0):
		return nil, sqlstate.New(sqlstate.SyntaxError, "a column definition list is redundant for a function with OUT parameters")
	case len(f.Coldeflist) > 0:
		var list []providers.Parameter
		for _, c := range f.Coldeflist {
			d := c.GetColumnDef()
			list = append(list, providers.Parameter{Name: d.Colname, Type: shownType(d.TypeName)})
		}
		return list, nil
	case r.RowsOf.Name != "":
		relation, known := e.env.Relation(r.RowsOf.Schema, r.RowsOf.Name)
		if !known {
			return nil, sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", r.RowsOf.Name)
		}
		var list []providers.Parameter
		for i, name := range columnNames(relation) {
			list = append(list, providers.Parameter{Name: name})
			if len(relation.Typed) == len(columnNames(relation)) {
				list[i].Type = columnType(relation.Typed[i].Column)
			}
		}
		return list, nil
	case len(outputs) > 0:
		for i := range outputs {
			if outputs[i].Name == "" {
				outputs[i].Name = "column" + strconv.Itoa(i+1)
			}
		}
		if len(outputs) == 1 && r.Parameters[len(r.Parameters)-1].Name == "" {
			outputs[0].Name = r.Name
		}
		return outputs, nil
	case r.Returns == "record":
		return nil, sqlstate.New(sqlstate.SyntaxError, "a column definition list is required for functions returning \"record\"")
	}
	name := r.Name
	if f.Alias != nil {
		name = f.Alias.Aliasname
	}
	return []providers.Parameter{{Name: name, Type: r.Returns}}, nil
}

// makeRows makes the query of a function in FROM.
func (e *expander) makeRows(r *providers.Routine, args []*pg_query.Node, columns []providers.Parameter, lateral bool) *pg_query.Node {
	if !r.Set && r.Returns != "record" && r.RowsOf.Name == "" {
		value := e.makeValue(r, args)
		if e.err != nil {
			return nil
		}
		return setTarget(build.Select(nil, build.Target(value, "")), build.Target(value, columns[0].Name))
	}
	body := e.bodyOf(r)
	if body == nil {
		return nil
	}
	single := !r.Set && !isRow(body)
	query := &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: body}}
	args = e.spreadRows(r, args, query)
	if e.err != nil {
		return nil
	}
	list := e.bindArguments(r, args, query, false)
	if e.err != nil {
		return nil
	}
	if lateral && contains(query, e.isVolatile) {
		e.err = e.errVolatile(r)
		return nil
	}
	query = e.fillParameters(query, list)
	if single {
		query = e.limitToOneRow(query.GetSelectStmt())
	}
	return e.wrapRows(r, query, list, columns, single || !r.Set && r.Strict && len(list) > 0)
}

// isRow reports whether a query returns exactly one row.
func isRow(s *pg_query.SelectStmt) bool {
	return s.Larg == nil && len(s.FromClause) == 0 && len(s.ValuesLists) == 0 && s.WhereClause == nil && s.HavingClause == nil && len(s.GroupClause) == 0 &&
		s.LimitCount == nil && s.LimitOffset == nil
}

// wrapRows wraps a body so that its columns have the declared types. A function that returns a single row then returns one
// of NULLs if the body has no row, or is not run because the function is STRICT.
func (e *expander) wrapRows(r *providers.Routine, query *pg_query.Node, list []argument, columns []providers.Parameter, single bool) *pg_query.Node {
	names := make([]string, len(columns))
	outer := &pg_query.SelectStmt{LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE}
	for i, c := range columns {
		names[i] = c.Name
		value := build.Column(rowsAlias, c.Name)
		switch {
		case c.Type == "":
		case r.RowsOf.Name != "":
			value = e.asColumn(value, computedBy(query, i, len(columns)), c.Type)
		default:
			value, e.err = e.castTo(value, c.Type)
		}
		if e.err != nil {
			return nil
		}
		outer.TargetList = append(outer.TargetList, build.Target(value, c.Name))
	}
	bound := boundOf(list)
	rows := build.Subselect(query, build.Alias(rowsAlias, names...))
	rows.GetRangeSubselect().Lateral = bound != nil
	var notNull *pg_query.Node // a STRICT function is called if no argument is NULL
	if r.Strict && len(list) > 0 {
		var conditions []*pg_query.Node
		for _, a := range list {
			conditions = append(conditions, build.IsNotNull(proto.CloneOf(a.in)))
		}
		notNull = build.And(conditions...)
	}
	switch {
	case single:
		if notNull != nil { // DuckDB's LATERAL has no such condition in ON
			rows.GetRangeSubselect().Subquery, notNull = e.onlyWhere(query, notNull), nil
		}
		if bound == nil {
			bound = build.Subselect(build.Select(nil, build.Target(build.Number(1), "")), build.Alias("$o", "one"))
		}
		outer.FromClause = []*pg_query.Node{{Node: &pg_query.Node_JoinExpr{JoinExpr: &pg_query.JoinExpr{
			Jointype: pg_query.JoinType_JOIN_LEFT, Larg: bound, Rarg: rows, Quals: boolean(true),
		}}}}
	case bound != nil:
		outer.FromClause = []*pg_query.Node{bound, rows}
	default:
		outer.FromClause = []*pg_query.Node{rows}
	}
	outer.WhereClause = notNull
	out := &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: outer}}
	if !e.countNodes(size(out.ProtoReflect())) {
		return nil
	}
	return out
}

// onlyWhere is a query without rows where a condition on its parameters is not true.
func (e *expander) onlyWhere(query, condition *pg_query.Node) *pg_query.Node {
	s := query.GetSelectStmt()
	plain := s.Op == pg_query.SetOperation_SETOP_NONE && len(s.GroupClause) == 0 && s.HavingClause == nil && len(s.ValuesLists) == 0
	for _, n := range s.TargetList {
		plain = plain && !contains(n, e.isAggregate)
	}
	if !plain {
		rows := build.Subselect(query, &pg_query.Alias{Aliasname: "$w"})
		rows.GetRangeSubselect().Lateral = true
		query = build.Select(rows, build.Target(build.Star(), ""))
		s = query.GetSelectStmt()
	}
	s.WhereClause = build.Both(s.WhereClause, condition)
	return query
}

func boolean(b bool) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Val: &pg_query.A_Const_Boolval{Boolval: &pg_query.Boolean{Boolval: b}}, Location: build.Nowhere}}}
}

// setTarget gives a query one column.
func setTarget(n, t *pg_query.Node) *pg_query.Node {
	n.GetSelectStmt().TargetList = []*pg_query.Node{t}
	return n
}

// moveSetToFrom moves the call of a function that returns several values from a SELECT list to FROM, if nothing else of
// the query could tell the difference.
func (e *expander) moveSetToFrom(s *pg_query.SelectStmt) {
	var found *pg_query.ResTarget
	for _, n := range s.TargetList {
		t := n.GetResTarget()
		switch f := t.GetVal().GetFuncCall(); {
		case f != nil && e.returnsSet(f):
			if found != nil {
				return
			}
			found = t
		case contains(t.GetVal(), isSetCall), contains(t.GetVal(), e.isAggregate), trees.IsStar(t.GetVal()) && len(t.GetVal().GetColumnRef().GetFields()) == 1:
			return
		}
	}
	if found == nil || len(s.GroupClause) > 0 || s.HavingClause != nil || len(s.DistinctClause) > 0 || len(s.WindowClause) > 0 {
		return
	}
	f := found.Val.GetFuncCall()
	words := parse.Strings(f.Funcname)
	name := words[len(words)-1]
	items := &pg_query.Node{Node: &pg_query.Node_List{List: &pg_query.List{Items: []*pg_query.Node{found.Val, {}}}}}
	s.FromClause = append(s.FromClause, &pg_query.Node{Node: &pg_query.Node_RangeFunction{RangeFunction: &pg_query.RangeFunction{
		Functions: []*pg_query.Node{items}, Alias: &pg_query.Alias{Aliasname: "$s", Colnames: []*pg_query.Node{pg_query.MakeStrNode(name)}},
	}}})
	if found.Name == "" {
		found.Name = name
	}
	found.Val = build.Column("$s", name)
}

// returnsSet reports whether a call may mean a function that returns several rows of one column.
func (e *expander) returnsSet(f *pg_query.FuncCall) bool {
	for _, r := range e.routinesOf(f) {
		if r.Set && r.Returns != "record" && r.RowsOf.Name == "" && compositeOf(e.env, r.Returns) == nil {
			return true
		}
	}
	return false
}
