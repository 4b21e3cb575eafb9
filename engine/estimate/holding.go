package estimate

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/providers"
)

// Which tables the source's tally has to count when a statement has run.

// holding says how the rows that a statement changes are compared when it has run. The fields are as
// in approval.Estimate.
type holding struct {
	held, inserts      []uint64
	apart              []uint64
	apartRows          int64
	byTag              bool // the target is apart
	linked, mixed      bool
	apartNames, twices []string // for people: tables that are apart, and tables whose rows may count twice
}

func (h holding) copyTo(e *approval.Estimate) {
	e.Held, e.Inserts, e.Linked, e.Mixed = h.held, h.inserts, h.linked, h.mixed
	e.Apart, e.ApartRows, e.ByTag = h.apart, h.apartRows, h.byTag
}

// holdingOf finds the tables whose rows the source's tally counts. Tables that triggers change, too,
// are apart, since the tally does not tell the rows of triggers from those of the statement. counts
// are the rows of found.Reached by place; nil: they are not known.
func holdingOf(p *planner.Statement, found providers.Footprint, counts map[int]int64) holding {
	h := holding{linked: hasLinks(found)}
	if !providers.ChangesRows(p.Verb) || len(found.Rules) > 0 || !slices.ContainsFunc(found.Reached, isTallied) {
		return h
	}
	parted := slices.ContainsFunc(found.Reached, func(r providers.Reached) bool { return r.How == providers.Heir })
	if parted && !h.linked && mayInsert(p.Verb) { // a row that moves to another partition counts as deleted and inserted, so only the tag is right
		return h
	}
	apart, mixed := apartOf(found, mayInsert(p.Verb))
	for i, r := range found.Reached {
		switch {
		case !apart[r.ID]:
			h.held = append(h.held, r.ID)
			if mayInsert(p.Verb) && r.How != providers.Carried { // foreign keys insert nothing
				h.inserts = append(h.inserts, r.ID)
			}
			if touches := len(r.Links); r.Verb == "UPDATE" && (touches > 1 || touches == 1 && r.How == providers.Named) {
				h.twices = append(h.twices, r.Quoted)
			}
			continue
		case r.How == providers.Heir, r.How != providers.Carried && len(r.Links) > 0:
			mixed = true
		case r.How != providers.Carried:
			h.byTag = true
		case counts == nil:
			h.apartRows, h.apartNames = -1, append(h.apartNames, r.Quoted)
		default:
			h.apartRows, h.apartNames = AddRows(h.apartRows, counts[i]), append(h.apartNames, r.Quoted)
		}
		h.apart = append(h.apart, r.ID)
	}
	if mixed || len(apart) > 0 && parted {
		all := holding{linked: h.linked, mixed: true}
		for _, r := range found.Reached {
			all.held = append(all.held, r.ID)
		}
		return all
	}
	return h
}

// isTallied reports whether rows of a relation are updated or deleted.
func isTallied(r providers.Reached) bool { return r.Verb == "UPDATE" || r.Verb == "DELETE" }

// mayInsert reports whether the tag of a statement that updates or deletes rows may count inserted rows,
// too.
func mayInsert(verb string) bool { return verb == "INSERT" || verb == "MERGE" }

// hasLinks reports whether foreign keys carry a statement to other tables.
func hasLinks(found providers.Footprint) bool {
	return slices.ContainsFunc(found.Reached, func(r providers.Reached) bool { return len(r.Links) > 0 })
}

// apartOf returns the tables that a statement reaches and that triggers change, too. Inserted rows
// count only in the tables that an inserting statement names. mixed says that triggers also delete
// rows of such a table, which keys may carry on, or truncate it, which resets its tally. What a
// trigger does that cannot be known counts as the statement's.
func apartOf(found providers.Footprint, inserts bool) (apart map[uint64]bool, mixed bool) {
	apart = map[uint64]bool{}
	for _, code := range found.Code {
		changes, _ := beforehand.WritesOf(code.Definition)
		for _, c := range changes {
			for _, r := range found.Reached {
				if r.Name != c.Name || c.Schema != "" && r.Schema != c.Schema || c.Verb == "INSERT" && (!inserts || r.How == providers.Carried) {
					continue
				}
				apart[r.ID] = true
				mixed = mixed || c.Verb != "UPDATE" && c.Verb != "INSERT"
			}
		}
	}
	return apart, mixed
}

// noteHolding notes, for people, which rows no number of rows holds.
func (e *Estimator) noteHolding(h holding, p *planner.Statement, prefix string, followed bool) {
	compared := len(h.held) > 0 && !h.mixed && h.apartRows >= 0
	switch {
	case !h.linked:
		return
	case !followed && compared:
		e.addNote("%sthe rows that foreign keys carry it to are not known: where it is approved for a number of rows, they count when it has run", prefix)
	case !followed, h.apartRows < 0:
		e.addNote("%sthe rows that foreign keys carry it to are not known, and no number of rows holds them", prefix)
	case h.mixed && len(p.Functions) > 0:
		e.addNote("%sits condition calls functions, which may say otherwise when it runs, and triggers change rows of the same tables: only its own rows are compared then, not those that foreign keys carry it to", prefix)
	case h.mixed: // even without a call a condition may select other rows when it runs: by a view, by CURRENT_TIMESTAMP, by rows that its transaction has changed
		e.addNote("%striggers change rows of the same tables: only its own rows are compared when it has run, not those that foreign keys carry it to", prefix)
	case len(h.apartNames) > 0 && len(p.Functions) > 0:
		e.addNote("%sits condition calls functions, which may say otherwise when it runs, and triggers change rows of %s, too: the rows that foreign keys carry it to there are counted before it runs, and not compared when it has run",
			prefix, strings.Join(e.allNamed(p.Provider, h.apartNames), ", "))
	case len(h.apartNames) > 0:
		e.addNote("%striggers change rows of %s, too: the rows that foreign keys carry it to there are counted before it runs, and not compared when it has run",
			prefix, strings.Join(e.allNamed(p.Provider, h.apartNames), ", "))
	}
	if len(h.twices) > 0 && compared {
		e.addNote("%sa row of %s that is changed twice, by two keys or by the statement and a key, counts twice when it has run: allow more rows for that",
			prefix, strings.Join(e.allNamed(p.Provider, h.twices), ", "))
	}
}
