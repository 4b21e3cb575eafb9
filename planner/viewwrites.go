package planner

import (
	"context"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/changes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB changes no rows through views. A change of a simple view is planned as the change of its table, so it is judged as that:
// the view is one table, and the condition of the view is one of comparisons.

// viewTarget is a simple view that a statement changes.
type viewTarget struct {
	name    string // of the view
	alias   string // by which the statement knows it
	columns []string
	names   map[string]string // of the table's columns by those of the view, in lower case; "": the view computes the column
	// computed has what columns are computed by, as Postgres shows it, over the columns of the table under the view's alias.
	computed map[string]*pg_query.Node
	table    *pg_query.RangeVar
	hidden   map[string]bool // columns of the table that the view does not show, in lower case
	where    *pg_query.Node
	ofTable  bool // it reads a table, not a view
}

// planViewChange plans an INSERT, UPDATE or DELETE of a view as that of the view's table. It returns nil if the target
// is no view.
func (p *Planner) planViewChange(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
	target, verb := changedRelation(one.Raw.Stmt)
	if target == nil || target.Catalogname != "" && target.Catalogname != scope.Default && target.Catalogname != scope.Database {
		return nil, nil //nolint:nilnil // it is planned as all others
	}
	src, err := scope.Source(ctx, scope.Default)
	if err != nil || src.Info.Dialect != providers.DuckDB {
		return nil, err
	}
	relation, isView := viewNamed(src, target)
	if !isView {
		return nil, nil //nolint:nilnil // it is planned as all others
	}
	v, err := readView(&relation, target, src, verb)
	if err != nil {
		return nil, err
	}
	if verb != "delete from" {
		if one.Checks, err = v.addCheck(one.Checks, relation.CheckOption); err != nil {
			return nil, err
		}
	}
	if err := v.replaceIn(one.Raw.Stmt); err != nil {
		return nil, err
	}
	if len(one.Checks) > 0 && v.ofTable {
		one.Returned = changes.ReturnChecked(one.Raw.Stmt, v.alias, one.Checks)
	}
	text, err := parse.Deparsed(one, one.Raw.Stmt, "this change of a view")
	if err != nil {
		return nil, err
	}
	st, err := p.planAs(ctx, one, text, scope, before)
	if err == nil && len(one.Checks) > 0 && !st.checked {
		return nil, errView("WITH CHECK OPTION by this statement")
	}
	if err == nil && target.Schemaname == "" {
		st.ChangedView = target.Relname
	}
	return st, err
}

// viewNamed returns the view of a user that a name means at an embedded source.
func viewNamed(src Source, name *pg_query.RangeVar) (providers.Relation, bool) {
	if _, isAPI := src.Catalog.(providers.Methods); isAPI {
		return providers.Relation{}, false
	}
	r, known := src.Catalog.Relation(name.Schemaname, name.Relname)
	return r, known && r.Kind == "view" && !r.Builtin && len(r.Hidden) == 1 && r.Hidden[0].SQL != ""
}

// addCheck adds the condition of a view to those that rows must meet. The views that a view reads check first.
func (v *viewTarget) addCheck(checks []parse.RowCheck, option string) ([]parse.RowCheck, error) {
	for _, check := range checks { // of the views that read this one
		if err := v.nameReferences(check.Where.ProtoReflect(), true); err != nil {
			return nil, err
		}
	}
	cascades := option == "cascaded" || len(checks) > 0 && checks[0].Cascades
	if option == "" && !cascades {
		return checks, nil
	}
	return slices.Concat([]parse.RowCheck{{View: v.name, Where: proto.CloneOf(v.where), Cascades: cascades}}, checks), nil
}

// planAs plans another text in place of a statement's own, with the same parameters.
func (p *Planner) planAs(ctx context.Context, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return nil, sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "what the statement runs cannot be planned")
	}
	list[0].Checks, list[0].Returned = one.Checks, one.Returned
	st, err := p.planStatement(ctx, list[0], text, scope, before)
	if err != nil {
		return nil, sqlstate.Unplaced(err)
	}
	st.Text, st.Offset, st.executes, st.uncached = one.Text, one.Offset, true, true
	for i := range st.Effects {
		st.Effects[i].Offset = one.Offset
	}
	for i := range st.Missing {
		st.Missing[i].Offset = one.Offset
	}
	return st, nil
}

// changedRelation returns the target of an INSERT, UPDATE or DELETE, or nil if the statement is none.
func changedRelation(n *pg_query.Node) (target *pg_query.RangeVar, verb string) {
	switch {
	case n.GetInsertStmt() != nil:
		return n.GetInsertStmt().Relation, "insert into"
	case n.GetUpdateStmt() != nil:
		return n.GetUpdateStmt().Relation, "update"
	case n.GetDeleteStmt() != nil:
		return n.GetDeleteStmt().Relation, "delete from"
	}
	return nil, ""
}

func errView(format string, args ...any) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "a change of the rows of a view that "+format+" is not supported", args...).
		WithHint("Change the table that the view reads.")
}

// readView reads what a view is made of.
func readView(relation *providers.Relation, target *pg_query.RangeVar, src Source, verb string) (*viewTarget, error) {
	v := &viewTarget{name: relation.Name, alias: relation.Name, names: map[string]string{}, hidden: map[string]bool{}}
	if target.Alias != nil {
		v.alias = target.Alias.Aliasname
	}
	list, err := parse.Statements(relation.Hidden[0].SQL)
	if err != nil || len(list) != 1 || list[0].Raw.Stmt.GetSelectStmt() == nil {
		return nil, errView("is read by more than a query")
	}
	q := list[0].Raw.Stmt.GetSelectStmt()
	if !isSimple(q) {
		q = shownView(relation, q)
		why := "Views containing " + beyondSimple(q) + " are not automatically updatable."
		if beyondSimple(q) == "" {
			why = "Views that do not select from a single table or view are not automatically updatable."
		}
		return nil, v.errNotUpdatable(verb, why)
	}
	base, err := baseOf(relation, q.FromClause[0].GetRangeVar(), src)
	if err != nil {
		return nil, err
	}
	v.ofTable = base.Kind == "table"
	for _, c := range relation.Typed {
		v.columns = append(v.columns, c.Name)
	}
	v.readComputed(relation.Hidden[0].Shown, &base)
	if err := v.readColumns(q, &base, verb); err != nil {
		return nil, err
	}
	if verb != "delete from" && !slices.ContainsFunc(v.columns, func(name string) bool { return v.names[strings.ToLower(name)] != "" }) {
		return nil, v.errNotUpdatable(verb, "Views that have no updatable columns are not automatically updatable.")
	}
	for _, c := range base.Typed {
		if !slices.ContainsFunc(v.columns, func(name string) bool { return strings.EqualFold(name, c.Name) }) {
			v.hidden[strings.ToLower(c.Name)] = true
		}
	}
	v.table = &pg_query.RangeVar{
		Schemaname: base.Schema, Relname: base.Name, Inh: true, Relpersistence: "p", Location: -1, Alias: &pg_query.Alias{Aliasname: v.alias},
	}
	if q.WhereClause != nil {
		if !v.bindCondition(q.WhereClause.ProtoReflect()) {
			return nil, errView("has another condition than comparisons of its columns with constants")
		}
		v.where = q.WhereClause
	}
	return v, nil
}

// shownView is the query of a view as PostgreSQL shows it, or as the source has it.
func shownView(relation *providers.Relation, q *pg_query.SelectStmt) *pg_query.SelectStmt {
	if list, err := parse.Statements(relation.Hidden[0].Shown); err == nil && len(list) == 1 && list[0].Raw.Stmt.GetSelectStmt() != nil {
		return list[0].Raw.Stmt.GetSelectStmt()
	}
	return q
}

// errNotUpdatable is the error of a view whose rows Postgres changes by rules and triggers alone.
func (v *viewTarget) errNotUpdatable(verb, why string) error {
	to := map[string]string{"insert into": "inserting into", "update": "updating", "delete from": "deleting from"}[verb]
	return sqlstate.New(sqlstate.ObjectNotInState, "cannot %s view %q", verb, v.name).WithDetail("%s", why).
		WithHint("To enable %s the view, change its definition: it must be one table without DISTINCT, GROUP BY, LIMIT and the like.", to)
}

// isSimple reports whether a query is one that Postgres would change rows through.
func isSimple(q *pg_query.SelectStmt) bool {
	return q.Op <= pg_query.SetOperation_SETOP_NONE && len(q.DistinctClause)+len(q.GroupClause)+len(q.ValuesLists)+len(q.WindowClause) == 0 &&
		q.HavingClause == nil && q.WithClause == nil && q.LimitCount == nil && q.LimitOffset == nil && len(q.FromClause) == 1 && q.FromClause[0].GetJoinExpr() == nil
}

// beyondSimple is the first clause for which PostgreSQL does not change the rows of a view; "": the view is no query of one table.
func beyondSimple(q *pg_query.SelectStmt) string {
	switch {
	case q.Op > pg_query.SetOperation_SETOP_NONE:
		return "UNION, INTERSECT, or EXCEPT"
	case len(q.DistinctClause) > 0:
		return "DISTINCT"
	case len(q.GroupClause) > 0:
		return "GROUP BY"
	case q.HavingClause != nil:
		return "HAVING"
	case q.WithClause != nil:
		return "WITH"
	case q.LimitCount != nil || q.LimitOffset != nil:
		return "LIMIT or OFFSET"
	}
	return ""
}

// baseOf finds the table that a view reads.
func baseOf(relation *providers.Relation, table *pg_query.RangeVar, src Source) (base providers.Relation, err error) {
	if table == nil || table.Catalogname != "" && table.Catalogname != src.Info.Name || table.GetAlias() != nil && len(table.Alias.Colnames) > 0 {
		return base, errView("reads no table")
	}
	schema := table.Schemaname
	if schema == "" {
		schema = relation.Schema
	}
	base, known := src.Catalog.Relation(schema, table.Relname)
	if !known || base.Builtin || base.Kind != "table" && base.Kind != "view" {
		return base, errView("reads no table of its schema")
	}
	return base, nil
}

// compared are the operators of a condition that mean the same in the text that DuckDB keeps.
var compared = parse.WordSet(`= <> != < > <= >= ~~ !~~ ~~* !~~* BETWEEN`)

// plain are the functions of a condition that mean the same in the text that DuckDB keeps.
var plain = parse.WordSet(`lower upper`)

// bindCondition gives the columns of a view's condition the name by which the statement knows the table. It reports whether
// the condition has nothing else than comparisons.
func (v *viewTarget) bindCondition(m protoreflect.Message) bool {
	switch n := m.Interface().(type) {
	case *pg_query.ColumnRef:
		name := n.Fields[len(n.Fields)-1].GetString_()
		if name == nil {
			return false
		}
		n.Fields = []*pg_query.Node{pg_query.MakeStrNode(v.alias), pg_query.MakeStrNode(name.Sval)}
		return true
	case *pg_query.A_Expr:
		if op := parse.Strings(n.Name); len(op) != 1 || !compared[op[0]] {
			return false
		}
	case *pg_query.FuncCall:
		name := parse.Strings(n.Funcname)
		if len(name) != 1 || !plain[name[0]] || len(n.Args) != 1 || n.Over != nil {
			return false
		}
		return v.bindCondition(n.Args[0].ProtoReflect())
	case *pg_query.A_Const, *pg_query.TypeName:
		return true
	case *pg_query.Node, *pg_query.BoolExpr, *pg_query.NullTest, *pg_query.BooleanTest, *pg_query.TypeCast, *pg_query.List, *pg_query.CoalesceExpr:
	default:
		return false
	}
	fine := true
	parse.Children(m, func(child protoreflect.Message) bool {
		if s, ok := child.Interface().(*pg_query.String); ok && s != nil {
			return true
		}
		if s, ok := child.Interface().(*pg_query.Node); ok && s.GetString_() != nil { // of an operator
			return true
		}
		fine = fine && v.bindCondition(child)
		return fine
	})
	return fine
}

// replaceIn puts the table in the place of the view in a statement.
func (v *viewTarget) replaceIn(n *pg_query.Node) error {
	if err := v.checkReferences(n.ProtoReflect()); err != nil {
		return err
	}
	var err error
	switch s := n.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		if err = v.nameInserted(s.InsertStmt); err != nil {
			return err
		}
		if s.InsertStmt.ReturningList, err = v.returned(s.InsertStmt.ReturningList, false); err != nil {
			return err
		}
		for _, r := range s.InsertStmt.ReturningList {
			v.unqualify(r.ProtoReflect()) // DuckDB knows no alias there
		}
		s.InsertStmt.Relation = v.table
	case *pg_query.Node_UpdateStmt:
		joined := len(s.UpdateStmt.FromClause) > 0
		if err = v.nameTargets(s.UpdateStmt.TargetList, "update"); err != nil {
			return err
		}
		for _, n := range append(slices.Clone(s.UpdateStmt.TargetList), s.UpdateStmt.WhereClause) {
			if err = v.nameReferences(n.ProtoReflect(), joined); err != nil {
				return err
			}
		}
		s.UpdateStmt.ReturningList, err = v.returned(s.UpdateStmt.ReturningList, joined)
		s.UpdateStmt.Relation, s.UpdateStmt.WhereClause = v.table, build.Both(s.UpdateStmt.WhereClause, v.where)
	case *pg_query.Node_DeleteStmt:
		joined := len(s.DeleteStmt.UsingClause) > 0
		if err = v.nameReferences(s.DeleteStmt.WhereClause.ProtoReflect(), joined); err != nil {
			return err
		}
		s.DeleteStmt.ReturningList, err = v.returned(s.DeleteStmt.ReturningList, joined)
		s.DeleteStmt.Relation, s.DeleteStmt.WhereClause = v.table, build.Both(s.DeleteStmt.WhereClause, v.where)
	}
	return err
}

// checkReferences refuses names that mean another thing in the table than in the view.
func (v *viewTarget) checkReferences(m protoreflect.Message) (err error) {
	if ref, ok := m.Interface().(*pg_query.ColumnRef); ok && len(ref.Fields) > 0 {
		name := strings.ToLower(ref.Fields[len(ref.Fields)-1].GetString_().GetSval())
		switch {
		case v.hidden[name] && (len(ref.Fields) != 2 || v.knows(ref.Fields[0].GetString_().GetSval())):
			return errView("does not show column %q, which the statement names,", name)
		case len(ref.Fields) == 1 && strings.EqualFold(name, v.alias):
			return errView("is read as whole rows")
		}
		return nil
	}
	if where, ok := m.Interface().(*pg_query.CurrentOfExpr); ok && where != nil {
		return errView("is read by a cursor")
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		err = v.checkReferences(child)
		return err == nil
	})
	return err
}

// nameInserted names the columns of an INSERT: those of the view are not those of the table.
func (v *viewTarget) nameInserted(s *pg_query.InsertStmt) error {
	query := s.GetSelectStmt().GetSelectStmt()
	if len(s.Cols) > 0 || query == nil {
		if err := v.nameTargets(s.Cols, "insert into"); err != nil {
			return err
		}
		return v.nameConflict(s.OnConflictClause)
	}
	width := len(query.TargetList)
	if len(query.ValuesLists) > 0 {
		width = len(query.ValuesLists[0].GetList().GetItems())
	}
	for _, n := range query.TargetList {
		if !trees.IsSingleColumn(n) {
			width = 0
		}
	}
	if width == 0 || query.Op > pg_query.SetOperation_SETOP_NONE {
		return errView("gets rows without a list of columns")
	}
	for _, name := range v.columns[:min(width, len(v.columns))] {
		s.Cols = append(s.Cols, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Name: name, Location: -1}}})
	}
	if err := v.nameTargets(s.Cols, "insert into"); err != nil {
		return err
	}
	return v.nameConflict(s.OnConflictClause)
}

// returned puts the columns of the view in the place of * in RETURNING, and those of the table in their place.
func (v *viewTarget) returned(list []*pg_query.Node, joined bool) (out []*pg_query.Node, err error) {
	for _, n := range list {
		fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		star := !trees.IsSingleColumn(n)
		switch {
		case star && len(fields) == 1 && joined:
			return nil, errView("is joined in RETURNING *")
		case star && (len(fields) == 1 || strings.EqualFold(fields[0].GetString_().GetSval(), v.alias)):
			for _, name := range v.columns {
				out = append(out, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(v.alias), pg_query.MakeStrNode(name)}, -1), -1))
			}
		default:
			out = append(out, n)
		}
	}
	return out, v.nameReturned(out, joined)
}

// unqualify takes the name of the view away from its columns.
func (v *viewTarget) unqualify(m protoreflect.Message) {
	if ref, ok := m.Interface().(*pg_query.ColumnRef); ok && len(ref.Fields) == 2 && strings.EqualFold(ref.Fields[0].GetString_().GetSval(), v.alias) {
		ref.Fields = ref.Fields[1:]
		return
	}
	if sub, ok := m.Interface().(*pg_query.SubLink); ok && sub != nil {
		return
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		v.unqualify(child)
		return true
	})
}
