package inline

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// PostgreSQL has two notations for a function of one row and for a field of a row: f(p) and p.f. A column comes first behind a dot, and a
// function before brackets.

// notation writes functions of rows as calls, and fields of rows behind a dot.
type notation struct {
	rowScopes

	outer   *pg_query.SelectStmt // the statement itself, if it is a query
	changed bool
}

// WriteCalls writes p.f as a call where f is a function of the row p, and f(p) as a field where f is one. It reports whether it has changed
// the tree.
func WriteCalls(root *pg_query.Node, env Env) bool {
	w := &notation{rowScopes: rowScopes{env: env}, outer: root.GetSelectStmt()}
	if !w.mayWrite(root) {
		return false
	}
	w.writeCalls(root.ProtoReflect())
	return w.changed
}

// mayWrite reports whether a tree has a call or a name that may be written in the other notation.
func (w *notation) mayWrite(root *pg_query.Node) bool {
	return contains(root, func(m protoMessage) bool {
		switch m := m.(type) {
		case *pg_query.FuncCall:
			return len(recordColumns(m)) > 0 || isProjection(m) && (m.Args[0].GetColumnRef() != nil || m.Args[0].GetAIndirection() != nil || m.Args[0].GetTypeCast() != nil || m.Args[0].GetFuncCall() != nil)
		case *pg_query.ColumnRef:
			words := parse.Strings(m.Fields)
			return len(words) == 2 && w.mayBeFunction(words[1])
		case *pg_query.A_Indirection:
			last := m.Indirection[len(m.Indirection)-1].GetString_().GetSval()
			return last != "" && w.mayBeFunction(last)
		}
		return false
	})
}

func (w *notation) mayBeFunction(name string) bool {
	return rowFunctions[name] || len(w.env.Routines("", name)) > 0
}

// rowFunctions are PostgreSQL's own functions that take a row of any type, and that are written behind a dot.
var rowFunctions = parse.WordSet(`row_to_json to_json to_jsonb json_agg jsonb_agg array_agg count pg_typeof`)

// takesAny are PostgreSQL's own functions that take a row of any type: a call of one is none of a field.
var takesAny = parse.WordSet(`row_to_json to_json to_jsonb json_agg jsonb_agg array_agg count pg_typeof pg_column_size num_nulls num_nonnulls hash_record
	quote_literal quote_nullable concat format json_build_array jsonb_build_array json_build_object jsonb_build_object record_out record_send`)

// isProjection reports whether a call may be a field of a row.
func isProjection(f *pg_query.FuncCall) bool {
	return len(f.Funcname) == 1 && len(f.Args) == 1 && !f.AggStar && !f.AggDistinct && f.AggFilter == nil && f.Over == nil && len(f.AggOrder) == 0 &&
		!f.FuncVariadic && !f.AggWithinGroup && f.Args[0].GetNamedArgExpr() == nil
}

func (w *notation) writeCalls(m protoreflect.Message) {
	if w.enterStatement(m.Interface()) {
		defer w.leaveStatement()
	}
	if s, ok := m.Interface().(*pg_query.SelectStmt); ok {
		w.moveRecords(s)
	}
	n, isNode := m.Interface().(*pg_query.Node)
	parse.Children(m, func(child protoreflect.Message) bool {
		w.writeCalls(child)
		return true
	})
	if !isNode {
		return
	}
	switch v := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		w.writeColumn(n, v.ColumnRef)
	case *pg_query.Node_AIndirection:
		w.writeField(n, v.AIndirection)
	case *pg_query.Node_FuncCall:
		w.writeCall(n, v.FuncCall)
	}
}

// recordSets are PostgreSQL's own functions that return rows of two columns, a key and a value.
var recordSets = parse.WordSet("json_each json_each_text jsonb_each jsonb_each_text")

// recordColumns are the columns of the rows of such a function, none for another one.
func recordColumns(f *pg_query.FuncCall) []string {
	if schema, name := parse.SplitName(f.GetFuncname()); recordSets[name] && (schema == "" || schema == "pg_catalog") {
		return []string{"key", "value"}
	}
	return nil
}

// moveRecords moves the call of such a function from a select list to FROM. A row as a whole has no names for its fields, so it is not
// moved where another query could ask for these.
func (w *notation) moveRecords(s *pg_query.SelectStmt) {
	callOf := func(n *pg_query.Node) (c rowCall) {
		f := n.GetFuncCall()
		if x := n.GetAIndirection(); len(x.GetIndirection()) == 1 {
			f, c.field, c.star = x.Arg.GetFuncCall(), x.Indirection[0].GetString_().GetSval(), x.Indirection[0].GetAStar() != nil
		}
		names := recordColumns(f)
		if names == nil || c.field != "" && !slices.Contains(names, c.field) || c.field == "" && !c.star && s != w.outer {
			return rowCall{}
		}
		c.call = f
		return c
	}
	others := func(m protoMessage) bool {
		f, ok := m.(*pg_query.FuncCall)
		if !ok {
			return false
		}
		_, name := parse.SplitName(f.Funcname)
		return isSetCall(m) || f.Over != nil || f.AggStar || w.env.Aggregate(name) || slices.ContainsFunc(w.env.Routines("", name), func(r *providers.Routine) bool { return r.Set })
	}
	if call := movable(s, callOf, others); call != nil {
		w.changed = true
		moveToFrom(s, call, callOf, recordColumns(call), func(values []*pg_query.Node) *pg_query.Node { return build.Row(values...) })
	}
}

// writeColumn writes p.f.
func (w *notation) writeColumn(n *pg_query.Node, c *pg_query.ColumnRef) {
	words := parse.Strings(c.Fields)
	if len(words) != 2 || len(c.Fields) != 2 || !w.mayBeFunction(words[1]) {
		return
	}
	item := w.relationNamed(words[0])
	if item == nil || item.open || item.row.has(words[1]) || !w.isFunctionOf(&item.row, words[1]) {
		return
	}
	n.Node, w.changed = build.Call(words[1], build.Column(words[0])).Node, true
}

// writeField writes (p).f.
func (w *notation) writeField(n *pg_query.Node, x *pg_query.A_Indirection) {
	last := len(x.Indirection) - 1
	name := x.Indirection[last].GetString_().GetSval()
	if name == "" || !w.mayBeFunction(name) {
		return
	}
	arg := x.Arg
	if last > 0 {
		arg = &pg_query.Node{Node: &pg_query.Node_AIndirection{AIndirection: &pg_query.A_Indirection{Arg: x.Arg, Indirection: x.Indirection[:last]}}}
	}
	if row := w.rowOf(arg); row != nil && !row.has(name) && w.isFunctionOf(row, name) {
		n.Node, w.changed = build.Call(name, proto.CloneOf(arg)).Node, true
	}
}

// writeCall writes f(p) where f is no function of the row, but a field. A user's function gets p.* as p.
func (w *notation) writeCall(n *pg_query.Node, f *pg_query.FuncCall) {
	_, name := parse.SplitName(f.Funcname)
	if len(w.env.Routines("", name)) > 0 {
		for _, a := range f.Args {
			if c := plainArg(a).GetColumnRef(); c != nil && len(c.Fields) == 2 && c.Fields[1].GetAStar() != nil && w.relationNamed(c.Fields[0].GetString_().GetSval()) != nil {
				c.Fields, w.changed = c.Fields[:1], true
			}
		}
	}
	if !isProjection(f) || takesAny[name] {
		return
	}
	row := w.rowOf(f.Args[0])
	if row == nil || !row.has(name) || w.isFunctionOf(row, name) {
		return
	}
	arg := f.Args[0]
	if words := parse.Strings(arg.GetColumnRef().GetFields()); len(words) == 1 && w.itemNamed(words[0]) != nil {
		arg = build.Column(words[0])
	}
	n.Node, w.changed = fieldOfRow(arg, name).Node, true
	if arg.GetColumnRef() != nil && w.itemNamed(parse.Strings(arg.GetColumnRef().Fields)[0]) == nil {
		n.Node = build.Field(arg, name).Node
	}
}

// isFunctionOf reports whether a function of a name takes a row alone.
func (w *notation) isFunctionOf(row *rowType, name string) bool {
	if rowFunctions[name] {
		return true
	}
	return slices.ContainsFunc(w.env.Routines("", name), func(r *providers.Routine) bool {
		inputs := r.Inputs()
		if len(inputs) == 0 || !row.isOf(w.env, inputs[0]) {
			return false
		}
		return !slices.ContainsFunc(inputs[1:], func(p providers.Parameter) bool { return p.Default == "" })
	})
}
