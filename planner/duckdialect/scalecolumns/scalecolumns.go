// Package scalecolumns keeps the companions of columns out of sight: the columns that say with which scale the values of a numeric without a
// precision are shown (providers.ScaleColumn).
//
// DuckDB takes a companion for a column like others, and means it by a star, by the row of a table, by NATURAL JOIN, by the names of an
// alias, and by INSERT without a list of columns. A statement of a client passes here three times:
//
//   - [CheckNames] refuses a statement that names a companion.
//   - [ExpandStars] writes the columns of tables with companions for stars, before the statement is analysed. [AreUsable] then reports whether
//     nothing is left in the statement that could mean companions; only then may other rules read them.
//   - [Found.Hide], the last step of the translation that [Begin] began, has each table whose companion the statement could mean read by a
//     query of the other columns. It names the columns of INSERT, and sets the companion of a column that UPDATE sets to NULL where no other rule sets it.
//
// So a statement that no rule here knows reads and writes values without their scales, and shows them without zeros at the end.
// They also give the columns of new tables companions (define.go), and have companions follow ALTER TABLE (alter.go).
package scalecolumns

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Columns returns the columns of a table that a name means; nil: it means no table.
type Columns func(schema, name string) []rewrite.Column

// table is a table with companions that a statement names.
type table struct {
	named   *pg_query.RangeVar
	columns []rewrite.Column
	item    *pg_query.Node // the item of FROM that it is; nil: the statement changes the table
}

// name is the name by which the statement speaks of the table, in lower case: DuckDB's names have no case.
func (t *table) name() string { return strings.ToLower(parse.AliasOrName(t.named)) }

// reading finds the tables with companions in a statement.
type reading struct {
	columns Columns
	tables  []table
	levels  []level          // the queries of the statement, with what each reads from
	listed  []*pg_query.Node // DuckDB's listings that the statement reads: see listings.go
}

// level is a part of a statement that reads tables: a query, or a change.
type level struct {
	query  *pg_query.SelectStmt
	change *pg_query.Node // INSERT, UPDATE, DELETE or MERGE; nil: a query
}

// hasCompanions reports whether a column has one.
func hasCompanions(columns []rewrite.Column) bool {
	return slices.ContainsFunc(columns, func(c rewrite.Column) bool { return c.Companion != "" })
}

// read finds the tables with companions in a statement.
func read(root *pg_query.Node, columns Columns) *reading {
	r := &reading{columns: columns}
	if columns != nil && root != nil {
		r.visit(root, nil)
	}
	return r
}

// with is the set of the names of WITH that a part of a statement sees.
type with map[string]bool

func (w with) and(name string) with {
	all := with{name: true}
	for n := range w {
		all[n] = true
	}
	return all
}

// visit visits a part of a statement. seen are the names of WITH around it.
func (r *reading) visit(m proto.Message, seen with) {
	switch s := m.(type) {
	case *pg_query.LockingClause, *pg_query.TruncateStmt, *pg_query.LockStmt, *pg_query.CreateStmt, *pg_query.IntoClause:
		return // which name tables and read none
	case *pg_query.Node:
		if listingOf(s) != "" && !r.isOther(s.GetRangeVar(), seen) {
			r.listed = append(r.listed, s)
		}
		if s.GetRangeVar() != nil {
			r.noteTable(s.GetRangeVar(), s, seen)
			return
		}
		if target := trees.TargetOf(s); target != nil {
			r.visitChange(s, target, seen)
			return
		}
	case *pg_query.SelectStmt:
		seen = r.visitWith(s.WithClause, seen)
		r.levels = append(r.levels, level{query: s})
	}
	r.visitParts(m, seen)
}

// isOther reports whether a name means a table, or a query of WITH.
func (r *reading) isOther(of *pg_query.RangeVar, seen with) bool {
	return of != nil && (of.Schemaname == "" && seen[of.Relname] || len(r.columns(of.Schemaname, of.Relname)) > 0)
}

// visitChange visits a statement that changes a table, which is no item of FROM.
func (r *reading) visitChange(n *pg_query.Node, target *pg_query.RangeVar, seen with) {
	parse.Parts(n, func(statement proto.Message) bool {
		if s, ok := statement.(interface{ GetWithClause() *pg_query.WithClause }); ok {
			seen = r.visitWith(s.GetWithClause(), seen)
		}
		r.levels = append(r.levels, level{change: n})
		r.noteTable(target, nil, nil)
		r.visitParts(statement, seen)
		return true
	})
}

// visitParts visits what a message is made of.
func (r *reading) visitParts(m proto.Message, seen with) {
	parse.Parts(m, func(part proto.Message) bool {
		if _, clause := part.(*pg_query.WithClause); !clause {
			r.visit(part, seen)
		}
		return true
	})
}

// visitWith visits the queries of WITH, and returns the names that what stands behind sees.
func (r *reading) visitWith(w *pg_query.WithClause, seen with) with {
	for _, n := range w.GetCtes() {
		c := n.GetCommonTableExpr()
		if w.Recursive {
			seen = seen.and(c.Ctename)
		}
		r.visit(c.Ctequery, seen)
		seen = seen.and(c.Ctename)
	}
	return seen
}

// noteTable notes a table with companions.
func (r *reading) noteTable(of *pg_query.RangeVar, item *pg_query.Node, seen with) {
	if of == nil || of.Schemaname == "" && seen[of.Relname] {
		return
	}
	if columns := r.columns(of.Schemaname, of.Relname); hasCompanions(columns) {
		r.tables = append(r.tables, table{of, columns, item})
	}
}

// tableOf returns the table of an item of FROM, or nil if it has no companions.
func (r *reading) tableOf(of *pg_query.RangeVar) *table {
	for i := range r.tables {
		if of != nil && r.tables[i].named == of {
			return &r.tables[i]
		}
	}
	return nil
}
