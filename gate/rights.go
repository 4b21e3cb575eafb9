package gate

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/planner"
)

// Rights are what the roles of a principal allow together. Roles add up: a relation may be used if one
// role allows it, and a column may be read if a role that allows its relation does not deny the column.
// nil narrows nothing; the zero Rights allow nothing. They are safe for concurrent use.
type Rights struct {
	roles []*role

	mu    sync.RWMutex
	known map[planner.Relation]*access
}

// access says what each role allows with one relation.
type access struct {
	of   []roleAccess
	last atomic.Pointer[kinAccess] // the last answer of saysOf
}

// kinAccess says what each role allows with a relation that shares rows with others.
type kinAccess struct {
	use *planner.Use
	of  []roleAccess
}

type roleAccess struct {
	allowed, denied bool
	columns         []string // that may not be read
}

// maxKnown bounds the relations that answers are kept of: clients can name what they like.
const maxKnown = 10_000

// Roles are the names of the roles.
func (r *Rights) Roles() (names []string) {
	if r == nil {
		return nil
	}
	for _, one := range r.roles {
		names = append(names, one.Name)
	}
	return names
}

// Ceiling is the highest mode of the roles.
func (r *Rights) Ceiling() Mode {
	if r == nil {
		return FullAccess
	}
	highest := Closed
	for _, one := range r.roles {
		highest = max(highest, one.Mode)
	}
	return highest
}

// Sources are the sources of the roles; nil: all. It is not nil where there are no roles.
func (r *Rights) Sources() []string {
	if r == nil {
		return nil
	}
	list := []string{}
	for _, one := range r.roles {
		if one.Sources == nil {
			return nil
		}
		list = append(list, one.Sources...)
	}
	return list
}

// Tool reports whether a tool may be used.
func (r *Rights) Tool(name string) bool {
	return r == nil || slices.ContainsFunc(r.roles, func(one *role) bool { return one.Tools == nil || slices.Contains(one.Tools, name) })
}

// Records reports whether the records of others may be read.
func (r *Rights) Records() bool {
	return r != nil && slices.ContainsFunc(r.roles, func(one *role) bool { return one.Records })
}

// Limits are the widest limits of the roles, where each role has one.
func (r *Rights) Limits() (most RoleLimits) {
	if r == nil || len(r.roles) == 0 {
		return most
	}
	most = r.roles[0].Limits
	for _, one := range r.roles[1:] {
		most.Rows, most.Bytes = wider(most.Rows, one.Limits.Rows), wider(most.Bytes, one.Limits.Bytes)
		most.Time = wider(most.Time, one.Limits.Time)
		most.Cost, most.PerMinute = wider(most.Cost, one.Limits.Cost), wider(most.PerMinute, one.Limits.PerMinute)
	}
	return most
}

// Giver names the role that a limit of Limits comes from; is reports whether a role's limits are that one.
func (r *Rights) Giver(is func(RoleLimits) bool) string {
	if r != nil {
		for _, one := range r.roles {
			if is(one.Limits) {
				return one.Name
			}
		}
	}
	return ""
}

// wider returns the wider of two limits; 0 stands for no limit.
func wider[T int | int64 | float64 | time.Duration](a, b T) T {
	if a == 0 || b == 0 {
		return 0
	}
	return max(a, b)
}

// accessTo returns what the roles say of a relation.
func (r *Rights) accessTo(relation planner.Relation) *access {
	relation.Write = false
	r.mu.RLock()
	found := r.known[relation]
	r.mu.RUnlock()
	if found != nil {
		return found
	}
	provider, service, resource := strings.ToLower(relation.Provider), strings.ToLower(relation.Service), strings.ToLower(relation.Resource)
	found = &access{of: make([]roleAccess, len(r.roles))}
	for i, one := range r.roles {
		found.of[i] = one.accessTo(provider, service, resource)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil || len(r.known) >= maxKnown {
		r.known = map[planner.Relation]*access{}
	}
	r.known[planner.Relation{Provider: strings.Clone(relation.Provider), Service: strings.Clone(relation.Service), Resource: strings.Clone(relation.Resource)}] = found
	return found
}

func (one *role) accessTo(provider, service, resource string) (a roleAccess) {
	matches := func(p pattern) bool { return p.matches(provider, service, resource) }
	a.denied = slices.ContainsFunc(one.deny, matches)
	a.allowed = !a.denied && one.has(provider) && (one.Allow == nil || slices.ContainsFunc(one.allow, matches))
	for _, c := range one.columns {
		if c.matches(provider, service, resource) && !slices.Contains(a.columns, c.column) {
			a.columns = append(a.columns, c.column)
		}
	}
	return a
}

// has reports whether a role has a source.
func (one *role) has(source string) bool {
	return one.Sources == nil || slices.ContainsFunc(one.Sources, func(s string) bool { return strings.EqualFold(s, source) })
}

// hasAll reports whether a role may do everything in a source. Then the relations of a statement need not be
// looked at.
func (one *role) hasAll(source string) bool {
	return one.has(source) && one.Allow == nil && len(one.deny) == 0 && len(one.columns) == 0 && one.Catalogs
}

// Everything reports whether nothing of a source is hidden.
func (r *Rights) Everything(source string) bool { return r == nil || r.hasAll(source) }

func (r *Rights) hasAll(source string) bool {
	return slices.ContainsFunc(r.roles, func(one *role) bool { return one.hasAll(source) })
}

// MayName reports whether a relation may be told of.
func (r *Rights) MayName(provider, service, resource string) bool {
	if r == nil {
		return true
	}
	return slices.ContainsFunc(r.accessTo(planner.Relation{Provider: provider, Service: service, Resource: resource}).of, func(a roleAccess) bool { return a.allowed })
}

// MayRead reports whether a column of a relation may be told of.
func (r *Rights) MayRead(provider, service, resource, column string) bool {
	if r == nil {
		return true
	}
	column = strings.ToLower(column)
	return slices.ContainsFunc(r.accessTo(planner.Relation{Provider: provider, Service: service, Resource: resource}).of, func(a roleAccess) bool {
		return a.allowed && !slices.Contains(a.columns, column)
	})
}

// MayNameIn reports whether something of a service may be told of.
func (r *Rights) MayNameIn(provider, service string) bool {
	if r == nil {
		return true
	}
	provider, service = strings.ToLower(provider), strings.ToLower(service)
	inside := func(p pattern) bool { return matchesPart(p.parts[0], provider) && matchesPart(p.parts[1], service) }
	return slices.ContainsFunc(r.roles, func(one *role) bool {
		whole := func(p pattern) bool { return inside(p) && p.parts[2] == "*" }
		return one.has(provider) && !slices.ContainsFunc(one.deny, whole) && (one.Allow == nil || slices.ContainsFunc(one.allow, inside))
	})
}
