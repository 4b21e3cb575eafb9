package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A view may give the columns of its table other names, and have columns that it computes. A change names the view's; the change of the
// table that stands for it names the table's. A name that may mean something else than a column of the view is refused, and so is a
// computed column.

// readColumns finds the columns of the table that those of a view are.
func (v *viewTarget) readColumns(q *pg_query.SelectStmt, base *providers.Relation, verb string) error {
	find := func(name string) string {
		at := slices.IndexFunc(base.Typed, func(c providers.TypedColumn) bool { return strings.EqualFold(c.Name, name) })
		if at < 0 {
			return ""
		}
		return base.Typed[at].Name
	}
	table := q.FromClause[0].GetRangeVar()
	known := parse.AliasOrName(table)
	if len(q.TargetList) == 1 {
		if !trees.IsSingleColumn(q.TargetList[0]) {
			for _, name := range v.columns {
				if v.names[strings.ToLower(name)] = find(name); find(name) == "" {
					return errView("has other columns than its query")
				}
			}
			return nil
		}
	}
	q.TargetList = slices.DeleteFunc(q.TargetList, func(n *pg_query.Node) bool { return providers.IsScaleColumn(n.GetResTarget().GetName()) })
	if len(q.TargetList) != len(v.columns) {
		return errView("has other columns than its query")
	}
	for i, n := range q.TargetList {
		fields := parse.NameParts(n.GetResTarget().GetVal().GetColumnRef().GetFields())
		name := ""
		if len(fields) == 1 || len(fields) > 1 && strings.EqualFold(fields[len(fields)-2], known) && find(known) == "" { // else a field of a column
			name = find(fields[len(fields)-1])
		}
		if v.names[strings.ToLower(v.columns[i])] = name; name == "" {
			if err := v.checkComputed(n, v.columns[i], verb); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofOneRow are functions of which a column of a view may be made: of one row each, and one row each.
var ofOneRow = parse.WordSet(`abs btrim ceil char_length concat floor left length lower ltrim mod nullif replace right round rtrim substr substring trim trunc upper`)

// ofSeveralRows are functions that return sets.
var ofSeveralRows = parse.WordSet(`unnest generate_series generate_subscripts string_to_table json_array_elements json_array_elements_text json_each json_each_text
	json_object_keys jsonb_array_elements jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys jsonb_path_query regexp_matches regexp_split_to_table
	json_populate_recordset jsonb_populate_recordset json_to_recordset jsonb_to_recordset`)

// checkComputed returns an error for a column that is of many rows, or of none: a view of such columns has other rows than its table.
func (v *viewTarget) checkComputed(target *pg_query.Node, column, verb string) (err error) {
	shown := v.computed[strings.ToLower(column)]
	if shown != nil {
		target = build.Target(shown, "")
	}
	trees.EachExpression(target, func(n *pg_query.Node) {
		f := n.GetFuncCall()
		if f == nil || err != nil {
			return
		}
		schema, name := parse.SplitName(f.Funcname)
		switch name = strings.TrimPrefix(name, "pg__"); { // as the source's text of the view has it
		case f.Over != nil:
			err = v.errNotUpdatable(verb, "Views that return window functions are not automatically updatable.")
		case functionnames.IsAggregate(name), name == "count_star":
			err = v.errNotUpdatable(verb, "Views that return aggregate functions are not automatically updatable.")
		case ofSeveralRows[name]:
			err = v.errNotUpdatable(verb, "Views that return set-returning functions are not automatically updatable.")
		case schema != "" && schema != "pg_catalog" || shown == nil && !ofOneRow[name]:
			err = errView("computes a column by %s", name)
		}
	})
	return err
}

// has reports whether a view has a column.
func (v *viewTarget) has(name string) bool {
	_, ok := v.names[strings.ToLower(name)]
	return ok
}

// knows reports whether a column that is qualified with a name is one of the view.
func (v *viewTarget) knows(relation string) bool {
	return strings.EqualFold(relation, v.alias) || strings.EqualFold(relation, "excluded")
}

// differs reports whether the table has no column of the name, or another one than the view.
func (v *viewTarget) differs(name string) bool {
	return v.has(name) && !strings.EqualFold(v.names[strings.ToLower(name)], name)
}

// nameTargets puts the columns of the table in the place of those of the view that a statement writes.
func (v *viewTarget) nameTargets(targets []*pg_query.Node, verb string) error {
	written := map[string]string{}
	for _, n := range targets {
		target := n.GetResTarget()
		view := strings.ToLower(target.GetName())
		name := v.names[view]
		switch {
		case !v.has(view):
			return sqlstate.New(sqlstate.UndefinedColumn, "column %q of relation %q does not exist", target.GetName(), v.name)
		case name == "":
			return sqlstate.New(sqlstate.FeatureNotSupported, "cannot %s column %q of view %q", verb, target.Name, v.name).
				WithDetail("View columns that are not columns of their base relation are not updatable.")
		case written[name] != "" && written[name] != view:
			return sqlstate.New(sqlstate.SyntaxError, "multiple assignments to same column %q", name)
		}
		if written[name] = view; v.differs(view) {
			target.Name = name
		}
	}
	return nil
}

// nameConflict names the columns of an ON CONFLICT.
func (v *viewTarget) nameConflict(s *pg_query.OnConflictClause) error {
	if s == nil {
		return nil
	}
	if err := v.nameTargets(s.TargetList, "update"); err != nil {
		return err
	}
	for _, n := range s.GetInfer().GetIndexElems() {
		e := n.GetIndexElem()
		switch name := v.names[strings.ToLower(e.GetName())]; {
		case e.GetName() == "":
		case name == "":
			return sqlstate.New(sqlstate.UndefinedColumn, "column %q does not exist", e.Name)
		case v.differs(e.Name):
			e.Name = name
		}
	}
	return v.nameReferences(s.ProtoReflect(), false)
}

// nameReturned names the columns of RETURNING. What the client sees keeps its names.
func (v *viewTarget) nameReturned(list []*pg_query.Node, joined bool) error {
	for _, n := range list {
		target := n.GetResTarget()
		shown, _ := resultcolumns.Name(target.Val)
		if err := v.nameReferences(n.ProtoReflect(), joined); err != nil {
			return err
		}
		if now, _ := resultcolumns.Name(target.Val); now != shown && target.Name == "" {
			target.Name = shown
		}
	}
	return nil
}

// nameReferences puts the columns of the table in the place of those of the view that an expression reads. others: a name without
// the view's may be a column of another relation.
func (v *viewTarget) nameReferences(m protoreflect.Message, others bool) (err error) {
	switch n := m.Interface().(type) {
	case *pg_query.Node:
		if shown := v.computedBy(n.GetColumnRef(), others); shown != nil {
			n.Node = shown.Node
			return nil
		}
	case *pg_query.ColumnRef:
		return v.nameReference(n, others)
	case *pg_query.SelectStmt:
		others = true
	case *pg_query.RangeVar:
		if n.Alias == nil && strings.EqualFold(n.Relname, v.alias) {
			return v.errNamesake()
		}
	case *pg_query.Alias:
		if strings.EqualFold(n.Aliasname, v.alias) {
			return v.errNamesake()
		}
	case *pg_query.CommonTableExpr:
		if strings.EqualFold(n.Ctename, v.alias) {
			return v.errNamesake()
		}
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		err = v.nameReferences(child, others)
		return err == nil
	})
	return err
}

// readComputed reads what the columns of a view are computed by from its query as Postgres shows it, if that can be read.
func (v *viewTarget) readComputed(shown string, base *providers.Relation) {
	list, err := parse.Statements(shown)
	if err != nil || len(list) != 1 {
		return
	}
	q := list[0].Raw.Stmt.GetSelectStmt()
	if len(q.GetFromClause()) != 1 || len(q.GetTargetList()) != len(v.columns) {
		return
	}
	v.computed = map[string]*pg_query.Node{}
	for i, n := range q.TargetList {
		value := n.GetResTarget().GetVal()
		if value.GetColumnRef() != nil || trees.HasSubquery(value) || !v.bindShown(value.ProtoReflect(), q.FromClause[0].GetRangeVar(), base) {
			continue
		}
		placeAll(value.ProtoReflect(), -1)
		v.computed[strings.ToLower(v.columns[i])] = value
	}
}

// bindShown gives the columns of an expression of the view's query the name by which the statement knows the view. It reports whether they
// are columns of the view's table.
func (v *viewTarget) bindShown(m protoreflect.Message, table *pg_query.RangeVar, base *providers.Relation) bool {
	if ref, ok := m.Interface().(*pg_query.ColumnRef); ok {
		last, known := ref.Fields[len(ref.Fields)-1].GetString_(), len(ref.Fields) == 1
		if len(ref.Fields) == 2 {
			known = ref.Fields[0].GetString_().GetSval() == parse.AliasOrName(table)
		}
		if last == nil || !known || !slices.ContainsFunc(base.Typed, func(c providers.TypedColumn) bool { return c.Name == last.Sval }) {
			return false
		}
		ref.Fields = []*pg_query.Node{pg_query.MakeStrNode(v.alias), pg_query.MakeStrNode(last.Sval)}
		return true
	}
	fine := true
	parse.Children(m, func(child protoreflect.Message) bool {
		fine = fine && v.bindShown(child, table, base)
		return fine
	})
	return fine
}

// computedBy is what stands in the place of a column that the view computes; nil: the name means something else, or may.
func (v *viewTarget) computedBy(ref *pg_query.ColumnRef, others bool) *pg_query.Node {
	fields := parse.NameParts(ref.GetFields())
	qualified := len(fields) == 2 && strings.EqualFold(fields[0], v.alias)
	if len(fields) == 0 || !qualified && (len(fields) > 1 || others) || v.names[strings.ToLower(fields[len(fields)-1])] != "" {
		return nil
	}
	shown := v.computed[strings.ToLower(fields[len(fields)-1])]
	if shown == nil {
		return nil
	}
	return proto.CloneOf(shown)
}

func (v *viewTarget) nameReference(ref *pg_query.ColumnRef, others bool) error {
	last := ref.Fields[len(ref.Fields)-1].GetString_()
	qualified := len(ref.Fields) == 2 && v.knows(ref.Fields[0].GetString_().GetSval())
	switch {
	case last == nil && qualified:
		return errView("is read as whole rows")
	case last == nil || !v.differs(last.Sval) || len(ref.Fields) > 1 && !qualified:
		return nil
	case others && !qualified:
		return errView("has column %q of its own, which the statement names without the view where other relations are read,", last.Sval)
	case v.names[strings.ToLower(last.Sval)] == "":
		return errView("computes column %q, which the statement reads,", last.Sval)
	}
	last.Sval = v.names[strings.ToLower(last.Sval)]
	return nil
}

// errNamesake is the error of a subquery in which a name may mean the view that is changed or another relation.
func (v *viewTarget) errNamesake() error {
	if !slices.ContainsFunc(v.columns, v.differs) {
		return nil
	}
	return errView("renames or computes columns, and whose name %q another relation of the statement has,", v.alias)
}
