package changes

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// An INSERT … ON CONFLICT that is taken apart puts the rows that it proposes into a table like its own, which gives them their
// defaults and holds them to the checks. It finds the rows that are there, updates these, and inserts the others.

// conflictRow is the name of the proposed row in DO UPDATE.
const conflictRow = "excluded"

// The columns of the tables that the steps make.
const (
	proposedRow = "pg__row"      // the number of a proposed row
	thereRow    = "pg__there"    // that of the table's row with its key
	passes      = "pg__passes"   // it is updated
	inserted    = "pg__inserted" // a row that is returned was inserted
	nth         = "pg__nth"
	// proposedTable begins the name of a table that is made like the one which an INSERT … ON CONFLICT fills.
	proposedTable = "pg__proposed "
)

// expandUpsert makes the steps of an INSERT … ON CONFLICT.
func (c *Division) expandUpsert(p *withPart, u *upsert) ([]Step, error) {
	if slices.ContainsFunc(u.relation.Columns, func(name string) bool { return strings.EqualFold(name, rowID) }) {
		return nil, errConflict(fmt.Sprintf("of a table with a column %q", rowID))
	}
	c.seq++
	u.proposed, u.found = fmt.Sprintf(proposedTable+"%d", c.seq), fmt.Sprintf("pg__found %d", c.seq)
	propose := proto.CloneOf(u.stmt)
	propose.Relation = tableUnder(u.proposed, "").GetRangeVar()
	propose.OnConflictClause, propose.ReturningList = nil, nil
	propose.WithClause = readWith(propose, propose.WithClause)
	u.reads = cteNames(propose.WithClause)
	c.original(u.proposed, u.stmt.Relation)
	steps := []Step{
		{Step: providers.Step{Verb: "CREATE TABLE", Table: u.proposed, Like: lexical.QuoteRelation(u.stmt.Relation)}},
		{Statement: &pg_query.Node{Node: &pg_query.Node_InsertStmt{InsertStmt: propose}}, Step: providers.Step{Verb: "INSERT"}},
	}
	if u.stmt.OnConflictClause.Action == pg_query.OnConflictAction_ONCONFLICT_UPDATE {
		return c.updateConflicts(p, u, steps)
	}
	return c.skipConflicts(p, u, steps)
}

// tableUnder is a table in FROM under another name.
func tableUnder(name, alias string) *pg_query.Node {
	r := &pg_query.RangeVar{Relname: name, Inh: true, Relpersistence: "p", Location: -1}
	if alias != "" {
		r.Alias = &pg_query.Alias{Aliasname: alias}
	}
	return rangeNode(r)
}

// own is the table of the INSERT under a name. It is named as the client named it: a temporary table may come before it.
func (u *upsert) own(alias string) *pg_query.Node {
	n := tableUnder(u.stmt.Relation.Relname, alias)
	n.GetRangeVar().Schemaname = u.stmt.Relation.Schemaname
	return n
}

// selectFromAll is a SELECT over several tables.
func selectFromAll(from []*pg_query.Node, where *pg_query.Node, targets ...*pg_query.Node) *pg_query.Node {
	n := selectFrom(nil, where, targets...)
	n.GetSelectStmt().FromClause = from
	return n
}

func equal(a, b *pg_query.Node) *pg_query.Node { return build.Binary("=", a, b) }

// exists is EXISTS over one table.
func exists(from, where *pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_SubLink{SubLink: &pg_query.SubLink{
		SubLinkType: pg_query.SubLinkType_EXISTS_SUBLINK, Subselect: selectFrom(from, where, build.Target(build.Number(1), "")), Location: -1,
	}}}
}

// skipConflicts makes the steps of DO NOTHING.
func (c *Division) skipConflicts(p *withPart, u *upsert, steps []Step) ([]Step, error) {
	free, kept := u.found, strings.Replace(u.found, "found", "kept", 1)
	var none *pg_query.Node
	var same []*pg_query.Node // two proposed rows have a key in common
	for _, a := range u.arbiters {
		none = build.Both(none, build.Not(exists(u.own("pg__own"), sameKey(a, "pg__own"))))
		same = append(same, sameKey(a, "pg__earlier"))
	}
	row := build.Target(build.Column(conflictRow, rowID), proposedRow)
	steps = append(steps, Step{Statement: selectFrom(tableUnder(u.proposed, conflictRow), none, row), Step: providers.Step{Verb: "SELECT", Table: free, Makes: true}})
	earlier := func(in string) *pg_query.Node {
		from := &pg_query.Node{Node: &pg_query.Node_JoinExpr{JoinExpr: &pg_query.JoinExpr{
			Jointype: pg_query.JoinType_JOIN_INNER, Larg: tableUnder(u.proposed, "pg__earlier"), Rarg: tableUnder(in, "pg__in"),
			Quals: equal(build.Column("pg__earlier", rowID), build.Column("pg__in", proposedRow)),
		}}}
		return exists(from, build.And(build.Binary("<", build.Column("pg__earlier", rowID), build.Column(conflictRow, rowID)), build.Or(proto.CloneOf(build.Or(same...)))))
	}
	isIn := func(in string) *pg_query.Node {
		return equal(build.Column(conflictRow, rowID), build.Column(in, proposedRow))
	}
	from := []*pg_query.Node{tableUnder(u.proposed, conflictRow), tableUnder(free, "pg__free")}
	steps = append(steps, Step{Statement: selectFromAll(from, build.Both(isIn("pg__free"), build.Not(earlier(free))), row), Step: providers.Step{Verb: "SELECT", Table: kept, Makes: true}})
	if len(u.arbiters) > 1 || len(u.arbiters[0].Operators) > 0 { // a row that has a key of one that is not inserted itself
		doubtful := build.And(isIn("pg__free"), earlier(free), build.Not(earlier(kept)))
		fails := errConflict("of rows that have keys of several unique indexes in common")
		if slices.ContainsFunc(u.arbiters, func(a providers.UniqueExpressions) bool { return len(a.Operators) > 0 }) {
			fails = errConflict("DO NOTHING of rows that exclude each other in a chain")
		}
		steps = append(steps, Step{Statement: selectFromAll(from, doubtful, build.Target(build.Number(1), "")), Step: providers.Step{Verb: "SELECT", Fails: fails}})
	}
	insert := u.insert(kept, "pg__kept", nil)
	insert.ReturningList = u.stmt.ReturningList
	insert.Relation = proto.CloneOf(u.stmt.Relation)
	insert.WithClause = proto.CloneOf(u.stmt.WithClause)
	insert.WithClause = readWith(insert, insert.WithClause)
	own := &withPart{name: p.name, columns: p.columns, stmt: &pg_query.Node{Node: &pg_query.Node_InsertStmt{InsertStmt: insert}}, table: p.table, returning: p.returning}
	rest, err := c.expand(own)
	return append(steps, rest...), err
}

// insert inserts the proposed rows that are in a table.
func (u *upsert) insert(in, alias string, where *pg_query.Node) *pg_query.InsertStmt {
	s := &pg_query.InsertStmt{Relation: u.own("").GetRangeVar(), Override: pg_query.OverridingKind_OVERRIDING_SYSTEM_VALUE}
	if !slices.ContainsFunc(u.relation.Typed, func(t providers.TypedColumn) bool { return t.Identity != 0 }) {
		s.Override = pg_query.OverridingKind_OVERRIDING_NOT_SET
	}
	var targets []*pg_query.Node
	for _, column := range u.relation.Typed {
		if !column.Generated {
			s.Cols = append(s.Cols, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Name: column.Name, Location: -1}}})
			targets = append(targets, build.Target(build.Column(conflictRow, column.Name), ""))
		}
	}
	row := build.Column(conflictRow, rowID)
	s.SelectStmt = selectFromAll([]*pg_query.Node{tableUnder(u.proposed, conflictRow), tableUnder(in, alias)}, build.Both(equal(row, build.Column(alias, proposedRow)), where), targets...)
	s.SelectStmt.GetSelectStmt().SortClause = []*pg_query.Node{sortedBy(row)}
	return s
}

// updateConflicts makes the steps of DO UPDATE.
func (c *Division) updateConflicts(p *withPart, u *upsert, steps []Step) ([]Step, error) {
	clause, key := u.stmt.OnConflictClause, u.arbiters[0]
	if err := u.checkSet(); err != nil {
		return nil, err
	}
	there := build.Column(u.alias, rowID)
	condition := build.Truth(true)
	if clause.WhereClause != nil {
		condition = build.Coalesce(proto.CloneOf(clause.WhereClause), build.Truth(false))
	}
	join := &pg_query.Node{Node: &pg_query.Node_JoinExpr{JoinExpr: &pg_query.JoinExpr{
		Jointype: pg_query.JoinType_JOIN_LEFT, Larg: tableUnder(u.proposed, conflictRow), Rarg: u.own(u.alias), Quals: sameKey(key, u.alias),
	}}}
	find := selectFrom(join, nil, build.Target(build.Column(conflictRow, rowID), proposedRow), build.Target(there, thereRow),
		build.Target(build.Case(condition, build.When(build.IsNull(there), build.Truth(false))), passes))
	for i, name := range u.keptKey() {
		find.GetSelectStmt().TargetList = append(find.GetSelectStmt().TargetList, build.Target(build.Column(u.alias, name), keyColumn(i)))
	}
	steps = append(steps, Step{Statement: find, Step: providers.Step{Verb: "SELECT", Table: u.found, Makes: true}})
	steps = append(steps, u.refuseTwice()...)

	found := func(column string) *pg_query.Node { return build.Column("pg__found", column) }
	isFound := build.And(found(passes), equal(there, found(thereRow)), equal(build.Column(conflictRow, rowID), found(proposedRow)))
	update := &pg_query.UpdateStmt{
		Relation: u.own(u.alias).GetRangeVar(), FromClause: []*pg_query.Node{tableUnder(u.proposed, conflictRow), tableUnder(u.found, "pg__found")}, WhereClause: isFound,
	}
	for _, n := range clause.TargetList {
		update.TargetList = append(update.TargetList, proto.CloneOf(n))
	}
	isNew := build.IsNull(found(thereRow))
	insert := u.insert(u.found, "pg__found", isNew)
	tag := p.name == ""
	steps = append(steps, Step{Statement: &pg_query.Node{Node: &pg_query.Node_UpdateStmt{UpdateStmt: update}}, Step: providers.Step{Verb: "UPDATE", Tag: tag}})
	added := Step{Statement: &pg_query.Node{Node: &pg_query.Node_InsertStmt{InsertStmt: insert}}, Step: providers.Step{Verb: "INSERT", Tag: tag}}
	if len(u.stmt.ReturningList) == 0 {
		added.Rows = tag
		return append(steps, added), nil
	}
	if u.setsKey(key) && u.keptKey() == nil {
		again := selectFromAll([]*pg_query.Node{u.own(u.alias), tableUnder(u.found, "pg__found")}, build.And(found(passes), equal(there, found(thereRow))), build.Target(build.Number(1), ""))
		every := errConflict("DO UPDATE of the columns of the key, with RETURNING,")
		steps = append(steps, Step{Statement: again, Step: providers.Step{Verb: "SELECT", Every: every}})
	}
	added.Table = strings.Replace(u.found, "found", "added", 1)
	insert.ReturningList = []*pg_query.Node{build.Target(build.Star(), "")}
	added.ShapeQuery = withoutRows(selectFrom(u.own(""), nil, build.Target(build.Star(), "")))
	c.original(added.Table, u.stmt.Relation)
	return c.returnUpserted(p, u, append(steps, added), key, added.Table)
}

// checkSet refuses columns without a table in DO UPDATE, which could be those of the table or of excluded, and queries in WITH.
func (u *upsert) checkSet() (err error) {
	clause := u.stmt.OnConflictClause
	for _, n := range append([]*pg_query.Node{clause.WhereClause}, clause.TargetList...) {
		if n == nil {
			continue
		}
		if u.stmt.WithClause != nil && trees.HasSubquery(n) {
			return errConflict("DO UPDATE with a subquery, of an INSERT with WITH,")
		}
		trees.EachColumn(n.ProtoReflect(), func(ref *pg_query.ColumnRef) {
			name := ref.Fields[0].GetString_().GetSval()
			if len(ref.Fields) == 1 && err == nil && slices.Contains(u.relation.Columns, name) {
				err = sqlstate.New("42702", "column reference %q is ambiguous", name)
			}
		})
	}
	return err
}

// refuseTwice makes the steps that look for a row that would be changed twice.
func (u *upsert) refuseTwice() []Step {
	twice := sqlstate.New("21000", "ON CONFLICT DO UPDATE command cannot affect row a second time").
		WithHint("Ensure that no rows proposed for insertion within the same command have duplicate constrained values.")
	looksFor := func(where *pg_query.Node, from ...*pg_query.Node) Step {
		n := selectFromAll(from, where, build.Target(build.Number(1), ""))
		n.GetSelectStmt().LimitCount, n.GetSelectStmt().LimitOption = build.Number(1), pg_query.LimitOption_LIMIT_OPTION_COUNT
		return Step{Statement: n, Step: providers.Step{Verb: "SELECT", Fails: twice}}
	}
	later := build.Binary("<", build.Column("pg__one", proposedRow), build.Column("pg__other", proposedRow))
	there := looksFor(build.And(build.Column("pg__one", passes), equal(build.Column("pg__one", thereRow), build.Column("pg__other", thereRow)), later),
		tableUnder(u.found, "pg__one"), tableUnder(u.found, "pg__other"))
	earlier := build.Binary("<", build.Column("pg__earlier", rowID), build.Column(conflictRow, rowID))
	isNew := build.And(equal(build.Column("pg__found", proposedRow), build.Column(conflictRow, rowID)), build.IsNull(build.Column("pg__found", thereRow)))
	added := looksFor(build.And(sameKey(u.arbiters[0], "pg__earlier"), earlier, isNew),
		tableUnder(u.proposed, "pg__earlier"), tableUnder(u.proposed, conflictRow), tableUnder(u.found, "pg__found"))
	return []Step{there, added}
}

// setsKey reports whether DO UPDATE may give a row another key: it sets a column of the key to something else than the proposed row has.
func (u *upsert) setsKey(key providers.UniqueExpressions) (sets bool) {
	for _, text := range append(slices.Clone(key.Keys), key.Where) {
		if text == "" {
			continue
		}
		trees.EachColumn(expressionOf(text).ProtoReflect(), func(ref *pg_query.ColumnRef) {
			name := ref.Fields[len(ref.Fields)-1].GetString_().GetSval()
			sets = sets || slices.ContainsFunc(u.stmt.OnConflictClause.TargetList, func(n *pg_query.Node) bool {
				target := n.GetResTarget()
				return strings.EqualFold(target.GetName(), name) && (len(target.GetIndirection()) > 0 || !isColumnOf(target.GetVal(), conflictRow, name))
			})
		})
	}
	return sets
}

// keptKey is the primary key of the table, if DO UPDATE does not set it.
func (u *upsert) keptKey() []string {
	for _, n := range u.stmt.OnConflictClause.TargetList {
		if slices.ContainsFunc(u.relation.Key, func(name string) bool { return strings.EqualFold(name, n.GetResTarget().GetName()) }) {
			return nil
		}
	}
	return u.relation.Key
}

// drawsTwice reports whether RETURNING reads a query of the WITH that returns other rows each time, and that the proposed rows read, too.
func (u *upsert) drawsTwice(returning *pg_query.WithClause) bool {
	return slices.ContainsFunc(returning.GetCtes(), func(n *pg_query.Node) bool {
		return slices.Contains(u.reads, n.GetCommonTableExpr().Ctename) && trees.IsVolatile(n.ProtoReflect())
	})
}

// returnUpserted adds the steps of RETURNING: the rows that were updated and inserted become a table, in the order of the proposed ones.
func (c *Division) returnUpserted(p *withPart, u *upsert, steps []Step, key providers.UniqueExpressions, added string) ([]Step, error) {
	found := func(column string) *pg_query.Node { return build.Column("pg__found", column) }
	isProposed := equal(build.Column(conflictRow, rowID), found(proposedRow))
	link := sameKey(key, u.alias)
	if primary := u.keptKey(); primary != nil {
		link = nil
		for i, name := range primary {
			link = build.Both(link, equal(build.Column(u.alias, name), found(keyColumn(i))))
		}
	} else if u.setsKey(key) {
		link = equal(build.Column(u.alias, rowID), found(thereRow))
	}
	var updatedRows, addedRows, shown []*pg_query.Node
	for _, name := range u.relation.Columns {
		updatedRows = append(updatedRows, build.Target(build.Column(u.alias, name), name))
		addedRows = append(addedRows, build.Target(build.Column("pg__rows", name), name))
	}
	updated := selectFromAll([]*pg_query.Node{tableUnder(u.proposed, conflictRow), tableUnder(u.found, "pg__found"), u.own(u.alias)}, build.And(found(passes), isProposed, link),
		append(updatedRows, build.Target(found(proposedRow), proposedRow), build.Target(build.Truth(false), inserted))...)
	numbered := func(order *pg_query.Node) *pg_query.Node {
		n := build.Call("row_number")
		n.GetFuncCall().Over = &pg_query.WindowDef{OrderClause: []*pg_query.Node{sortedBy(order)}, FrameOptions: build.DefaultFrame, Location: -1}
		return build.Target(n, nth)
	}
	rows := build.Subselect(selectFrom(tableUnder(added, "pg__added"), nil, build.Target(build.Star(), ""), numbered(build.Column("pg__added", rowID))), build.Alias("pg__rows"))
	places := build.Subselect(selectFrom(tableUnder(u.found, "pg__found"), build.IsNull(found(thereRow)), build.Target(found(proposedRow), proposedRow), numbered(found(proposedRow))), build.Alias("pg__places"))
	insertedRows := selectFromAll([]*pg_query.Node{rows, places}, equal(build.Column("pg__rows", nth), build.Column("pg__places", nth)),
		append(addedRows, build.Target(build.Column("pg__places", proposedRow), proposedRow), build.Target(build.Truth(true), inserted))...)
	both := &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: &pg_query.SelectStmt{
		Op: pg_query.SetOperation_SETOP_UNION, All: true, Larg: updated.GetSelectStmt(), Rarg: insertedRows.GetSelectStmt(), LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT,
	}}}
	result := strings.Replace(u.found, "found", "returned", 1)
	c.original(result, u.stmt.Relation)
	steps = append(steps, Step{Statement: both, Step: providers.Step{Verb: "SELECT", Table: result, Makes: true}})
	for _, n := range u.stmt.ReturningList {
		if trees.IsSingleColumn(n) {
			shown = append(shown, proto.CloneOf(n))
			continue
		}
		for _, name := range u.relation.Columns {
			shown = append(shown, build.Target(build.Column(u.alias, name), name))
		}
	}
	out := Step{Statement: selectFrom(tableUnder(result, u.alias), nil, shown...), Step: providers.Step{Verb: "SELECT", Rows: p.name == "", Table: p.table}}
	s := out.Statement.GetSelectStmt()
	s.WithClause = proto.CloneOf(u.stmt.WithClause)
	s.WithClause = readWith(s, s.WithClause)
	if u.drawsTwice(s.WithClause) {
		return nil, errVolatileWith()
	}
	if err := c.copyRead(out.Statement, u.stmt.Relation); err != nil {
		return nil, err
	}
	if p.table != "" {
		out.ShapeQuery = withoutRows(proto.CloneOf(out.Statement))
	}
	s.SortClause = []*pg_query.Node{sortedBy(build.Column(u.alias, proposedRow))}
	return append(steps, out), nil
}
