package aggregates

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// MomentCall computes a variance or a deviation of numerics from how many there are, their sum and the sum of their
// squares and the most digits behind the point, and passes that of floating-point numbers on.
const MomentCall = "pg__moment"

// floatDeviations are the source's aggregates of floating-point numbers.
var floatDeviations = map[string]string{
	"stddev": "pg__float_stddev_samp", "stddev_samp": "pg__float_stddev_samp", "stddev_pop": "pg__float_stddev_pop",
	"variance": "pg__float_var_samp", "var_samp": "pg__float_var_samp", "var_pop": "pg__float_var_pop",
}

// Pairs has an aggregate of pairs computed by the source's, whose last digits are PostgreSQL's.
func Pairs(t *inference.Types, _ *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	switch {
	case t.Env.SQLite:
	case !ownFrame(f.Over):
		t.NoteUnsupported(f.Location, "%s over all rows of a window is not supported", name).WithHint("Write ORDER BY into the window, or join a query with GROUP BY.")
	default:
		t.RenameCall(f, name, "pg__"+name)
	}
	return true
}

// ownFrame reports whether an aggregate of the source can be called over a window. DuckDB calls it for a whole partition in
// a way that reads what is not there.
func ownFrame(w *pg_query.WindowDef) bool {
	const toTheEnd = 0x100 // UNBOUNDED FOLLOWING
	return w == nil || w.Name == "" && w.Refname == "" && len(w.OrderClause) > 0 && w.FrameOptions&toTheEnd == 0
}

// Deviation computes stddev, variance and their kin of integers and numerics exactly: DuckDB has them in double precision.
func Deviation(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 || f.AggStar || t.Env.SQLite {
		return false
	}
	_, name := parse.SplitName(f.Funcname)
	if trees.IsVolatile(f.Args[0].ProtoReflect()) && t.Inferred(f.Args[0]) == "float8" && ownFrame(f.Over) { // it is evaluated once
		t.RenameCall(f, name, floatDeviations[name])
		return true
	}
	t.Open++
	wide := build.PlainType("numeric")
	wide.Typmods = []*pg_query.Node{build.Number(rewrite.OpenPrecision), build.Number(t.Open)}
	value := func() *pg_query.Node { return proto.Clone(f.Args[0]).(*pg_query.Node) } //nolint:forcetypeassert // a clone
	of := func(aggregate string, argument *pg_query.Node, filter *pg_query.Node) *pg_query.Node {
		by := proto.Clone(f).(*pg_query.FuncCall) //nolint:forcetypeassert // a clone
		by.Funcname, by.Args = build.Names(aggregate), []*pg_query.Node{argument}
		if filter != nil && by.AggFilter != nil {
			filter = build.And(by.AggFilter, filter)
		}
		if filter != nil {
			by.AggFilter = filter
		}
		return &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: by}}
	}
	square := func() *pg_query.Node { // multiply takes what vanishes for 0
		return build.Call("multiply", build.Cast(value(), wide), build.Cast(value(), wide))
	}
	squares := of("sum", square(), nil)
	if f.AggDistinct { // a number and its opposite have one square
		squares = build.Binary("+",
			build.Coalesce(of("sum", square(), build.Binary(">=", value(), build.Number(0))), build.Number(0)),
			build.Coalesce(of("sum", square(), build.Binary("<", value(), build.Number(0))), build.Number(0)))
	}
	float := name
	if ownFrame(f.Over) {
		float = floatDeviations[name]
	}
	total := of("sum", build.Cast(build.Call(rewrite.TypeMark, build.Number(t.Open), value()), wide), nil)
	digits := build.Number(0)
	if kind := t.Inferred(f.Args[0]); kind == "" || kind == "numeric" {
		digits = of("max", build.Call("pg__digits_behind", value()), nil)
	}
	return t.ReplaceCall(n, name, build.Call(MomentCall, build.Text(name), of("count", value(), nil), total, squares, of(float, value(), nil), digits))
}
