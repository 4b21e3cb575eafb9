package usertypes

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// checkText writes the condition of a domain as the catalog shows it.
type checkText struct {
	t      *Rules
	of     *providers.UserType
	pretty bool // without brackets around what binds by itself
}

// shownCheck is the condition of a domain with brackets around each operation, and with few.
func (t *Rules) shownCheck(n *pg_query.Node, u *providers.UserType) (shown, pretty string) {
	if s := t.analysedCheck(n, u); s.Full != "" {
		return s.Full, s.Pretty
	}
	shown = checkText{t, u, false}.write(n, false)
	return shown, checkText{t, u, true}.write(n, false)
}

// valueColumn stands for VALUE where a condition is analysed.
const valueColumn = "pg__value"

// analysedCheck is the condition as the analysis shows one over a column of the domain's values; nothing where it does not know all of it.
func (t *Rules) analysedCheck(n *pg_query.Node, u *providers.UserType) rewrite.Shown {
	if t.Env.ShownExpression == nil || t.Env.SQLite {
		return rewrite.Shown{}
	}
	over := proto.CloneOf(n)
	parse.EachMessage(over.ProtoReflect(), func(m proto.Message) {
		if ref, is := m.(*pg_query.ColumnRef); is && len(ref.Fields) == 1 && ref.Fields[0].GetString_().GetSval() == "value" {
			ref.Fields = build.Names(valueColumn)
		}
	})
	column := &pg_query.ColumnDef{Colname: valueColumn, TypeName: t.parsedType(t.domains(u)[0].Base)}
	s := t.Env.ShownExpression(over, rewrite.Place{New: true, Condition: true, Columns: []*pg_query.ColumnDef{column}})
	s.Full, s.Pretty = strings.ReplaceAll(s.Full, valueColumn, "VALUE"), strings.ReplaceAll(s.Pretty, valueColumn, "VALUE")
	return s
}

// bracketed puts brackets around an operation.
func (c checkText) bracketed(s string, inner bool) string {
	if c.pretty && !inner {
		return s
	}
	return "(" + s + ")"
}

// write writes an expression; inner: it is an operand of an operation.
func (c checkText) write(n *pg_query.Node, inner bool) string {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		return "VALUE"
	case *pg_query.Node_AExpr:
		if s, ok := c.operation(e.AExpr, inner); ok {
			return s
		}
	case *pg_query.Node_BoolExpr:
		var parts []string
		for _, arg := range e.BoolExpr.Args {
			parts = append(parts, c.write(arg, arg.GetBoolExpr() != nil))
		}
		switch e.BoolExpr.Boolop {
		case pg_query.BoolExprType_NOT_EXPR:
			return c.bracketed("NOT "+parts[0], inner)
		case pg_query.BoolExprType_OR_EXPR:
			return c.bracketed(strings.Join(parts, " OR "), inner)
		}
		return c.bracketed(strings.Join(parts, " AND "), inner)
	case *pg_query.Node_NullTest:
		kind := " IS NOT NULL"
		if e.NullTest.Nulltesttype == pg_query.NullTestType_IS_NULL {
			kind = " IS NULL"
		}
		return c.bracketed(c.write(e.NullTest.Arg, true)+kind, inner)
	case *pg_query.Node_FuncCall:
		if _, name := parse.SplitName(e.FuncCall.Funcname); e.FuncCall.Funcformat == pg_query.CoercionForm_COERCE_EXPLICIT_CALL {
			var args []string
			for _, arg := range e.FuncCall.Args {
				args = append(args, c.operand(arg))
			}
			return name + "(" + strings.Join(args, ", ") + ")"
		}
	}
	return withValue(c.t.PostgresText(n))
}

// operation writes an operation; ok is false for one of another form.
func (c checkText) operation(e *pg_query.A_Expr, inner bool) (s string, ok bool) {
	_, op := parse.SplitName(e.Name)
	list := e.Rexpr.GetList().GetItems()
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP, pg_query.A_Expr_Kind_AEXPR_LIKE, pg_query.A_Expr_Kind_AEXPR_ILIKE:
		if e.Lexpr == nil {
			return "", false
		}
		return c.bracketed(c.operand(e.Lexpr)+" "+op+" "+c.operand(e.Rexpr), inner), true
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN:
		value := c.operand(e.Lexpr)
		from, to := value+" >= "+c.operand(list[0]), value+" <= "+c.operand(list[1])
		return c.bracketed(c.bracketed(from, false)+" AND "+c.bracketed(to, false), inner), true
	case pg_query.A_Expr_Kind_AEXPR_IN:
		var items []string
		for _, item := range list {
			items = append(items, c.operand(item))
		}
		if op == "=" {
			return c.bracketed(c.operand(e.Lexpr)+" = ANY ("+c.texts(items)+")", inner), true
		}
		return c.bracketed(c.operand(e.Lexpr)+" <> ALL ("+c.texts(items)+")", inner), true
	}
	return "", false
}

// texts writes the array of IN: those of limited texts are cast.
func (c checkText) texts(items []string) string {
	list := "ARRAY[" + strings.Join(items, ", ") + "]"
	if c.of.TypName != "varchar" {
		return list
	}
	list = strings.ReplaceAll(list, "'::text", "'::character varying")
	if c.pretty {
		return list + "::text[]"
	}
	return "(" + list + ")::text[]"
}

// constantTypes are the types that quoted constants get beside a value.
var constantTypes = map[string]string{
	"text": "text", "varchar": "text", "bpchar": "bpchar", "uuid": "uuid", "date": "date", "interval": "interval",
	"timestamp": "timestamp without time zone", "timestamptz": "timestamp with time zone", "time": "time without time zone",
}

// operand writes an operand: a quoted constant has its type, and so has a text of limited length.
func (c checkText) operand(n *pg_query.Node) string {
	as := func(s, kind string) string {
		if c.pretty {
			return s + "::" + kind
		}
		return "(" + s + ")::" + kind
	}
	kind := constantTypes[c.of.TypName]
	if s, quoted := parse.TextConstant(n); quoted && kind != "" {
		return lexical.QuoteText(s) + "::" + kind
	}
	if isValue(n) && c.of.TypName == "varchar" {
		return as("VALUE", "text")
	}
	if _, number := parse.IntConstant(n); number && (c.of.TypName == "numeric" || c.of.TypName == "float8") {
		return as(c.t.PostgresText(n), map[string]string{"numeric": "numeric", "float8": "double precision"}[c.of.TypName])
	}
	return c.write(n, true)
}

// withValue writes VALUE in capitals.
func withValue(sql string) string {
	words := strings.Split(sql, " ")
	for i, w := range words {
		if strings.Trim(w, "()") == "value" {
			words[i] = strings.ReplaceAll(w, "value", "VALUE")
		}
	}
	return strings.Join(words, " ")
}
