package patterns

import (
	"errors"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/are"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Regular expressions and patterns of SIMILAR TO. A constant one is read here: DuckDB matches what it matches as
// PostgreSQL does, and the source's functions match the rest (package are).

// ReadPattern reads a constant expression. It returns nil for one that the source's functions read at run time: PostgreSQL refuses it
// too, once there is a text to match. What is not supported is refused.
func ReadPattern(t *inference.Types, n *pg_query.Node, source string, fold bool) *are.Regexp {
	re, err := are.Compile(source, are.Options{Fold: fold})
	switch location := n.GetAConst().GetLocation(); {
	case err != nil && !errors.Is(err, are.ErrSyntax):
		t.NoteUnsupported(location, "%v", err)
	case err != nil && t.Defining: // of a constraint that no row would keep to
		t.NoteError(location, "2201B", "%v", err)
	}
	if err != nil {
		return nil
	}
	return re
}

// matching is the call that matches a text with an expression.
func matching(t *inference.Types, x, pattern *pg_query.Node, fold bool) *pg_query.Node {
	flags := ""
	if fold {
		flags = "i"
	}
	if source, constant := parse.TextConstant(pattern); constant {
		re := ReadPattern(t, pattern, source, fold)
		if re != nil && re.Source() != "" && !t.Defining {
			return build.Call("regexp_matches", x, build.Text(re.Source()))
		}
	}
	return build.Call("pg__regexp_like", x, pattern, build.Text(flags))
}

// markOperator gives flags to a match that change nothing: by them the catalog shows it as the operator.
func markOperator(by *pg_query.Node, fold bool) {
	if args := by.GetFuncCall().GetArgs(); len(args) == 3 {
		flags := "c"
		if fold {
			flags = "ci"
		}
		args[2] = build.Text(flags)
	}
}

// MatchRegex writes a match with a regular expression as the function that there is for it.
func MatchRegex(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr, r Operator) {
	by := matching(t, e.Lexpr, e.Rexpr, r.Fold)
	t.NoteName(by, "~")
	if t.Defining {
		markOperator(by, r.Fold)
	}
	if r.Negated && t.Defining {
		by = build.Binary("=", by, build.Truth(false))
	} else if r.Negated {
		by = build.Not(by)
	}
	t.ReplaceNode(n, by)
}

// Similar rewrites SIMILAR TO. A constant pattern becomes a regular expression here, any other at run time.
func Similar(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr) {
	f := e.Rexpr.GetFuncCall()
	if f == nil || len(f.Args) == 0 || len(f.Args) > 2 {
		t.NoteUnsupported(e.Location, "this form of SIMILAR TO is not supported")
		return
	}
	by := emulation.Call("similar_to", e.Lexpr, f.Args[0])
	pattern, ok := parse.TextConstant(f.Args[0])
	if len(f.Args) == 2 {
		escape, constant := parse.TextConstant(f.Args[1])
		if !ok || !constant || len(escape) > 1 {
			t.NoteUnsupported(e.Location, "SIMILAR TO with this ESCAPE is not supported")
			return
		}
		pattern = escapedBy(pattern, escape)
	}
	if ok {
		by = matching(t, e.Lexpr, build.Text(similarSource(pattern)), false)
	}
	t.NoteName(by, "~")
	if _, op := parse.SplitName(e.Name); op == "!~" {
		by = build.Not(by)
	}
	t.ReplaceNode(n, by)
}

// similarSource is the regular expression of a pattern of SIMILAR TO.
func similarSource(pattern string) string { return "^(?:" + constants.SimilarPattern(pattern) + ")$" }

// escapedBy writes a pattern with another escape character as one with a backslash.
func escapedBy(pattern, escape string) string {
	if escape == `\` {
		return pattern
	}
	pattern = strings.ReplaceAll(pattern, `\`, `\\`)
	if escape == "" {
		return pattern
	}
	return strings.ReplaceAll(pattern, escape, `\`)
}

// SimilarPart is substring(x SIMILAR pattern ESCAPE e): what matches the part of the pattern between two e".
func SimilarPart(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	pattern, constant := parse.TextConstant(f.Args[1])
	escape, single := parse.TextConstant(f.Args[2])
	if !constant || !single {
		return false
	}
	parts := strings.Split(pattern, escape+`"`)
	if len(escape) != 1 || len(parts) != 3 || strings.ContainsAny(parts[0], `*+?{|`) {
		t.NoteUnsupported(f.Location, "this pattern of substring is not supported")
		return true
	}
	for i, p := range parts {
		parts[i] = constants.SimilarPattern(escapedBy(p, escape))
	}
	parts[0] = strings.ReplaceAll(parts[0], ".*", ".*?") // as little as there is
	expression := build.Text("^(?:" + parts[0] + ")(" + parts[1] + ")(?:" + parts[2] + ")$")
	source, _ := parse.TextConstant(expression)
	ReadPattern(t, expression, source, false)
	return t.ReplaceCall(n, "substring", build.Call("pg__substring", build.Cast(f.Args[0], build.PlainType("text")), expression))
}

// RegexpReplace leaves a call to DuckDB's function if that replaces the same as PostgreSQL's.
func RegexpReplace(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	args := f.Args
	if len(args) < 3 || len(args) > 6 {
		return false
	}
	_, from := parse.IntConstant(args[min(3, len(args)-1)])
	switch {
	case len(args) == 3:
		args = append(args, build.Text(""))
	case len(args) == 4 && from:
		args = append(args, build.Number(1), build.Text(""))
	case len(args) == 5:
		args = append(args, build.Text(""))
	}
	if len(args) == 4 {
		if native := nativeReplace(t, args); native != nil {
			return t.ReplaceCall(n, "regexp_replace", native)
		}
	}
	return t.ReplaceCall(n, "regexp_replace", build.Call("pg__regexp_replace", args...))
}

// nativeReplace is DuckDB's call of regexp_replace with constants that it reads as PostgreSQL does, or nil if there are
// others.
func nativeReplace(t *inference.Types, args []*pg_query.Node) *pg_query.Node {
	source, constant := parse.TextConstant(args[1])
	by, also := parse.TextConstant(args[2])
	flags, flagged := parse.TextConstant(args[3])
	if !constant || !also || !flagged || strings.Trim(flags, "gi") != "" || strings.Contains(by, `\`) {
		return nil
	}
	re := ReadPattern(t, args[1], source, strings.Contains(flags, "i"))
	if re == nil || !re.Simple() {
		return nil
	}
	return build.Call("regexp_replace", args[0], build.Text(re.Source()), args[2], build.Text(strings.ReplaceAll(flags, "i", "")))
}

// Operator is an operator for regular expressions: whether it is negated, and whether it ignores case.
type Operator struct{ Negated, Fold bool }

// Operators are the operators for regular expressions.
var Operators = map[string]Operator{
	"~": {}, "!~": {Negated: true}, "~*": {Fold: true}, "!~*": {Negated: true, Fold: true},
}
