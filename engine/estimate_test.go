package engine_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// TestEstimate plays testdata/estimate/estimate.txt; -update rewrites it.
func TestEstimate(t *testing.T) {
	const path = "testdata/estimate/estimate.txt"
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	var session *engine.Session
	var out strings.Builder
	for line := range strings.Lines(string(want)) {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		out.WriteString(line)
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "-- "):
		case strings.HasPrefix(line, "@ "):
			session = h.open(t, line[2:], gate.FullAccess)
		case strings.HasPrefix(line, "! "):
			if _, err := run(t.Context(), session, anything(line[2:])); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			h.records(t)
		default:
			sql, values, _ := strings.Cut(line, " ## ")
			var args providers.Args
			for v := range strings.SplitSeq(values, " ## ") {
				switch v {
				case "":
				case "NULL":
					args.Values = append(args.Values, nil)
				default:
					args.Values = append(args.Values, []byte(v))
				}
			}
			fmt.Fprintf(&out, "    %s\n", told(estimate(t.Context(), t, session, engine.Request{SQL: sql}, args)))
			for _, r := range h.records(t) {
				fmt.Fprintf(&out, "    # %s %s %s %s\n", r.Door, r.Tool, r.Mode, brief(r))
			}
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if out.String() != string(want) {
		t.Errorf("%s differs; run with -update and read the diff. Got:\n%s", path, out.String())
	}
}

// estimate is an estimate that has the time it needs.
func estimate(ctx context.Context, t *testing.T, s *engine.Session, r engine.Request, args providers.Args) approval.Estimate {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	e, err := s.Estimate(ctx, r, args)
	if err != nil {
		t.Errorf("%s: %v", r.SQL, err)
	}
	return e
}

func told(e approval.Estimate) string {
	text := strings.TrimSpace(fmt.Sprint(e.Rows, " ", e.By))
	for _, list := range []struct {
		name  string
		names []string
	}{{"triggers", e.Triggers}, {"sequences", e.Sequences}, {"cascades", e.Cascades}, {"dropped", e.Dropped}} {
		if len(list.names) > 0 {
			text += "\n    " + list.name + ": " + strings.Join(list.names, ", ")
		}
	}
	if len(e.Touched) > 1 || len(e.Touched) == 1 && e.Touched[0].Rows != e.Rows {
		for _, one := range e.Touched {
			text += strings.TrimRight(fmt.Sprintf("\n    %s %s %d %s %s", one.Verb, one.Relation, one.Rows, one.By, one.Way), " ")
		}
	}
	if e.Note != "" {
		text += "\n    note: " + e.Note
	}
	return text
}

// overPostgres is a house over that server alone.
func overPostgres(t *testing.T, dsn string, wrap func(providers.Provider) providers.Provider) *house {
	t.Helper()
	h := &house{dir: t.TempDir()}
	var err error
	if h.log, err = audit.Open(audit.Options{Dir: h.dir, Logger: hclog.NewNullLogger()}); err != nil {
		t.Fatal(err)
	}
	var source providers.Provider
	if source, err = postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: dsn, Logger: hclog.NewNullLogger()}); err != nil {
		t.Fatal(err)
	}
	if wrap != nil {
		source = wrap(source)
	}
	if h.engine, err = engine.New(engine.Config{Mode: gate.FullAccess, Sources: []providers.Provider{source}, Log: h.log}); err != nil {
		t.Fatal(err)
	}
	h.closeAtEnd(t)
	return h
}

// TestEstimateTypes: the count takes a parameter for what the statement takes it
// for, and a value in binary by the type that its client gave.
func TestEstimateTypes(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	s := h.open(t, "pg", gate.FullAccess)
	for _, sql := range []string{"CREATE TABLE n (a bigint, b text)", "INSERT INTO n SELECT i, i FROM generate_series(1, 20) AS i"} {
		if _, err := run(t.Context(), s, anything(sql)); err != nil {
			t.Fatal(err)
		}
	}
	five := providers.Args{Values: [][]byte{{0, 0, 0, 5}}, Formats: []providers.Format{providers.Binary}}
	for _, test := range []struct {
		sql   string
		types []uint32
		args  providers.Args
		rows  int64
	}{
		{"DELETE FROM n WHERE a <= $1", []uint32{23}, five, 5},
		{"DELETE FROM n WHERE b = $1", nil, providers.Args{Values: [][]byte{[]byte("7")}}, 1},
		{"DELETE FROM n WHERE a + 1 = $1", nil, providers.Args{Values: [][]byte{{0, 0, 0, 0, 0, 0, 0, 9}}, Formats: []providers.Format{providers.Binary}}, 1},
		{"UPDATE n SET b = $1 WHERE a > $2", nil, providers.Args{Values: [][]byte{[]byte("x"), []byte("18")}}, 2},
		{"INSERT INTO n SELECT a, $1 FROM n WHERE a = $2", nil, providers.Args{Values: [][]byte{nil, []byte("3")}}, 1},
	} {
		if e := estimate(t.Context(), t, s, engine.Request{SQL: test.sql, ParamTypes: test.types}, test.args); e.Rows != test.rows || e.By != "count" {
			t.Errorf("%s: %+v", test.sql, e)
		}
	}
	// Four bytes are no bigint: that is not guessed at.
	if e := estimate(t.Context(), t, s, engine.Request{SQL: "DELETE FROM n WHERE a <= $1"}, five); e.Rows >= 0 || e.By != "" || !strings.Contains(e.Note, "it failed") {
		t.Errorf("a value of another type: %+v", e)
	}
}

// TestEstimateLocked: a table that somebody has locked is not waited for, beyond
// the limit, and what can be told without it is told.
func TestEstimateLocked(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	s, holder := h.open(t, "pg", gate.FullAccess), h.open(t, "pg", gate.FullAccess)
	for _, sql := range []string{
		"CREATE TABLE held (a int PRIMARY KEY)", "CREATE TABLE follows (a int REFERENCES held ON DELETE CASCADE)",
	} {
		if _, err := run(t.Context(), s, anything(sql)); err != nil {
			t.Fatal(err)
		}
	}
	estimate(t.Context(), t, s, engine.Request{SQL: "DELETE FROM held"}, providers.Args{}) // the catalog is read
	if _, err := run(t.Context(), holder, anything("BEGIN; LOCK TABLE held IN ACCESS EXCLUSIVE MODE")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second)
	defer cancel()
	e, err := s.Estimate(ctx, engine.Request{SQL: "DELETE FROM held"}, providers.Args{})
	if err != nil || e.Rows != -1 || e.By != "" || !strings.Contains(e.Note, "it took too long") {
		t.Errorf("%+v %v", e, err)
	}
	if len(e.Cascades) != 1 || e.Cascades[0] != "pg.public.follows" {
		t.Errorf("%+v", e)
	}
	// Nothing is left at the source that waits for the lock.
	if out, err := run(t.Context(), s, anything("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")); err != nil || !strings.Contains(out, "\n0\n") {
		t.Errorf("%s %v", out, err)
	}
	if _, err := run(t.Context(), holder, anything("ROLLBACK")); err != nil {
		t.Error(err)
	}
}

// TestEstimateEnded: with no time at all there is an answer too, and one that is
// cancelled ends.
func TestEstimateEnded(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	s := h.open(t, "pg", gate.FullAccess)
	if _, err := run(t.Context(), s, anything("CREATE TABLE slow (a int); INSERT INTO slow VALUES (1)")); err != nil {
		t.Fatal(err)
	}
	r := engine.Request{SQL: "DELETE FROM slow WHERE a IN (SELECT a.i * b.i FROM generate_series(1, 100000) AS a(i), generate_series(1, 1000000) AS b(i))"}
	estimate(t.Context(), t, s, engine.Request{SQL: "DELETE FROM slow"}, providers.Args{})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Second, cancel)
	if e, err := s.Estimate(ctx, r, providers.Args{}); err != nil || e.Rows != -1 || e.Note == "" {
		t.Errorf("cancelled: %+v %v", e, err)
	}
	cancel()
	if out, err := run(t.Context(), s, anything("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%100000%1000000%' AND pid <> pg_backend_pid()")); err != nil || !strings.Contains(out, "\n0\n") {
		t.Errorf("%s %v", out, err)
	}
}

// TestEstimateGuarded: what row security hides from the login is not counted,
// and that is said.
func TestEstimateGuarded(t *testing.T) {
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	h := overPostgres(t, dsn, nil)
	s := h.open(t, "pg", gate.FullAccess)
	for _, sql := range []string{
		"CREATE TABLE owned (a int, who text)", "INSERT INTO owned SELECT i, 'estimate_reader' FROM generate_series(1, 7) AS i", "INSERT INTO owned VALUES (8, 'x')",
		"ALTER TABLE owned ENABLE ROW LEVEL SECURITY", "CREATE POLICY mine ON owned USING (who = current_user)",
		"CREATE ROLE estimate_reader LOGIN", "GRANT SELECT, UPDATE, DELETE ON owned TO estimate_reader",
	} {
		if _, err := run(t.Context(), s, anything(sql)); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { server.Exec(t, "postgres", "DROP ROLE estimate_reader") })
	t.Cleanup(func() {
		if _, err := run(context.Background(), s, anything("DROP TABLE owned")); err != nil {
			t.Error(err)
		}
	})
	if e := estimate(t.Context(), t, s, engine.Request{SQL: "DELETE FROM owned"}, providers.Args{}); e.Rows != 8 || e.Note != "" {
		t.Errorf("a superuser: %+v", e)
	}
	limited := overPostgres(t, strings.Replace(dsn, "postgres://postgres@", "postgres://estimate_reader@", 1), nil)
	e := estimate(t.Context(), t, limited.open(t, "pg", gate.FullAccess), engine.Request{SQL: "DELETE FROM owned"}, providers.Args{})
	if e.Rows != 7 || e.By != "count" || !strings.Contains(e.Note, "row security") {
		t.Errorf("a role: %+v", e)
	}
}

// frantic is a source whose footprint panics.
type frantic struct{ providers.Provider }

func (frantic) Footprint(context.Context, []providers.Change) (providers.Footprint, error) {
	panic("boom")
}

func TestEstimatePanic(t *testing.T) {
	h := overPostgres(t, pgtest.Start(t).CreateDB(t), func(p providers.Provider) providers.Provider { return frantic{p} })
	s := h.open(t, "pg", gate.FullAccess)
	if e := estimate(t.Context(), t, s, engine.Request{SQL: "INSERT INTO t VALUES (1)"}, providers.Args{}); e.Rows != -1 || e.Note == "" {
		t.Errorf("%+v", e)
	}
}

// TestEstimateHolds: as many rows are touched as were counted.
func TestEstimateHolds(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	for _, source := range []string{"pg", "duck"} {
		s := h.open(t, source, gate.FullAccess)
		for _, sql := range []string{
			"CREATE TABLE a (id int, g int, v text)", "CREATE TABLE b (id int, g int)",
			"INSERT INTO a SELECT i, i % 7, CASE WHEN i % 3 = 0 THEN NULL ELSE 'v' || i END FROM generate_series(1, 60) AS g(i)",
			"INSERT INTO b SELECT i % 20, CASE WHEN i % 4 = 0 THEN NULL ELSE i % 5 END FROM generate_series(1, 40) AS g(i)",
			"CREATE VIEW seen AS SELECT id, g FROM a WHERE g > 2",
		} {
			if _, err := run(t.Context(), s, anything(sql)); err != nil {
				t.Fatal(err)
			}
		}
		list := holding
		if source == "pg" {
			for _, sql := range []string{
				"CREATE TABLE heir () INHERITS (a)", "INSERT INTO heir SELECT * FROM a WHERE id < 5",
				"CREATE TABLE parts (k int, n int) PARTITION BY LIST (k)", "CREATE TABLE part1 PARTITION OF parts FOR VALUES IN (1)",
				"CREATE TABLE rest PARTITION OF parts DEFAULT", "INSERT INTO parts SELECT i % 3, i FROM generate_series(1, 30) AS i",
			} {
				if _, err := run(t.Context(), s, anything(sql)); err != nil {
					t.Fatal(err)
				}
			}
			list = append(list[:len(list):len(list)], holdingInPostgres...)
		}
		for _, sql := range list {
			e := estimate(t.Context(), t, s, engine.Request{SQL: sql}, providers.Args{})
			out, err := run(t.Context(), s, anything("BEGIN; "+sql+"; ROLLBACK"))
			if err != nil {
				t.Errorf("%s: %s: %v", source, sql, err)
			}
			lines := strings.Split(strings.TrimSpace(out), "\n")
			touched, ok := providers.Affected(strings.TrimSpace(lines[len(lines)-2]))
			if !ok || e.Rows != touched || e.By == "plan" || touched == 0 {
				t.Errorf("%s: %s: estimated %d (%s; %s), touched %d", source, sql, e.Rows, e.By, e.Note, touched)
			}
		}
	}
}

var holding = []string{
	"DELETE FROM a",
	"DELETE FROM a AS x WHERE x.v IS NULL OR x.g = 3",
	"DELETE FROM a WHERE v NOT IN (SELECT 'v' || id FROM b WHERE id > 0)",
	"DELETE FROM a WHERE NOT (v LIKE 'v1%')",
	"DELETE FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.g = a.g AND b.id <> a.id)",
	"DELETE FROM a USING b WHERE a.id = b.id",
	"DELETE FROM a USING b AS x, b AS y WHERE a.id = x.id AND a.g = y.g",
	"UPDATE a SET v = 'x' WHERE id BETWEEN 5 AND 15 AND (g < 3 OR v IS NOT NULL)",
	"UPDATE a SET v = 'x' FROM b WHERE a.id = b.id AND b.g IS NULL",
	"UPDATE a AS x SET v = 'x' FROM (SELECT g, count(*) AS n FROM b GROUP BY g) AS y WHERE y.g = x.g AND y.n > 5",
	"WITH big AS (SELECT id FROM b WHERE id > 10) UPDATE a SET g = 0 WHERE id IN (SELECT id FROM big)",
	"INSERT INTO b SELECT id, g FROM a WHERE id > 50",
	"INSERT INTO b SELECT id, g FROM a UNION SELECT id, g FROM b",
	"INSERT INTO b (id) SELECT id FROM a ORDER BY id DESC LIMIT 7",
	"INSERT INTO b VALUES (1, 2), (3, 4), (5, NULL)",
	"INSERT INTO b VALUES (abs(-1), 2)",
}

var holdingInPostgres = []string{
	"DELETE FROM ONLY a",
	"UPDATE seen SET g = 1 WHERE id < 30",
	"DELETE FROM seen USING b WHERE seen.id = b.id",
	"DELETE FROM parts WHERE n > 3",
	"UPDATE parts SET k = 1 WHERE k <> 1",
	"DELETE FROM part1",
	"DELETE FROM a WHERE (id, g) IN (SELECT id, g FROM heir)",
	"DELETE FROM a WHERE ctid IN (SELECT ctid FROM a LIMIT 3)",
	"UPDATE a SET g = l.n FROM b, LATERAL (SELECT b.g + 1 AS n) AS l WHERE l.n = a.g",
	"INSERT INTO b VALUES (generate_series(1, 4), 1)",
	"INSERT INTO b SELECT generate_series(1, 4), 1",
	"WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 12) DELETE FROM a USING up WHERE a.id = up.n",
	"UPDATE a SET g = 1 WHERE id = ANY (ARRAY[1, 2, 3]) AND v ~ '^v' COLLATE \"C\"",
}
