package inference

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Inferred is the type that an expression has in PostgreSQL, "" where it is not known. Unlike shownType it knows what
// operators and functions return that DuckDB types by itself.
func (t *Types) Inferred(n *pg_query.Node) string {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		schema, name := parse.SplitName(e.TypeCast.TypeName.GetNames())
		if TypeOIDs[name][0] == 0 || schema != "" && schema != "pg_catalog" {
			return ""
		}
		if len(e.TypeCast.TypeName.ArrayBounds) > 0 {
			name += "[]"
		}
		return name
	case *pg_query.Node_ParamRef:
		return kindsByOID[t.ParamOIDs[int(e.ParamRef.Number)]]
	case *pg_query.Node_CoalesceExpr, *pg_query.Node_MinMaxExpr, *pg_query.Node_CaseExpr:
		return t.commonType(trees.Choices(n))
	case *pg_query.Node_AExpr:
		return t.operationType(e.AExpr)
	case *pg_query.Node_FuncCall:
		if kind := t.callType(e.FuncCall); kind != "" {
			return kind
		}
	case *pg_query.Node_ColumnRef:
		if kind := t.Column(e.ColumnRef); kind != Array {
			return kind
		}
		return t.arrayTypes[e.ColumnRef.Fields[len(e.ColumnRef.Fields)-1].GetString_().GetSval()]
	case *pg_query.Node_SubLink:
		target := trees.OnlyTarget(e.SubLink)
		if e.SubLink.SubLinkType != pg_query.SubLinkType_EXPR_SUBLINK || target == nil {
			return ""
		}
		return t.Inferred(target.Val)
	case *pg_query.Node_AIndirection:
		return t.partType(e.AIndirection)
	case *pg_query.Node_AConst:
		if c := e.AConst.GetFval(); c != nil && !strings.ContainsAny(c.Fval, ".eE") {
			if isInt8(c.Fval) {
				return "int8"
			}
			return "numeric"
		}
	}
	return t.Shown(n)
}

// partType is the type of an element or of a slice of an array.
func (t *Types) partType(x *pg_query.A_Indirection) string {
	if kind := t.Fields[x]; kind != "" {
		return kind
	}
	kind := t.Inferred(x.Arg)
	if !strings.HasSuffix(kind, "[]") {
		return ""
	}
	element := strings.TrimSuffix(kind, "[]")
	for _, i := range x.Indirection {
		switch at := i.GetAIndices(); {
		case at == nil:
			return ""
		case at.IsSlice:
			element = kind
		}
	}
	return element
}

// isInt8 reports whether digits are a bigint.
func isInt8(digits string) bool {
	const largest = "9223372036854775807"
	return len(digits) < len(largest) || len(digits) == len(largest) && digits <= largest
}

// numericOrder are the types of numbers, in the order in which an operation takes the greater of two.
var numericOrder = map[string]int{"int2": 1, "int4": 2, "int8": 3, "numeric": 4, "float4": 5, "float8": 6}

// momentOrder are the types of dates and times of day, in the order in which several of them become one.
var momentOrder = map[string]int{"date": 1, "timestamp": 2, "timestamptz": 3}

// commonType is the type of several values that are made one.
func (t *Types) commonType(values []*pg_query.Node) string {
	common := ""
	for _, v := range values {
		kind := t.Inferred(v)
		switch {
		case kind == "unknown" || v.GetParamRef() != nil:
		case kind == "":
			return ""
		case common == "", common == kind:
			common = kind
		case momentOrder[common] > 0 && momentOrder[kind] > 0:
			if momentOrder[kind] > momentOrder[common] {
				common = kind
			}
		case numericOrder[common] == 0 || numericOrder[kind] == 0:
			return ""
		case numericOrder[kind] > numericOrder[common]:
			common = kind
		}
	}
	return common
}

// operationType is the type of an operator's result.
func (t *Types) operationType(e *pg_query.A_Expr) string {
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
		return ""
	}
	_, op := parse.SplitName(e.Name)
	if e.Lexpr == nil {
		if op == "-" || op == "+" {
			return t.Inferred(e.Rexpr)
		}
		return ""
	}
	left, right := t.Inferred(e.Lexpr), t.Inferred(e.Rexpr)
	if e.Rexpr.GetParamRef() != nil && right == "" {
		right = rightOperand(op, left, e.Lexpr)
	}
	if e.Lexpr.GetParamRef() != nil && left == "" {
		left = leftOperand(op, right, e.Rexpr)
	}
	switch op {
	case "->>", "#>>":
		return "text"
	case "->", "#>":
		if left == "json" || left == "jsonb" {
			return left
		}
	case "||":
		if left == "text" || right == "text" {
			return "text"
		}
	case "+", "-", "*", "/", "%":
		return arithmeticType(op, left, right)
	}
	return ""
}

// arithmeticType is the type of an operation on values of two types.
func arithmeticType(op, left, right string) string {
	l, r := numericOrder[left], numericOrder[right]
	if l > 0 && r > 0 {
		kind := left
		if r > l {
			kind = right
		}
		if kind == "float4" && l != r {
			return "float8"
		}
		return kind
	}
	if kind := operationTypes[left+" "+op+" "+right]; kind != "" {
		return kind
	}
	if (op == "*" || op == "/") && left == "interval" && r > 0 || op == "*" && l > 0 && right == "interval" {
		return "interval"
	}
	return ""
}

// operationTypes are the types of operations on dates, times and intervals.
var operationTypes = map[string]string{
	"date - date": "int4", "timestamp - timestamp": "interval", "timestamptz - timestamptz": "interval", "time - time": "interval",
	"date + int4": "date", "date - int4": "date", "date + int2": "date", "date - int2": "date", "int4 + date": "date",
	"date + interval": "timestamp", "date - interval": "timestamp", "interval + date": "timestamp",
	"timestamp + interval": "timestamp", "timestamp - interval": "timestamp", "interval + timestamp": "timestamp",
	"timestamptz + interval": "timestamptz", "timestamptz - interval": "timestamptz", "interval + timestamptz": "timestamptz",
	"time + interval": "time", "time - interval": "time", "interval + time": "time",
	"interval + interval": "interval", "interval - interval": "interval", "date + time": "timestamp", "time + date": "timestamp", "date - time": "timestamp",
	"timestamp + time": "timestamp", "timestamp - time": "timestamp", "time + timestamp": "timestamp",
	"timestamptz + time": "timestamptz", "timestamptz - time": "timestamptz", "time + timestamptz": "timestamptz",
	"date - timestamp": "interval", "timestamp - date": "interval", "date - timestamptz": "interval", "timestamptz - date": "interval",
	"timestamp - timestamptz": "interval", "timestamptz - timestamp": "interval",
}

// callTypes are the types of the results of functions that have one type alone.
var callTypes = map[string]string{
	"count": "int8", "length": "int4", "char_length": "int4", "character_length": "int4", "octet_length": "int4", "strpos": "int4", "position": "int4",
	"array_length": "int4", "cardinality": "int4", "ascii": "int4", "row_number": "int8", "rank": "int8", "dense_rank": "int8", "ntile": "int4",
	"extract": "numeric", "date_part": "float8", "random": "float8", "pi": "float8", "to_char": "text", "upper": "text", "lower": "text", "trim": "text", "btrim": "text",
	"ltrim": "text", "rtrim": "text", "concat": "text", "concat_ws": "text", "replace": "text", "substr": "text", "substring": "text", "left": "text",
	"right": "text", "md5": "text", "initcap": "text", "reverse": "text", "string_agg": "text", "split_part": "text", "format": "text", "age": "interval",
	"make_interval": "interval", "pg__make_interval": "interval", "to_timestamp": "timestamptz", "pg__read_timestamptz": "timestamptz", "localtimestamp": "timestamp",
}

// emulatedTypes are the types of the results of functions of the emulation.
var emulatedTypes = map[string]string{"pg_table_size": "int8", "pg_relation_size": "int8", "pg_indexes_size": "int8", "pg_total_relation_size": "int8", "pg_database_size": "int8"}

// ReturnsText reports whether a call is a text by its function's name, whatever its arguments are, also where the call is translated.
func (t *Types) ReturnsText(f *pg_query.FuncCall) bool {
	name := t.OriginalName(f)
	return callTypes[name] == "text" || name == "quote_ident" || name == "regexp_replace"
}

// sumTypes, averageTypes and truncatedTypes are the types of sum, avg and date_trunc by that of the argument.
var (
	sumTypes       = map[string]string{"int2": "int8", "int4": "int8", "int8": "numeric", "numeric": "numeric", "float4": "float4", "float8": "float8", "interval": "interval"}
	averageTypes   = map[string]string{"int2": "numeric", "int4": "numeric", "int8": "numeric", "numeric": "numeric", "float4": "float8", "float8": "float8", "interval": "interval"}
	truncatedTypes = map[string]string{"date": "timestamptz", "timestamptz": "timestamptz", "timestamp": "timestamp", "interval": "interval"}
)

// callType is the type of a call's result.
func (t *Types) callType(f *pg_query.FuncCall) string {
	schema, name := parse.SplitName(f.Funcname)
	switch schema {
	case "", "pg_catalog":
		return t.builtinType(f, name)
	case emulation.Database + "." + emulation.Catalog:
		return emulatedTypes[name]
	}
	return ""
}

// builtinType is the type of the result of a function of PostgreSQL, as far as it is known.
func (t *Types) builtinType(f *pg_query.FuncCall, name string) string {
	if callTypes[name] != "" {
		return t.listedType(f, name)
	}
	if len(f.Args) == 0 {
		return ""
	}
	of := t.Inferred(f.Args[0])
	switch name {
	case Within:
		return of
	case "sum":
		return sumTypes[of]
	case "avg":
		return averageTypes[of]
	case "max", "min", "lag", "lead", "first_value", "last_value", "nth_value":
		if of == "varchar" && (name == "max" || name == "min") {
			return "text"
		}
		return of
	case "abs":
		if numericOrder[of] > 0 {
			return of
		}
	case "round", "trunc", "ceil", "ceiling", "floor":
		if of == "numeric" || len(f.Args) == 2 {
			return "numeric"
		}
		return "float8"
	case "date_trunc":
		if len(f.Args) == 2 {
			return truncatedTypes[t.Inferred(f.Args[1])]
		}
	}
	return ""
}

// joinsBytes reports whether a call of string_agg is that of bytea.
func (t *Types) joinsBytes(f *pg_query.FuncCall, name string) bool {
	return name == "string_agg" && len(f.Args) == 2 && (t.Inferred(f.Args[0]) == "bytea" || t.Inferred(f.Args[1]) == "bytea")
}

// listedType is the type of a call of a function that has one type, or one for most arguments.
func (t *Types) listedType(f *pg_query.FuncCall, name string) string {
	switch {
	case t.joinsBytes(f, name):
		return "bytea"
	case (name == "upper" || name == "lower") && (len(f.Args) != 1 || t.Inferred(f.Args[0]) != "text" && t.Inferred(f.Args[0]) != "varchar"):
		return "" // bounds of ranges
	}
	return callTypes[name]
}
