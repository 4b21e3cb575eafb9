package pgwire

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
)

// TestChangesWithParameters: changes that are taken apart take parameters, in each of their parts.
func TestChangesWithParameters(t *testing.T) {
	here := serveDuckDB(t)
	conn, err := pgx.Connect(t.Context(), "postgres://postgres@"+here.addr+"/demo?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	for _, sql := range []string{"CREATE TABLE par (id int PRIMARY KEY, n int, name text)", "INSERT INTO par VALUES (1, 10, 'a'), (2, 20, 'b'), (3, 30, 'c')"} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		sql  string
		args []any
		want string
	}{
		{"UPDATE par SET n = v.n FROM (VALUES ($1::int, $2::int)) v(id, n) WHERE v.id = par.id AND par.name <> $3 RETURNING par.id, v.n, par.n", []any{1, 11, "z"}, "[[1 11 11]]"},
		{"UPDATE par SET n = n + $2 WHERE id = $1 RETURNING n, (SELECT sum(n) FROM par WHERE id <= $3)", []any{2, 5, 2}, "[[25 31]]"},
		{"DELETE FROM par USING (SELECT id FROM par WHERE id = $1) q WHERE q.id = par.id RETURNING par.name, q.id", []any{3}, "[[c 3]]"},
		{"WITH u AS (UPDATE par SET name = $1 WHERE id = $2 RETURNING id) SELECT p.name FROM par p JOIN u USING (id)", []any{"x", 1}, "[[a]]"},
		{"SELECT name FROM par WHERE id = $1", []any{1}, "[[x]]"},
	} {
		rows, err := conn.Query(t.Context(), test.sql, test.args...)
		if err != nil {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		got, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (string, error) {
			values, err := r.Values()
			return fmt.Sprint(values), err
		})
		if fmt.Sprint(got) != test.want || err != nil {
			t.Errorf("%s: %v, %v instead of %s", test.sql, got, err, test.want)
		}
	}
}
