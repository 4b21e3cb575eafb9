package providertest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
)

var snapshotCases = map[string]func(*suite){
	"snapshot":         snapshot,
	"snapshot chooses": snapshotChooses,
}

// taken takes a snapshot by tables' names.
func (s *suite) taken(p providers.Snapshotter, choose func(string) bool) map[string]providers.SnapshotTable {
	s.Helper()
	all := map[string]providers.SnapshotTable{}
	err := p.Snapshot(s.ctx, choose, func(t providers.SnapshotTable) error {
		if _, twice := all[t.Service+"."+t.Name]; twice {
			s.Errorf("%s.%s is told twice", t.Service, t.Name)
		}
		all[t.Service+"."+t.Name] = t
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
	return all
}

// snapshot: Snapshot tells the same of each table as Describe.
func snapshot(s *suite) {
	p, ok := s.fixture.Provider.(providers.Snapshotter)
	if !ok {
		s.Skip("the provider has no snapshots")
	}
	c, h := s.connect(providers.ConnOptions{}), s.hierarchy()
	c.must("CREATE TYPE fuel AS ENUM ('jet a', 'it''s gas')")
	c.must(`CREATE TABLE "Makers ""& Co""" (country text, code varchar(3), PRIMARY KEY (country, code))`)
	c.must(`CREATE TABLE planes (id integer PRIMARY KEY, weight numeric(10,2) NOT NULL DEFAULT 5, built date, flies boolean, burns fuel,
		country text, maker varchar(3), FOREIGN KEY (country, maker) REFERENCES "Makers ""& Co""" (country, code))`)
	c.must("CREATE UNIQUE INDEX planes_by_weight ON planes (weight, built)")
	c.must("CREATE VIEW heavy AS SELECT * FROM planes WHERE weight > 1000")
	c.must("COMMENT ON TABLE planes IS 'what flies'")
	c.must("COMMENT ON COLUMN planes.built IS 'when it left the yard'")
	all := s.taken(p, nil)
	resources, err := h.Resources(s.ctx, s.fixture.Service)
	if err != nil {
		s.Fatal(err)
	}
	for _, r := range resources {
		t, told := all[s.fixture.Service+"."+r.Name]
		d, err := h.Describe(s.ctx, s.fixture.Service, r.Name)
		if err != nil || !told || t.Resource.Name != d.Name || t.Kind != d.Kind || t.Description != d.Description || !sameKeys(t, d) {
			s.Errorf("%s: told %+v, described %+v, %v", r.Name, t, d, err)
		}
		for i, column := range d.Columns {
			if i >= len(t.Columns) {
				s.Fatalf("%s: column %s is not told", r.Name, column.Name)
			}
			told := t.Columns[i]
			base, _, _ := strings.Cut(column.Type, "(")
			if told.Name != column.Name || told.Comment != column.Description || told.Nullable != column.Nullable ||
				told.Default != column.Default || !slices.Equal(told.Labels, column.Labels) || told.Labels == nil && told.Type != base {
				s.Errorf("%s: told %+v, described %+v", r.Name, told, column)
			}
		}
	}
	if len(all) != len(resources) {
		s.Errorf("%d tables are told, and %d listed", len(all), len(resources))
	}
	var kinds []providers.ValueKind
	for _, column := range all[s.fixture.Service+".planes"].Columns {
		kinds = append(kinds, column.Kind)
	}
	if want := []providers.ValueKind{"number", "number", "time", "boolean", "string", "string", "string"}; !slices.Equal(kinds, want) {
		s.Errorf("kinds of values: %v", kinds)
	}
	index := providers.SnapshotIndex{Name: "planes_by_weight", Columns: []string{"weight", "built"}, Unique: true}
	if list := all[s.fixture.Service+".planes"].Indexes; !slices.ContainsFunc(list, func(x providers.SnapshotIndex) bool { return reflect.DeepEqual(x, index) }) {
		s.Errorf("indexes: %+v", list)
	}
}

func sameKeys(t providers.SnapshotTable, d providers.ResourceDetail) bool {
	var references []providers.Foreign
	for _, r := range t.References {
		r.OnDelete = ""
		references = append(references, r.Foreign)
	}
	for i := range d.References {
		d.References[i].OnDelete = ""
	}
	return reflect.DeepEqual(t.Keys, d.Keys) && reflect.DeepEqual(references, d.References)
}

// snapshotChooses: only what is chosen is told, an error of the caller ends it, and the provider
// works on.
func snapshotChooses(s *suite) {
	p, ok := s.fixture.Provider.(providers.Snapshotter)
	if !ok {
		s.Skip("the provider has no snapshots")
	}
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE SCHEMA hangar")
	c.must("CREATE TABLE hangar.doors (id integer)")
	c.must("CREATE TABLE planes (id integer)")
	if all := s.taken(p, func(service string) bool { return service == "hangar" }); len(all) != 1 || all["hangar.doors"].Name != "doors" {
		s.Errorf("told %v", all)
	}
	stop := errors.New("enough")
	if err := p.Snapshot(s.ctx, nil, func(providers.SnapshotTable) error { return stop }); !errors.Is(err, stop) {
		s.Errorf("the caller's error became %v", err)
	}
	ended, cancel := context.WithCancel(s.ctx)
	cancel()
	if err := p.Snapshot(ended, nil, func(providers.SnapshotTable) error { return nil }); err == nil {
		s.Error("a snapshot is taken after its context has ended")
	}
	if all := s.taken(p, nil); len(all) != 2 {
		s.Errorf("told %v", all)
	}
}
