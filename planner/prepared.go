package planner

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
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

// Executed is a prepared statement that an EXECUTE runs.
type Executed struct{ Name string }

// executeOf is the EXECUTE of a statement, or that within EXPLAIN or CREATE TABLE AS; nil: it has none.
func executeOf(n *pg_query.Node) *pg_query.ExecuteStmt {
	for {
		switch {
		case n.GetExplainStmt() != nil:
			n = n.GetExplainStmt().Query
		case n.GetCreateTableAsStmt() != nil:
			n = n.GetCreateTableAsStmt().Query
		default:
			return n.GetExecuteStmt()
		}
	}
}

// planExecute plans an EXECUTE as the statement that it runs.
func (p *Planner) planExecute(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
	e := executeOf(one.Raw.Stmt)
	sql, ok := before.prepared[e.Name]
	if !ok && scope.Prepared != nil {
		sql, ok = scope.Prepared(e.Name)
	}
	if !ok {
		return nil, sqlstate.New(sqlstate.InvalidStatementName, "prepared statement %q does not exist", e.Name)
	}
	src, err := scope.Source(ctx, scope.Default)
	if err != nil {
		return nil, err
	}
	x := execution{name: e.Name, steady: func(f string) bool {
		return !volatileFunctions[f] && anyFunction(src, f, func(f providers.Function) bool {
			return f.Builtin && f.Kind != 'a' && f.Kind != 'w' && !isVolatile(f)
		})
	}}
	if scope.PreparedTypes != nil {
		x.oids = scope.PreparedTypes(e.Name)
	}
	tree, err := x.fill(sql, e)
	if err != nil {
		return nil, err
	}
	if one.Raw.Stmt.GetExecuteStmt() == nil {
		whole, _ := proto.Clone(one.Raw.Stmt).(*pg_query.Node)
		c := cmp.Or(whole.GetCreateTableAsStmt(), whole.GetExplainStmt().GetQuery().GetCreateTableAsStmt())
		switch query := tree.Stmts[0].Stmt; {
		case c == nil:
			whole.GetExplainStmt().Query = query
		case query.GetSelectStmt() == nil:
			return nil, sqlstate.New(sqlstate.WrongObjectType, "prepared statement is not a SELECT")
		default:
			c.Query = query
		}
		tree.Stmts[0].Stmt = whole
	}
	text, err := x.deparse(tree)
	if err != nil {
		return nil, err
	}
	st, err := p.planInstead(ctx, one, text, scope, before)
	if err == nil && one.Raw.Stmt.GetExecuteStmt() != nil && st.Class == Read {
		st.Executes = &Executed{e.Name}
	}
	return st, err
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
	castParameters(prepared)
	out, err := parse.Deparse(&pg_query.ParseResult{Version: tree.Version, Stmts: []*pg_query.RawStmt{{Stmt: prepared.Query}}})
	if err != nil {
		return "", sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "what was prepared cannot be written again")
	}
	return out, nil
}

// castParameters casts the parameters of a PREPARE to the types that it gives them.
func castParameters(prepared *pg_query.PrepareStmt) {
	values := make([]*pg_query.Node, len(prepared.Argtypes))
	for i, t := range prepared.Argtypes {
		values[i] = build.Cast(pg_query.MakeParamRefNode(int32(i+1), -1), withoutModifiers(t.GetTypeName())) //nolint:gosec // no PREPARE has more
	}
	fillParameters(prepared.Query.ProtoReflect(), values)
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
	case executeOf(n) != nil:
	case n.GetDeclareCursorStmt() != nil:
		plan = p.planDeclare
	case n.GetFetchStmt() != nil:
		plan = p.planFetch
	case currentOf(n) != "":
		plan = p.planCurrentOf
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

// PreparedTypes are the types that a PREPARE gives to its parameters, as casts to regtype read them; none for another text.
func PreparedTypes(text string) (list []string) {
	tree, err := pg_query.Parse(text)
	if err != nil || len(tree.Stmts) != 1 {
		return nil
	}
	for _, t := range tree.Stmts[0].Stmt.GetPrepareStmt().GetArgtypes() {
		cast := build.Select(nil, build.Target(build.Cast(build.Null(), withoutModifiers(t.GetTypeName())), ""))
		text, err := parse.Deparse(&pg_query.ParseResult{Version: tree.Version, Stmts: []*pg_query.RawStmt{{Stmt: cast}}})
		_, name, found := strings.Cut(text, "::")
		if err != nil || !found {
			return nil
		}
		list = append(list, name)
	}
	return list
}

// withoutModifiers is a type as parameters have it: without a length or a scale.
func withoutModifiers(t *pg_query.TypeName) *pg_query.TypeName {
	plain, _ := proto.Clone(t).(*pg_query.TypeName)
	plain.Typmods = nil
	return plain
}

// execution puts the values of an EXECUTE into what was prepared.
type execution struct {
	name   string
	oids   []uint32                   // the types of the parameters; 0, or a short list: they are not known
	steady func(function string) bool // a function of PostgreSQL's own that returns the same for the same arguments
}

// fill returns the tree of the statement that an EXECUTE runs, from what was prepared.
func (x execution) fill(sql string, e *pg_query.ExecuteStmt) (*pg_query.ParseResult, error) {
	if err := parse.Check(sql, 0); err != nil {
		return nil, err
	}
	tree, err := pg_query.Parse(sql)
	if err != nil || len(tree.Stmts) != 1 {
		return nil, sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "prepared statement %q cannot be executed by EXECUTE", e.Name)
	}
	raw := tree.Stmts[0]
	var types []*pg_query.Node
	if prepared := raw.Stmt.GetPrepareStmt(); prepared != nil {
		raw.Stmt, types = prepared.Query, prepared.Argtypes
	}
	switch raw.Stmt.GetNode().(type) {
	case *pg_query.Node_SelectStmt, *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_MergeStmt:
	default:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "EXECUTE of this kind of statement is not supported")
	}
	wanted := max(fillParameters(raw.Stmt.ProtoReflect(), nil), len(types))
	if wanted == 0 { // the values are not looked at
		return tree, nil
	}
	if wanted != len(e.Params) {
		return nil, sqlstate.New(sqlstate.SyntaxError, "wrong number of parameters for prepared statement %q", e.Name).
			WithDetail("Expected %d parameters but got %d.", wanted, len(e.Params))
	}
	values, err := x.values(e, types)
	if err != nil {
		return nil, err
	}
	fillParameters(raw.Stmt.ProtoReflect(), values)
	return tree, nil
}

func (x execution) deparse(tree *pg_query.ParseResult) (string, error) {
	raw := tree.Stmts[0]
	raw.StmtLocation, raw.StmtLen = 0, 0
	text, err := parse.Deparse(tree)
	if err != nil {
		return "", sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "prepared statement %q cannot be executed by EXECUTE", x.name)
	}
	return text, parse.Check(text, 0)
}

// values returns the values of an EXECUTE, each cast to the type of its parameter.
func (x execution) values(e *pg_query.ExecuteStmt, types []*pg_query.Node) ([]*pg_query.Node, error) {
	values := make([]*pg_query.Node, len(e.Params))
	for i, value := range e.Params {
		if !x.isSteady(value) {
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "parameter $%d of EXECUTE is not a constant", i+1).
				WithHint("The embedded engine, DuckDB, takes constants, and functions of them that are not volatile.")
		}
		to := x.typeOf(i, types)
		if to == nil {
			values[i] = value
			continue
		}
		if from, into := typeNamed(constantType(value)), typeNamed(to); from != "" && into != "" && !isAssignable(from, into) {
			return nil, sqlstate.New(sqlstate.DatatypeMismatch, "parameter $%d of type %s cannot be coerced to the expected type %s", i+1, inference.Spelled(from), inference.Spelled(into)).
				WithHint("You will need to rewrite or cast the expression.")
		}
		values[i] = build.Cast(value, to)
	}
	return values, nil
}

// typeOf is the type of a parameter, the first of which is at 0; nil: it is not known.
func (x execution) typeOf(i int, types []*pg_query.Node) *pg_query.TypeName {
	if i < len(types) && types[i].GetTypeName() != nil && !isUnknown(types[i].GetTypeName()) {
		return withoutModifiers(types[i].GetTypeName())
	}
	if i < len(x.oids) && inference.Names[x.oids[i]] != "" {
		return build.PlainType(inference.Names[x.oids[i]])
	}
	return nil
}

func isUnknown(t *pg_query.TypeName) bool {
	_, name := parse.SplitName(t.Names)
	return name == "unknown"
}

// typeNamed is the name of a type that isAssignable knows; "": it is another one.
func typeNamed(t *pg_query.TypeName) string {
	_, name := parse.SplitName(t.GetNames())
	if len(t.GetArrayBounds()) > 0 || assignable[name] == nil {
		return ""
	}
	return name
}

// constantType is the type of a value as it is written; nil: it has none, or only the source knows.
func constantType(n *pg_query.Node) *pg_query.TypeName {
	c := n.GetAConst()
	switch {
	case n.GetTypeCast() != nil:
		return n.GetTypeCast().TypeName
	case c.GetBoolval() != nil:
		return build.PlainType("bool")
	case c.GetIval() != nil:
		return build.PlainType("int4")
	case c.GetFval() != nil && strings.ContainsAny(c.GetFval().Fval, ".eE"):
		return build.PlainType("numeric")
	}
	return nil
}

var (
	numberTypes = parse.WordSet("int2 int4 int8 float4 float8 numeric")
	textTypes   = parse.WordSet("text varchar bpchar")
	// assignable are types, and those that they are assigned to besides themselves and texts.
	assignable = map[string]map[string]bool{
		"int2": numberTypes, "int4": numberTypes, "int8": numberTypes, "float4": numberTypes, "float8": numberTypes, "numeric": numberTypes,
		"text": textTypes, "varchar": textTypes, "bpchar": textTypes, "bool": {}, "uuid": {}, "bytea": {}, "interval": {"time": true},
		"json": {"jsonb": true}, "jsonb": {"json": true}, "date": {"timestamp": true, "timestamptz": true},
		"timestamp": {"date": true, "time": true, "timestamptz": true}, "timestamptz": {"date": true, "time": true, "timestamp": true, "timetz": true},
		"time": {"interval": true, "timetz": true}, "timetz": {"time": true},
	}
)

// isAssignable reports whether PostgreSQL has a cast in assignment from one type to another.
func isAssignable(from, into string) bool {
	return from == into || textTypes[into] || assignable[from][into]
}

// isSteady reports an expression over constants that has one value, however often it is computed.
func (x execution) isSteady(n *pg_query.Node) bool {
	steady := true
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch e := m.(type) {
		case *pg_query.ColumnRef, *pg_query.ParamRef, *pg_query.SubLink, *pg_query.SetToDefault, *pg_query.A_Indirection:
			steady = false
		case *pg_query.FuncCall:
			schema, name := parse.SplitName(e.Funcname)
			steady = steady && (schema == "" || schema == "pg_catalog") && e.Over == nil && e.AggFilter == nil && !e.AggStar && !e.AggDistinct && x.steady(name)
		}
	})
	return steady
}

// fillParameters puts values in the place of a tree's parameters, and returns the highest number of
// a parameter.
func fillParameters(m protoreflect.Message, values []*pg_query.Node) (highest int) {
	if target, ok := m.Interface().(*pg_query.ResTarget); ok && target.Name == "" && target.Val.GetParamRef() != nil {
		target.Name = "?column?" // and not that of the cast
	}
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

// ReturnsParameters reports whether a PREPARE has parameters in RETURNING, which DuckDB does not describe, and gives types to all of its
// parameters.
func ReturnsParameters(text string) bool {
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return false
	}
	p := list[0].Raw.Stmt.GetPrepareStmt()
	returned := slices.Concat(p.GetQuery().GetInsertStmt().GetReturningList(), p.GetQuery().GetUpdateStmt().GetReturningList(), p.GetQuery().GetDeleteStmt().GetReturningList())
	found, highest := false, 0
	parse.EachMessage((&pg_query.List{Items: returned}).ProtoReflect(), func(m proto.Message) {
		_, is := m.(*pg_query.ParamRef)
		found = found || is
	})
	parse.EachMessage(p.ProtoReflect(), func(m proto.Message) {
		if r, ok := m.(*pg_query.ParamRef); ok {
			highest = max(highest, int(r.Number))
		}
	})
	return found && highest <= len(p.GetArgtypes())
}
