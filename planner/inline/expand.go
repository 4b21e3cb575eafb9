package inline

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	// mostNodes bounds the nodes of all bodies in a statement. A body that is called twice counts twice.
	mostNodes = 50_000
	// mostDeep bounds how deep functions call each other.
	mostDeep = 16
)

// expander is the state of one Expand.
type expander struct {
	env     Env
	within  []*providers.Routine // whose bodies are expanded, the outermost first
	bodies  map[*providers.Routine]*pg_query.Node
	nodes   int
	called  []*providers.Routine
	rows    rowScopes
	columns map[string]string // the types of the statement's columns, where they are known
	err     error
}

// Expand puts bodies in the place of the calls of users' functions, and returns these functions, each once. It changes
// the tree.
// Errors: 42883, 42725 and 42809 as PostgreSQL has them; 54001 where the statement becomes too large; 0A000.
func Expand(root *pg_query.Node, env Env) ([]*providers.Routine, error) {
	e := &expander{env: env, rows: rowScopes{env: env}, bodies: map[*providers.Routine]*pg_query.Node{}}
	if !e.mayCall(root) {
		return nil, nil
	}
	if kind := definedBy(root); kind != "" {
		e.refuseIn(root.ProtoReflect(), kind)
		return e.called, e.err
	}
	e.columns = e.typesOf(root)
	e.expandMessage(root.ProtoReflect())
	if e.err == nil {
		e.err = e.refuseChanged(root)
	}
	return e.called, e.err
}

// refuseChanged refuses a change of a table that a volatile function in the same statement reads. In PostgreSQL such a
// function sees the rows that the statement has changed so far.
func (e *expander) refuseChanged(root *pg_query.Node) error {
	target := trees.TargetOf(root)
	if values := root.GetInsertStmt().GetSelectStmt().GetSelectStmt().GetValuesLists(); target == nil || len(values) == 1 { // of one row
		return nil
	}
	changed, _ := e.env.Relation(target.GetSchemaname(), target.GetRelname())
	for _, r := range e.called {
		if r.Volatility == "v" && contains(e.bodies[r], func(m protoMessage) bool {
			v, ok := m.(*pg_query.RangeVar)
			return ok && strings.EqualFold(v.Schemaname, changed.Schema) && strings.EqualFold(v.Relname, changed.Name)
		}) {
			return notSupported("a change of %q by a call of the function %s, which reads it and is VOLATILE, is not supported", target.Relname, r.Name).
				WithHint("Declare the function STABLE if it may read the rows as they were before the statement.")
		}
	}
	return nil
}

// mayCall reports whether a tree may have a call of a user's function.
func (e *expander) mayCall(root *pg_query.Node) bool {
	return contains(root, func(m protoMessage) bool {
		f, ok := m.(*pg_query.FuncCall)
		return ok && len(e.routinesOf(f)) > 0
	})
}

// routinesOf returns the functions that a call may mean.
func (e *expander) routinesOf(f *pg_query.FuncCall) []*providers.Routine {
	words := parse.Strings(f.Funcname)
	if len(words) == 3 && slices.Contains(e.env.Databases, words[0]) {
		words = words[1:]
	}
	switch {
	case len(words) == 1 && len(e.within) > 0: // the body was bound when it was made: its functions have their schemas
		return nil
	case len(words) == 1:
		return e.env.Routines("", words[0])
	case len(words) == 2:
		return e.env.Routines(words[0], words[1])
	}
	return nil
}

// definedBy names the kind of object that a statement defines. The object would keep the present body of a function. It
// returns "" for a statement that defines nothing.
func definedBy(n *pg_query.Node) string {
	switch s := n.GetNode().(type) {
	case *pg_query.Node_SelectStmt, *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_MergeStmt,
		*pg_query.Node_DeclareCursorStmt, *pg_query.Node_CopyStmt, *pg_query.Node_PrepareStmt, *pg_query.Node_ExecuteStmt:
		return ""
	case *pg_query.Node_ExplainStmt:
		return definedBy(s.ExplainStmt.Query)
	case *pg_query.Node_CreateTableAsStmt:
		if s.CreateTableAsStmt.Objtype == pg_query.ObjectType_OBJECT_TABLE {
			return ""
		}
		return "CREATE MATERIALIZED VIEW"
	case *pg_query.Node_ViewStmt:
		return "CREATE VIEW"
	case *pg_query.Node_CreateStmt:
		return "CREATE TABLE"
	case *pg_query.Node_AlterTableStmt:
		return "ALTER TABLE"
	case *pg_query.Node_IndexStmt:
		return "CREATE INDEX"
	case *pg_query.Node_CallStmt:
		return "CALL"
	}
	return "this statement"
}

// refuseIn refuses the first call of a user's function.
func (e *expander) refuseIn(m protoreflect.Message, kind string) {
	if f, ok := m.Interface().(*pg_query.FuncCall); ok && e.err == nil {
		if found := e.routinesOf(f); len(found) > 0 {
			e.err = notSupported("a call of the function %s.%s in %s is not supported", found[0].Schema, found[0].Name, kind).
				WithHint("The function may be replaced later: write its expression instead.")
		}
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		e.refuseIn(child, kind)
		return e.err == nil
	})
}

// expandMessage replaces the calls in a tree, those in arguments first.
func (e *expander) expandMessage(m protoreflect.Message) {
	if e.err != nil {
		return
	}
	if e.rows.enterStatement(m.Interface()) {
		defer e.rows.leaveStatement()
	}
	switch n := m.Interface().(type) {
	case *pg_query.SelectStmt:
		n.TargetList = e.spreadCalls(n.TargetList)
		e.moveRowsToFrom(n)
		e.moveSetToFrom(n)
		e.nameTargets(n.TargetList)
	case *pg_query.InsertStmt:
		e.nameTargets(n.ReturningList)
	case *pg_query.UpdateStmt:
		e.nameTargets(n.ReturningList)
	case *pg_query.DeleteStmt:
		e.nameTargets(n.ReturningList)
	case *pg_query.MergeStmt:
		e.nameTargets(n.ReturningList)
	case *pg_query.Node:
		if r := n.GetRangeFunction(); r != nil && e.expandInFrom(n, r) || e.replaceField(n) {
			return
		}
	}
	e.expandChildren(m)
	if n, ok := m.Interface().(*pg_query.Node); ok && e.err == nil && n.GetFuncCall() != nil {
		e.replaceCall(n, n.GetFuncCall())
	}
}

func (e *expander) expandChildren(m protoreflect.Message) {
	parse.Children(m, func(child protoreflect.Message) bool {
		e.expandMessage(child)
		return e.err == nil
	})
}

// nameTargets gives the columns of a result the names of the functions that are called there.
func (e *expander) nameTargets(list []*pg_query.Node) {
	for _, n := range list {
		t := n.GetResTarget()
		if t == nil || t.Name != "" {
			continue
		}
		if c := e.rowCallOf(t.Val); c.call != nil && c.field != "" {
			t.Name = c.field
			continue
		}
		if f := namingCall(t.Val); f != nil && len(e.routinesOf(f)) > 0 {
			words := parse.Strings(f.Funcname)
			t.Name = words[len(words)-1]
		}
	}
}

// namingCall returns the call that gives a column of a result its name.
func namingCall(n *pg_query.Node) *pg_query.FuncCall {
	for {
		switch v := n.GetNode().(type) {
		case *pg_query.Node_TypeCast:
			n = v.TypeCast.Arg
		case *pg_query.Node_CollateClause:
			n = v.CollateClause.Arg
		case *pg_query.Node_CaseExpr:
			n = v.CaseExpr.Defresult
		case *pg_query.Node_FuncCall:
			return v.FuncCall
		default:
			return nil
		}
	}
}

// replaceCall puts a body in the place of a call.
func (e *expander) replaceCall(n *pg_query.Node, f *pg_query.FuncCall) {
	found := e.routinesOf(f)
	if len(found) == 0 {
		return
	}
	r, args, err := e.matchCall(found, f)
	if err == nil {
		err = refuseAggregate(f)
	}
	if err != nil {
		e.err = err
		return
	}
	var value *pg_query.Node
	switch {
	case !r.Set && e.returnsRows(r):
		value = e.makeRow(r, args)
	case r.Set || r.Returns == "record":
		e.err = errFromAlone(r)
	default:
		value = e.makeValue(r, args)
	}
	if e.err == nil {
		n.Node = value.Node
	}
}

func errFromAlone(r *providers.Routine) error {
	return notSupported("a call of %s, which returns %s, is supported in FROM alone", r.Name, r.Shown.Result).
		WithHint("Write SELECT … FROM %s(…).", r.Name)
}

// errNoField is the error of a column that a function's rows do not have.
func errNoField(r *providers.Routine, field string) error {
	if r.RowsOf.Name == "" {
		return sqlstate.New(sqlstate.UndefinedColumn, "could not identify column %q in record data type", field)
	}
	return sqlstate.New(sqlstate.UndefinedColumn, "column %q not found in data type %s", field, r.Returns)
}

// refuseAggregate refuses a call that is written as only calls of aggregates and window functions are, with DISTINCT or OVER.
func refuseAggregate(f *pg_query.FuncCall) error {
	words := parse.Strings(f.Funcname)
	name, what := words[len(words)-1], ""
	switch {
	case f.AggStar:
		return sqlstate.New(sqlstate.WrongObjectType, "%s(*) specified, but %s is not an aggregate function", name, name)
	case f.AggDistinct:
		what = "DISTINCT"
	case f.AggWithinGroup:
		what = "WITHIN GROUP"
	case len(f.AggOrder) > 0:
		what = "ORDER BY"
	case f.AggFilter != nil:
		what = "FILTER"
	case f.Over != nil:
		return sqlstate.New(sqlstate.WrongObjectType, "OVER specified, but %s is not a window function nor an aggregate function", name)
	default:
		return nil
	}
	return sqlstate.New(sqlstate.WrongObjectType, "%s specified, but %s is not an aggregate function", what, name)
}

// bodyOf returns a copy of a function's body, with the calls in it replaced.
func (e *expander) bodyOf(r *providers.Routine) *pg_query.SelectStmt {
	if len(e.within) >= mostDeep {
		e.err = sqlstate.New(sqlstate.StatementTooComplex, "functions that call each other more than %d deep are not supported", mostDeep)
		return nil
	}
	if slices.Contains(e.within, r) {
		e.err = notSupported("the function %s.%s calls itself, which is not supported", r.Schema, r.Name).WithHint("WITH RECURSIVE reads recursively.")
		return nil
	}
	kept := e.bodies[r]
	if kept == nil {
		if kept = e.readBody(r); kept == nil {
			return nil
		}
		e.bodies[r] = kept
	}
	if !slices.Contains(e.called, r) {
		e.called = append(e.called, r)
	}
	return proto.Clone(kept.GetSelectStmt()).(*pg_query.SelectStmt)
}

// readBody parses a body and replaces the calls in it.
func (e *expander) readBody(r *providers.Routine) *pg_query.Node {
	body := r.Body
	if r.Late {
		if body, e.err = e.lateBody(r); e.err != nil {
			return nil
		}
	}
	list, err := parse.Statements(body)
	if err != nil || len(list) != 1 || list[0].Raw.Stmt.GetSelectStmt() == nil {
		e.err = sqlstate.Wrap(err, sqlstate.DataCorrupted, "the function %s.%s is kept as no query", r.Schema, r.Name).WithHint("Drop the function and create it again.")
		return nil
	}
	kept := list[0].Raw.Stmt
	unplace(kept.ProtoReflect())
	columns, rows := e.columns, e.rows
	e.columns, e.rows = nil, rowScopes{env: e.env, parameters: r.Inputs()}
	e.within = append(e.within, r)
	e.expandMessage(kept.ProtoReflect())
	e.within = e.within[:len(e.within)-1]
	e.columns, e.rows = columns, rows
	if e.err != nil {
		return nil
	}
	return kept
}

// countNodes counts the nodes that a call adds to the statement, and reports whether the sum is within mostNodes.
func (e *expander) countNodes(by int) bool {
	if e.nodes += by; e.nodes > mostNodes && e.err == nil {
		e.err = sqlstate.New(sqlstate.StatementTooComplex, "the bodies of the functions that the statement calls are too large: more than %d parts", mostNodes).
			WithHint("A function that another function calls twice counts twice.")
	}
	return e.err == nil
}
