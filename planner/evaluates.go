package planner

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Evaluates describes a definition that evaluates expressions when it runs, such as a default for the rows that there are. Other definitions
// only keep their expressions.
type Evaluates struct {
	Domain providers.Name // the domain that it alters; without a Name: it alters the relations that the statement writes
	Known  bool           // it evaluates expressions that the relations have already
}

// evaluatesOf tells what a definition evaluates that runs within a transaction; nil: it is no such definition.
func evaluatesOf(n *pg_query.Node) *Evaluates {
	is, known := false, false
	switch s := n.GetNode().(type) {
	case *pg_query.Node_IndexStmt:
		is = !s.IndexStmt.Concurrent
	case *pg_query.Node_CreateStmt:
		is = s.CreateStmt.Partbound != nil
	case *pg_query.Node_AlterTableStmt:
		for _, c := range s.AlterTableStmt.Cmds {
			subtype := c.GetAlterTableCmd().GetSubtype()
			is = is || evaluatingCommands[subtype]
			known = known || subtype == pg_query.AlterTableType_AT_ValidateConstraint || subtype == pg_query.AlterTableType_AT_AttachPartition
		}
	case *pg_query.Node_AlterDomainStmt:
		names := parse.Strings(s.AlterDomainStmt.TypeName)
		if subtype := s.AlterDomainStmt.Subtype; subtype != "C" && subtype != "V" || len(names) == 0 { // ADD and VALIDATE CONSTRAINT
			return nil
		}
		e := &Evaluates{Domain: providers.Name{Name: names[len(names)-1]}}
		if len(names) > 1 {
			e.Domain.Schema = names[len(names)-2]
		}
		return e
	}
	if !is {
		return nil
	}
	return &Evaluates{Known: known}
}

// evaluatingCommands are the parts of ALTER TABLE that evaluate expressions for the rows that there are, or once.
var evaluatingCommands = map[pg_query.AlterTableType]bool{
	pg_query.AlterTableType_AT_AddColumn: true, pg_query.AlterTableType_AT_AlterColumnType: true, pg_query.AlterTableType_AT_SetExpression: true,
	pg_query.AlterTableType_AT_AddConstraint: true, pg_query.AlterTableType_AT_ValidateConstraint: true, pg_query.AlterTableType_AT_AttachPartition: true,
}
