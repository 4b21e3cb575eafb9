package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// By the collations C and POSIX there are no letters but those of ASCII. DuckDB knows all letters by any collation, so what changes the case
// of letters, or ignores it, is written for those of ASCII.

const (
	smallLetters   = "abcdefghijklmnopqrstuvwxyz"
	capitalLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// writeBytewise writes such calls and operators of a statement.
func writeBytewise(statement *pg_query.Node, found map[*pg_query.Node]bool, env *rewrite.Env) error {
	if len(found) == 0 {
		return nil
	}
	if i := statement.GetIndexStmt(); i != nil && !i.Unique { // of which nothing is read but its definition
		return nil
	}
	made := statement.GetCreateTableAsStmt()
	if keeps := made == nil || made.Objtype != pg_query.ObjectType_OBJECT_TABLE; keeps && !runsAtOnce(statement) && statement.GetExplainStmt() == nil && statement.GetPrepareStmt() == nil {
		return notBytewise("this statement")
	}
	nameTargets(statement, isNodeOf(found))
	env.Placed = true
	for n := range found {
		if err := writeOneBytewise(n); err != nil {
			return err
		}
	}
	return nil
}

// notBytewise is the error of what is not known for the letters of ASCII alone.
func notBytewise(what string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "%s over texts of the collation C or POSIX is not supported", what).
		WithHint("Write COLLATE \"default\" behind the text.")
}

// writeOneBytewise writes a call or an operator.
func writeOneBytewise(n *pg_query.Node) error {
	if e := n.GetAExpr(); e != nil {
		return writeMatch(e)
	}
	f := n.GetFuncCall()
	switch {
	case n.GetCaseExpr() != nil: // of a call that fails
		return nil
	case f == nil:
		return notBytewise("this expression")
	}
	switch _, name := parse.SplitName(f.GetFuncname()); {
	case name == "lower" && len(f.Args) == 1:
		n.Node = inSmallLetters(f.Args[0]).Node
	case name == "upper" && len(f.Args) == 1:
		n.Node = build.Call("translate", asText(f.Args[0]), build.Text(smallLetters), build.Text(capitalLetters)).Node
	case name == "initcap" && len(f.Args) == 1:
		n.Node = build.Call("pg__initcap_ascii", asText(f.Args[0])).Node
	case len(f.GetArgs()) < 2:
		return notBytewise(name)
	default:
		written := writtenPattern(f.Args[1], false)
		if written == nil || ignoresCase(name, f.Args[2:]) {
			return notBytewise(name)
		}
		f.Args[1] = written
	}
	return nil
}

// writeMatch writes an operator that matches a text with a pattern.
func writeMatch(e *pg_query.A_Expr) error {
	_, op := parse.SplitName(e.Name)
	pattern := e.Rexpr
	if f := pattern.GetFuncCall(); f != nil && e.Kind == pg_query.A_Expr_Kind_AEXPR_SIMILAR && len(f.Args) > 0 {
		pattern = f.Args[0]
	}
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_SIMILAR && strings.Contains(op, "~") && !strings.Contains(op, "~~") {
		folded := strings.HasSuffix(op, "*")
		if written := writtenPatterns(e, folded); written != nil {
			if e.Rexpr = written; folded {
				e.Name, e.Lexpr = build.Names(strings.TrimSuffix(op, "*")), inSmallLetters(e.Lexpr)
			}
			return nil
		}
	}
	text, quoted := parse.TextConstant(pattern)
	switch {
	case e.Kind != pg_query.A_Expr_Kind_AEXPR_OP && e.Kind != pg_query.A_Expr_Kind_AEXPR_ILIKE && e.Kind != pg_query.A_Expr_Kind_AEXPR_SIMILAR:
		return notBytewise("operator " + op)
	case op == "~~*" || op == "!~~*":
		if pattern.GetFuncCall() != nil && e.Kind == pg_query.A_Expr_Kind_AEXPR_ILIKE {
			if _, name := parse.SplitName(pattern.GetFuncCall().Funcname); name == "like_escape" {
				return notBytewise("ILIKE … ESCAPE")
			}
		}
	case !isPlainPattern(pattern) || strings.HasSuffix(op, "*") && (!quoted || strings.Contains(text, "[")):
		return notBytewise("a regular expression of this form")
	case !strings.HasSuffix(op, "*"):
		return nil
	}
	if e.Kind == pg_query.A_Expr_Kind_AEXPR_ILIKE {
		e.Kind = pg_query.A_Expr_Kind_AEXPR_LIKE
	}
	e.Name = build.Names(strings.TrimSuffix(op, "*"))
	e.Lexpr = inSmallLetters(e.Lexpr)
	if e.Rexpr = inSmallLetters(e.Rexpr); quoted {
		e.Rexpr = build.Text(asciiLower(text))
	}
	return nil
}

// asciiLower makes the capitals of ASCII small.
func asciiLower(text string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, text)
}

func inSmallLetters(n *pg_query.Node) *pg_query.Node {
	return build.Call("translate", asText(n), build.Text(capitalLetters), build.Text(smallLetters))
}

// asText is a cast of a node that may still be written itself: the node is not copied.
func asText(n *pg_query.Node) *pg_query.Node { return build.Cast(n, build.PlainType("text")) }

// writtenPattern is a constant pattern with the classes of ASCII, nil where it cannot be written. folded: it ignores the case of letters.
func writtenPattern(n *pg_query.Node, folded bool) *pg_query.Node {
	n = withoutCollation(n)
	text, quoted := parse.TextConstant(n)
	if !quoted {
		return nil
	}
	written, ok := asciiPattern(text, folded)
	switch {
	case !ok:
		return nil
	case written == text:
		return n
	}
	return build.Text(written)
}

// writtenPatterns is the pattern, or the array of patterns, of an operator as [writtenPattern] writes them.
func writtenPatterns(e *pg_query.A_Expr, folded bool) *pg_query.Node {
	if e.Kind == pg_query.A_Expr_Kind_AEXPR_OP {
		return writtenPattern(e.Rexpr, folded)
	}
	list := e.Rexpr.GetAArrayExpr()
	if list == nil {
		return nil
	}
	written := make([]*pg_query.Node, len(list.Elements))
	for i, n := range list.Elements {
		if written[i] = writtenPattern(n, folded); written[i] == nil {
			return nil
		}
	}
	list.Elements = written
	return e.Rexpr
}

// sameMatches are the operators of a statement that ignore the case of letters, whose patterns mean the same by all collations: PostgreSQL
// looks for the letters of a pattern in either case, and does not change those of the text.
func sameMatches(statement *pg_query.Node) map[*pg_query.Node]bool {
	found := map[*pg_query.Node]bool{}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		n, ok := m.(*pg_query.Node)
		if !ok {
			return
		}
		e := n.GetAExpr()
		if _, op := parse.SplitName(e.GetName()); e.GetKind() == pg_query.A_Expr_Kind_AEXPR_OP && (op == "~*" || op == "!~*") && isSamePattern(e.Rexpr) && writtenPattern(e.Rexpr, true) != nil {
			found[n] = true
		}
	})
	return found
}

// withoutCollation is what a collation is written behind, or the expression itself.
func withoutCollation(n *pg_query.Node) *pg_query.Node {
	if c := n.GetCollateClause(); c != nil {
		return c.Arg
	}
	return n
}

// isSamePattern reports whether a pattern means the same by all collations.
func isSamePattern(n *pg_query.Node) bool {
	text, quoted := parse.TextConstant(withoutCollation(n))
	written, ok := asciiPattern(text, false)
	return quoted && ok && written == text
}

// isPlainPattern reports whether a pattern is a constant that names no class of characters, and no options.
func isPlainPattern(n *pg_query.Node) bool {
	text, quoted := parse.TextConstant(withoutCollation(n))
	return quoted && !slices.ContainsFunc([]string{`\`, "[:", "(?", "***"}, func(s string) bool { return strings.Contains(text, s) })
}

// ignoresCase reports whether a function of regular expressions ignores the case of letters, or may. args are those behind the pattern.
func ignoresCase(name string, args []*pg_query.Node) bool {
	for i, n := range args {
		text, quoted := parse.TextConstant(n)
		_, number := parse.IntConstant(n)
		if name == "regexp_replace" && i == 0 || number {
			continue
		}
		if !quoted || strings.Contains(text, "i") {
			return true
		}
	}
	return false
}

// refuseBytewise refuses a statement over texts of such a collation where it may change their case, or match them.
func refuseBytewise(statement *pg_query.Node) error {
	tells := ""
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.FuncCall:
			_, name := parse.SplitName(m.Funcname)
			isSame := strings.HasPrefix(name, "regexp_") && len(m.Args) > 1 && isSamePattern(m.Args[1]) && !ignoresCase(name, m.Args[2:])
			if !isSame && (name == "lower" || name == "upper" || name == "initcap" || strings.HasPrefix(name, "regexp_")) {
				tells = name
			}
		case *pg_query.A_Expr:
			_, op := parse.SplitName(m.Name)
			matches := op == "~" || op == "!~"
			if strings.HasSuffix(op, "*") && len(op) > 1 || matches && (m.Kind != pg_query.A_Expr_Kind_AEXPR_OP || !isSamePattern(m.Rexpr)) {
				tells = "operator " + op
			}
		}
	})
	if tells != "" {
		return notBytewise(tells)
	}
	return nil
}
