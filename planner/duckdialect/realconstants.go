package duckdialect

import (
	"math"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// digitsOfReals is how many digits a cast to numeric keeps of a floating-point number, and bitsOfReals how many bits that has.
var (
	digitsOfReals = map[string]int{"float4": 6, "float8": 15}
	bitsOfReals   = map[string]int{"float4": 32, "float8": 64}
)

// writeRealConstants replaces a constant that is cast to a floating-point number and then to numeric by its digits. It has a scale of its own,
// and any width: what is computed has the scale of the source's casts.
func (t *translation) writeRealConstants(root *pg_query.Node) {
	if text := strings.ToLower(t.Text); t.Env.SQLite || !strings.Contains(text, "numeric") && !strings.Contains(text, "dec") {
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		c, ok := m.(*pg_query.TypeCast)
		if !ok || len(c.TypeName.GetArrayBounds())+len(c.TypeName.GetTypmods()) > 0 {
			return
		}
		if _, name := parse.SplitName(c.TypeName.GetNames()); name != "numeric" {
			return
		}
		if text, ok := realConstant(c.Arg); ok {
			c.Arg, t.Changed = build.Text(text), true
		}
	})
}

// realConstant returns the digits that a cast to numeric keeps of a constant that is cast to a floating-point number.
func realConstant(n *pg_query.Node) (string, bool) {
	c := n.GetTypeCast()
	_, kind := parse.SplitName(c.GetTypeName().GetNames())
	digits := digitsOfReals[kind]
	written, ok := writtenNumber(c.GetArg())
	if digits == 0 || !ok || len(c.TypeName.ArrayBounds) > 0 {
		return "", false
	}
	f, err := strconv.ParseFloat(written, bitsOfReals[kind])
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return "", false
	}
	value, err := numeric.Parse(strconv.FormatFloat(f, 'g', digits, bitsOfReals[kind]))
	return value.String(), err == nil
}

// writtenNumber returns a number that is written out, with its exponent.
func writtenNumber(n *pg_query.Node) (string, bool) {
	if e := n.GetAExpr(); e != nil && e.Lexpr == nil {
		_, op := parse.SplitName(e.Name)
		written, ok := writtenNumber(e.Rexpr)
		return "-" + written, ok && op == "-" && !strings.HasPrefix(written, "-")
	}
	if i, ok := parse.IntConstant(n); ok {
		return strconv.FormatInt(i, 10), true
	}
	written := n.GetAConst().GetFval().GetFval()
	if s, quoted := parse.TextConstant(n); quoted {
		written = strings.Trim(s, " ")
	}
	_, err := numeric.Parse(written)
	return written, err == nil && written != ""
}
