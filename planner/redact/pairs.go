package redact

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Secrets that stand beside the name that says what they are, in a constant of its
// own: WHERE k = 'api_key' AND v = 'x', ARRAY['password', 'x'], f(password, 'x').

// formatFunctions are given a value and, in text, how to read or write it.
var formatFunctions = parse.WordSet(`encode decode convert convert_from convert_to digest to_char to_date to_timestamp to_tsvector to_tsquery
	plainto_tsquery date_trunc date_part extract timezone get_byte pg_typeof quote_literal quote_ident normalize is_normalized
	jsonb_typeof json_typeof count`)

// loginFunctions are given a name and then a secret.
var loginFunctions = parse.WordSet("login log_in logon log_on signin sign_in signup sign_up authenticate")

// overSecret reports whether a function works on a value that is a secret: other
// text that it is given may be one.
func (w *secretWalk) overSecret(name string, args []*pg.Node) bool {
	return !formatFunctions[name] && len(secretArguments[name]) == 0 && slices.ContainsFunc(args, w.names)
}

// text reports whether an expression may be text that somebody wrote: no number and
// no sign alone.
func text(n *pg.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	c := n.GetAConst()
	if c == nil {
		return n != nil
	}
	s := c.GetSval()
	return s != nil && (len(s.Sval) > 2 || slices.ContainsFunc([]byte(s.Sval), func(b byte) bool { return parse.Letter(b) || b >= '0' && b <= '9' }))
}

// list walks a list of values. What stands behind the name of a secret is one:
// ('smtp_password', 'x'). In names, each is a name.
func (w *secretWalk) list(items []*pg.Node, secret, names bool) {
	behind := false
	for _, n := range items {
		w.node(n, secret || behind && plainValue(n))
		behind = behind || !names && w.isKey(n)
	}
}

// composite walks what is made of several values.
func (w *secretWalk) composite(message any, secret bool) bool {
	switch m := message.(type) {
	case *pg.A_ArrayExpr:
		w.list(m.Elements, secret, false)
	case *pg.RowExpr:
		w.list(m.Args, secret, false)
	case *pg.XmlExpr:
		w.nodes(m.NamedArgs, secret)
		w.nodes(m.Args, secret || w.redactor.secretName(m.Name))
	case *pg.FunctionParameter:
		w.node(m.Defexpr, w.redactor.secretName(m.Name))
	default:
		return false
	}
	return true
}

// rows walks rows that are compared: each column with its value, and the name of a
// secret with the values beside it.
func (w *secretWalk) rows(left, right []*pg.Node, secret bool) {
	lkey, rkey := slices.ContainsFunc(left, w.isKey), slices.ContainsFunc(right, w.isKey)
	beside := func(n *pg.Node) bool { return !w.isKey(n) && plainValue(n) }
	for i := range left {
		l, r := w.names(left[i]), w.names(right[i])
		w.node(left[i], secret || r && !l || lkey && beside(left[i]))
		w.node(right[i], secret || l && !r || rkey && beside(right[i]))
	}
}

// listOfNames reports a comparison with any or all of an array that is written out:
// its elements stand each for itself.
func listOfNames(m *pg.A_Expr) bool {
	return m.Rexpr.GetAArrayExpr() != nil && (m.Kind == pg.A_Expr_Kind_AEXPR_OP_ANY || m.Kind == pg.A_Expr_Kind_AEXPR_OP_ALL)
}

// ofKey reports whether an expression is the column of values, where a condition
// around compares with the name of a secret.
func (w *secretWalk) ofKey(n *pg.Node) bool { return w.keyed > 0 && valueColumn(n) }

// plainValue reports whether an expression is a value that is written out, or is
// made of such.
func plainValue(n *pg.Node) bool {
	switch {
	case n.GetAConst() != nil, n.GetParamRef() != nil, n.GetAArrayExpr() != nil, n.GetRowExpr() != nil:
		return true
	case n.GetTypeCast() != nil:
		return plainValue(n.GetTypeCast().Arg)
	case n.GetResTarget() != nil:
		return plainValue(n.GetResTarget().Val)
	case n.GetAExpr() != nil:
		return lastString(n.GetAExpr().Name) == "||"
	}
	return false
}

// valueColumns are last words of the names of columns that hold what a key beside
// them says.
var valueColumns = parse.WordSet("v val vals value values content contents data body setting string text payload")

func valueColumn(n *pg.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	column := n.GetColumnRef()
	if column == nil {
		return false
	}
	words := nameWords(lastName(column))
	return len(words) > 0 && valueColumns[words[len(words)-1]]
}

// condition walks AND, OR and NOT. Where one part compares with the name of a
// secret, others may compare its value.
func (w *secretWalk) condition(m *pg.BoolExpr, secret bool) {
	keyed := m.Boolop == pg.BoolExprType_AND_EXPR && slices.ContainsFunc(m.Args, w.speaksOfKey)
	if keyed {
		w.keyed++
	}
	w.nodes(m.Args, secret)
	if keyed {
		w.keyed--
	}
}

// cases walks CASE: its results where it asks for the name of a secret are secrets.
func (w *secretWalk) cases(m *pg.CaseExpr, secret bool) {
	named := m.Arg != nil && w.names(m.Arg)
	ofKey := false
	w.node(m.Arg, false)
	for _, n := range m.Args {
		if when := n.GetCaseWhen(); when != nil {
			key := w.isKey(when.Expr) || w.speaksOfKey(when.Expr)
			ofKey = ofKey || key
			w.node(when.Expr, named)
			w.node(when.Result, secret || key)
		}
	}
	w.node(m.Defresult, secret || ofKey && !plainName(m.Defresult))
}

// plainName reports whether an expression is a column.
func plainName(n *pg.Node) bool { return n.GetColumnRef() != nil }

// values reports whether the rows of an INSERT have the name of a secret among them.
func (w *secretWalk) valuesOfKey(query *pg.SelectStmt) bool {
	for _, row := range query.GetValuesLists() {
		if slices.ContainsFunc(row.GetList().GetItems(), w.isKey) {
			return true
		}
	}
	return slices.ContainsFunc(query.GetTargetList(), func(n *pg.Node) bool { return w.isKey(n.GetResTarget().GetVal()) })
}

// outright returns the text of a statement that no expression holds, if it has a
// secret in it: of COMMENT, SECURITY LABEL, NOTIFY, COPY … PROGRAM.
func (r *Redactor) outright(n *pg.Node) (secret string, found bool) {
	switch {
	case n.GetCommentStmt() != nil:
		text := n.GetCommentStmt().Comment
		return text, r.tells(text, true) || r.pairs(text)
	case n.GetSecLabelStmt() != nil:
		text := n.GetSecLabelStmt().Label
		return text, r.tells(text, true) || r.pairs(text)
	case n.GetNotifyStmt() != nil:
		text := n.GetNotifyStmt().Payload
		return text, r.secretName(n.GetNotifyStmt().Conditionname) || r.tells(text, true) || r.pairs(text)
	case n.GetCopyStmt().GetIsProgram():
		text := n.GetCopyStmt().Filename
		return text, r.commandHolds(text)
	}
	return "", false
}
