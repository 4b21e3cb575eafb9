package usertypes

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Columns of domains and composite types: their types, their defaults, and the foreign keys over them.

// DefineColumn gives a column of a domain the type of the domain's values, and keeps the domain.
func (t *Rules) DefineColumn(s *pg_query.RangeVar, column *pg_query.ColumnDef) {
	u := t.TypeNamed(column.GetTypeName())
	if u == nil {
		return
	}
	at := column.TypeName.Location
	if u.Kind == "c" {
		t.compositeColumn(column, u)
	} else {
		if len(column.TypeName.ArrayBounds) > 0 {
			t.NoteUnsupported(at, "an array of the domain %s is not supported", u.Name)
			return
		}
		if s.GetRelpersistence() == "t" {
			t.NoteUnsupported(at, "a column of the domain %s in a temporary table is not supported", u.Name)
			return
		}
		t.checkDefault(column, u)
		column.TypeName = t.parsedType(t.domains(u)[0].Base)
	}
	t.Changed = true
	kept := rewrite.KeptCheck(providers.KeptConstraint{Kind: "t", Name: u.ID, Columns: []string{column.Colname}})
	column.Constraints = append(column.Constraints, kept)
}

// checkDefault has the source check the default of a column of a domain, which is a constant.
func (t *Rules) checkDefault(column *pg_query.ColumnDef, u *providers.UserType) {
	for _, n := range column.Constraints {
		k := n.GetConstraint()
		if k.GetContype() == pg_query.ConstrType_CONSTR_GENERATED || k.GetContype() == pg_query.ConstrType_CONSTR_IDENTITY {
			t.NoteUnsupported(k.GetLocation(), "a generated column of a domain is not supported")
		}
		if k.GetContype() != pg_query.ConstrType_CONSTR_DEFAULT || !t.constrained(u) {
			continue
		}
		if !isConstant(k.RawExpr) {
			t.NoteUnsupported(k.Location, "a default that is no constant of a column of the domain %s is not supported", u.Name)
			return
		}
		value := t.checked(u, proto.CloneOf(k.RawExpr), true)
		refuseFailing(value, "a default of column "+lexical.QuoteIfNeeded(column.Colname)+" that the domain "+lexical.QuoteIfNeeded(u.Name)+" does not allow is not supported")
		t.Before = append(t.Before, t.probeOf(value))
	}
}

// probeOf is a statement that has the source compute a value.
func (t *Rules) probeOf(value *pg_query.Node) string {
	probe := build.Select(nil, pg_query.MakeResTargetNodeWithVal(value, build.Nowhere))
	t.Translate(probe.ProtoReflect())
	return t.DeparseStatement(probe)
}

// refuseFailing has the checks of a domain around a value refuse it: PostgreSQL takes the default, and fails once a row has it.
func refuseFailing(value *pg_query.Node, message string) {
	for _, n := range value.GetCaseExpr().GetArgs() {
		if f := n.GetCaseWhen().GetResult().GetFuncCall(); f != nil {
			f.Args = []*pg_query.Node{build.Text(string(sqlstate.FeatureNotSupported) + ": " + message)}
		}
	}
}

// CheckAddedColumn has the source check what the rows of a table get of a new column of a domain that has no default of its own.
func (t *Rules) CheckAddedColumn(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd, column *pg_query.ColumnDef) {
	u := t.TypeNamed(column.GetTypeName())
	if u == nil || u.Kind != "d" || trees.HasConstraint(column.Constraints, pg_query.ConstrType_CONSTR_DEFAULT) {
		return
	}
	switch {
	case !t.defaultOf(u).GetAConst().GetIsnull():
		t.NoteUnsupported(build.Nowhere, "ADD COLUMN of the domain %s, which has a default, is not supported", u.Name).
			WithHint("Write the default: ADD COLUMN … DEFAULT ….")
	case !t.constrained(u):
	case s.MissingOk || c.MissingOk:
		t.NoteUnsupported(build.Nowhere, "ADD COLUMN of the domain %s with IF EXISTS is not supported", u.Name)
	default:
		t.Before = append(t.Before, t.probeOf(t.checked(u, build.Null(), true))+" FROM "+lexical.QuoteRelation(s.Relation)+" LIMIT 1")
	}
}

// CheckNewDefault has the source check the new default of a column of a domain or a composite type.
func (t *Rules) CheckNewDefault(column *rewrite.Column, c *pg_query.AlterTableCmd) {
	u := t.ByID(column.User)
	switch {
	case u == nil:
		t.NoteUnsupported(build.Nowhere, "a default of column %q, which is of this type, is not supported", c.Name)
	case u.Kind == "c" && !c.Def.GetAConst().GetIsnull():
		c.Def = t.compositeDefault(c.Def, u, column.Array)
	case u.Kind == "d":
		k := &pg_query.Constraint{Contype: pg_query.ConstrType_CONSTR_DEFAULT, RawExpr: c.Def, Location: build.Nowhere}
		t.checkDefault(&pg_query.ColumnDef{Colname: c.Name, Constraints: []*pg_query.Node{build.Constraint(k)}}, u)
	}
}

// RefuseReferentialActions refuses a foreign key that would itself set a column of a domain, which nothing would check.
func (t *Rules) RefuseReferentialActions(r *pg_query.RangeVar, elements []*pg_query.Node) {
	constrained := map[string]bool{}
	if t.Env.Columns != nil && len(t.Env.Types) > 0 {
		for _, c := range t.Env.Columns(r.GetSchemaname(), r.GetRelname()) {
			if u := t.ByID(c.User); u != nil && u.Kind == "d" {
				constrained[c.Name] = t.constrained(u)
			}
		}
	}
	carries := func(k *pg_query.Constraint, columns []string) {
		sets := k.GetContype() == pg_query.ConstrType_CONSTR_FOREIGN && (k.FkUpdAction != "a" && k.FkUpdAction != "r" && k.FkUpdAction != "" || k.FkDelAction == "n" || k.FkDelAction == "d")
		if sets && slices.ContainsFunc(columns, func(c string) bool { return constrained[c] }) {
			t.NoteUnsupported(k.Location, "a foreign key that sets a column of a domain is not supported").WithHint("Leave out ON UPDATE and ON DELETE SET.")
		}
	}
	for _, e := range elements {
		if c := e.GetColumnDef(); c != nil {
			if u := t.TypeNamed(c.TypeName); u != nil && u.Kind == "d" {
				constrained[c.Colname] = t.constrained(u)
			}
			for _, n := range c.Constraints {
				carries(n.GetConstraint(), []string{c.Colname})
			}
		}
	}
	for _, e := range elements {
		carries(e.GetConstraint(), parse.NameParts(e.GetConstraint().GetFkAttrs()))
	}
}

// isConstant reports whether an expression is a constant, or a cast of one.
func isConstant(n *pg_query.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	if _, number := parse.IntConstant(n); number {
		return true
	}
	return n.GetAConst() != nil
}
