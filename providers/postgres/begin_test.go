package postgres

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestRewriteBegin(t *testing.T) {
	for _, test := range []struct {
		sql            string
		readOnly, inTx bool
		want           string // "": 42601
	}{
		{"BEGIN", false, false, "BEGIN READ WRITE"},
		{"begin work;", false, false, "BEGIN READ WRITE"},
		{"BEGIN", true, false, "BEGIN READ ONLY"},
		{"BEGIN READ WRITE", true, false, "BEGIN READ ONLY"},
		{"BEGIN READ ONLY", false, false, "BEGIN READ ONLY"},
		{"BEGIN READ ONLY, READ WRITE", false, false, "BEGIN READ WRITE"}, // the last one counts, as in the server
		{"BEGIN READ ONLY, READ WRITE", true, false, "BEGIN READ ONLY"},
		{"BEGIN", false, true, "BEGIN"},
		{"BEGIN READ WRITE", false, true, "BEGIN READ WRITE"},
		{"BEGIN READ WRITE", true, true, "BEGIN READ ONLY"},
		{"BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY", false, false, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"},
		{"Start /* x /* y */ */ transaction\n -- z\n isolation level read uncommitted", false, false, "START TRANSACTION ISOLATION LEVEL READ UNCOMMITTED, READ WRITE"},
		{"START TRANSACTION ISOLATION LEVEL SERIALIZABLE, NOT DEFERRABLE, READ ONLY ;", false, false, "START TRANSACTION ISOLATION LEVEL SERIALIZABLE, NOT DEFERRABLE, READ ONLY"},
		{"START TRANSACTION DEFERRABLE", true, false, "START TRANSACTION DEFERRABLE, READ ONLY"},

		{"BEGIN; DROP TABLE t", false, false, ""},
		{"BEGIN DROP", false, false, ""},
		{"BEGIN 'x'", false, false, ""},
		{"BEGIN ISOLATION LEVEL", false, false, ""},
		{"BEGIN READ", false, false, ""},
		{"BEGIN; ;", false, false, ""},
		{"BEGIN /* open", false, false, "BEGIN READ WRITE"}, // what is sent is ours, whatever the comment hid
		{"START", false, false, ""},
		{"START WORK", false, false, ""},
		{"SELECT 1", false, false, ""},
		{"", false, false, ""},
	} {
		got, err := rewriteBegin(providers.Statement{SQL: test.sql, Verb: "BEGIN"}, test.readOnly, test.inTx)
		if got != test.want || (test.want == "") != (sqlstate.CodeOf(err) == sqlstate.SyntaxError) {
			t.Errorf("%q (read-only %v, in transaction %v): %q, %v, want %q", test.sql, test.readOnly, test.inTx, got, err, test.want)
		}
	}
	if got, err := rewriteBegin(providers.Statement{SQL: "SELECT 1", Verb: "SELECT"}, true, false); got != "" || err != nil {
		t.Errorf("another statement: %q, %v", got, err)
	}
	if got, _ := rewriteBegin(providers.Statement{SQL: "BEGIN READ WRITE", Verb: "SELECT"}, true, false); got != "BEGIN READ ONLY" {
		t.Errorf("by another name: %q", got)
	}
}

func TestFirstWord(t *testing.T) {
	for sql, want := range map[string]string{
		"copy t from stdin": "copy", " \n\t/* a */--b\r\nCOPY(SELECT 1)": "COPY", "": "", "1": "", "/*/ x */ y": "y", "/* x": "",
		"/* /* */ */ z": "z", "select": "select", "-- only": "",
	} {
		if got := firstWord(sql); got != want {
			t.Errorf("firstWord(%q) = %q, want %q", sql, got, want)
		}
	}
}

// FuzzRewriteBegin: whatever comes in, what is sent is one of a few sentences,
// and never READ WRITE for a session that may only read.
func FuzzRewriteBegin(f *testing.F) {
	for _, seed := range []string{"BEGIN", "BEGIN READ WRITE", "begin;--\r;", "BEGIN /*/**/", "BEGIN ISOLATION LEVEL SERIALIZABLE,READ ONLY"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		out, err := rewriteBegin(providers.Statement{SQL: sql, Verb: "BEGIN"}, true, false)
		if err != nil {
			return
		}
		words := beginWords(out)
		if len(words) < 3 || words[len(words)-2] != "READ" || words[len(words)-1] != "ONLY" {
			t.Fatalf("%q became %q", sql, out)
		}
		if again, err := rewriteBegin(providers.Statement{SQL: out, Verb: "BEGIN"}, true, false); err != nil || len(again) > len(out) {
			t.Fatalf("%q became %q became %q, %v", sql, out, again, err)
		}
	})
}
