package scalecolumns

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Found is what a statement names that could show companions, found while the names are still the client's.
type Found struct {
	tables map[*pg_query.RangeVar][]rewrite.Column
	listed bool // DuckDB's listings are read
	width  int  // how many columns the query of an INSERT returns; 0: that is not known
	// add adds what defines companions, and has them follow what becomes of their columns.
	add []func()
}

// Begin finds what a statement names that could show companions.
func Begin(t *rewrite.Translation, root *pg_query.Node) Found {
	r := read(root, t.Env.Columns)
	found := Found{listed: len(r.listed) > 0, add: []func(){addDefinitions(t, root), followAlterations(t, root)}}
	if s := root.GetInsertStmt(); s != nil && len(r.tables) > 0 {
		if width, ok := writes.WidthOf(t, s.GetSelectStmt().GetSelectStmt(), s.WithClause); ok {
			found.width = width
		}
	}
	for _, t := range r.tables {
		if found.tables == nil {
			found.tables = map[*pg_query.RangeVar][]rewrite.Column{}
		}
		found.tables[t.named] = t.columns
	}
	return found
}

// Hide has a translated statement mean no companion but those that other rules name.
func (named Found) Hide(t *rewrite.Translation, root *pg_query.Node) {
	for _, add := range named.add {
		add()
	}
	if len(named.tables) == 0 && !named.listed {
		return
	}
	r := read(root, t.Env.Columns)
	for _, n := range r.listed {
		hideListed(t, n, listingOf(n))
	}
	for of, columns := range named.tables { // whose names are DuckDB's by now
		if r.tableOf(of) == nil {
			r.addNamed(root, of, columns)
		}
	}
	h := &hiding{Translation: t, reading: r, width: named.width}
	for _, l := range r.levels {
		if l.change != nil {
			h.hideChange(l.change)
			h.Changed = r.expandReturned(l.change) || h.Changed
		}
	}
	if !r.mayMean(root) && h.namePlaces(root) {
		return
	}
	if readsPlaces(root) {
		for _, l := range r.levels { // a query of the other columns has the places of rows as another column
			if l.query != nil {
				h.Changed = r.expandList(&l.query.TargetList, l.query.FromClause, nil) || h.Changed
			}
		}
		if !r.mayMean(root) && h.namePlaces(root) {
			return
		}
	}
	h.hideRows(root)
}

// namePlaces has each table whose columns get other names by their places be read by a query in which the companions are the last columns. It
// reports whether it could.
func (h *hiding) namePlaces(root *pg_query.Node) bool {
	named := func(t table) bool {
		return t.item.GetRangeVar() == t.named && t.item != nil && len(t.named.GetAlias().GetColnames()) > 0
	}
	if !slices.ContainsFunc(h.tables, named) {
		return true
	}
	if readsPlaces(root) {
		return false
	}
	for _, t := range h.tables {
		if !named(t) {
			continue
		}
		var list, companions []*pg_query.Node
		alias := t.named.Alias
		for i, c := range t.columns {
			list = append(list, build.Target(build.Column(c.Name), ""))
			if i >= len(alias.Colnames) {
				alias.Colnames = append(alias.Colnames, pg_query.MakeStrNode(c.Name))
			}
		}
		for _, c := range t.columns {
			if c.Companion != "" {
				companions = append(companions, build.Target(build.Column(c.Companion), ""))
				alias.Colnames = append(alias.Colnames, pg_query.MakeStrNode(c.Companion))
			}
		}
		t.named.Alias = nil
		query := build.Select(&pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: t.named}}, append(list, companions...)...)
		t.item.Node, h.Changed = build.Subselect(query, alias).Node, true
	}
	return true
}

// addNamed adds a table that the statement names otherwise than the client did.
func (r *reading) addNamed(root *pg_query.Node, of *pg_query.RangeVar, columns []rewrite.Column) {
	found := false
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		if n, ok := m.(*pg_query.Node); ok && n.GetRangeVar() == of {
			r.tables, found = append(r.tables, table{of, columns, n}), true
		}
	})
	if found {
		return
	}
	for _, l := range r.levels {
		if l.change != nil && trees.TargetOf(l.change) == of {
			r.tables = append(r.tables, table{of, columns, nil})
		}
	}
}

// hiding is the last step of a translation.
type hiding struct {
	*rewrite.Translation
	*reading
	width int // see Found
}

// readsPlaces reports whether a statement reads DuckDB's places of rows.
func readsPlaces(root *pg_query.Node) (found bool) {
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		if c, ok := m.(*pg_query.ColumnRef); ok {
			found = found || strings.EqualFold(c.Fields[len(c.Fields)-1].GetString_().GetSval(), "rowid")
		}
	})
	return found
}

// hideRows has each table be read by a query of its other columns.
func (h *hiding) hideRows(root *pg_query.Node) {
	places := readsPlaces(root)
	for _, t := range h.tables {
		if t.item == nil || t.item.GetRangeVar() != t.named {
			continue
		}
		var list []*pg_query.Node
		for _, c := range t.columns {
			list = append(list, build.Target(build.Column(c.Name), ""))
		}
		if places {
			h.writeRows(root, &t)
			if h.hasStar(root, t.name()) {
				h.NoteUnsupported(build.Nowhere, "ctid beside all columns of table %q is not supported here", t.named.Relname).WithHint("Name the columns.")
			}
			list = append(list, build.Target(build.Column("rowid"), ""))
		}
		alias := t.named.Alias
		if alias == nil {
			alias = build.Alias(t.named.Relname)
			h.unqualify(root, t.named)
		}
		t.named.Alias = nil
		query := build.Select(&pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: t.named}}, list...)
		t.item.Node, h.Changed = build.Subselect(query, alias).Node, true
	}
	h.refuseRows()
}

// hasStar reports whether a star of a part of the statement, or a name, may mean the rows of a table.
func (h *hiding) hasStar(part *pg_query.Node, table string) (found bool) {
	others := h.otherStars()
	parse.EachMessage(part.ProtoReflect(), func(m proto.Message) {
		if c, ok := m.(*pg_query.ColumnRef); ok {
			found = found || !others[c] && meansRow(c, map[string]bool{table: true})
		}
	})
	return found
}

// unqualify takes the schema of a table from the references to its columns.
func (h *hiding) unqualify(root *pg_query.Node, of *pg_query.RangeVar) {
	if of.Schemaname == "" {
		return
	}
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		c, ok := m.(*pg_query.ColumnRef)
		if ok && len(c.Fields) > 2 && strings.EqualFold(c.Fields[len(c.Fields)-2].GetString_().GetSval(), of.Relname) {
			c.Fields = c.Fields[len(c.Fields)-2:]
		}
	})
}

// refuseRows refuses the row of a table that the statement changes, which no query stands for.
func (h *hiding) refuseRows() {
	for i := range h.tables {
		t := &h.tables[i]
		if t.item != nil {
			continue
		}
		name := t.name()
		if t.hasColumn(name) {
			continue
		}
		for _, l := range h.levels {
			if l.change == nil || trees.TargetOf(l.change) != t.named {
				continue
			}
			h.writeRows(l.change, t)
			if h.hasStar(l.change, name) {
				h.NoteUnsupported(build.Nowhere, "the row of table %q is not supported in a statement that changes the table", t.named.Relname).WithHint("Name the columns.")
			}
		}
	}
}

// writeRows writes the columns of the table that a statement changes for the name of the table as a value.
func (h *hiding) writeRows(change *pg_query.Node, of *table) {
	parse.EachMessage(change.ProtoReflect(), func(m proto.Message) {
		n, ok := m.(*pg_query.Node)
		fields := n.GetColumnRef().GetFields()
		if !ok || len(fields) != 1 || !strings.EqualFold(fields[0].GetString_().GetSval(), of.name()) {
			return
		}
		row := build.Call("struct_pack")
		for _, c := range of.columns {
			value := build.Column(fields[0].GetString_().GetSval(), c.Name)
			row.GetFuncCall().Args = append(row.GetFuncCall().Args, &pg_query.Node{Node: &pg_query.Node_NamedArgExpr{NamedArgExpr: &pg_query.NamedArgExpr{
				Arg: value, Name: c.Name, Argnumber: -1, Location: build.Nowhere,
			}}})
		}
		n.Node, h.Changed = row.Node, true
	})
}

// hideChange has a change write no companion that it does not mean to write.
func (h *hiding) hideChange(n *pg_query.Node) {
	of := h.tableOf(trees.TargetOf(n))
	if of == nil {
		return
	}
	switch s := n.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		h.nameColumns(s.InsertStmt, of)
		h.giveUnknown(s.InsertStmt, of)
		if c := s.InsertStmt.OnConflictClause; c != nil {
			c.TargetList = h.setUnknown(c.TargetList, of)
		}
	case *pg_query.Node_UpdateStmt:
		s.UpdateStmt.TargetList = h.setUnknown(s.UpdateStmt.TargetList, of)
	case *pg_query.Node_MergeStmt:
		for _, n := range s.MergeStmt.MergeWhenClauses {
			switch when := n.GetMergeWhenClause(); when.GetCommandType() {
			case pg_query.CmdType_CMD_UPDATE:
				when.TargetList = h.setUnknown(when.TargetList, of)
			case pg_query.CmdType_CMD_INSERT:
				if len(when.TargetList) == 0 && len(when.Values) > 0 {
					when.TargetList, h.Changed = namedColumns(of.columns, len(when.Values)), true
				}
				for _, companion := range assumedCompanions(when.TargetList, of) {
					when.TargetList, when.Values = append(when.TargetList, build.Target(nil, companion)), append(when.Values, build.Null())
				}
			}
		}
	}
}

// namedColumns are the first columns of a table as a list of an INSERT.
func namedColumns(columns []rewrite.Column, width int) (list []*pg_query.Node) {
	for _, c := range columns[:min(width, len(columns))] {
		list = append(list, build.Target(nil, c.Name))
	}
	return list
}

// nameColumns names the columns of an INSERT without a list of them.
func (h *hiding) nameColumns(s *pg_query.InsertStmt, of *table) {
	query := s.GetSelectStmt().GetSelectStmt()
	if len(s.Cols) > 0 || query == nil {
		return
	}
	width := len(of.columns) // where fewer values come, the source names fewer columns
	if count, ok := trees.CountColumns(query); ok {
		width = count
	} else if h.width > 0 {
		width = h.width
	}
	s.Cols, h.Changed = namedColumns(of.columns, width), true
}

// assumedCompanions are the companions with defaults of columns that a list of an INSERT names, where the list does not name the companions.
func assumedCompanions(list []*pg_query.Node, of *table) (companions []string) {
	named := map[string]bool{}
	for _, n := range list {
		named[strings.ToLower(n.GetResTarget().GetName())] = true
	}
	for _, c := range of.columns {
		if c.Assumes && named[strings.ToLower(c.Name)] && !named[strings.ToLower(c.Companion)] {
			companions = append(companions, c.Companion)
		}
	}
	return companions
}

// giveUnknown gives NULL to the companions of columns that an INSERT fills with values whose scales are not known.
func (h *hiding) giveUnknown(s *pg_query.InsertStmt, of *table) {
	query := s.GetSelectStmt().GetSelectStmt()
	companions := assumedCompanions(s.Cols, of)
	if len(companions) == 0 || query == nil {
		return
	}
	for _, companion := range companions {
		s.Cols = append(s.Cols, build.Target(nil, companion))
	}
	h.Changed = true
	if len(query.ValuesLists) > 0 && len(query.SortClause) == 0 {
		for _, row := range query.ValuesLists {
			for range companions {
				row.GetList().Items = append(row.GetList().Items, build.Null())
			}
		}
		return
	}
	const rows = "__given"
	list := []*pg_query.Node{build.Target(pg_query.MakeColumnRefNode(append(build.Names(rows), pg_query.MakeAStarNode()), build.Nowhere), "")}
	for range companions {
		list = append(list, build.Target(build.Null(), ""))
	}
	s.SelectStmt = build.Select(build.Subselect(s.SelectStmt, build.Alias(rows)), list...)
}

// setUnknown sets the companions of the columns that a list of SET sets to NULL, where it does not set them itself.
func (h *hiding) setUnknown(list []*pg_query.Node, of *table) []*pg_query.Node {
	isSet := map[string]bool{}
	for _, n := range list {
		isSet[strings.ToLower(n.GetResTarget().GetName())] = true
	}
	for _, c := range of.columns {
		if c.Companion != "" && isSet[strings.ToLower(c.Name)] && !isSet[strings.ToLower(c.Companion)] {
			list, h.Changed = append(list, build.Target(build.Null(), c.Companion)), true
		}
	}
	return list
}
