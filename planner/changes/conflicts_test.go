package changes

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// TestConflictOfSomeRows: a conflict target means the unique index of the same columns, expressions and condition.
func TestConflictOfSomeRows(t *testing.T) {
	relation := providers.Relation{
		Schema: "public", Name: "u", Columns: []string{"id", "email", "gone"}, Defaults: map[string]string{"team": "nextval('s')"},
		Typed:  []providers.TypedColumn{{Column: providers.Column{Name: "gone", TypeName: "timestamp without time zone"}}},
		Unique: []providers.UniqueExpressions{{Keys: []string{"email"}, Where: "((gone IS NULL))"}, {Keys: []string{"lower(email)"}}, {Keys: []string{"team"}, Where: "((kind = 'b'))"}},
	}
	for sql, want := range map[string]string{
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (email) WHERE gone IS NULL DO UPDATE SET team = excluded.team WHERE id > 1": "ON u.email = excluded.email AND u.gone IS NULL AND excluded.gone IS NULL WHEN MATCHED AND u.id > 1 THEN UPDATE SET team = excluded.team",
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (lower(email)) DO UPDATE SET id = 3":                                        "ON lower(u.email) = lower(excluded.email) WHEN MATCHED THEN UPDATE SET id = 3",
		"INSERT INTO u VALUES (1, 'a') ON CONFLICT (email) WHERE u.gone IS NULL DO NOTHING RETURNING *":                             "WHERE NOT EXISTS (SELECT 1 FROM u pg__there WHERE pg__there.email = excluded.email AND pg__there.gone IS NULL AND excluded.gone IS NULL) RETURNING *",
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (email) DO NOTHING":                                                         "none",
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (email) WHERE gone IS NOT NULL DO NOTHING":                                  "none",
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (team) WHERE kind = 'c' DO NOTHING":                                         "none",
		"INSERT INTO u (email) VALUES ('a') ON CONFLICT (team) WHERE kind = 'b'::text DO NOTHING":                                   "0A000",
		"INSERT INTO u (email) VALUES ('a'), ('b') ON CONFLICT (lower(email)) DO NOTHING":                                           "0A000",
		"INSERT INTO u (email) SELECT 'a' ON CONFLICT (lower(email)) DO NOTHING":                                                    "0A000",
	} {
		list, err := parse.Statements(sql)
		if err != nil {
			t.Fatal(err)
		}
		s := list[0].Raw.Stmt.GetInsertStmt()
		c := &conflict{stmt: s, alias: "u", relation: relation, one: list[0]}
		got := "none"
		for i, u := range relation.Unique {
			if c.infers(s.OnConflictClause.Infer, u) {
				if got, err = c.write(list[0], s.OnConflictClause, relation.Unique[i:i+1]); err != nil {
					got = err.Error()
				}
			}
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s\n\tis   %s\n\twant %s", sql, got, want)
		}
	}
}
