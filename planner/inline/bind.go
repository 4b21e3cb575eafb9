package inline

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// binder gives the relations and functions of a body their full names, and its parameters their numbers. A column comes
// before a parameter of its name, as in PostgreSQL.
type binder struct {
	env        Env
	function   string
	schema     string // of the function
	parameters []providers.Parameter
	scopes     []scope          // of the queries around, the outermost first
	ctes       []map[string]set // the columns of the common table expressions in scope
	err        error
}

// scope has the relations and columns that the items of FROM give to a query.
type scope struct {
	aliases map[string]bool
	columns set
}

// set is a set of columns, in lower case. If open is true, there may be others.
type set struct {
	names map[string]bool
	open  bool
}

func (s *set) add(others ...string) {
	if s.names == nil {
		s.names = map[string]bool{}
	}
	for _, o := range others {
		s.names[strings.ToLower(o)] = true
	}
}

func (s *set) join(o set) {
	for name := range o.names {
		s.add(name)
	}
	s.open = s.open || o.open
}

// bindQuery binds a whole query.
func (b *binder) bindQuery(n *pg_query.Node) { b.bindMessage(n.ProtoReflect()) }

func (b *binder) bindMessage(m protoreflect.Message) {
	if b.err != nil {
		return
	}
	switch n := m.Interface().(type) {
	case *pg_query.SelectStmt:
		b.bindSelect(n)
		return
	case *pg_query.Node:
		if n.GetColumnRef() != nil {
			b.bindColumn(n)
			return
		}
	case *pg_query.ParamRef:
		if n.Number < 1 || int(n.Number) > len(b.parameters) {
			b.err = sqlstate.New(sqlstate.UndefinedParameter, "there is no parameter $%d", n.Number)
		}
	case *pg_query.RangeVar:
		b.bindRelation(n)
	case *pg_query.FuncCall:
		b.bindCall(n)
		n.Args = b.starOfRow(n.Args, false)
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		b.bindMessage(child)
		return b.err == nil
	})
}

// bindCalls binds the functions of an expression that has nothing else to bind.
func (b *binder) bindCalls(m protoreflect.Message) {
	if f, ok := m.Interface().(*pg_query.FuncCall); ok {
		b.bindCall(f)
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		b.bindCalls(child)
		return true
	})
}

// bindCall gives a user's function its schema.
func (b *binder) bindCall(f *pg_query.FuncCall) {
	words := parse.Strings(f.Funcname)
	if len(words) != 1 {
		return
	}
	schema := ""
	if found := b.env.Routines("", words[0]); len(found) > 0 {
		schema = found[0].Schema
	} else if words[0] == b.function {
		schema = b.schema // itself
	}
	if schema != "" {
		f.Funcname = []*pg_query.Node{pg_query.MakeStrNode(schema), pg_query.MakeStrNode(words[0])}
	}
}

// bindRelation gives a relation its schema.
func (b *binder) bindRelation(r *pg_query.RangeVar) {
	if r.Catalogname != "" {
		if !slices.Contains(b.env.Databases, r.Catalogname) {
			b.err = notSupported("a function that reads another source is not supported")
		}
		r.Catalogname = ""
		return
	}
	if r.Schemaname != "" {
		return
	}
	if _, is := b.findCTE(r.Relname); is {
		return
	}
	r.Schemaname = b.findSchema(r.Relname)
}

// findSchema returns the schema of a relation that is named without one. The source says in which schemas it is.
func (b *binder) findSchema(name string) string {
	for _, schema := range providers.LookupPath(b.env.Path) {
		if _, there := b.env.Relation(schema, name); there {
			return schema
		}
	}
	if len(b.env.Path) > 0 {
		return b.env.Path[0]
	}
	return "pg_catalog"
}

// findCTE finds a common table expression in scope.
func (b *binder) findCTE(name string) (set, bool) {
	for _, level := range slices.Backward(b.ctes) {
		if columns, is := level[name]; is {
			return columns, true
		}
	}
	return set{}, false
}

// bindSelect binds a query by what its FROM brings.
func (b *binder) bindSelect(s *pg_query.SelectStmt) {
	b.ctes = append(b.ctes, map[string]set{})
	defer func() { b.ctes = b.ctes[:len(b.ctes)-1] }()
	b.bindWith(s.WithClause)
	if s.Larg != nil {
		b.bindMessage(s.Larg.ProtoReflect())
		b.bindMessage(s.Rarg.ProtoReflect())
		b.bindSorted(s)
		return
	}
	own := scope{aliases: map[string]bool{}}
	for _, f := range s.FromClause {
		b.bindFrom(f, &own)
	}
	b.scopes = append(b.scopes, own)
	defer func() { b.scopes = b.scopes[:len(b.scopes)-1] }()
	s.TargetList = b.starOfRow(s.TargetList, true)
	for _, list := range [][]*pg_query.Node{s.TargetList, s.DistinctClause, {s.WhereClause, s.HavingClause, s.LimitCount, s.LimitOffset}, s.WindowClause, s.ValuesLists} {
		b.bindEach(list)
	}
	b.bindSorted(s)
}

func (b *binder) bindEach(list []*pg_query.Node) {
	for _, n := range list {
		if n != nil {
			b.bindMessage(n.ProtoReflect())
		}
	}
}

// bindWith binds common table expressions.
func (b *binder) bindWith(w *pg_query.WithClause) {
	for _, c := range w.GetCtes() {
		cte := c.GetCommonTableExpr()
		level := b.ctes[len(b.ctes)-1]
		columns := set{open: true}
		if w.Recursive {
			if names := parse.Strings(cte.Aliascolnames); len(names) > 0 {
				columns = set{}
				columns.add(names...)
			}
			level[cte.Ctename] = columns
		}
		b.bindMessage(cte.Ctequery.ProtoReflect())
		level[cte.Ctename] = b.listOutputs(cte.Ctequery.GetSelectStmt(), parse.Strings(cte.Aliascolnames))
	}
}

// bindSorted binds ORDER BY and GROUP BY, where the names of results come first.
func (b *binder) bindSorted(s *pg_query.SelectStmt) {
	first := parse.FirstQuery(s)
	names := map[string]bool{}
	for _, t := range first.TargetList {
		names[t.GetResTarget().GetName()] = true
	}
	for _, n := range slices.Concat(s.SortClause, s.GroupClause) {
		inner := n
		if by := n.GetSortBy(); by != nil {
			inner = by.Node
		}
		if fields := parse.Strings(inner.GetColumnRef().GetFields()); len(fields) == 1 && names[fields[0]] {
			continue
		}
		b.bindMessage(n.ProtoReflect())
	}
	if s.Larg != nil {
		b.bindEach([]*pg_query.Node{s.LimitCount, s.LimitOffset})
	}
}

// noteFrom notes the columns that an item of FROM has, under the names that the text gives them.
func (b *binder) noteFrom(n *pg_query.Node, into *scope) {
	note := func(alias *pg_query.Alias, otherwise string, columns set) {
		name := alias.GetAliasname()
		if name == "" {
			name = otherwise
		}
		if given := parse.Strings(alias.GetColnames()); len(given) > 0 {
			columns.add(given...)
		}
		into.aliases[name] = true
		into.columns.join(columns)
	}
	switch f := n.GetNode().(type) {
	case *pg_query.Node_RangeVar:
		note(f.RangeVar.Alias, f.RangeVar.Relname, b.columnsOf(f.RangeVar))
	case *pg_query.Node_RangeSubselect:
		note(f.RangeSubselect.Alias, "", b.listOutputs(f.RangeSubselect.Subquery.GetSelectStmt(), parse.Strings(f.RangeSubselect.Alias.GetColnames())))
	case *pg_query.Node_RangeFunction:
		columns := set{open: len(f.RangeFunction.Alias.GetColnames()) == 0 && len(f.RangeFunction.Coldeflist) == 0 && !hasOneColumn(f.RangeFunction)}
		if given := f.RangeFunction.Alias.GetAliasname(); given != "" {
			columns.add(given)
		}
		for _, c := range f.RangeFunction.Coldeflist {
			columns.add(c.GetColumnDef().GetColname())
		}
		note(f.RangeFunction.Alias, "", columns)
	case *pg_query.Node_JoinExpr:
		for _, side := range []*pg_query.Node{f.JoinExpr.Larg, f.JoinExpr.Rarg} {
			if side != nil {
				b.noteFrom(side, into)
			}
		}
		if f.JoinExpr.Alias != nil {
			note(f.JoinExpr.Alias, "", set{})
		}
	default:
		into.columns.open = true
	}
}

// singleColumns are functions of PostgreSQL that return rows of one column. The alias of the function names the column.
var singleColumns = parse.WordSet("generate_series generate_subscripts regexp_matches regexp_split_to_table string_to_table unnest json_object_keys jsonb_object_keys")

// hasOneColumn reports whether a function in FROM has an alias and one column.
func hasOneColumn(r *pg_query.RangeFunction) bool {
	if r.Alias == nil || r.Ordinality || len(r.Functions) != 1 {
		return false
	}
	f := r.Functions[0].GetList().GetItems()[0].GetFuncCall()
	words := parse.Strings(f.GetFuncname())
	return len(words) > 0 && singleColumns[words[len(words)-1]] && (words[len(words)-1] != "unnest" || len(f.Args) == 1)
}

// bindFrom binds an item of FROM, and then adds its columns to before. Only a LATERAL item sees the items before it.
func (b *binder) bindFrom(n *pg_query.Node, before *scope) {
	see := func(f func()) {
		b.scopes = append(b.scopes, *before)
		f()
		b.scopes = b.scopes[:len(b.scopes)-1]
	}
	switch f := n.GetNode().(type) {
	case *pg_query.Node_RangeSubselect:
		bind := func() { b.bindMessage(f.RangeSubselect.Subquery.ProtoReflect()) }
		if f.RangeSubselect.Lateral {
			see(bind)
		} else {
			bind()
		}
	case *pg_query.Node_JoinExpr:
		b.bindFrom(f.JoinExpr.Larg, before)
		b.bindFrom(f.JoinExpr.Rarg, before)
		see(func() { b.bindEach([]*pg_query.Node{f.JoinExpr.Quals}) })
		b.noteFrom(&pg_query.Node{Node: &pg_query.Node_JoinExpr{JoinExpr: &pg_query.JoinExpr{Alias: f.JoinExpr.Alias}}}, before)
		return
	default:
		see(func() { b.bindMessage(n.ProtoReflect()) })
	}
	b.noteFrom(n, before)
}

// columnsOf returns the columns of a relation.
func (b *binder) columnsOf(r *pg_query.RangeVar) set {
	schema := r.Schemaname
	if schema == "" {
		if columns, is := b.findCTE(r.Relname); is {
			return columns
		}
		schema = b.findSchema(r.Relname)
	}
	relation, known := b.env.Relation(schema, r.Relname)
	names := columnNames(relation)
	columns := set{open: !known || len(names) == 0}
	columns.add(names...)
	return columns
}

// listOutputs returns the columns of a query. The names in given, which an alias has, replace the first of them.
func (b *binder) listOutputs(s *pg_query.SelectStmt, given []string) set {
	var columns set
	columns.add(given...)
	if s == nil {
		columns.open = true
		return columns
	}
	s = parse.FirstQuery(s)
	for _, t := range s.TargetList {
		switch val := t.GetResTarget(); {
		case val.Name != "":
			columns.add(val.Name)
		case trees.IsStar(val.Val):
			columns.open = columns.open || !b.addStar(s, &columns)
		case val.Val.GetColumnRef() != nil:
			words := parse.Strings(val.Val.GetColumnRef().Fields)
			columns.add(words[len(words)-1])
		default:
			columns.open = columns.open || len(given) == 0
		}
	}
	return columns
}

// addStar adds the columns of all items of FROM, and reports whether all are known.
func (b *binder) addStar(s *pg_query.SelectStmt, into *set) bool {
	inner := scope{aliases: map[string]bool{}}
	for _, f := range s.FromClause {
		b.noteFrom(f, &inner)
	}
	for name := range inner.columns.names {
		into.add(name)
	}
	return !inner.columns.open
}

// bindColumn puts a parameter's number in the place of its name, which may stand behind that of the function, and before that of an
// attribute.
func (b *binder) bindColumn(n *pg_query.Node) {
	fields := n.GetColumnRef().Fields
	words := parse.Strings(fields)
	if len(words) != len(fields) { // it ends with a star
		if len(words) == 1 && words[0] == b.function && !b.isAlias(words[0]) {
			b.err = notSupported("%s.* of the parameters is not supported", words[0])
		}
		return
	}
	if len(words) > 1 && words[0] == b.function && !b.isAlias(words[0]) {
		words = words[1:]
	} else if b.isAlias(words[0]) || len(words) == 1 && b.parameter(words[0]) >= 0 && b.isColumn(words[0]) {
		return
	}
	at := b.parameter(words[0])
	if at < 0 || len(words) > 2 || len(words) == 2 && !b.mayHave(b.parameters[at], words[1]) || b.err != nil {
		return
	}
	value := pg_query.MakeParamRefNode(int32(at+1), build.Nowhere) //nolint:gosec // there are no more than 100
	if len(words) == 2 {                                           // of a composite type
		value = &pg_query.Node{Node: &pg_query.Node_AIndirection{AIndirection: &pg_query.A_Indirection{Arg: value, Indirection: build.Names(words[1])}}}
	}
	n.Node = value.Node
}

// mayHave reports whether a parameter may have an attribute.
func (b *binder) mayHave(p providers.Parameter, attribute string) bool {
	if p.RowOf.Name != "" {
		relation, _ := b.env.Relation(p.RowOf.Schema, p.RowOf.Name)
		return slices.Contains(columnNames(relation), attribute)
	}
	u := compositeOf(b.env, p.Type)
	return oidOf(p.Type) == 0 && (u == nil || slices.ContainsFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == attribute }))
}

// parameter is the index of the parameter of a name, -1: there is none.
func (b *binder) parameter(name string) int {
	return slices.IndexFunc(b.parameters, func(p providers.Parameter) bool { return p.Name == name })
}

func (b *binder) isAlias(name string) bool {
	return slices.ContainsFunc(b.scopes, func(s scope) bool { return s.aliases[name] })
}

// isColumn reports whether a name is that of a column in scope. It sets the error of the binder if that is not known.
func (b *binder) isColumn(name string) bool {
	for _, s := range slices.Backward(b.scopes) {
		switch {
		case s.columns.names[strings.ToLower(name)]:
			return true
		case s.columns.open:
			b.err = notSupported("the name %q, which may be a parameter or a column, is not supported here", name).
				WithHint("Write %s.%s for the parameter, or give it another name.", b.function, name)
			return true
		}
	}
	return false
}
