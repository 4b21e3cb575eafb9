package changes

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What has to be read as it was before the first change of a statement is copied into temporary tables.

// original notes that a temporary table has the columns of a relation.
func (c *Division) original(table string, of *pg_query.RangeVar) {
	if c.copies == nil {
		c.copies = map[string]*pg_query.RangeVar{}
	}
	c.copies[table] = of
}

// ColumnsOfCopies makes copies have the columns of what they are made of. The companions of the columns (providers.ScaleColumn) are there where
// a copy is made like a table; where a copy is made of a query's rows those that a step reads are there.
func (c *Division) ColumnsOfCopies(columns func(schema, name string) []rewrite.Column) func(schema, name string) []rewrite.Column {
	return func(schema, name string) []rewrite.Column {
		of := c.copies[name]
		if schema != "" || of == nil {
			return columns(schema, name)
		}
		list := slices.Clone(columns(of.Schemaname, of.Relname))
		for i := range list {
			if !strings.HasPrefix(name, proposedTable) && !slices.Contains(c.scaled[name], list[i].Companion) {
				list[i].Companion, list[i].Assumes = "", false
			}
		}
		return list
	}
}

// copyOf is the name of a copy of a relation.
func (c *Division) copyOf(named *pg_query.RangeVar) string {
	for name, of := range c.copies {
		if strings.HasPrefix(name, "pg__old") && of.Schemaname == named.Schemaname && of.Relname == named.Relname {
			return name
		}
	}
	c.seq++
	name := fmt.Sprintf("pg__old %d", c.seq)
	of := &pg_query.RangeVar{Catalogname: named.Catalogname, Schemaname: named.Schemaname, Relname: named.Relname, Inh: true, Relpersistence: "p", Location: -1}
	c.original(name, of)
	star := pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{starNode()}, -1), -1)
	c.made = append(c.made, Step{Statement: selectFrom(rangeNode(of), nil, star), Step: providers.Step{Verb: "SELECT", Table: name, Makes: true}})
	return name
}

// readCopies lets a part read copies of the tables that other parts change before it.
func (c *Division) readCopies(p *withPart) error {
	if len(p.old) == 0 {
		return nil
	}
	for name := range p.plain {
		own := proto.CloneOf(c.queries[name])
		if err := c.copyTables(&pg_query.Node{Node: &pg_query.Node_CommonTableExpr{CommonTableExpr: own}}, p.old, nil); err != nil {
			return err
		}
		if p.queries == nil {
			p.queries = map[string]*pg_query.CommonTableExpr{}
		}
		p.queries[name] = own
	}
	return c.copyTables(p.stmt, p.old, p.target)
}

// copyRead lets a query of what a change returns read a copy of the table that is changed, and of views. The table
// itself is the first one in FROM.
func (c *Division) copyRead(query *pg_query.Node, target *pg_query.RangeVar) error {
	keep := query.GetSelectStmt().FromClause[0].GetRangeVar()
	return c.copyTables(query, map[string]bool{c.tableOf(target): true, anyTable: true}, keep)
}

// copyTables puts copies in the place of some tables of a tree; keep stays.
func (c *Division) copyTables(n *pg_query.Node, which map[string]bool, keep *pg_query.RangeVar) (err error) {
	var ctes []string
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if cte, ok := m.(*pg_query.CommonTableExpr); ok {
			ctes = append(ctes, strings.ToLower(cte.Ctename))
		}
	})
	var named []*pg_query.RangeVar
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if r, ok := m.(*pg_query.RangeVar); ok && r != keep {
			named = append(named, r)
		}
	})
	for _, r := range named {
		if !which[c.tableOf(r)] || c.isOwnTable(r) {
			continue
		}
		if r.Schemaname == "" && (slices.Contains(ctes, strings.ToLower(r.Relname)) || c.queries[strings.ToLower(r.Relname)] != nil || c.isName(r)) {
			return sqlstate.New(sqlstate.FeatureNotSupported, "a query in WITH that has the name of a table which the statement changes is not supported")
		}
		copied := c.copyOf(r)
		if r.Alias == nil {
			r.Alias = &pg_query.Alias{Aliasname: r.Relname}
		}
		r.Catalogname, r.Schemaname, r.Relname = "", "", copied
	}
	return nil
}

// isOwnTable reports whether a name is that of a temporary table that the statement makes.
func (c *Division) isOwnTable(r *pg_query.RangeVar) bool {
	_, known := c.relationOf(r)
	return strings.HasPrefix(r.Relname, "pg__") && !known
}
