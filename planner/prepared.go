package planner

import (
	"context"
	"strings"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB's PREPARE is not used. An EXECUTE there is planned as the statement that was prepared, with
// the values of the EXECUTE in the place of its parameters: it is judged, run and counted as that.

// PreparedQuery returns the text that a PREPARE prepares, with blanks in the place of what stands
// before, so that positions stay. Another text is returned as it is.
func PreparedQuery(text string) string {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return text
	}
	prepares := false
	for _, t := range scan.Tokens {
		switch {
		case t.Token == pg_query.Token_SQL_COMMENT || t.Token == pg_query.Token_C_COMMENT:
		case t.Token == pg_query.Token_PREPARE:
			prepares = true
		case !prepares:
			return text
		case t.Token == pg_query.Token_AS:
			return strings.Repeat(" ", utf8.RuneCountInString(text[:t.End])) + text[t.End:]
		}
	}
	return text
}

// planExecute plans an EXECUTE as the statement that it runs.
func (p *Planner) planExecute(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
	e := one.Raw.Stmt.GetExecuteStmt()
	sql, ok := before.prepared[e.Name]
	if !ok && scope.Prepared != nil {
		sql, ok = scope.Prepared(e.Name)
	}
	if !ok {
		return nil, sqlstate.New(sqlstate.InvalidStatementName, "prepared statement %q does not exist", e.Name)
	}
	text, err := executedText(sql, e)
	if err != nil {
		return nil, err
	}
	return p.planInstead(ctx, one, text, scope, before)
}

// PreparedText returns the query of a PREPARE, whose parameters are cast to the types that it gives them.
// Another text is returned as it is.
func PreparedText(text string) (string, error) {
	if err := parse.Check(text, 0); err != nil {
		return "", err
	}
	tree, err := pg_query.Parse(text)
	if err != nil || len(tree.Stmts) != 1 {
		return "", sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "what was prepared cannot be read again")
	}
	prepared := tree.Stmts[0].Stmt.GetPrepareStmt()
	if prepared == nil {
		return text, nil
	}
	values := make([]*pg_query.Node, len(prepared.Argtypes))
	for i, t := range prepared.Argtypes {
		values[i] = &pg_query.Node{Node: &pg_query.Node_TypeCast{TypeCast: &pg_query.TypeCast{
			Arg: pg_query.MakeParamRefNode(int32(i+1), -1), TypeName: t.GetTypeName(), Location: -1, //nolint:gosec // no PREPARE has more
		}}}
	}
	fillParameters(prepared.Query.ProtoReflect(), values)
	out, err := parse.Deparse(&pg_query.ParseResult{Version: tree.Version, Stmts: []*pg_query.RawStmt{{Stmt: prepared.Query}}})
	if err != nil {
		return "", sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "what was prepared cannot be written again")
	}
	return out, nil
}

// planInstead plans another text in place of a statement's own; that text runs.
// see, if it is there, is told of the plan of that text.
func (p *Planner) planInstead(ctx context.Context, one parse.Statement, text string, scope *Scope, before *batchState, see ...func(*Statement)) (*Statement, error) {
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return nil, sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "what the statement runs cannot be planned")
	}
	st, err := p.planStatement(ctx, list[0], text, scope, before)
	if err != nil {
		return nil, sqlstate.Unplaced(err)
	}
	for _, f := range see {
		f(st)
	}
	st.Text, st.Offset, st.Params, st.ParamTypes = one.Text, one.Offset, 0, nil
	st.executes, st.uncached = true, true
	for i := range st.Effects {
		st.Effects[i].Offset = one.Offset
	}
	for i := range st.Missing {
		st.Missing[i].Offset = one.Offset
	}
	return st, nil
}

// planKept plans a statement about what the engine keeps for a source with DuckDB's dialect, or
// returns nil for another statement.
func (p *Planner) planKept(ctx context.Context, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	plan := p.planExecute
	switch n := one.Raw.Stmt; {
	case n.GetExecuteStmt() != nil:
	case n.GetDeclareCursorStmt() != nil:
		plan = p.planDeclare
	case n.GetFetchStmt() != nil:
		plan = p.planFetch
	case copiesToSource(n.GetCopyStmt(), scope):
		return p.planCopyFile(ctx, one, scope, before)
	case n.GetCopyStmt() != nil:
		plan = func(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
			return p.planCopy(ctx, one, text, scope, before)
		}
	case len(serverCalls(n.GetSelectStmt())) > 0:
		plan = func(ctx context.Context, one parse.Statement, scope *Scope, _ *batchState) (*Statement, error) {
			return p.planServer(ctx, one, scope)
		}
	default:
		return nil, nil //nolint:nilnil // it is planned as all others
	}
	src, err := scope.Source(ctx, scope.Default)
	if err != nil || src.Info.Dialect != providers.DuckDB && !copiesElsewhere(one.Raw.Stmt.GetCopyStmt(), scope) {
		return nil, err
	}
	return plan(ctx, one, scope, before)
}

// executedText returns the statement that an EXECUTE runs, from what was prepared.
func executedText(sql string, e *pg_query.ExecuteStmt) (string, error) {
	if err := parse.Check(sql, 0); err != nil {
		return "", err
	}
	tree, err := pg_query.Parse(sql)
	if err != nil || len(tree.Stmts) != 1 {
		return "", sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "prepared statement %q cannot be executed by EXECUTE", e.Name)
	}
	raw := tree.Stmts[0]
	var types []*pg_query.Node
	if prepared := raw.Stmt.GetPrepareStmt(); prepared != nil {
		raw.Stmt, types = prepared.Query, prepared.Argtypes
	}
	switch raw.Stmt.GetNode().(type) {
	case *pg_query.Node_SelectStmt, *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_MergeStmt:
	default:
		return "", sqlstate.New(sqlstate.FeatureNotSupported, "EXECUTE of this kind of statement is not supported")
	}
	values, err := executedValues(e, types)
	if err != nil {
		return "", err
	}
	highest := fillParameters(raw.Stmt.ProtoReflect(), values)
	if wanted := max(highest, len(types)); wanted != len(values) {
		return "", sqlstate.New(sqlstate.SyntaxError, "wrong number of parameters for prepared statement %q", e.Name).
			WithDetail("Expected %d parameters but got %d.", wanted, len(values))
	}
	raw.StmtLocation, raw.StmtLen = 0, 0
	text, err := parse.Deparse(tree)
	if err != nil {
		return "", sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "prepared statement %q cannot be executed by EXECUTE", e.Name)
	}
	return text, parse.Check(text, 0)
}

// executedValues returns the values of an EXECUTE, each cast to the type that PREPARE gives it.
func executedValues(e *pg_query.ExecuteStmt, types []*pg_query.Node) ([]*pg_query.Node, error) {
	values := make([]*pg_query.Node, len(e.Params))
	for i, value := range e.Params {
		if !isConstant(value) {
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "parameter $%d of EXECUTE is not a constant", i+1).
				WithHint("The embedded engine, DuckDB, takes constants and casts of them.")
		}
		values[i] = value
		if i < len(types) && types[i].GetTypeName() != nil {
			values[i] = &pg_query.Node{Node: &pg_query.Node_TypeCast{
				TypeCast: &pg_query.TypeCast{Arg: value, TypeName: types[i].GetTypeName(), Location: -1},
			}}
		}
	}
	return values, nil
}

// isConstant reports a constant, a cast or an array of constants, or operators over constants.
func isConstant(n *pg_query.Node) bool {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_AConst:
		return true
	case *pg_query.Node_TypeCast:
		return isConstant(e.TypeCast.Arg)
	case *pg_query.Node_AExpr:
		return e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP && (e.AExpr.Lexpr == nil || isConstant(e.AExpr.Lexpr)) && isConstant(e.AExpr.Rexpr)
	case *pg_query.Node_AArrayExpr:
		for _, element := range e.AArrayExpr.Elements {
			if !isConstant(element) {
				return false
			}
		}
		return true
	}
	return false
}

// fillParameters puts values in the place of a tree's parameters, and returns the highest number of
// a parameter.
func fillParameters(m protoreflect.Message, values []*pg_query.Node) (highest int) {
	if n, ok := m.Interface().(*pg_query.Node); ok {
		if number := int(n.GetParamRef().GetNumber()); number > 0 {
			if number <= len(values) {
				value, _ := proto.Clone(values[number-1]).(*pg_query.Node)
				n.Node = value.GetNode()
			}
			return number
		}
	}
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.Kind() != protoreflect.MessageKind:
		case field.IsList():
			for list, i := value.List(), 0; i < list.Len(); i++ {
				highest = max(highest, fillParameters(list.Get(i).Message(), values))
			}
		default:
			highest = max(highest, fillParameters(value.Message(), values))
		}
		return true
	})
	return highest
}
