package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestSeveralToFile: COPY makes files of rows of several sources in the folder of a source, where they are tables; it
// replaces nothing, follows no path, and leaves nothing of what fails.
func TestSeveralToFile(t *testing.T) {
	s := newSpread(t, "mode: full_access\n")
	const join = "SELECT c.id, c.name, c.balance, c.joined, c.tags, c.extra, o.total FROM crm.public.customers c JOIN ops.public.orders o ON o.customer = c.id WHERE c.id < 4"
	outside := filepath.Join(t.TempDir(), "outside.csv")
	for name, to := range map[string]string{"linked.csv": outside, "there.json": filepath.Join(s.files, "costs.csv")} {
		if err := os.Symlink(to, filepath.Join(s.files, name)); err != nil {
			t.Fatal(err)
		}
	}
	type step struct{ sql, want string } // $ is the source of the session; want: the tag and the rows, or the beginning of an error
	steps := []step{
		{"COPY (" + join + ") TO 'files/a_$.parquet'", "COPY 28"},
		{"COPY (" + join + ") TO 'files/a_$.csv' (DELIMITER ';')", `ERROR relation "a_$" of the source "files" already exists`},
		{"SELECT count(*), count(DISTINCT a.name), sum(a.total), min(a.joined) FROM files.public.a_$ a", "SELECT 1;28|3|21141.00|2024-01-02 00:00:00+00"},
		{"COPY (SELECT 1 AS one, 'x' AS two) TO 'files/d_$.csv' (HEADER false)", "COPY 1"},
		{"COPY (INSERT INTO ops.public.orders (id) VALUES (-1) RETURNING id) TO 'files/x.csv'", "ERROR COPY of a statement that changes rows"},
		{"COPY (SELECT c.id / (c.id - 3) FROM crm.public.customers c, ops.public.orders o WHERE c.id < 9) TO 'files/x.csv'", "ERROR division by zero"},
		{"BEGIN", "BEGIN"},
		{"COPY (" + join + ") TO 'files/x.csv'", "ERROR the transaction belongs to the source"},
		{"ROLLBACK", "ROLLBACK"},
	}
	alike := []step{ // in a session of any source: the small form has them in the first
		{"COPY (" + join + ") TO 'files/b_$.csv' (FORMAT csv, DELIMITER ';')", "COPY 28"},
		{"COPY (" + join + ") TO 'files/c_$.json'", "COPY 28"},
		{"SELECT count(*), sum(b.total) FROM files.public.b_$ b", "SELECT 1;28|21141"},
		{"SELECT count(*), sum(c.total) FROM files.public.c_$ c JOIN ops.public.orders o ON o.customer = c.id AND o.id = 1", "SELECT 1;"},
		{"COPY ops.public.orders TO 'files/e_$.parquet' (COMPRESSION zstd)", "COPY 3000"},
		{"COPY ops.public.orders (id, total) TO 'files/f_$.csv'", "COPY 3000"},
		{"SELECT count(*), max(f.total) FROM files.public.f_$ f", "SELECT 1;3000|1464"},
		{"COPY (SELECT k.region FROM files.public.costs k WHERE k.customer = 9) TO 'files/g_$.csv'", "COPY 1"},
		{"COPY (SELECT 1 AS one) TO 'files/linked.csv'", "ERROR source \"files\": there is a file"},
		{"COPY (SELECT 1 AS one) TO 'files/there.json'", `ERROR relation "there" of the source "files" already exists`},
		{"COPY (SELECT 1 AS one) TO 'files/../x.csv'", "ERROR COPY makes no file of the name"},
		{"COPY (SELECT 1 AS one) TO 'files//x.csv'", "ERROR COPY makes no file of the name"},
		{"COPY (SELECT 1 AS one) TO 'files/sub/x.csv'", "ERROR COPY makes no file of the name"},
		{"COPY (SELECT 1 AS one) TO 'files/.x.csv'", "ERROR COPY makes no file of the name"},
		{"COPY (SELECT 1 AS one) TO E'files/x\\n.csv'", "ERROR COPY makes no file of the name"},
		{"COPY (SELECT 1 AS one) TO 'files/x.duckdb'", "ERROR COPY makes no file of the name"},
		{"COPY (SELECT 1 AS one) TO 'files/x.csv.gz'", "ERROR COPY makes no file of the name"},
		{"COPY (SELECT 1 AS one) TO 'files/x.csv' (FORMAT parquet)", "ERROR the format \"parquet\" is not that of"},
		{"COPY (SELECT 1 AS one) TO 'files/x.csv' (QUOTE '''')", "ERROR COPY to the file"},
		{"COPY (SELECT 1 AS one) TO 'files/x.csv' (DELIMITER 'ab')", "ERROR COPY delimiter"},
		{"COPY (SELECT 1 AS one) TO 'own/x.csv'", `ERROR COPY may not make files in the source "own"`},
	}
	for i, source := range []string{"crm", "own", "forge"} {
		c, list := s.connect(t, source), steps
		if i == 0 || *long {
			list = slices.Concat(steps, alike)
		}
		for _, step := range list {
			sql, want := strings.ReplaceAll(step.sql, "$", source), strings.ReplaceAll(step.want, "$", source)
			if got := outcome(t, c, sql); !isOutcome(got, want) {
				t.Errorf("%s: %s:\n%s, want\n%s", source, sql, got, want)
			}
		}
		if content, err := os.ReadFile(filepath.Join(s.files, "d_"+source+".csv")); err != nil || string(content) != "1,x\n" {
			t.Errorf("%q %v", content, err)
		}
	}
	if _, err := os.Stat(outside); err == nil {
		t.Error("a symbolic link was followed")
	}
	entries, err := os.ReadDir(s.files)
	if err != nil || len(entries) != 3+7+2*unlessLong(2, 7) {
		t.Errorf("%v %v", entries, err)
	}
	records := s.records(t)
	for _, want := range []string{`"phase":"intent"`, `"verb":"COPY"`, `"class":"mutate"`, `"files.public.a_crm"`, `"parts":[{"source":"crm","relation":"public.customers"`} {
		if !strings.Contains(records, want) {
			t.Errorf("no %s on record", want)
		}
	}
}

// TestSeveralToFileAsked: a file is made where the mode lets it be, and where somebody has approved it: no more rows than
// these, and by the door of agents as by that of psql.
func TestSeveralToFileAsked(t *testing.T) {
	pg := pgtest.Start(t)
	dsn := pg.CreateDB(t)
	pg.Exec(t, databaseOf(t, dsn), "CREATE TABLE people (id int, name text); INSERT INTO people VALUES (1, 'ann'), (2, 'bob'), (3, 'cy')")
	d := startDesked(t, callable, "")
	d.names = `[{"name": "ann", "size": 5}, {"name": "bob", "size": 7}]`
	folder := t.TempDir()
	file, err := os.OpenFile(d.args[1], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = fmt.Fprintf(file, "  - {name: crm, kind: postgres, dsn: %q}\n  - {name: files, kind: duckdb, folder: %q, copy_to: true}\n", dsn, folder); err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	d.restart(t)
	left := func() string {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		names := ""
		for _, e := range entries {
			names += e.Name() + " "
		}
		return names
	}
	sql := "COPY (SELECT p.name, n.size FROM crm.public.people p JOIN own.s.names n ON n.name = p.name) TO 'files/sizes.csv'"
	r := d.asked(t, sql)
	if r.Class != "mutate" || r.Estimate.Rows != 2 || !slices.Contains(r.Relations, "writes files.public.sizes") || !slices.Contains(r.Relations, "reads own.s.names") || left() != "" {
		t.Errorf("%+v %s", r, left())
	}
	d.approvals(t, "approve", r.ID)
	if _, stdout, stderr := d.sql(t, "-c", sql); !strings.Contains(stdout+stderr, "COPY 2") || left() != "sizes.csv " {
		t.Errorf("%s%s %s", stdout, stderr, left())
	}
	sql = strings.Replace(sql, "sizes", "more", 1)
	r = d.asked(t, sql)
	d.approvals(t, "approve", r.ID)
	list := make([]string, 500)
	for i := range list {
		list[i] = `{"name": "ann", "size": 1}`
	}
	d.names = "[" + strings.Join(list, ",") + "]"
	if _, stdout, stderr := d.sql(t, "-c", sql); strings.Contains(stdout, "COPY") || left() != "sizes.csv " {
		t.Errorf("more rows than were approved: %s%s %s", stdout, stderr, left())
	}
	d.names = `[{"name": "ann", "size": 5}]`
	if answer := inSession(t, d.running, toolCall("run_mutation_query", strings.Replace(sql, "more", "third", 1))); !strings.Contains(answer, "approv") || left() != "sizes.csv " {
		t.Errorf("%s %s", answer, left())
	}
}

// TestSeveralToFileByRole: who may not write a table may not make the file that would be it; and nobody where only reads
// are let through.
func TestSeveralToFileByRole(t *testing.T) {
	const sql = "COPY (SELECT c.id FROM crm.public.customers c JOIN ops.public.orders o ON o.customer = c.id) TO 'files/$.csv'"
	for config, want := range map[string]string{
		"mode: read_only\n": "ERROR",
		"mode: full_access\nroles:\n  - {name: some, members: [ann], mode: full_access, relations: {allow: ['crm.*.*', 'ops.*.*', 'files.public.own*']}}\n":  "ERROR",
		"mode: full_access\nroles:\n  - {name: some, members: [ann], mode: full_access, relations: {allow: ['crm.*.*', 'ops.*.*', 'files.public.kept*']}}\n": "COPY 2814",
	} {
		s := newSpread(t, config)
		if got := outcome(t, s.connect(t, "crm"), strings.Replace(sql, "$", "kept_1", 1)); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", config, got)
		}
		// Only a client that may write the file is told that it exists already.
		if err := os.WriteFile(filepath.Join(s.files, "theirs.csv"), []byte("a\n1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"theirs", "nobodys"} {
			if got := outcome(t, s.connect(t, "crm"), strings.Replace(sql, "$", name, 1)); strings.Contains(got, "already") && strings.Contains(config, "roles") || !strings.HasPrefix(got, "ERROR") && want == "ERROR" {
				t.Errorf("%s: %s: %s", config, name, got)
			}
		}
		if _, err := os.Stat(filepath.Join(s.files, "kept_1.csv")); (err == nil) != (want != "ERROR") {
			t.Errorf("%s: %v", config, err)
		}
	}
}
