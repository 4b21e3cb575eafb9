package spelling

import (
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// collect notes the names that a statement gives.
func (s *speller) collect(m protoreflect.Message) {
	switch n := m.Interface().(type) {
	case *pg_query.SelectStmt:
		s.addLabels(n, 1)
		if len(n.ValuesLists) > 0 {
			for i := range n.ValuesLists[0].GetList().GetItems() {
				s.add(fmt.Sprintf("column%d", i+1))
			}
		}
	case *pg_query.InsertStmt:
		s.addTargets(n.ReturningList)
	case *pg_query.UpdateStmt:
		s.addTargets(n.ReturningList)
	case *pg_query.DeleteStmt:
		s.addTargets(n.ReturningList)
	case *pg_query.Alias:
		s.addRelation(n.Aliasname)
		s.aliases[n.Aliasname]++
		s.addAll(n.Colnames)
	case *pg_query.CommonTableExpr:
		s.addRelation(n.Ctename)
		s.queries[n.Ctename] = true
		s.addAll(n.Aliascolnames)
		s.refuseTwins(s.namesOf(n.Ctename, n.Aliascolnames, n.Ctequery.GetSelectStmt()))
	case *pg_query.ColumnDef:
		s.add(n.Colname)
	case *pg_query.RangeSubselect:
		s.noteOwner(n)
	case *pg_query.RangeFunction:
		s.open = s.open || len(n.Alias.GetColnames()) == 0 && len(n.Coldeflist) == 0
		if len(n.Functions) == 1 && n.Alias != nil {
			s.add(n.Alias.Aliasname) // the column of a function of one value
		}
		for _, name := range []string{"key", "value", "ordinality"} {
			s.add(name)
		}
	case *pg_query.RangeTableFunc, *pg_query.JsonTable, *pg_query.MergeStmt:
		s.open = true
	default:
		s.collectWords(n)
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		s.collect(child)
		return true
	})
}

// collectWords notes the names that an expression or a relation gives.
func (s *speller) collectWords(m any) {
	switch n := m.(type) {
	case *pg_query.FuncCall:
		s.addAll(n.Funcname)
	case *pg_query.TypeName:
		s.addAll(n.Names)
	case *pg_query.A_Indirection:
		s.addAll(n.Indirection)
	case *pg_query.CaseExpr:
		s.add("case")
	case *pg_query.CoalesceExpr:
		s.add("coalesce")
	case *pg_query.A_ArrayExpr:
		s.add("array")
	case *pg_query.RangeVar:
		s.addRelation(n.Relname)
		s.relations[n.Schemaname] = true
	case *pg_query.IntoClause:
		s.addAll(n.ColNames)
	case *pg_query.ViewStmt:
		s.addAll(n.Aliases)
	}
}

func (s *speller) add(name string) {
	s.exact[name]++
	s.given[strings.ToLower(name)] = true
}

func (s *speller) addAll(names []*pg_query.Node) {
	for _, n := range names {
		s.add(n.GetString_().GetSval())
	}
}

func (s *speller) addTargets(targets []*pg_query.Node) {
	for _, t := range targets {
		s.add(t.GetResTarget().GetName())
	}
}

// addLabels counts the names that a query gives to its columns, or takes them away with -1: only its ORDER BY and GROUP BY, and
// the query around it, see them.
func (s *speller) addLabels(n *pg_query.SelectStmt, times int) {
	for _, t := range n.TargetList {
		name := t.GetResTarget().GetName()
		s.exact[name] += times
		s.given[strings.ToLower(name)] = true
	}
}

// noteOwner notes the columns of a subquery in FROM for hints.
func (s *speller) noteOwner(n *pg_query.RangeSubselect) {
	names := s.namesOf(n.Alias.GetAliasname(), n.Alias.GetColnames(), n.Subquery.GetSelectStmt())
	s.refuseTwins(names)
	for _, name := range names {
		s.owners[strings.ToLower(name)] = n.Alias.GetAliasname() + "." + name
	}
}

// namesOf returns the names of a subquery's columns, as far as they are simple, and keeps them for its name if all are.
func (s *speller) namesOf(called string, given []*pg_query.Node, q *pg_query.SelectStmt) []string {
	names := parse.NameParts(given)
	q = parse.FirstQuery(q)
	for i, t := range q.GetTargetList() {
		if i < len(given) {
			continue
		}
		name := t.GetResTarget().GetName()
		if fields := t.GetResTarget().GetVal().GetColumnRef().GetFields(); name == "" && len(fields) > 0 {
			name = fields[len(fields)-1].GetString_().GetSval()
		}
		if name != "" {
			names = append(names, name)
		}
	}
	if _, twice := s.derived[called]; twice || len(names) == 0 || len(names) != len(q.GetTargetList()) && len(q.GetValuesLists()) == 0 {
		s.derived[called] = nil
	} else {
		s.derived[called] = names
	}
	return names
}

// refuseTwins refuses columns of a subquery whose names differ in case alone: DuckDB finds the first for both.
func (s *speller) refuseTwins(names []string) {
	spelled := map[string]string{}
	for _, name := range names {
		lower := strings.ToLower(name)
		if other, ok := spelled[lower]; ok && other != name && s.err == nil {
			s.err, s.offset = sqlstate.New(sqlstate.FeatureNotSupported, "columns %q and %q of a subquery are not supported: their names differ in case alone", other, name), -1
		}
		spelled[lower] = name
	}
}
