package writes

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ON CONFLICT DO UPDATE fails in Postgres where two of the statement's own rows have one key. DuckDB takes one of them.

// updatedTwice is the code and the text of Postgres's error.
const (
	updatedTwice     = "21000"
	updatedTwiceText = "ON CONFLICT DO UPDATE command cannot affect row a second time"
)

// NameTarget writes ON CONFLICT ON CONSTRAINT as DuckDB has it.
func NameTarget(t *rewrite.Translation, c *pg_query.OnConflictClause) {
	infer := c.GetInfer()
	switch {
	case c == nil:
	case c.Action == pg_query.OnConflictAction_ONCONFLICT_UPDATE && infer == nil:
		t.NoteError(c.Location, sqlstate.SyntaxError, "ON CONFLICT DO UPDATE requires inference specification or constraint name")
	case infer.GetWhereClause() != nil: // there are no partial indexes: any index of the columns serves
		infer.WhereClause, t.Changed = nil, true
	}
	for _, n := range c.GetTargetList() {
		t.EachMessage(n.ProtoReflect(), func(m any) {
			if query, ok := m.(*pg_query.SubLink); ok {
				t.NoteUnsupported(query.Location, "a subquery in ON CONFLICT DO UPDATE SET is not supported").WithHint("Select the value in the rows that are inserted, and write excluded.column.")
			}
		})
	}
	if name := infer.GetConname(); name != "" {
		infer.Conname, t.Changed = "", true
		infer.IndexElems = []*pg_query.Node{{Node: &pg_query.Node_IndexElem{IndexElem: &pg_query.IndexElem{
			Name: providers.ConstraintMark + name, Ordering: pg_query.SortByDir_SORTBY_DEFAULT, NullsOrdering: pg_query.SortByNulls_SORTBY_NULLS_DEFAULT,
		}}}}
	}
}

// CheckConflicts looks for two rows with one key: among constants here, and in a query's rows when it runs.
func CheckConflicts(t *rewrite.Translation, s *pg_query.InsertStmt, columns []rewrite.Column) {
	if s.GetOnConflictClause() == nil || t.Env.SQLite {
		return
	}
	if nameInserted(t, s, columns); s.OnConflictClause.Action != pg_query.OnConflictAction_ONCONFLICT_UPDATE {
		return
	}
	refuseAmbiguous(t, s.OnConflictClause, columns)
	var order []string
	for _, n := range s.Cols {
		order = append(order, n.GetResTarget().GetName())
	}
	if len(s.Cols) == 0 {
		for _, c := range columns {
			order = append(order, c.Name)
		}
	}
	var keys []int
	for _, n := range s.OnConflictClause.GetInfer().GetIndexElems() {
		at := slices.Index(order, n.GetIndexElem().GetName())
		if at < 0 {
			return
		}
		keys = append(keys, at)
	}
	query := s.GetSelectStmt().GetSelectStmt()
	switch {
	case len(keys) == 0 || query == nil:
	case len(query.ValuesLists) == 0 && query.Larg == nil && len(query.FromClause) == 0: // one row
	case len(query.ValuesLists) > 0:
		checkKeys(t, query.ValuesLists, keys)
	default:
		guardKeys(t, s, query, keys, len(order))
	}
}

// nameInserted names the columns that a query of fewer columns fills: DuckDB expects all of them.
func nameInserted(t *rewrite.Translation, s *pg_query.InsertStmt, columns []rewrite.Column) {
	query := s.GetSelectStmt().GetSelectStmt()
	if len(s.Cols) > 0 || query == nil || len(query.ValuesLists) > 0 {
		return
	}
	width, ok := trees.CountColumns(query)
	if !ok || width >= len(columns) {
		return
	}
	for _, c := range columns[:width] {
		target := &pg_query.ResTarget{Name: c.Name, Location: build.Nowhere}
		s.Cols, t.Changed = append(s.Cols, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: target}}), true
	}
}

// refuseAmbiguous refuses columns without a table in DO UPDATE: they could be those of the table or of excluded.
func refuseAmbiguous(t *rewrite.Translation, c *pg_query.OnConflictClause, columns []rewrite.Column) {
	for _, n := range append([]*pg_query.Node{c.WhereClause}, c.TargetList...) {
		if n == nil {
			continue
		}
		trees.EachColumn(n.ProtoReflect(), func(ref *pg_query.ColumnRef) {
			if len(ref.Fields) != 1 {
				return
			}
			if name := ref.Fields[0].GetString_().GetSval(); slices.ContainsFunc(columns, func(c rewrite.Column) bool { return c.Name == name }) {
				t.NoteError(ref.Location, "42702", "column reference %q is ambiguous", name)
			}
		})
	}
}

// checkKeys compares the keys of rows that are constants.
func checkKeys(t *rewrite.Translation, rows []*pg_query.Node, keys []int) {
	seen := map[string]bool{}
	for _, row := range rows {
		values, key := row.GetList().GetItems(), ""
		for _, at := range keys {
			if at >= len(values) {
				return
			}
			s, quoted := parse.TextConstant(trees.WithoutCasts(values[at]))
			if i, ok := parse.IntConstant(trees.WithoutCasts(values[at])); ok {
				s, quoted = strconv.FormatInt(i, 10), true
			}
			if !quoted {
				key = ""
				break
			}
			key += strconv.Quote(s)
		}
		if key != "" && seen[key] {
			t.NoteError(build.Nowhere, updatedTwice, updatedTwiceText).WithHint("Ensure that no rows proposed for insertion within the same command have duplicate constrained values.")
			return
		}
		seen[key] = true
	}
}

// guardKeys makes a query fail whose rows have one key twice.
func guardKeys(t *rewrite.Translation, s *pg_query.InsertStmt, query *pg_query.SelectStmt, keys []int, width int) {
	if known, ok := trees.CountColumns(query); ok {
		width = known
	} else if len(s.Cols) == 0 {
		return
	}
	const rows = "__keyed"
	var list, aliases []*pg_query.Node
	for i := range width {
		alias := "__" + strconv.Itoa(i+1)
		aliases = append(aliases, pg_query.MakeStrNode(alias))
		list = append(list, pg_query.MakeColumnRefNode(build.Names(rows, alias), build.Nowhere))
	}
	count := build.Call("count")
	count.GetFuncCall().AggStar = true
	const frame = 1058 // RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
	window := &pg_query.WindowDef{FrameOptions: frame, Location: build.Nowhere}
	once := []*pg_query.Node{build.Binary(">", count, build.Number(1))}
	for _, at := range keys {
		if at >= width {
			return
		}
		window.PartitionClause = append(window.PartitionClause, list[at])
		once = append(once, build.Not(build.IsNull(list[at])))
	}
	count.GetFuncCall().Over = window
	first := keys[0]
	targets := make([]*pg_query.Node, width)
	for i, n := range list {
		if i == first {
			n = build.Case(n, build.When(build.And(once...), build.Call("error", build.Text(updatedTwice+": "+updatedTwiceText))))
		}
		targets[i] = pg_query.MakeResTargetNodeWithVal(n, build.Nowhere)
	}
	from := &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{
		Subquery: s.SelectStmt, Alias: &pg_query.Alias{Aliasname: rows, Colnames: aliases},
	}}}
	s.SelectStmt, t.Changed = build.Select(from, targets...), true
}
