package gate

import (
	"fmt"
	"slices"
	"strings"
)

// Inventory is what is known of the sources that rules are about. A source of which nothing is known is in
// Sources and not in Asked.
type Inventory struct {
	Sources []string
	Asked   map[string][]Listed // what the sources that were asked have
}

// Listed is a relation of a source.
type Listed struct {
	Service, Resource string
	Columns           []string // nil: they are not known
}

// Idle is a rule that changes nothing.
type Idle struct {
	Role int    // its place in the list of roles
	Key  string // the rule's place in the role, as the configuration spells it: relations.deny[1]
	Rule string
	Why  string
}

// Idle returns the rules of relations and columns that change nothing: they match nothing, or another rule of
// their role says as much.
func (p *Policy) Idle(known Inventory) (list []Idle) {
	if p == nil {
		return nil
	}
	for i := range p.roles {
		r := &p.roles[i]
		note := func(key string, at int, rule, why string) {
			if why != "" {
				list = append(list, Idle{Role: i, Key: fmt.Sprintf("%s[%d]", key, at), Rule: rule, Why: why})
			}
		}
		for at, one := range r.allow {
			why := r.coveredBy(one, r.deny, -1, "relations.deny")
			if why == "" {
				why = r.coveredBy(one, r.allow, at, "relations.allow")
			}
			note("relations.allow", at, one.text, firstOf(why, r.whyUnmatched(one, "", known)))
		}
		for at, one := range r.deny {
			note("relations.deny", at, one.text, firstOf(r.coveredBy(one, r.deny, at, "relations.deny"), r.whyUnmatched(one, "", known), r.whyUnallowed(one, known)))
		}
		for at, one := range r.columns {
			why := r.coveredBy(one.pattern, r.deny, -1, "relations.deny")
			note("columns.deny", at, one.text, firstOf(why, r.shadowingColumn(at), r.whyUnmatched(one.pattern, one.column, known), r.whyUnallowed(one.pattern, known)))
		}
	}
	return list
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

// coveredBy says which pattern of a list matches everything that p matches. It returns "" if none does. at is p's own
// place in the list. Of two equal patterns, the later one is covered by the earlier.
func (one *role) coveredBy(p pattern, list []pattern, at int, key string) string {
	for i, other := range list {
		if i != at && covers(&other, &p) && !(i > at && at >= 0 && covers(&p, &other)) {
			return fmt.Sprintf("is covered by %s[%d], %s", key, i, other.text)
		}
	}
	return ""
}

func (one *role) shadowingColumn(at int) string {
	p := one.columns[at]
	for i, other := range one.columns {
		if i != at && other.column == p.column && covers(&other.pattern, &p.pattern) && !(i > at && covers(&p.pattern, &other.pattern)) {
			return fmt.Sprintf("is covered by columns.deny[%d], %s", i, other.text)
		}
	}
	return ""
}

// covers reports whether a certainly matches all that b matches.
func covers(a, b *pattern) bool {
	for i := range a.parts {
		if a.parts[i] != "*" && a.parts[i] != b.parts[i] && (strings.Contains(b.parts[i], "*") || !matchesPart(a.parts[i], b.parts[i])) {
			return false
		}
	}
	return true
}

// whyUnmatched says why a pattern, with a column or "", matches nothing of the sources. It returns "" if it may match
// something.
func (one *role) whyUnmatched(p pattern, column string, known Inventory) string {
	sources := slices.DeleteFunc(slices.Clone(known.Sources), func(s string) bool { return !one.has(s) || !matchesPart(p.parts[0], strings.ToLower(s)) })
	if len(sources) == 0 {
		return "matches nothing: the role has no such source"
	}
	relation := false
	for _, source := range sources {
		listed, asked := known.Asked[source]
		if !asked {
			return ""
		}
		for _, l := range listed {
			if !p.matchesListed(source, l) {
				continue
			}
			relation = true
			if column == "" || l.Columns == nil || slices.ContainsFunc(l.Columns, func(c string) bool { return strings.EqualFold(c, column) }) {
				return ""
			}
		}
	}
	if relation {
		return "matches nothing: what the pattern matches has no column " + column
	}
	return "matches nothing in " + strings.Join(sources, ", ")
}

// whyUnallowed says that a rule denies only what the role does not allow anyway.
func (one *role) whyUnallowed(p pattern, known Inventory) string {
	if one.Allow == nil {
		return ""
	}
	for _, source := range known.Sources {
		listed, asked := known.Asked[source]
		if !asked && one.has(source) && matchesPart(p.parts[0], strings.ToLower(source)) {
			return ""
		}
		for _, l := range listed {
			if p.matchesListed(source, l) && slices.ContainsFunc(one.allow, func(a pattern) bool { return a.matchesListed(source, l) }) {
				return ""
			}
		}
	}
	return "changes nothing: relations.allow has nothing that it matches"
}

func (p *pattern) matchesListed(source string, l Listed) bool {
	return p.matches(strings.ToLower(source), strings.ToLower(l.Service), strings.ToLower(l.Resource))
}
