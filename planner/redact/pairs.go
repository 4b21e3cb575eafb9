package redact

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Secrets beside a constant that names them: WHERE k = 'api_key' AND v = 'x', ARRAY['password',
// 'x'], f(password, 'x').

// formatFunctions take a value and a text that says how to read or write it.
var formatFunctions = parse.WordSet(`encode decode convert convert_from convert_to digest to_char to_date to_timestamp to_tsvector to_tsquery
	plainto_tsquery date_trunc date_part extract timezone get_byte pg_typeof quote_literal quote_ident normalize is_normalized
	jsonb_typeof json_typeof count`)

// loginFunctions take a name and then a secret.
var loginFunctions = parse.WordSet("login log_in logon log_on signin sign_in signup sign_up authenticate")

// takesSecret reports whether a function takes a secret as an argument: other text arguments may be
// secrets, too.
func (w *secretWalk) takesSecret(name string, args []*pg.Node) bool {
	return !formatFunctions[name] && len(secretArguments[name]) == 0 && slices.ContainsFunc(args, w.hasSecretName)
}

// mayBeProse reports whether an expression may be text that a person wrote: not a number, not a sign
// alone.
func mayBeProse(n *pg.Node) bool {
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

// walkList walks a list of values. A value behind the name of a secret is a secret: ('smtp_password',
// 'x'). If names is set, all values are names.
func (w *secretWalk) walkList(items []*pg.Node, secret, names bool) {
	behind := false
	for _, n := range items {
		w.walkNode(n, secret || behind && plainValue(n))
		behind = behind || !names && w.namesSecret(n)
	}
}

// walkComposite walks nodes that are made of several values.
func (w *secretWalk) walkComposite(message any, secret bool) bool {
	switch m := message.(type) {
	case *pg.A_ArrayExpr:
		w.walkList(m.Elements, secret, false)
	case *pg.RowExpr:
		w.walkList(m.Args, secret, false)
	case *pg.XmlExpr:
		w.walkNodes(m.NamedArgs, secret)
		w.walkNodes(m.Args, secret || w.redactor.secretName(m.Name))
	case *pg.FunctionParameter:
		w.walkNode(m.Defexpr, w.redactor.secretName(m.Name))
	default:
		return false
	}
	return true
}

// walkRows walks two rows that are compared. A value compared with a secret column is a secret, and so
// are the values beside the name of a secret.
func (w *secretWalk) walkRows(left, right []*pg.Node, secret bool) {
	lkey, rkey := slices.ContainsFunc(left, w.namesSecret), slices.ContainsFunc(right, w.namesSecret)
	beside := func(n *pg.Node) bool { return !w.namesSecret(n) && plainValue(n) }
	for i := range left {
		l, r := w.hasSecretName(left[i]), w.hasSecretName(right[i])
		w.walkNode(left[i], secret || r && !l || lkey && beside(left[i]))
		w.walkNode(right[i], secret || l && !r || rkey && beside(right[i]))
	}
}

// listOfNames reports a comparison with ANY or ALL of an array constructor, whose elements are
// compared one by one.
func listOfNames(m *pg.A_Expr) bool {
	return m.Rexpr.GetAArrayExpr() != nil && (m.Kind == pg.A_Expr_Kind_AEXPR_OP_ANY || m.Kind == pg.A_Expr_Kind_AEXPR_OP_ALL)
}

// isKeyedValue reports whether an expression is a column of values, inside of a condition that compares
// another column with the name of a secret.
func (w *secretWalk) isKeyedValue(n *pg.Node) bool { return w.keyed > 0 && valueColumn(n) }

// plainValue reports whether an expression is written out, or made of parts that are.
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

// valueColumns are the last words in names of columns that hold the value for a key in another
// column.
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

// walkCondition walks AND, OR and NOT. If one part compares with the name of a secret, other parts may
// compare with its value.
func (w *secretWalk) walkCondition(m *pg.BoolExpr, secret bool) {
	keyed := m.Boolop == pg.BoolExprType_AND_EXPR && slices.ContainsFunc(m.Args, w.comparesKey)
	if keyed {
		w.keyed++
	}
	w.walkNodes(m.Args, secret)
	if keyed {
		w.keyed--
	}
}

// walkCase walks CASE. The result for the name of a secret is a secret.
func (w *secretWalk) walkCase(m *pg.CaseExpr, secret bool) {
	named := m.Arg != nil && w.hasSecretName(m.Arg)
	ofKey := false
	w.walkNode(m.Arg, false)
	for _, n := range m.Args {
		if when := n.GetCaseWhen(); when != nil {
			key := w.namesSecret(when.Expr) || w.comparesKey(when.Expr)
			ofKey = ofKey || key
			w.walkNode(when.Expr, named)
			w.walkNode(when.Result, secret || key)
		}
	}
	w.walkNode(m.Defresult, secret || ofKey && !plainName(m.Defresult))
}

// plainName reports whether an expression is a column.
func plainName(n *pg.Node) bool { return n.GetColumnRef() != nil }

// rowsNameSecret reports whether a row of an INSERT contains the name of a secret.
func (w *secretWalk) rowsNameSecret(query *pg.SelectStmt) bool {
	for _, row := range query.GetValuesLists() {
		if slices.ContainsFunc(row.GetList().GetItems(), w.namesSecret) {
			return true
		}
	}
	return slices.ContainsFunc(query.GetTargetList(), func(n *pg.Node) bool { return w.namesSecret(n.GetResTarget().GetVal()) })
}

// secretText returns the text of a COMMENT, SECURITY LABEL, NOTIFY or COPY … PROGRAM, which no
// expression holds, and whether it contains a secret.
func (r *Redactor) secretText(n *pg.Node) (secret string, found bool) {
	switch {
	case n.GetCommentStmt() != nil:
		text := n.GetCommentStmt().Comment
		return text, r.tellsSecret(text, true) || r.listsSecret(text)
	case n.GetSecLabelStmt() != nil:
		text := n.GetSecLabelStmt().Label
		return text, r.tellsSecret(text, true) || r.listsSecret(text)
	case n.GetNotifyStmt() != nil:
		text := n.GetNotifyStmt().Payload
		return text, r.secretName(n.GetNotifyStmt().Conditionname) || r.tellsSecret(text, true) || r.listsSecret(text)
	case n.GetCopyStmt().GetIsProgram():
		text := n.GetCopyStmt().Filename
		return text, r.commandHolds(text)
	}
	return "", false
}
