package usertypes

import (
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Assignments to parts of columns: elements and slices of arrays, members of jsonb, fields of composite types. They become
// assignments of whole columns, which are made of the parts one after the other.

// partAssigner assigns to parts of the columns of a table.
type partAssigner struct {
	*Rules
	table   string // the name of the table
	called  string // what expressions of the statement call the table
	columns []rewrite.Column
	folded  map[*pg_query.ResTarget]bool // the targets that were made of parts
}

// AssignParts makes assignments to parts of columns ones of whole columns. The tree is the client's.
func (t *Rules) AssignParts(root *pg_query.Node) {
	if t.Env.SQLite || t.Env.Columns == nil {
		return
	}
	switch s := root.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		p := t.assignerOf(s.InsertStmt.Relation)
		p.insert(s.InsertStmt)
		if c := s.InsertStmt.OnConflictClause; c != nil {
			c.TargetList = p.set(c.TargetList)
		}
	case *pg_query.Node_UpdateStmt:
		s.UpdateStmt.TargetList = t.assignerOf(s.UpdateStmt.Relation).set(s.UpdateStmt.TargetList)
	case *pg_query.Node_MergeStmt:
		p := t.assignerOf(s.MergeStmt.Relation)
		for _, n := range s.MergeStmt.MergeWhenClauses {
			when := n.GetMergeWhenClause()
			if when.CommandType == pg_query.CmdType_CMD_INSERT {
				when.TargetList, when.Values = p.row(when.TargetList, when.Values)
			} else {
				when.TargetList = p.set(when.TargetList)
				p.ofMatched(when.TargetList)
			}
		}
	}
}

// ofMatched has the values of parts of columns computed of rows that match: DuckDB computes what a MERGE sets for all rows.
func (p *partAssigner) ofMatched(targets []*pg_query.Node) {
	for _, n := range targets {
		if p.folded[n.GetResTarget()] {
			there := build.IsNotNull(build.Column(p.called, "rowid"))
			n.GetResTarget().Val = build.Case(nil, build.When(there, n.GetResTarget().Val))
		}
	}
}

func (t *Rules) assignerOf(r *pg_query.RangeVar) *partAssigner {
	return &partAssigner{Rules: t, table: r.GetRelname(), called: parse.AliasOrName(r), columns: t.Env.Columns(r.GetSchemaname(), r.GetRelname())}
}

// hasParts reports whether a list of targets has a part of a column.
func hasParts(targets []*pg_query.Node) bool { return slices.ContainsFunc(targets, isPart) }

// isPart reports whether a target is a part of a column.
func isPart(n *pg_query.Node) bool { return len(n.GetResTarget().GetIndirection()) > 0 }

// set makes the targets of SET whole columns.
func (p *partAssigner) set(targets []*pg_query.Node) []*pg_query.Node {
	if !hasParts(targets) {
		return targets
	}
	return p.fold(targets, func(c rewrite.Column) *pg_query.Node {
		return pg_query.MakeColumnRefNode(build.Names(p.called, c.Name), build.Nowhere)
	})
}

// fold puts the parts of a column together. base is the value of a column whose parts are assigned.
func (p *partAssigner) fold(targets []*pg_query.Node, base func(rewrite.Column) *pg_query.Node) []*pg_query.Node {
	var out []*pg_query.Node
	wholes, parts := map[string]bool{}, map[string]*pg_query.ResTarget{}
	for _, n := range targets {
		target := n.GetResTarget()
		c, known := rewrite.ColumnNamed(p.columns, target.GetName())
		switch part := len(target.GetIndirection()) > 0; {
		case !known && part:
			p.NoteError(target.Location, sqlstate.UndefinedColumn, "column %q of relation %q does not exist", target.Name, p.table)
			return targets
		case wholes[c.Name], !part && parts[c.Name] != nil:
			p.NoteError(target.Location, sqlstate.SyntaxError, "multiple assignments to same column %q", c.Name)
			return targets
		case !part:
			wholes[target.GetName()] = known
			out = append(out, n)
			continue
		}
		whole := parts[c.Name]
		if whole == nil {
			set := pg_query.MakeResTargetNodeWithNameAndVal(c.Name, base(c), target.Location)
			whole, parts[c.Name] = set.GetResTarget(), set.GetResTarget()
			if p.folded == nil {
				p.folded = map[*pg_query.ResTarget]bool{}
			}
			p.folded[whole] = true
			p.noteAssigned([]*pg_query.Node{set})
			out = append(out, set)
		}
		whole.Val = p.assignPart(whole.Val, c, target)
	}
	p.Changed = true
	return out
}

// assignPart returns the value of a column with another part.
func (p *partAssigner) assignPart(whole *pg_query.Node, c rewrite.Column, target *pg_query.ResTarget) *pg_query.Node {
	path, value := target.Indirection, target.Val
	user := p.ByID(c.User)
	field, of := path[0].GetString_(), inference.Spelled(inference.Names[c.Type])
	element := ""
	if c.Type != pgtype.JSONBOID && (c.Array || c.User == "") {
		element = p.elementOf(c)
	}
	switch {
	case c.User != "" && (user == nil || user.Kind != "c"):
		p.NoteUnsupported(target.Location, "SET of a part of column %q of a domain is not supported", c.Name)
	case value.GetSetToDefault() != nil && field != nil:
		p.NoteUnsupported(target.Location, "cannot set a subfield to DEFAULT")
	case value.GetSetToDefault() != nil:
		p.NoteUnsupported(target.Location, "cannot set an array element to DEFAULT")
	case field != nil && user != nil && !c.Array:
		return p.assignField(whole, user, partOf{name: c.Name, column: c, path: path, target: target})
	case field != nil:
		if element != "" {
			of = inference.Spelled(element) + "[]"
		}
		p.NoteError(target.Location, sqlstate.DatatypeMismatch, "cannot assign to field %q of column %q because its type %s is not a composite type", field.Sval, c.Name, of)
	case c.Type == pgtype.JSONBOID:
		return p.assignMember(whole, target)
	case user != nil && c.Array:
		return p.assignRow(whole, user, partOf{name: c.Name, column: c, path: path, target: target})
	case element != "":
		return p.assignElement(whole, c, element, target)
	case inference.Names[c.Type] != "" || user != nil:
		if user != nil {
			of = p.Env.ShownName(user.Schema, user.Name)
		}
		p.NoteError(target.Location, sqlstate.DatatypeMismatch, "cannot subscript type %s because it does not support subscripting", of)
	default:
		p.NoteUnsupported(target.Location, "SET of a part of column %q is not supported", c.Name)
	}
	return whole
}

// elementOf is the name of the type of an array's elements, "" for a type that is no array of which the elements are known.
func (p *partAssigner) elementOf(c rewrite.Column) string {
	switch {
	case c.Enum != nil && c.Array:
		return inference.KindOfEnum(c.Enum, false)
	case c.Type == pgtype.NumericArrayOID:
		return "numeric"
	}
	return inference.ElementTypes[c.Type]
}

// assignMember returns jsonb with another value at the end of a path.
func (p *partAssigner) assignMember(whole *pg_query.Node, target *pg_query.ResTarget) *pg_query.Node {
	steps := make([]*pg_query.Node, len(target.Indirection))
	for i, part := range target.Indirection {
		at := part.GetAIndices()
		switch {
		case at == nil:
			p.NoteError(target.Location, sqlstate.DatatypeMismatch, "cannot assign to field %q of column %q because its type jsonb is not a composite type", part.GetString_().GetSval(), target.Name)
			return whole
		case at.IsSlice:
			p.NoteError(build.Nowhere, sqlstate.DatatypeMismatch, "jsonb subscript does not support slices")
			return whole
		}
		steps[i] = build.Cast(at.Uidx, build.PlainType("text"))
	}
	first := proto.CloneOf(target.Indirection[0].GetAIndices().Uidx)
	value := build.Cast(target.Val, build.PlainType("jsonb"))
	return build.Call("pg__jsonb_assign", build.Cast(whole, build.PlainType("jsonb")), first, build.Cast(build.Array(steps...), build.TextArray()), value)
}

// assignElement returns an array with another element or slice.
func (p *partAssigner) assignElement(whole *pg_query.Node, c rewrite.Column, element string, target *pg_query.ResTarget) *pg_query.Node {
	var at []*pg_query.A_Indices
	slice := false
	for _, n := range target.Indirection {
		if field := n.GetString_(); field != nil && !target.Indirection[0].GetAIndices().GetIsSlice() {
			p.NoteError(target.Location, sqlstate.DatatypeMismatch, "cannot assign to field %q of column %q because its type %s is not a composite type", field.Sval, c.Name, inference.Spelled(element))
			return whole
		}
		if n.GetAIndices() == nil {
			p.NoteUnsupported(target.Location, "SET of this part of column %q is not supported", c.Name)
			return whole
		}
		at, slice = append(at, n.GetAIndices()), slice || n.GetAIndices().IsSlice
	}
	var of *pg_query.TypeName
	if enum := c.Enum; enum != nil {
		of = &pg_query.TypeName{Names: build.Names(enum.Schema, enum.Name), Typemod: -1, Location: build.Nowhere}
	} else {
		of = build.PlainType(element)
	}
	value, dims := target.Val, max(c.Dims, 1)
	if _, quoted := parse.TextConstant(value); element != "numeric" || quoted {
		to := of
		if slice {
			to, value = arrayOf(of, dims), putInRow(value, dims)
		}
		value = build.Cast(value, to)
	}
	if whole.GetAConst().GetIsnull() {
		whole = build.Cast(whole, arrayOf(of, dims))
	}
	switch {
	case slice && len(at) == 1 && dims == 2: // of all columns
		return assignRows(whole, at[0], value)
	case len(at) > 2 || dims > 2 || slice && len(at) != dims:
		p.NoteUnsupported(target.Location, "SET of this part of column %q is not supported", c.Name)
		return whole
	case slice && dims == 2:
		return assignSlices(whole, at, value)
	case slice:
		return build.Call("pg__array_set_slice", whole, subscriptOf(at[0].Lidx), subscriptOf(at[0].Uidx), value)
	case len(at) != dims:
		return build.Call("pg__array_set_flat", whole)
	case dims == 2:
		return build.Call("pg__array_set_nested", whole, subscriptOf(at[0].Uidx), subscriptOf(at[1].Uidx), value)
	}
	return build.Call("pg__array_set", whole, build.Cast(at[0].Uidx, build.PlainType("int4")), value)
}

// assignRows returns an array of two dimensions with other rows.
func assignRows(whole *pg_query.Node, at *pg_query.A_Indices, value *pg_query.Node) *pg_query.Node {
	empty := build.IsNull(build.Call("array_length", proto.CloneOf(whole), build.Number(2)))
	rows := build.Call("pg__array_set_slices", whole, subscriptOf(at.Lidx), subscriptOf(at.Uidx), subscriptOf(nil), subscriptOf(nil), value)
	return build.Case(rows, build.When(empty, rewrite.Failing("an array of other dimensions than its column is not supported")))
}

// assignSlices returns an array of two dimensions with another part.
func assignSlices(whole *pg_query.Node, at []*pg_query.A_Indices, value *pg_query.Node) *pg_query.Node {
	for _, i := range at {
		if !i.IsSlice {
			i.Lidx = build.Number(1)
		}
	}
	return build.Call("pg__array_set_slices", whole, subscriptOf(at[0].Lidx), subscriptOf(at[0].Uidx), subscriptOf(at[1].Lidx), subscriptOf(at[1].Uidx), value)
}

// putInRow puts an array of one dimension that is written as a text into one row, where its elements are assigned to a part of several
// dimensions: PostgreSQL takes them in their order.
func putInRow(value *pg_query.Node, dims int) *pg_query.Node {
	text, quoted := parse.TextConstant(value)
	items, end := constants.ArrayItems(text)
	if !quoted || dims != 2 || end != len(text) || len(items) == 0 || items[0].GetAArrayExpr() != nil {
		return value
	}
	return build.Text("{" + text + "}")
}

// subscriptOf is a subscript that is not NULL, or NULL for a bound that is not given.
func subscriptOf(n *pg_query.Node) *pg_query.Node {
	if n == nil {
		return build.Cast(build.Null(), build.PlainType("int4"))
	}
	return build.Call("pg__subscript", build.Cast(n, build.PlainType("int4")))
}

// arrayOf is the type of arrays of a type.
func arrayOf(of *pg_query.TypeName, dims int) *pg_query.TypeName {
	to := proto.CloneOf(of)
	for range dims {
		to.ArrayBounds = append(to.ArrayBounds, pg_query.MakeIntNode(-1))
	}
	return to
}

// insert makes the columns of an INSERT whole ones. The parts of a column make it of NULL.
func (p *partAssigner) insert(s *pg_query.InsertStmt) {
	query := s.GetSelectStmt().GetSelectStmt()
	if !hasParts(s.Cols) || query == nil {
		return
	}
	if len(query.ValuesLists) > 0 && query.LimitCount == nil && query.LimitOffset == nil && len(query.SortClause) == 0 {
		cols := s.Cols
		for _, row := range query.ValuesLists {
			s.Cols, row.GetList().Items = p.row(cols, row.GetList().Items)
		}
		return
	}
	width, known := trees.CountColumns(query)
	if !known || width != len(s.Cols) {
		p.NoteUnsupported(s.Cols[0].GetResTarget().Location, "INSERT of parts of columns by this query is not supported").WithHint("Name the columns of the query.")
		return
	}
	const rows = "__rows"
	var names []string
	var values []*pg_query.Node
	for i := range width {
		name := "__" + strconv.Itoa(i+1)
		names = append(names, name)
		values = append(values, build.Column(rows, name))
	}
	from := build.Subselect(s.SelectStmt, build.Alias(rows, names...))
	s.Cols, values = p.row(s.Cols, values)
	for i, v := range values {
		values[i] = pg_query.MakeResTargetNodeWithVal(v, build.Nowhere)
	}
	s.SelectStmt = build.Select(from, values...)
}

// row puts the values of a row together whose columns have parts.
func (p *partAssigner) row(cols, values []*pg_query.Node) (wholes, row []*pg_query.Node) {
	switch {
	case !hasParts(cols):
		return cols, values
	case len(values) > len(cols):
		p.NoteError(build.Nowhere, sqlstate.SyntaxError, "INSERT has more expressions than target columns")
		return cols, values
	case len(values) < len(cols):
		p.NoteError(cols[len(values)].GetResTarget().Location, sqlstate.SyntaxError, "INSERT has more target columns than expressions")
		return cols, values
	}
	for i, n := range cols {
		name := n.GetResTarget().GetName()
		if slices.ContainsFunc(cols[:i], func(m *pg_query.Node) bool {
			return m.GetResTarget().GetName() == name && (!isPart(n) || !isPart(m))
		}) {
			p.NoteError(n.GetResTarget().Location, "42701", "column %q specified more than once", name)
			return cols, values
		}
	}
	targets := make([]*pg_query.Node, len(cols))
	for i, n := range cols {
		target := proto.CloneOf(n.GetResTarget())
		target.Val = values[i]
		targets[i] = &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: target}}
	}
	for _, n := range p.fold(targets, func(rewrite.Column) *pg_query.Node { return build.Null() }) {
		target := n.GetResTarget()
		wholes, row = append(wholes, pg_query.MakeResTargetNodeWithName(target.Name, target.Location)), append(row, target.Val)
	}
	return wholes, row
}
