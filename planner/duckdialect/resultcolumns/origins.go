package resultcolumns

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// namedRelation is a relation in FROM, by the name that the statement has for it.
type namedRelation struct {
	name     string
	relation providers.Relation
}

// Origins returns for each column of a statement's result the column of a relation that it is. It returns nil
// if the text alone does not say so. relation finds a relation by its name as the client wrote it.
func Origins(statement *pg_query.Node, relation func(schema, name string) (providers.Relation, bool)) []providers.Origin {
	var targets, from []*pg_query.Node
	ctes := map[string]bool{}
	switch s := statement.GetNode().(type) {
	case *pg_query.Node_SelectStmt:
		targets, from = s.SelectStmt.TargetList, s.SelectStmt.FromClause
		for _, n := range s.SelectStmt.GetWithClause().GetCtes() {
			ctes[n.GetCommonTableExpr().GetCtename()] = true
		}
	case *pg_query.Node_InsertStmt:
		targets, from = s.InsertStmt.ReturningList, rangeOf(s.InsertStmt.Relation)
	case *pg_query.Node_UpdateStmt:
		targets, from = s.UpdateStmt.ReturningList, append(rangeOf(s.UpdateStmt.Relation), s.UpdateStmt.FromClause...)
	case *pg_query.Node_DeleteStmt:
		targets, from = s.DeleteStmt.ReturningList, append(rangeOf(s.DeleteStmt.Relation), s.DeleteStmt.UsingClause...)
	}
	if len(targets) == 0 || len(from) == 0 {
		return nil
	}
	var relations []namedRelation
	for _, item := range from {
		list, known := relationsOf(item, ctes, relation)
		if !known {
			return nil
		}
		relations = append(relations, list...)
	}
	return originsOf(targets, relations)
}

func rangeOf(r *pg_query.RangeVar) []*pg_query.Node {
	return []*pg_query.Node{{Node: &pg_query.Node_RangeVar{RangeVar: r}}}
}

// relationsOf returns the relations of an item of FROM, in order. known is false if other columns than
// theirs, or theirs in another order, are the item's.
func relationsOf(item *pg_query.Node, ctes map[string]bool, relation func(schema, name string) (providers.Relation, bool)) (list []namedRelation, known bool) {
	if join := item.GetJoinExpr(); join != nil {
		if len(join.UsingClause) > 0 || join.IsNatural || join.Alias != nil {
			return nil, false
		}
		left, leftKnown := relationsOf(join.Larg, ctes, relation)
		right, rightKnown := relationsOf(join.Rarg, ctes, relation)
		return append(left, right...), leftKnown && rightKnown
	}
	r := item.GetRangeVar()
	if r == nil || r.Schemaname == "" && ctes[r.Relname] || len(r.GetAlias().GetColnames()) > 0 {
		return nil, false
	}
	found, ok := relation(r.Schemaname, r.Relname)
	if !ok || found.OID == 0 || len(found.Typed) == 0 {
		return nil, false
	}
	return []namedRelation{{parse.AliasOrName(r), found}}, true
}

// originsOf finds the columns of a select list in the relations.
func originsOf(targets []*pg_query.Node, relations []namedRelation) []providers.Origin {
	var origins []providers.Origin
	for _, n := range targets {
		fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		if len(fields) == 0 || len(fields) > 2 { // an expression, or a name with a schema
			origins = append(origins, providers.Origin{})
			continue
		}
		of := ""
		if len(fields) == 2 {
			of = fields[0].GetString_().GetSval()
		}
		last := fields[len(fields)-1]
		var found []providers.Origin
		for _, r := range relations {
			if of == "" || strings.EqualFold(of, r.name) {
				found = append(found, r.columns(last)...)
			}
		}
		if last.GetAStar() == nil && len(found) != 1 {
			found = []providers.Origin{{}}
		}
		origins = append(origins, found...)
	}
	return origins
}

// columns returns the column of that name, or all columns for a star.
func (r namedRelation) columns(field *pg_query.Node) (found []providers.Origin) {
	for i, column := range r.relation.Typed {
		if field.GetAStar() != nil || strings.EqualFold(column.Name, field.GetString_().GetSval()) {
			_, precise := providers.PrecisionOf(column.Type, column.ShownMod())
			found = append(found, providers.Origin{Table: r.relation.OID, Attr: uint16(i + 1), Precise: precise, TypeMod: column.TypeMod}) //nolint:gosec // a table has few columns
		}
	}
	return found
}
