package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"

	"github.com/sallyportdb/sallyport/providers/providertest"
)

// TestSeveralScans holds scans of every kind of source to one contract. In the small form CSV and JSON have half of the cases each:
// they take the way of Parquet, with another reader of DuckDB's.
func TestSeveralScans(t *testing.T) {
	s := newSpread(t, "mode: full_access\n")
	s.pg.Exec(t, s.ops, "CREATE TABLE one AS SELECT 1 AS one; ANALYZE one")
	s.pg.Exec(t, s.crm, scannedTable()+`ANALYZE repos;
		CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'endless' AS org, i AS id, 'repo ' || i AS name FROM n;
		CREATE VIEW failing AS SELECT 'failing' AS org, i AS id, 'repo ' || 1 / (30000 - i) AS name FROM generate_series(1, 40000) i`)
	c := s.connect(t, "own")
	for _, sql := range []string{
		"CREATE TABLE own.public.repos AS SELECT * FROM crm.public.repos",
		"CREATE VIEW endless AS SELECT 'endless' AS org, i AS id, 'repo ' || i AS name FROM generate_series(1, 1000000000000) g(i)",
		"CREATE VIEW failing AS SELECT 'failing' AS org, i AS id, 'repo ' || 1 / (30000 - i) AS name FROM generate_series(1, 40000) g(i)",
		"COPY (SELECT * FROM crm.public.repos) TO 'files/repos_parquet.parquet'",
		"COPY (SELECT * FROM crm.public.repos) TO 'files/repos_csv.csv'",
		"COPY (SELECT * FROM crm.public.repos) TO 'files/repos_json.json'",
		"COPY (SELECT 'failing' AS org, i AS id, 'repo ' || md5(i::text) AS name FROM generate_series(1, 40000) g(i), ops.public.one) TO 'files/failing.parquet'",
	} {
		if got := outcome(t, c, sql); strings.HasPrefix(got, "ERROR") {
			t.Fatal(sql, got)
		}
	}
	damage(t, filepath.Join(s.files, "failing.parquet"))
	query := canceling(t, s)
	for kind, one := range map[string]providertest.Scanned{
		"a Postgres": {
			Source: "crm", Relation: "crm.public.repos", Endless: "crm.public.endless r WHERE r.org = 'endless'", Failing: "crm.public.failing r WHERE r.org = 'failing'",
			Idle: func() bool { return s.busy(t) == "0" },
		},
		"an embedded table": {Source: "own", Relation: "own.public.repos", Endless: "own.public.endless r WHERE r.org = 'endless'", Failing: "own.public.failing r WHERE r.org = 'failing'"},
		"Parquet":           {Source: "files", Relation: "files.public.repos_parquet", Failing: "files.public.failing r WHERE r.org = 'failing'"},
		"CSV":               {Source: "files", Relation: "files.public.repos_csv", Share: 0, Of: unlessLong(2, 0)},
		"JSON":              {Source: "files", Relation: "files.public.repos_json", Share: 1, Of: unlessLong(2, 0), TextTimes: true},
		"an API": {
			Source: "forge", Relation: "forge.repos.repos", Endless: "forge.repos.repos r WHERE r.org = 'endless'", Failing: "forge.repos.repos r WHERE r.org = 'failing'",
			Idle: func() bool { return s.forge.waiting.Load() == 0 },
		},
	} {
		t.Run(kind, func(t *testing.T) {
			one.Query, one.Other = query, "ops.public.one"
			providertest.RunScans(t, one)
		})
	}
}

// TestSeveralReadsRecords: the server's own tables, whose rows no test makes, are read over several sources as alone.
func TestSeveralReadsRecords(t *testing.T) {
	s := newSpread(t, "mode: full_access\n")
	s.pg.Exec(t, s.ops, "CREATE TABLE one AS SELECT 1 AS one")
	c, own := s.connect(t, "crm"), s.connect(t, "sallyport")
	for range 5 {
		outcome(t, c, "SELECT 1")
		outcome(t, c, "SELECT nothing")
	}
	outcome(t, own, "SELECT max(seq) FROM audit.records")
	for _, sql := range []string{
		"SELECT count(*), min(r.seq), max(r.time) @ r.seq < 9", "SELECT r.seq, r.phase, r.verb @ r.seq < 9 ORDER BY 1", "SELECT count(*) @ r.seq < 9 AND r.sqlstate IS NULL",
		"SELECT r.sqlstate, count(*) @ r.seq < 9 GROUP BY 1 ORDER BY 1 NULLS FIRST", "SELECT r.seq @ r.seq < 9 AND r.verb = 'SELECT' ORDER BY r.seq DESC LIMIT 3",
		"SELECT count(*) @ r.seq < 9 AND r.principal LIKE 'a%'", "SELECT count(*) @ r.seq < 9 AND r.time > now() - interval '1 hour'",
	} {
		alone, err := texts(t.Context(), own, strings.Replace(sql, "@", "FROM audit.records r WHERE", 1))
		if err != nil {
			t.Fatal(sql, err)
		}
		got, err := texts(t.Context(), c, strings.Replace(sql, "@", "FROM sallyport.audit.records r, ops.public.one o WHERE", 1))
		if err != nil || strings.Join(got, ";") != strings.Join(alone, ";") || len(alone) == 0 {
			t.Errorf("%s: %q %v, alone %q", sql, got, err, alone)
		}
	}
}

// scannedTable makes the rows that every kind of source has.
func scannedTable() string {
	sql := "CREATE TABLE repos (org text, id int, name text, stars bigint, archived bool, createdAt timestamptz);"
	for i := 1; i <= providertest.ScannedRows; i++ {
		name, stars, archived, created := providertest.ScannedRow(i)
		sql += fmt.Sprintf("INSERT INTO repos VALUES ('things', %d, nullif('%s', ''), nullif('%s', '')::bigint, %s, nullif('%s', '')::timestamptz);", i, name, stars, archived, created)
	}
	return sql + "INSERT INTO repos VALUES ('others', 1, 'repo 1', 10, true, NULL);"
}

// scannedPage is a page of the same rows, or of what an organization's name says.
func (f *forge) scannedPage(w http.ResponseWriter, r *http.Request, page int) {
	const perPage = 10
	org := r.PathValue("org")
	switch {
	case org == "failing" && page == 3:
		w.WriteHeader(http.StatusInternalServerError)
		return
	case org == "endless" && page == 3: // no answer comes
		f.waiting.Add(1)
		defer f.waiting.Add(-1)
		<-r.Context().Done()
		return
	}
	var items []string
	for i := page*perPage + 1; i <= (page+1)*perPage; i++ {
		item := fmt.Sprintf(`{"id": %d`, i)
		name, stars, archived, created := providertest.ScannedRow(i)
		if name != "" {
			item += fmt.Sprintf(`, "name": %q`, name)
		}
		if stars != "" {
			item += `, "stars": ` + stars
		}
		if created != "" {
			item += fmt.Sprintf(`, "createdAt": %q`, created)
		}
		items = append(items, item+`, "archived": `+archived+`}`)
	}
	next := ""
	if org != "things" || page < providertest.ScannedRows/perPage-1 {
		next = fmt.Sprintf(`, "next": "%d"`, page+1)
	}
	_, _ = fmt.Fprintf(w, `{"items": [%s]%s}`, strings.Join(items, ","), next)
}

// busy is how many statements run in the databases, as text.
func (s *spread) busy(t *testing.T) string {
	t.Helper()
	watch, err := pgx.Connect(t.Context(), s.pg.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close(t.Context())
	n, err := texts(t.Context(), watch, "SELECT count(*) FROM pg_stat_activity WHERE datname IN ('"+s.crm+"', '"+s.ops+"') AND state <> 'idle'")
	if err != nil {
		t.Fatal(err)
	}
	return n[0]
}

// canceling runs statements one behind the other, which send a cancel request when their context ends. Behind a statement that fails
// there is another connection: the request may come late.
func canceling(t *testing.T, s *spread) func(context.Context, string) ([]string, error) {
	t.Helper()
	config, err := pgx.ParseConfig("postgres://ann@" + s.pgwire + "/own")
	if err != nil {
		t.Fatal(err)
	}
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: time.Minute}
	}
	var open *pgx.Conn
	closeConn := func() {
		if open != nil {
			_ = open.Close(context.WithoutCancel(t.Context()))
		}
		open = nil
	}
	t.Cleanup(closeConn)
	return func(ctx context.Context, sql string) ([]string, error) {
		if open == nil {
			if open, err = pgx.ConnectConfig(context.WithoutCancel(ctx), config); err != nil {
				return nil, err
			}
		}
		list, err := texts(ctx, open, sql)
		if err != nil {
			closeConn()
		}
		var failed *pgconn.PgError
		if errors.As(err, &failed) {
			err = fmt.Errorf("%s %s %s", failed.Code, failed.Message, failed.Where)
		}
		return list, err
	}
}

// damage overwrites the middle of a file.
func damage(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(content) / 2; i < len(content)/2+4096; i++ {
		content[i] = 0xff
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// databaseOf is the database of a DSN.
func databaseOf(t *testing.T, dsn string) string {
	t.Helper()
	made, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(made.Path, "/")
}
