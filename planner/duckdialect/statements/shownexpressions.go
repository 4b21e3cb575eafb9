package statements

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// The catalogs show the expressions of CHECKs, defaults and generated columns. DuckDB keeps its own text of them, with the functions
// that stand for PostgreSQL's. So the expression keeps how PostgreSQL shows it: a CHECK beside its name, a value as the condition of a
// CASE that is always true.

// beginShown notes the table whose expressions are shown, and the columns that the statement gives to it.
func (t *Rules) beginShown(table *pg_query.RangeVar, elements []*pg_query.Node, isNew bool) {
	t.place = rewrite.Place{Schema: table.GetSchemaname(), Table: table.GetRelname(), New: isNew, Columns: slices.Clone(t.added)}
	for _, e := range elements {
		column := e.GetColumnDef()
		if column == nil {
			continue
		}
		t.place.Columns = append(t.place.Columns, &pg_query.ColumnDef{Colname: column.Colname, TypeName: proto.CloneOf(column.TypeName)})
	}
	t.placed = map[string]*pg_query.ColumnDef{}
	for _, c := range t.place.Columns {
		t.placed[c.Colname] = c
	}
	for _, e := range elements {
		for _, n := range e.GetColumnDef().GetConstraints() {
			k := n.GetConstraint()
			if kind := k.GetContype(); kind != pg_query.ConstrType_CONSTR_DEFAULT && kind != pg_query.ConstrType_CONSTR_GENERATED {
				continue
			}
			at := t.place
			if at.Type = proto.CloneOf(e.GetColumnDef().TypeName); k.Contype == pg_query.ConstrType_CONSTR_DEFAULT {
				at.Columns, at.New, at.Table = nil, true, ""
			}
			t.noteShown(k, k.RawExpr, at)
		}
	}
}

// noteShown notes how a value is shown that is more than a constant.
func (t *Rules) noteShown(of proto.Message, e *pg_query.Node, at rewrite.Place) {
	if e == nil || t.Env.SQLite {
		return
	}
	k, _ := of.(*pg_query.Constraint)
	isGenerated := k.GetContype() == pg_query.ConstrType_CONSTR_GENERATED // into whose text DuckDB writes a cast to the column's type
	if isGenerated {
		emulation.RefuseOfSession(&t.Translation, e, nil)
	} else {
		emulation.RefuseOfSession(&t.Translation, e, emulation.AskedInDefaults)
		defer emulation.CallUser(&t.Translation, e)
	}
	if t.Env.ShownExpression == nil || !isGenerated && !isComputed(e) && !isOddConstant(e, at.Type) {
		return
	}
	kept := providers.KeptConstraint{Kind: providers.KeptExpression}
	t.noteShownText(&kept, e, at)
	if _, constant := parse.TextConstant(e); constant && kept.Shown == "" {
		return // the source's own text tells more than the client's
	}
	if t.shown == nil {
		t.shown = map[proto.Message]providers.KeptConstraint{}
	}
	t.shown[of] = kept
}

// noteShownText has what is kept of an expression say how it is shown.
func (t *Rules) noteShownText(kept *providers.KeptConstraint, e *pg_query.Node, at rewrite.Place) {
	if t.Env.ShownExpression == nil || t.Env.SQLite {
		return
	}
	if named, ok := t.columnsNamed(e); ok && len(at.Columns) > 0 {
		at.Columns = named
	}
	shown := t.Env.ShownExpression(e, at)
	if kept.Shown, kept.Pretty = shown.Full, shown.Pretty; kept.Shown == "" {
		kept.Written = t.PostgresText(e)
	}
	if kept.Pretty == kept.Shown {
		kept.Pretty = ""
	}
}

// columnsNamed are the columns of the place that an expression names, so that thousands of expressions are not each compared with
// thousands of columns. ok is false where it names something else, as a whole row.
func (t *Rules) columnsNamed(e *pg_query.Node) (named []*pg_query.ColumnDef, ok bool) {
	seen := map[string]bool{}
	ok = true
	parse.EachMessage(e.ProtoReflect(), func(m proto.Message) {
		ref, is := m.(*pg_query.ColumnRef)
		if !is {
			return
		}
		name := ref.Fields[len(ref.Fields)-1].GetString_().GetSval()
		c := t.placed[name]
		if ok = ok && c != nil; ok && !seen[name] {
			seen[name] = true
			named = append(named, c)
		}
	})
	return named, ok && len(named) > 0
}

// keepShown returns a value that tells how it is shown, if that was noted.
func (t *Rules) keepShown(of proto.Message, e *pg_query.Node) *pg_query.Node {
	kept, ok := t.shown[of]
	if !ok || e == nil {
		return e
	}
	t.Changed = true
	return &pg_query.Node{Node: &pg_query.Node_CaseExpr{CaseExpr: &pg_query.CaseExpr{Location: build.Nowhere, Args: []*pg_query.Node{
		{Node: &pg_query.Node_CaseWhen{CaseWhen: &pg_query.CaseWhen{Expr: rewrite.KeptText(kept), Result: e, Location: build.Nowhere}}},
	}}}}
}

// keepShownOf has the values of columns tell how they are shown.
func (t *Rules) keepShownOf(elements []*pg_query.Node) {
	for _, e := range elements {
		for _, n := range e.GetColumnDef().GetConstraints() {
			if k := n.GetConstraint(); k != nil {
				k.RawExpr = t.keepShown(k, k.RawExpr)
			}
		}
	}
}

// isComputed reports whether a value is more than a constant, a call without arguments, or the next number of a sequence.
func isComputed(e *pg_query.Node) bool {
	if e.GetAArrayExpr() != nil || e.GetSqlvalueFunction() != nil {
		return e.GetSqlvalueFunction().GetOp() == pg_query.SQLValueFunctionOp_SVFOP_CURRENT_CATALOG || emulation.IsUser(e)
	}
	if _, name := parse.SplitName(e.GetFuncCall().GetFuncname()); name == "current_database" {
		return true
	}
	found := false
	parse.EachMessage(e.ProtoReflect(), func(m proto.Message) {
		switch n := m.(type) {
		case *pg_query.FuncCall:
			found = found || len(n.Args) > 0
		case *pg_query.A_Expr:
			found = found || n.Lexpr != nil
		case *pg_query.ColumnRef, *pg_query.CaseExpr, *pg_query.CoalesceExpr, *pg_query.MinMaxExpr, *pg_query.BoolExpr, *pg_query.SQLValueFunction, *pg_query.NullTest, *pg_query.A_Indirection:
			found = true
		}
	})
	return found && !drawsNumber(e)
}

// plainConstants are the types whose constants the catalogs show as Postgres does by DuckDB's text alone.
var plainConstants = parse.WordSet(`text varchar bpchar date interval jsonb uuid`)

// plainArrays are those of arrays.
var plainArrays = parse.WordSet(`text int4 int8 numeric`)

// oddConstants are types whose constants DuckDB writes as casts to types of its own, or of the source's.
var oddConstants = parse.WordSet(`bool int2 int4 int8 float4 float8 numeric json bytea time timetz timestamp timestamptz inet cidr macaddr int4range int8range numrange
	tsrange tstzrange daterange`)

// spelledAnew are types whose output function spells a constant otherwise than it may be written.
var spelledAnew = parse.WordSet(`interval timestamp date time timetz uuid int4 float4 float8`)

// isOddConstant reports whether DuckDB's text of a constant does not tell how Postgres shows it: of a cast to most types, and of an array of
// users' types, as that of a column is.
func isOddConstant(e *pg_query.Node, of *pg_query.TypeName) bool {
	_, column := parse.SplitName(of.GetNames())
	if len(of.GetArrayBounds()) > 0 && inference.TypeOIDs[column][0] == 0 && (e.GetAConst() != nil || e.GetAArrayExpr() != nil) {
		return !e.GetAConst().GetIsnull()
	}
	if written, constant := parse.TextConstant(e); constant && (spelledAnew[column] && len(of.GetArrayBounds()) == 0 || quotesElements(written, of)) {
		return true
	}
	if isOddNumber(e) {
		return true
	}
	c := e.GetTypeCast()
	isCast := func(n *pg_query.Node) bool { return n.GetTypeCast() != nil || n.GetAConst().GetFval() != nil }
	if slices.ContainsFunc(e.GetAArrayExpr().GetElements(), isCast) || c.GetArg().GetAArrayExpr() != nil {
		return true
	}
	if c == nil || c.Arg.GetAConst() == nil && c.Arg.GetTypeCast() == nil {
		return false
	}
	_, name := parse.SplitName(c.TypeName.GetNames())
	if len(c.TypeName.GetArrayBounds()) > 0 {
		written, _ := parse.TextConstant(c.Arg)
		return !plainArrays[name] || quotesElements(written, c.TypeName)
	}
	return oddConstants[name] || plainConstants[name] && (c.Arg.GetAConst().GetIsnull() || c.Arg.GetTypeCast() != nil)
}

// isOddNumber reports whether a number is not shown as it is written: it has an exponent, no digit on one side of its point, or a plus.
func isOddNumber(e *pg_query.Node) bool {
	if x := e.GetAExpr(); x != nil && x.Lexpr == nil {
		_, op := parse.SplitName(x.Name)
		return op == "+"
	}
	digits := e.GetAConst().GetFval().GetFval()
	return strings.ContainsAny(digits, "eE") || strings.HasSuffix(digits, ".") || strings.HasPrefix(strings.TrimPrefix(digits, "-"), ".")
}

// quotesElements reports whether a constant of an array type has elements that are written in quotes.
func quotesElements(written string, of *pg_query.TypeName) bool {
	return len(of.GetArrayBounds()) > 0 && strings.ContainsAny(written, ` "`)
}

// drawsNumber reports whether a value is the next number of a sequence, or is computed from one.
func drawsNumber(e *pg_query.Node) (found bool) {
	parse.EachMessage(e.ProtoReflect(), func(m proto.Message) {
		if f, ok := m.(*pg_query.FuncCall); ok {
			_, name := parse.SplitName(f.Funcname)
			found = found || name == "nextval"
		}
	})
	return found
}
