package resultcolumns

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Precise is a column of a result that is a time or an interval of so many digits behind the second.
type Precise struct {
	Name   string
	Type   uint32
	Digits int
}

// Precisions returns the columns of a query's result that have a precision: columns of relations, and casts. renamed are the names
// that stand for those of the query. open reports that other columns of the relations may be among the result's: the text alone
// does not say which.
func Precisions(query *pg_query.Node, renamed []string, relation func(schema, name string) (providers.Relation, bool)) (list []Precise, open bool) {
	s := query.GetSelectStmt()
	var relations []namedRelation
	known := s != nil && s.Larg == nil && len(s.ValuesLists) == 0
	ctes := map[string]bool{}
	for _, n := range s.GetWithClause().GetCtes() {
		ctes[n.GetCommonTableExpr().GetCtename()] = true
	}
	for _, item := range s.GetFromClause() {
		of, all := relationsOf(item, ctes, relation)
		relations, known = append(relations, of...), known && all
	}
	if !known {
		return nil, hasPrecise(query, relation)
	}
	at := 0
	add := func(name string, oid uint32, mod int32) {
		if at < len(renamed) {
			name = renamed[at]
		}
		if at++; name == "" {
			return
		}
		if digits, ok := providers.PrecisionOf(oid, mod); ok {
			list = append(list, Precise{name, oid, digits})
		}
	}
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		fields := target.GetVal().GetColumnRef().GetFields()
		if len(fields) == 0 {
			d := describeValue(target.GetVal(), innerColumns{})
			name := target.Name
			if name == "" {
				name, _ = Name(target.GetVal())
			}
			add(name, d.Type, d.TypeMod)
			continue
		}
		found := columnsIn(relations, fields)
		for _, c := range found {
			name := c.Name
			if target.Name != "" {
				name = target.Name
			}
			add(name, c.Type, c.ShownMod())
		}
		if len(found) == 0 {
			add(target.Name, 0, -1)
		}
	}
	return list, false
}

// columnsIn are the columns that a reference means: one, or all for a star.
func columnsIn(relations []namedRelation, fields []*pg_query.Node) (found []providers.TypedColumn) {
	of, last := "", fields[len(fields)-1]
	if len(fields) > 1 {
		of = fields[len(fields)-2].GetString_().GetSval()
	}
	for _, r := range relations {
		if of != "" && of != r.name {
			continue
		}
		for _, c := range r.relation.Typed {
			if last.GetAStar() != nil || c.Name == last.GetString_().GetSval() && len(found) == 0 {
				found = append(found, c)
			}
		}
	}
	return found
}

// hasPrecise reports whether a query reads a relation that has a column with a precision, or casts to one.
func hasPrecise(query *pg_query.Node, relation func(schema, name string) (providers.Relation, bool)) (found bool) {
	parse.EachMessage(query.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			r, _ := relation(m.Schemaname, m.Relname)
			for _, c := range r.Typed {
				_, precise := providers.PrecisionOf(c.Type, c.ShownMod())
				found = found || precise
			}
		case *pg_query.TypeName:
			d := DescribeCast(m)
			_, precise := providers.PrecisionOf(d.Type, d.TypeMod)
			found = found || precise
		}
	})
	return found
}
