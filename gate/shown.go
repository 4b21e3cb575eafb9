package gate

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
)

// Shown is what an error of a source may tell of a relation. The zero Shown tells nothing.
type Shown struct {
	Name   bool     // the name of the relation
	Rows   bool     // values of its rows
	Hidden []string // columns whose names it may not tell, in lower case
}

// Shows returns what an error of a source may tell of a relation to the principal who runs these
// statements. It may tell values of rows if the statements use the relation, and no relation that shares
// rows with it has denied columns.
func (r *Rights) Shows(statements []*planner.Statement, provider, schema, name string) (s Shown) {
	if r.Everything(provider) {
		return Shown{Name: true, Rows: true}
	}
	s.Name = r.MayName(provider, schema, name)
	says := r.accessTo(planner.Relation{Provider: provider, Service: schema, Resource: name}).of
	s.Hidden = deniedColumns(says, allowing(says))
	used := false
	for _, one := range statements {
		for i := range one.Uses {
			u := &one.Uses[i]
			if !strings.EqualFold(u.Provider, provider) || !isOrHas(u, schema, name) {
				continue
			}
			says := r.saysOf(u)
			may := allowing(says)
			if may == 0 {
				return Shown{}
			}
			used = true
			s.Hidden = append(slices.Clone(s.Hidden), deniedColumns(says, may)...)
		}
	}
	s.Rows = s.Name && used && len(s.Hidden) == 0
	return s
}

// isOrHas reports whether a use is of a relation, or of one that shares rows with it.
func isOrHas(u *planner.Use, schema, name string) bool {
	same := func(s, n string) bool { return strings.EqualFold(s, schema) && strings.EqualFold(n, name) }
	for _, k := range u.Kin() {
		if same(k.Schema, k.Name) {
			return true
		}
	}
	return same(u.Service, u.Resource)
}

// allowing has a bit for each role that allows a relation.
func allowing(says []roleAccess) (may uint64) {
	for i := range says {
		if says[i].allowed && !says[i].denied {
			may |= 1 << i
		}
	}
	return may
}
