package definitions

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Collations in queries: what the items of a query have, and the columns of its result.

// collateQuery gives the expressions of a query their collations: assign_query_collations.
func (s *scope) collateQuery() {
	if !s.collates {
		return
	}
	q := s.q
	for _, t := range q.targets {
		s.collateAlone(t.expr)
		if q.distinct {
			s.collateToSort(t.expr, stringHashing)
		}
	}
	for _, r := range q.relations {
		s.collateAlone(r.on)
	}
	for _, n := range []*node{q.where, q.having, q.limit, q.offset} {
		s.collateAlone(n)
	}
	for _, o := range q.sort {
		s.collateToSort(o.expr, stringComparison)
	}
	for _, list := range [][]*node{q.group, q.distinctOn} {
		for _, n := range list {
			s.collateToSort(n, stringHashing)
		}
	}
	s.collateSets(q.groupingSets)
	for _, w := range q.windows {
		for _, n := range w.partition {
			s.collateToSort(n, stringComparison)
		}
		for _, o := range w.order {
			s.collateToSort(o.expr, stringComparison)
		}
	}
}

// collateToSort collates an expression by which rows are sorted or told apart.
func (s *scope) collateToSort(n *node, what string) {
	if s.collates {
		s.collateSorted(n)
		s.needToSort(n, what)
	}
}

func (s *scope) collateSets(sets []*groupingSet) {
	for _, set := range sets {
		for _, n := range set.exprs {
			s.collateToSort(n, stringHashing)
		}
		s.collateSets(set.sets)
	}
}

// commonCollation is the collation that several expressions have together: select_common_collation. noneFits: none of them may fit.
func (a *analysis) commonCollation(list []*node, noneFits bool) string {
	if !a.collates {
		return noCollation
	}
	var c collating
	a.collateAll(list, &c)
	switch {
	case c.strength != conflicting:
		return c.collation
	case !noneFits:
		a.failConflicting(c)
	}
	return noCollation
}

// columnNode is the column of an operand of a set operation as a value.
func (o *setOperation) columnNode(i int) *node {
	if o.leaf != nil {
		return o.leaf.targets[i].expr
	}
	return o.columns[i].value()
}

// noteCollations notes whether a table has columns of collations of their own, and gives the others those of their types where collations
// are looked at.
func (a *analysis) noteCollations(r *relation) {
	for i := range r.columns {
		c := &r.columns[i]
		switch {
		case c.coll != noCollation:
			a.collationSeen = true
		case !a.collates:
		case r.system && !isCatalogView(r.name) && a.collationOfType(c.typ) == defaultCollation:
			c.coll = nameCollation // as all texts of PostgreSQL's own tables
		default:
			c.coll = a.collationOfType(c.typ)
		}
	}
}

// checkRecursiveCollations fails where a column of a recursive query has another collation than that of its first part.
func (s *scope) checkRecursiveCollations(made *withItem, first []column) {
	if !s.collates || !s.checks {
		return
	}
	for i, c := range first {
		if i < len(made.columns) && c.coll != made.columns[i].coll {
			s.fail(sqlstate.CollationMismatch, "Use the COLLATE clause to set the collation of the non-recursive term.",
				"recursive query %q column %d has collation %q in non-recursive term but collation %q overall", made.name, i+1, c.coll, made.columns[i].coll)
		}
	}
}

// CollatedColumn is the collation of a column of a result.
type CollatedColumn struct {
	Name string
	// Collation is that of the column where it is not that of the column's type; "": it is that one, or the type has none.
	Collation string
	// Undetermined is the type of a column whose collation is not determined, as PostgreSQL shows the type; "": it is.
	Undetermined string
}

// collatedColumns are the collations of the columns of a query's result. named are the names of the first ones.
func (a *analysis) collatedColumns(list []column, named []string) []CollatedColumn {
	out := make([]CollatedColumn, len(list))
	for i, c := range list {
		if out[i].Name = c.name; i < len(named) {
			out[i].Name = named[i]
		}
		base, _ := a.baseType(c.typ) // a column of a domain's values may be one of the domain's type alone
		switch of := a.collationOfType(base); {
		case of != noCollation && c.coll == noCollation:
			out[i].Undetermined = a.errorType(c.typ)
		case c.coll != of:
			out[i].Collation = c.coll
		}
	}
	return out
}

// collationOfColumn is the collation of a column that is defined by a type, and by COLLATE where that is written.
func (a *analysis) collationOfColumn(c *pg_query.CollateClause, oid uint32) string {
	if _, name := splitName(c.GetCollname()); name != "" {
		a.collationSeen = true
		return name
	}
	if !a.collates {
		return noCollation
	}
	return a.collationOfType(oid)
}

// catalogViews are the relations of PostgreSQL's catalog that are views: their texts come from functions.
var catalogViews = parse.WordSet(`pg_available_extension_versions pg_available_extensions pg_backend_memory_contexts pg_config pg_cursors pg_file_settings
	pg_group pg_hba_file_rules pg_ident_file_mappings pg_indexes pg_locks pg_matviews pg_policies pg_prepared_statements pg_prepared_xacts
	pg_publication_tables pg_replication_origin_status pg_replication_slots pg_roles pg_rules pg_seclabels pg_sequences pg_settings pg_shadow
	pg_shmem_allocations pg_stats pg_stats_ext pg_stats_ext_exprs pg_tables pg_timezone_abbrevs pg_timezone_names pg_user pg_user_mappings pg_views`)

func isCatalogView(name string) bool {
	return catalogViews[name] || strings.HasPrefix(name, "pg_stat_") || strings.HasPrefix(name, "pg_statio_")
}

// ColumnCollations analyses a query for the collations of its result's columns. It knows PostgreSQL's catalogs, too, which Check does not.
// nil: they are not all known.
func ColumnCollations(query *pg_query.SelectStmt, names []string, source Source) (list []CollatedColumn) {
	a := begin(source)
	a.collates = true
	reachesEnd(func() { list = a.collatedColumns(a.selects(query, nil, true, nil).columns(), names) })
	return list
}
