package redact

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// secretWalk finds the constants of a tree that are secrets. It goes through
// every field by reflection, as the gate's walk does, and carries with it
// whether a constant in this place is a secret.
type secretWalk struct {
	redactor *Redactor
	prepared func(name string) (string, bool)

	at      map[int]bool // where constants stand that are secrets
	columns []int        // where columns stand in the place of such constants
	options []int        // where options begin whose values are secrets
	bodies  []int        // where the text of a function follows
	params  map[int]bool
	keyed   int                     // how many conditions around compare with the name of a secret
	made    map[string]map[int]bool // params of what the text itself prepares
}

func (w *secretWalk) node(n *pg.Node, secret bool) {
	if n != nil {
		w.child(reflect.ValueOf(n), secret)
	}
}

func (w *secretWalk) nodes(list []*pg.Node, secret bool) {
	for _, n := range list {
		w.node(n, secret)
	}
}

func (w *secretWalk) child(v reflect.Value, secret bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && v.Elem().Kind() == reflect.Struct && !w.enter(v.Interface(), secret) {
			w.fields(v.Elem(), secret)
		}
	case reflect.Interface:
		if !v.IsNil() {
			w.child(v.Elem(), secret)
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.child(v.Index(i), secret)
		}
	default:
	}
}

// fields walks the fields of a message but for some.
func (w *secretWalk) fields(v reflect.Value, secret bool, but ...string) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !slices.Contains(but, f.Name) {
			w.child(v.Field(i), secret)
		}
	}
}

func (w *secretWalk) rest(message any, but ...string) {
	w.fields(reflect.ValueOf(message).Elem(), false, but...)
}

// enter walks the messages that say something about secrets; false: the message
// is like any other.
func (w *secretWalk) enter(message any, secret bool) bool {
	switch m := message.(type) {
	case *pg.A_Const:
		if _, truth := m.Val.(*pg.A_Const_Boolval); secret && !m.Isnull && !truth {
			w.at[int(m.Location)] = true
		}
	case *pg.ParamRef:
		if secret {
			w.params[int(m.Number)] = true
		}
	case *pg.ColumnRef:
		if name := lastName(m); secret && len(m.Fields) == 1 && !w.redactor.secretName(name) {
			w.columns = append(w.columns, int(m.Location))
		}
	case *pg.TypeName: // its numbers are lengths
	case *pg.A_Expr:
		w.expression(m, secret)
	case *pg.FuncCall:
		w.call(m, secret)
	case *pg.SelectStmt:
		w.query(m, nil, secret)
	default:
		return w.clause(message, secret) || w.composite(message, secret) || w.statement(message)
	}
	return true
}

// clause walks what expressions are made of.
func (w *secretWalk) clause(message any, secret bool) bool {
	switch m := message.(type) {
	case *pg.NamedArgExpr:
		w.node(m.Arg, secret || w.redactor.secretName(m.Name))
	case *pg.CaseExpr:
		w.cases(m, secret)
	case *pg.BoolExpr:
		w.condition(m, secret)
	case *pg.CoalesceExpr:
		w.nodes(m.Args, secret || slices.ContainsFunc(m.Args, w.names))
	case *pg.MinMaxExpr:
		w.nodes(m.Args, secret || slices.ContainsFunc(m.Args, w.names))
	case *pg.SubLink:
		w.node(m.Testexpr, false)
		w.node(m.Subselect, secret || m.Testexpr != nil && w.names(m.Testexpr))
	case *pg.JsonKeyValue:
		w.node(m.Key, false)
		w.child(reflect.ValueOf(m.Value), secret || w.isKey(m.Key))
	case *pg.ResTarget:
		w.target(m, secret)
	case *pg.MultiAssignRef:
		row := m.Source.GetRowExpr().GetArgs()
		if at := int(m.Colno) - 1; at >= 0 && at < len(row) {
			w.node(row[at], secret)
		} else {
			w.node(m.Source, secret)
		}
	case *pg.CommonTableExpr:
		w.named(m.Ctequery, parse.Strings(m.Aliascolnames))
	case *pg.RangeSubselect:
		w.named(m.Subquery, parse.Strings(m.GetAlias().GetColnames()))
	default:
		return false
	}
	return true
}

// statement walks what gives values to names.
func (w *secretWalk) statement(message any) bool {
	switch m := message.(type) {
	case *pg.DefElem:
		w.option(m)
	case *pg.VariableSetStmt:
		w.nodes(m.Args, w.redactor.secretName(m.Name))
	case *pg.InsertStmt:
		w.insert(m)
	case *pg.UpdateStmt:
		// UPDATE settings SET value = 'x' WHERE name = 'smtp_password'
		w.nodes(m.TargetList, w.speaksOfKey(m.WhereClause))
		w.rest(m, "TargetList")
	case *pg.MergeStmt:
		w.merge(m)
	case *pg.MergeWhenClause:
		w.row(m.Values, w.secrets(m.TargetList), false)
		w.rest(m, "Values")
	case *pg.ColumnDef:
		secret := w.redactor.secretName(m.Colname)
		w.nodes(m.Constraints, secret)
		w.node(m.RawDefault, secret)
		w.rest(m, "Constraints", "RawDefault")
	case *pg.AlterTableCmd:
		w.node(m.Def, w.redactor.secretName(m.Name))
	case *pg.PrepareStmt:
		w.node(m.Query, false)
		w.made[m.Name] = maps.Clone(w.params)
	case *pg.ExecuteStmt:
		w.execute(m)
	default:
		return false
	}
	return true
}

// option is NAME value: of a role, a server, a user mapping, COPY.
func (w *secretWalk) option(m *pg.DefElem) {
	switch {
	case m.Arg == nil:
	case m.Defname == "as":
		w.bodies = append(w.bodies, int(m.Location))
	case w.redactor.secretName(m.Defname), strings.EqualFold(m.Defname, "key"), strings.EqualFold(m.Defname, "keyfile"):
		w.options = append(w.options, int(m.Location))
	default:
		w.node(m.Arg, false)
	}
}

func (w *secretWalk) target(m *pg.ResTarget, secret bool) {
	secret = secret || w.redactor.secretName(m.Name)
	for _, n := range m.Indirection {
		secret = secret || w.redactor.secretName(n.GetString_().GetSval()) || w.isKey(n.GetAIndices().GetUidx())
	}
	w.nodes(m.Indirection, false)
	w.node(m.Val, secret)
}

// secrets tells which of a list of targets hold secrets.
func (w *secretWalk) secrets(targets []*pg.Node) []bool {
	list := make([]bool, len(targets))
	for i, n := range targets {
		list[i] = w.redactor.secretName(n.GetResTarget().GetName())
	}
	return list
}

func (w *secretWalk) insert(m *pg.InsertStmt) {
	secret := len(m.Cols) == 0 && w.redactor.secretName(m.GetRelation().GetRelname())
	if query := m.SelectStmt.GetSelectStmt(); query != nil {
		w.query(query, w.secrets(m.Cols), secret)
	}
	w.nodes(m.Cols, false)
	if w.valuesOfKey(m.SelectStmt.GetSelectStmt()) {
		w.nodes(m.GetOnConflictClause().GetTargetList(), true)
	}
	w.rest(m, "Cols", "SelectStmt")
}

func (w *secretWalk) merge(m *pg.MergeStmt) {
	if w.speaksOfKey(m.JoinCondition) {
		for _, n := range m.MergeWhenClauses {
			w.nodes(n.GetMergeWhenClause().GetTargetList(), true)
			w.nodes(n.GetMergeWhenClause().GetValues(), true)
		}
	}
	w.rest(m)
}

// named walks a query whose columns are given names.
func (w *secretWalk) named(n *pg.Node, names []string) {
	query := n.GetSelectStmt()
	if query == nil {
		w.node(n, false)
		return
	}
	list := make([]bool, len(names))
	for i, name := range names {
		list[i] = w.redactor.secretName(name)
	}
	w.query(query, list, false)
}

// query walks a query of which some columns, or all, are secrets.
func (w *secretWalk) query(m *pg.SelectStmt, columns []bool, all bool) {
	star, behind := false, false
	for i, n := range m.TargetList {
		fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		star = star || len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil
		w.node(n, all || star && slices.Contains(columns, true) || i < len(columns) && columns[i] || behind && plainValue(n))
		behind = behind || w.isKey(n.GetResTarget().GetVal())
	}
	for _, row := range m.ValuesLists {
		w.row(row.GetList().GetItems(), columns, all)
	}
	for _, side := range []*pg.SelectStmt{m.Larg, m.Rarg} {
		if side != nil {
			w.query(side, columns, all)
		}
	}
	w.rest(m, "TargetList", "ValuesLists", "Larg", "Rarg")
}

// row walks values for columns. What stands behind the name of a secret is one:
// VALUES ('smtp_password', 'x').
func (w *secretWalk) row(items []*pg.Node, columns []bool, all bool) {
	behind := false
	for i, n := range items {
		w.node(n, all || behind || i < len(columns) && columns[i])
		behind = behind || w.isKey(n)
	}
}

// execute walks the values of a prepared statement.
func (w *secretWalk) execute(m *pg.ExecuteStmt) {
	params, ok := w.made[m.Name]
	of := Redacted{params: params, blind: !ok || w.redactor.secretName(m.Name)}
	if !ok && w.prepared != nil {
		if text, ok := w.prepared(m.Name); ok {
			of = w.redactor.Statement(text)
		}
	}
	for i, n := range m.Params {
		w.node(n, of.Hides(i+1))
	}
}

// jsonOperators take a key, or something with keys in it, on their right.
var jsonOperators = []string{"->", "->>", "#>", "#>>", "?", "?|", "?&", "@>", "<@", "@?", "@@", "#-"}

func (w *secretWalk) expression(m *pg.A_Expr, secret bool) {
	operator := lastString(m.Name)
	if lrow, rrow := m.Lexpr.GetRowExpr().GetArgs(), m.Rexpr.GetRowExpr().GetArgs(); len(lrow) > 0 && len(lrow) == len(rrow) {
		w.rows(lrow, rrow, secret)
		return
	}
	left, right := m.Lexpr != nil && w.names(m.Lexpr), m.Rexpr != nil && w.names(m.Rexpr)
	switch {
	case slices.Contains(jsonOperators, operator):
		left, right = false, false
	case operator == "||":
		left, right = left || w.spells(m.Lexpr), right || w.spells(m.Rexpr)
	case !left && listOfNames(m):
		w.node(m.Lexpr, secret)
		w.list(m.Rexpr.GetAArrayExpr().Elements, secret || w.ofKey(m.Lexpr), true)
		return
	default:
		left, right = left || w.ofKey(m.Lexpr), right || w.ofKey(m.Rexpr)
	}
	w.node(m.Lexpr, secret || right && !left)
	w.node(m.Rexpr, secret || left && !right)
}

// secretArguments are the functions that are given secrets, and where.
var secretArguments = map[string][]int{
	"crypt": {0, 1}, "hmac": {1}, "digest": {0}, "md5": {0}, "sha224": {0}, "sha256": {0}, "sha384": {0}, "sha512": {0},
	"encrypt": {0, 1}, "decrypt": {1}, "encrypt_iv": {0, 1, 2}, "decrypt_iv": {1, 2},
	"pgp_sym_encrypt": {0, 1}, "pgp_sym_encrypt_bytea": {0, 1}, "pgp_sym_decrypt": {1}, "pgp_sym_decrypt_bytea": {1},
	"pgp_pub_encrypt": {0}, "pgp_pub_encrypt_bytea": {0}, "pgp_pub_decrypt": {1, 2}, "pgp_pub_decrypt_bytea": {1, 2},
	"aes_encrypt": {0, 1}, "aes_decrypt": {1},
}

func (w *secretWalk) call(m *pg.FuncCall, secret bool) {
	name := lastString(m.Funcname)
	where := secretArguments[name]
	all := secret && name != "gen_salt" || w.redactor.secretName(name)
	spelt := slices.ContainsFunc(m.Args, w.spells) && (strings.HasPrefix(name, "format") || strings.HasPrefix(name, "concat"))
	pairs := strings.HasSuffix(name, "_build_object")
	over, login := w.overSecret(name, m.Args), loginFunctions[name]
	for i, n := range m.Args {
		behind := i > 0 && w.isKey(m.Args[i-1]) && (!pairs || i%2 == 1)
		unknown := name == "set_config" && i == 1 && m.Args[0].GetAConst() == nil
		of := over && !w.names(n) || login && i > 0
		w.node(n, all || spelt || behind || unknown || slices.Contains(where, i) || of && text(n))
	}
	w.rest(m, "Funcname", "Args")
}

// names reports whether an expression is the value of something that has the
// name of a secret.
func (w *secretWalk) names(n *pg.Node) bool {
	switch m := n.GetNode().(type) {
	case *pg.Node_ColumnRef:
		return w.redactor.secretName(lastName(m.ColumnRef))
	case *pg.Node_AExpr:
		e := m.AExpr
		if slices.Contains(jsonOperators, lastString(e.Name)) {
			return w.names(e.Lexpr) || w.isKey(e.Rexpr)
		}
		return w.names(e.Lexpr) || w.names(e.Rexpr)
	case *pg.Node_TypeCast:
		return w.names(m.TypeCast.Arg)
	case *pg.Node_CollateClause:
		return w.names(m.CollateClause.Arg)
	case *pg.Node_FuncCall:
		return slices.ContainsFunc(m.FuncCall.Args, w.names) || slices.ContainsFunc(m.FuncCall.Args, w.isKey)
	case *pg.Node_CoalesceExpr:
		return slices.ContainsFunc(m.CoalesceExpr.Args, w.names)
	case *pg.Node_RowExpr:
		return slices.ContainsFunc(m.RowExpr.Args, w.names)
	case *pg.Node_AIndirection:
		for _, i := range m.AIndirection.Indirection {
			if w.redactor.secretName(i.GetString_().GetSval()) || w.isKey(i.GetAIndices().GetUidx()) {
				return true
			}
		}
		return w.names(m.AIndirection.Arg)
	}
	return false
}

// isKey reports whether an expression is a constant that is the name of a
// secret: 'password', '{login,password}', '$.password'.
func (w *secretWalk) isKey(n *pg.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	if a := n.GetAArrayExpr(); a != nil { // of names, before that of the values
		return slices.ContainsFunc(a.Elements, w.isKey)
	}
	text := n.GetAConst().GetSval().GetSval()
	if i := strings.LastIndexAny(text, ",."); i >= 0 && w.redactor.secretName(strings.Trim(text[i+1:], `{}"' `)) {
		return true
	}
	return !strings.ContainsAny(text, " '=:<>") && w.redactor.secretName(strings.Trim(text, `{}"$`))
}

// spells reports whether an expression has a constant that speaks of a secret,
// to which other text is added.
func (w *secretWalk) spells(n *pg.Node) bool {
	switch {
	case n.GetAConst() != nil:
		return w.redactor.triggers.in(n.GetAConst().GetSval().GetSval())
	case n.GetTypeCast() != nil:
		return w.spells(n.GetTypeCast().Arg)
	case n.GetAExpr() != nil:
		return w.spells(n.GetAExpr().Lexpr) || w.spells(n.GetAExpr().Rexpr)
	}
	return false
}

// speaksOfKey reports whether a condition compares with the name of a secret.
func (w *secretWalk) speaksOfKey(n *pg.Node) bool {
	switch {
	case n.GetBoolExpr() != nil:
		return slices.ContainsFunc(n.GetBoolExpr().Args, w.speaksOfKey)
	case n.GetAExpr() != nil:
		e := n.GetAExpr()
		return w.isKey(e.Lexpr) || w.isKey(e.Rexpr) || slices.ContainsFunc(e.Rexpr.GetList().GetItems(), w.isKey)
	}
	return false
}

func lastName(c *pg.ColumnRef) string { return lastString(c.Fields) }

func lastString(nodes []*pg.Node) string {
	if len(nodes) == 0 {
		return ""
	}
	return nodes[len(nodes)-1].GetString_().GetSval()
}
