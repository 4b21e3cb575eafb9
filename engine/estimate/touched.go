package estimate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/providers"
)

// What a statement touches beside what it names: rows that foreign keys carry it to, partitions, the
// tables behind views, what rules and triggers write, and what is dropped along with something.

// byTable says that the rows are all rows of their tables.
const byTable = "table"

// blast is what one statement touches.
type blast struct {
	rows    int64
	by      string
	touched []approval.Touched
	counts  map[int]int64 // the rows of reached relations, by their place in Footprint.Reached, as far as they were counted
	held    holding
}

// findBlast finds out what one statement touches.
func (e *Estimator) findBlast(ctx context.Context, p *planner.Statement, prefix string, found providers.Footprint) blast {
	changes := beforehand.ChangesOf(p.Text)
	b, done := e.countWhole(ctx, p, prefix, found)
	if !done {
		b, done = e.countFollowed(ctx, p, prefix, found)
	}
	if !done {
		b.rows, b.by = e.estimateRows(ctx, p, prefix)
		b.touched = append(e.changedRelations(ctx, p, changes, found, b), e.listUncounted(p, found)...)
	}
	own := e.ownWrites(p)
	b.touched = append(b.touched, own...)
	b.touched = append(b.touched, e.listTriggered(p, found)...)
	b.held = holdingOf(p, found, b.counts)
	e.noteHolding(b.held, p, prefix, done)
	return b
}

// fullName is a relation's name as people see it: source, schema and name.
func fullName(source string, r providers.Reached) string { return source + "." + r.Quoted }

// countWhole counts what a TRUNCATE or a DROP removes: all rows of its tables.
func (e *Estimator) countWhole(ctx context.Context, p *planner.Statement, prefix string, found providers.Footprint) (b blast, ok bool) {
	if !strings.HasPrefix(p.Verb, "TRUNCATE") && !strings.HasPrefix(p.Verb, "DROP ") || len(found.Reached) == 0 {
		return b, false
	}
	b = blast{rows: 0, by: byTable}
	counts := map[int]int64{}
	if p.Verb != "DROP SCHEMA" {
		counts, _, _ = e.reachedCounts(ctx, p, beforehand.CountAll(e.prefixOf(p), e.dialectOf(p.Provider), found.Reached))
	}
	for i, r := range found.Reached {
		if r.How == providers.Heir { // its rows are counted with those of its parent
			continue
		}
		one := approval.Touched{Verb: r.Verb, Relation: fullName(p.Provider, r), Rows: -1}
		if r.How == providers.Carried {
			one.Way = "CASCADE"
		}
		if n, counted := counts[i]; counted {
			one.Rows, one.By = n, byTable
		} else if r.Rows >= 0 {
			one.Rows, one.By = r.Rows, byPlan
			b.by = byPlan
		} else {
			e.addNote("%show many rows %s has is not known", prefix, one.Relation)
		}
		b.rows = AddRows(b.rows, one.Rows)
		b.touched = append(b.touched, one)
	}
	return b, true
}

// countFollowed counts the rows of an UPDATE or DELETE in all tables that foreign keys and partitions carry
// it to.
func (e *Estimator) countFollowed(ctx context.Context, p *planner.Statement, prefix string, found providers.Footprint) (b blast, ok bool) {
	if len(found.Reached) < 2 && !hasLinks(found) || len(found.Rules) > 0 {
		return b, false
	}
	c, skipped, ok := beforehand.CountReached(p.Text, e.prefixOf(p), e.dialectOf(p.Provider), found.Reached)
	if !ok {
		return b, false
	}
	counts, tables, err := e.reachedCounts(ctx, p, c)
	if err != nil {
		e.keepFailure(err)
		e.addNote("%srows of other tables that it touches were not counted: %s", prefix, describeFailure(err))
		return b, false
	}
	b.by = ByCount
	for i, r := range found.Reached {
		if r.How == providers.Heir {
			continue
		}
		one := approval.Touched{Verb: r.Verb, Relation: fullName(p.Provider, r), Rows: counts[i], By: ByCount}
		if len(r.Links) > 0 && r.How == providers.Carried {
			one.Way = "foreign key " + r.Links[0].Name
		}
		if slices.Contains(skipped, i) {
			one.Rows, one.By = -1, ""
			e.addNote("%sthe rows of %s are not counted: the keys that lead there go round in circles", prefix, one.Relation)
		}
		b.rows = AddRows(b.rows, one.Rows)
		b.touched = append(b.touched, one)
		b.touched = append(b.touched, partsWithRows(p.Provider, found.Reached, r, tables[i])...)
	}
	if b.counts = counts; len(skipped) > 0 {
		b.rows, b.by, b.counts = -1, "", nil
	}
	return b, true
}

// listUncounted are the relations that foreign keys carry a statement to, whose rows could not be counted.
func (e *Estimator) listUncounted(p *planner.Statement, found providers.Footprint) (list []approval.Touched) {
	for _, r := range found.Reached {
		if r.How == providers.Carried && len(r.Links) > 0 {
			list = append(list, approval.Touched{Verb: r.Verb, Relation: fullName(p.Provider, r), Rows: -1, Way: "foreign key " + r.Links[0].Name})
		}
	}
	return list
}

// partsWithRows are the partitions and heirs that have rows of a relation.
func partsWithRows(source string, reached []providers.Reached, of providers.Reached, rows map[uint64]int64) (list []approval.Touched) {
	for _, r := range reached {
		if n := rows[r.ID]; n > 0 && r.ID != of.ID && r.How == providers.Heir && r.Verb == of.Verb {
			list = append(list, approval.Touched{Verb: r.Verb, Relation: fullName(source, r), Rows: n, By: ByCount, Way: "of " + fullName(source, of)})
		}
	}
	return list
}

// reachedCounts runs the query of CountReached, and returns how many rows it counts in each relation,
// and in each table that has them.
func (e *Estimator) reachedCounts(ctx context.Context, p *planner.Statement, c beforehand.Count) (counts map[int]int64, tables map[int]map[uint64]int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, shareOfTime(ctx, 3, 4))
	defer cancel()
	args, types, err := e.argumentsOf(ctx, p, c)
	var rows [][]string
	if err == nil && c.SQL != "" {
		rows, err = e.queryRows(ctx, p.Provider, c.SQL, args, types, maxPlanLines)
	}
	if err != nil {
		return nil, nil, err
	}
	counts, tables = map[int]int64{}, map[int]map[uint64]int64{}
	for _, row := range rows {
		place, err1 := strconv.Atoi(row[0])
		table, err2 := strconv.ParseUint(row[1], 10, 64)
		n, err3 := strconv.ParseInt(row[2], 10, 64)
		if err := cmp.Or(err1, err2, err3); err != nil {
			return nil, nil, err
		}
		counts[place] = AddRows(counts[place], n)
		if tables[place] == nil {
			tables[place] = map[uint64]int64{}
		}
		tables[place][table] += n
	}
	for _, i := range c.Places {
		counts[i] += 0 // zero rows
	}
	return counts, tables, nil
}

// prefixOf is what names of the statement's source begin with in queries of the Reader: "", or the
// source's name.
func (e *Estimator) prefixOf(p *planner.Statement) string {
	if own, err := e.Reader.Source(""); err == nil && p.Provider == own.Info().Name {
		return ""
	}
	return p.Provider
}

// changedRelations are the relations that a statement changes by its text. If there are rules, or views, the
// source's plan tells them.
func (e *Estimator) changedRelations(ctx context.Context, p *planner.Statement, changes []providers.Change, found providers.Footprint, b blast) (list []approval.Touched) {
	view := slices.ContainsFunc(found.Reached, func(r providers.Reached) bool { return r.How == providers.Base })
	if view || len(found.Rules) > 0 || len(changes) > 1 {
		if list = e.listPlanned(ctx, p); len(list) == 1 && len(found.Rules) == 0 {
			list[0].Rows, list[0].By = b.rows, b.by
		}
		for i := range list {
			list[i].Way = e.wayTo(p, list[i], found)
		}
		if len(list) > 0 {
			return list
		}
	}
	source, err := e.Names(ctx, p.Provider)
	if err != nil {
		return nil
	}
	for _, c := range changes {
		r, known := source.Catalog.Relation(c.Schema, c.Name)
		if !known || c.Verb == "ALTER TABLE" {
			continue
		}
		one := approval.Touched{Verb: c.Verb, Relation: strings.Join(slices.DeleteFunc([]string{p.Provider, r.Schema, r.Name}, func(s string) bool { return s == "" }), "."), Rows: -1}
		if len(changes) == 1 {
			one.Rows, one.By = b.rows, b.by
		}
		if !slices.ContainsFunc(list, func(t approval.Touched) bool { return t.Verb == one.Verb && t.Relation == one.Relation }) {
			list = append(list, one)
		}
	}
	return list
}

// wayTo says how a statement gets to a relation that it does not name.
func (e *Estimator) wayTo(p *planner.Statement, t approval.Touched, found providers.Footprint) string {
	views := ""
	for _, r := range found.Reached {
		switch {
		case r.How == providers.Named && p.Provider+"."+r.Schema+"."+r.Name == t.Relation:
			return ""
		case r.How == providers.Named && r.Kind == 'v':
			views = "view " + fullName(p.Provider, r)
		}
	}
	if len(found.Rules) > 0 {
		return "rule " + strings.Join(e.allNamed(p.Provider, found.Rules), ", ")
	}
	return views
}

// listPlanned are the relations that a statement changes by the source's plan, with the planner's guess of
// their rows.
func (e *Estimator) listPlanned(ctx context.Context, p *planner.Statement) (list []approval.Touched) {
	if !slices.Contains(explained, p.Verb) || e.dialectOf(p.Provider) != providers.Postgres {
		return nil
	}
	plans, err := e.explainPlans(ctx, p.Provider, explainVerbose, p.Text, p.ParamOIDs(e.Types))
	if err != nil {
		return nil
	}
	for _, plan := range plans {
		list = append(list, plan.listChanged(p.Provider)...)
	}
	return list
}

// listChanged are the relations that a plan changes.
func (n node) listChanged(source string) (list []approval.Touched) {
	if n.Type == "ModifyTable" && n.Relation != "" {
		list = append(list, approval.Touched{
			Verb: strings.ToUpper(n.Operation), Relation: strings.Join([]string{source, n.Schema, n.Relation}, "."), Rows: n.rowsBelow(), By: byPlan,
		})
	}
	for _, child := range n.Plans {
		list = append(list, child.listChanged(source)...)
	}
	return list
}

// rowsBelow is the planner's guess of how many rows a change gets.
func (n node) rowsBelow() (rows int64) {
	for _, child := range n.Plans {
		if child.How != "InitPlan" && child.How != "SubPlan" && child.Rows < 1<<62 {
			rows = AddRows(rows, int64(child.Rows))
		}
	}
	return rows
}

// ownWrites are the changes that the body of a DO, or of a function that the statement calls,
// contains.
func (e *Estimator) ownWrites(p *planner.Statement) (list []approval.Touched) {
	bodies := e.called[p]
	if beforehand.IsDo(p.Text) {
		bodies = []approval.Code{{Name: "the DO", Text: p.Text}}
	}
	for _, body := range bodies {
		list = append(list, e.listWrites(p, body.Name, body.Text)...)
	}
	return list
}

// listTriggered are the changes that the functions of triggers contain.
func (e *Estimator) listTriggered(p *planner.Statement, found providers.Footprint) (list []approval.Touched) {
	for _, code := range found.Code {
		list = append(list, e.listWrites(p, e.withSource(p.Provider, code.What), code.Definition)...)
	}
	return list
}

// listWrites are the changes that a body of code contains. Their rows cannot be counted before it runs.
func (e *Estimator) listWrites(p *planner.Statement, what, definition string) (list []approval.Touched) {
	changes, err := beforehand.WritesOf(definition)
	if err != nil {
		e.addNote("what %s changes is not known, or not all of it: %v", what, err)
	}
	source, failed := e.Names(context.Background(), p.Provider)
	for _, c := range changes {
		name := strings.Join(slices.DeleteFunc([]string{c.Schema, c.Name}, func(s string) bool { return s == "" }), ".")
		if failed == nil {
			if r, known := source.Catalog.Relation(c.Schema, c.Name); known {
				name = r.Schema + "." + r.Name
			}
		}
		one := approval.Touched{Verb: c.Verb, Relation: p.Provider + "." + name, Rows: -1, Way: what}
		if !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	if len(list) > 0 {
		e.addNote("the rows that %s changes are not known", what)
	}
	return list
}

// withSource puts the source before the relation in "t on public.orders".
func (e *Estimator) withSource(source, text string) string {
	if i := strings.LastIndex(text, " on "); i >= 0 {
		return text[:i+4] + source + "." + text[i+4:]
	}
	return text
}

func (e *Estimator) allNamed(source string, list []string) []string {
	named := make([]string, len(list))
	for i, text := range list {
		if named[i] = e.withSource(source, text); named[i] == text && !strings.Contains(text, "(event trigger)") {
			named[i] = fmt.Sprintf("%s.%s", source, text)
		}
	}
	return named
}
