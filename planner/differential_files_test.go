package planner_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

var sqlFiles = flag.String("sql-files", "", "a `pattern` of files of SQL, as psql reads it, to classify and run on -server; with -differential-log only")

// TestSQLFiles runs files of foreign SQL, statement by statement, and logs the class of each
// statement and what it has changed. It fails if a statement of class read has changed something.
// Changes within a transaction of the file are known only in part.
func TestSQLFiles(t *testing.T) {
	if *sqlFiles == "" || *differentialDSN == "" || *differentialLog == "" {
		t.Skip("for -sql-files, -server and -differential-log")
	}
	var files []string
	for pattern := range strings.SplitSeq(*sqlFiles, ",") {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	log, err := os.Create(*differentialLog)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	p, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: *differentialDSN, CatalogTTL: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	r := &fileRunner{provider: p, log: log, planner: planner.New(0)}
	defer p.Close() //nolint:errcheck // what it did is logged
	for _, file := range files {
		began := time.Now()
		r.file(t, file)
		fmt.Println(filepath.Base(file), time.Since(began).Round(time.Millisecond))
	}
}

// fileRunner runs files, one at a time.
type fileRunner struct {
	provider *postgres.Provider
	planner  *planner.Planner
	source   planner.Source
	stale    bool
	path     string
	log      *os.File
	pg       *pgconn.PgConn
	last     map[string]string
}

const fileLookSQL = `SELECT pg_catalog.pg_current_wal_insert_lsn(), coalesce(pg_catalog.pg_current_xact_id_if_assigned()::text, ''),
  (SELECT pg_catalog.string_agg(coalesce(pg_catalog.pg_sequence_last_value(oid), -1)::text, ' ' ORDER BY oid) FROM pg_catalog.pg_class WHERE relkind = 'S' AND relpersistence <> 't'),
  (SELECT pg_catalog.count(*) FROM pg_catalog.pg_locks WHERE locktype = 'advisory'),
  (SELECT pg_catalog.md5(pg_catalog.string_agg(name || setting, ' ')) FROM pg_catalog.pg_settings WHERE source IN ('session', 'client') AND name NOT IN ('role', 'transaction_isolation', 'transaction_read_only', 'transaction_deferrable')),
  (SELECT pg_catalog.count(*) FROM pg_catalog.pg_cursors) || ' ' || (SELECT pg_catalog.count(*) FROM pg_catalog.pg_prepared_statements) || ' ' || (SELECT pg_catalog.count(*) FROM pg_catalog.pg_listening_channels()),
  (SELECT pg_catalog.count(*) FROM pg_catalog.pg_largeobject_metadata), pg_catalog.current_setting('search_path'),
  CASE WHEN pg_catalog.pg_current_xact_id_if_assigned() IS NULL THEN pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::text ELSE '' END`

var fileLookNames = []string{"log", "inner", "sequences", "advisory", "settings", "kept", "lo", "path", "outer"}

func (r *fileRunner) file(t *testing.T, file string) {
	t.Helper()
	ctx := t.Context()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	config, err := pgconn.ParseConfig(*differentialDSN)
	if err != nil {
		t.Fatal(err)
	}
	config.RuntimeParams["statement_timeout"] = "3s"
	config.RuntimeParams["jit"] = "off"
	config.RuntimeParams["lock_timeout"] = "1s"
	if r.pg, err = pgconn.ConnectConfig(ctx, config); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.pg.Close(ctx) }()
	r.last = r.look(ctx)
	for _, sql := range splitSQL(string(text)) {
		if r.pg.IsClosed() {
			if r.pg, err = pgconn.ConnectConfig(ctx, config); err != nil {
				t.Fatal(err)
			}
			r.last = r.look(ctx)
		}
		r.statement(ctx, t, filepath.Base(file), sql)
	}
}

// obvious matches statements that need no fresh catalog.
var obvious = regexp.MustCompile(`(?is)^\s*(create|drop|alter|insert|update|delete|grant|revoke|comment|truncate|merge|vacuum|analyze|reindex|cluster|set|reset|commit|rollback|savepoint|release|end|abort|call|do|lock)\b`)

// rowsOnly matches statements that do not change the catalog.
var rowsOnly = regexp.MustCompile(`(?is)^\s*(insert|update|delete|truncate|merge|vacuum|analyze|lock|savepoint|release|begin|start|comment|copy|explain|fetch|declare)\b`)

func (r *fileRunner) statement(ctx context.Context, t *testing.T, file, sql string) {
	if r.source.Catalog == nil || r.stale && r.pg.TxStatus() == 'I' && !obvious.MatchString(sql) {
		r.refresh(ctx, t)
	}
	v := r.classify(ctx, sql)
	before := r.pg.TxStatus()
	d := &differ{pg: r.pg}
	err := d.exec(ctx, sql)
	var changed []string
	if r.pg.IsClosed() {
		changed = []string{"connection"}
	} else if r.pg.TxStatus() != 'E' {
		now := r.look(ctx)
		for _, name := range fileLookNames {
			if now[name] != r.last[name] && !(name == "outer" && (now[name] == "" || r.last[name] == "")) {
				changed = append(changed, name)
			}
		}
		if slices.Contains(changed, "inner") && now["inner"] == "" {
			changed = slices.DeleteFunc(changed, func(s string) bool { return s == "inner" })
		}
		r.last = now
	}
	if len(changed) > 0 && !rowsOnly.MatchString(sql) {
		r.stale = true
	}
	code := ""
	if err != nil {
		code = strings.ReplaceAll(err.Error(), "\n", " ")
	}
	line := strings.Join(strings.Fields(sql), " ")
	fmt.Fprintf(r.log, "%s\t%s\t%c%c\t%s\t%s\t%s\t%s\n", file, v.class, before, r.pg.TxStatus(), strings.Join(changed, " "), code, strings.Join(strings.Fields(v.reason), " "), line)
}

func (r *fileRunner) classify(ctx context.Context, sql string) (v verdict) {
	defer func() {
		if p := recover(); p != nil {
			v = verdict{planner.Unknown, fmt.Sprint("PANIC ", p)}
		}
	}()
	return classify(ctx, r.planner, r.source, sql)
}

func (r *fileRunner) refresh(ctx context.Context, t *testing.T) {
	if path := r.last["path"]; path != r.path && path != "" {
		admin, err := pgconn.Connect(ctx, *differentialDSN)
		if err != nil {
			t.Fatal(err)
		}
		_, err = admin.Exec(ctx, "SELECT pg_catalog.set_config('search_path', 'pg_catalog', false); DO $x$ BEGIN EXECUTE pg_catalog.format('ALTER DATABASE %I SET search_path = "+strings.ReplaceAll(path, "'", "''")+"', pg_catalog.current_database()); END $x$").ReadAll()
		if err != nil {
			fmt.Println("path", path, err)
		}
		_ = admin.Close(ctx)
		r.path = path
		r.last = r.look(ctx)
	}
	catalog, err := r.provider.Catalog(ctx)
	if err != nil {
		fmt.Println("catalog", err)
		return
	}
	r.source = planner.Source{Info: r.provider.Info(), Catalog: catalog}
	r.stale = false
	r.last = r.look(ctx)
}

func (r *fileRunner) look(ctx context.Context) map[string]string {
	d := &differ{pg: r.pg}
	row, err := d.row(ctx, fileLookSQL)
	values := map[string]string{}
	for i, name := range fileLookNames {
		if err == nil {
			values[name] = row[i]
		}
	}
	return values
}

var dollarQuote = regexp.MustCompile(`^\$([A-Za-z_\x80-\xff][A-Za-z_0-9\x80-\xff]*)?\$`)

// splitSQL splits a psql script, without psql's own commands and without the data behind COPY …
// FROM STDIN.
func splitSQL(text string) []string {
	var list []string
	var b strings.Builder
	depth := 0
	flush := func() string {
		sql := strings.TrimSpace(b.String())
		b.Reset()
		depth = 0
		if sql != "" {
			list = append(list, sql)
		}
		return sql
	}
	for i := 0; i < len(text); {
		length, blank := tokenLength(text, i)
		token := text[i : i+length]
		i += length
		switch {
		case blank:
			if strings.HasPrefix(token, `\g`) {
				flush()
			}
			b.WriteByte(' ')
			continue
		case token == "(":
			depth++
		case token == ")":
			depth--
		case token == ";" && depth <= 0 && !atomicBody.MatchString(b.String()):
			if copyData.MatchString(flush()) {
				if end := strings.Index(text[i:], "\n\\.\n"); end >= 0 {
					i += end + 4
				}
			}
			continue
		}
		b.WriteString(token)
	}
	flush()
	return list
}

// tokenLength returns the length of the token at i: a comment or a psql command, which count as
// blanks, a string, or a single byte.
func tokenLength(text string, i int) (length int, blank bool) {
	rest := text[i:]
	until := func(end string, from int) int {
		if at := strings.Index(rest[min(from, len(rest)):], end); at >= 0 {
			return min(from, len(rest)) + at + len(end)
		}
		return len(rest)
	}
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "--"), c == '\\':
		return until("\n", 0), true
	case strings.HasPrefix(rest, "/*"):
		return until("*/", 2), true
	case c == '\'' && i > 0 && (text[i-1] == 'E' || text[i-1] == 'e'):
		for length = 1; length < len(rest) && rest[length] != c; length++ {
			if rest[length] == '\\' {
				length++
			}
		}
		return min(length+1, len(rest)), false
	case c == '\'' || c == '"':
		return until(string(c), 1), false
	case c == '$' && dollarQuote.MatchString(rest):
		tag := dollarQuote.FindString(rest)
		return until(tag, len(tag)), false
	}
	return 1, false
}

var (
	copyData   = regexp.MustCompile(`(?is)^copy\s.*\sfrom\s+stdin`)
	atomicBody = regexp.MustCompile(`(?is)^\s*create\s.*\bbegin\s+atomic\b([^e]|e[^n]|en[^d]|end[a-z_0-9])*$`)
)
