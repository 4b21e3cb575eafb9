package planner

import (
	"fmt"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/scalecolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The companions of the columns that a change assigns get the scales of the values: see keptScales.

// assign finds the scales of the values that a change assigns to columns with companions.
func (w *shownNumerics) assign(statement *pg_query.Node, k *keptScales) {
	switch e := statement.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		columns := k.columns(e.InsertStmt.Relation.GetSchemaname(), e.InsertStmt.Relation.GetRelname())
		w.assignInserted(e.InsertStmt, columns, k)
		if c := e.InsertStmt.OnConflictClause; c != nil {
			w.assignSet(&c.TargetList, columns, k)
		}
	case *pg_query.Node_UpdateStmt:
		w.assignSet(&e.UpdateStmt.TargetList, k.columns(e.UpdateStmt.Relation.GetSchemaname(), e.UpdateStmt.Relation.GetRelname()), k)
	case *pg_query.Node_MergeStmt:
		columns := k.columns(e.MergeStmt.Relation.GetSchemaname(), e.MergeStmt.Relation.GetRelname())
		for _, n := range e.MergeStmt.MergeWhenClauses {
			switch when := n.GetMergeWhenClause(); when.GetCommandType() { //nolint:exhaustive // the others assign nothing
			case pg_query.CmdType_CMD_UPDATE:
				w.assignSet(&when.TargetList, columns, k)
			case pg_query.CmdType_CMD_INSERT:
				w.assignMerged(when, columns, k)
			}
		}
	}
}

// assignSet finds the scales of what SET assigns.
func (w *shownNumerics) assignSet(list *[]*pg_query.Node, columns []rewrite.Column, k *keptScales) {
	var row []*pg_query.Node // of SET (…) = (…)
	var query *pg_query.SelectStmt
	for _, n := range *list {
		target := n.GetResTarget()
		c, _ := rewrite.ColumnNamed(columns, target.GetName())
		value := target.GetVal()
		if several := value.GetMultiAssignRef(); several != nil {
			if several.Colno == 1 {
				row, query = several.Source.GetRowExpr().GetArgs(), several.Source.GetSubLink().GetSubselect().GetSelectStmt() // the others have copies
			}
			if value = nil; int(several.Colno) <= len(row) {
				value = row[several.Colno-1]
			} else if scale := w.scaleOfAssigned(query, int(several.Colno)-1); scale != nil && c.Companion != "" {
				k.writes = append(k.writes, func() { *list = append(*list, build.Target(scale, c.Companion)) })
			}
		}
		if c.Companion == "" || len(target.GetIndirection()) > 0 || value == nil {
			continue
		}
		if scale := w.scaleOfValue(value, c); scale != nil {
			k.writes = append(k.writes, func() { *list = append(*list, build.Target(scale, c.Companion)) })
		}
	}
}

// scaleOfAssigned is the scale of one of the values of a query whose row SET assigns; nil: it is not known.
func (w *shownNumerics) scaleOfAssigned(s *pg_query.SelectStmt, at int) *pg_query.Node {
	if s == nil || at >= len(s.TargetList) || s.Larg != nil || len(s.DistinctClause)+len(s.GroupClause)+len(s.WindowClause) > 0 || s.HavingClause != nil || trees.IsVolatile(s.ProtoReflect()) ||
		slices.ContainsFunc(s.SortClause, func(n *pg_query.Node) bool { return n.GetSortBy().Node.GetAConst() != nil }) {
		return nil
	}
	value := s.TargetList[at].GetResTarget().GetVal()
	scale, ok := w.scaleOf(value)
	if !ok || !w.isNoted(value) || makesRows(value) {
		return nil
	}
	query := proto.CloneOf(s)
	query.TargetList = []*pg_query.Node{build.Target(build.Call("least", scale, build.Number(largestScale)), "")}
	return build.ValueOf(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: query}})
}

// assignInserted finds the scales of what an INSERT assigns.
func (w *shownNumerics) assignInserted(s *pg_query.InsertStmt, columns []rewrite.Column, k *keptScales) {
	query := s.GetSelectStmt().GetSelectStmt()
	width, known := trees.CountColumns(query)
	if query == nil || len(columns) == 0 {
		return
	}
	byRow := known && (len(query.ValuesLists) > 0 || isRowByRow(query))
	if names, _ := w.passed.ResultColumns(query); !known {
		width = len(names)
	}
	for i, c := range insertedColumns(s, columns, width) {
		if c.Companion == "" {
			continue
		}
		if !byRow {
			w.assignQueried(s, columns, width, i, c, k)
			continue
		}
		rows, ok := w.scalesOfColumn(query, i, c)
		if !ok {
			continue
		}
		k.writes = append(k.writes, func() {
			nameInserted(s, columns, width, c.Companion)
			for at, row := range query.ValuesLists {
				row.GetList().Items = append(row.GetList().Items, rows[at])
			}
			if len(query.ValuesLists) == 0 {
				query.TargetList = append(query.TargetList, build.Target(rows[0], ""))
			}
		})
	}
}

// assignQueried has the query of an INSERT return the scales of one of its columns.
func (w *shownNumerics) assignQueried(s *pg_query.InsertStmt, columns []rewrite.Column, width, at int, c rewrite.Column, k *keptScales) {
	if !w.kept {
		return
	}
	w.passed.count++
	before := len(w.passed.added)
	write, ok := w.scaledQuery(s.SelectStmt, at, fmt.Sprintf("%s%d", scaleStart, w.passed.count), w.recursive)
	if !ok {
		w.forgetCompanions(before)
		return
	}
	k.writes = append(k.writes, func() {
		nameInserted(s, columns, width, c.Companion)
		write()
	})
}

// nameInserted names the columns of an INSERT, and one more.
func nameInserted(s *pg_query.InsertStmt, columns []rewrite.Column, width int, companion string) {
	if len(s.Cols) == 0 {
		for _, c := range insertedColumns(s, columns, width) {
			s.Cols = append(s.Cols, build.Target(nil, c.Name))
		}
	}
	s.Cols = append(s.Cols, build.Target(nil, companion))
}

// assignMerged finds the scales of what the INSERT of a MERGE assigns.
func (w *shownNumerics) assignMerged(when *pg_query.MergeWhenClause, columns []rewrite.Column, k *keptScales) {
	named := insertedColumns(&pg_query.InsertStmt{Cols: when.TargetList}, columns, len(when.Values))
	for i, c := range named {
		if c.Companion == "" {
			continue
		}
		if scale := w.scaleOfValue(when.Values[i], c); scale != nil {
			k.writes = append(k.writes, func() {
				if len(when.TargetList) == 0 {
					for _, c := range named {
						when.TargetList = append(when.TargetList, build.Target(nil, c.Name))
					}
				}
				when.TargetList, when.Values = append(when.TargetList, build.Target(nil, c.Companion)), append(when.Values, scale)
			})
		}
	}
}

// insertedColumns are the columns that an INSERT of so many values fills, in their order.
func insertedColumns(s *pg_query.InsertStmt, columns []rewrite.Column, width int) (list []rewrite.Column) {
	if len(s.Cols) == 0 {
		return columns[:min(width, len(columns))]
	}
	for _, n := range s.Cols {
		c, _ := rewrite.ColumnNamed(columns, n.GetResTarget().GetName())
		if len(n.GetResTarget().GetIndirection()) > 0 {
			c.Companion = ""
		}
		list = append(list, c)
	}
	return list[:min(width, len(list))]
}

// scalesOfColumn are the scales of a column of a query in each of its rows of VALUES, or in all of its rows. ok is false if none is known, or
// if a further column could change the rows.
func (w *shownNumerics) scalesOfColumn(query *pg_query.SelectStmt, column int, c rewrite.Column) (rows []*pg_query.Node, ok bool) {
	if len(query.ValuesLists) == 0 {
		if !isRowByRow(query) || column >= len(query.TargetList) {
			return nil, false
		}
		scale := w.scaleOfValue(query.TargetList[column].GetResTarget().GetVal(), c)
		return []*pg_query.Node{scale}, scale != nil
	}
	for _, row := range query.ValuesLists {
		items := row.GetList().GetItems()
		if column >= len(items) {
			return nil, false
		}
		scale := w.scaleOfValue(items[column], c)
		if ok = ok || scale != nil; scale == nil {
			scale = build.Null()
		}
		rows = append(rows, scale)
	}
	return rows, ok
}

// largestScale is the largest number that a companion holds.
const largestScale = 255

// scaleOfValue is the scale of a value that a column of numerics is assigned; nil: it is not known.
func (w *shownNumerics) scaleOfValue(n *pg_query.Node, c rewrite.Column) *pg_query.Node {
	if digits, ok := scalecolumns.ConstantScale(n); ok {
		return build.Number(int64(digits))
	}
	if n.GetSetToDefault() != nil && c.Assumes {
		return &pg_query.Node{Node: &pg_query.Node_SetToDefault{SetToDefault: &pg_query.SetToDefault{Location: build.Nowhere}}}
	}
	_, isNumber := trees.Number(n)
	if _, isNumeric := w.digits[n]; isNumber || !isNumeric || n.GetParamRef() != nil || trees.IsVolatile(n.ProtoReflect()) || readsColumns(n) && !w.kept {
		return nil
	}
	scale, ok := w.scaleOf(n)
	switch at, constant := parse.IntConstant(scale); {
	case !ok, constant && at > largestScale:
		return nil
	case constant:
		return scale
	default:
		return build.Call("least", scale, build.Number(largestScale))
	}
}

// readsColumns reports whether an expression names columns.
func readsColumns(n *pg_query.Node) (found bool) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		_, ok := m.(*pg_query.ColumnRef)
		found = found || ok
	})
	return found
}
