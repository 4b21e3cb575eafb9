package catalog

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
)

// temporary is DuckDB's database of a session's temporary relations, which are in its schema main.
const temporary = "temp"

// ReadTemporaries reads the temporary relations that a session sees. It returns nil if there are none.
func ReadTemporaries(list Lister) (*providers.Temporaries, error) {
	s, src := &Catalog{relations: map[string]providers.Relation{}}, Source{Database: temporary}
	unique, err := src.listRelations(s, list, nil)
	if err != nil || len(s.relations) == 0 {
		return nil, err
	}
	s.loadUnique(unique)
	if err := src.listColumns(s, list, nil); err != nil {
		return nil, err
	}
	s.loadColumns()
	if err := src.loadConstraints(s, list, nil); err != nil {
		return nil, err
	}
	t := &providers.Temporaries{Relations: map[string]providers.Relation{}, Structs: map[[2]string]string{}}
	for key, r := range s.relations {
		r.Typed = slices.Clone(r.Typed)
		if l := s.listed[key]; l != nil { // a sequence has none
			for _, k := range l.kept {
				s.noteComposites(t, key, &r, k)
			}
		}
		r.Schema, r.ID, r.OID = temporary, 0, 0 // the numbers are those of other relations, too
		t.Relations[r.Name] = r
	}
	return t, nil
}

// noteComposites notes the columns of a temporary relation that are of composite types, as a kept constraint says.
func (s *Catalog) noteComposites(t *providers.Temporaries, key string, r *providers.Relation, k providers.KeptConstraint) {
	if k.Kind != "t" || len(r.Typed) != len(s.columns[key]) {
		return
	}
	for i, row := range s.columns[key] {
		isOf := slices.ContainsFunc(k.Columns, func(c string) bool { return strings.EqualFold(c, r.Typed[i].Name) })
		if isOf && strings.HasPrefix(row[3], "STRUCT(") {
			r.Typed[i].User = k.Name
			t.Structs[[2]string{r.Name, r.Typed[i].Name}] = strings.TrimSuffix(row[3], "[]")
		}
	}
}

// Beside returns the catalog for a session with temporary relations.
func (s *Catalog) Beside(t *providers.Temporaries) *Catalog {
	in := *s
	in.temporaries = t
	return &in
}

// Temporary finds a temporary relation of the session.
func (s *Catalog) Temporary(schema, name string) (providers.Relation, bool) {
	if s.temporaries == nil || schema != "" && !providers.IsTemporarySchema(schema) || schema == "" && s.comesFirst(name) {
		return providers.Relation{}, false
	}
	r, ok := s.temporaries.Relations[strings.ToLower(name)]
	if !ok {
		return r, ok
	}
	r.Typed = slices.Clone(r.Typed)
	for i, c := range r.Typed {
		if u := providers.UserTypeByID(s.types, c.User); u == nil || u.Listed != s.temporaries.Structs[[2]string{r.Name, c.Name}] {
			r.Typed[i].User, r.Typed[i].Altered = "", c.User != "" // the type has been altered since the relation was made
		}
		if len(c.Labels) > 0 {
			r.Typed[i].Enum = s.enumOf(c.Labels, c.Mark)
		}
	}
	return r, true
}

// comesFirst reports whether the search path has a relation of a name before the temporary ones.
func (s *Catalog) comesFirst(name string) bool {
	for _, schema := range providers.LookupPath(s.path) {
		if schema == providers.TemporarySchema {
			return false
		}
		if _, ok := s.relations[schema+"\x00"+strings.ToLower(name)]; ok {
			return true
		}
	}
	return false
}

// enumOf finds an enum by its labels. DuckDB's columns do not know which of several with the same labels is theirs.
func (s *Catalog) enumOf(labels []string, mark string) (found *providers.Enum) {
	for _, e := range s.enums {
		if e.Mark == mark && slices.Equal(e.Labels, labels) {
			found = e
		}
	}
	return found
}
