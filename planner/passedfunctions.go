package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// scaledFunction says how a function in FROM gets a column with the scales of another one.
func (w *shownNumerics) scaledFunction(f *pg_query.RangeFunction, c definitions.Passed, name string) (write func(), ok bool) {
	if len(f.Functions) != 1 || len(f.Functions[0].GetList().GetItems()) == 0 {
		return nil, false
	}
	call := f.Functions[0].GetList().GetItems()[0].GetFuncCall()
	_, function := parse.SplitName(call.GetFuncname())
	switch function {
	case "unnest":
		return w.scaledUnnest(f, call, c, name)
	case "json_to_record", "json_to_recordset", "jsonb_to_record", "jsonb_to_recordset":
		if c.At >= len(f.Coldeflist) {
			return nil, false
		}
		return func() {
			scale := &pg_query.ColumnDef{Colname: name, TypeName: build.PlainType("int4"), RawDefault: build.Text(f.Coldeflist[c.At].GetColumnDef().Colname), IsLocal: true, Location: build.Nowhere}
			f.Coldeflist = append(f.Coldeflist, &pg_query.Node{Node: &pg_query.Node_ColumnDef{ColumnDef: scale}})
		}, true
	}
	return nil, false
}

// scaledUnnest has unnest take apart an array of scales, too.
func (w *shownNumerics) scaledUnnest(f *pg_query.RangeFunction, call *pg_query.FuncCall, c definitions.Passed, name string) (write func(), ok bool) {
	if c.At >= len(call.Args) || len(f.Coldeflist) > 0 || call.FuncVariadic {
		return nil, false
	}
	var scales []*pg_query.Node
	elements := call.Args[c.At].GetAArrayExpr().GetElements()
	if text, quoted := arrayText(call.Args[c.At]); quoted {
		elements = numbersOf(text)
	}
	for _, n := range elements {
		scale, ok := w.scaleOf(n)
		if !ok {
			return nil, false
		}
		scales = append(scales, scale)
	}
	array := build.Array(scales...)
	if len(scales) == 0 {
		wides, own, known := w.exactArray(call.Args[c.At])
		if !own || !known {
			return nil, false
		}
		array = build.Call("pg__wides_scales", wides)
	}
	names := c.Of.ColumnNames()
	return func() {
		if f.Alias == nil {
			f.Alias = build.Alias(c.Of.Name())
		}
		columns := f.Alias.Colnames
		for i := len(columns); i < len(names); i++ {
			columns = append(columns, pg_query.MakeStrNode(names[i]))
		}
		at := len(call.Args)
		f.Alias.Colnames = append(append(columns[:at:at], pg_query.MakeStrNode(name)), columns[at:]...)
		call.Args = append(call.Args, array)
	}, true
}

// arrayText is the text of an array of numerics that is a constant.
func arrayText(n *pg_query.Node) (string, bool) {
	c := n.GetTypeCast()
	if _, name := parse.SplitName(c.GetTypeName().GetNames()); name != "numeric" || len(c.TypeName.GetArrayBounds()) != 1 {
		return "", false
	}
	return parse.TextConstant(c.Arg)
}

// numbersOf are the elements of an array of numbers that is written as a text; nil: it has others.
func numbersOf(text string) (list []*pg_query.Node) {
	inner, begins := strings.CutPrefix(strings.TrimSpace(text), "{")
	inner, ends := strings.CutSuffix(inner, "}")
	if !begins || !ends {
		return nil
	}
	for s := range strings.SplitSeq(inner, ",") {
		s = strings.Trim(strings.TrimSpace(s), `"`)
		shown, ok := numerics.Shown(s)
		switch {
		case strings.EqualFold(s, "null"):
			list = append(list, build.Null())
		case !ok:
			return nil
		default:
			list = append(list, build.Numeral(strings.TrimPrefix(shown, "-")))
		}
	}
	return list
}

// scaleOfSeries is how many digits a value of a series between constants has: the first has those of the start.
func scaleOfSeries(call *pg_query.FuncCall, value *pg_query.Node) (*pg_query.Node, bool) {
	scales := make([]int64, len(call.Args))
	for i, n := range call.Args {
		s, constant := constantOf(n)
		if !constant {
			return nil, false
		}
		_, fraction, _ := strings.Cut(s, ".")
		scales[i] = int64(len(fraction))
	}
	step := int64(0)
	if len(scales) > 2 {
		step = scales[2]
	}
	if step <= scales[0] {
		return build.Number(scales[0]), true
	}
	return build.Case(build.Number(step), build.When(build.Binary("=", value, proto.CloneOf(call.Args[0])), build.Number(scales[0]))), true
}
