package duckdialect

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/patterns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The elements of an array of char(n) are kept without the blanks at their end, and are shown with those of the column's length.
// An array with elements of several lengths cannot be shown so: what would make one is refused. A name that a statement gives
// to such an array, or to its elements, is taken for one wherever it stands.

// charKind says what an expression has of an array of char(n).
type charKind int

const (
	noChars charKind = iota
	charElement
	charArray
)

// charArrays has the rules of one statement.
type charArrays struct {
	*translation
	names map[string]charKind
	mixed bool // the arrays are of several lengths
}

// alignCharArrays changes the comparisons of arrays of char(n) and their elements, and refuses what cannot be right.
func (t *translation) alignCharArrays(root *pg_query.Node) {
	if len(t.CharArrays) == 0 || t.Env.SQLite {
		return
	}
	c := &charArrays{translation: t, names: map[string]charKind{}}
	length := 0
	for name, n := range t.CharArrays {
		c.mixed = c.mixed || length > 0 && n != length
		c.names[name], length = charArray, n
	}
	for had := -1; had < len(c.names); { // a name may stand for another one
		had = len(c.names)
		t.EachMessage(root.ProtoReflect(), c.noteNames)
	}
	assigned := map[any]bool{}
	for _, n := range trees.Explained(root).GetUpdateStmt().GetTargetList() {
		assigned[n.GetResTarget().GetVal().GetFuncCall()] = true
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.A_Expr:
			c.alignOperation(m)
		case *pg_query.FuncCall:
			if !assigned[m] {
				c.checkCall(m)
			}
		case *pg_query.TypeCast:
			if _, name := parse.SplitName(m.TypeName.GetNames()); name == "bpchar" && len(m.TypeName.Typmods) == 0 && c.of(m.Arg) != noChars {
				c.refuse(m.Location, "a cast of an array of char(n), or of its elements, to bpchar")
			}
		case *pg_query.CoalesceExpr:
			c.checkAlike(m.Location, "COALESCE", m.Args)
		case *pg_query.MinMaxExpr:
			c.checkAlike(m.Location, "GREATEST or LEAST", m.Args)
		case *pg_query.A_ArrayExpr:
			c.checkAlike(m.Location, "ARRAY[…]", m.Elements)
		case *pg_query.CaseExpr:
			c.checkAlike(m.Location, "CASE", trees.Choices(&pg_query.Node{Node: &pg_query.Node_CaseExpr{CaseExpr: m}}))
		case *pg_query.SelectStmt:
			c.checkUnion(m)
		}
	})
}

// noteNames notes the names that a statement gives to arrays of char(n) and to their elements.
func (c *charArrays) noteNames(m any) {
	note := func(name string, kind charKind) {
		if name != "" && kind > c.names[name] {
			c.names[name] = kind
		}
	}
	switch m := m.(type) {
	case *pg_query.ResTarget:
		note(m.Name, c.of(m.Val))
	case *pg_query.RangeFunction:
		for _, n := range m.Functions {
			if items := n.GetList().GetItems(); len(items) > 0 && c.of(items[0]) != noChars {
				note("unnest", charElement)
				note(m.Alias.GetAliasname(), charElement)
				for _, name := range parse.NameParts(m.Alias.GetColnames()) {
					note(name, charElement)
				}
			}
		}
	case *pg_query.RangeSubselect:
		c.noteRenamed(m.Subquery.GetSelectStmt(), parse.NameParts(m.Alias.GetColnames()), note)
	case *pg_query.CommonTableExpr:
		c.noteRenamed(m.Ctequery.GetSelectStmt(), parse.NameParts(m.Aliascolnames), note)
	case *pg_query.RangeVar: // any of the names may be one of an array
		for _, name := range parse.NameParts(m.Alias.GetColnames()) {
			note(name, charArray)
		}
	}
}

// noteRenamed notes the names that an alias gives to the columns of a query.
func (c *charArrays) noteRenamed(s *pg_query.SelectStmt, names []string, note func(string, charKind)) {
	for i, name := range names {
		for _, part := range trees.Leaves(s) {
			switch {
			case hasStar(part.TargetList):
				note(name, charArray)
			case i < len(part.TargetList):
				note(name, c.of(part.TargetList[i].GetResTarget().GetVal()))
			}
		}
	}
}

// keepsChars are the functions whose results are their first arguments, or arrays with the same elements.
var keepsChars = parse.WordSet(`min max any_value lag lead first_value last_value nth_value mode array_remove array_replace array_append array_cat trim_array`)

// of says what an expression has of an array of char(n).
func (c *charArrays) of(n *pg_query.Node) charKind {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		return c.names[e.ColumnRef.Fields[len(e.ColumnRef.Fields)-1].GetString_().GetSval()]
	case *pg_query.Node_AIndirection:
		kind := c.of(e.AIndirection.Arg)
		for _, part := range e.AIndirection.Indirection {
			switch at := part.GetAIndices(); {
			case at == nil:
				kind = c.names[part.GetString_().GetSval()]
			case !at.IsSlice && kind == charArray:
				kind = charElement
			}
		}
		return kind
	case *pg_query.Node_CollateClause:
		return c.of(e.CollateClause.Arg)
	case *pg_query.Node_FuncCall:
		return c.ofCall(e.FuncCall)
	case *pg_query.Node_CoalesceExpr, *pg_query.Node_MinMaxExpr, *pg_query.Node_CaseExpr:
		return c.mostOf(trees.Choices(n))
	case *pg_query.Node_AArrayExpr:
		if c.mostOf(e.AArrayExpr.Elements) != noChars {
			return charArray
		}
	case *pg_query.Node_SubLink:
		for _, s := range trees.Leaves(e.SubLink.Subselect.GetSelectStmt()) {
			if e.SubLink.SubLinkType == pg_query.SubLinkType_EXISTS_SUBLINK || len(s.TargetList) == 0 {
				continue
			}
			kind := c.of(s.TargetList[0].GetResTarget().GetVal())
			if kind != noChars && e.SubLink.SubLinkType == pg_query.SubLinkType_ARRAY_SUBLINK {
				kind = charArray
			}
			return kind
		}
	}
	return noChars
}

func (c *charArrays) ofCall(f *pg_query.FuncCall) charKind {
	_, name := parse.SplitName(f.Funcname)
	kind := c.mostOf(f.Args)
	switch {
	case kind == charArray && name == "unnest":
		return charElement
	case kind != noChars && name == "array_agg":
		return charArray
	case keepsChars[name]:
		return kind
	}
	return noChars
}

func (c *charArrays) mostOf(list []*pg_query.Node) charKind {
	most := noChars
	for _, n := range list {
		most = max(most, c.of(n))
	}
	return most
}

func (c *charArrays) refuse(at int32, what string) {
	c.NoteUnsupported(at, "%s is not supported", what).WithHint("Cast the array to text[], or its element to text.")
}

// alignOperation changes a comparison, and refuses patterns and the joining of arrays.
func (c *charArrays) alignOperation(e *pg_query.A_Expr) {
	left, right := c.of(e.Lexpr), c.of(e.Rexpr)
	if left == noChars && right == noChars && c.mostOf(e.Rexpr.GetList().GetItems()) == noChars {
		return
	}
	_, op := parse.SplitName(e.Name)
	_, isRegex := patterns.Operators[op]
	switch {
	case isRegex || patterns.Likes[op] != "" || e.Kind == pg_query.A_Expr_Kind_AEXPR_SIMILAR:
		c.refuse(e.Location, "a pattern beside an element of an array of char(n)")
	case op == "||":
		if left == charArray || right == charArray {
			c.refuse(e.Location, "|| of an array of char(n)")
		}
	case e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY || e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		c.alignAny(e, right)
	case e.Rexpr.GetList() != nil:
		for _, n := range e.Rexpr.GetList().Items {
			c.checkBeside(e.Lexpr, n)
			c.checkBeside(n, e.Lexpr)
		}
	default:
		e.Lexpr, e.Rexpr = c.alignSide(e.Lexpr, e.Rexpr, right), c.alignSide(e.Rexpr, e.Lexpr, left)
		if op != "=" && op != "<>" {
			e.Lexpr, e.Rexpr = castConstant(e.Lexpr, right), castConstant(e.Rexpr, left)
		}
	}
}

// alignAny compares a text with the elements of an array as texts.
func (c *charArrays) alignAny(e *pg_query.A_Expr, right charKind) {
	switch {
	case right == charArray && c.Shown(e.Lexpr) == "text":
		e.Rexpr, c.Changed = build.Cast(e.Rexpr, build.TextArray()), true
	case right == charArray:
		c.checkBeside(e.Rexpr, e.Lexpr)
	default:
		c.checkBeside(e.Lexpr, e.Rexpr)
	}
}

// alignSide compares an element with a text as one.
func (c *charArrays) alignSide(n, other *pg_query.Node, is charKind) *pg_query.Node {
	if c.of(n) == charElement && is == noChars && c.Shown(other) == "text" {
		c.Changed = true
		return build.Cast(n, build.PlainType("text"))
	}
	if c.of(n) == charElement {
		c.checkBeside(n, other)
	}
	return n
}

// checkBeside refuses what an array or an element is compared with if it is not known how blanks at its end count.
func (c *charArrays) checkBeside(n, other *pg_query.Node) {
	if c.of(n) == noChars || c.of(other) != noChars || other.GetAConst() != nil || other.GetParamRef() != nil || c.Shown(other) == "bpchar" {
		return
	}
	if s := other.GetTypeCast(); s != nil {
		if text, quoted := parse.TextConstant(s.Arg); quoted && (text == "" || text[len(text)-1] != ' ') {
			return
		}
	}
	c.refuse(build.Nowhere, "a comparison of an element of an array of char(n) with an expression of this type")
}

// castConstant makes a constant beside an array of char(n) one.
func castConstant(n *pg_query.Node, beside charKind) *pg_query.Node {
	if _, quoted := parse.TextConstant(n); !quoted || beside != charArray {
		return n
	}
	to := build.PlainType("bpchar")
	to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	return build.Cast(n, to)
}

// changesChars are the functions that give an array elements of another length, or show those that it has.
var changesChars = parse.WordSet(`array_append array_prepend array_cat array_replace array_to_string`)

// checkCall refuses the functions that would see no blanks, or would give elements more of them.
func (c *charArrays) checkCall(f *pg_query.FuncCall) {
	_, name := parse.SplitName(f.Funcname)
	switch kind := c.mostOf(f.Args); {
	case kind == noChars:
	case changesChars[name]:
		c.refuse(f.Location, name+" of an array of char(n)")
	case kind == charElement && (name == "octet_length" || name == "bit_length"):
		c.refuse(f.Location, name+" of an element of an array of char(n)")
	case kind == charElement && name == "split_part":
		f.Args[0], c.Changed = build.Cast(f.Args[0], build.PlainType("text")), true
	}
}

// checkAlike refuses arrays of char(n), or elements of them, beside other values of which one result is made.
func (c *charArrays) checkAlike(location int32, what string, list []*pg_query.Node) {
	most := c.mostOf(list)
	if most == noChars {
		return
	}
	for _, n := range list {
		s, quoted := parse.TextConstant(n)
		empty := n.GetAConst().GetIsnull() || quoted && s == "{}" && most == charArray
		if !empty && (c.mixed || c.of(n) != most) {
			c.refuse(location, what+" of arrays of char(n), or of their elements, and of other values")
			return
		}
	}
}

// checkUnion refuses a UNION and its like of such values and others.
func (c *charArrays) checkUnion(s *pg_query.SelectStmt) {
	if s.Larg == nil {
		return
	}
	kinds := func(part *pg_query.SelectStmt) (list []charKind) {
		for _, n := range part.TargetList {
			list = append(list, c.of(n.GetResTarget().GetVal()))
		}
		return list
	}
	parts := trees.Leaves(s)
	first := kinds(parts[0])
	for _, part := range parts {
		list := kinds(part)
		if !slices.Equal(first, list) || c.mixed && slices.Max(append(list, noChars)) != noChars {
			c.refuse(build.Nowhere, "a UNION, INTERSECT or EXCEPT of arrays of char(n), or of their elements, and of other values")
			return
		}
	}
}
