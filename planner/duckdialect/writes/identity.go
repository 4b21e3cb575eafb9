package writes

import (
	"fmt"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB has no identity columns. The default of one is its sequence's next value, and nothing added: in front of it for
// GENERATED ALWAYS, behind it for BY DEFAULT. So the catalog can tell them from serial columns.

// MarkIdentity marks the default of an identity column.
func MarkIdentity(t *rewrite.Translation, k *pg_query.Constraint, when string) {
	if k.RawExpr = build.Binary("+", k.RawExpr, build.Number(0)); when == "a" {
		k.RawExpr = build.Binary("+", build.Number(0), k.RawExpr.GetAExpr().Lexpr)
	}
}

// nonDefault is the code of a value for a column that makes its own.
const nonDefault sqlstate.Code = "428C9"

// computed marks a generated column among the kinds of identity columns.
const computed = 'g'

// checkIdentity refuses values that are given to identity columns and generated columns, or takes them away.
func checkIdentity(t *rewrite.Translation, root *pg_query.Node, override pg_query.OverridingKind, columns []rewrite.Column) {
	kinds := map[string]byte{}
	for _, c := range columns {
		if c.Identity != 0 {
			kinds[c.Name] = c.Identity
		} else if c.Generated {
			kinds[c.Name] = computed
		}
	}
	switch s := root.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		if len(kinds) == 0 {
			return
		}
		var order []string
		for _, n := range s.InsertStmt.Cols {
			order = append(order, n.GetResTarget().GetName())
		}
		if len(order) == 0 {
			for _, c := range columns {
				order = append(order, c.Name)
			}
		}
		if override == pg_query.OverridingKind_OVERRIDING_USER_VALUE {
			order = leaveIdentities(t, s.InsertStmt, order, kinds)
		}
		checkInserted(t, s.InsertStmt.GetSelectStmt().GetSelectStmt(), override, order, kinds)
		checkSet(t, s.InsertStmt.GetOnConflictClause().GetTargetList(), kinds)
	case *pg_query.Node_UpdateStmt:
		checkSet(t, s.UpdateStmt.TargetList, kinds)
	case *pg_query.Node_MergeStmt:
		for _, n := range s.MergeStmt.MergeWhenClauses {
			if when := n.GetMergeWhenClause(); when.CommandType == pg_query.CmdType_CMD_UPDATE {
				checkSet(t, when.TargetList, kinds)
			} else {
				checkMerged(t, when, columns, kinds)
			}
		}
	}
}

// checkInserted looks at the values of an INSERT.
func checkInserted(t *rewrite.Translation, query *pg_query.SelectStmt, override pg_query.OverridingKind, order []string, kinds map[string]byte) {
	if query == nil { // DEFAULT VALUES
		return
	}
	width, known := trees.CountColumns(query)
	for i, name := range order {
		user := override == pg_query.OverridingKind_OVERRIDING_USER_VALUE && kinds[name] != computed
		if kinds[name] == 0 || kinds[name] == 'd' && !user || kinds[name] != computed && override == pg_query.OverridingKind_OVERRIDING_SYSTEM_VALUE {
			continue
		}
		if len(query.ValuesLists) == 0 && (!known || i < width) {
			if user {
				t.NoteUnsupported(build.Nowhere, "OVERRIDING USER VALUE with a query is not supported").WithHint("Leave the identity column out of the list of columns.")
				return
			}
			failsIdentity(t, name, kinds[name])
		}
		for _, row := range query.ValuesLists {
			items := row.GetList().GetItems()
			switch {
			case i >= len(items) || items[i].GetSetToDefault() != nil:
			case user:
				items[i], t.Changed = &pg_query.Node{Node: &pg_query.Node_SetToDefault{SetToDefault: &pg_query.SetToDefault{Location: build.Nowhere}}}, true
			default:
				failsIdentity(t, name, kinds[name])
			}
		}
	}
}

// leaveIdentities leaves the values for identity columns out of the rows of a query. It returns the columns that have values.
func leaveIdentities(t *rewrite.Translation, s *pg_query.InsertStmt, order []string, kinds map[string]byte) []string {
	query := s.GetSelectStmt().GetSelectStmt()
	if query == nil || len(query.ValuesLists) > 0 {
		return order
	}
	width, known := WidthOf(t, query, s.WithClause)
	if !known || width > len(order) {
		return order
	}
	const rows = "__rows"
	names := numbered(width)
	var left []string
	var values []*pg_query.Node
	s.Cols = nil
	for i, name := range order[:width] {
		if kind := kinds[name]; kind != 0 && kind != computed {
			continue
		}
		left = append(left, name)
		s.Cols = append(s.Cols, pg_query.MakeResTargetNodeWithName(name, build.Nowhere))
		values = append(values, pg_query.MakeResTargetNodeWithVal(build.Column(rows, names[i]), build.Nowhere))
	}
	if len(left) == 0 {
		t.NoteUnsupported(build.Nowhere, "OVERRIDING USER VALUE with a query of identity columns alone is not supported")
		return order
	}
	s.SelectStmt, t.Changed = build.Select(build.Subselect(s.SelectStmt, build.Alias(rows, names...)), values...), true
	return left
}

// failsIdentity is the error of a value for a column that makes its own values.
func failsIdentity(t *rewrite.Translation, name string, kind byte) {
	e := sqlstate.New(nonDefault, "cannot insert a non-DEFAULT value into column %q", name).WithDetail("%s", makesOwn(name, kind))
	if kind != computed {
		e = e.WithHint("Use OVERRIDING SYSTEM VALUE to override.")
	}
	if t.Err == nil {
		t.Err = e
	}
}

// makesOwn says why no value can be given to a column.
func makesOwn(name string, kind byte) string {
	if kind == computed {
		return fmt.Sprintf("Column %q is a generated column.", name)
	}
	return fmt.Sprintf("Column %q is an identity column defined as GENERATED ALWAYS.", name)
}

// checkSet looks at the columns of SET.
func checkSet(t *rewrite.Translation, targets []*pg_query.Node, kinds map[string]byte) {
	for _, n := range targets {
		target := n.GetResTarget()
		if kind := kinds[target.GetName()]; (kind == 'a' || kind == computed) && target.Val.GetSetToDefault() == nil {
			t.NoteError(target.Location, nonDefault, "column %q can only be updated to DEFAULT", target.Name).WithDetail("%s", makesOwn(target.Name, kind))
		}
	}
}

// checkMerged looks at the values of an INSERT in MERGE.
func checkMerged(t *rewrite.Translation, when *pg_query.MergeWhenClause, columns []rewrite.Column, kinds map[string]byte) {
	for i, value := range when.Values {
		name := ""
		if i < len(when.TargetList) {
			name = when.TargetList[i].GetResTarget().GetName()
		} else if len(when.TargetList) == 0 && i < len(columns) {
			name = columns[i].Name
		}
		refused := kinds[name] == computed || kinds[name] == 'a' && when.Override != pg_query.OverridingKind_OVERRIDING_SYSTEM_VALUE
		if refused && value.GetSetToDefault() == nil {
			failsIdentity(t, name, kinds[name])
		}
	}
}
