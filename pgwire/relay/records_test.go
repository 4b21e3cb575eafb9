package relay_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
)

// written returns the records in the file.
func (g *house) written(t testing.TB) (list []audit.Record) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(g.audit, "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var r audit.Record
		if !strings.HasSuffix(line, "\n") {
			break // it is being written
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		list = append(list, r)
	}
	return list
}

// outcomes returns the records, where an outcome stands for its intent too.
func (g *house) outcomes(t testing.TB) (list []audit.Record) {
	t.Helper()
	intents := map[uint64]audit.Record{}
	for _, r := range g.written(t) {
		switch r.Phase {
		case audit.PhaseIntent:
			intents[r.Seq] = r
			continue
		case audit.PhaseOutcome:
			intent := intents[r.Intent]
			r.SQL, r.ParamTypes, r.Relations = intent.SQL, intent.ParamTypes, intent.Relations
			delete(intents, r.Intent)
		case audit.PhaseNote:
			continue
		default:
		}
		list = append(list, r)
	}
	return list
}

// TestRecords compares what the records say of statements and sequences of
// messages with testdata/records.txt: blocks of lines for the client to send, and
// behind "----" what it got and what was recorded.
//
//	mode     the session's mode from here on
//	query    a simple query
//	parse    Parse, of the unnamed statement or of "name:"; bind, execute, close
//	sync     Sync, and all is read
//	copy     CopyData, one line; done, fail
func TestRecords(t *testing.T) {
	const file = "testdata/records.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var g *house
	var c *client
	var out strings.Builder
	seen := 0
	for i, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		input, _, _ := strings.Cut(block, "\n----")
		first, _, _ := strings.Cut(input, "\n")
		if mode, ok := strings.CutPrefix(first, "mode "); ok {
			m, err := gate.ParseMode(mode)
			if err != nil {
				t.Fatal(err)
			}
			g = serve(t, "", func(s *settings) { s.engine.Mode = m; s.source.CatalogTTL = time.Minute })
			direct(t, g.dsn, "CREATE TABLE t (i int PRIMARY KEY, s text); CREATE TABLE d (i int UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three')")
			c, seen = connect(t, g.addr), 0
			input = strings.TrimPrefix(strings.TrimPrefix(input, first), "\n")
			fmt.Fprintln(&out, first)
		}
		if i > 0 && out.Len() > 0 && !strings.HasPrefix(first, "mode ") {
			fmt.Fprintln(&out)
		}
		fmt.Fprintf(&out, "%s\n----\n%s\n", input, c.play(input))
		list := g.written(t)
		var lines []string
		announced := map[uint64]audit.Record{}
		for _, r := range list[seen:] {
			// A read whose rows came in parts was announced: that is a matter of time.
			if read, ok := announced[r.Intent]; ok {
				r.Phase, r.SQL, r.Relations, r.ParamTypes = audit.PhaseCall, read.SQL, read.Relations, read.ParamTypes
			} else if r.Phase == audit.PhaseIntent && r.Class == "read" {
				announced[r.Seq] = r
				continue
			}
			lines = append(lines, brief(r)+"\n")
		}
		if strings.Contains(input, "parse") { // statements of a pipeline are judged while others before them run
			slices.Sort(lines)
		}
		out.WriteString(strings.Join(lines, ""))
		seen = len(list)
	}
	got := separated(out.String())
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != string(text) {
		t.Errorf("the records differ; -update rewrites %s, git diff shows how:\n%s", file, got)
	}
}

// TestSkippedChange: a change behind a statement that fails in its pipeline was passed
// on, and then its record says that it was skipped; or the error came before it, and
// then nothing is on record that the server has never seen.
func TestSkippedChange(t *testing.T) {
	g := serve(t, "")
	direct(t, g.dsn, "CREATE TABLE t (i int); CREATE TABLE d (i int)")
	c := connect(t, g.addr)
	const fails, change = "SELECT 1/0 FROM t", "INSERT INTO d VALUES (61)"
	c.query(fails)
	c.query("SELECT * FROM d")
	of := func() (list []string) {
		for _, r := range g.written(t) {
			if r.Verb == "INSERT" {
				list = append(list, brief(r))
			}
		}
		return list
	}

	c.send(c.extended(fails, 0)...)
	c.send(&pgproto3.Flush{})
	if m, err := c.Receive(); err != nil {
		t.Fatal(err)
	} else if _, ok := m.(*pgproto3.ParseComplete); !ok {
		t.Fatalf("%T", m)
	}
	if m, err := c.Receive(); err != nil {
		t.Fatal(err)
	} else if _, ok := m.(*pgproto3.ErrorResponse); !ok {
		t.Fatalf("%T", m)
	}
	c.send(append(c.extended(change, 0), &pgproto3.Sync{})...)
	if got := c.until(1); got != "Z I" || len(of()) > 0 {
		t.Errorf("behind the error: %s, %q", got, of())
	}

	release := lockTable(t, g.dsn, "t")
	c.send(append(append(c.extended(fails, 0), c.extended(change, 0)...), &pgproto3.Sync{})...)
	eventually(t, "the change has an intent", func() bool { return len(of()) == 1 })
	release()
	if got := c.until(1); got != "ERROR 22012 division by zero | Z I" {
		t.Errorf("%s", got)
	}
	if got := strings.Join(of(), "\n"); !strings.Contains(got, "intent allow mutate") || !strings.Contains(got, "sqlstate=25P02") {
		t.Errorf("%s", got)
	}
	if n := direct(t, g.dsn, "SELECT count(*) FROM d"); n != "0" {
		t.Errorf("%s rows", n)
	}
}

// separated has an empty line before each block that opens a mode.
func separated(text string) string {
	return strings.TrimPrefix(strings.ReplaceAll(text, "\nmode ", "\n\nmode "), "\n")
}

// play sends what a block says and tells what came.
func (c *client) play(input string) string {
	c.t.Helper()
	var got []string
	syncs := 0
	for line := range strings.SplitSeq(input, "\n") {
		verb, rest, _ := strings.Cut(line, " ")
		name, arg, named := strings.Cut(rest, ": ")
		if !named {
			name, arg = "", rest
		}
		switch verb {
		case "query":
			c.send(&pgproto3.Query{String: rest})
			got = append(got, c.until(1))
		case "parse":
			c.Send(&pgproto3.Parse{Name: name, Query: arg})
		case "bind":
			m := &pgproto3.Bind{PreparedStatement: name, DestinationPortal: name}
			for v := range strings.FieldsSeq(arg) {
				m.Parameters = append(m.Parameters, []byte(v))
			}
			c.Send(m)
		case "execute":
			limit, _ := strconv.Atoi(arg)
			c.Send(&pgproto3.Execute{Portal: name, MaxRows: uint32(limit)})
		case "close":
			c.Send(&pgproto3.Close{ObjectType: 'S', Name: rest})
		case "sync":
			c.Send(&pgproto3.Sync{})
			syncs++
		case "copy":
			c.Send(&pgproto3.CopyData{Data: []byte(strings.ReplaceAll(rest, `\t`, "\t") + "\n")})
		case "done", "fail":
			var end pgproto3.FrontendMessage = &pgproto3.CopyDone{}
			if verb == "fail" {
				end = &pgproto3.CopyFail{Message: rest}
			}
			c.send(end)
			if strings.HasSuffix(got[len(got)-1], "copy in") { // else the server wants nothing
				got = append(got, c.until(1))
			}
		default:
			c.t.Fatalf("there is no %q", verb)
		}
	}
	if syncs > 0 {
		c.send()
		got = append(got, c.until(syncs))
	}
	return strings.Join(got, "\n")
}

// brief is a record without what is never the same twice.
func brief(r audit.Record) string {
	text := fmt.Sprintf("%s %s %s", r.Phase, r.Decision, r.Class)
	add := func(name, value string) {
		if value != "" {
			text += " " + name + "=" + value
		}
	}
	add("verb", r.Verb)
	add("tag", strings.ReplaceAll(r.Tag, " ", "_"))
	if r.Rows != nil {
		add("rows", strconv.FormatInt(*r.Rows, 10))
	}
	add("sqlstate", r.SQLState)
	add("types", strings.Join(r.ParamTypes, ","))
	add("on", strings.Join(r.Relations, ","))
	add("sql", r.SQL)
	return "  " + text
}
