package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCutStatement(t *testing.T) {
	for _, test := range []struct {
		text      string
		statement string // "" when it is not complete
	}{
		{"SELECT 1", ""},
		{"SELECT 1; SELECT 2;", "SELECT 1;"},
		{";", ";"},
		{"", ""},
		{"SELECT ';';x", "SELECT ';';"},
		{"SELECT 'it''s;';x", "SELECT 'it''s;';"},
		{`SELECT '\';x`, `SELECT '\';`},
		{`SELECT E'\';';x`, `SELECT E'\';';`},
		{`SELECT type'\';x`, `SELECT type'\';`},
		{`SELECT ";";x`, `SELECT ";";`},
		{"SELECT ';", ""},
		{"-- a;\nSELECT 1;x", "-- a;\nSELECT 1;"},
		{"SELECT 1 -- ;", ""},
		{"/* ; /* ; */ ; */ SELECT 1;x", "/* ; /* ; */ ; */ SELECT 1;"},
		{"/* /* */ ;", ""},
		{"DO $$ a; b $$;x", "DO $$ a; b $$;"},
		{"DO $t$ a; $$ b; $t$;x", "DO $t$ a; $$ b; $t$;"},
		{"SELECT $1; x", "SELECT $1;"},
		{"SELECT a$b; x$b;", "SELECT a$b;"},
		{"DO $$ a;", ""},
		{"CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2);x", "CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2);"},
		{"SELECT ');';x", "SELECT ');';"},
		{"SELECT 1);x", "SELECT 1);"},
	} {
		statement, rest, complete := cutStatement(test.text)
		if statement != test.statement || complete != (test.statement != "") || statement+rest != test.text {
			t.Errorf("%q: %q, %q, %v", test.text, statement, rest, complete)
		}
	}
}

func TestCommandIn(t *testing.T) {
	for _, test := range []struct{ text, line, want string }{
		{"", `\q`, `\q`},
		{"", ` \q; `, `\q`},
		{"", "exit", `\q`},
		{"", "quit;", `\q`},
		{"", "help", `\?`},
		{"", `\d airports`, `\d`},
		{"SELECT\n", `\q`, `\q`},
		{"SELECT 'a'\n", `\dt`, `\dt`},
		{"", "help me", ""},
		{"SELECT\n", "exit", ""},
		{"", "SELECT 1;", ""},
		{"", "", ""},
		{"SELECT 'a\n", `\q`, ""},
		{"SELECT \"a\n", `\q`, ""},
		{"/*\n", `\q`, ""},
		{"DO $$\n", `\q`, ""},
	} {
		if got := commandIn(test.text, test.line); got != test.want {
			t.Errorf("%q behind %q: %q, want %q", test.line, test.text, got, test.want)
		}
	}
}

func TestBlank(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, " \n;\t": true, "-- x": true, "-- x\n /* y */ ;": true,
		"SELECT": false, "/* open": false, "-- x\nSELECT": false, "-": false, "'": false,
	} {
		if blank(text) != want {
			t.Errorf("blank(%q) is %v", text, !want)
		}
	}
}

func FuzzCutStatement(f *testing.F) {
	f.Add("SELECT ';' -- ;\n/* $$ */ ; $a$ ; $a$")
	f.Fuzz(func(t *testing.T, text string) {
		blank(text)
		for rest := text; ; {
			statement, after, complete := cutStatement(rest)
			if statement+after != rest {
				t.Fatalf("%q became %q and %q", rest, statement, after)
			}
			if !complete {
				return
			}
			if !strings.HasSuffix(statement, ";") {
				t.Fatalf("%q is no statement", statement)
			}
			rest = after
		}
	})
}

func TestHistory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "sql_history")
	h := loadHistory(file)
	for _, statement := range []string{
		"SELECT 1;", "SELECT 1;", "SELECT\n 2;", "SELECT 3; -- x", "SELECT 4 -- x\n;",
		"ALTER ROLE a PASSWORD 'hunter2';",
	} {
		h.keep(statement)
	}
	want := []string{"SELECT 3; -- x", "SELECT  2;", "SELECT 1;"}
	for _, h := range []*history{h, loadHistory(file)} {
		var got []string
		for i := range h.Len() {
			got = append(got, h.At(i))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	for range historyLimit {
		h.keep("SELECT 5;")
		h.keep("SELECT 6;")
	}
	if h.Len() != historyLimit || loadHistory(file).Len() != historyLimit {
		t.Errorf("%d entries", h.Len())
	}
}

func TestPointAt(t *testing.T) {
	long := strings.Repeat("a", 100)
	for _, test := range []struct {
		sql      string
		position int
		want     string
	}{
		{"SELECT x", 8, "LINE 1: SELECT x\n               ^"},
		{"SELECT\n  x", 10, "LINE 2:   x\n          ^"},
		{"SELECT\tx", 8, "LINE 1: SELECT x\n               ^"},
		{"SELECT 'é', x", 13, "LINE 1: SELECT 'é', x\n                    ^"},
		{"SELECT", 7, "LINE 1: SELECT\n              ^"},
		{"SELECT", 0, ""},
		{"SELECT", 99, ""},
		{long + "x" + long, 101, "LINE 1: …" + strings.Repeat("a", 35) + "x" + strings.Repeat("a", 34) + "…\n" + strings.Repeat(" ", 44) + "^"},
		{long + "x", 101, "LINE 1: …" + strings.Repeat("a", 69) + "x\n" + strings.Repeat(" ", 78) + "^"},
		{"x" + long, 1, "LINE 1: x" + strings.Repeat("a", 69) + "…\n        ^"},
	} {
		if got := pointAt(test.sql, test.position); got != test.want {
			t.Errorf("%q at %d:\n%s\nwant\n%s", test.sql, test.position, got, test.want)
		}
	}
}
