package catalog

import (
	"slices"
	"strings"
)

// Made forgets what the names of new tables, and of their indexes, meant before. It stands in for a comparison of all
// that is in use when a session of ours has made these tables and nothing else. It returns false if event triggers may
// have changed more, or if nothing is known yet.
func (c *Catalog) Made(names []string) bool {
	if g := c.globals(); g == nil || g.eventTriggers {
		return false
	}
	c.store.made(names)
	return true
}

// made drops the answers that new tables may have changed: that there is no relation of a name (nobody makes
// tables in pg_catalog), and what the names of types mean. Answers that are being fetched now may be older than the tables, and are not kept.
func (s *store) made(names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.additions++
	changed := map[string]bool{}
	for name, answer := range s.facts.relations {
		if answer.value == nil && name.schema != "pg_catalog" && slices.ContainsFunc(names, func(made string) bool { return maybeNamed(name.name, made) }) {
			changed[relationTag(name.schema, name.name)] = true
		}
	}
	for name := range s.facts.types {
		if slices.Contains(names, name) || strings.HasPrefix(name, "_") { // the server chooses a free name for the array type
			changed[typeTag(name)] = true
		}
	}
	if len(changed) > 0 {
		s.drop(changed)
	}
}

// longestPart is at most as long as the part of a table's name that the server keeps in the name of an index or a sequence.
const longestPart = 20

// maybeNamed reports whether a name may be that of a new table, or one that the server has made of it.
func maybeNamed(name, table string) bool {
	return strings.HasPrefix(name, table[:min(len(table), longestPart)])
}

// newest tells learn how old the answers are that are fetched from now on.
func (s *store) newest() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.additions
}
