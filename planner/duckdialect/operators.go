package duckdialect

import (
	"math"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/json"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/patterns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// operator rewrites an expression with an operator.
func (t *translation) operator(n *pg_query.Node, e *pg_query.A_Expr) {
	schema, op := parse.SplitName(e.Name)
	if schema != "" {
		if schema != "pg_catalog" {
			t.NoteUnsupported(e.Location, "operator %s.%s does not exist", schema, op)
			return
		}
		e.Name, t.Changed = build.Names(op), true
	}
	if op == "~~~" { // DuckDB's GLOB may take exponential time, and cannot be interrupted
		t.NoteUnsupported(e.Location, "operator %s does not exist", op).WithHint("Use LIKE or ~.")
		return
	}
	if t.Env.SQLite {
		t.sqliteOperator(e, op)
	}
	if op = t.compareBytewise(e, op); op == "" {
		return
	}
	if t.rareOperator(n, e, op) || numerics.Operator(&t.Types, n, e, op) || numerics.FoldArithmetic(&t.Types, n, e, op) || t.arrays.Compare(n, e, op) {
		return
	}
	json.Compare(&t.Types, e, op)
	t.widenReal(n, e, op)
	if n.GetAExpr() != e {
		return
	}
	list := e.Rexpr.GetList().GetItems()
	if numerics.CastBeside(&t.Types, append(slices.Clone(list), e.Lexpr, e.Rexpr)...); len(list) > 0 {
		t.compareListed(e)
		t.momentsBeside(e.Lexpr, list...)
	} else if trees.Comparisons[op] {
		t.momentsBeside(e.Lexpr, e.Rexpr)
		t.momentsBeside(e.Rexpr, e.Lexpr)
	}
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_NULLIF, pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		t.constantsBeside(e)
		t.compareDistinct(e)
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		t.betweenSymmetric(n, e)
	case pg_query.A_Expr_Kind_AEXPR_IN:
		t.rowIn(n, e, op)
	case pg_query.A_Expr_Kind_AEXPR_SIMILAR:
		t.padMatched(e, op)
		patterns.Similar(&t.Types, n, e)
	case pg_query.A_Expr_Kind_AEXPR_LIKE, pg_query.A_Expr_Kind_AEXPR_ILIKE:
		t.padMatched(e, op)
		patterns.Like(&t.Types, n, e, op)
	case pg_query.A_Expr_Kind_AEXPR_OP:
		if t.arrays.CompareBounded(n, e, op) {
			return
		}
		t.padMatched(e, op)
		if trees.Comparisons[op] {
			t.trimVarying(&e.Lexpr, &e.Rexpr)
		}
		t.fixBits(e, op)
		t.plainOperator(n, e, op)
	case pg_query.A_Expr_Kind_AEXPR_OP_ANY, pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		t.operatorOfArray(n, e, op)
	}
}

// operatorOfArray rewrites a comparison with the elements of an array.
func (t *translation) operatorOfArray(n *pg_query.Node, e *pg_query.A_Expr, op string) {
	t.arrays.FlattenBounded(&e.Rexpr)
	t.compareListed(e)
	t.quotedList(e)
	if t.membership(n, e, op) || t.likeAny(n, e, op) || numerics.SpreadArray(&t.Types, n, e, op) {
		return
	}
	if r, ok := patterns.Operators[op]; ok && e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY && !r.Negated {
		t.NoteUnsupported(e.Location, "operator %s with ANY is not supported", op).WithHint("Join the patterns with |.")
		return
	}
	t.knownArray(n, e)
}

func (t *translation) plainOperator(n *pg_query.Node, e *pg_query.A_Expr, op string) {
	if foreignOperators[op] && !t.Env.SQLite {
		t.NoteError(e.Location, sqlstate.UndefinedFunction,
			"operator does not exist: %s", op).
			WithHint("No operator matches the given name and argument types. You might need to add explicit type casts.")
		return
	}
	if r, ok := patterns.Operators[op]; ok && e.Lexpr != nil {
		patterns.MatchRegex(&t.Types, n, e, r)
		return
	}
	if known, ok := operators[op]; ok {
		if op == "^" && e.Lexpr != nil && numerics.Fold(&t.Types, n, op, e.Lexpr, e.Rexpr) {
			return
		}
		args := []*pg_query.Node{e.Rexpr}
		if e.Lexpr != nil {
			t.quotedRanges(e, op)
			args = []*pg_query.Node{e.Lexpr, e.Rexpr}
		}
		json.PathLiteral(&t.Types, e.Rexpr)
		if known.emulated == "" {
			t.ReplaceNode(n, build.Call(known.native, args...))
			return
		}
		t.ReplaceNode(n, emulation.Call(known.emulated, args...))
		return
	}
	t.quotedRanges(e, op)
	if t.shiftBits(n, e, op) || json.PathOperator(&t.Types, n, e, op) || t.rowComparison(n, e, op) {
		return
	}
	switch op {
	case "->":
		t.jsonStep(n, e, "pg__json_get", "json_extract")
	case "->>":
		t.jsonStep(n, e, "pg__json_get_text", "json_extract_string")
	case "@>", "<@", "&&":
		json.Contains(&t.Types, e)
		t.arrayConstants(e)
	case "||":
		t.concatenate(n, e)
	case "+", "-", "*", "/", "%":
		defer t.typeArithmetic(n, e, op)
		t.typeOperands(e, op)
		if op == "%" {
			numerics.Remainder(&t.Types, &e.Lexpr, &e.Rexpr)
		}
	case "=", "<>":
		t.blankConstants(e.Lexpr, e.Rexpr)
		t.arrayConstant(e.Lexpr, e.Rexpr)
		t.arrayConstant(e.Rexpr, e.Lexpr)
		t.arrayComparison(e.Lexpr, e.Rexpr)
		if inference.IsArray(t.Shown(e.Lexpr)) {
			t.quotedBeside(e.Rexpr, e.Lexpr)
		}
	case "<", ">", "<=", ">=":
		t.refuseOrder(e, op)
		t.blankConstants(e.Lexpr, e.Rexpr)
		t.orderBits(&e.Lexpr, &e.Rexpr)
	}
}

// foreignOperators are operators of DuckDB that Postgres does not have.
var foreignOperators = map[string]bool{"**": true, "//": true, "<=>": true, "==": true, "!": true}

// typeOperands gives the constants of arithmetic the types that they have in Postgres.
func (t *translation) typeOperands(e *pg_query.A_Expr, op string) {
	if op == "+" || op == "-" {
		t.untypedMoment(e, op)
	}
	t.untyped(e.Lexpr, e.Rexpr)
	t.untyped(e.Rexpr, e.Lexpr)
	t.fixInteger(e.Lexpr, e.Rexpr)
	t.fixInteger(e.Rexpr, e.Lexpr)
}

// membership turns x = ANY(list) and x <> ALL(list) into a call, which DuckDB accepts in more
// places, if the list is a column, a parameter or the like.
func (t *translation) membership(n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	list := e.Rexpr
	if c := list.GetTypeCast(); c != nil {
		list = c.Arg
	}
	if list.GetColumnRef() == nil && list.GetFuncCall() == nil && list.GetParamRef() == nil && !isSlice(list) {
		return false
	}
	contains := contained(e.Rexpr, e.Lexpr)
	switch {
	case op == "=" && e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY:
		t.ReplaceNode(n, contains)
	case op == "<>" && e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		t.ReplaceNode(n, build.Not(contains))
	default:
		return false
	}
	return true
}

// isSlice reports whether an expression is a slice of an array.
func isSlice(n *pg_query.Node) bool {
	parts := n.GetAIndirection().GetIndirection()
	return len(parts) > 0 && parts[len(parts)-1].GetAIndices().GetIsSlice()
}

// likeAny compares with each pattern of an array.
func (t *translation) likeAny(n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	kind, isLike := pg_query.A_Expr_Kind_AEXPR_LIKE, patterns.Likes[op] != ""
	if !isLike {
		return false
	}
	if strings.HasSuffix(op, "*") {
		kind = pg_query.A_Expr_Kind_AEXPR_ILIKE
	}
	list := e.Rexpr.GetAArrayExpr().GetElements()
	if c := e.Rexpr.GetTypeCast(); c != nil {
		list = c.Arg.GetAArrayExpr().GetElements()
	}
	if len(list) == 0 {
		t.NoteUnsupported(e.Location, "LIKE ANY and LIKE ALL are supported only with ARRAY[…]")
		return true
	}
	each := make([]*pg_query.Node, len(list))
	for i, pattern := range list {
		each[i] = pg_query.MakeAExprNode(kind, build.Names(op), proto.CloneOf(e.Lexpr), pattern, build.Nowhere)
		patterns.Like(&t.Types, each[i], each[i].GetAExpr(), op)
	}
	join := pg_query.BoolExprType_OR_EXPR
	if e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ALL {
		join = pg_query.BoolExprType_AND_EXPR
	}
	if len(each) == 1 {
		t.ReplaceNode(n, each[0])
		return true
	}
	t.ReplaceNode(n, pg_query.MakeBoolExprNode(join, each, build.Nowhere))
	return true
}

// jsonStep rewrites -> and ->>.
func (t *translation) jsonStep(n *pg_query.Node, e *pg_query.A_Expr, function, sqlite string) {
	if key, ok := parse.TextConstant(e.Rexpr); ok && t.Env.SQLite && strings.HasPrefix(key, "$") {
		function = sqlite
	}
	t.ReplaceNode(n, build.Call(function, e.Lexpr, e.Rexpr))
}

// arrayConstant reads a quoted array beside an array as one of the same type, where the text shows that type.
func (t *translation) arrayConstant(literal, beside *pg_query.Node) {
	s, ok := parse.TextConstant(literal)
	if !ok || !strings.HasPrefix(s, "{") || !trees.IsArray(beside) {
		return
	}
	element := build.PlainType("text")
	if c := beside.GetTypeCast(); c != nil {
		element = &pg_query.TypeName{Names: c.TypeName.Names, Typmods: c.TypeName.Typmods, Typemod: -1, Location: build.Nowhere}
	} else if elements := beside.GetAArrayExpr().GetElements(); len(elements) > 0 {
		if _, ok := parse.IntConstant(elements[0]); ok {
			element = build.PlainType("int4")
		} else if kind := t.Inferred(elements[0]); kind == "bool" || kind == "date" || kind == "int8" || kind == "timestamp" || kind == "uuid" {
			element = build.PlainType(kind)
		}
	}
	t.ReplaceNode(literal, constants.Array(s, element))
}

// concatenate rewrites array || element if the text shows which is which.
func (t *translation) concatenate(n *pg_query.Node, e *pg_query.A_Expr) {
	lists := t.joinsLists(e)
	t.arrayConstants(e)
	t.namesAsText(e)
	t.styleOperands(e)
	t.documentAsText(e)
	json.Contains(&t.Types, e)
	left, right := trees.IsArray(e.Lexpr), trees.IsArray(e.Rexpr)
	for _, sides := range [][2]*pg_query.Node{{e.Lexpr, e.Rexpr}, {e.Rexpr, e.Lexpr}} {
		switch kind := t.Shown(sides[1]); {
		case kind == "bytea" && sides[0].GetAConst().GetIsnull():
			t.ReplaceNode(n, build.Cast(build.Null(), build.PlainType("bytea")))
			return
		case kind == "bytea":
			t.bytesArgument(sides[0])
		case (sides[0].GetAConst().GetIsnull() || isNullText(sides[0])) && t.joinsAsText(sides[1], kind):
			t.ReplaceNode(n, build.Cast(build.Null(), build.PlainType("text")))
			return
		}
	}
	t.checkElement(e.Lexpr, e.Rexpr)
	t.checkElement(e.Rexpr, e.Lexpr)
	if t.joinNull(n, e.Lexpr, e.Rexpr) || t.joinNull(n, e.Rexpr, e.Lexpr) {
		return
	}
	for _, side := range []**pg_query.Node{&e.Lexpr, &e.Rexpr} {
		if t.IsLimitedArray(*side) {
			*side, t.Changed = build.Cast(*side, build.TextArray()), true
		}
	}
	if t.joinLimited(n, e) {
		return
	}
	switch {
	case t.Shown(e.Lexpr) == "bit" && t.Shown(e.Rexpr) == "bit":
		t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType("bit")))
	case t.joinScales(n, e, left, right):
	case t.joinNested(n, e, lists):
	case left && right:
		t.arrays.Join(n, e)
	case t.joinParts(n, e, lists):
	case left && e.Rexpr.GetAConst() != nil:
		t.ReplaceNode(n, build.Call("list_append", e.Lexpr, e.Rexpr))
	case right && e.Lexpr.GetAConst() != nil:
		t.ReplaceNode(n, build.Call("list_prepend", e.Lexpr, e.Rexpr))
	}
}

// namesAsText makes the names of objects, as which PostgreSQL shows a regclass and the like, of the OIDs that || joins with a text.
func (t *translation) namesAsText(e *pg_query.A_Expr) {
	if t.Env.ObjectsFound {
		return
	}
	for _, sides := range [][2]*pg_query.Node{{e.Lexpr, e.Rexpr}, {e.Rexpr, e.Lexpr}} {
		if emulation.IsLookup(sides[0]) && !emulation.IsLookup(sides[1]) && !t.ShowsArray(sides[1]) && !t.isCatalogArray(sides[1]) {
			t.nameOfOID(sides[0])
		}
	}
}

// documentAsText makes a document that || joins with a text a text, too.
func (t *translation) documentAsText(e *pg_query.A_Expr) {
	for _, sides := range [][2]*pg_query.Node{{e.Lexpr, e.Rexpr}, {e.Rexpr, e.Lexpr}} {
		if document := t.Inferred(sides[0]); (document == "jsonb" || document == "json") && inference.TextTypes[t.Inferred(sides[1])] {
			t.ReplaceNode(sides[0], build.Cast(&pg_query.Node{Node: sides[0].Node}, build.PlainType("text")))
		}
	}
}

// joinScales joins numbers of several scales, of which an array that is written out keeps each.
func (t *translation) joinScales(n *pg_query.Node, e *pg_query.A_Expr, left, right bool) bool {
	var elements []*pg_query.Node
	for i, side := range []*pg_query.Node{e.Lexpr, e.Rexpr} {
		switch isArray := []bool{left, right}[i]; {
		case !isArray:
			elements = append(elements, side)
		case side.GetAArrayExpr() == nil:
			return false
		default:
			elements = append(elements, side.GetAArrayExpr().Elements...)
		}
	}
	if !left && !right || !mixedScales(elements) {
		return false
	}
	joined := build.Array(elements...)
	t.arrayScales(joined, joined.GetAArrayExpr())
	t.ReplaceNode(n, joined)
	return true
}

// joinsAsText reports whether the text shows that || makes a text of the value beside a text or a NULL.
func (t *translation) joinsAsText(n *pg_query.Node, kind string) bool {
	if e := n.GetAExpr(); e.GetKind() == pg_query.A_Expr_Kind_AEXPR_OP && e.GetLexpr() != nil {
		if _, op := parse.SplitName(e.Name); op == "||" {
			left, right := t.Shown(e.Lexpr), t.Shown(e.Rexpr)
			return t.joinsAsText(e.Lexpr, left) && t.joinsAsText(e.Rexpr, right)
		}
	}
	if _, isBool := n.GetAConst().GetVal().(*pg_query.A_Const_Boolval); isBool {
		return true
	}
	return kind != "json" && kind != "jsonb" && unstyled[kind] || kind == "float4" || kind == "float8" || zonedTypes[kind] || kind == "time" || kind == "interval"
}

// isNullText reports a NULL that is cast to text.
func isNullText(n *pg_query.Node) bool {
	c := n.GetTypeCast()
	_, name := parse.SplitName(c.GetTypeName().GetNames())
	return c.GetArg().GetAConst().GetIsnull() && len(c.TypeName.ArrayBounds) == 0 && (name == "text" || name == "varchar")
}

// joinNull makes an array that NULL is appended to the array itself.
func (t *translation) joinNull(n, list, other *pg_query.Node) bool {
	if !other.GetAConst().GetIsnull() || !t.ShowsArray(list) {
		return false
	}
	t.ReplaceNode(n, list)
	return true
}

// untyped turns a quoted number into a number, in arithmetic with a number: '1' + 1.
func (t *translation) untyped(n, other *pg_query.Node) {
	s, ok := parse.TextConstant(n)
	if !ok {
		return
	}
	switch other.GetAConst().GetVal().(type) {
	case *pg_query.A_Const_Ival, *pg_query.A_Const_Fval:
		_, isInt := parse.IntConstant(other)
		if _, err := strconv.Atoi(strings.TrimSpace(s)); err != nil && isInt && !t.Env.SQLite {
			t.NoteError(n.GetAConst().GetLocation(), sqlstate.InvalidTextRepresent, "invalid input syntax for type integer: %q", s)
			return
		}
		if _, err := strconv.ParseFloat(s, 64); err == nil && trees.Decimal.MatchString(s) {
			t.ReplaceNode(n, build.Numeral(s))
		}
		return
	}
	if t.Inferred(other) == "numeric" && !t.Env.SQLite && trees.Decimal.MatchString(strings.TrimSpace(s)) {
		t.ReplaceNode(n, build.Numeral(strings.TrimSpace(s)))
		return
	}
	if kind := t.Shown(other); (numerics.Floats[kind] || inference.Numbers[kind] && kind != "numeric") && !t.Env.SQLite {
		t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType(kind)))
	}
}

// arrayComparison turns the literals that clients compare with array columns of the catalogs into
// lists.
func (t *translation) arrayComparison(column, literal *pg_query.Node) {
	s, ok := parse.TextConstant(literal)
	if !ok || !emulation.ArrayColumns[trees.LastField(column)] || !strings.HasPrefix(s, "{") {
		return
	}
	t.ReplaceNode(literal, constants.Array(s, build.PlainType("int8")))
}

// subscript counts from 0 in vectors, as Postgres does, and finds nothing before the first element of an
// array, where DuckDB counts from the end.
func (t *translation) subscript(n *pg_query.Node, x *pg_query.A_Indirection) {
	if json.Subscript(&t.Types, n, x) || t.arrays.RewriteSubscript(n, x) {
		return
	}
	if s, quoted := parse.TextConstant(x.Indirection[0].GetAIndices().GetUidx()); quoted && trees.IsArray(x.Arg) {
		t.NoteError(x.Indirection[0].GetAIndices().GetUidx().GetAConst().GetLocation(), sqlstate.InvalidTextRepresent, "invalid input syntax for type integer: %q", s)
	}
	if t.pointPart(n, x) {
		return
	}
	inVector := isVector(x.Arg)
	if inVector && len(x.Indirection) == 1 && t.isSmallVector(x.Arg) {
		defer t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType("int2")))
	}
	for _, i := range x.Indirection {
		switch s := i.GetAIndices(); {
		case s == nil:
		case inVector && s.IsSlice:
			t.NoteUnsupported(build.Nowhere, "a slice of an int2vector or oidvector is not supported")
		case s.IsSlice:
			if len(x.Indirection) == 1 {
				defer t.nullBounds(n, s.Lidx, s.Uidx)
			}
			s.Lidx = t.bound(s.Lidx, 1)
			s.Uidx = t.bound(s.Uidx, 0)
		case s.Uidx == nil:
		case inVector:
			s.Uidx, t.Changed = build.Binary("+", s.Uidx, build.Number(1)), true
		default:
			s.Uidx = t.position(s.Uidx)
		}
	}
}

// position makes a position before the first element one that finds nothing.
func (t *translation) position(n *pg_query.Node) *pg_query.Node {
	if i, ok := parse.IntConstant(n); ok && i > 0 {
		return n
	} else if ok {
		t.Changed = true
		return build.Number(math.MaxInt32)
	}
	if _, ok := parse.TextConstant(n); ok {
		return n
	}
	t.Changed = true
	if trees.IsVolatile(n.ProtoReflect()) {
		return build.Call("greatest", n, build.Number(0))
	}
	return pg_query.MakeCaseExprNode(nil, []*pg_query.Node{pg_query.MakeCaseWhenNode(build.Binary(">", n, build.Number(0)), n, build.Nowhere)}, build.Nowhere)
}
