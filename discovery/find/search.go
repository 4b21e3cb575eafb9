package find

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

// searchTables ranks the tables and columns of all indexes that the request is about.
func searchTables(ctx context.Context, indexes []*Tables, r Request) lane {
	type found struct {
		score float32
		ref   Ref
	}
	var all []found
	for _, t := range indexes {
		if ctx.Err() != nil {
			return nil
		}
		if r.Connection != "" && r.Connection != t.connection {
			continue
		}
		hits, sees := t.search(r, terms.New(), ways{})
		for _, h := range hits {
			all = append(all, found{h.score, t.ref(h, sees)})
		}
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.ref.ID, b.ref.ID), cmp.Compare(a.ref.Connection, b.ref.Connection))
	})
	refs := make(lane, 0, len(all))
	for _, f := range all[:min(r.Limit, len(all))] {
		refs = append(refs, f.ref)
	}
	return refs
}

// search ranks the tables and columns of one index. It returns what says of each whether it may be
// seen, too.
func (t *Tables) search(request Request, split *terms.Splitter, ways ways) (found []hit, sees func(number uint32) bool) {
	r := ranking{
		t: t, ways: ways, seen: make([]uint8, t.size()),
		visible: func(table discovery.TableRef, column string) bool {
			return request.Visible(t.connection, table, column)
		},
	}
	r.concepts = t.conceptsOf(request.Query, split, ways, r.seesAny)
	r.match()
	return r.mixed(request.wants(KindTable), request.wants(KindColumn), request.Limit), r.sees
}

// ref makes a ref of what was found.
func (t *Tables) ref(h hit, sees func(number uint32) bool) Ref {
	if int(h.number) < t.tables() {
		return t.tableRef(h, sees)
	}
	return t.columnRef(h)
}

func (t *Tables) tableRef(h hit, sees func(number uint32) bool) Ref {
	r := t.table(h.number)
	ref := Ref{
		Kind: KindTable, ID: r.ref.Display(),
		Summary: summary(r.descriptions, r.comment), MatchedOn: h.match.on(),
		Connection: t.connection, Table: &r.ref,
	}
	switch ref.MatchedOn {
	case OnDescription:
		ref.Snippet = t.windowOn(h.match.term, r.descriptions...)
	case OnComment:
		ref.Snippet = t.windowOn(h.match.term, r.comment)
	default:
		var names []string
		for number := t.first[h.number]; number < t.first[h.number+1] && len(names) < 5; number++ {
			if sees(number) {
				names = append(names, t.columnName(number))
			}
		}
		ref.Snippet = snippet(strings.Join(names, ", "))
	}
	return ref
}

func (t *Tables) columnRef(h hit) Ref {
	r, owner := t.column(h.number), t.table(t.owner[int(h.number)-t.tables()])
	ref := Ref{
		Kind: KindColumn, ID: owner.ref.Display() + "." + discovery.TableRef{Name: r.name}.Display(),
		Summary: summary(r.descriptions, r.comment), MatchedOn: h.match.on(),
		Connection: t.connection, Table: &owner.ref, Column: r.name,
	}
	switch ref.MatchedOn {
	case OnDescription:
		ref.Snippet = t.windowOn(h.match.term, r.descriptions...)
	case OnComment:
		ref.Snippet = t.windowOn(h.match.term, r.comment)
	case OnSampleValue:
		ref.Snippet = snippet(r.nativeType + " · samples: " + r.samples)
	default:
		ref.Snippet = snippet(r.nativeType)
	}
	return ref
}

// on is the field of a match as the answer names it.
func (m match) on() MatchedOn {
	switch m.field {
	case fieldDisplay:
		return OnDisplay
	case fieldComment:
		return OnComment
	case fieldDescription:
		return OnDescription
	case fieldSample:
		return OnSampleValue
	case fieldBody:
		return OnBody
	case fieldName:
	}
	return OnName
}
