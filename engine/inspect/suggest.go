package inspect

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/advice"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// quotesHint says what a Postgres server does not say of the name that it suggests.
const quotesHint = " A name with blanks or capitals needs its double quotes."

// Suggest adds the nearest names to an error about a name in a statement of a batch. A suggestion of a
// Postgres server is kept, with a word about quotes if the name needs them; DuckDB suggests a name in
// any case, which is not kept.
func (s *Sources) Suggest(ctx context.Context, p *planner.Statement, batch string, e *sqlstate.Error) error {
	source, err := s.Provider(p.Provider)
	better := e.Hint == "" || source != nil && source.Info().Dialect == providers.DuckDB
	if err != nil || !better && e.Code != sqlstate.UndefinedColumn {
		return e
	}
	if s.Rights != nil && e.Code == sqlstate.UndefinedTable && source.Info().Dialect == providers.DuckDB {
		plain := *e // DuckDB suggests names that the client may not know
		plain.Hint = ""
		e = &plain
	}
	tree, ok := s.treeOf(source)
	if !ok {
		return e
	}
	hint, names := "", []string(nil)
	switch e.Code {
	case sqlstate.UndefinedTable, sqlstate.InvalidSchemaName:
		if nearest := s.nearestRelation(ctx, tree, p, batch, e.Position); len(nearest) > 0 {
			hint, names = "Did you mean "+Spelled(nearest...)+"?", nearest
		}
	case sqlstate.UndefinedColumn:
		hint, names = columnHint(ctx, tree, p, batch, e.Position)
	}
	if hint == "" || !better && !strings.HasSuffix(hint, quotesHint) {
		return e
	}
	told := *e
	return told.WithHint("%s", hint).Naming(names...)
}

// Spelled writes a name of several parts as SQL needs it.
func Spelled(parts ...string) string { return joinSpelled(parts, ".") }

// joinSpelled writes names as SQL needs them.
func joinSpelled(names []string, between string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = planner.PlainName(name)
	}
	return strings.Join(list, between)
}

// nearestRelation is the relation that was most likely meant at a position: its name, with its schema
// if it needs it.
func (s *Sources) nearestRelation(ctx context.Context, tree providers.Hierarchy, p *planner.Statement, batch string, position int) []string {
	i := slices.IndexFunc(p.Missing, func(m planner.Missing) bool {
		return m.Offset >= 0 && m.Offset <= len(batch) && utf8.RuneCountInString(batch[:m.Offset])+1 == position
	})
	if i < 0 && len(p.Missing) > 0 {
		i = 0
	}
	if i < 0 {
		return nil
	}
	m := p.Missing[i]
	services, err := tree.Services(ctx)
	if err != nil {
		return nil
	}
	names := make([]string, len(services))
	for i, v := range services {
		names[i] = v.Name
	}
	if m.Service != "" && !slices.Contains(names, m.Service) {
		service := sqlstate.Nearest(m.Service, names)
		if service == "" {
			return nil
		}
		return []string{service, m.Resource}
	}
	if m.Service != "" {
		names = []string{m.Service}
	} else {
		names = s.inPath(names)
	}
	best, found := "", ""
	for _, service := range names {
		list, err := tree.Resources(ctx, service)
		if err != nil {
			continue
		}
		for _, r := range list {
			if sqlstate.Nearest(m.Resource, []string{best, r.Name}) == r.Name {
				best, found = r.Name, service
			}
		}
	}
	switch {
	case found == "":
		return nil
	case m.Service != "" || best == m.Resource: // the relation exists, in a schema that is not in the search path
		return []string{found, best}
	}
	return []string{best}
}

// inPath lists the schemas of a source in the order in which they are searched for names.
func (s *Sources) inPath(all []string) []string {
	path := slices.Clone(s.Path)
	if p, err := s.Provider(s.Default); len(path) == 0 && err == nil {
		path = []string{p.Info().Default}
	}
	for _, name := range all {
		if !slices.Contains(path, name) && name != "pg_catalog" && name != "information_schema" {
			path = append(path, name)
		}
	}
	return slices.DeleteFunc(path, func(name string) bool { return !slices.Contains(all, name) })
}

// columnHint names the columns that were most likely meant at a position, or else the columns that
// exist.
func columnHint(ctx context.Context, tree providers.Hierarchy, p *planner.Statement, batch string, position int) (hint string, named []string) {
	words := advice.WordsAt(batch, position)
	if len(words) == 0 {
		return "", nil
	}
	var names []string
	for _, r := range p.Relations {
		detail, err := tree.Describe(ctx, r.Service, r.Resource)
		if err != nil {
			continue
		}
		for _, c := range detail.Columns {
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	near := nearColumns(words, names)
	if len(near) == 0 {
		return columnsHint(names)
	}
	hint = "Did you mean " + joinSpelled(near, " or ") + "?"
	if slices.ContainsFunc(near, func(name string) bool { return planner.PlainName(name) != name }) {
		hint += quotesHint
	}
	return hint, near
}

// nearColumns are the names that only differ in case, blanks and underscores; or else those that begin
// with the word, those that go on with the next word first; or else the one that is spelled most
// alike.
func nearColumns(words, names []string) []string {
	var same, begin []string
	for _, name := range names {
		switch whole := squeezeName(name); {
		case whole == squeezeName(words[0]):
			same = append(same, name)
		case len(words) > 1 && whole == squeezeName(words[0]+words[1]):
			begin = slices.Insert(begin, 0, name)
		case strings.HasPrefix(strings.ToLower(name), strings.ToLower(words[0])+" "), strings.HasPrefix(strings.ToLower(name), strings.ToLower(words[0])+"_"):
			begin = append(begin, name)
		}
	}
	switch nearest := sqlstate.Nearest(words[0], names); {
	case len(same) > 0:
		return same[:min(len(same), mostNamed)]
	case len(begin) > 0:
		return begin[:min(len(begin), mostNamed)]
	case nearest != "":
		return []string{nearest}
	}
	return nil
}

// squeezeName is a name without case, blanks, underscores and hyphens.
func squeezeName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// mostColumns bounds the columns that a hint lists, in bytes.
const mostColumns = 400

func columnsHint(names []string) (hint string, named []string) {
	list, size := make([]string, 0, len(names)), 0
	for i, one := range names {
		name := planner.PlainName(one)
		if size += len(name) + 2; size > mostColumns {
			list, names = append(list, "…"), names[:i]
			break
		}
		list = append(list, name)
	}
	if len(list) == 0 {
		return "", nil
	}
	return "The columns are: " + strings.Join(list, ", ") + ".", names
}
