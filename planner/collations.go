package planner

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// noteMadeCollations has the translation know the collations of the columns of a new table that a query fills. known are those that the
// check of the types has found.
func (r *resolver) noteMadeCollations(statement *pg_query.Node, known []definitions.CollatedColumn, env *rewrite.Env) error {
	s := statement.GetCreateTableAsStmt()
	query, into := s.GetQuery().GetSelectStmt(), s.GetInto()
	if s.GetObjtype() != pg_query.ObjectType_OBJECT_TABLE {
		query = statement.GetSelectStmt()
		into = query.GetIntoClause()
	}
	if query == nil || into == nil {
		return nil
	}
	if known == nil {
		known = definitions.ColumnCollations(query, parse.Strings(into.ColNames), r.definitionSource(env.Types, env.VisiblePath()))
	}
	if known == nil {
		return r.refuseCollations(query, "a table made of this query")
	}
	for _, c := range known {
		switch {
		case c.Undetermined != "":
			return undeterminedOfTable(c)
		case c.Collation != "":
			env.Collations = append(env.Collations, providers.StoredColumn{Name: c.Name, Collation: c.Collation})
		}
	}
	return nil
}

// undeterminedOfTable is the error of a column of a new table, or of a materialized view, whose collation is not determined.
func undeterminedOfTable(c definitions.CollatedColumn) error {
	return sqlstate.New(sqlstate.IndeterminateCollation, "no collation was derived for column %q with collatable type %s", c.Name, c.Undetermined).WithHint(definitions.SetCollationHint)
}

// viewCollations are the collations of the columns of a view, as providers.ShownQuery keeps them.
func viewCollations(list []definitions.CollatedColumn, stored bool) (kept []string, err error) {
	for i, c := range list {
		switch {
		case c.Undetermined != "" && stored:
			return nil, undeterminedOfTable(c)
		case c.Undetermined != "":
			return nil, sqlstate.New(sqlstate.IndeterminateCollation, "could not determine which collation to use for view column %q", c.Name).WithHint(definitions.SetCollationHint)
		case c.Collation != "":
			kept = append(kept, make([]string, i+1-len(kept))...)
			kept[i] = c.Collation
		}
	}
	return kept, nil
}

// refuseCollations refuses what keeps the collations of a query's columns where they are not known and may be others than those of
// the columns' types.
func (r *resolver) refuseCollations(query proto.Message, what string) error {
	if len(r.collationsIn(query)) == 0 {
		return nil
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "the collations of %s are not supported", what)
}

// collationsIn are the collations that a statement writes, and those of the columns of its relations which are not those of the columns'
// types.
func (r *resolver) collationsIn(statement proto.Message) (found []string) {
	note := func(name string) {
		if name != "" && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	named := namedColumns{names: map[string]bool{}}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		if n, ok := m.(*pg_query.CollateClause); ok {
			_, name := parse.SplitName(n.Collname)
			note(name)
		}
		named.noteNames(m)
	})
	for _, n := range named.tables {
		of, ok := r.meantOf(n.Catalogname, n.Schemaname, n.Relname)
		for i := range of.Typed {
			if c := &of.Typed[i]; ok && (named.all || named.names[c.Name]) {
				note(r.collationOf(c))
			}
		}
	}
	return found
}

// namedColumns are the columns that a statement may read: those of its tables that are named, or all.
type namedColumns struct {
	tables []*pg_query.RangeVar
	names  map[string]bool
	all    bool
}

func (c *namedColumns) noteNames(m proto.Message) {
	switch n := m.(type) {
	case *pg_query.RangeVar:
		c.tables = append(c.tables, n)
	case *pg_query.ColumnRef:
		for _, f := range n.Fields {
			c.names[f.GetString_().GetSval()] = true
			c.all = c.all || f.GetAStar() != nil
		}
	case *pg_query.JoinExpr:
		c.all = c.all || n.IsNatural
		for _, name := range parse.Strings(n.UsingClause) {
			c.names[name] = true
		}
	case *pg_query.Alias:
		c.all = c.all || len(n.Colnames) > 0
	case *pg_query.A_Indirection:
		c.all = true
	}
}

// collationOf is the collation of a column where it is not the default one of the database.
func (r *resolver) collationOf(c *providers.TypedColumn) string {
	if c.Collation != "" || c.User == "" {
		return c.Collation
	}
	types, _ := userTypes(r.source.Catalog)
	return providers.DomainCollation(types, c.User)
}

// refuseUnknownCollations refuses a statement of which package definitions does not know everything, where its collations may matter.
func (r *resolver) refuseUnknownCollations(statement *pg_query.Node, env *rewrite.Env) error {
	found := r.collationsIn(statement)
	if err := refuseSeveralCollations(statement, found); err != nil {
		return err
	}
	if slices.ContainsFunc(found, definitions.KnowsASCIIAlone) {
		if err := writeBytewise(statement, sameMatches(statement), env); err != nil {
			return err
		}
		return refuseBytewise(statement)
	}
	return nil
}

// refuseSeveralCollations refuses a statement that reads or changes columns of several collations, which it may put together.
func refuseSeveralCollations(statement *pg_query.Node, found []string) error {
	switch statement.GetNode().(type) {
	case *pg_query.Node_SelectStmt, *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_MergeStmt,
		*pg_query.Node_ExplainStmt, *pg_query.Node_DeclareCursorStmt, *pg_query.Node_CreateTableAsStmt, *pg_query.Node_ViewStmt, *pg_query.Node_PrepareStmt:
	default:
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(found), func(name string) bool { return name == "default" })
	if len(others) < 2 {
		return nil
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "a statement over columns of the collations %q and %q is not supported with what else it has", others[0], others[1])
}
