package redact

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// secretWalk finds the constants of a tree that are secrets. It visits every field by reflection,
// as the planner's walk does, and passes on whether a constant at this place is a secret.
type secretWalk struct {
	redactor *Redactor
	known    Known
	merged   *pg.RangeVar // the target of the MERGE around

	at      map[int]bool // places of constants that are secrets
	columns []int        // places of columns that stand where such a constant could
	options []int        // places of options whose values are secrets
	bodies  []int        // places before the text of a function
	params  map[int]bool
	flows   flows
	targets targets
	keyed   int                     // the number of conditions around that compare with the name of a secret
	made    map[string]map[int]bool // secret parameters of the statements that the text itself prepares
}

func (w *secretWalk) walkNode(n *pg.Node, secret bool) {
	if n != nil {
		w.walkField(reflect.ValueOf(n), secret)
	}
}

func (w *secretWalk) walkNodes(list []*pg.Node, secret bool) {
	for _, n := range list {
		w.walkNode(n, secret)
	}
}

func (w *secretWalk) walkField(v reflect.Value, secret bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && v.Elem().Kind() == reflect.Struct && !w.walkMessage(v.Interface(), secret) {
			w.walkFields(v.Elem(), secret)
		}
	case reflect.Interface:
		if !v.IsNil() {
			w.walkField(v.Elem(), secret)
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walkField(v.Index(i), secret)
		}
	default:
	}
}

// walkFields walks the fields of a message, but for some.
func (w *secretWalk) walkFields(v reflect.Value, secret bool, but ...string) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !slices.Contains(but, f.Name) {
			w.walkField(v.Field(i), secret)
		}
	}
}

func (w *secretWalk) walkRest(message any, but ...string) {
	w.walkFields(reflect.ValueOf(message).Elem(), false, but...)
}

// walkMessage walks a message that has a meaning for secrets. It returns false for any other message.
func (w *secretWalk) walkMessage(message any, secret bool) bool {
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
		if secret {
			w.flows.addColumn(lastName(m))
		}
		if name := lastName(m); secret && len(m.Fields) == 1 && !w.redactor.secretName(name) {
			w.columns = append(w.columns, int(m.Location))
		}
	case *pg.TypeName: // its numbers are lengths
	case *pg.A_Expr:
		w.walkExpression(m, secret)
	case *pg.FuncCall:
		w.walkCall(m, secret)
	case *pg.SelectStmt:
		w.walkQuery(m, nil, secret)
	default:
		return w.walkClause(message, secret) || w.walkComposite(message, secret) || w.walkStatement(message)
	}
	return true
}

// walkClause walks a part of an expression.
func (w *secretWalk) walkClause(message any, secret bool) bool {
	switch m := message.(type) {
	case *pg.NamedArgExpr:
		w.walkNode(m.Arg, secret || w.redactor.secretName(m.Name))
	case *pg.CaseExpr:
		w.walkCase(m, secret)
	case *pg.BoolExpr:
		w.walkCondition(m, secret)
	case *pg.CoalesceExpr:
		w.walkNodes(m.Args, secret || slices.ContainsFunc(m.Args, w.hasSecretName))
	case *pg.MinMaxExpr:
		w.walkNodes(m.Args, secret || slices.ContainsFunc(m.Args, w.hasSecretName))
	case *pg.SubLink:
		w.walkNode(m.Testexpr, false)
		w.walkNode(m.Subselect, secret || m.Testexpr != nil && w.hasSecretName(m.Testexpr))
	case *pg.JsonKeyValue:
		w.walkNode(m.Key, false)
		w.walkField(reflect.ValueOf(m.Value), secret || w.namesSecret(m.Key))
	case *pg.ResTarget:
		w.walkTarget(m, secret)
	case *pg.MultiAssignRef:
		row := m.Source.GetRowExpr().GetArgs()
		if at := int(m.Colno) - 1; at >= 0 && at < len(row) {
			w.walkNode(row[at], secret)
		} else {
			w.walkNode(m.Source, secret)
		}
	case *pg.CommonTableExpr:
		w.walkNamed(m.Ctequery, parse.Strings(m.Aliascolnames), m.Ctename)
	case *pg.RangeSubselect:
		w.walkNamed(m.Subquery, parse.Strings(m.GetAlias().GetColnames()), m.GetAlias().GetAliasname())
	case *pg.RangeFunction:
		w.walkFunctions(m)
	case *pg.RangeVar:
		w.followAlias(m)
	case *pg.JoinExpr:
		w.walkJoin(m)
	default:
		return false
	}
	return true
}

// walkStatement walks a message that gives values to names.
func (w *secretWalk) walkStatement(message any) bool {
	switch m := message.(type) {
	case *pg.DefElem:
		w.walkOption(m)
	case *pg.VariableSetStmt:
		w.walkNodes(m.Args, w.redactor.secretName(m.Name))
	case *pg.InsertStmt:
		w.walkInsert(m)
	case *pg.UpdateStmt:
		// UPDATE settings SET value = 'x' WHERE name = 'smtp_password'
		for _, n := range m.TargetList {
			w.walkNode(n, w.comparesKey(m.WhereClause) || w.isTarget(n.GetResTarget().GetName()))
		}
		w.walkRest(m, "TargetList")
	case *pg.MergeStmt:
		w.walkMerge(m)
	case *pg.MergeWhenClause:
		columns, all := w.secretTargets(m.TargetList), false
		if len(m.TargetList) == 0 {
			columns, all = w.secretPositions(w.merged)
		}
		w.walkRow(m.Values, columns, all)
		for _, n := range m.TargetList {
			w.walkNode(n, w.isTarget(n.GetResTarget().GetName()))
		}
		w.walkRest(m, "Values", "TargetList")
	case *pg.ColumnDef:
		secret := w.redactor.secretName(m.Colname)
		w.walkNodes(m.Constraints, secret)
		w.walkNode(m.RawDefault, secret)
		w.walkRest(m, "Constraints", "RawDefault")
	case *pg.AlterTableCmd:
		w.walkNode(m.Def, w.redactor.secretName(m.Name))
	case *pg.CreateTableAsStmt:
		w.walkNamed(m.Query, parse.Strings(m.GetInto().GetColNames()), "")
		w.walkRest(m, "Query")
	case *pg.ViewStmt:
		w.walkNamed(m.Query, parse.Strings(m.Aliases), "")
		w.walkRest(m, "Query")
	case *pg.PrepareStmt:
		w.walkNode(m.Query, false)
		w.made[m.Name] = maps.Clone(w.params)
	case *pg.ExecuteStmt:
		w.walkExecute(m)
	default:
		return false
	}
	return true
}

// walkOption walks NAME value, of a role, a server, a user mapping or COPY.
func (w *secretWalk) walkOption(m *pg.DefElem) {
	switch {
	case m.Arg == nil:
	case m.Defname == "as":
		w.bodies = append(w.bodies, int(m.Location))
	case w.redactor.secretName(m.Defname), strings.EqualFold(m.Defname, "key"), strings.EqualFold(m.Defname, "keyfile"):
		w.options = append(w.options, int(m.Location))
	default:
		w.walkNode(m.Arg, false)
	}
}

func (w *secretWalk) walkTarget(m *pg.ResTarget, secret bool) {
	secret = secret || w.redactor.secretName(m.Name)
	for _, n := range m.Indirection {
		secret = secret || w.redactor.secretName(n.GetString_().GetSval()) || w.namesSecret(n.GetAIndices().GetUidx())
	}
	w.walkNodes(m.Indirection, false)
	w.walkNode(m.Val, secret)
}

// secretTargets reports for each of a list of targets whether it holds a secret.
func (w *secretWalk) secretTargets(targets []*pg.Node) []bool {
	list := make([]bool, len(targets))
	for i, n := range targets {
		list[i] = w.isTarget(n.GetResTarget().GetName())
	}
	return list
}

func (w *secretWalk) walkInsert(m *pg.InsertStmt) {
	w.withTargets(targets{flowing: m.OnConflictClause != nil}, func() { w.walkInserted(m) })
	w.walkRest(m, "Cols", "SelectStmt")
}

// walkInserted walks the rows that an INSERT adds.
func (w *secretWalk) walkInserted(m *pg.InsertStmt) {
	columns, all := w.secretTargets(m.Cols), false
	if len(m.Cols) == 0 {
		columns, all = w.secretPositions(m.Relation)
	}
	if query := m.SelectStmt.GetSelectStmt(); query != nil {
		w.walkQuery(query, columns, all)
	}
	w.walkNodes(m.Cols, false)
	if w.rowsNameSecret(m.SelectStmt.GetSelectStmt()) {
		w.walkNodes(m.GetOnConflictClause().GetTargetList(), true)
	}
}

func (w *secretWalk) walkMerge(m *pg.MergeStmt) {
	outer := w.merged
	w.merged = m.Relation
	defer func() { w.merged = outer }()
	if w.comparesKey(m.JoinCondition) {
		for _, n := range m.MergeWhenClauses {
			w.walkNodes(n.GetMergeWhenClause().GetTargetList(), true)
			w.walkNodes(n.GetMergeWhenClause().GetValues(), true)
		}
	}
	w.walkRest(m)
}

// walkNamed walks a query that has a name, and whose columns have these names.
func (w *secretWalk) walkNamed(n *pg.Node, names []string, name string) {
	query := n.GetSelectStmt()
	if query == nil {
		w.walkReturning(n, names, name)
		return
	}
	columns, all := w.secretColumns(query, names, name)
	w.walkQuery(query, columns, all)
}

// walkQuery walks a query of which some columns, or all, are secrets.
func (w *secretWalk) walkQuery(m *pg.SelectStmt, columns []bool, all bool) {
	star, behind := false, false
	for i, n := range m.TargetList {
		fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		fields = append(fields[:len(fields):len(fields)], n.GetResTarget().GetVal().GetAIndirection().GetIndirection()...) // (row).*
		star = star || len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil
		w.walkNode(n, all || star && slices.Contains(columns, true) || i < len(columns) && columns[i] || behind && plainValue(n))
		behind = behind || w.namesSecret(n.GetResTarget().GetVal())
	}
	for _, row := range m.ValuesLists {
		w.walkRow(row.GetList().GetItems(), columns, all)
	}
	for _, side := range []*pg.SelectStmt{m.Larg, m.Rarg} {
		if side != nil {
			w.walkQuery(side, columns, all)
		}
	}
	but := []string{"TargetList", "ValuesLists", "Larg", "Rarg"}
	if star && (all || slices.Contains(columns, true)) {
		w.walkStarred(m, columns, all)
		but = append(but, "FromClause")
	}
	w.walkRest(m, but...)
}

// walkRow walks values for columns. A value behind the name of a secret is a secret: VALUES
// ('smtp_password', 'x').
func (w *secretWalk) walkRow(items []*pg.Node, columns []bool, all bool) {
	behind := false
	for i, n := range items {
		w.walkNode(n, all || behind || i < len(columns) && columns[i])
		behind = behind || w.namesSecret(n)
	}
}

// walkExecute walks the arguments of a prepared statement.
func (w *secretWalk) walkExecute(m *pg.ExecuteStmt) {
	params, ok := w.made[m.Name]
	of := Redacted{params: params, withoutTree: !ok || w.redactor.secretName(m.Name)}
	if !ok && w.known.Prepared != nil {
		if text, ok := w.known.Prepared(m.Name); ok {
			of = w.redactor.Executed(text, Known{Columns: w.known.Columns, Calls: w.known.Calls})
		}
	}
	for i, n := range m.Params {
		w.walkNode(n, of.Hides(i+1))
	}
}

// jsonOperators take a key, or a value that contains keys, on their right.
var jsonOperators = []string{"->", "->>", "#>", "#>>", "?", "?|", "?&", "@>", "<@", "@?", "@@", "#-"}

func (w *secretWalk) walkExpression(m *pg.A_Expr, secret bool) {
	operator := lastString(m.Name)
	if lrow, rrow := m.Lexpr.GetRowExpr().GetArgs(), m.Rexpr.GetRowExpr().GetArgs(); len(lrow) > 0 && len(lrow) == len(rrow) {
		w.walkRows(lrow, rrow, secret)
		return
	}
	left, right := m.Lexpr != nil && w.hasSecretName(m.Lexpr), m.Rexpr != nil && w.hasSecretName(m.Rexpr)
	switch {
	case slices.Contains(jsonOperators, operator):
		left, right = false, false
	case operator == "||":
		left, right = left || w.hasTrigger(m.Lexpr), right || w.hasTrigger(m.Rexpr)
	case !left && listOfNames(m):
		w.walkNode(m.Lexpr, secret)
		w.walkList(m.Rexpr.GetAArrayExpr().Elements, secret || w.isKeyedValue(m.Lexpr), true)
		return
	default:
		left, right = left || w.isKeyedValue(m.Lexpr), right || w.isKeyedValue(m.Rexpr)
	}
	w.walkNode(m.Lexpr, secret || right && !left)
	w.walkNode(m.Rexpr, secret || left && !right)
}

// secretArguments maps functions to the places of their arguments that are secrets.
var secretArguments = map[string][]int{
	"crypt": {0, 1}, "hmac": {1}, "digest": {0}, "md5": {0}, "sha224": {0}, "sha256": {0}, "sha384": {0}, "sha512": {0},
	"encrypt": {0, 1}, "decrypt": {1}, "encrypt_iv": {0, 1, 2}, "decrypt_iv": {1, 2},
	"pgp_sym_encrypt": {0, 1}, "pgp_sym_encrypt_bytea": {0, 1}, "pgp_sym_decrypt": {1}, "pgp_sym_decrypt_bytea": {1},
	"pgp_pub_encrypt": {0}, "pgp_pub_encrypt_bytea": {0}, "pgp_pub_decrypt": {1, 2}, "pgp_pub_decrypt_bytea": {1, 2},
	"aes_encrypt": {0, 1}, "aes_decrypt": {1},
}

func (w *secretWalk) walkCall(m *pg.FuncCall, secret bool) {
	name := lastString(m.Funcname)
	where := secretArguments[name]
	all := secret && name != "gen_salt" || w.redactor.secretName(name)
	spelt := slices.ContainsFunc(m.Args, w.hasTrigger) && (strings.HasPrefix(name, "format") || strings.HasPrefix(name, "concat"))
	pairs := strings.HasSuffix(name, "_build_object")
	over, login := w.takesSecret(name, m.Args), loginFunctions[name]
	places := w.secretPlaces(m)
	for i, n := range m.Args {
		behind := i > 0 && w.namesSecret(m.Args[i-1]) && (!pairs || i%2 == 1)
		unknown := name == "set_config" && i == 1 && m.Args[0].GetAConst() == nil
		of := over && !w.hasSecretName(n) || login && i > 0
		w.walkNode(n, all || spelt || behind || len(places) > 0 && places[i] || unknown || slices.Contains(where, i) || of && mayBeProse(n))
	}
	w.walkRest(m, "Funcname", "Args")
}

// hasSecretName reports whether an expression is the value of something that has the name of a secret.
func (w *secretWalk) hasSecretName(n *pg.Node) bool {
	switch m := n.GetNode().(type) {
	case *pg.Node_ColumnRef:
		return w.redactor.secretName(lastName(m.ColumnRef))
	case *pg.Node_AExpr:
		e := m.AExpr
		if slices.Contains(jsonOperators, lastString(e.Name)) {
			return w.hasSecretName(e.Lexpr) || w.namesSecret(e.Rexpr)
		}
		return w.hasSecretName(e.Lexpr) || w.hasSecretName(e.Rexpr)
	case *pg.Node_TypeCast:
		return w.hasSecretName(m.TypeCast.Arg)
	case *pg.Node_CollateClause:
		return w.hasSecretName(m.CollateClause.Arg)
	case *pg.Node_FuncCall:
		return slices.ContainsFunc(m.FuncCall.Args, w.hasSecretName) || slices.ContainsFunc(m.FuncCall.Args, w.namesSecret)
	case *pg.Node_CoalesceExpr:
		return slices.ContainsFunc(m.CoalesceExpr.Args, w.hasSecretName)
	case *pg.Node_RowExpr:
		return slices.ContainsFunc(m.RowExpr.Args, w.hasSecretName)
	case *pg.Node_AIndirection:
		for _, i := range m.AIndirection.Indirection {
			if w.redactor.secretName(i.GetString_().GetSval()) || w.namesSecret(i.GetAIndices().GetUidx()) {
				return true
			}
		}
		return w.hasSecretName(m.AIndirection.Arg)
	}
	return false
}

// namesSecret reports whether an expression is a constant that names a secret: 'password',
// '{login,password}', '$.password'.
func (w *secretWalk) namesSecret(n *pg.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	if a := n.GetAArrayExpr(); a != nil { // an array of names, followed by an array of values
		return slices.ContainsFunc(a.Elements, w.namesSecret)
	}
	text := n.GetAConst().GetSval().GetSval()
	if i := strings.LastIndexAny(text, ",."); i >= 0 && w.redactor.secretName(strings.Trim(text[i+1:], `{}"' `)) {
		return true
	}
	return !strings.ContainsAny(text, " '=:<>") && w.redactor.secretName(strings.Trim(text, `{}"$`))
}

// hasTrigger reports whether an expression contains a constant with a trigger word, which other text
// may be appended to.
func (w *secretWalk) hasTrigger(n *pg.Node) bool {
	switch {
	case n.GetAConst() != nil:
		return w.redactor.triggers.foundIn(n.GetAConst().GetSval().GetSval())
	case n.GetTypeCast() != nil:
		return w.hasTrigger(n.GetTypeCast().Arg)
	case n.GetAExpr() != nil:
		return w.hasTrigger(n.GetAExpr().Lexpr) || w.hasTrigger(n.GetAExpr().Rexpr)
	}
	return false
}

// comparesKey reports whether a condition compares with the name of a secret.
func (w *secretWalk) comparesKey(n *pg.Node) bool {
	switch {
	case n.GetBoolExpr() != nil:
		return slices.ContainsFunc(n.GetBoolExpr().Args, w.comparesKey)
	case n.GetAExpr() != nil:
		e := n.GetAExpr()
		return w.namesSecret(e.Lexpr) || w.namesSecret(e.Rexpr) || slices.ContainsFunc(e.Rexpr.GetList().GetItems(), w.namesSecret)
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
