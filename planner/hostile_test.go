package planner

import (
	"strings"
	"testing"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// oddTexts are short and unusual. Each is refused, or its plan satisfies understood.
var oddTexts = []string{
	"", " ", ";", ";;;", "--", "/**/", "-- a\r", "-- a\rSELECT 1", "--a\r; DELETE FROM t", "/* a /* b */ DELETE FROM t */ SELECT 1",
	"SELECT 1\x00; DELETE FROM t", "\x00", "SELECT '\xff'", "\xff\xfe", "\xed\xa0\x80", "SELECT 1\x80", "\ufeffSELECT 1", "SELECT\ufeff 1",
	"SELECT\u00a01", "SELECT\u200b1", "SELECT\u20281", "SELECT 1\u202e; DELETE FROM t", "\u202eSELECT 1", "SEL\u0415CT 1", "ＳＥＬＥＣＴ 1", "DELETE\u00a0FROM t",
	"SELECT \"a\u200bb\", 'a\u202eb', U&'\\202e', U&\"pg_\\0073leep\"(1)", "SELECT U&'a!0041' UESCAPE '!'", "SELECT U&'\\D83D\\DE00', U&'\\D83D'",
	"SELECT '", "SELECT \"", "SELECT $$", "SELECT $a$ $b$", "SELECT E'\\", "SELECT E'\\'", "SELECT U&'\\00", "SELECT B'2'", "SELECT X'G'", "/*", "/* /* */",
	"SELECT (", "SELECT )", "SELECT [", "SELECT CASE", "SELECT CASE END", "BEGIN ATOMIC", "SELECT \"\"", "SELECT '\\'; DELETE FROM t --'",
	"SELECT $0", "SELECT $1", "SELECT $65536", "SELECT $2147483647", "SELECT $2147483648", "SELECT $99999999999999999999",
	"SELECT 1e999999999", "SELECT 0x", "SELECT 0xFFFFFFFFFFFFFFFFFFFF", "SELECT 1__0", "SELECT .", "SELECT ..", "SELECT 1..2",
	"SHOW", "SHOW PROVIDERS LIKE '", "SHOW SERVICES IN", "DESCRIBE", "DESC a.b.c.d", "DESCRIBE \"", "SHOW RESOURCES IN a.b LIKE 'x' LIKE 'y'", "/* a */ SHOW PROVIDERS", "SHOW PROVIDERS; SELECT 1",
	"SELECT a.b.c.d.e.f FROM t", "SELECT (((a).b).c).d", "SELECT duck.public.t.a FROM duck.public.t", "SELECT 1 FROM pg.a.b, duck.a.b", "SELECT 1 FROM nowhere.a.b",
	"SELECT E'\u0081\\' , f() --'", "SELECT '\u0081\\', 1", "COPY t FROM STDIN", "COPY (SELECT 1) TO PROGRAM 'x'", "DO $$ BEGIN END $$",
	"WITH RECURSIVE a AS (SELECT 1 UNION ALL SELECT * FROM a) SELECT * FROM a", "WITH a AS (DELETE FROM t RETURNING *) SELECT * FROM a",
	"EXPLAIN (ANALYZE, ANALYZE off) DELETE FROM t", "EXPLAIN EXPLAIN SELECT 1", "PREPARE a AS PREPARE b AS SELECT 1", "EXECUTE a; PREPARE a AS SELECT 1",
	"SET a TO", "SET standard_conforming_strings = off; SELECT 'a\\', f() --'", "SELECT set_config('a', NULL, NULL), set_config(), set_config(1)", "RESET ALL; DISCARD ALL",
	"MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE", "TRUNCATE evil_view", "SELECT * FROM evil_view, LATERAL evil_f(1)", "CREATE RULE r AS ON SELECT TO t DO INSTEAD (DELETE FROM t)",
}

// understood checks what must hold of every plan.
func understood(t *testing.T, text string, plans []*Statement) {
	t.Helper()
	for _, st := range plans {
		if st.Offset < 0 || st.Offset+len(st.Text) > len(text) || text[st.Offset:st.Offset+len(st.Text)] != st.Text {
			t.Errorf("%.200q: the statement %.200q is not at %d", text, st.Text, st.Offset)
		}
		if st.Provider == "" || st.Verb == "" && st.Class != Unknown {
			t.Errorf("%.200q: a source %q and a verb %q", text, st.Provider, st.Verb)
		}
		if !utf8.ValidString(st.SQL) || strings.ContainsRune(st.SQL, 0) {
			t.Errorf("%.200q: the source would get %.200q", text, st.SQL)
		}
		class := st.Class
		for i, e := range st.Effects {
			if class = class.Worse(e.Class); e.What == "" || e.Offset < -1 || e.Offset > len(text) {
				t.Errorf("%.200q: the effect %d is %+v", text, i, e)
			}
			if e.Class == Read {
				t.Errorf("%.200q: a read is no effect: %+v", text, e)
			}
		}
		if class != st.Class {
			t.Errorf("%.200q: its class is %s, the worst of its effects %s", text, st.Class, class)
		}
		if (st.Class == Read || st.Class == Session) && st.Control != OwnVerb && changesAnything(st.Text) {
			t.Errorf("%.200q: %s, and its tree has a statement that changes something", text, st.Class)
		}
	}
}

// changesAnything reports whether a statement contains a change that runs, by code that shares nothing with
// the walk.
func changesAnything(text string) bool {
	tree, err := pg_query.ParseToJSON(text)
	if err != nil || strings.Contains(tree, `"ExplainStmt":`) || strings.Contains(tree, `"ExecuteStmt":`) {
		return false // EXPLAIN does not run its statement, and what EXECUTE runs is in another text
	}
	for _, node := range []string{
		"InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt", "TruncateStmt", "DropStmt", "CreateStmt", "AlterTableStmt",
		"DoStmt", "CallStmt", "GrantStmt", "IntoClause", "LockingClause", "CreateTableAsStmt", "LoadStmt", "NotifyStmt", "VacuumStmt",
	} {
		if strings.Contains(tree, `{"`+node+`":`) || strings.Contains(tree, `"`+strings.ToLower(node[:1])+node[1:]+`":`) {
			return !strings.Contains(tree, `"PrepareStmt":`) // PREPARE only stores its statement
		}
	}
	return false
}

func TestOddTexts(t *testing.T) {
	for _, source := range []string{"pg", "duck"} {
		p := New(0)
		scope, _ := fixtureScope(source, "alice")
		for _, text := range oddTexts {
			plans, err := p.Plan(t.Context(), text, scope)
			if err == nil {
				understood(t, text, plans)
			} else if e := sqlstate.From(err); e.Code == sqlstate.InternalError || e.Position > utf8.RuneCountInString(text)+1 {
				t.Errorf("%q at %s: %v at %d", text, source, err, e.Position)
			}
		}
	}
}

// TestHostile: large, deep or slow texts are refused or survived. Each kind was seen to end the
// process or to occupy it for minutes.
func TestHostile(t *testing.T) {
	long := strings.Repeat
	for _, test := range []struct {
		name, text string
		want       sqlstate.Code
	}{
		{"48 KB of 1+1", "SELECT 1" + long("+1", 24_000), sqlstate.StatementTooComplex},
		{"a chain at the limit", "SELECT 1" + long("+1", parse.MaxChain()/2-4), ""},
		{"unions at the limit", "SELECT 1, 2" + long(" UNION SELECT 1, 2", parse.MaxSets), ""},
		{"unions over the limit", "SELECT 1, 2" + long(" UNION SELECT 1, 2", parse.MaxSets+1), sqlstate.StatementTooComplex},
		{"joins over the limit", "SELECT 1 FROM a, b" + long(" CROSS JOIN t", parse.MaxSets+1), sqlstate.StatementTooComplex},
		{"brackets", "SELECT " + long("(", 200_000) + "1" + long(")", 200_000), sqlstate.StatementTooComplex},
		{"square brackets", "SELECT " + long("ARRAY[", 50_000) + "1" + long("]", 50_000), sqlstate.StatementTooComplex},
		{"CASE in CASE", "SELECT " + long("CASE WHEN ", 50_000) + "a" + long(" THEN 1 END", 50_000), sqlstate.StatementTooComplex},
		{"CTE in CTE", long("WITH a AS (", 20_000) + "SELECT 1" + long(") SELECT 1", 20_000), sqlstate.StatementTooComplex},
		{"open brackets", "SELECT " + long("(", 1_000_000), sqlstate.StatementTooComplex},
		{"closed brackets", "SELECT 1" + long(")", 300_000), sqlstate.StatementTooComplex},
		{"a million elements", "SELECT 1 IN (1" + long(",1", 1_000_000) + ")", sqlstate.StatementTooComplex},
		{"as many elements as may be", "SELECT 1 IN (1" + long(",1", parse.MaxTokens/2-10) + ")", ""},
		{"as many statements as may be", long("SELECT 1;", parse.MaxStatements), ""},
		{"16 MB of a string", "SELECT '" + long("x", 16<<20) + "'", sqlstate.ProgramLimitExceeded},
		{"4 MB of a string", "SELECT '" + long("x", parse.DefaultMaxBytes-10) + "'", ""},
		{"4 MB of a name", `SELECT "` + long("x", parse.DefaultMaxBytes-10) + `"`, ""},
		{"4 MB of blanks", "SELECT 1" + long(" ", parse.DefaultMaxBytes-10), ""},
		{"4 MB of a comment", "SELECT 1 /*" + long("x", parse.DefaultMaxBytes-20) + "*/", ""},
		{"1 MB of a string below a chain", "SELECT 'x" + long("x", parse.DefaultMaxBytes/4) + "'" + long("||a", parse.MaxChain()/2-4), ""},
		{"4 MB of a parameter", "SELECT $" + long("1", parse.DefaultMaxBytes-10), ""},
		{"4 MB of a number", "SELECT " + long("1", parse.DefaultMaxBytes-10), ""},
		{"4 MB of an operator", "SELECT 1" + long("<", parse.DefaultMaxBytes-10) + "1", sqlstate.StatementTooComplex},
		{"comments side by side", "SELECT 1" + long("/**/", 1_000_000), sqlstate.StatementTooComplex},
		{"comments in comments", "SELECT 1" + long("/*", 1_000_000) + long("*/", 1_000_000), sqlstate.StatementTooComplex},
		{"signs", "SELECT " + long("+", 1_000_000) + "1", sqlstate.StatementTooComplex},
		{"more relations than may be", "SELECT 1 FROM t" + long(",t", maxRelations), sqlstate.StatementTooComplex},
		{"statements that are none", long(";", 1_000_000), sqlstate.StatementTooComplex},
		{"names with dots", "SELECT a" + long(".b", 100_000), sqlstate.StatementTooComplex},
	} {
		t.Run(test.name, func(t *testing.T) {
			scope, _ := fixtureScope("pg", "alice")
			plans, err := New(0).Plan(t.Context(), test.text, scope)
			if err == nil {
				understood(t, test.text, plans[:min(len(plans), 3)])
			}
			if want := max(test.want, sqlstate.SuccessfulCompletion); sqlstate.CodeOf(err) != want {
				t.Errorf("got %.300v, want %s", err, want)
			}
		})
	}
}

// FuzzPlan: no text makes the planner panic, or gives a statement a lesser class than its parts
// have.
func FuzzPlan(f *testing.F) {
	for _, text := range append(corpus(f), oddTexts...) {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, duck bool) {
		source := "pg"
		if duck {
			source = "duck"
		}
		scope, _ := fixtureScope(source, "alice")
		p := New(0)
		plans, err := p.Plan(t.Context(), text, scope)
		if err != nil {
			if e := sqlstate.From(err); e.Code == sqlstate.InternalError || e.Position > utf8.RuneCountInString(text)+1 {
				t.Fatalf("%q: %v at %d", text, err, e.Position)
			}
			return
		}
		understood(t, text, plans)
		// The text that Postgres runs means the same by itself: one statement, of the class that
		// was judged.
		for _, st := range plans {
			if duck || st.Provider != "pg" || st.uncached || st.Control == OwnVerb {
				continue
			}
			alone, err := New(0).Plan(t.Context(), st.SQL, scope)
			if err != nil || len(alone) != 1 || alone[0].Class != st.Class || alone[0].Verb != st.Verb {
				t.Fatalf("%q: the source would get %q, which is %+v, %v", text, st.SQL, alone, err)
			}
		}
	})
}
