package definitions

import (
	"cmp"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
)

// from analyses FROM: parse_clause.c.
func (s *scope) from(list []*pg_query.Node) {
	for _, n := range list {
		r, _, items := s.fromItem(n)
		s.q.from = append(s.q.from, r)
		for _, it := range items {
			it.lateralOnly = true
		}
		s.items = append(s.items, items...)
	}
	for _, it := range s.items {
		it.lateralOnly = false
	}
}

// add puts a relation into the range table.
func (s *scope) add(r *relation, alias *pg_query.Alias) (*relation, *item, []*item) {
	name := r.name
	if alias != nil {
		r.alias, r.hasAlias, r.aliasNames = alias.Aliasname, true, names(alias.Colnames)
		name = r.alias
	}
	if len(r.aliasNames) > len(r.columns) {
		s.refuse("an alias of too many columns")
	}
	columns := slices.Clone(r.columns)
	for i, n := range r.aliasNames {
		columns[i].name = n
	}
	r.inFrom = true
	s.q.relations = append(s.q.relations, r)
	it := itemOf(r, name)
	for i := range columns {
		it.columns[i].name = columns[i].name
	}
	return r, it, []*item{it}
}

// fromItem analyses an item of FROM. It returns its relation, the item that has all its columns, and what is visible of it.
func (s *scope) fromItem(n *pg_query.Node) (*relation, *item, []*item) {
	switch n := n.GetNode().(type) {
	case *pg_query.Node_RangeVar:
		return s.table(n.RangeVar)
	case *pg_query.Node_RangeSubselect:
		return s.subselect(n.RangeSubselect)
	case *pg_query.Node_RangeFunction:
		return s.function(n.RangeFunction)
	case *pg_query.Node_JoinExpr:
		return s.join(n.JoinExpr)
	}
	s.refuse("an item of FROM")
	return nil, nil, nil
}

// table is a relation by its name, or a query of WITH.
func (s *scope) table(n *pg_query.RangeVar) (*relation, *item, []*item) {
	if n.Schemaname == "" {
		if w := s.findWith(n.Relname); w != nil {
			return s.add(&relation{kind: withQuery, name: n.Relname, columns: w.columns, with: w}, n.Alias)
		}
	}
	found, ok := s.source.Relation(n.Catalogname, n.Schemaname, n.Relname)
	system := s.relations[[2]string{found.Schema, found.Name}]
	if !ok || !found.Builtin && len(found.Typed) == 0 || found.Schema == "information_schema" && s.objects == nil { // whose columns are of domains
		s.refuse("a relation")
	}
	if found.Builtin && (s.checks || system == nil) { // the emulated catalogs may have types that are looser
		s.refuse("a relation of the catalog")
	}
	r := &relation{kind: plain, schema: found.Schema, name: cmp.Or(found.Spelled, found.Name), only: !n.Inh, system: found.Builtin}
	if found.Builtin {
		r.columns = slices.Clone(system)
		s.noteCollations(r)
		return s.add(r, n.Alias)
	}
	r.loose, r.companions = looseColumns(found.Typed), companionsOf(found.Typed)
	for _, c := range found.Typed {
		r.columns = append(r.columns, column{c.Name, s.columnType(c), c.ShownMod(), c.Collation})
	}
	s.noteCollations(r)
	return s.add(r, n.Alias)
}

// subselect is a query in FROM.
func (s *scope) subselect(n *pg_query.RangeSubselect) (*relation, *item, []*item) {
	statement := n.Subquery.GetSelectStmt()
	if statement == nil {
		s.refuse("an item of FROM")
	}
	defer func(was bool) { s.lateral = was }(s.lateral)
	s.lateral = n.Lateral
	q := s.selects(statement, s, true, nil)
	r := &relation{kind: subquery, name: "unnamed_subquery", query: q, lateral: n.Lateral, columns: slices.Clone(q.columns()), tree: n}
	made, it, items := s.add(r, n.Alias)
	if n.Alias == nil {
		it.byName = false
	}
	return made, it, items
}

// function is functions in FROM.
func (s *scope) function(n *pg_query.RangeFunction) (*relation, *item, []*item) {
	r := &relation{kind: function, ordinality: n.Ordinality, tree: n}
	defer func(was bool) { s.lateral = was }(s.lateral)
	s.lateral = true
	for _, f := range n.Functions {
		items := f.GetList().GetItems()
		call := items[0].GetFuncCall()
		if call == nil {
			s.refuse("an item of FROM")
		}
		label, _ := resultcolumns.Name(items[0])
		if r.name == "" {
			r.name = label
		}
		calls := []*pg_query.Node{items[0]}
		if _, name := splitName(call.Funcname); name == "unnest" && len(call.Args) > 1 {
			calls = nil
			for _, arg := range call.Args {
				calls = append(calls, &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: &pg_query.FuncCall{Funcname: call.Funcname, Args: []*pg_query.Node{arg}}}})
			}
		}
		defined := n.Coldeflist
		if len(items) > 1 && items[1].GetList() != nil {
			s.refuse("ROWS FROM with definitions of columns")
		}
		if len(defined) > 0 && (len(n.Functions) > 1 || n.Ordinality) {
			s.refuse("definitions of columns")
		}
		for _, c := range calls {
			made := s.expression(c)
			s.collateAlone(made)
			r.functions = append(r.functions, made)
			s.functionColumns(r, made, label, n, defined)
		}
	}
	r.lateral = n.Lateral || slices.ContainsFunc(r.functions, s.readsHere)
	if n.Ordinality {
		r.columns = append(r.columns, column{name: "ordinality", typ: int8OID, mod: -1})
	}
	return s.add(r, n.Alias)
}

// functionColumns adds the columns of a function.
func (s *scope) functionColumns(r *relation, made *node, label string, n *pg_query.RangeFunction, defined []*pg_query.Node) {
	if len(defined) > 0 {
		if made.typ != recordOID {
			s.refuse("definitions of columns")
		}
		for _, d := range defined {
			def := d.GetColumnDef()
			oid, mod := s.namedType(def.TypeName)
			r.defined = append(r.defined, definedColumn{def.Colname, oid, mod})
			r.columns = append(r.columns, column{def.Colname, oid, mod, s.collationOfColumn(def.CollClause, oid)})
		}
		return
	}
	outs := s.outs(made)
	t := s.typeOf(made.typ)
	switch {
	case len(outs) > 1:
		r.columns = append(r.columns, outs...)
	case made.typ == recordOID || t.kind == 'c' || t.kind == 'p':
		s.refuse("a row of a function")
	default:
		if len(outs) == 1 {
			label = outs[0].name
		} else if n.Alias != nil {
			label = n.Alias.Aliasname
		}
		r.columns = append(r.columns, column{label, made.typ, made.mod, made.coll})
	}
}

// outs are the columns that a function declares as OUT.
func (s *scope) outs(n *node) (list []column) {
	r := n.routine
	if r == nil {
		return nil
	}
	for i, m := range r.modes {
		if m == 'o' || m == 't' || m == 'b' {
			if isPolymorphic(r.all[i]) || i >= len(r.names) {
				s.refuse("a row of a function")
			}
			list = append(list, column{r.names[i], r.all[i], -1, s.collationOfColumn(nil, r.all[i])})
		}
	}
	return list
}

// readsHere reports whether an expression reads a relation of the scope's query.
func (s *scope) readsHere(n *node) bool {
	if n == nil {
		return false
	}
	if (n.kind == variable || n.kind == wholeRow) && slices.Contains(s.q.relations, n.rel) {
		return true
	}
	if n.query != nil || n.kind == mergedVariable {
		s.refuse("a query in a function of FROM")
	}
	return slices.ContainsFunc(n.args, s.readsHere) || s.readsHere(n.arg) || s.readsHere(n.otherwise)
}

var joinWords = map[pg_query.JoinType]string{
	pg_query.JoinType_JOIN_INNER: " JOIN ", pg_query.JoinType_JOIN_LEFT: " LEFT JOIN ", pg_query.JoinType_JOIN_RIGHT: " RIGHT JOIN ", pg_query.JoinType_JOIN_FULL: " FULL JOIN ",
}

// join is a JOIN.
func (s *scope) join(n *pg_query.JoinExpr) (*relation, *item, []*item) {
	r := &relation{kind: joined, inFrom: true}
	var l, right *item
	var items, rights []*item
	r.left, l, items = s.fromItem(n.Larg)
	for _, it := range items {
		it.lateralOnly = true
	}
	before := len(s.items)
	s.items = append(s.items, items...)
	r.right, right, rights = s.fromItem(n.Rarg)
	s.items = s.items[:before]
	items = append(slices.Clone(items), rights...)
	if r.join = joinWords[n.Jointype]; r.join == "" {
		s.refuse("a join")
	}
	r.using = names(n.UsingClause)
	if n.IsNatural {
		for _, c := range l.columns {
			if slices.ContainsFunc(right.columns, func(o itemColumn) bool { return o.name == c.name }) {
				r.using = append(r.using, c.name)
			}
		}
	}
	if s.passing != nil && n.IsNatural {
		s.passing.Naturals[n] = r.using
	}
	made := &item{rel: r, byColumns: true}
	for _, name := range r.using {
		made.columns = append(made.columns, itemColumn{name, s.merged(r, s.columnOf(l, name), s.columnOf(right, name), name)})
	}
	for _, side := range []*item{l, right} {
		for _, c := range side.columns {
			if !slices.Contains(r.using, c.name) {
				made.columns = append(made.columns, c)
			}
		}
	}
	if n.Quals != nil {
		for _, it := range items {
			it.lateralOnly = false
		}
		was := s.items
		s.items = items
		r.on = s.toBoolean("JOIN/ON", s.expression(n.Quals))
		s.items = was
	}
	if n.JoinUsingAlias != nil {
		s.refuse("an alias of USING")
	}
	s.q.relations = append(s.q.relations, r)
	if n.Alias == nil {
		for _, it := range items {
			it.byColumns = false
		}
		return r, made, append(items, made)
	}
	return s.namedJoin(r, made, n.Alias)
}

// namedJoin is a join that is one relation to the rest of the query.
func (s *scope) namedJoin(r *relation, all *item, alias *pg_query.Alias) (*relation, *item, []*item) {
	r.alias, r.hasAlias, r.aliasNames = alias.Aliasname, true, names(alias.Colnames)
	for _, c := range all.columns {
		r.columns = append(r.columns, column{c.name, c.expr.typ, c.expr.mod, c.expr.coll})
		r.below = append(r.below, c.expr)
	}
	r.noteRead()
	it := itemOf(r, r.alias)
	if len(r.aliasNames) > len(r.columns) || len(r.aliasNames) > 0 && r.merges() { // whose columns get the names below the join
		s.refuse("an alias of the columns of a join")
	}
	for i, name := range r.aliasNames {
		it.columns[i].name = name
	}
	return r, it, []*item{it}
}

// merges reports whether USING merges columns in a join or below it.
func (r *relation) merges() bool {
	return r.kind == joined && (len(r.using) > 0 || r.left.merges() || r.right.merges())
}

// merged is a column of USING: buildMergedJoinVar.
func (s *scope) merged(r *relation, left, right *node, name string) *node {
	r.compared = append(r.compared, left, right)
	common := s.needCommonType("JOIN/USING", []*node{{typ: left.typ}, {typ: right.typ}})
	if s.checks {
		compared := s.operate("=", copyOf(left), copyOf(right))
		if s.chars != nil && (becomesText(left.typ, compared.args[0]) || becomesText(right.typ, compared.args[1])) {
			s.chars.Using = true
		}
		if s.collates && s.comparesTexts("=", compared.args[0].typ) && s.commonCollation(compared.args, true) == noCollation {
			s.failUndetermined(stringHashing, compared)
		}
	}
	switch {
	case left.kind == mergedVariable && r.join != " FULL JOIN ":
		s.refuse("a merged column")
	case r.join == " FULL JOIN ":
		mod := left.mod
		if left.typ != right.typ || left.mod != right.mod {
			mod = -1
		}
		return &node{kind: mergedVariable, name: name, typ: common, mod: mod, coll: s.commonCollation([]*node{copyOf(left), copyOf(right)}, true)}
	case r.join == " RIGHT JOIN " && right.typ == common:
		return right
	case r.join == " RIGHT JOIN ":
	case left.typ == common:
		return left
	case r.join == " JOIN " && right.typ == common:
		return right
	}
	s.refuse("a merged column")
	return nil
}
