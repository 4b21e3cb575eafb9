package gate_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// TestPatterns reads testdata/patterns.txt: a pattern, a relation, and whether the one is like the other.
func TestPatterns(t *testing.T) {
	text, err := os.ReadFile("testdata/patterns.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		p, err := gate.NewPolicy([]gate.Role{{Name: "r", Members: []string{"ada"}, Mode: gate.FullAccess, Allow: []string{words[0]}}}, "")
		if words[1] == "wrong" {
			if err == nil || !strings.Contains(err.Error(), "the role r: ") {
				t.Errorf("%s is taken for a pattern: %v", words[0], err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", words[0], err)
			continue
		}
		name := strings.Split(words[1], ".")
		if got := p.RightsOf("ada", nil).MayName(name[0], name[1], name[2]); got != (words[2] == "yes") {
			t.Errorf("%s is like %s: %v", words[0], words[1], got)
		}
	}
}

func read(relation string) *planner.Statement {
	name := strings.Split(relation, ".")
	return &planner.Statement{Class: planner.Read, Verb: "SELECT", Provider: name[0], Uses: []planner.Use{{
		Relation: planner.Relation{Provider: name[0], Service: name[1], Resource: name[2]}, As: name[2], Events: 1,
	}}}
}

func policyOf(t testing.TB, roles ...gate.Role) *gate.Policy {
	t.Helper()
	p, err := gate.NewPolicy(roles, "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRolesAddUp: the rights of several roles add up, one role may deny what another allows, and a principal
// without a role has no rights.
func TestRolesAddUp(t *testing.T) {
	p := policyOf(t,
		gate.Role{Name: "a", Members: []string{"ada"}, Mode: gate.ReadOnly, Allow: []string{"pg.shop"}, Deny: []string{"pg.shop.pay*"}},
		gate.Role{Name: "b", Mode: gate.FullAccess, Allow: []string{"pg.shop.payments"}},
		gate.Role{Name: "c", Mode: gate.FullAccess, Sources: []string{"duck"}},
		gate.Role{Name: "zero"},
	)
	for _, test := range []struct {
		who, roles, relation string
		want                 gate.Verdict
	}{
		{"ada", "", "pg.shop.orders", gate.Allow},
		{"ada", "", "pg.shop.payments", gate.Deny},
		{"ada", "", "pg.other.orders", gate.Deny},
		{"ada", "b", "pg.shop.payments", gate.Allow},
		{"ada", "b", "pg.shop.payslips", gate.Deny},
		{"bob", "", "pg.shop.orders", gate.Deny},
		{"bob", "nothing", "pg.shop.orders", gate.Deny},
		{"bob", "c", "duck.main.t", gate.Allow},
		{"bob", "c", "pg.shop.orders", gate.Deny},
		{"bob", "zero", "pg.shop.orders", gate.Deny},
	} {
		r := p.RightsOf(test.who, strings.Fields(test.roles))
		if got := r.Decide(gate.FullAccess, gate.AnyPurpose, read(test.relation)); got.Verdict != test.want {
			t.Errorf("%s with %q reads %s: %v (%s)", test.who, test.roles, test.relation, got.Verdict, got.Reason)
		}
	}
	var nobody gate.Rights
	if d := nobody.Decide(gate.FullAccess, gate.AnyPurpose, read("pg.shop.orders")); d.Verdict != gate.Deny {
		t.Error("the zero Rights allow something")
	}
}

// TestModeOfRoles: a change needs a role that allows the relation and the change.
func TestModeOfRoles(t *testing.T) {
	p := policyOf(t,
		gate.Role{Name: "reader", Mode: gate.ReadOnly, Allow: []string{"pg.shop"}},
		gate.Role{Name: "writer", Mode: gate.FullAccess, Allow: []string{"pg.shop.orders"}},
	)
	change := func(relation string) *planner.Statement {
		s := read(relation)
		s.Class, s.Verb, s.Uses[0].Events, s.Uses[0].Write = planner.Delete, "DELETE", 1|8, true
		return s
	}
	both := p.RightsOf("ada", []string{"reader", "writer"})
	for relation, want := range map[string]gate.Verdict{"pg.shop.orders": gate.Allow, "pg.shop.users": gate.Deny} {
		if d := both.Decide(gate.FullAccess, gate.AnyPurpose, change(relation)); d.Verdict != want {
			t.Errorf("DELETE FROM %s: %v (%s)", relation, d.Verdict, d.Reason)
		}
	}
	if d := both.Decide(gate.ReadOnly, gate.AnyPurpose, change("pg.shop.orders")); d.Verdict != gate.Deny {
		t.Error("a role widens the server's mode")
	}
}

// TestRowsByOtherNames: what names a row without naming its relation reads its columns, too.
func TestRowsByOtherNames(t *testing.T) {
	r := policyOf(t, gate.Role{Name: "r", Members: []string{"a"}, Mode: gate.FullAccess, DenyColumns: []string{"pg.*.users.email"}, WriteColumns: true}).RightsOf("a", nil)
	for sql, want := range map[string]gate.Verdict{
		"UPDATE shop.users SET total = 1":                          gate.Allow,
		"UPDATE shop.users SET total = 1 RETURNING old":            gate.Deny,
		"UPDATE shop.users SET total = 1 RETURNING new.*":          gate.Deny,
		"UPDATE shop.users SET total = 1 RETURNING old::text":      gate.Deny,
		"UPDATE shop.users SET total = 1 RETURNING old.email":      gate.Deny,
		"UPDATE shop.users SET total = 1 RETURNING id":             gate.Allow,
		"UPDATE shop.users SET email = 'x'":                        gate.Allow,
		"SELECT chunk_data FROM pg_toast.pg_toast_16400":           gate.Deny,
		"SELECT id FROM shop.orders":                               gate.Allow,
		"SELECT email FROM shop.orders":                            gate.Allow,
		"SELECT o.email FROM shop.orders o JOIN shop.users u ON 1": gate.Allow,
		"SELECT email FROM shop.orders o JOIN shop.users u ON 1":   gate.Deny,
	} {
		if d := r.Decide(gate.FullAccess, gate.AnyPurpose, planned(t, sql)); d.Verdict != want {
			t.Errorf("%s: %v (%s)", sql, d.Verdict, d.Reason)
		}
	}
}

// FuzzRolesNarrow: with roles nothing is let through that is not without them, whatever the statement is.
func FuzzRolesNarrow(f *testing.F) {
	f.Add(uint8(2), uint8(1), "pg.shop.orders", "pg.*", "", "", uint8(1), "SELECT")
	f.Fuzz(func(t *testing.T, mode, class uint8, relation, allow, deny, unseen string, events uint8, verb string) {
		name := strings.SplitN(relation+"..", ".", 3)
		s := &planner.Statement{Class: planner.Class(class % 7), Verb: verb, Provider: name[0], Unseen: unseen, Uses: []planner.Use{{
			Relation: planner.Relation{Provider: name[0], Service: name[1], Resource: name[2], Write: events&16 != 0}, As: relation,
		}}}
		s.Uses[0].Events |= 1
		role := gate.Role{Name: "r", Members: []string{"a"}, Mode: gate.Mode(mode % 5), Allow: []string{allow}}
		if deny != "" {
			role.Deny = []string{deny}
		}
		p, err := gate.NewPolicy([]gate.Role{role}, "")
		if err != nil {
			return
		}
		for _, m := range gate.Modes {
			with, without := p.RightsOf("a", nil).Decide(m, gate.AnyPurpose, s), gate.Decide(m, gate.AnyPurpose, s)
			if with.Verdict > without.Verdict {
				t.Fatalf("%v with roles and %v without: %+v", with.Verdict, without.Verdict, s)
			}
			if with.Verdict == gate.Deny && with.Reason == "" {
				t.Fatalf("a refusal without a reason: %+v", s)
			}
		}
	})
}

// BenchmarkDecide compares a warm decision with 1,000 rules with one without any.
func BenchmarkDecide(b *testing.B) {
	role := gate.Role{Name: "r", Members: []string{"a"}, Mode: gate.ReadOnly}
	for i := range 500 {
		role.Allow = append(role.Allow, fmt.Sprintf("pg.schema_%d.*", i))
		role.Deny = append(role.Deny, fmt.Sprintf("pg.schema_%d.secret_*", i))
		role.DenyColumns = append(role.DenyColumns, fmt.Sprintf("pg.schema_%d.users.email", i))
	}
	rights := policyOf(b, role).RightsOf("a", nil)
	s := planned(b, "SELECT u.id, o.total FROM schema_7.users u JOIN schema_7.orders o ON o.user_id = u.id")
	if d := rights.Decide(gate.FullAccess, gate.AnyPurpose, s); d.Verdict != gate.Allow {
		b.Fatal(d.Reason)
	}
	parts := planned(b, "SELECT id, total FROM schema_7.parts")
	if d := rights.Decide(gate.FullAccess, gate.AnyPurpose, parts); d.Verdict != gate.Allow {
		b.Fatal(d.Reason)
	}
	for _, one := range []struct {
		name string
		r    *gate.Rights
		s    *planner.Statement
	}{{"rules=none", nil, s}, {"rules=1500", rights, s}, {"rules=none/partitions=100", nil, parts}, {"rules=1500/partitions=100", rights, parts}} {
		b.Run(one.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				one.r.Decide(gate.FullAccess, gate.AnyPurpose, one.s)
			}
		})
	}
}

// planned plans a statement over a source that has any relation.
func planned(b testing.TB, sql string) *planner.Statement {
	b.Helper()
	p := planner.New(0)
	p.TellUses()
	plans, err := p.Plan(context.Background(), sql, anywhere())
	if err != nil {
		b.Fatal(err)
	}
	return plans[0]
}

// anyCatalog is a catalog in memory, for the benchmark: every relation is a table, and every operator and
// function is built-in.
type anyCatalog struct{}

func (anyCatalog) Version() uint64 { return 1 }

func (anyCatalog) Functions(_, name string) []providers.Function {
	return []providers.Function{{Schema: "pg_catalog", Name: name, Builtin: true, Volatility: providers.Immutable, Kind: 'f', MaxArgs: -1, Language: "internal"}}
}

func (anyCatalog) Operators(_, _ string) []providers.Function { return nil }

func (anyCatalog) Relation(schema, name string) (providers.Relation, bool) {
	r := providers.Relation{Schema: schema, Name: name, Kind: "table", Columns: []string{"id", "user_id", "total", "email"}}
	if name == "parts" {
		for i := range 100 {
			r.Kin = append(r.Kin, providers.Name{Schema: schema, Name: fmt.Sprintf("part_%d", i)})
		}
	}
	return r, true
}

func (anyCatalog) Type(schema, name string) (providers.Type, bool) {
	return providers.Type{Schema: schema, Name: name}, true
}

func (anyCatalog) TypeOf(uint32) (providers.Type, bool) { return providers.Type{}, true }

func anywhere() *planner.Scope {
	return &planner.Scope{
		Default: "pg", Known: func(name string) bool { return name == "pg" },
		Source: func(context.Context, string) (planner.Source, error) {
			return planner.Source{Info: providers.Info{Name: "pg", Default: "public"}, Catalog: anyCatalog{}}, nil
		},
	}
}
