package changes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB has queries alone in WITH. A statement with an INSERT, UPDATE or DELETE there is taken apart: each change runs by
// itself, its rows become a temporary table, and what refers to it reads that.
//
// In PostgreSQL all parts see the rows that were there before the statement. So what reads a table runs before what
// changes it; where that cannot be, the statement is refused.

// withPart is a change in WITH, or the statement that the WITH belongs to.
type withPart struct {
	name      string // of the expression; "": the statement itself
	columns   []*pg_query.Node
	stmt      *pg_query.Node
	table     string                               // of its rows
	plain     map[string]bool                      // the queries of the WITH that it reads
	follows   map[string]bool                      // the changes of the WITH whose rows it reads
	reads     map[string]bool                      // tables
	changes   bool                                 // it reads the table that it changes
	old       map[string]bool                      // tables that it reads as they were before the first change
	queries   map[string]*pg_query.CommonTableExpr // those of the WITH that it reads, with copies of tables
	writes    string
	target    *pg_query.RangeVar
	returning []*pg_query.Node
}

// Named is a relation that a statement names.
type Named struct {
	Schema, Name string              // as the statement names it
	Found        string              // the schema that it is found in
	Relation     *providers.Relation // nil: it is not known
}

// Division is the state of dividing one statement into steps.
type Division struct {
	named    []Named
	parts    []*withPart
	queries  map[string]*pg_query.CommonTableExpr // the plain ones
	order    []string                             // their names
	relation func(schema, name string) (providers.Relation, bool)
	reads    func(*pg_query.Node) bool
	made     []Step                        // copies of tables, made before the first change
	copies   map[string]*pg_query.RangeVar // what temporary tables have the columns of
	// Columns are the columns of a relation, with their companions; nil: they are not known.
	Columns func(schema, name string) []rewrite.Column
	scaled  map[string][]string // the companions of columns that such a table has
	seq     int                 // how many names were made
	// recursive: the WITH is WITH RECURSIVE.
	recursive bool
}

// anyTable stands for all tables: a view may read them.
const anyTable = "*"

// NewDivision returns the division of a statement that names some relations. relation finds the relation of a name. reads reports
// whether an expression becomes one with a query within.
func NewDivision(named []Named, relation func(schema, name string) (providers.Relation, bool), reads func(*pg_query.Node) bool) *Division {
	return &Division{queries: map[string]*pg_query.CommonTableExpr{}, named: named, relation: relation, reads: reads}
}

// DivideWith returns the steps of a statement with changes in WITH, or none if the statement is another, or the translation
// refuses it. The division changes root. offset is the place of the statement in the text.
func (c *Division) DivideWith(root *pg_query.Node, offset int, text string) ([]Step, error) {
	if !c.collect(root) {
		return nil, nil
	}
	if err := c.refuseRowless(offset, text); err != nil {
		return nil, err
	}
	ordered, err := c.ordered()
	if err != nil {
		return nil, err
	}
	var steps []Step
	for _, p := range ordered {
		if err := c.readCopies(p); err != nil {
			return nil, err
		}
		c.rewrite(p)
		own, err := c.expand(p)
		if err != nil {
			return nil, err
		}
		steps = append(steps, own...)
	}
	if _, err := c.computeGenerated(steps); err != nil {
		return nil, err
	}
	return slices.Concat(c.made, steps), nil
}

// DivideChange returns the steps of a change whose rows have to be found first, or whose generated columns have to be computed, or
// none if the statement is one step. The division changes root.
func (c *Division) DivideChange(root *pg_query.Node) ([]Step, error) {
	steps, err := c.expand(&withPart{stmt: root})
	if err != nil {
		return nil, err
	}
	if computes, err := c.computeGenerated(steps); err != nil || !computes && len(steps) < 2 {
		return nil, err
	}
	return slices.Concat(c.made, steps), nil
}

// withOf is the WITH of a statement.
func withOf(n *pg_query.Node) *pg_query.WithClause {
	s, _ := parse.Unwrap(n).(interface{ GetWithClause() *pg_query.WithClause })
	if s == nil {
		return nil
	}
	return s.GetWithClause()
}

// InWith reports whether a statement's own WITH has a change.
func InWith(root *pg_query.Node) bool {
	return slices.ContainsFunc(withOf(root).GetCtes(), func(n *pg_query.Node) bool {
		return n.GetCommonTableExpr().GetCtequery().GetSelectStmt() == nil
	})
}

// collect finds the parts. It returns false for what is not taken apart: changes further down, names that mean two
// things.
func (c *Division) collect(root *pg_query.Node) bool {
	clause, names := withOf(root), map[string]bool{}
	fine := root.GetSelectStmt().GetIntoClause() == nil
	c.recursive = clause.Recursive
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		cte, ok := m.(*pg_query.CommonTableExpr)
		if !ok {
			return
		}
		name := strings.ToLower(cte.Ctename)
		own := slices.ContainsFunc(clause.Ctes, func(n *pg_query.Node) bool { return n.GetCommonTableExpr() == cte })
		fine = fine && !names[name] && (own || cte.Ctequery.GetSelectStmt() != nil) && cte.Ctequery.GetMergeStmt() == nil
		names[name] = true
	})
	for _, n := range clause.Ctes {
		cte := n.GetCommonTableExpr()
		if cte.Ctequery.GetSelectStmt() != nil {
			name := strings.ToLower(cte.Ctename)
			c.queries[name], c.order = cte, append(c.order, name)
			continue
		}
		p := &withPart{name: strings.ToLower(cte.Ctename), columns: cte.Aliascolnames, stmt: cte.Ctequery}
		if fine = fine && withOf(p.stmt) == nil; !fine {
			return false
		}
		c.parts = append(c.parts, p)
	}
	setWith(root, nil)
	c.parts = append(c.parts, &withPart{stmt: root})
	for i, p := range c.parts {
		p.plain, p.follows, p.reads, p.old = map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
		fine = fine && c.describe(p, i)
	}
	return fine && !c.changeTwice()
}

// describe finds what a part reads and writes.
func (c *Division) describe(p *withPart, nth int) bool {
	var target *pg_query.RangeVar
	readsTarget := true
	switch s := parse.Unwrap(p.stmt).(type) {
	case *pg_query.InsertStmt:
		target, p.returning, readsTarget = s.Relation, s.ReturningList, s.OnConflictClause != nil
	case *pg_query.UpdateStmt:
		target, p.returning = s.Relation, s.ReturningList
	case *pg_query.DeleteStmt:
		target, p.returning = s.Relation, s.ReturningList
	case *pg_query.MergeStmt:
		target = s.Relation
	}
	if p.target = target; target != nil {
		if p.writes = c.tableOf(target); readsTarget {
			p.changes = true
		}
		if c.isName(target) {
			return false
		}
	}
	if p.name != "" && len(p.returning) > 0 {
		p.table = fmt.Sprintf("pg__with %d", nth+1)
	}
	noParams := true
	for _, n := range p.returning {
		parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
			_, param := m.(*pg_query.ParamRef)
			noParams = noParams && !(param && p.name != "")
		})
	}
	c.follow(p, p.stmt, target)
	return noParams
}

// follow notes what a part reads by a tree of it.
func (c *Division) follow(p *withPart, n *pg_query.Node, target *pg_query.RangeVar) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		named, ok := m.(*pg_query.RangeVar)
		if !ok || named == target {
			return
		}
		name := strings.ToLower(named.Relname)
		cte := c.queries[name]
		switch {
		case named.Schemaname == "" && cte != nil:
			if !p.plain[name] {
				p.plain[name] = true
				c.follow(p, cte.Ctequery, nil)
			}
		case c.isName(named):
			p.follows[name] = true
		default:
			p.reads[c.tableOf(named)] = true
		}
	})
}

// refuseRowless refuses a statement that reads the rows of a change without RETURNING.
func (c *Division) refuseRowless(offset int, text string) (err error) {
	refuse := func(m proto.Message) {
		named, ok := m.(*pg_query.RangeVar)
		if ok && err == nil && c.isName(named) && c.partOf(named).table == "" {
			err = sqlstate.New(sqlstate.FeatureNotSupported, "WITH query %q does not have a RETURNING clause", named.Relname).At(parse.CharacterAt(text, offset+int(named.Location)))
		}
	}
	for _, p := range c.parts {
		parse.EachMessage(p.stmt.ProtoReflect(), refuse)
	}
	for _, q := range c.queries {
		parse.EachMessage(q.ProtoReflect(), refuse)
	}
	return err
}

// partOf is the change that a name means.
func (c *Division) partOf(named *pg_query.RangeVar) *withPart {
	return c.parts[slices.IndexFunc(c.parts, func(p *withPart) bool { return p.name == strings.ToLower(named.Relname) })]
}

// isName reports whether a relation is the rows of a change.
func (c *Division) isName(named *pg_query.RangeVar) bool {
	return named.Schemaname == "" && slices.ContainsFunc(c.parts, func(p *withPart) bool { return p.name != "" && p.name == strings.ToLower(named.Relname) })
}

// tableOf is the table that a name means.
func (c *Division) tableOf(named *pg_query.RangeVar) string {
	for _, m := range c.named {
		if m.Schema != named.Schemaname || m.Name != named.Relname {
			continue
		}
		if m.Relation != nil && m.Relation.Kind != "table" && !m.Relation.Builtin {
			return anyTable
		}
		return strings.ToLower(m.Found + "." + m.Name)
	}
	return strings.ToLower("." + named.Relname)
}

// changeTwice reports whether a query of the WITH that returns other rows each time is read by several parts.
func (c *Division) changeTwice() bool {
	for _, name := range c.order {
		readers := 0
		for _, p := range c.parts {
			if p.plain[name] {
				readers++
			}
		}
		if readers > 1 && trees.IsVolatile(c.queries[name].ProtoReflect()) {
			return true
		}
	}
	return false
}

// before reports whether a part has to run before another: because the other part reads its rows, or because it
// reads a table that the other part changes.
func (p *withPart) before(other *withPart) bool {
	return other.follows[p.name] && p.name != "" || p.readsTargetOf(other) || p.changesTargetOf(other)
}

// readsTargetOf reports whether a part reads a table that another one changes.
func (p *withPart) readsTargetOf(other *withPart) bool {
	return other.writes != "" && (p.reads[other.writes] || p.reads[anyTable] || other.writes == anyTable && len(p.reads) > 0)
}

// changesTargetOf reports whether a part changes rows of a table that another one changes, too.
func (p *withPart) changesTargetOf(other *withPart) bool {
	return other.writes != "" && p.changes && (p.writes == other.writes || p.writes == anyTable || other.writes == anyTable)
}

// ordered are the parts in an order in which they can run. Where there is none, parts read copies of tables.
func (c *Division) ordered() ([]*withPart, error) {
	var list []*withPart
	left := slices.Clone(c.parts)
	for len(left) > 0 {
		at := slices.IndexFunc(left, func(p *withPart) bool {
			return !slices.ContainsFunc(left, func(other *withPart) bool { return other != p && other.before(p) })
		})
		if at < 0 {
			at = slices.IndexFunc(left, func(p *withPart) bool {
				return p.writes != anyTable && !slices.ContainsFunc(left, func(other *withPart) bool {
					return other != p && (p.follows[other.name] && other.name != "" || other.changesTargetOf(p))
				})
			})
		}
		if at < 0 {
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "two changes of one table in a statement with changes in WITH are not supported").
				WithHint("Send the changes by themselves, in a transaction with the statement that uses their rows.")
		}
		for _, other := range left {
			for name := range other.reads {
				if other != left[at] && left[at].writes != "" && (name == left[at].writes || name == anyTable) {
					other.old[name] = true
					delete(other.reads, name)
				}
			}
		}
		list = append(list, left[at])
		left = slices.Delete(left, at, at+1)
	}
	return list, nil
}

// shape returns a query without rows that has the columns of a part's rows, or nil if nobody reads them.
func (p *withPart) shape() *pg_query.Node {
	if p.table == "" {
		return nil
	}
	target := parse.Unwrap(p.stmt).(interface{ GetRelation() *pg_query.RangeVar }).GetRelation()
	s := &pg_query.SelectStmt{
		FromClause:  []*pg_query.Node{{Node: &pg_query.Node_RangeVar{RangeVar: proto.CloneOf(target)}}},
		LimitCount:  pg_query.MakeAConstIntNode(0, -1),
		LimitOption: pg_query.LimitOption_LIMIT_OPTION_COUNT, Op: pg_query.SetOperation_SETOP_NONE,
	}
	for _, n := range p.returning {
		s.TargetList = append(s.TargetList, proto.CloneOf(n))
	}
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}
}

// rewrite gives a part the queries of the WITH that it reads, and the tables of the changes whose rows it reads.
func (c *Division) rewrite(p *withPart) {
	if len(p.plain) > 0 {
		clause := &pg_query.WithClause{Recursive: c.recursive}
		for _, name := range c.order {
			query := c.queries[name]
			if own := p.queries[name]; own != nil {
				query = own
			}
			if p.plain[name] {
				clause.Ctes = append(clause.Ctes, &pg_query.Node{Node: &pg_query.Node_CommonTableExpr{CommonTableExpr: proto.CloneOf(query)}})
			}
		}
		setWith(p.stmt, clause)
	}
	parse.EachMessage(p.stmt.ProtoReflect(), func(m proto.Message) {
		named, ok := m.(*pg_query.RangeVar)
		if !ok || !c.isName(named) {
			return
		}
		of := c.partOf(named)
		if named.Alias == nil {
			named.Alias = &pg_query.Alias{Aliasname: named.Relname}
		}
		if len(named.Alias.Colnames) == 0 {
			named.Alias.Colnames = of.columns
		}
		named.Relname = of.table
	})
}

// setWith gives a statement another WITH.
func setWith(n *pg_query.Node, clause *pg_query.WithClause) {
	switch s := parse.Unwrap(n).(type) {
	case *pg_query.SelectStmt:
		s.WithClause = clause
	case *pg_query.InsertStmt:
		s.WithClause = clause
	case *pg_query.UpdateStmt:
		s.WithClause = clause
	case *pg_query.DeleteStmt:
		s.WithClause = clause
	case *pg_query.MergeStmt:
		s.WithClause = clause
	}
}

// Renumber gives the parameters of a part the numbers from 1 on, and returns those that they had.
func Renumber(n *pg_query.Node) []int {
	var list []int
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		p, ok := m.(*pg_query.ParamRef)
		if !ok {
			return
		}
		at := slices.Index(list, int(p.Number))
		if at < 0 {
			at, list = len(list), append(list, int(p.Number))
		}
		p.Number = int32(at + 1) //nolint:gosec // there are at most 65,535
	})
	return list
}

// partVerb returns the verb of a part.
func partVerb(n *pg_query.Node) string {
	if n.GetMergeStmt() != nil {
		return "MERGE"
	}
	return cmp.Or(trees.VerbOfChange(n), "SELECT")
}
