package statements

import (
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// indexed tells which expressions over the columns of a table mean the same in DuckDB, without a function of ours: DuckDB reads those
// of an index again when it opens the database.
type indexed struct {
	*Rules
	table *pg_query.RangeVar
}

// sameEquality reports whether the equality that a key of an index is told to have is that of the type.
func sameEquality(e *pg_query.IndexElem) bool {
	schema, class := parse.SplitName(e.GetOpclass())
	_, collation := parse.SplitName(e.GetCollation())
	return (schema == "" || schema == "pg_catalog") && (class == "" || strings.HasSuffix(class, "_pattern_ops") || strings.HasSuffix(class, "_ops") && !strings.HasPrefix(class, "json")) &&
		(collation == "" || collation == "C" || collation == "POSIX" || collation == "default")
}

// leavePlainCasts leaves out the casts that PostgreSQL adds where it shows an index: of texts to text, and of constants to the types of what they
// are compared with.
func (i indexed) leavePlainCasts(s *pg_query.IndexStmt) {
	leave := func(n *pg_query.Node) {
		c := n.GetTypeCast()
		if c == nil || len(c.TypeName.GetArrayBounds())+len(c.TypeName.GetTypmods()) > 0 {
			return
		}
		schema, name := parse.SplitName(c.TypeName.GetNames())
		plain := schema == "" || schema == "pg_catalog"
		written, quoted := parse.TextConstant(c.Arg)
		_, number := parse.IntConstant(c.Arg)
		switch {
		case plain && name == "text" && i.isText(c.Arg),
			quoted && i.Env.Enum != nil && i.Env.Enum(schema, name) != nil,
			plain && name == "date" && quoted && isoDate.MatchString(written),
			plain && number && (name == "numeric" || name == "int8" || name == "int2"):
			n.Node = c.Arg.Node
		}
	}
	for _, p := range s.IndexParams {
		i.EachNode(p.GetIndexElem().GetExpr(), leave)
	}
	i.EachNode(s.WhereClause, leave)
}

// isoDate matches a date that every DateStyle reads alike.
var isoDate = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// same reports whether an expression means the same.
func (i indexed) same(m protoreflect.Message) bool {
	switch n := m.Interface().(type) {
	case *pg_query.ColumnRef:
		return len(n.Fields) == 1 && n.Fields[0].GetString_() != nil
	case *pg_query.A_Const:
		return true
	case *pg_query.FuncCall:
		return i.sameCall(n)
	case *pg_query.TypeCast:
		return i.sameCast(n)
	case *pg_query.A_Expr:
		return i.sameOperator(n)
	case *pg_query.Node, *pg_query.BoolExpr, *pg_query.NullTest, *pg_query.BooleanTest, *pg_query.CoalesceExpr, *pg_query.List:
	default:
		return false
	}
	fine := true
	parse.Children(m, func(child protoreflect.Message) bool {
		fine = i.same(child)
		return fine
	})
	return fine
}

// isText reports whether an expression is a text, whose blanks count.
func (i indexed) isText(n *pg_query.Node) bool {
	switch {
	case n.GetColumnRef() != nil:
		parts := parse.NameParts(n.GetColumnRef().Fields)
		c := i.ColumnOf(i.table, parts[len(parts)-1])
		return c != nil && !c.Array && c.User == "" && (c.Type == pgtype.TextOID || c.Type == pgtype.VarcharOID)
	case n.GetAConst().GetSval() != nil:
		return true
	case n.GetFuncCall() != nil:
		_, name := parse.SplitName(n.GetFuncCall().Funcname)
		return (name == "lower" || name == "upper") && len(n.GetFuncCall().Args) == 1 && i.isText(n.GetFuncCall().Args[0])
	case n.GetCoalesceExpr() != nil:
		return !slices.ContainsFunc(n.GetCoalesceExpr().Args, func(a *pg_query.Node) bool { return !i.isText(a) })
	case n.GetAExpr() != nil:
		e := n.GetAExpr()
		return e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && slices.Equal(parse.Strings(e.Name), []string{"||"}) && i.isText(e.Lexpr) && i.isText(e.Rexpr)
	}
	return false
}

// sameCall reports whether a call is one of lower or upper, or of length or md5 of a text.
func (i indexed) sameCall(f *pg_query.FuncCall) bool {
	schema, name := parse.SplitName(f.Funcname)
	switch {
	case schema != "" && schema != "pg_catalog":
		return false
	case len(f.Args) == 2:
		return i.samePart(f, name)
	case len(f.Args) != 1 || name != "lower" && name != "upper" && (name != "length" && name != "md5" || !i.isText(f.Args[0])):
		return false
	}
	f.Funcname = build.Names(name)
	return i.same(f.Args[0].ProtoReflect())
}

// The fields of dates and times that are whole numbers, of which infinity has none, with the source's functions, and the units of date_trunc.
var (
	dayFields = map[string]string{
		"month": "month", "day": "day", "quarter": "quarter", "week": "week", "dow": "dayofweek", "isodow": "isodow", "doy": "dayofyear",
	}
	timeFields = map[string]string{"hour": "hour", "minute": "minute"}
	cutUnits   = parse.WordSet(`year quarter month week day hour minute second`)
)

// samePart reports whether a call takes a field of a date or a timestamp without a zone, or cuts such a timestamp.
func (i indexed) samePart(f *pg_query.FuncCall, name string) bool {
	unit, quoted := parse.TextConstant(f.Args[0])
	parts := parse.NameParts(f.Args[1].GetColumnRef().GetFields())
	if !quoted || len(parts) != 1 {
		return false
	}
	c := i.ColumnOf(i.table, parts[0])
	if c == nil || c.Array || c.User != "" || c.Type != pgtype.TimestampOID && c.Type != pgtype.DateOID {
		return false
	}
	unit = strings.ToLower(unit)
	switch name {
	case "extract", "date_part":
		by := dayFields[unit]
		if by == "" && c.Type == pgtype.TimestampOID {
			by = timeFields[unit]
		}
		f.Funcname, f.Args, f.Funcformat = build.Names(by), f.Args[1:], pg_query.CoercionForm_COERCE_EXPLICIT_CALL
		return by != ""
	case "date_trunc":
		f.Funcname = build.Names("date_trunc")
		return cutUnits[unit] && c.Type == pgtype.TimestampOID
	}
	return false
}

// sameCast reports whether a cast is one of a constant to text or boolean, or of a timestamp to its date.
func (i indexed) sameCast(c *pg_query.TypeCast) bool {
	schema, name := parse.SplitName(c.TypeName.GetNames())
	if schema != "" && schema != "pg_catalog" || len(c.TypeName.ArrayBounds) > 0 {
		return false
	}
	if parts := parse.NameParts(c.Arg.GetColumnRef().GetFields()); name == "date" && len(parts) == 1 {
		column := i.ColumnOf(i.table, parts[0])
		return column != nil && !column.Array && column.User == "" && column.Type == pgtype.TimestampOID
	}
	return (name == "text" || name == "bool") && c.Arg.GetAConst() != nil
}

// sameOperator reports whether an operator compares two such expressions, puts texts together, computes with a column of integers and a constant, or compares a text with a plain pattern.
func (i indexed) sameOperator(e *pg_query.A_Expr) bool {
	op := parse.Strings(e.Name)
	if e.Lexpr == nil || len(op) != 1 {
		return false
	}
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_LIKE:
		pattern, quoted := parse.TextConstant(e.Rexpr)
		return (op[0] == "~~" || op[0] == "!~~") && quoted && !strings.Contains(pattern, `\`) && i.isText(e.Lexpr) && i.same(e.Lexpr.ProtoReflect())
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN, pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		return i.same(e.Lexpr.ProtoReflect()) && i.same(e.Rexpr.ProtoReflect())
	case pg_query.A_Expr_Kind_AEXPR_OP, pg_query.A_Expr_Kind_AEXPR_IN:
		compares := slices.Contains([]string{"=", "<>", "<", ">", "<=", ">="}, op[0])
		if e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && slices.Contains([]string{"+", "-", "*"}, op[0]) {
			return i.isInteger(e.Lexpr) && isSmallConstant(e.Rexpr)
		}
		return (compares || op[0] == "||" && i.joinsTexts(e)) && i.same(e.Lexpr.ProtoReflect()) && i.same(e.Rexpr.ProtoReflect())
	}
	return false
}

// isInteger reports whether an expression is a column of integers with which DuckDB computes as PostgreSQL does.
func (i indexed) isInteger(n *pg_query.Node) bool {
	parts := parse.NameParts(n.GetColumnRef().GetFields())
	if len(parts) != 1 {
		return false
	}
	c := i.ColumnOf(i.table, parts[0])
	return c != nil && !c.Array && c.User == "" && (c.Type == pgtype.Int4OID || c.Type == pgtype.Int8OID)
}

// isSmallConstant reports whether an expression is an integer above zero.
func isSmallConstant(n *pg_query.Node) bool {
	value, isInt := parse.IntConstant(n)
	return isInt && value > 0 && value < 1<<31
}

// joinsTexts reports whether an operator joins texts, or a text and an integer.
func (i indexed) joinsTexts(e *pg_query.A_Expr) bool {
	left, right := i.isText(e.Lexpr), i.isText(e.Rexpr)
	return e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && (left && right || left && i.isInteger(e.Rexpr) || i.isInteger(e.Lexpr) && right)
}
