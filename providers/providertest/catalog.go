package providertest

import (
	"reflect"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var catalogCases = map[string]func(*suite){
	"hierarchy":         hierarchy,
	"hierarchy unknown": hierarchyUnknown,
	"hierarchy keys":    hierarchyKeys,
	"hierarchy search":  hierarchySearch,
	"catalog":           catalog,
	"catalog moves":     catalogMoves,
}

func (s *suite) hierarchy() providers.Hierarchy {
	s.Helper()
	h, ok := s.fixture.Provider.(providers.Hierarchy)
	if !ok {
		s.Fatal("the provider lists nothing: it is no providers.Hierarchy")
	}
	return h
}

func hierarchy(s *suite) {
	c, h := s.connect(providers.ConnOptions{}), s.hierarchy()
	c.must("CREATE TABLE planes (id integer PRIMARY KEY, weight numeric(10,2) NOT NULL, name text, built date)")
	c.must("CREATE VIEW heavy AS SELECT * FROM planes WHERE weight > 1000")

	services, err := h.Services(s.ctx)
	if err != nil || !slices.ContainsFunc(services, func(v providers.Service) bool { return v.Name == s.fixture.Service }) {
		s.Errorf("services %+v, %v: want %q among them", services, err, s.fixture.Service)
	}
	kinds := map[string]string{}
	resources, err := h.Resources(s.ctx, s.fixture.Service)
	if err != nil {
		s.Fatal(err)
	}
	for _, r := range resources {
		kinds[r.Name] = r.Kind
	}
	if kinds["planes"] != "table" || kinds["heavy"] != "view" {
		s.Errorf("resources %v, want the table planes and the view heavy", kinds)
	}

	detail, err := h.Describe(s.ctx, s.fixture.Service, "planes")
	if err != nil {
		s.Fatal(err)
	}
	if detail.Name != "planes" || detail.Kind != "table" || len(detail.Columns) != 4 {
		s.Fatalf("described as %+v", detail)
	}
	for i, column := range c.must("SELECT * FROM planes").columns {
		d := detail.Columns[i]
		if d.Name != column.Name || d.Type != column.TypeName {
			s.Errorf("column %d described as %s %s, a query says %s %s", i, d.Name, d.Type, column.Name, column.TypeName)
		}
		if key := i == 0; d.Key != key {
			s.Errorf("column %s: key is %v", d.Name, d.Key)
		}
		if nullable := i > 1; d.Nullable != nullable {
			s.Errorf("column %s: nullable is %v", d.Name, d.Nullable)
		}
	}
	if detail, err := h.Describe(s.ctx, s.fixture.Service, "heavy"); err != nil || detail.Kind != "view" || len(detail.Columns) != 4 {
		s.Errorf("the view is described as %+v, %v", detail, err)
	}
}

// hierarchyKeys: Describe returns foreign keys at both ends.
func hierarchyKeys(s *suite) {
	c, h := s.connect(providers.ConnOptions{}), s.hierarchy()
	c.must("CREATE TYPE fuel AS ENUM ('jet a', 'it''s gas')")
	c.must("CREATE TABLE makers (id integer PRIMARY KEY, code text UNIQUE)")
	c.must("CREATE TABLE planes (id integer PRIMARY KEY, maker integer REFERENCES makers (id), burns fuel, weight integer DEFAULT 5 CHECK (weight > 0))")
	c.must("CREATE INDEX planes_by_weight ON planes (weight)")

	planes, err := h.Describe(s.ctx, s.fixture.Service, "planes")
	if err != nil {
		s.Fatal(err)
	}
	makers, err := h.Describe(s.ctx, s.fixture.Service, "makers")
	if err != nil {
		s.Fatal(err)
	}
	if want := []providers.Key{{Primary: true, Columns: []string{"id"}}, {Columns: []string{"code"}}}; !reflect.DeepEqual(makers.Keys, want) {
		s.Errorf("keys of makers: %+v", makers.Keys)
	}
	if want := []providers.Foreign{{Columns: []string{"maker"}, Service: s.fixture.Service, Resource: "makers", Others: []string{"id"}}}; !reflect.DeepEqual(planes.References, want) || planes.ReferencedBy != nil {
		s.Errorf("planes refers to %+v and is referred to by %+v", planes.References, planes.ReferencedBy)
	}
	if want := []providers.Foreign{{Columns: []string{"id"}, Service: s.fixture.Service, Resource: "planes", Others: []string{"maker"}}}; !reflect.DeepEqual(makers.ReferencedBy, want) || makers.References != nil {
		s.Errorf("makers refers to %+v and is referred to by %+v", makers.References, makers.ReferencedBy)
	}
	if len(planes.Checks) != 1 || !strings.HasPrefix(planes.Checks[0], "CHECK (") || !strings.Contains(planes.Checks[0], "weight > 0") {
		s.Errorf("checks of planes: %q", planes.Checks)
	}
	if len(planes.Indexes) != 1 || planes.Indexes[0].Name != "planes_by_weight" || !strings.HasSuffix(planes.Indexes[0].On, "(weight)") || planes.Indexes[0].Unique {
		s.Errorf("indexes of planes: %+v", planes.Indexes)
	}
	for i, want := range [][]string{nil, nil, {"jet a", "it's gas"}, nil} {
		if got := planes.Columns[i].Labels; !slices.Equal(got, want) {
			s.Errorf("labels of %s: %q", planes.Columns[i].Name, got)
		}
	}
	if got := planes.Columns[3].Default; got != "5" {
		s.Errorf("default of weight: %q", got)
	}
}

// hierarchySearch: a word finds resources with it in their name, a column or a comment, in every
// schema.
func hierarchySearch(s *suite) {
	c, h := s.connect(providers.ConnOptions{}), s.hierarchy()
	c.must("CREATE SCHEMA hangar")
	c.must("CREATE TABLE planes (id integer, max_weight integer)")
	c.must("CREATE TABLE hangar.doors (id integer, plane_id integer)")
	c.must("COMMENT ON COLUMN hangar.doors.id IS 'painted on the gate'")
	c.must("COMMENT ON TABLE planes IS 'what flies'")
	for _, test := range []struct{ service, filter, want string }{
		{"", "plane", "planes* hangar.doors(plane_id)"},
		{"", "GATE", "hangar.doors(id)"},
		{"", "flies", "planes"},
		{"", "hangar", "hangar.doors"},
		{"", "plane weight", "planes*(max_weight)"},
		{"", "max_weight", "planes(max_weight)"},
		{"", "maxiweight", ""},
		{"", "plan%", "planes* hangar.doors(plane_id)"},
		{"", "%lane", ""},
		{"", `pl\_`, ""},
		{"hangar", "plane", "hangar.doors(plane_id)"},
		{"", "pg_class", ""},
	} {
		list, err := h.Search(s.ctx, test.service, providers.Patterns(test.filter))
		if err != nil {
			s.Fatal(err)
		}
		var got []string
		for _, f := range list {
			name := f.Name
			if f.Service != s.fixture.Service {
				name = f.Service + "." + name
			}
			if f.Named {
				name += "*"
			}
			if len(f.Columns) > 0 {
				name += "(" + strings.Join(f.Columns, ",") + ")"
			}
			got = append(got, name)
		}
		if got := strings.Join(got, " "); got != test.want {
			s.Errorf("search for %q in %q: %q, want %q", test.filter, test.service, got, test.want)
		}
	}
	_, err := h.Search(s.ctx, "hangars", nil)
	s.asError("Search in an unknown service", err, sqlstate.InvalidSchemaName)
}

func hierarchyUnknown(s *suite) {
	c, h := s.connect(providers.ConnOptions{}), s.hierarchy()
	c.must("CREATE TABLE planes (id integer)")
	for _, test := range []struct {
		what    string
		ask     func() error
		code    sqlstate.Code
		nearest string
	}{
		{
			"Resources of an unknown service", func() error { _, err := h.Resources(s.ctx, s.fixture.Service+"x"); return err },
			sqlstate.InvalidSchemaName, s.fixture.Service,
		},
		{
			"Describe in an unknown service", func() error { _, err := h.Describe(s.ctx, s.fixture.Service+"x", "planes"); return err },
			sqlstate.InvalidSchemaName, s.fixture.Service,
		},
		{
			"Describe of an unknown resource", func() error { _, err := h.Describe(s.ctx, s.fixture.Service, "plane"); return err },
			sqlstate.UndefinedTable, "planes",
		},
	} {
		if e := s.asError(test.what, test.ask(), test.code); !strings.Contains(e.Hint, test.nearest) {
			s.Errorf("%s: hint %q does not name %q", test.what, e.Hint, test.nearest)
		}
	}
}

func catalog(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE planes (id integer)")
	c.must("CREATE VIEW heavy AS SELECT id FROM planes WHERE id > 1000")
	names, err := s.fixture.Provider.Catalog(s.ctx)
	if err != nil {
		s.Fatal(err)
	}
	for _, schema := range []string{"", s.fixture.Service} {
		if r, ok := names.Relation(schema, "planes"); !ok || r.Kind != "table" || r.Builtin || r.Schema != s.fixture.Service || r.Name != "planes" || len(r.Hidden) > 0 {
			s.Errorf("planes in %q: %+v, %v", schema, r, ok)
		}
		if r, ok := names.Relation(schema, "heavy"); !ok || r.Kind != "view" || r.Builtin || len(r.Hidden) != 1 || !strings.Contains(r.Hidden[0].SQL, "planes") {
			s.Errorf("heavy in %q: %+v, %v, want a view with its definition", schema, r, ok)
		}
	}
	unknownNames(s, names)
	lower := names.Functions("", "lower")
	if len(lower) == 0 {
		s.Error("lower is not known")
	}
	for _, f := range lower {
		if !f.Builtin || f.Volatility == providers.Volatile || f.Name != "lower" {
			s.Errorf("a candidate for lower: %+v", f)
		}
	}
	if random := names.Functions("", "random"); len(random) == 0 || random[0].Volatility != providers.Volatile {
		s.Errorf("random: %+v, want a volatile function", random)
	}
	if f := names.Operators("", "+"); len(f) > 0 {
		s.Errorf("+ is %+v", f)
	}
	if t, ok := names.Type("", "int4"); !ok || len(t.Hidden) > 0 {
		s.Errorf("int4 is %+v, %v", t, ok)
	}
}

// unknownNames: the catalog gives the careful answer for an unknown name.
func unknownNames(s *suite, names providers.Catalog) {
	if r, ok := names.Relation("", "no_such_table"); ok {
		s.Errorf("an unknown relation is %+v", r)
	}
	if r, ok := names.Relation("no_such_schema", "planes"); ok {
		s.Errorf("a relation of an unknown schema is %+v", r)
	}
	if f := names.Functions("", "no_such_function"); len(f) != 0 {
		s.Errorf("an unknown function is %+v", f)
	}
}

// catalogMoves: a session's own changes of names are seen at once, and other changes do not count.
func catalogMoves(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE planes (id integer)")
	first := s.meaning("planes", "heavy")
	c.must("INSERT INTO planes VALUES (1)")
	c.must("SELECT * FROM planes")
	if !first() {
		s.Error("names mean something else without a change")
	}
	c.must("CREATE VIEW heavy AS SELECT id FROM planes")
	if first() {
		s.Error("a new view went unseen")
	}
	second := s.meaning("planes", "heavy")
	c.must("BEGIN")
	c.must("DROP VIEW heavy")
	c.must("COMMIT")
	if second() {
		s.Error("a dropped view went unseen")
	}
	names, err := s.fixture.Provider.Catalog(s.ctx)
	if err != nil {
		s.Fatal(err)
	}
	if r, ok := names.Relation("", "heavy"); ok {
		s.Errorf("the dropped view is still there: %+v", r)
	}
}

// meaning looks relations up and returns a function that reports whether they still mean the same.
func (s *suite) meaning(relations ...string) func() bool {
	names, err := s.fixture.Provider.Catalog(s.ctx)
	if err != nil {
		s.Fatal(err)
	}
	for _, name := range relations {
		names.Relation("", name)
	}
	lazy, ok := names.(providers.Lazy)
	if !ok {
		return func() bool {
			now, err := s.fixture.Provider.Catalog(s.ctx)
			if err != nil {
				s.Fatal(err)
			}
			return now.Version() == names.Version()
		}
	}
	closure, err := lazy.Closure()
	if err != nil {
		s.Fatal(err)
	}
	return func() bool {
		holds, err := closure.Holds(s.ctx)
		if err != nil {
			s.Fatal(err)
		}
		return holds
	}
}
