package changes

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestConflictTargets: a conflict target means the unique index of the same columns, expressions and condition.
func TestConflictTargets(t *testing.T) {
	relation := providers.Relation{
		Schema: "public", Name: "u", Kind: "table", Columns: []string{"id", "email", "gone", "team", "kind"},
		Unique:     []providers.UniqueExpressions{{Keys: []string{"email"}, Where: "((gone IS NULL))"}, {Keys: []string{"lower(email)"}}, {Keys: []string{"team"}, Where: "((kind = 'b'))"}},
		UniqueKeys: []providers.UniqueKey{{Name: "u_pkey", Columns: []string{"id"}}},
	}
	for sql, want := range map[string]int{ // how many steps, 0: DuckDB has it
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (email) WHERE gone IS NULL DO UPDATE SET team = excluded.team WHERE u.id > 1": 7,
		"INSERT INTO u (email) VALUES ('a'), ('b') ON CONFLICT (lower(email)) DO UPDATE SET id = 3":                                   7,
		"INSERT INTO u VALUES (1, 'a') ON CONFLICT (email) WHERE u.gone IS NULL DO NOTHING RETURNING *":                               5,
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (team) WHERE kind = 'b'::text DO NOTHING":                                     5,
		"INSERT INTO u VALUES (1) ON CONFLICT DO NOTHING":                                                                             6,
		"INSERT INTO u VALUES (1) ON CONFLICT (id) DO UPDATE SET kind = 'x'":                                                          0,
		"INSERT INTO u VALUES (1) ON CONFLICT ON CONSTRAINT u_pkey DO UPDATE SET kind = (SELECT max(kind) FROM u)":                    7,
		"INSERT INTO u SELECT id, email FROM v ON CONFLICT (id) DO UPDATE SET kind = 'x'":                                             0,
		"INSERT INTO u SELECT * FROM v ON CONFLICT (id) DO UPDATE SET kind = 'x'":                                                     7,
		"INSERT INTO u VALUES (1), (1 + 0) ON CONFLICT (id) DO UPDATE SET kind = 'x'":                                                 7,
	} {
		if got, err := stepsOf(t, sql, relation); err != nil || got != want {
			t.Errorf("%s\n\thas %d steps, %v; want %d", sql, got, err, want)
		}
	}
	for _, sql := range []string{
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (email) DO NOTHING",
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (email) WHERE gone IS NOT NULL DO NOTHING",
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (team) WHERE kind = 'c' DO NOTHING",
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (upper(email)) DO NOTHING",
	} {
		if _, err := stepsOf(t, sql, relation); sqlstate.CodeOf(err) != "42P10" {
			t.Errorf("%s\n\tfails with %v", sql, err)
		}
	}
}

// stepsOf counts the steps of a statement over a relation u.
func stepsOf(t *testing.T, sql string, relation providers.Relation) (int, error) {
	t.Helper()
	list, err := parse.Statements(sql)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := NewDivision(nil, func(_, name string) (providers.Relation, bool) { return relation, name == relation.Name }, trees.HasSubquery).DivideChange(list[0].Raw.Stmt)
	return len(steps), err
}
