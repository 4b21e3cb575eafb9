package beforehand

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// ChangesOf returns which relations a statement changes the rows of, and how, anywhere in its tree.
// It returns none for a text that cannot be parsed or changes no rows.
func ChangesOf(text string) []providers.Change {
	if parse.Check(text, 0) != nil {
		return nil
	}
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return nil
	}
	var found []providers.Change
	parse.EachMessage(list[0].Raw.ProtoReflect(), func(m proto.Message) {
		found = append(found, changesOf(m)...)
	})
	return found
}

// changesOf returns what one message of a tree changes.
func changesOf(m proto.Message) []providers.Change {
	switch m := m.(type) {
	case *pg_query.InsertStmt:
		return insertChanges(m)
	case *pg_query.UpdateStmt:
		return []providers.Change{change("UPDATE", m.Relation, targetColumns(m.TargetList))}
	case *pg_query.DeleteStmt:
		return []providers.Change{change("DELETE", m.Relation, nil)}
	case *pg_query.MergeStmt:
		return mergeChanges(m)
	case *pg_query.CopyStmt:
		if m.IsFrom && m.Relation != nil {
			return []providers.Change{change("INSERT", m.Relation, parse.Strings(m.Attlist))}
		}
	case *pg_query.TruncateStmt:
		var list []providers.Change
		for _, n := range m.Relations {
			c := change("TRUNCATE", n.GetRangeVar(), nil)
			c.Cascade, c.Restart = m.Behavior == pg_query.DropBehavior_DROP_CASCADE, m.RestartSeqs
			list = append(list, c)
		}
		return list
	case *pg_query.DropStmt:
		return dropChanges(m)
	case *pg_query.AlterTableStmt:
		return dropColumnChanges(m)
	}
	return nil
}

// droppedVerbs are the DROPs of objects that other objects may depend on.
var droppedVerbs = map[pg_query.ObjectType]string{
	pg_query.ObjectType_OBJECT_TABLE: "DROP TABLE", pg_query.ObjectType_OBJECT_VIEW: "DROP VIEW", pg_query.ObjectType_OBJECT_MATVIEW: "DROP MATERIALIZED VIEW",
	pg_query.ObjectType_OBJECT_SEQUENCE: "DROP SEQUENCE", pg_query.ObjectType_OBJECT_FOREIGN_TABLE: "DROP FOREIGN TABLE", pg_query.ObjectType_OBJECT_SCHEMA: "DROP SCHEMA",
}

// dropChanges returns what a DROP changes. For a schema, Schema is its name and Name is "".
func dropChanges(m *pg_query.DropStmt) (list []providers.Change) {
	verb := droppedVerbs[m.RemoveType]
	for _, n := range m.Objects {
		c := providers.Change{Verb: verb, Schema: n.GetString_().GetSval()}
		if m.RemoveType != pg_query.ObjectType_OBJECT_SCHEMA {
			c = change(verb, relationOf(n), nil)
		}
		if verb == "" || c.Name == "" && c.Schema == "" {
			return nil
		}
		c.Cascade = m.Behavior == pg_query.DropBehavior_DROP_CASCADE
		list = append(list, c)
	}
	return list
}

// dropColumnChanges returns the columns that an ALTER TABLE drops with CASCADE.
func dropColumnChanges(m *pg_query.AlterTableStmt) []providers.Change {
	var columns []string
	for _, n := range m.Cmds {
		if c := n.GetAlterTableCmd(); c.GetSubtype() == pg_query.AlterTableType_AT_DropColumn && c.Behavior == pg_query.DropBehavior_DROP_CASCADE {
			columns = append(columns, c.Name)
		}
	}
	if len(columns) == 0 {
		return nil
	}
	c := change("ALTER TABLE", m.Relation, columns)
	c.Cascade = true
	return []providers.Change{c}
}

func change(verb string, r *pg_query.RangeVar, columns []string) providers.Change {
	return providers.Change{
		Verb: verb, Schema: r.GetSchemaname(), Name: r.GetRelname(), Columns: columns, Only: r != nil && !r.Inh,
	}
}

// targetColumns returns the columns of a list of assignments.
func targetColumns(list []*pg_query.Node) []string {
	var names []string
	for _, n := range list {
		names = append(names, n.GetResTarget().GetName())
	}
	return names
}

// insertChanges returns an INSERT, and the UPDATE of its ON CONFLICT.
func insertChanges(i *pg_query.InsertStmt) []providers.Change {
	c := change("INSERT", i.Relation, nil)
	s := i.SelectStmt.GetSelectStmt()
	switch {
	case i.Override == pg_query.OverridingKind_OVERRIDING_USER_VALUE || s == nil || hasDefault(s.ValuesLists):
	case len(i.Cols) > 0:
		c.Columns = targetColumns(i.Cols)
	case len(s.ValuesLists) > 0:
		c.Leading = len(s.ValuesLists[0].GetList().GetItems())
	}
	if i.OnConflictClause.GetAction() == pg_query.OnConflictAction_ONCONFLICT_UPDATE {
		return []providers.Change{c, change("UPDATE", i.Relation, targetColumns(i.OnConflictClause.TargetList))}
	}
	return []providers.Change{c}
}

// hasDefault reports whether a row of values contains DEFAULT.
func hasDefault(rows []*pg_query.Node) bool {
	for _, row := range rows {
		for _, n := range row.GetList().GetItems() {
			if n.GetSetToDefault() != nil {
				return true
			}
		}
	}
	return false
}

// mergeChanges returns the changes that the actions of a MERGE may make.
func mergeChanges(m *pg_query.MergeStmt) []providers.Change {
	var list []providers.Change
	for _, n := range m.MergeWhenClauses {
		when := n.GetMergeWhenClause()
		switch when.GetCommandType() {
		case pg_query.CmdType_CMD_INSERT:
			list = append(list, change("INSERT", m.Relation, nil))
		case pg_query.CmdType_CMD_UPDATE:
			list = append(list, change("UPDATE", m.Relation, targetColumns(when.TargetList)))
		case pg_query.CmdType_CMD_DELETE:
			list = append(list, change("DELETE", m.Relation, nil))
		default: // DO NOTHING
		}
	}
	return list
}
