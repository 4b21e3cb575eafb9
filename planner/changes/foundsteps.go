package changes

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// expandFound makes the steps of an UPDATE or DELETE whose rows are found first.
func (c *Division) expandFound(p *withPart, f *foundRows) ([]Step, error) {
	if f.with != nil && trees.IsVolatile(f.with.ProtoReflect()) {
		return nil, errFound("a query in WITH that calls volatile functions")
	}
	if err := c.makeLeaves(f); err != nil {
		return nil, err
	}
	if err := f.nameStars(); err != nil {
		return nil, err
	}
	f.keys = c.keptKey(p, f.target)
	f.find()
	change := Step{Statement: proto.CloneOf(p.stmt), Step: providers.Step{Verb: partVerb(p.stmt), Tag: p.name == ""}}
	rows := Step{Statement: f.returned(p.stmt.GetUpdateStmt() != nil), ShapeQuery: p.shapeOf(f), Step: providers.Step{Verb: "SELECT", Table: p.table, Rows: p.name == ""}}
	switch s := parse.Unwrap(change.Statement).(type) {
	case *pg_query.DeleteStmt:
		s.UsingClause, s.ReturningList, s.WithClause = nil, nil, nil
		s.WhereClause = f.isFound()
		f.steps = append(f.steps, rows, change)
		return f.steps, nil
	case *pg_query.UpdateStmt:
		s.FromClause, s.WhereClause, s.ReturningList = f.joined(), f.matches(false), nil
		s.WithClause = readWith(s, s.WithClause)
	}
	if len(f.returning) == 0 {
		change.Rows = change.Tag
		return append(f.steps, change), nil
	}
	rows.Every = sqlstate.New(sqlstate.FeatureNotSupported, "an UPDATE of indexed columns, or of arrays, of a table without a primary key is not supported with a subquery or a joined table in RETURNING").
		WithHint("Return columns of %q alone, and read the others by a statement of their own.", f.target.Alias.Aliasname)
	return append(f.steps, change, rows), c.copyRead(rows.Statement, f.target)
}

// expandInsert makes the steps of an INSERT with subqueries in RETURNING: what they read is as before the INSERT.
func (c *Division) expandInsert(p *withPart, s *pg_query.InsertStmt) ([]Step, error) {
	if s.WithClause != nil && trees.IsVolatile(s.WithClause.ProtoReflect()) {
		return nil, errVolatileWith()
	}
	c.seq++
	f := &foundRows{with: s.WithClause, returning: s.ReturningList}
	added := fmt.Sprintf("pg__added %d", c.seq)
	star := pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{starNode()}, -1), -1)
	insert := Step{Statement: proto.CloneOf(p.stmt), Step: providers.Step{Verb: "INSERT", Tag: p.name == "", Table: added}}
	insert.Statement.GetInsertStmt().ReturningList = []*pg_query.Node{star}
	insert.ShapeQuery = withoutRows(selectFrom(rangeNode(&pg_query.RangeVar{
		Schemaname: s.Relation.Schemaname, Relname: s.Relation.Relname, Inh: true, Relpersistence: "p", Location: -1,
	}), nil, proto.CloneOf(star)))
	from := rangeNode(&pg_query.RangeVar{Relname: added, Inh: true, Relpersistence: "p", Location: -1, Alias: &pg_query.Alias{Aliasname: parse.AliasOrName(s.Relation)}})
	rows := Step{Statement: f.selecting([]*pg_query.Node{from}, nil), Step: providers.Step{Verb: "SELECT", Rows: p.name == "", Table: p.table}}
	c.original(added, s.Relation)
	if err := c.copyRead(rows.Statement, s.Relation); err != nil {
		return nil, err
	}
	if p.table != "" {
		rows.ShapeQuery = withoutRows(proto.CloneOf(rows.Statement))
	}
	return []Step{insert, rows}, nil
}

// errVolatileWith refuses an INSERT whose WITH would be computed again for RETURNING.
func errVolatileWith() error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "a subquery in RETURNING beside a query in WITH that calls volatile functions is not supported")
}

// makeLeaves replaces what has no rowids in FROM by a table that is made of its rows, and names all tables.
func (c *Division) makeLeaves(f *foundRows) (err error) {
	names := map[string]bool{f.target.Alias.Aliasname: true}
	var visit func(n *pg_query.Node) *pg_query.Node
	visit = func(n *pg_query.Node) *pg_query.Node {
		if j := n.GetJoinExpr(); j != nil {
			if j.Alias != nil {
				err = errFound("a join that has a name of its own")
				return n
			}
			j.Larg, j.Rarg = visit(j.Larg), visit(j.Rarg)
			return n
		}
		leaf, name := c.leafOf(n, f)
		switch {
		case name == "":
			err = errFound("what stands in FROM without a name, LATERAL or TABLESAMPLE")
		case names[name]:
			err = sqlstate.New("42712", "table name %q specified more than once", name)
		}
		names[name], f.leaves = true, append(f.leaves, name)
		return leaf
	}
	for i, n := range f.from {
		f.from[i] = visit(proto.CloneOf(n))
	}
	return err
}

func errFound(what string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "an UPDATE or DELETE that is joined with %s is not supported", what).
		WithHint("Select the rows that it is joined with by a query in WITH.")
}

// leafOf returns a table in FROM with a name, or "" if it is not supported.
func (c *Division) leafOf(n *pg_query.Node, f *foundRows) (leaf *pg_query.Node, name string) {
	var alias *pg_query.Alias
	switch {
	case n.GetRangeVar() != nil:
		named := n.GetRangeVar()
		if named.Alias == nil {
			named.Alias = &pg_query.Alias{Aliasname: named.Relname}
		}
		table, known := c.relationOf(named)
		own, _ := c.relationOf(f.target)
		cte := named.Schemaname == "" && slices.Contains(cteNames(f.with), named.Relname)
		clash := slices.ContainsFunc(table.Columns, func(column string) bool { return strings.EqualFold(column, rowID) })
		isPart := strings.HasPrefix(named.Relname, "pg__") && !known
		same := table.Schema == own.Schema && table.Name == own.Name
		if isPart || known && !cte && !same && !clash && table.Kind == "table" && !table.Builtin {
			return n, named.Alias.Aliasname
		}
		alias = named.Alias
	case n.GetRangeSubselect() != nil && !n.GetRangeSubselect().Lateral:
		alias = n.GetRangeSubselect().Alias
	case n.GetRangeFunction() != nil && !n.GetRangeFunction().Lateral:
		if alias = n.GetRangeFunction().Alias; alias == nil {
			return n, ""
		}
	}
	if alias.GetAliasname() == "" {
		return n, ""
	}
	table := fmt.Sprintf("pg__from %s%d", f.prefix, len(f.leaves)+1)
	list := c.columnsOfLeaf(n, f, alias.Aliasname, table)
	all := selectFrom(n, nil, list...)
	all.GetSelectStmt().WithClause = proto.CloneOf(f.with)
	f.steps = append(f.steps, Step{Statement: all, Step: providers.Step{Verb: "SELECT", Table: table, Makes: true}})
	return rangeNode(&pg_query.RangeVar{Relname: table, Inh: true, Relpersistence: "p", Location: -1, Alias: &pg_query.Alias{Aliasname: alias.Aliasname}}), alias.Aliasname
}

// columnsOfLeaf are what a table is made of that stands for something in FROM: the columns, and the companions that the change reads.
func (c *Division) columnsOfLeaf(n *pg_query.Node, f *foundRows, alias, table string) (list []*pg_query.Node) {
	named := n.GetRangeVar()
	if named != nil && len(named.Alias.Colnames) == 0 && !slices.Contains(cteNames(f.with), named.Relname) {
		c.original(table, named)
	}
	companions := rewrite.ReadCompanions(f.reads, func(_ *pg_query.Node, of string) bool { return of == alias })
	if named == nil || c.Columns == nil || len(companions) == 0 {
		return []*pg_query.Node{pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{starNode()}, -1), -1)}
	}
	for _, column := range c.Columns(named.Schemaname, named.Relname) {
		list = append(list, pg_query.MakeResTargetNodeWithVal(columnOf(alias, column.Name), -1))
	}
	if c.scaled == nil {
		c.scaled = map[string][]string{}
	}
	c.scaled[table] = companions
	for _, companion := range companions {
		list = append(list, pg_query.MakeResTargetNodeWithVal(columnOf(alias, companion), -1))
	}
	return list
}

// nameStars writes the tables of * in RETURNING.
func (f *foundRows) nameStars() error {
	var list []*pg_query.Node
	for _, n := range f.returning {
		fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		if len(fields) != 1 || fields[0].GetAStar() == nil {
			list = append(list, n)
			continue
		}
		for _, n := range f.from {
			merged := false
			parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
				j, ok := m.(*pg_query.JoinExpr)
				merged = merged || ok && (j.IsNatural || len(j.UsingClause) > 0)
			})
			if merged {
				return errFound("tables by USING, and returns *,")
			}
		}
		for _, name := range append([]string{f.target.Alias.Aliasname}, f.leaves...) {
			star := pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(name), starNode()}, -1)
			list = append(list, pg_query.MakeResTargetNodeWithVal(star, -1))
		}
	}
	f.returning = list
	return nil
}

// foundName is the name of the table of rowids.
func (f *foundRows) foundName() string { return foundTable + " " + f.prefix }

// foundColumn has the rowids of a table: those of the target are 0.
func foundColumn(of int) string { return fmt.Sprintf("pg__row%d", of) }

// keyColumn has a column of the target's primary key.
func keyColumn(of int) string { return fmt.Sprintf("pg__key%d", of) }

// keptKey is the primary key of the target, if the change does not set it: DuckDB gives some rows that are updated another
// rowid.
func (c *Division) keptKey(p *withPart, target *pg_query.RangeVar) []string {
	table, _ := c.relationOf(target)
	for _, n := range p.stmt.GetUpdateStmt().GetTargetList() {
		if slices.ContainsFunc(table.Key, func(key string) bool { return strings.EqualFold(key, n.GetResTarget().GetName()) }) {
			return nil
		}
	}
	return table.Key
}

// find makes the table of rowids.
func (f *foundRows) find() {
	s := &pg_query.SelectStmt{FromClause: f.tables(), WhereClause: f.where, WithClause: proto.CloneOf(f.with), LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE}
	for i, name := range append([]string{f.target.Alias.Aliasname}, f.leaves...) {
		id := &pg_query.ResTarget{Name: foundColumn(i), Val: columnOf(name, rowID), Location: -1}
		s.TargetList = append(s.TargetList, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: id}})
		s.SortClause = append(s.SortClause, sortedBy(columnOf(name, rowID)))
	}
	for i, key := range f.keys {
		s.TargetList = append(s.TargetList, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Name: keyColumn(i), Val: columnOf(f.target.Alias.Aliasname, key), Location: -1}}})
	}
	s.DistinctClause = []*pg_query.Node{columnOf(f.target.Alias.Aliasname, rowID)}
	s.WithClause = readWith(s, s.WithClause)
	f.steps = append(f.steps, Step{
		Statement: &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}},
		Step:      providers.Step{Verb: "SELECT", Table: f.foundName(), Makes: true},
	})
}

// tables are all tables of the change.
func (f *foundRows) tables() []*pg_query.Node {
	list := []*pg_query.Node{rangeNode(f.target)}
	for _, n := range f.from {
		list = append(list, proto.CloneOf(n))
	}
	return list
}

// joined are the tables that the target is joined with, and that of rowids.
func (f *foundRows) joined() (list []*pg_query.Node) {
	for _, n := range f.from {
		list = append(list, proto.CloneOf(n))
	}
	return append(list, rangeNode(&pg_query.RangeVar{Relname: f.foundName(), Inh: true, Relpersistence: "p", Location: -1, Alias: &pg_query.Alias{Aliasname: foundTable}}))
}

// matches is the condition that the rows of all tables are those that were found; changed: the target's were updated.
func (f *foundRows) matches(changed bool) *pg_query.Node {
	var all *pg_query.Node
	own := f.target.Alias.Aliasname
	for i, name := range append([]string{own}, f.leaves...) {
		if i == 0 && changed && len(f.keys) > 0 {
			for k, key := range f.keys {
				all = build.Both(all, pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, []*pg_query.Node{pg_query.MakeStrNode("=")}, columnOf(own, key), columnOf(foundTable, keyColumn(k)), -1))
			}
			continue
		}
		kind := pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT // an outer join has no row
		if i == 0 {
			kind = pg_query.A_Expr_Kind_AEXPR_OP
		}
		all = build.Both(all, pg_query.MakeAExprNode(kind, []*pg_query.Node{pg_query.MakeStrNode("=")}, columnOf(name, rowID), columnOf(foundTable, foundColumn(i)), -1))
	}
	return all
}

// isFound is the condition that a row of the target was found.
func (f *foundRows) isFound() *pg_query.Node {
	found := selectFrom(rangeNode(&pg_query.RangeVar{Relname: f.foundName(), Inh: true, Relpersistence: "p", Location: -1}), nil,
		pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(foundColumn(0))}, -1), -1))
	return &pg_query.Node{Node: &pg_query.Node_SubLink{SubLink: &pg_query.SubLink{
		SubLinkType: pg_query.SubLinkType_ANY_SUBLINK, Testexpr: columnOf(f.target.Alias.Aliasname, rowID), Subselect: found, Location: -1,
	}}}
}

// returned is the query of what the change returns.
func (f *foundRows) returned(changed bool) *pg_query.Node {
	n := f.selecting(append([]*pg_query.Node{rangeNode(f.target)}, f.joined()...), f.matches(changed))
	n.GetSelectStmt().SortClause = []*pg_query.Node{sortedBy(columnOf(foundTable, foundColumn(0)))}
	return n
}

// selecting is a query of RETURNING over some tables.
func (f *foundRows) selecting(from []*pg_query.Node, where *pg_query.Node) *pg_query.Node {
	s := &pg_query.SelectStmt{FromClause: from, WhereClause: where, WithClause: proto.CloneOf(f.with), LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE}
	for _, n := range f.returning {
		s.TargetList = append(s.TargetList, proto.CloneOf(n))
	}
	s.WithClause = readWith(s, s.WithClause)
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}
}

// readWith is the WITH of a statement without the queries that no other part of it names: DuckDB does not bind them, so that the types
// of sums in them stay open.
func readWith(m proto.Message, with *pg_query.WithClause) *pg_query.WithClause {
	switch {
	case with == nil:
		return nil
	case !with.Recursive:
		return readInOrder(m, with)
	}
	for dropped := true; dropped; {
		read := map[string]bool{}
		noteRead(m.ProtoReflect(), read)
		before := len(with.Ctes)
		with.Ctes = slices.DeleteFunc(with.Ctes, func(n *pg_query.Node) bool {
			cte := n.GetCommonTableExpr()
			return cte.GetCtequery().GetSelectStmt() != nil && !read[cte.GetCtename()]
		})
		dropped = len(with.Ctes) < before
		if len(with.Ctes) == 0 {
			return nil
		}
	}
	return with
}

// readInOrder is readWith where a query of WITH is read by the queries behind it alone.
func readInOrder(m proto.Message, with *pg_query.WithClause) *pg_query.WithClause {
	read := map[string]bool{}
	parse.Children(m.ProtoReflect(), func(part protoreflect.Message) bool {
		noteRead(part, read)
		return true
	}, "with_clause")
	var kept []*pg_query.Node // the last one first
	for _, n := range slices.Backward(with.Ctes) {
		cte := n.GetCommonTableExpr()
		if cte.GetCtequery().GetSelectStmt() == nil || read[cte.GetCtename()] {
			noteRead(n.ProtoReflect(), read)
			kept = append(kept, n)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	slices.Reverse(kept)
	with.Ctes = kept
	return with
}

// noteRead notes the names without a schema of the relations that a part of a statement reads.
func noteRead(m protoreflect.Message, read map[string]bool) {
	parse.EachMessage(m, func(m proto.Message) {
		if r, ok := m.(*pg_query.RangeVar); ok && r.Schemaname == "" {
			read[r.Relname] = true
		}
	})
}

// shapeOf returns a query without rows that has the columns of what the change returns, or nil if nobody reads them.
func (p *withPart) shapeOf(f *foundRows) *pg_query.Node {
	if p.table == "" {
		return nil
	}
	return withoutRows(f.selecting(f.tables(), nil))
}

// withoutRows makes a query return no rows.
func withoutRows(n *pg_query.Node) *pg_query.Node {
	s := n.GetSelectStmt()
	s.LimitCount, s.LimitOption = pg_query.MakeAConstIntNode(0, -1), pg_query.LimitOption_LIMIT_OPTION_COUNT
	return n
}

func columnOf(table, column string) *pg_query.Node {
	return pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(table), pg_query.MakeStrNode(column)}, -1)
}

func sortedBy(n *pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_SortBy{SortBy: &pg_query.SortBy{
		Node: n, SortbyDir: pg_query.SortByDir_SORTBY_DEFAULT, SortbyNulls: pg_query.SortByNulls_SORTBY_NULLS_DEFAULT, Location: -1,
	}}}
}

func starNode() *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AStar{AStar: &pg_query.A_Star{}}}
}

func rangeNode(r *pg_query.RangeVar) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: proto.CloneOf(r)}}
}
