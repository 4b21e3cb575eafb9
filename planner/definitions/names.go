package definitions

import (
	"slices"
	"strings"
)

// quote is quote_identifier.
func (a *analysis) quote(name string) string {
	plain := name != ""
	for i, c := range []byte(name) {
		plain = plain && (c >= 'a' && c <= 'z' || c == '_' || i > 0 && c >= '0' && c <= '9')
	}
	if plain && !a.keywords[name] {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// quoteText is simple_quote_literal.
func quoteText(text string) string {
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// mostBytes is how long PostgreSQL's names are at most.
const mostBytes = 63

// unique adds a number to a name that is taken.
func (a *analysis) unique(name string, taken func(string) bool) string {
	made := name
	for i := 1; taken(made); i++ {
		if made = name + "_" + itoa(i); len(made) > mostBytes {
			a.refuse("a long name")
		}
	}
	return made
}

// nameRelations gives the relations of a query the names that they are printed with: set_rtable_names. Those of outer queries
// are taken.
func (p *printer) nameRelations(q *query, outer []string) []string {
	taken := slices.Clone(outer)
	if p.top == q { // the entries that PostgreSQL's range table of a view begins with
		taken = append(taken, "old", "new")
	}
	for _, r := range q.relations {
		name := r.name
		switch {
		case r.hasAlias:
			name = r.alias
		case r.kind == joined:
			continue
		}
		r.shownName = p.unique(name, func(n string) bool { return slices.Contains(taken, n) })
		taken = append(taken, r.shownName)
	}
	for _, r := range q.relations {
		p.nameColumns(r)
	}
	return taken
}

// nameColumns gives the columns of a relation their names: set_relation_column_names.
func (p *printer) nameColumns(r *relation) {
	r.shownNames, r.renamed = nil, false
	taken := make(map[string]bool, len(r.columns))
	for i, c := range r.columns {
		name := c.name
		if i < len(r.aliasNames) {
			name = r.aliasNames[i]
		}
		name = p.unique(name, func(n string) bool { return taken[n] })
		taken[name] = true
		r.renamed = r.renamed || name != c.name
		r.shownNames = append(r.shownNames, name)
	}
	switch r.kind {
	case function:
		r.renamed = true
	case plain, joined:
	default:
		r.renamed = r.renamed || len(r.aliasNames) > 0
	}
	if r.kind == joined && r.hasAlias {
		r.renamed = r.renamed || len(r.aliasNames) > 0
	}
}
