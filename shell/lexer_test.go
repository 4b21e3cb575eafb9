package shell

import (
	"strings"
	"testing"
)

// cutStatement cuts the first statement off a text, as a shell does that is given
// its lines one after another.
func cutStatement(text string) (statement, rest string, complete bool) {
	var l lexer
	for rest = text; rest != ""; {
		line := rest
		if end := strings.IndexByte(rest, '\n'); end >= 0 {
			line = rest[:end+1]
		}
		for line != "" {
			length, what := l.next(line)
			rest = rest[length:]
			switch line = line[length:]; what {
			case semicolon:
				return text[:len(text)-len(rest)], rest, true
			case backslash: // it is a command, and here a character like any other
				line, rest = line[1:], rest[1:]
			case nothing:
			}
		}
	}
	return "", text, false
}

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
