package statements

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
)

// setIdentity alters the sequence of an identity column, and whether the column takes values from clients.
func (t *Rules) setIdentity(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) *pg_query.Node {
	column := t.ColumnOf(s.Relation, c.Name)
	if column == nil || column.Identity == 0 {
		t.refuseNoIdentity(s, c.Name)
		return nil
	}
	names := nameParts(column.Draws)
	if len(names) != 2 {
		t.NoteUnsupported(build.Nowhere, "ALTER COLUMN of this identity column is not supported")
		return nil
	}
	var options []*pg_query.Node
	when := ""
	for _, o := range c.GetDef().GetList().GetItems() {
		if e := o.GetDefElem(); e.GetDefname() == "generated" {
			when = string(rune(e.GetArg().GetInteger().GetIval()))
		} else {
			options = append(options, o)
		}
	}
	t.Changed = true
	if len(options) > 0 {
		altered := &pg_query.AlterSeqStmt{Sequence: &pg_query.RangeVar{Schemaname: names[0], Relname: names[1], Inh: true, Relpersistence: "p"}, Options: options}
		t.checkSequence(options)
		t.Before = append(t.Before, t.DeparseStatement(&pg_query.Node{Node: &pg_query.Node_AlterSeqStmt{AlterSeqStmt: altered}}))
	}
	if when == "" { // a command that changes nothing
		return build.AlterTable(s, &pg_query.AlterTableCmd{
			Subtype: pg_query.AlterTableType_AT_SetStatistics, Name: c.Name, Def: pg_query.MakeIntNode(-1), Behavior: pg_query.DropBehavior_DROP_RESTRICT,
		})
	}
	next := build.Call("nextval", build.Text(column.Draws))
	if t.draws.own == nil {
		t.draws.own = map[*pg_query.FuncCall]string{}
	}
	t.draws.own[next.GetFuncCall()] = column.Draws
	k := &pg_query.Constraint{RawExpr: next}
	writes.MarkIdentity(&t.Translation, k, when)
	return build.AlterTable(s, &pg_query.AlterTableCmd{
		Subtype: pg_query.AlterTableType_AT_ColumnDefault, Name: c.Name, Def: k.RawExpr, Behavior: pg_query.DropBehavior_DROP_RESTRICT,
	})
}
