package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// madeNames returns the names that a CREATE TABLE gives to relations, the table's first, if the statement changes
// nothing that was there before: no parent, and no table that a foreign key leads to. nil: it may. Names that
// the server chooses, which begin with the table's, are not among them.
func madeNames(n *pg_query.Node) []string {
	c := n.GetCreateStmt()
	if c == nil || c.Relation.GetRelpersistence() == "t" || isTemporarySchema(c.Relation.GetSchemaname()) || c.Relation.GetSchemaname() == "pg_catalog" ||
		len(c.InhRelations) > 0 || c.Partbound != nil || c.OfTypename != nil {
		return nil
	}
	if strings.HasPrefix(c.Relation.Relname, "_") { // the server renames the array type that has this name
		return nil
	}
	names := []string{c.Relation.Relname}
	for _, element := range c.TableElts {
		constraints := []*pg_query.Node{element}
		if column := element.GetColumnDef(); column != nil {
			constraints = column.Constraints
		}
		for _, n := range constraints {
			if made, alone := makesIndex(n.GetConstraint()); !alone {
				return nil
			} else if made != "" {
				names = append(names, made)
			}
		}
	}
	return names
}

// makesIndex returns the name that a constraint gives to its index, if it has one; alone: the constraint
// concerns its own table alone. That of a foreign key adds triggers to the other table.
func makesIndex(c *pg_query.Constraint) (name string, alone bool) {
	switch {
	case c == nil: // a LIKE clause
		return "", false
	case c.Contype == pg_query.ConstrType_CONSTR_FOREIGN:
		return "", false
	case c.Contype == pg_query.ConstrType_CONSTR_IDENTITY:
		return "", len(c.Options) == 0 // an option names the sequence
	case c.Contype == pg_query.ConstrType_CONSTR_PRIMARY, c.Contype == pg_query.ConstrType_CONSTR_UNIQUE, c.Contype == pg_query.ConstrType_CONSTR_EXCLUSION:
		return c.Conname, true
	}
	return "", true
}

// isTemporarySchema reports the name of a schema of temporary tables.
func isTemporarySchema(schema string) bool {
	return strings.HasPrefix(schema, "pg_temp") || strings.HasPrefix(schema, "pg_toast_temp")
}

// refuseTemporaryView refuses a temporary view of the embedded engine that does more than read. Statements are
// judged by the catalog without temporary objects, so who reads the view later would not be asked.
func refuseTemporaryView(st *Statement, n *pg_query.Node, src Source) error {
	view := n.GetViewStmt().GetView()
	if view == nil || src.Info.Dialect != providers.DuckDB || view.Relpersistence != "t" && !isTemporarySchema(view.Schemaname) {
		return nil
	}
	for _, e := range st.Effects {
		if e.Class == Exec || e.Class == Unknown {
			return sqlstate.New(sqlstate.FeatureNotSupported, "a temporary view that does more than read is not supported: %s", e.What).
				WithHint("Write what it does into the statements that would read it.").At(e.Offset + 1)
		}
	}
	return nil
}

// isNew reports a mention of the table that the statement makes. The server is not asked what has the name
// already: then the statement fails, or does nothing. A policy has to know.
func (r *resolver) isNew(m mention) bool {
	_, lazy := r.source.Catalog.(providers.Lazy)
	return m.made && lazy && r.uses == nil && !isTemporarySchema(m.schema)
}
