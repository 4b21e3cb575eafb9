package pgwire

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestSameParameters sends statements with parameters to a real Postgres and to the embedded source, as drivers do: the
// types of the parameters are not given.
func TestSameParameters(t *testing.T) {
	server := pgtest.Start(t)
	server.Exec(t, "postgres", "CREATE DATABASE demo TEMPLATE template0 LOCALE 'C.UTF-8'")
	t.Cleanup(func() { server.Exec(t, "postgres", "DROP DATABASE demo WITH (FORCE)") })
	here := serveDuckDB(t)
	postgres, ours := newSpeaker(t, server.DSN("demo")), newSpeaker(t, "postgres://postgres@"+here.addr+"/demo?sslmode=disable")
	for _, sql := range []string{
		"CREATE TYPE pm_mood AS ENUM ('sad', 'ok', 'happy', 'bored')",
		"CREATE TABLE pm (id int, m pm_mood, ms pm_mood[])",
		"INSERT INTO pm VALUES (1, 'sad', '{sad,ok}'), (2, 'happy', '{}'), (3, 'bored', NULL)",
	} {
		if a := ours.say(t, sql); a.err != nil {
			t.Fatal(a)
		}
		if a := postgres.say(t, sql); a.err != nil {
			t.Fatal(a)
		}
	}
	for _, test := range []struct{ sql, values string }{
		{"SELECT id FROM pm WHERE m = $1", "happy"},
		{"SELECT id FROM pm WHERE m > $1 ORDER BY id", "sad"},
		{"SELECT id FROM pm WHERE $1 <= m ORDER BY id", "happy"},
		{"SELECT id FROM pm WHERE m BETWEEN $1 AND $2 ORDER BY id", "ok happy"},
		{"SELECT id FROM pm WHERE m IN ($1, $2) ORDER BY id", "sad bored"},
		{"SELECT id FROM pm WHERE m = ANY ($1) ORDER BY id", "{sad,bored}"},
		{"SELECT id FROM pm WHERE m = ANY ($1::pm_mood[]) ORDER BY id", "{happy}"},
		{"SELECT id FROM pm WHERE m = ANY ($1)", "{nosuch}"},
		{"SELECT id FROM pm WHERE $1 = ANY (ms)", "ok"},
		{"SELECT id FROM pm WHERE ms @> $1", "{ok}"},
		{"SELECT id FROM pm WHERE m = $1", "nosuch"},
		{"SELECT $1::pm_mood > 'ok'", "bored"},
		{"SELECT coalesce(m, $1), greatest(m, $2) FROM pm ORDER BY id", "ok happy"},
		{"SELECT CASE WHEN id = 1 THEN m ELSE $1 END FROM pm ORDER BY id", "ok"},
		{"INSERT INTO pm (id, m) VALUES ($1, $2) RETURNING m", "4 ok"},
		{"INSERT INTO pm (id, m) VALUES ($1, $2)", "4 nosuch"},
		{"UPDATE pm SET m = $1 WHERE m = $2 RETURNING id, m", "happy ok"},
		{"DELETE FROM pm WHERE m > $1 AND id = $2", "ok 4"},
	} {
		there, here := postgres.sayWith(t, test.sql, strings.Fields(test.values)), ours.sayWith(t, test.sql, strings.Fields(test.values))
		if outcome := compareAnswers(there, here); outcome != isSame {
			t.Errorf("%s (%s): %s\n\tPostgres: %v\n\there:     %v", test.sql, test.values, outcome, there, here)
		}
	}
}

// sayWith sends a statement and texts as its parameters.
func (s *speaker) sayWith(t *testing.T, sql string, values []string) (a answered) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	s.notices = nil
	params := make([][]byte, len(values))
	for i, v := range values {
		params[i] = []byte(v)
	}
	result := s.conn.ExecParams(ctx, sql, params, nil, nil, nil).Read()
	if result.Err != nil && !errors.As(result.Err, &a.err) {
		t.Fatalf("%s: %v", sql, result.Err)
	}
	if a.err == nil {
		a.results, a.rows, a.tags = [][]shown{columnsOf(result)}, []int{len(result.Rows)}, []string{result.CommandTag.String()}
	}
	return a
}
