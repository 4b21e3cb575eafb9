package audit_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/audit"
)

func sha(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func write(t *testing.T, r audit.Record) audit.Record {
	t.Helper()
	dir := t.TempDir()
	if err := open(t, audit.Options{Dir: dir, MaxSizeMB: 1}).Write(r); err != nil {
		t.Fatal(err)
	}
	return records(t, dir)[0]
}

func TestLongSQL(t *testing.T) {
	short := strings.Repeat("x", 64<<10)
	if got := write(t, audit.Record{SQL: short}); got.SQL != short || got.SQLBytes != 0 || got.SQLSHA256 != "" {
		t.Errorf("64 KiB were cut to %d, sql_bytes %d", len(got.SQL), got.SQLBytes)
	}
	long := "SELECT '" + strings.Repeat("漢", 30_000) + "'" // the cut falls inside a character
	got := write(t, audit.Record{SQL: long})
	if len(got.SQL) > 64<<10 || len(got.SQL) < 64<<10-3 || !utf8.ValidString(got.SQL) || !strings.HasPrefix(long, got.SQL) {
		t.Errorf("%d bytes of SQL, valid: %v", len(got.SQL), utf8.ValidString(got.SQL))
	}
	if got.SQLBytes != len(long) || got.SQLSHA256 != sha(long) {
		t.Errorf("sql_bytes %d, sql_sha256 %s", got.SQLBytes, got.SQLSHA256)
	}
}

func TestLongArgs(t *testing.T) {
	args := map[string]any{"a": strings.Repeat("<", 70_000)}
	text, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	got := write(t, audit.Record{Args: args})
	if got.Args != nil || got.ArgsBytes != len(text) || got.ArgsSHA256 != sha(string(text)) {
		t.Errorf("args %.20v, args_bytes %d, args_sha256 %s", got.Args, got.ArgsBytes, got.ArgsSHA256)
	}
	if len(args) != 1 {
		t.Error("the caller's map was changed")
	}
	// The arguments are below their limit and stay.
	got = write(t, audit.Record{SQL: strings.Repeat("x", 64<<10), Args: map[string]any{"a": "b"}})
	if got.Args["a"] != "b" || got.ArgsBytes != 0 {
		t.Errorf("args %v, args_bytes %d", got.Args, got.ArgsBytes)
	}
}

func TestUnencodable(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir})
	if err := log.Write(audit.Record{Args: map[string]any{"a": math.NaN()}}); err == nil {
		t.Fatal("a record that JSON cannot hold was written")
	}
	if err := log.Write(audit.Record{SQL: "after"}); err != nil {
		t.Fatal(err)
	}
	if got := records(t, dir); len(got) != 2 || got[0].SQL != "after" || got[1].Phase != audit.PhaseNote {
		t.Errorf("records: %+v", got)
	}
}

func TestLongLists(t *testing.T) {
	var names []string
	for i := range 5000 {
		names = append(names, fmt.Sprintf("pg.public.t%04d", i))
	}
	names[1] = strings.Repeat("n", 2000)
	got := write(t, audit.Record{Relations: names, ParamTypes: names[2:5]})
	if n := len(got.Relations); n < 900 || n > 1100 || got.RelationsTotal != 5000 || got.Relations[n-1] != names[n-1] {
		t.Errorf("%d relations of %d", n, got.RelationsTotal)
	}
	if len(got.Relations[1]) != 1024 || len(names[1]) != 2000 {
		t.Errorf("a long name has %d bytes, the caller's %d", len(got.Relations[1]), len(names[1]))
	}
	if len(got.ParamTypes) != 3 || got.ParamTypesTotal != 0 {
		t.Errorf("%d parameter types of %d", len(got.ParamTypes), got.ParamTypesTotal)
	}
}

// TestLargest fills every field with the text that escapes to the most bytes: the line must fit in
// the smallest file.
func TestLargest(t *testing.T) {
	worst := strings.Repeat("\u009b", 1<<20)
	nul := strings.Repeat("\x00", 1<<20)
	list := []string{}
	for range 5000 {
		list = append(list, "\x00\x00\x00\x00")
	}
	r := audit.Record{
		Door: nul, Tool: nul, Mode: nul, Decision: audit.Decision(nul), Class: nul, Verb: nul, SQL: nul,
		Args:       map[string]any{"a": worst[:64<<10-8]},
		ParamTypes: list, Relations: list, Error: nul, SQLState: nul, Principal: nul, Subject: nul, Tenant: nul, Client: nul, Application: nul,
		Version: nul, Session: nul, RemoteAddr: nul, Source: nul, Truncated: nul,
	}
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir, MaxSizeMB: 1})
	for range 3 {
		if _, err := log.Begin(r); err != nil {
			t.Fatal(err)
		}
	}
	if got := records(t, dir); len(got) != 3 || len(got[2].SQL) != 64<<10 || len(got[2].Args) != 1 {
		t.Errorf("%d records", len(got))
	}
	if n := len(lines(t, dir)[0]); n < 800<<10 {
		t.Errorf("the line has only %d bytes: the test does not reach the limit", n)
	}
	if n := len(files(t, dir)); n != 3 {
		t.Errorf("%d files", n)
	}
}
