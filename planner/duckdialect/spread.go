package duckdialect

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// A function in FROM that returns rows for each row of the relation before it, as in FROM t, unnest(t.tags) AS tag. DuckDB joins
// the relation with the function's rows by a hash table, which returns them in another order. So one relation and the functions
// behind it become a query of the relation with the functions' values in its list: the rows keep the functions' order, as in
// PostgreSQL, and no join is needed.

// spread is a FROM of one relation and of functions of its rows, while it is rewritten.
type spread struct {
	t        *translation
	relation string            // the name of the relation, which the query has
	columns  []string          // those of the query so far
	renamed  map[string]string // the names of functions: their columns are the query's
	from     *pg_query.Node
}

// spreadFunction is a function in such a FROM.
type spreadFunction struct {
	item     *pg_query.Node
	optional bool           // it is joined by LEFT JOIN
	quals    *pg_query.Node // the condition of its join
}

// noteSpread notes the columns of the relations that are followed by functions in FROM. The tree is the client's.
func (t *translation) noteSpread(root *pg_query.Node) {
	if t.Env.Columns == nil || t.Env.SQLite || root.GetViewStmt() != nil {
		return
	}
	var ctes map[string][]string
	t.EachMessage(root.ProtoReflect(), func(m any) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok {
			return
		}
		relation, functions := spreadOf(s)
		if relation == nil || !slices.ContainsFunc(functions, func(f spreadFunction) bool { return f.item.GetRangeFunction() != nil }) {
			return
		}
		if ctes == nil {
			ctes = t.columnsOfCTEs(root)
		}
		if columns := t.columnsOfItem(relation, ctes); len(columns) > 0 {
			if t.spreads == nil {
				t.spreads = map[*pg_query.SelectStmt][]string{}
			}
			t.spreads[s] = columns
		}
	})
}

// columnsOfCTEs are the columns of common table expressions, nil for a name that several have.
func (t *translation) columnsOfCTEs(root *pg_query.Node) map[string][]string {
	known := map[string][]string{}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		cte, ok := m.(*pg_query.CommonTableExpr)
		if !ok {
			return
		}
		columns := t.NamesOf(cte.GetCtequery().GetSelectStmt(), parse.NameParts(cte.Aliascolnames))
		if columns == nil && len(cte.Aliascolnames) == 0 {
			columns = t.columnsOfStar(cte.GetCtequery().GetSelectStmt(), known)
		}
		if _, again := known[cte.Ctename]; again {
			columns = nil
		}
		known[cte.Ctename] = columns
	})
	return known
}

// columnsOfStar are the columns of SELECT * FROM one table, nil for another query. ctes are the common table expressions before it.
func (t *translation) columnsOfStar(s *pg_query.SelectStmt, ctes map[string][]string) (columns []string) {
	if s.GetLarg() != nil || len(s.GetTargetList()) != 1 || len(s.FromClause) != 1 {
		return nil
	}
	r := s.FromClause[0].GetRangeVar()
	if !trees.IsLoneStar(s.TargetList[0].GetResTarget().GetVal()) || r == nil || len(r.Alias.GetColnames()) > 0 {
		return nil
	}
	if of, cte := ctes[r.Relname]; cte && r.Schemaname == "" {
		return slices.Clone(of)
	}
	for _, c := range t.Env.Columns(r.Schemaname, r.Relname) {
		columns = append(columns, c.Name)
	}
	return columns
}

// columnsOfSeries are the columns of a function in FROM that returns one value for each row, nil for another one.
func columnsOfSeries(r *pg_query.RangeFunction) []string {
	calls := r.Functions[0].GetList().GetItems()
	if len(r.Functions) != 1 || len(calls) == 0 || len(r.Coldeflist) > 0 || r.Alias == nil {
		return nil
	}
	_, name := parse.SplitName(calls[0].GetFuncCall().GetFuncname())
	if name != "generate_series" && name != "unnest" || name == "unnest" && len(calls[0].GetFuncCall().Args) > 1 {
		return nil
	}
	columns := []string{r.Alias.Aliasname}
	if given := parse.NameParts(r.Alias.Colnames); len(given) > 0 {
		columns = given
	}
	if r.Ordinality && len(columns) == 1 {
		columns = append(columns, "ordinality")
	}
	return columns
}

// columnsOfItem are the columns of a table, of a query in FROM, or of a common table expression, nil where they are not known.
func (t *translation) columnsOfItem(n *pg_query.Node, ctes map[string][]string) []string {
	var columns []string
	alias := n.GetRangeVar().GetAlias()
	switch r := n.GetRangeVar(); {
	case n.GetRangeSubselect() != nil:
		sub := n.GetRangeSubselect()
		if sub.Lateral {
			return nil
		}
		alias, columns = sub.Alias, t.NamesOf(sub.Subquery.GetSelectStmt(), nil)
	case n.GetRangeFunction() != nil:
		return columnsOfSeries(n.GetRangeFunction())
	case r.Schemaname == "" && ctes[r.Relname] != nil:
		columns = slices.Clone(ctes[r.Relname])
	default:
		if _, cte := ctes[r.Relname]; cte && r.Schemaname == "" {
			return nil
		}
		for _, c := range t.Env.Columns(r.Schemaname, r.Relname) {
			columns = append(columns, c.Name)
		}
	}
	for i, name := range parse.NameParts(alias.GetColnames()) {
		if i < len(columns) {
			columns[i] = name
		}
	}
	return columns
}

// spreadOf takes a FROM apart that is one relation and functions behind it. The relation is nil for another FROM.
func spreadOf(s *pg_query.SelectStmt) (relation *pg_query.Node, functions []spreadFunction) {
	if len(s.FromClause) == 0 {
		return nil, nil
	}
	for i, n := range s.FromClause {
		first, joined, ok := joinedFunctions(n)
		if !ok {
			return nil, nil
		}
		if i == 0 {
			relation = first
		} else {
			functions = append(functions, spreadFunction{item: first})
		}
		functions = append(functions, joined...)
	}
	if relation.GetRangeVar() == nil && relation.GetRangeSubselect() == nil && relation.GetRangeFunction().GetAlias() == nil {
		return nil, nil
	}
	for _, f := range functions {
		if f.optional && f.quals != nil {
			return nil, nil
		}
	}
	return relation, functions
}

// joinedFunctions takes an item of FROM apart that is an item and functions that are joined with it. ok is false for joins of other forms.
func joinedFunctions(n *pg_query.Node) (first *pg_query.Node, functions []spreadFunction, ok bool) {
	for j := n.GetJoinExpr(); j != nil; j = n.GetJoinExpr() {
		left := j.Jointype == pg_query.JoinType_JOIN_LEFT
		if j.IsNatural || len(j.UsingClause) > 0 || j.Alias != nil || !left && j.Jointype != pg_query.JoinType_JOIN_INNER {
			return nil, nil, false
		}
		f := spreadFunction{item: j.Rarg, optional: left, quals: j.Quals}
		if always := j.Quals.GetAConst().GetBoolval(); always.GetBoolval() {
			f.quals = nil
		}
		functions = append([]spreadFunction{f}, functions...)
		n = j.Larg
	}
	return n, functions, true
}

// spreadRows rewrites such a FROM of a query. Its parts are translated.
func (t *translation) spreadRows(s *pg_query.SelectStmt) {
	columns := t.spreads[s]
	if columns == nil {
		return
	}
	relation, functions := spreadOf(s)
	if relation == nil {
		return
	}
	r := &spread{t: t, renamed: map[string]string{}, from: relation, relation: trees.NameInFrom(relation)}
	clauses := clausesOf(s)
	for _, f := range functions {
		clauses = append(clauses, f.item, f.quals)
	}
	if r.relation == "" || !r.takeColumns(columns, clauses) {
		return
	}
	for _, f := range functions {
		if !r.add(f) {
			return
		}
	}
	if clauses = clausesOf(s); !r.isPlain(clauses) {
		return
	}
	for _, f := range functions {
		if f.quals != nil && s.WhereClause != nil {
			s.WhereClause = build.And(s.WhereClause, f.quals)
		} else if f.quals != nil {
			s.WhereClause = f.quals
		}
	}
	r.qualify(clausesOf(s))
	if v := relation.GetRangeVar(); v != nil && v.Alias == nil {
		v.Alias = &pg_query.Alias{Aliasname: r.relation}
	}
	s.FromClause, t.Changed = []*pg_query.Node{r.from}, true
}

// clausesOf are the parts of a query besides FROM and WITH.
func clausesOf(s *pg_query.SelectStmt) []*pg_query.Node {
	list := slices.Concat(s.TargetList, s.DistinctClause, s.GroupClause, s.WindowClause, s.SortClause)
	return append(list, s.WhereClause, s.HavingClause, s.LimitCount, s.LimitOffset)
}

// takeColumns takes the columns that the clauses name; a star names all.
func (r *spread) takeColumns(columns []string, clauses []*pg_query.Node) bool {
	named, all := map[string]bool{}, false
	r.eachColumn(clauses, func(c *pg_query.ColumnRef) {
		for _, field := range c.Fields {
			named[strings.ToLower(field.GetString_().GetSval())] = true
			all = all || field.GetAStar() != nil
		}
	})
	for _, name := range columns {
		if all || named[strings.ToLower(name)] {
			if r.has(name) {
				return false
			}
			r.columns = append(r.columns, name)
		}
	}
	return true
}

// eachColumn calls f for the columns that expressions name.
func (r *spread) eachColumn(list []*pg_query.Node, f func(*pg_query.ColumnRef)) {
	for _, n := range list {
		if n == nil {
			continue
		}
		r.t.EachMessage(n.ProtoReflect(), func(m any) {
			if c, ok := m.(*pg_query.ColumnRef); ok {
				f(c)
			}
		})
	}
}

// has reports whether the query has a column, in any case.
func (r *spread) has(name string) bool {
	return slices.ContainsFunc(r.columns, func(c string) bool { return strings.EqualFold(c, name) })
}

// isPlain reports whether expressions name no row as a whole, and no relation that has the name of one of these.
func (r *spread) isPlain(list []*pg_query.Node) bool {
	plain := true
	known := func(name string) bool {
		_, function := r.renamed[name]
		return function || name == r.relation
	}
	for _, n := range list {
		if n == nil {
			continue
		}
		r.t.EachMessage(n.ProtoReflect(), func(m any) {
			switch m := m.(type) {
			case *pg_query.ColumnRef:
				parts := parse.NameParts(m.Fields)
				first, star := m.Fields[0].GetString_().GetSval(), m.Fields[len(m.Fields)-1].GetAStar() != nil
				whole := len(m.Fields) == 1 && known(first) && !r.has(first)
				plain = plain && !whole && len(m.Fields) < 3 && !(star && len(m.Fields) > 1) && !(len(parts) == 2 && known(first) && !r.has(parts[1]))
			case *pg_query.RangeVar:
				plain = plain && !known(m.Relname) && !known(m.Alias.GetAliasname())
			case *pg_query.Alias:
				plain = plain && !known(m.Aliasname)
			}
		})
	}
	return plain
}

// qualify names the query where expressions name a function.
func (r *spread) qualify(list []*pg_query.Node) {
	r.eachColumn(list, func(c *pg_query.ColumnRef) {
		if to, ok := r.renamed[c.Fields[0].GetString_().GetSval()]; ok && len(c.Fields) == 2 {
			c.Fields[0] = pg_query.MakeStrNode(to)
		}
	})
}

// add puts the rows of a function into the query.
func (r *spread) add(f spreadFunction) bool {
	name, inner, outer := r.rowsOf(f.item)
	if name == "" || name == r.relation || r.renamed[name] != "" {
		return false
	}
	bound := false
	for _, target := range inner {
		value := []*pg_query.Node{target.GetResTarget().Val}
		if !r.isPlain(value) {
			return false
		}
		ofRow := true
		r.eachColumn(value, func(c *pg_query.ColumnRef) {
			parts := parse.NameParts(c.Fields)
			column := r.has(parts[len(parts)-1]) && (len(parts) == 1 || parts[0] == r.relation || r.renamed[parts[0]] != "")
			bound, ofRow = bound || column, ofRow && column
		})
		if !ofRow {
			return false
		}
		r.qualify(value)
		if f.optional {
			keepRow(target.GetResTarget())
		}
	}
	if !bound {
		return false
	}
	r.wrap(inner)
	added := inner
	if outer != nil {
		r.wrap(outer)
		added = outer
	}
	for _, target := range added {
		column := target.GetResTarget().Name
		if r.has(column) {
			return false
		}
		r.columns = append(r.columns, column)
	}
	r.renamed[name] = r.relation
	return true
}

// wrap makes a query of the one so far, with its columns and others.
func (r *spread) wrap(targets []*pg_query.Node) {
	list := make([]*pg_query.Node, 0, len(r.columns)+len(targets))
	for _, name := range r.columns {
		list = append(list, build.Target(pg_query.MakeColumnRefNode(build.Names(r.relation, name), build.Nowhere), name))
	}
	r.from = build.Subselect(build.Select(r.from, append(list, targets...)...), &pg_query.Alias{Aliasname: r.relation})
}

// unnested is the array that a value of a select list unnests, nil for none. place is where the array is.
func unnested(n *pg_query.Node) (place **pg_query.Node) {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	f := n.GetFuncCall()
	if _, name := parse.SplitName(f.GetFuncname()); name != "unnest" || len(f.Args) != 1 {
		return nil
	}
	return &f.Args[0]
}

// keepRow has an array without elements unnested to one that is NULL.
func keepRow(target *pg_query.ResTarget) {
	if place := unnested(target.Val); place != nil {
		array := *place
		empty := build.Or(build.IsNull(array), build.Binary("=", build.Call("len", array), build.Number(0)))
		*place = build.Case(array, build.When(empty, build.Array(build.Null())))
	}
}

// rowsOf returns the name of a function in FROM, the values of its rows, and what is made of these; nil: they are the columns.
func (r *spread) rowsOf(item *pg_query.Node) (name string, inner, outer []*pg_query.Node) {
	item, _ = proto.Clone(item).(*pg_query.Node)
	if f := item.GetRangeFunction(); f != nil {
		calls := f.Functions[0].GetList().GetItems()
		if len(f.Functions) != 1 || len(calls) == 0 || unnested(calls[0]) == nil || f.Alias == nil && f.Ordinality || len(f.Coldeflist) > 0 {
			return "", nil, nil
		}
		name = "unnest"
		if f.Alias != nil {
			name = f.Alias.Aliasname
		}
		columns := parse.NameParts(f.Alias.GetColnames())
		if len(columns) == 0 {
			columns = []string{name}
		}
		inner = []*pg_query.Node{build.Target(calls[0], columns[0])}
		if f.Ordinality {
			inner = append(inner, build.Target(ordinals(*unnested(calls[0])), append(columns, "ordinality")[1]))
		}
		return name, inner, nil
	}
	sub := item.GetRangeSubselect()
	s := sub.GetSubquery().GetSelectStmt()
	if s == nil || !sub.Lateral || !isList(s) {
		return "", nil, nil
	}
	inner = s.TargetList
	if len(s.FromClause) == 1 {
		below := s.FromClause[0].GetRangeSubselect()
		if below == nil || len(below.Alias.GetColnames()) > 0 || !isList(below.Subquery.GetSelectStmt()) || len(below.Subquery.GetSelectStmt().FromClause) > 0 {
			return "", nil, nil
		}
		inner, outer = below.Subquery.GetSelectStmt().TargetList, s.TargetList
	}
	if len(s.FromClause) > 1 || !r.numberRows(&inner, outer) || !namesAll(inner, nil) || !namesAll(outer, nil) {
		return "", nil, nil
	}
	columns := inner
	if outer != nil {
		columns = outer
	}
	namesAll(columns, parse.NameParts(sub.Alias.GetColnames()))
	return sub.Alias.GetAliasname(), inner, outer
}

// namesAll gives the columns of a select list their names, and reports whether each has one.
func namesAll(targets []*pg_query.Node, names []string) bool {
	for i, n := range targets {
		target := n.GetResTarget()
		if i < len(names) {
			target.Name = names[i]
		} else if target.Name == "" {
			target.Name = trees.LastField(target.Val)
		}
		if target.Name == "" {
			return false
		}
	}
	return true
}

// isList reports whether a query is a select list alone, over the query in its FROM if it has one.
func isList(s *pg_query.SelectStmt) bool {
	return s != nil && s.Larg == nil && s.WithClause == nil && s.WhereClause == nil && len(s.TargetList) > 0 && len(s.GroupClause)+len(s.SortClause)+len(s.DistinctClause)+len(s.ValuesLists) == 0 &&
		s.LimitCount == nil && s.LimitOffset == nil && s.HavingClause == nil
}

// numberRows has the values of a function numbered where the list above numbers its rows.
func (r *spread) numberRows(inner *[]*pg_query.Node, outer []*pg_query.Node) bool {
	for _, n := range outer {
		target := n.GetResTarget()
		f := target.Val.GetFuncCall()
		if f == nil || f.Over == nil {
			continue
		}
		const number = "__number"
		place := unnested((*inner)[0].GetResTarget().Val)
		if _, name := parse.SplitName(f.Funcname); name != "row_number" || place == nil {
			return false
		}
		*inner = append(*inner, build.Target(ordinals(*place), number))
		target.Val = pg_query.MakeColumnRefNode(build.Names(number), build.Nowhere)
	}
	return true
}

// ordinals are the numbers of an array's elements.
func ordinals(array *pg_query.Node) *pg_query.Node {
	return numbersUpTo(build.Call("len", array))
}

// numbersUpTo are the numbers from 1 to another one, as rows.
func numbersUpTo(last *pg_query.Node) *pg_query.Node {
	return build.Call("unnest", build.Call("generate_series", build.Cast(build.Number(1), build.PlainType("int8")), build.Cast(last, build.PlainType("int8"))))
}
