package inference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Types are what a statement shows of types. The zero value knows those of constants, casts and calls alone.
type Types struct {
	rewrite.Translation
	ColumnTypes map[string]string       // the types of columns by their names; nil: unknown
	EnumNames   map[string]bool         // names that columns of enums have
	chars       map[string]int          // the lengths of columns of type char(n), -1 of those that have several
	lengths     map[string]int          // those of columns of type varchar, see lengthOf
	ofTypeName  map[string]string       // columns of type name or "char", see isName
	deep        map[string]bool         // columns that are numerics of more digits behind the point than quotients have here
	digits      map[string][2]int       // the digits of numeric columns before and behind the point
	plain       map[string][2]int       // the digits of the decimals of columns that are numerics without a precision
	scales      map[string]int          // the digits behind the point of columns whose type says so
	Nested      map[string]int          // the dimensions of columns that are arrays of arrays
	Opaque      bool                    // a relation has columns that are not known
	Hidden      bool                    // the statement has queries in FROM
	keptScales  map[*pg_query.Node]bool // see KeepScale
	Simple      bool                    // the text shows the types of all numerics: there are no queries in others
	Wide        bool                    // the statement has numerics of any width
	ParamOIDs   map[int]uint32          // the types of parameters by their numbers; 0: DuckDB finds it
	defined     map[string]string       // the types of the columns that CREATE TABLE defines
	arrayTypes  map[string]string       // those of columns that are arrays, as int4[]
	CharArrays  map[string]int          // the lengths of columns of type char(n)[]
	limited     map[string]bool         // the columns that are arrays of texts of limited length
	ReadsRare   bool                    // a relation has columns of rare types
	// Fields are the types of attributes of composite values, where those are rare types or bits.
	Fields map[*pg_query.A_Indirection]string
}

// Numerics that no decimal of DuckDB's has are of a type of the source's own.
const (
	wideType  = "pg_wide"
	WidePlain = "pg__wide"  // the function that makes one
	WideStart = "pg__wide_" // begins the names of the functions of such numerics
)

// KeepScale notes a constant that stands in a column of numerics of any width.
func (t *Types) KeepScale(n *pg_query.Node) {
	if t.keptScales == nil {
		t.keptScales = map[*pg_query.Node]bool{}
	}
	t.keptScales[n], t.Changed = true, true
}

// HidesWide reports whether a column has a numeric of any width and its name does not show that it has.
func (t *Types) HidesWide(list ...*pg_query.Node) bool {
	return t.AnyWide(list...) && slices.ContainsFunc(list, func(n *pg_query.Node) bool { return !t.keptScales[n] })
}

// IsWide reports whether an expression is a numeric of any width.
func (t *Types) IsWide(n *pg_query.Node) bool { return n != nil && t.Shown(n) == wideType }

// AnyWide reports whether one of several expressions is a numeric of any width.
func (t *Types) AnyWide(list ...*pg_query.Node) bool {
	for _, n := range list {
		if t.IsWide(n) {
			return true
		}
	}
	return false
}

// ElementTypes are the types of the elements of arrays, by the OID of the arrays' type.
var ElementTypes = map[uint32]string{
	pgtype.Int2ArrayOID: "int2", pgtype.Int4ArrayOID: "int4", pgtype.Int8ArrayOID: "int8",
	pgtype.Float4ArrayOID: "float4", pgtype.Float8ArrayOID: "float8", pgtype.BoolArrayOID: "bool",
	pgtype.TextArrayOID: "text", pgtype.VarcharArrayOID: "text", pgtype.BPCharArrayOID: "bpchar", pgtype.DateArrayOID: "date",
	pgtype.TimestampArrayOID: "timestamp", pgtype.TimestamptzArrayOID: "timestamptz", pgtype.UUIDArrayOID: "uuid",
	pgtype.BitArrayOID: "bit", pgtype.VarbitArrayOID: "bit", pgtype.TimetzArrayOID: "timetz",
	pgtype.NumericArrayOID: "numeric", pgtype.TimeArrayOID: "time", pgtype.IntervalArrayOID: "interval", pgtype.ByteaArrayOID: "bytea", pgtype.JSONBArrayOID: "jsonb", pgtype.JSONArrayOID: "json", pgtype.NameArrayOID: "name",
}

// Shown is the type of an expression, "" where the text does not show it.
func (t *Types) Shown(n *pg_query.Node) string {
	if kind := cmp.Or(t.EnumShown(n), t.Fields[n.GetAIndirection()]); kind != "" {
		return kind
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		if _, name := parse.SplitName(e.TypeCast.TypeName.GetNames()); len(e.TypeCast.TypeName.GetArrayBounds()) == 0 {
			return name
		}
	case *pg_query.Node_SqlvalueFunction:
		switch e.SqlvalueFunction.Op {
		case pg_query.SQLValueFunctionOp_SVFOP_CURRENT_DATE:
			return "date"
		case pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP, pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N:
			return "timestamptz"
		}
	case *pg_query.Node_FuncCall:
		return t.shownResult(e.FuncCall)
	case *pg_query.Node_CoalesceExpr, *pg_query.Node_MinMaxExpr, *pg_query.Node_CaseExpr:
		if t.Wide && t.AnyWide(trees.Choices(n)...) {
			return wideType
		}
	case *pg_query.Node_AConst:
		switch e.AConst.Val.(type) {
		case *pg_query.A_Const_Ival:
			return "int4"
		case *pg_query.A_Const_Fval:
			return "numeric"
		case *pg_query.A_Const_Boolval:
			return "bool"
		case *pg_query.A_Const_Sval:
			return "unknown"
		}
		if e.AConst.Isnull {
			return "unknown"
		}
	case *pg_query.Node_ColumnRef:
		return t.Column(e.ColumnRef)
	case *pg_query.Node_AExpr:
		if _, op := parse.SplitName(e.AExpr.Name); t.ReadsRare && e.AExpr.Lexpr != nil && e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP && pointArithmetic[op] && t.Shown(e.AExpr.Lexpr) == "point" {
			return "point"
		}
	}
	return ""
}

// KindOfField is what Fields has for an attribute of a type; "": nothing.
func KindOfField(name string) string {
	switch {
	case raretypes.Columns[name]:
		return name
	case name == "bit" || name == "varbit":
		return "bit"
	}
	return ""
}

// pointArithmetic are operators that move a point by another.
var pointArithmetic = parse.WordSet(`+ - * /`)

// Column returns the type of a column by its name. If several relations have the name, the relation's name decides.
func (t *Types) Column(c *pg_query.ColumnRef) string {
	last := c.Fields[len(c.Fields)-1].GetString_()
	if last == nil {
		return ""
	}
	if n := len(c.Fields); n > 1 {
		if kind := t.ColumnTypes[c.Fields[n-2].GetString_().GetSval()+"."+last.Sval]; kind != "" {
			return kind
		}
	}
	return t.ColumnTypes[last.Sval]
}

// sameTypes are functions whose result is of their first argument's type.
var sameTypes = map[string]bool{"max": true, "min": true, "lag": true, "lead": true, "first_value": true, "last_value": true, "nth_value": true}

// shownResult is the type of a call's result.
func (t *Types) shownResult(f *pg_query.FuncCall) string {
	if _, name := parse.SplitName(f.Funcname); name == WidePlain || strings.HasPrefix(name, WideStart) && name != WideStart+"text" {
		return wideType
	} else if kind, scaled := strings.CutPrefix(name, "pg__scaled_"); scaled {
		return kind
	} else if name == Within {
		return t.Shown(f.Args[0])
	}
	switch name := t.OriginalName(f); {
	case sameTypes[name] && len(f.Args) > 0:
		return t.Shown(f.Args[0])
	case raretypes.RangeElements[name] != "":
		return name
	case raretypes.IsUserRange(name):
		return "pg_" + strings.TrimPrefix(name, "pg__")
	case (name == "lower" || name == "upper") && len(f.Args) == 1:
		return raretypes.RangeElement(strings.TrimPrefix(t.Shown(f.Args[0]), "pg_"))
	case raretypes.ByName[name] != "":
		return raretypes.ByName[name]
	case name == "unhex", name == JoinedBytes:
		return "bytea"
	case name == "now" || name == "get_current_timestamp" || name == "transaction_timestamp" || name == "statement_timestamp" || name == "clock_timestamp" || name == "pg__read_timestamptz":
		return "timestamptz"
	case name == "make_date" || name == "to_date" || name == "current_date":
		return "date"
	}
	return ""
}

// JoinedBytes is the function that joins the bytes of several rows.
const JoinedBytes = "pg__joined_bytes"

// Within is the function that returns a date or a time, or fails where it is out of range.
const Within = "pg__within"

// Array is the shown type of a column that is an array.
const Array = "array"

// Names are the types that matter here, by their OIDs.
var Names = map[uint32]string{
	16: "bool", 17: "bytea", 114: "json", 3802: "jsonb", 1186: "interval", 1083: "time", 1266: "timetz", 2950: "uuid",
	1082: "date", 700: "float4", 701: "float8", 23: "int4", 20: "int8", 21: "int2", 1700: "numeric", 1114: "timestamp", 1184: "timestamptz",
	25: "text", 1043: "varchar", 1042: "bpchar", 1560: "bit", 1562: "bit",
	3904: "int4range", 3926: "int8range", 3906: "numrange", 3908: "tsrange", 3910: "tstzrange", 3912: "daterange", 600: "point", 3614: "tsvector", 4072: "jsonpath",
}

// Numbers are the types of exact numbers.
var Numbers = map[string]bool{"int2": true, "int4": true, "int8": true, "numeric": true}

// Counted is the type of a call of countedTypes.
func (t *Types) Counted(n *pg_query.Node) string {
	if f := n.GetFuncCall(); f != nil {
		return countedTypes[t.OriginalName(f)]
	}
	return ""
}

// countedTypes are the types of aggregates and window functions of which DuckDB tells none where their arguments are constants.
var countedTypes = map[string]string{
	"count": "bigint", "bool_and": "boolean", "bool_or": "boolean", "every": "boolean", "string_agg": "text",
	"row_number": "bigint", "rank": "bigint", "dense_rank": "bigint", "ntile": "integer", "percent_rank": "double precision", "cume_dist": "double precision",
}

// DatesAndTimes are types of dates and times.
var DatesAndTimes = map[string]bool{"date": true, "time": true, "timestamp": true, "timestamptz": true}

// TextTypes are the types of texts of any length, of a length at most and of one length.
var TextTypes = map[string]bool{"text": true, "varchar": true, "bpchar": true}

// Category returns the category of a type as PostgreSQL has it, such as N for numbers. PostgreSQL casts types of one category to each
// other where several make one column. 0 means a type without a category here.
func Category(kind string) byte {
	switch {
	case SpelledNumbers[kind] != "":
		return 'N'
	case TextTypes[kind]:
		return 'S'
	case kind == "date" || kind == "timestamp" || kind == "timestamptz":
		return 'D'
	case kind == "bool":
		return 'B'
	}
	return 0
}

// Families are the types that are compared with each other, by a letter of their own. A value of one beside a value of another has no operator.
var Families = map[string]byte{
	"int2": 'N', "int4": 'N', "int8": 'N', "numeric": 'N', "float4": 'N', "float8": 'N', "text": 'S', "varchar": 'S', "bpchar": 'S', "name": 'S',
	"date": 'D', "timestamp": 'D', "timestamptz": 'D', "bool": 'B', "interval": 'I', "time": 'T', "timetz": 'T', "uuid": 'U', "bytea": 'Y', "jsonb": 'J',
}
