package changes

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// write writes what the INSERT means.
func (c *conflict) write(one parse.Statement, clause *pg_query.OnConflictClause, arbiters []providers.UniqueExpressions) (string, error) {
	if err := c.readRow(arbiters); err != nil {
		return "", err
	}
	if clause.Action == pg_query.OnConflictAction_ONCONFLICT_UPDATE {
		return c.writeMerge(one, clause, arbiters[0])
	}
	where := []*pg_query.Node{}
	for _, u := range arbiters {
		alias := "pg__there"
		there := selectFrom(&pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: c.table(alias)}}, c.sameKey(u, alias), pg_query.MakeResTargetNodeWithVal(pg_query.MakeAConstIntNode(1, -1), -1))
		exists := &pg_query.Node{Node: &pg_query.Node_SubLink{SubLink: &pg_query.SubLink{SubLinkType: pg_query.SubLinkType_EXISTS_SUBLINK, Subselect: there, Location: -1}}}
		where = append(where, pg_query.MakeBoolExprNode(pg_query.BoolExprType_NOT_EXPR, []*pg_query.Node{exists}, -1))
	}
	var targets []*pg_query.Node
	for _, name := range c.names {
		targets = append(targets, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(conflictRow), pg_query.MakeStrNode(name)}, -1), -1))
	}
	insert := proto.CloneOf(c.stmt)
	insert.SelectStmt = selectFrom(c.row(), build.Both(pg_query.MakeBoolExprNode(pg_query.BoolExprType_AND_EXPR, where, -1), nil), targets...)
	insert.Cols = nil
	for _, name := range c.names {
		insert.Cols = append(insert.Cols, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Name: name, Location: -1}}})
	}
	if clause.Infer != nil {
		insert.OnConflictClause = nil
	}
	return parse.Deparsed(one, &pg_query.Node{Node: &pg_query.Node_InsertStmt{InsertStmt: insert}}, "this ON CONFLICT")
}

// readRow reads the row that is inserted. The columns that an index reads are given their defaults.
func (c *conflict) readRow(arbiters []providers.UniqueExpressions) error {
	s, query := c.stmt, c.stmt.GetSelectStmt().GetSelectStmt()
	if s.WithClause != nil || s.Override > pg_query.OverridingKind_OVERRIDING_NOT_SET || query.GetWithClause() != nil || len(query.GetValuesLists()) != 1 || len(query.SortClause) > 0 || query.LimitCount != nil || query.LimitOffset != nil {
		return errConflict("with these rows")
	}
	var names []string
	for _, n := range s.Cols {
		names = append(names, n.GetResTarget().Name)
	}
	if len(s.Cols) == 0 {
		names = c.relation.Columns
	}
	values := query.ValuesLists[0].GetList().GetItems()
	if len(values) > len(names) || len(s.Cols) > len(values) {
		return errConflict("with so many values")
	}
	for i, v := range values {
		if v.GetSetToDefault() == nil {
			c.names, c.values = append(c.names, names[i]), append(c.values, c.typed(names[i], v))
		}
	}
	for _, u := range arbiters {
		for _, text := range append([]string{u.Where}, u.Keys...) {
			if text == "" {
				continue
			}
			for _, name := range columnsOf(expressionOf(text)) {
				if err := c.addDefault(name); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// columnsOf are the columns that an expression names.
func columnsOf(n *pg_query.Node) (list []string) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if ref, ok := m.(*pg_query.ColumnRef); ok {
			list = append(list, ref.Fields[len(ref.Fields)-1].GetString_().GetSval())
		}
	})
	return list
}

// addDefault gives a column that the INSERT leaves out its default, which must be a constant.
func (c *conflict) addDefault(name string) error {
	if slices.ContainsFunc(c.names, func(n string) bool { return strings.EqualFold(n, name) }) {
		return nil
	}
	value := &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Isnull: true, Location: -1}}}
	if text := c.relation.Defaults[strings.ToLower(name)]; text != "" {
		value = expressionOf(text)
		if value.GetAConst() == nil && value.GetTypeCast().GetArg().GetAConst() == nil {
			return errConflict("whose columns have computed defaults")
		}
	}
	c.names, c.values = append(c.names, name), append(c.values, c.typed(name, value))
	return nil
}

// typed gives a quoted constant, a NULL or a parameter the type of its column.
func (c *conflict) typed(name string, v *pg_query.Node) *pg_query.Node {
	k := v.GetAConst()
	if v.GetParamRef() == nil && (k == nil || !k.Isnull && k.GetSval() == nil) {
		return v
	}
	at := slices.IndexFunc(c.relation.Typed, func(t providers.TypedColumn) bool { return strings.EqualFold(t.Name, name) })
	if at < 0 {
		return v
	}
	column := c.relation.Typed[at]
	kind, _, _ := strings.Cut(column.TypeName, "(") // a cast to a length cuts: the column holds values to it
	if column.Opaque || kind == "character varying" || kind == "character" || kind == "text" {
		kind = "text"
	}
	cast := expressionOf("NULL::" + kind)
	if cast.GetTypeCast() == nil {
		return v
	}
	cast.GetTypeCast().Arg = v
	return cast
}

// table is the table under a name. It is named as the client named it: a temporary table may come before it.
func (c *conflict) table(alias string) *pg_query.RangeVar {
	return &pg_query.RangeVar{Schemaname: c.stmt.Relation.Schemaname, Relname: c.stmt.Relation.Relname, Inh: true, Relpersistence: "p", Location: -1, Alias: &pg_query.Alias{Aliasname: alias}}
}

// row is the row that is inserted, in FROM.
func (c *conflict) row() *pg_query.Node {
	s := &pg_query.SelectStmt{LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE}
	for i, name := range c.names {
		s.TargetList = append(s.TargetList, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Name: name, Val: c.values[i], Location: -1}}})
	}
	return &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{
		Subquery: &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}, Alias: &pg_query.Alias{Aliasname: conflictRow},
	}}}
}

func selectFrom(from, where *pg_query.Node, targets ...*pg_query.Node) *pg_query.Node {
	s := &pg_query.SelectStmt{TargetList: targets, WhereClause: where, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE}
	if from != nil {
		s.FromClause = []*pg_query.Node{from}
	}
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}
}

// sameKey is the condition that a row of the table has the key of the inserted one.
func (c *conflict) sameKey(u providers.UniqueExpressions, alias string) *pg_query.Node {
	var list []*pg_query.Node
	of := func(text, table string) *pg_query.Node {
		n := expressionOf(text)
		ofTable(n, table)
		return n
	}
	kind := pg_query.A_Expr_Kind_AEXPR_OP
	if u.NotDistinct {
		kind = pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT
	}
	for _, k := range u.Keys {
		list = append(list, pg_query.MakeAExprNode(kind, []*pg_query.Node{pg_query.MakeStrNode("=")}, of(k, alias), of(k, conflictRow), -1))
	}
	if u.Where != "" {
		list = append(list, of(u.Where, alias), of(u.Where, conflictRow))
	}
	return pg_query.MakeBoolExprNode(pg_query.BoolExprType_AND_EXPR, list, -1)
}

// ofTable gives all columns without a table one.
func ofTable(n *pg_query.Node, table string) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if ref, ok := m.(*pg_query.ColumnRef); ok && len(ref.Fields) == 1 && ref.Fields[0].GetString_() != nil {
			ref.Fields = []*pg_query.Node{pg_query.MakeStrNode(table), ref.Fields[0]}
		}
	})
}

// writeMerge writes DO UPDATE.
func (c *conflict) writeMerge(one parse.Statement, clause *pg_query.OnConflictClause, u providers.UniqueExpressions) (string, error) {
	m := &pg_query.MergeStmt{Relation: c.table(c.alias), SourceRelation: c.row(), JoinCondition: c.sameKey(u, c.alias)}
	update := &pg_query.MergeWhenClause{MatchKind: pg_query.MergeMatchKind_MERGE_WHEN_MATCHED, CommandType: pg_query.CmdType_CMD_UPDATE, Override: pg_query.OverridingKind_OVERRIDING_NOT_SET, Condition: clause.WhereClause}
	for _, n := range append(slices.Clone(clause.TargetList), clause.WhereClause) {
		subquery := false
		if n == nil {
			continue
		}
		parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
			_, sub := m.(*pg_query.SubLink)
			_, several := m.(*pg_query.MultiAssignRef)
			subquery = subquery || sub || several
		})
		if subquery {
			return "", errConflict("with a subquery or a list in DO UPDATE SET")
		}
		ofTable(n, c.alias)
	}
	update.TargetList = clause.TargetList
	insert := &pg_query.MergeWhenClause{MatchKind: pg_query.MergeMatchKind_MERGE_WHEN_NOT_MATCHED_BY_TARGET, CommandType: pg_query.CmdType_CMD_INSERT, Override: pg_query.OverridingKind_OVERRIDING_NOT_SET}
	for _, name := range c.names {
		insert.TargetList = append(insert.TargetList, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Name: name, Location: -1}}})
		insert.Values = append(insert.Values, pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(conflictRow), pg_query.MakeStrNode(name)}, -1))
	}
	for _, w := range []*pg_query.MergeWhenClause{update, insert} {
		m.MergeWhenClauses = append(m.MergeWhenClauses, &pg_query.Node{Node: &pg_query.Node_MergeWhenClause{MergeWhenClause: w}})
	}
	for _, n := range c.stmt.ReturningList {
		fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		if len(fields) == 0 || fields[len(fields)-1].GetAStar() == nil {
			m.ReturningList = append(m.ReturningList, n)
			continue
		}
		for _, name := range c.relation.Columns {
			m.ReturningList = append(m.ReturningList, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(name)}, -1), -1))
		}
	}
	return parse.Deparsed(one, &pg_query.Node{Node: &pg_query.Node_MergeStmt{MergeStmt: m}}, "this ON CONFLICT")
}
