package build

import pg_query "github.com/pganalyze/pg_query_go/v6"

// Constraint returns a node of a constraint.
func Constraint(c *pg_query.Constraint) *pg_query.Node {
	c.Location = Nowhere
	return &pg_query.Node{Node: &pg_query.Node_Constraint{Constraint: c}}
}

// AlterTable returns an ALTER TABLE of the same table with one command alone.
func AlterTable(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AlterTableStmt{AlterTableStmt: &pg_query.AlterTableStmt{
		Relation: s.Relation, Cmds: []*pg_query.Node{{Node: &pg_query.Node_AlterTableCmd{AlterTableCmd: c}}},
		Objtype: s.Objtype, MissingOk: s.MissingOk,
	}}}
}
