package planner_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

var (
	differentialCount = flag.Int("statements", 2000, "how many statements the differential test makes by grammar, besides those by signature")
	differentialSeed  = flag.Uint64("seed", 1, "the seed of the differential test's statements")
	differentialDSN   = flag.String("server", "", "the differential test's `DSN`, as a superuser, of a server that it may write to and that does nothing else; default: one of its own")
	differentialLog   = flag.String("differential-log", "", "a `file` for every statement of the differential test, with its class and what it changed")
)

// generated is one statement to compare.
type generated struct {
	family string
	sql    string
	reads  bool // the statement should change nothing
	// design says why the statement is refused although it changes nothing observable; "" for most.
	design string
}

// TestDifferential makes statements, classifies each by the catalog of a real PostgreSQL, runs it
// there, and compares: a statement of class read must change nothing, and at least 99 % of the
// statements that are meant to read and do so must have class read.
func TestDifferential(t *testing.T) {
	server := differentialServer(t)
	// The traps are beside the tables of the reads: they must not make harmless statements look
	// harmful.
	dsn := server.database(t, "differential", "schema.sql", "hidden.sql")
	report := newDifferential(t)
	report.run(t, dsn, generate(t, dsn))
	report.run(t, dsn, generateHidden(t))
	report.run(t, server.dsn("differential", "differ"), generatePlain(t))
	report.finish(t)
}

// run classifies statements by the current catalog, and then runs them. Statements of class read
// come first, so that the log moves only by a statement's own writes: nothing needs pruning yet.
func (d *differential) run(t *testing.T, dsn string, statements []generated) {
	t.Helper()
	plan := classifier(t, dsn)
	verdicts := make([]verdict, len(statements))
	for i, g := range statements {
		verdicts[i] = plan(g.sql)
	}
	session := newDiffer(t, dsn)
	before := session.settings(t)
	for _, reads := range []bool{true, false} {
		for i, g := range statements {
			if (verdicts[i].class == planner.Read) == reads {
				d.add(g, verdicts[i], session.run(t.Context(), g.sql))
			}
		}
		if after := session.settings(t); reads && after != before {
			t.Errorf("what is classed read has changed settings; before:\n%s\nafter:\n%s", before, after)
		}
	}
}

// verdict is the planner's result for a statement.
type verdict struct {
	class  planner.Class
	reason string // of its worst effect, or the error
}

// classifier returns a function that classifies by the current catalog of a server.
func classifier(t *testing.T, dsn string) func(sql string) verdict {
	t.Helper()
	p, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	catalog, err := p.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	source := planner.Source{Info: p.Info(), Catalog: catalog}
	pl := planner.New(0)
	return func(sql string) verdict { return classify(t.Context(), pl, source, sql) }
}

func classify(ctx context.Context, pl *planner.Planner, source planner.Source, sql string) verdict {
	list, err := pl.Plan(ctx, sql, &planner.Scope{
		Default: "pg", User: "alice",
		Known:  func(name string) bool { return name == "pg" },
		Source: func(context.Context, string) (planner.Source, error) { return source, nil },
	})
	if err != nil {
		return verdict{planner.Unknown, "error: " + err.Error()}
	}
	if len(list) != 1 {
		return verdict{planner.Unknown, fmt.Sprintf("%d statements", len(list))}
	}
	v := verdict{class: list[0].Class}
	if len(list[0].Effects) > 0 {
		v.reason = list[0].Effects[0].Text() + ": " + list[0].Effects[0].Reason
	}
	return v
}

// testServer is the address of an otherwise idle server.
type testServer url.URL

func differentialServer(t *testing.T) testServer {
	t.Helper()
	dsn := *differentialDSN
	if dsn == "" {
		dir, err := pgtest.Dir()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := os.RemoveAll(dir); err != nil {
				t.Error(err)
			}
		})
		server, err := pgtest.Launch(t.Context(), dir, pgtest.Options{Settings: map[string]string{
			"autovacuum": "off", "wal_level": "logical", "checkpoint_timeout": "1h", "max_wal_size": "4GB", "max_prepared_transactions": "2",
		}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := server.Stop(); err != nil {
				t.Error(err)
			}
		})
		dsn = server.DSN("postgres")
	}
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	return testServer(*u)
}

// dsn returns the address of a database, for a user or, with "", for the superuser.
func (s testServer) dsn(database, user string) string {
	u := url.URL(s)
	u.Path = "/" + database
	if user != "" {
		u.User = url.User(user)
	}
	return u.String()
}

// database recreates a database and runs files in it.
func (s testServer) database(t *testing.T, name string, files ...string) string {
	t.Helper()
	s.execute(t, "postgres", "DROP DATABASE IF EXISTS "+name)
	s.execute(t, "postgres", "CREATE DATABASE "+name+" TEMPLATE template0")
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join("testdata", "differential", file))
		if err != nil {
			t.Fatal(err)
		}
		s.execute(t, name, string(text))
	}
	return s.dsn(name, "")
}

// execute runs a script; one line "-- optional" lets the next statement fail.
func (s testServer) execute(t *testing.T, database, script string) {
	t.Helper()
	pg, err := pgconn.Connect(t.Context(), s.dsn(database, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close(context.Background()) //nolint:errcheck // the work is done
	for sql := range strings.SplitSeq(script, ";\n") {
		optional := strings.Contains(sql, "-- optional\n")
		if _, err := pg.Exec(t.Context(), sql).ReadAll(); err != nil && !optional {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

// differential has the counts of a run.
type differential struct {
	log                     *os.File
	violations              []string
	ran, failed             int
	reads, refused, missing map[string]int // by family; refused by reason
	examples                map[string]string
	open                    map[string]bool // the entries of todo that were needed
}

func newDifferential(t *testing.T) *differential {
	t.Helper()
	d := &differential{reads: map[string]int{}, refused: map[string]int{}, missing: map[string]int{}, examples: map[string]string{}, open: map[string]bool{}}
	if *differentialLog != "" {
		var err error
		if d.log, err = os.Create(*differentialLog); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.log.Close() })
	}
	return d
}

func (d *differential) add(g generated, v verdict, o outcome) {
	if d.log != nil {
		fmt.Fprintf(d.log, "%s\t%s\t%s\t%s\t%s\n", g.family, v.class, o, v.reason, g.sql)
	}
	d.ran++
	if o.err != nil {
		d.failed++
	}
	wrong := v.class == planner.Read && len(o.changed)+len(o.session) > 0 || v.class == planner.Session && len(o.changed) > 0
	if wrong && !d.known(g.sql) {
		d.violations = append(d.violations, fmt.Sprintf("%s, but %s: %s", v.class, o, g.sql))
	}
	if !g.reads || g.design != "" || o.err != nil || len(o.changed)+len(o.session) > 0 {
		return
	}
	d.reads[g.family]++
	if v.class == planner.Read || v.class == planner.Session && sessionVerb(g.sql) {
		return
	}
	key := v.class.String() + ", " + v.reason
	if d.known(key) {
		return
	}
	d.refused[key]++
	d.missing[g.family]++
	if len(d.examples[key]) == 0 || len(g.sql) < len(d.examples[key]) {
		d.examples[key] = g.sql
	}
}

// known reports whether a defect is in todo.
func (d *differential) known(text string) bool {
	for part := range todo {
		if strings.Contains(text, part) {
			d.open[part] = true
			return true
		}
	}
	return false
}

// sessionVerb reports whether a statement that changes nothing may have class session.
func sessionVerb(sql string) bool {
	verb, _, _ := strings.Cut(sql, " ")
	return slices.Contains([]string{"SHOW", "SET", "BEGIN", "COMMIT"}, strings.ToUpper(verb))
}

func (d *differential) finish(t *testing.T) {
	t.Helper()
	reads, refused := 0, 0
	for _, family := range slices.Sorted(maps.Keys(d.reads)) {
		t.Logf("%-12s %5d reads, %d refused", family, d.reads[family], d.missing[family])
		reads, refused = reads+d.reads[family], refused+d.missing[family]
	}
	t.Logf("%d statements, %d failed; %d changed nothing and were meant to, %d of them refused", d.ran, d.failed, reads, refused)
	for _, v := range d.violations[:min(len(d.violations), 100)] {
		t.Errorf("classed %s", v)
	}
	if reads < 1000 {
		t.Errorf("only %d reads ran: the test has lost its statements", reads)
	}
	for part, why := range todo {
		if !d.open[part] {
			t.Errorf("todo %q (%s) is done: take it out", part, why)
		}
	}
	if refused*100 > reads {
		t.Errorf("%d of %d reads are refused, more than 1 %%", refused, reads)
	}
	for _, key := range slices.SortedFunc(maps.Keys(d.refused), func(a, b string) int { return d.refused[b] - d.refused[a] }) {
		t.Logf("%4d × %s\n        %s", d.refused[key], key, d.examples[key])
	}
}
