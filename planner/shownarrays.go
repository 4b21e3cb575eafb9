package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The elements of an array of numerics have digits of their own in PostgreSQL, and one number of them in an array of the embedded engine's
// decimals. An array that is shown, or whose elements are, consists of numerics of any width.

// widesOf makes an array of such numerics of another one, and widesText an array of texts of it.
const (
	widesOf   = "pg__wides"
	widesText = "pg__wides_text"
)

// showHolder notes an array or a range of numerics that is shown, and reports whether it has digits of its own.
func (w *shownNumerics) showHolder(n *pg_query.Node) bool {
	own := w.isOwnHolder(n)
	if own {
		w.shown = append(w.shown, n)
	}
	return own
}

// isHolder reports whether an expression is an array or a range of numerics.
func (w *shownNumerics) isHolder(n *pg_query.Node) bool {
	return w.holders[n] == definitions.NumericArray || w.isRange(n)
}

// exactHolder returns an array or a range with the digits of its numerics.
func (w *shownNumerics) exactHolder(n *pg_query.Node) (*pg_query.Node, bool) {
	if w.isRange(n) {
		return w.exactRange(n)
	}
	by, own, ok := w.exactArray(n)
	return by, own && ok
}

// exactArray returns an array of numerics of any width. own: the engine's array of decimals does not show their digits.
func (w *shownNumerics) exactArray(n *pg_query.Node) (by *pg_query.Node, own, ok bool) {
	known := false
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ParamRef:
		return nil, false, false
	case *pg_query.Node_AArrayExpr:
		if !w.written[n] {
			return w.exactElements(e.AArrayExpr)
		}
	case *pg_query.Node_AConst:
		return exactArrayConstant(n)
	case *pg_query.Node_TypeCast:
		by, own, ok, known = w.exactArrayCast(n, e.TypeCast)
	case *pg_query.Node_FuncCall:
		if !w.written[n] {
			by, own, ok, known = w.exactArrayCall(e.FuncCall)
		}
	case *pg_query.Node_AExpr:
		by, own, ok, known = w.exactConcatenation(e.AExpr)
	case *pg_query.Node_AIndirection:
		if w.holders[e.AIndirection.Arg] == definitions.NumericArray {
			return w.exactPart(n)
		}
	case *pg_query.Node_CoalesceExpr:
		return w.exactArrayChoice(n)
	case *pg_query.Node_CaseExpr:
		return w.exactArrayCase(n)
	case *pg_query.Node_SubLink:
		by, own, ok, known = w.exactArrayQuery(n)
	}
	switch {
	case known:
		return by, own, ok
	case w.written[n]:
		return &pg_query.Node{Node: n.Node}, true, true
	}
	return build.Call(widesOf, &pg_query.Node{Node: n.Node}), false, true
}

// exactArrayConstant returns an array that is a constant without a type.
func exactArrayConstant(n *pg_query.Node) (by *pg_query.Node, own, ok bool) {
	if text, quoted := parse.TextConstant(n); quoted {
		by, ok = wideArray(text)
		return by, true, ok
	}
	return build.Call(widesOf, build.Cast(build.Null(), build.TextArray())), false, n.GetAConst().Isnull
}

// exactArrayCast reads an array from a text, or makes one of another array.
func (w *shownNumerics) exactArrayCast(n *pg_query.Node, c *pg_query.TypeCast) (by *pg_query.Node, own, ok, known bool) {
	if len(c.TypeName.GetTypmods()) > 0 {
		return nil, false, false, false
	}
	if text, quoted := arrayText(n); quoted {
		by, ok = wideArray(text)
		return by, true, ok, true
	}
	switch kind := w.holders[c.Arg]; {
	case c.Arg.GetAConst() != nil:
	case kind == definitions.NumericArray:
		by, own, ok = w.exactArray(c.Arg)
		return by, own, ok, true
	case kind == definitions.TextArray:
		return build.Call(widesOf, &pg_query.Node{Node: c.Arg.Node}), true, true, true
	}
	if list := c.Arg.GetAArrayExpr(); list != nil && !slices.ContainsFunc(list.Elements, func(n *pg_query.Node) bool { return n.GetAConst() == nil }) {
		by, own, ok = w.exactElements(list)
		return by, own, ok, true
	}
	return nil, false, false, false
}

// exactArrayChoice returns the first array that is not NULL.
func (w *shownNumerics) exactArrayChoice(n *pg_query.Node) (by *pg_query.Node, own, ok bool) {
	args := n.GetCoalesceExpr().Args
	list := make([]*pg_query.Node, len(args))
	for i, a := range args {
		by, some, known := w.exactArray(a)
		if !known {
			return nil, false, false
		}
		list[i], own = by, own || some
	}
	return build.Coalesce(list...), own || !areColumns(args), !w.mixesNested(args)
}

// exactArrayQuery returns the array that a query stands for.
func (w *shownNumerics) exactArrayQuery(n *pg_query.Node) (by *pg_query.Node, own, ok, known bool) {
	if of := valueOfQuery(n); of != nil && w.holders[of] == definitions.NumericArray {
		by, own, ok = w.exactArray(of)
	} else if of := arrayQuery(n); of != nil {
		own = w.isComputed(of)
		by, ok = w.exact(of)
	} else {
		return nil, false, false, false
	}
	return queryOfValue(n, by), own, ok, true
}

// exactElements returns an array that is written out.
func (w *shownNumerics) exactElements(a *pg_query.A_ArrayExpr) (by *pg_query.Node, own, ok bool) {
	list := make([]*pg_query.Node, len(a.Elements))
	for i, n := range a.Elements {
		if n.GetAArrayExpr() != nil {
			by, _, ok = w.exactElements(n.GetAArrayExpr())
		} else {
			by, ok = w.exact(n)
		}
		if !ok {
			return nil, false, false
		}
		list[i] = by
	}
	return build.Array(list...), w.haveOwnDigits(a), len(list) > 0
}

// haveOwnDigits reports whether the elements of an array that is written out have other digits than each other.
func (w *shownNumerics) haveOwnDigits(a *pg_query.A_ArrayExpr) bool {
	const quotient = -2
	scales, passes := map[int]bool{}, false
	var read func(list []*pg_query.Node)
	read = func(list []*pg_query.Node) {
		for _, n := range list {
			d := w.digits[n]
			s, constant := trees.Number(n)
			if text, quoted := parse.TextConstant(n); quoted {
				s, constant = text, true
			}
			switch {
			case n.GetAConst().GetIsnull():
			case n.GetAArrayExpr() != nil:
				read(n.GetAArrayExpr().Elements)
			case constant:
				_, fraction, _ := strings.Cut(s, ".")
				scales[len(fraction)] = true
			case d.Quotient && !d.Passes():
				scales[quotient] = true
			default:
				passes = passes || d.Passes() || d.Kept
				scales[d.Scale] = true
			}
		}
	}
	read(a.Elements)
	return passes || len(scales) > 1
}

// wideArray is an array of numerics that is written as a text.
func wideArray(text string) (*pg_query.Node, bool) {
	inner, begins := strings.CutPrefix(strings.TrimSpace(text), "{")
	inner, ends := strings.CutSuffix(inner, "}")
	if !begins || !ends || strings.TrimSpace(inner) == "" {
		return nil, false
	}
	var list []*pg_query.Node
	for rest := strings.TrimSpace(inner); ; {
		end := strings.IndexByte(rest, ',')
		if strings.HasPrefix(rest, "{") {
			if end = strings.IndexByte(rest, '}') + 1; end == 0 || strings.Contains(rest[1:end], "{") {
				return nil, false // of more than two dimensions
			}
		}
		if end < 0 {
			end = len(rest)
		}
		element, ok := wideElement(strings.TrimSpace(rest[:end]))
		if !ok {
			return nil, false
		}
		if list = append(list, element); len(element.GetAArrayExpr().GetElements()) != len(list[0].GetAArrayExpr().GetElements()) {
			return nil, false // which is an error
		}
		rest = strings.TrimSpace(rest[end:])
		if rest == "" {
			return build.Array(list...), true
		}
		if rest, ok = strings.CutPrefix(rest, ","); !ok {
			return nil, false
		}
		rest = strings.TrimSpace(rest)
	}
}

// wideElement is an element of such an array.
func wideElement(s string) (*pg_query.Node, bool) {
	if strings.HasPrefix(s, "{") {
		return wideArray(s)
	}
	if strings.EqualFold(s, "null") {
		return build.Call(inference.WidePlain, build.Cast(build.Null(), build.PlainType("text"))), true
	}
	s = strings.Trim(s, `"`)
	return build.Call(inference.WidePlain, build.Text(s)), numerics.IsText(s)
}

// arrayCalls are functions that make arrays, with what they take: an array, an element, or something else.
var arrayCalls = map[string]string{"array_append": "ae", "array_prepend": "ea", "array_cat": "aa", "trim_array": "a-", "array_replace": "aee", "array_remove": "ae", "array_agg": "e"}

// ofWides are those of them that compare elements, with what compares numerics of any width.
var ofWides = map[string]string{"array_replace": "pg__wides_replace", "array_remove": "pg__wides_remove"}

// exactArrayCall calls a function that makes an array. known: it is one of those that are looked at.
func (w *shownNumerics) exactArrayCall(f *pg_query.FuncCall) (by *pg_query.Node, own, ok, known bool) {
	_, name := parse.SplitName(f.Funcname)
	takes := arrayCalls[name]
	switch isAggregate := name == "array_agg"; {
	case len(takes) != len(f.Args) || takes == "" || f.Over != nil && !isAggregate || isAggregate && !w.isNoted(f.Args[0]) && !w.isHolder(f.Args[0]):
		return nil, false, false, false
	case f.AggDistinct:
		return nil, false, false, true
	}
	call := proto.CloneOf(f)
	for i, arg := range f.Args {
		some := false
		switch takes[i] {
		case 'a':
			call.Args[i], some, ok = w.exactArray(arg)
		case 'e':
			call.Args[i], ok = w.exact(arg)
			some = name != "array_remove" && (name != "array_agg" || w.isComputed(arg) || w.isHolder(arg))
		}
		if own = own || some; !ok {
			return nil, false, false, true
		}
	}
	if w.mixesNested(f.Args) {
		return nil, false, false, true
	}
	if ofWides[name] != "" {
		call.Funcname = build.Names(ofWides[name])
	}
	return &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: call}}, own || name == "array_cat" && !areColumns(f.Args), true, true
}

// areColumns reports whether all arrays of a list are columns, which may be arrays of arrays.
func areColumns(list []*pg_query.Node) bool {
	return !slices.ContainsFunc(list, func(n *pg_query.Node) bool { return n.GetColumnRef() == nil && !n.GetAConst().GetIsnull() })
}

// mixesNested reports whether an array of arrays that is written out stands beside an array which is not.
func (w *shownNumerics) mixesNested(list []*pg_query.Node) bool {
	isWritten := func(n *pg_query.Node) bool {
		_, quoted := arrayText(n)
		return quoted || n.GetAArrayExpr() != nil || w.holders[n] != definitions.NumericArray
	}
	return slices.ContainsFunc(list, w.isNested) && slices.ContainsFunc(list, func(n *pg_query.Node) bool { return !isWritten(n) })
}

// exactConcatenation appends an array or an element to another.
func (w *shownNumerics) exactConcatenation(e *pg_query.A_Expr) (by *pg_query.Node, own, ok, known bool) {
	if _, op := parse.SplitName(e.Name); op != "||" || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || e.Lexpr == nil {
		return nil, false, false, false
	}
	if name := w.joinsArrays(e); name != "" {
		by, own, ok, _ = w.exactArrayCall(build.Call(name, e.Lexpr, e.Rexpr).GetFuncCall())
	}
	return by, own, ok, true
}

// joinsArrays is the function that does what || does with an array and another one, or an element; "": it is not known.
func (w *shownNumerics) joinsArrays(e *pg_query.A_Expr) string {
	isArray := func(n *pg_query.Node) bool {
		return w.holders[n] == definitions.NumericArray || n.GetAArrayExpr() != nil
	}
	isNumber := func(n *pg_query.Node) bool { _, constant := trees.Number(n); return constant || w.isNoted(n) }
	switch left, right := isArray(e.Lexpr), isArray(e.Rexpr); {
	case left && right, left && isQuoted(e.Rexpr), right && isQuoted(e.Lexpr):
		return "array_cat"
	case left && isNumber(e.Rexpr):
		return "array_append"
	case right && isNumber(e.Lexpr):
		return "array_prepend"
	}
	return ""
}

// exactPart is an element or a slice of an array.
func (w *shownNumerics) exactPart(n *pg_query.Node) (by *pg_query.Node, own, ok bool) {
	if w.holders[n.GetAIndirection().Arg] != definitions.NumericArray { // an attribute
		return nil, false, false
	}
	arg, own, ok := w.exactArray(n.GetAIndirection().Arg)
	part := proto.CloneOf(n)
	part.GetAIndirection().Arg = arg
	return part, own, ok
}

// exactArrayCase chooses among arrays.
func (w *shownNumerics) exactArrayCase(n *pg_query.Node) (by *pg_query.Node, own, ok bool) {
	choice, results := proto.CloneOf(n), trees.CaseResults(n.GetCaseExpr())
	ok = true
	choose := func(of *pg_query.Node) *pg_query.Node {
		by, some, known := w.exactArray(of)
		own, ok = own || some, ok && known
		return by
	}
	for i, when := range n.GetCaseExpr().Args {
		choice.GetCaseExpr().Args[i].GetCaseWhen().Result = choose(when.GetCaseWhen().Result)
	}
	if of := n.GetCaseExpr().Defresult; of != nil {
		choice.GetCaseExpr().Defresult = choose(of)
	}
	return choice, own || !areColumns(results), ok && !w.mixesNested(results)
}

// showTexts notes an array whose elements become texts.
func (w *shownNumerics) showTexts(n *pg_query.Node) {
	if list := n.GetAArrayExpr(); list != nil && w.holders[n] != definitions.NumericArray { // the cast is one of its elements
		if _, own, ok := w.exactElements(list); own && ok && !w.isNested(n) && !slices.ContainsFunc(list.Elements, isQuoted) {
			for _, element := range list.Elements {
				w.shown, w.texts[element] = append(w.shown, element), true
			}
		}
		return
	}
	if w.holders[n] == definitions.NumericArray && !w.isNested(n) && w.showHolder(n) {
		w.texts[n] = true
	}
}

// isNested reports whether an array that is written out consists of arrays.
func (w *shownNumerics) isNested(n *pg_query.Node) bool {
	text, _ := arrayText(n)
	return strings.Contains(strings.TrimPrefix(strings.TrimSpace(text), "{"), "{") || slices.ContainsFunc(n.GetAArrayExpr().GetElements(), func(n *pg_query.Node) bool { return n.GetAArrayExpr() != nil })
}

// textOfWide makes texts of numerics of any width.
func (w *shownNumerics) textOfWide(n, by *pg_query.Node) *pg_query.Node {
	if w.holders[n] == definitions.NumericArray {
		return build.Call(widesText, by)
	}
	return build.Call(inference.WideStart+"text", by)
}

// isOwnHolder reports whether an array or a range has digits of its own.
func (w *shownNumerics) isOwnHolder(n *pg_query.Node) bool {
	if !w.isHolder(n) || w.grouped[n] {
		return false
	}
	_, own := w.exactHolder(n)
	return own
}

// isQuoted reports whether an expression is a quoted constant.
func isQuoted(n *pg_query.Node) bool {
	_, quoted := parse.TextConstant(n)
	return quoted
}

// appendElements writes the operators that append an element to an array, whose function the engine has for numerics of any scale.
// exact are those that are written otherwise.
func (w *shownNumerics) appendElements(statement *pg_query.Node, exact map[*pg_query.Node]bool) (some bool) {
	if w.recursive { // whose first rows say how many digits the elements have
		return false
	}
	calls := map[*pg_query.Node]bool{}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		n, ok := m.(*pg_query.Node)
		e := n.GetAExpr()
		if _, op := parse.SplitName(e.GetName()); !ok || exact[n] || op != "||" || e.Lexpr == nil || w.holders[n] != definitions.NumericArray {
			return
		}
		if name := w.joinsArrays(e); name == "array_append" || name == "array_prepend" {
			calls[n] = true
		}
	})
	if len(calls) == 0 {
		return false
	}
	nameTargets(statement, isNodeOf(calls))
	for n := range calls {
		n.Node = build.Call(w.joinsArrays(n.GetAExpr()), n.GetAExpr().Lexpr, n.GetAExpr().Rexpr).Node
	}
	return true
}

// anyHolder reports whether the statement has arrays or ranges of numerics.
func (w *shownNumerics) anyHolder() bool {
	for n := range w.holders {
		if w.isHolder(n) || n.GetTypeCast().GetArg().GetAArrayExpr() != nil {
			return true
		}
	}
	return false
}
