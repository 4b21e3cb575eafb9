package planner

import (
	"context"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What PostgreSQL does among its sessions DuckDB knows nothing of: the engine does it for a source with
// DuckDB's dialect. These statements are LISTEN, UNLISTEN, NOTIFY, and a SELECT of nothing but calls of
// serverFunctions.

// Notify is a LISTEN, UNLISTEN or NOTIFY.
type Notify struct {
	Channel string // "": UNLISTEN *
	Payload string
}

// ServerCall is a call of a function that the engine answers.
type ServerCall struct {
	Function string
	Column   string // what its column is called
	Args     []ServerArg
}

// ServerArg is an argument: a constant, a parameter, or the number of the session.
type ServerArg struct {
	Value *string // nil: NULL, or one of the others
	Param int     // $n; 0: none
	Self  bool    // pg_backend_pid()
}

// serverFunctions are the functions, with the types of their arguments. Advisory locks have one bigint, or
// two integers.
var serverFunctions = map[string][][]uint32{
	"pg_sleep": {{701}}, "pg_notify": {{25, 25}}, "pg_cancel_backend": {{23}}, "pg_terminate_backend": {{23}},

	"pg_advisory_lock": {{20}, {23, 23}}, "pg_advisory_lock_shared": {{20}, {23, 23}},
	"pg_try_advisory_lock": {{20}, {23, 23}}, "pg_try_advisory_lock_shared": {{20}, {23, 23}},
	"pg_advisory_xact_lock": {{20}, {23, 23}}, "pg_advisory_xact_lock_shared": {{20}, {23, 23}},
	"pg_try_advisory_xact_lock": {{20}, {23, 23}}, "pg_try_advisory_xact_lock_shared": {{20}, {23, 23}},
	"pg_advisory_unlock": {{20}, {23, 23}}, "pg_advisory_unlock_shared": {{20}, {23, 23}},
	"pg_advisory_unlock_all": {{}},
}

// types returns the types of the arguments of a call, or false if there is no such function.
func (c ServerCall) types() ([]uint32, bool) {
	for _, types := range serverFunctions[c.Function] {
		if len(types) == len(c.Args) {
			return types, true
		}
	}
	return nil, false
}

// Boolean reports whether the function returns a boolean; the others return nothing.
func (c ServerCall) Boolean() bool {
	switch c.Function {
	case "pg_cancel_backend", "pg_terminate_backend", "pg_advisory_unlock", "pg_advisory_unlock_shared":
		return true
	}
	return strings.HasPrefix(c.Function, "pg_try_")
}

// planServer plans a SELECT of calls that the engine answers, and returns nil for another statement.
func (p *Planner) planServer(ctx context.Context, one parse.Statement, scope *Scope) (*Statement, error) {
	calls := serverCalls(one.Raw.Stmt.GetSelectStmt())
	if len(calls) == 0 {
		return nil, nil //nolint:nilnil // it is planned as all others
	}
	src, err := scope.Source(ctx, scope.Default)
	if err != nil {
		return nil, err
	}
	st := &Statement{Text: one.Text, Offset: one.Offset, SQL: one.Text, Verb: "SELECT", Class: Read, Provider: scope.Default, Calls: calls, Version: src.version(), uncached: true}
	var effects []Effect
	for _, c := range calls {
		rule, known := builtinRule(c.Function)
		if !known {
			rule = builtin{class: Unknown, reason: "it is not known"}
		}
		effects = append(effects, Effect{Class: rule.class, Kind: FunctionCall, Name: c.Function, What: "function " + c.Function, Reason: rule.reason, Offset: one.Offset})
		st.Functions = append(st.Functions, c.Function)
		for i, a := range c.Args {
			for len(st.ParamTypes) < a.Param {
				st.ParamTypes = append(st.ParamTypes, 0)
			}
			if a.Param > 0 {
				types, _ := c.types()
				st.ParamTypes[a.Param-1] = types[i]
			}
		}
	}
	if i := slices.Index(st.ParamTypes, 0); i >= 0 {
		return nil, sqlstate.New(sqlstate.IndeterminateDatatype, "could not determine data type of parameter $%d", i+1)
	}
	st.Params = len(st.ParamTypes)
	setEffects(st, effects)
	return st, nil
}

// serverCalls are the calls of a SELECT of nothing else; none for another statement.
func serverCalls(s *pg_query.SelectStmt) (calls []ServerCall) {
	if s == nil || len(s.TargetList) == 0 || len(s.FromClause)+len(s.GroupClause)+len(s.WindowClause)+len(s.SortClause)+len(s.DistinctClause)+len(s.LockingClause) > 0 ||
		s.WhereClause != nil || s.HavingClause != nil || s.LimitCount != nil || s.LimitOffset != nil || s.IntoClause != nil || s.WithClause != nil {
		return nil
	}
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		f := target.GetVal().GetFuncCall()
		name := serverFunction(f)
		if name == "" {
			return nil
		}
		c := ServerCall{Function: name, Column: target.Name}
		if c.Column == "" {
			c.Column = name
		}
		for _, arg := range f.Args {
			a, ok := serverArg(arg)
			if !ok {
				return nil
			}
			c.Args = append(c.Args, a)
		}
		if _, known := c.types(); !known {
			return nil
		}
		calls = append(calls, c)
	}
	return calls
}

// serverFunction is the name of a plain call, if the engine answers it.
func serverFunction(f *pg_query.FuncCall) string {
	if f == nil || f.AggStar || f.AggDistinct || f.AggFilter != nil || f.Over != nil || len(f.AggOrder) > 0 || f.FuncVariadic {
		return ""
	}
	name := parse.Strings(f.Funcname)
	if len(name) == 2 && name[0] == "pg_catalog" {
		name = name[1:]
	}
	if len(name) != 1 || serverFunctions[name[0]] == nil {
		return ""
	}
	return name[0]
}

// serverArg reads an argument.
func serverArg(n *pg_query.Node) (a ServerArg, ok bool) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ParamRef:
		a.Param = int(e.ParamRef.Number)
		return a, a.Param > 0 && a.Param <= 65535
	case *pg_query.Node_TypeCast:
		if len(e.TypeCast.TypeName.GetTypmods()) > 0 { // it would cut the text
			return a, false
		}
		return serverArg(e.TypeCast.Arg)
	case *pg_query.Node_FuncCall:
		name := parse.Strings(e.FuncCall.Funcname)
		return ServerArg{Self: true}, len(e.FuncCall.Args) == 0 && name[len(name)-1] == "pg_backend_pid"
	case *pg_query.Node_AExpr:
		a, ok = serverArg(e.AExpr.Rexpr)
		if !ok || a.Value == nil || e.AExpr.Lexpr != nil || e.AExpr.Kind != pg_query.A_Expr_Kind_AEXPR_OP || len(e.AExpr.Name) != 1 || e.AExpr.Name[0].GetString_().GetSval() != "-" {
			return a, false
		}
		negative := "-" + *a.Value
		return ServerArg{Value: &negative}, true
	case *pg_query.Node_AConst:
		value := ""
		switch c := e.AConst.Val.(type) {
		case *pg_query.A_Const_Ival:
			value = strconv.Itoa(int(c.Ival.Ival))
		case *pg_query.A_Const_Fval:
			value = c.Fval.Fval
		case *pg_query.A_Const_Sval:
			value = c.Sval.Sval
		default:
			return a, e.AConst.Isnull
		}
		return ServerArg{Value: &value}, true
	}
	return a, false
}

// notifyOf is what a LISTEN, UNLISTEN or NOTIFY names; nil for another statement.
func notifyOf(n *pg_query.Node) *Notify {
	switch {
	case n.GetListenStmt() != nil:
		return &Notify{Channel: n.GetListenStmt().Conditionname}
	case n.GetUnlistenStmt() != nil:
		return &Notify{Channel: n.GetUnlistenStmt().Conditionname}
	case n.GetNotifyStmt() != nil:
		return &Notify{Channel: n.GetNotifyStmt().Conditionname, Payload: n.GetNotifyStmt().Payload}
	}
	return nil
}

// Savepoint is the name that a SAVEPOINT, RELEASE or ROLLBACK TO has; "" for another statement.
func (s *Statement) Savepoint() string { return s.savepoint }
