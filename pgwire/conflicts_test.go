package pgwire

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

// TestConflictWithParameters: ON CONFLICT with a unique index of some rows takes parameters, of types that the client does
// not say.
func TestConflictWithParameters(t *testing.T) {
	here := serveDuckDB(t)
	conn, err := pgx.Connect(t.Context(), "postgres://postgres@"+here.addr+"/demo?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	for _, sql := range []string{
		"CREATE TABLE live (id serial PRIMARY KEY, email varchar(20), visits int DEFAULT 1, gone date)",
		"CREATE UNIQUE INDEX live_email ON live (lower(email)) WHERE gone IS NULL",
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	const add = "INSERT INTO live AS l (visits, email) VALUES ($2, $1) ON CONFLICT (lower(email)) WHERE gone IS NULL DO UPDATE SET visits = l.visits + excluded.visits WHERE l.visits < $3 RETURNING id, visits"
	for _, test := range []struct {
		email        string
		add, most    int
		want, visits int
	}{{"Ann@x.org", 1, 100, 1, 1}, {"ann@X.org", 4, 100, 1, 5}, {"ann@X.org", 4, 3, 0, 0}, {"bob@x.org", 7, 0, 2, 7}} {
		var id, visits int
		err := conn.QueryRow(t.Context(), add, test.email, test.add, test.most).Scan(&id, &visits)
		if test.want == 0 && err == pgx.ErrNoRows { //nolint:errorlint // pgx returns it as it is
			continue
		}
		if err != nil || visits != test.visits || test.want == 1 && id != 1 {
			t.Errorf("%v: row %d has %d visits, %v", test, id, visits, err)
		}
	}
	tag, err := conn.Exec(t.Context(), "INSERT INTO live (email) VALUES ($1) ON CONFLICT DO NOTHING", "ANN@x.org")
	if err != nil || tag.String() != "INSERT 0 0" {
		t.Errorf("DO NOTHING: %v, %v", tag, err)
	}
	if tag, err = conn.Exec(t.Context(), "INSERT INTO live (email, gone) VALUES ($1, $2) ON CONFLICT DO NOTHING", "ANN@x.org", "2024-01-01"); err != nil || tag.String() != "INSERT 0 1" {
		t.Errorf("a row that the index does not have: %v, %v", tag, err)
	}
}
