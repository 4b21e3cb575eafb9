package duckdialect

import (
	"math/big"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/arrays"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/json"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// bytesArgument reads a quoted constant as bytes.
func (t *translation) bytesArgument(n *pg_query.Node) {
	if _, ok := parse.TextConstant(n); !ok {
		return
	}
	by := build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType("bytea"))
	t.RewriteCast(by, by.GetTypeCast())
	t.ReplaceNode(n, by)
}

// bytesFunctions are functions whose first argument is bytea where its type is unknown.
var bytesFunctions = map[string]bool{"encode": true, "get_byte": true, "set_byte": true, "get_bit": true, "set_bit": true}

// bytesNames are our functions of bytes that DuckDB has for other types.
var bytesNames = map[string]string{
	"overlay": "pg__overlay_bytes", "position": "pg__position_bytes", "btrim": "pg__btrim_bytes", "ltrim": "pg__ltrim_bytes", "rtrim": "pg__rtrim_bytes",
	"get_bit": "pg__get_bit", "set_bit": "pg__set_bit", "bit_count": "pg__bit_count", "bit_length": "pg__bit_length",
}

// bytesFunction rewrites functions of bytes.
func (t *translation) bytesFunction(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if len(f.Args) == 0 {
		return false
	}
	if bytesFunctions[name] {
		t.bytesArgument(f.Args[0])
	}
	if name == "string_agg" && len(f.Args) == 2 && !t.Env.SQLite && t.joinBytes(n, f) {
		return true
	}
	by := bytesNames[name]
	if by == "" || t.Shown(f.Args[0]) != "bytea" {
		return false
	}
	if name != "get_bit" && name != "set_bit" && len(f.Args) > 1 {
		t.bytesArgument(f.Args[1])
	}
	return t.ReplaceCall(n, name, build.Call(by, f.Args...))
}

// absolute reads a quoted constant as the number that Postgres prefers.
func (t *translation) absolute(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 1 {
		if _, quoted := parse.TextConstant(f.Args[0]); quoted {
			f.Args[0], t.Changed = build.Cast(f.Args[0], build.PlainType("float8")), true
		}
	}
	return false
}

// typeSign has the sign of a number be of the type that PostgreSQL gives to it: DuckDB's is the smallest integer.
func (t *translation) typeSign(n *pg_query.Node, f *pg_query.FuncCall) bool {
	t.absolute(n, f)
	if len(f.Args) != 1 || t.Env.SQLite {
		return false
	}
	to := "float8"
	switch kind := t.Inferred(f.Args[0]); {
	case kind == "numeric":
		to = "hugeint" // which is shown as a numeric
	case kind == "":
		return t.whole(n, f)
	case !numerics.Floats[kind] && !inference.Numbers[kind]:
		return false
	}
	t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType(to)))
	return true
}

// keepEnum gives the labels of an enum that the text names the enum's type.
func (t *translation) keepEnum(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 0 || f.Args[0].GetTypeCast() == nil {
		return false
	}
	to := f.Args[0].GetTypeCast().TypeName
	kind, name := parse.SplitName(to.GetNames())
	_, function := parse.SplitName(f.Funcname)
	if kind == "pg_catalog" || inference.NoEnums[name] {
		t.NoteError(f.Location, "42883", "function %s(%s) does not exist", function, name)
		return true
	}
	if function == "enum_range" {
		to = &pg_query.TypeName{Names: to.Names, Typemod: -1, ArrayBounds: []*pg_query.Node{pg_query.MakeIntNode(-1)}, Location: build.Nowhere}
	}
	t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, to))
	return true
}

// jsonObject makes an object of an array of texts, or of keys and values.
func (t *translation) jsonObject(n *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	if len(f.Args) < 1 || len(f.Args) > 2 {
		return t.RefuseCall(f)
	}
	for i, a := range f.Args {
		json.PathLiteral(&t.Types, a)
		switch dims := arrays.Dimensions(a); {
		case len(dims) > 2 || len(dims) == 2 && len(f.Args) == 2:
			t.NoteError(f.Location, "2202E", "wrong number of array subscripts")
			return true
		case len(dims) == 2 && dims[1] != 2:
			t.NoteError(f.Location, "2202E", "array must have two columns")
			return true
		case len(dims) == 2:
			f.Args[i] = arrays.Flatten(a)
		}
		if s := a.GetTypeCast(); s != nil && len(arrays.Dimensions(a)) > 1 {
			f.Args[i] = arrays.Flatten(s.Arg)
		}
		f.Args[i] = build.Cast(f.Args[i], build.TextArray())
	}
	return t.ReplaceCall(n, name, build.Call("pg__"+name, f.Args...))
}

// bucketOf counts the bounds of an array that a value has reached.
func (t *translation) bucketOf(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	const bound = "__bound"
	column := pg_query.MakeColumnRefNode(build.Names(bound), build.Nowhere)
	rows := build.Lateral(build.Select(nil, pg_query.MakeResTargetNodeWithNameAndVal(bound, build.Call("unnest", f.Args[1]), build.Nowhere)), &pg_query.Alias{Aliasname: "__bounds"})
	count := build.Call("count")
	count.GetFuncCall().AggStar = true
	query := build.Select(rows, pg_query.MakeResTargetNodeWithVal(count, build.Nowhere))
	query.GetSelectStmt().WhereClause = build.Binary("<=", column, f.Args[0])
	counted := &pg_query.Node{Node: &pg_query.Node_SubLink{SubLink: &pg_query.SubLink{SubLinkType: pg_query.SubLinkType_EXPR_SUBLINK, Subselect: query, Location: build.Nowhere}}}
	t.ReplaceNode(n, build.Case(build.Cast(counted, build.PlainType("int4")), build.When(build.Or(build.IsNull(f.Args[0]), build.IsNull(f.Args[1])), build.Null()),
		build.When(build.Binary("<>", build.Call("len", f.Args[1]), build.Call("list_count", f.Args[1])), build.Call("error", build.Text("22004: thresholds array must not contain NULLs")))))
	return true
}

// mostSeries bounds the series of numerics that is written out.
const mostSeries = 10_000

// numericSeries writes out a series of numerics with constant bounds. DuckDB has only series of integers. All numbers have the digits of
// the longest one behind the point, also the first one, which PostgreSQL shows with its own.
func (t *translation) numericSeries(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) < 2 || len(f.Args) > 3 {
		return false
	}
	values, fraction, scale, isNull := make([]*big.Rat, len(f.Args)), false, 0, false
	for i, a := range f.Args {
		if a.GetAConst().GetIsnull() {
			isNull = true
			continue
		}
		s, isNumeric, isNumber := numericBound(a)
		if !isNumber {
			return t.refuseSeries(f)
		}
		values[i], isNumber = new(big.Rat).SetString(s)
		_, digits, _ := strings.Cut(s, ".")
		if !isNumber {
			return false
		}
		fraction = fraction || isNumeric
		if i != 1 {
			scale = max(scale, len(digits))
		}
	}
	if !fraction {
		return false
	}
	to := build.PlainType("numeric")
	to.Typmods = []*pg_query.Node{build.Number(constants.WidestNumber), build.Number(int64(scale))}
	if isNull {
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
		none := build.Cast(build.Null(), to)
		return t.ReplaceCall(n, "generate_series", build.Call("list_concat", none, none))
	}
	step := big.NewRat(1, 1)
	if len(values) == 3 {
		step = values[2]
	}
	if step.Sign() == 0 {
		t.NoteError(f.Location, "22023", "step size cannot equal zero")
		return false
	}
	var list []*pg_query.Node
	for at := values[0]; at.Cmp(values[1])*step.Sign() <= 0; at = new(big.Rat).Add(at, step) {
		if len(list) == mostSeries {
			t.NoteUnsupported(f.Location, "a series of more than %d numerics is not supported", mostSeries)
			return false
		}
		list = append(list, build.Cast(build.Text(at.FloatString(scale)), to))
	}
	return t.ReplaceCall(n, "generate_series", build.Call("list_value", list...))
}

// numericBound is the text of a number that is a constant, or one that is cast to numeric and keeps its digits.
func numericBound(n *pg_query.Node) (number string, isNumeric, ok bool) {
	c := n.GetTypeCast()
	if c == nil {
		number, ok = trees.Number(n)
		return number, strings.ContainsAny(number, ".eE"), ok
	}
	if _, name := parse.SplitName(c.TypeName.GetNames()); name != "numeric" || len(c.TypeName.ArrayBounds) > 0 {
		return "", false, false
	}
	if text, quoted := parse.TextConstant(c.Arg); quoted {
		number, ok = text, trees.Decimal.MatchString(strings.TrimPrefix(text, "-"))
	} else {
		number, _, ok = numericBound(c.Arg)
	}
	if mods := c.TypeName.Typmods; len(mods) > 1 {
		_, digits, _ := strings.Cut(number, ".")
		scale, isInt := parse.IntConstant(mods[1])
		ok = ok && isInt && int(scale) == len(digits)
	}
	return number, true, ok
}

// refuseSeries refuses a series whose bounds are numerics that rows have.
func (t *translation) refuseSeries(f *pg_query.FuncCall) bool {
	for _, a := range f.Args {
		if t.Shown(a) == "numeric" {
			t.NoteUnsupported(f.Location, "a series of numerics that are no constants is not supported")
			return true
		}
	}
	return false
}

// sizeOf shows or reads a size in bytes by its text.
func (t *translation) sizeOf(n *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	return len(f.Args) == 1 && t.ReplaceCall(n, name, build.Call("pg__"+strings.TrimPrefix(name, "pg_"), build.Cast(f.Args[0], build.PlainType("varchar"))))
}
