package pgwire

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestSameParameters sends statements with parameters to a real Postgres and to the embedded source, as drivers do: the
// types of the parameters are not given. They are described alike, too.
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
		"CREATE TABLE pn (id int PRIMARY KEY, name varchar(40), big bigint, small smallint, lat double precision, opened date, seen timestamp, zoned timestamptz, " +
			"fee numeric(8,2), doc jsonb, tags text[], nums int[], span interval)",
		`INSERT INTO pn VALUES (1, 'Ann', 5, 2, 1.5, '2024-02-29', '2024-02-29 10:00', '2024-02-29 10:00+00', 12.50, '{"a": "x", "n": [1]}', '{a,b}', '{1,2}', '1 day')`,
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
		{"SELECT COALESCE(fee, 0) + $1, fee * $2, fee / $3, -fee - $4 FROM pn", "1.25 1.5 3 0.001"},
		{"SELECT id + $1, big * $2, small + $3, lat - $4, id / $5, $6 + id FROM pn", "1 2 3 0.5 2 7"},
		{"SELECT id + $1 FROM pn", "1.5"},
		{"SELECT seen + $1, seen - $2, zoned - $3, span + $4, span * $5 FROM pn", "1day 2024-02-28 2024-02-28T00:00:00Z 1hour 2.5"},
		{"SELECT name || $1, tags || $2, nums || $3, doc || $4 FROM pn", `x {c} {3} {"b":1}`},
		{"SELECT id FROM pn WHERE tags @> $1 AND nums && $2 AND doc @> $3 AND doc ? $4 AND doc ->> $5 = $6", `{a} {2,9} {"a":"x"} n a x`},
		{"SELECT id FROM pn WHERE fee + id > $1 AND length(name) + $2 > 3 AND id * 2 = $3 AND COALESCE(fee, $4) > $5", "13.4 1 2 0 1"},
		{"SELECT max(COALESCE(fee, $1)), sum(fee * $2), avg(id + $3), array_agg(id + $4), count(*) > $5, sum(fee) * $6 FROM pn", "1 2 3 4 0 0.5"},
		{"SELECT age(seen, $1), left(name, $2), lpad(name, $3, $4), array_append(nums, $5), array_position(tags, $6), tags[$7], nums[$8:$9] FROM pn", "2024-01-01 2 5 - 7 b 1 1 2"},
		{"SELECT $1 + 1, upper($2), $1::text || $2", "41 ab"},
		{"SELECT $1::text || 'x', length($1)", "41"},
		{"SELECT $1::int + 1, $1::text || 'y'", "41"},
		{"SELECT id FROM pn WHERE ($1::text IS NULL OR name = $1) AND ($2::int IS NULL OR id = $2)", "Ann 1"},
		{"SELECT 1 + $1, 1.5 * $2, interval '1 day' * $3, timestamp '2024-01-01' + $4, $5 BETWEEN 1 AND 5, $6 IN (1, 2)", "1 2 1.5 1day 3 2"},
		{"SELECT CASE WHEN id = 1 THEN fee ELSE $1 END, NULLIF(id, $2), LEAST(opened, $3) FROM pn", "1 2 2023-01-01"},
		{"SELECT (SELECT max(fee) FROM pn) + $1, (SELECT count(*) FROM pn) > $2", "0.5 0"},
		{"SELECT id FROM pn WHERE fee = $1", "12.504"},
		{"SELECT id FROM pn WHERE fee < $1", "12.504"},
		{"SELECT id FROM pn WHERE fee IN ($1, $2)", "12.504 12.496"},
		{"SELECT id FROM pn WHERE fee BETWEEN $1 AND $2", "12.501 13"},
		{"SELECT id FROM pn WHERE fee = ANY ($1)", "{12.504}"},
		{"SELECT id FROM pn WHERE id = $1", "1.2"},
		{"SELECT id FROM pn WHERE COALESCE(fee, $1) = $2", "1 12.504"},
		{"SELECT COALESCE(NULL, $1, fee), GREATEST(fee, $2), LEAST(fee, $3) FROM pn", "12.5049 12.5001 12.4999"},
		{"SELECT fee + $1 = $2, fee * $3 FROM pn", "0.0001 12.5001 0.000000000001"},
		{"SELECT id FROM pn WHERE lat = $1 AND seen = $2", "1.5 2024-02-29T10:00:00.0000001"},
		{"INSERT INTO pn (id, name, fee, opened, doc, tags) VALUES ($1, $2, $3, $4, $5, $6)", `2 Bob 1.5 2024-01-01 {"a":1} {x}`},
		{"INSERT INTO pn (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name || $3, small = pn.small + $4", "1 Eve x 1"},
		{"UPDATE pn SET fee = fee * $1, name = $2, opened = $3, doc = $4, tags = array_append(tags, $5), seen = seen + $6 WHERE id = $7", `1.1 Zed 2024-05-05 {"z":1} q 1hour 1`},
		{"UPDATE pn SET (big, name) = ($1, $2) WHERE id = $3 RETURNING big, name, fee, opened, doc, tags, seen", "7 Zoe 1"},
		{"DELETE FROM pn WHERE fee - $1 > $2", "1 100"},
		{"SELECT chr($1), make_interval(days => $2, secs => $3), make_timestamp(2024, 1, 2, $4, $5, $6), make_time($4, $5, $6)", "66 3 1.5 4 5 6.5"},
		{"SELECT date_bin($1, $2, $3), date_bin($1, $4::timestamp, $5)", "15minutes 2024-01-01T00:20Z 2024-01-01T00:00Z 2024-01-01T00:20 2024-01-01"},
		{"SELECT $1::timestamptz, $2::timestamptz, timestamptz '2024-01-01 00:00+00' < $3", "2024-01-01T10:00Z 2024-01-01T10:00+02 2024-07-01T00:00-05:30"},
		{"INSERT INTO pn (id, zoned) VALUES ($1, $2) RETURNING zoned", "9 2024-01-01T10:00+02"},
		{"SELECT generate_series($1::int, $2::int)", "1 3"},
		{"SELECT id FROM pn WHERE NOT $1 AND (id = 9 OR $2)", "f t"},
		{"SELECT key, value FROM jsonb_each_text($1::jsonb) ORDER BY key", `{"b":1,"a":"x"}`},
	} {
		there, here := postgres.sayWith(t, test.sql, strings.Fields(test.values)), ours.sayWith(t, test.sql, strings.Fields(test.values))
		outcome := compareAnswers(there, here)
		if outcome == otherWords && strings.Contains(test.values, "nosuch") { // DuckDB does not tell the enum that has no such label
			continue
		}
		if outcome != isSame && outcome != otherZeros { // see deviations.sql
			t.Errorf("%s (%s): %s\n\tPostgres: %v\n\there:     %v", test.sql, test.values, outcome, there, here)
		}
		if strings.Contains(test.sql, "pm") { // enums have OIDs of their own
			continue
		}
		there, here = postgres.describe(t.Context(), t, test.sql), ours.describe(t.Context(), t, test.sql)
		if outcome := compareAnswers(there, here); outcome != isSame && outcome != otherMod {
			t.Errorf("%s is described otherwise: %s\n\tPostgres: %v\n\there:     %v", test.sql, outcome, there, here)
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
	reader := s.conn.ExecParams(ctx, sql, params, nil, nil, nil)
	rowless := reader.FieldDescriptions() == nil
	result := reader.Read()
	if result.Err != nil && !errors.As(result.Err, &a.err) {
		t.Fatalf("%s: %v", sql, result.Err)
	}
	if a.err == nil {
		a.results, a.rows, a.tags = [][]shown{columnsOf(result)}, []int{len(result.Rows)}, []string{result.CommandTag.String()}
		a.rowless = []bool{rowless}
	}
	return a
}
