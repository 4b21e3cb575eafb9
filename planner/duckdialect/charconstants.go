package duckdialect

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// readCharacter is what the type "char" keeps of a text: the lowest eight bits of an octal escape, or the first byte. The macro _character
// does so for values.
func readCharacter(s string) string {
	if len(s) == len(`\101`) && s[0] == '\\' {
		if code, err := strconv.ParseUint(s[1:], 8, 16); err == nil {
			return shownByte(byte(code & math.MaxUint8))
		}
	}
	if s == "" {
		return s
	}
	return shownByte(s[0])
}

// shownByte shows a byte as the type "char" does: in octal digits if it is no ASCII, and 0 as nothing.
func shownByte(b byte) string {
	switch {
	case b == 0:
		return ""
	case b >= utf8.RuneSelf:
		return fmt.Sprintf(`\%03o`, b)
	}
	return string(rune(b))
}

// readCharacters reads the quoted constants beside values of the type "char" as PostgreSQL does, in which they are of that type, too. The
// tree is the client's.
func (t *translation) readCharacters(root *pg_query.Node) {
	if t.Env.SQLite || t.Defining {
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.TypeCast:
			if _, name := parse.SplitName(m.TypeName.GetNames()); name == "int4" && len(m.TypeName.ArrayBounds) == 0 && (t.isCharacter(m.Arg) || t.Inferred(m.Arg) == "char") {
				if t.codes == nil {
					t.codes = map[*pg_query.TypeCast]bool{}
				}
				t.codes[m] = true
			}
		case *pg_query.CoalesceExpr:
			t.cutBeside(m.Args...)
		case *pg_query.MinMaxExpr:
			t.cutBeside(m.Args...)
		case *pg_query.A_ArrayExpr:
			t.cutBeside(m.Elements...)
		case *pg_query.CaseExpr:
			t.cutCases(m)
		case *pg_query.A_Expr:
			t.cutCompared(m)
		case *pg_query.SelectStmt:
			if m.Larg == nil && len(m.ValuesLists) < 2 {
				return
			}
			for _, column := range columnsOfParts(m) {
				t.cutBeside(valuesAt(column)...)
			}
		}
	})
}

// cutCompared does so for what an operator compares.
func (t *translation) cutCompared(e *pg_query.A_Expr) {
	op := parse.NameParts(e.Name)
	switch {
	case e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY || e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		t.refuseLonger(e.Lexpr, e.Rexpr)
	case len(op) > 0 && (trees.Comparisons[op[len(op)-1]] || strings.Contains(op[len(op)-1], "BETWEEN")):
		t.cutBeside(append(e.Rexpr.GetList().GetItems(), e.Lexpr, e.Rexpr)...)
	}
}

// refuseLonger refuses a quoted array with texts of several characters that a "char" is compared with.
func (t *translation) refuseLonger(value, array *pg_query.Node) {
	s, quoted := parse.TextConstant(array)
	if !quoted || !t.isCharacter(value) {
		return
	}
	items, _ := constants.ArrayItems(s)
	for _, item := range items {
		if text, ok := parse.TextConstant(item); ok && readCharacter(text) != text {
			t.NoteUnsupported(array.GetAConst().GetLocation(), `%q in an array that is compared with a "char" is not supported`, text)
		}
	}
}

// cutCases does so for the values of a CASE, and for what it compares.
func (t *translation) cutCases(c *pg_query.CaseExpr) {
	compared := []*pg_query.Node{c.Arg}
	for _, w := range c.Args {
		compared = append(compared, w.GetCaseWhen().GetExpr())
	}
	if c.Arg != nil {
		t.cutBeside(compared...)
	}
	t.cutBeside(trees.CaseResults(c)...)
}

// cutBeside cuts the quoted constants among values of which the others are of type "char".
func (t *translation) cutBeside(values ...*pg_query.Node) {
	characters := false
	for _, n := range values {
		if _, quoted := parse.TextConstant(n); quoted || n == nil || n.GetAConst().GetIsnull() || n.GetList() != nil {
			continue
		}
		if !t.isCharacter(n) {
			return
		}
		characters = true
	}
	for _, n := range values {
		s, quoted := parse.TextConstant(n)
		if !characters || !quoted || readCharacter(s) == s {
			continue
		}
		t.ReplaceNode(n, build.Text(readCharacter(s)))
	}
}

// isCharacter reports whether an expression is of the type "char".
func (t *translation) isCharacter(n *pg_query.Node) bool {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		schema, name := parse.SplitName(e.TypeCast.TypeName.GetNames())
		return name == "char" && (schema == "" || schema == "pg_catalog") && len(e.TypeCast.TypeName.ArrayBounds) == 0
	case *pg_query.Node_ColumnRef:
		parts := parse.NameParts(e.ColumnRef.Fields)
		return t.IsCharacter(e.ColumnRef) || t.Column(e.ColumnRef) == "" && !t.Hidden && len(parts) > 0 && emulation.CharColumns[parts[len(parts)-1]]
	}
	return false
}
