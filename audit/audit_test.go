package audit_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// lumberjack's one goroutine cannot be stopped; the log's own must have ended.
func TestMain(m *testing.M) {
	if os.Getenv(crashDir) != "" {
		crashChild(os.Getenv(crashDir))
		return
	}
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("gopkg.in/natefinch/lumberjack%2ev2.(*Logger).millRun"))
}

func open(t *testing.T, o audit.Options) *audit.Log {
	t.Helper()
	log, err := audit.Open(o)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { log.Close() })
	return log
}

// files returns the log's files in the order of writing.
func files(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "audit-*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(paths)
	return append(paths, filepath.Join(dir, "audit.jsonl"))
}

// lines returns the lines of all files in order.
func lines(t *testing.T, dir string) [][]byte {
	t.Helper()
	var all [][]byte
	for _, path := range files(t, dir) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		scanner := bufio.NewScanner(bytes.NewReader(text))
		scanner.Buffer(nil, 2<<20)
		for scanner.Scan() {
			all = append(all, bytes.Clone(scanner.Bytes()))
		}
		if err := scanner.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// records reads all files strictly: an unknown field, a line that is no record and a gap in the
// numbers are failures.
func records(t *testing.T, dir string) []audit.Record {
	t.Helper()
	var all []audit.Record
	for i, line := range lines(t, dir) {
		var r audit.Record
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&r); err != nil {
			t.Fatalf("line %d is not a record: %v\n%.200q", i+1, err, line)
		}
		if r.Seq != uint64(i+1) {
			t.Fatalf("line %d has seq %d", i+1, r.Seq)
		}
		all = append(all, r)
	}
	return all
}

var clock = time.Date(2026, 3, 4, 5, 6, 7, 891234567, time.FixedZone("", 3600))

func full() audit.Record {
	return audit.Record{
		Door: "mcp", Tool: "run_mutation_query", Mode: "full_access", Decision: audit.Allow,
		Class: "delete", Verb: "DELETE", SQL: "DELETE FROM t WHERE a < $1 AND b > 'é\n'",
		Args: map[string]any{"row_limit": 10.0}, ParamTypes: []string{"int8"},
		Relations: []string{"pg.public.t"}, Principal: "ada", Subject: "ada", Tenant: "acme", Client: "desktop", Application: "psql", Version: "17.0",
		Session: "s1", RemoteAddr: "127.0.0.1:4000", Source: "pg",
	}
}

// TestFile compares the format byte by byte; docs/audit.md shows the same fields.
func TestFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "audit")
	log := open(t, audit.Options{Dir: dir, Now: func() time.Time { return clock }})
	entry, err := log.Begin(full())
	if err != nil {
		t.Fatal(err)
	}
	if err := entry.End(audit.Outcome{Rows: 3, Duration: 1234567 * time.Nanosecond}); err != nil {
		t.Fatal(err)
	}
	read := audit.Record{Door: "pgwire", Mode: "safe", Decision: audit.Allow, Class: "read", Verb: "SELECT", SQL: "SELECT 1"}
	if err := log.Write(read.With(audit.Outcome{Duration: time.Millisecond, Truncated: "rows"})); err != nil {
		t.Fatal(err)
	}
	refusal := audit.Record{Door: "pgwire", Mode: "safe", Decision: audit.RefuseImmediate, Class: "delete", SQL: "DELETE FROM t"}
	cause := errors.New("password=hunter2")
	if err := log.Write(refusal.With(audit.Outcome{Err: sqlstate.Wrap(cause, sqlstate.InsufficientPrivilege, "not in mode safe")})); err != nil {
		t.Fatal(err)
	}
	const want = `{"v":1,"seq":1,"time":"2026-03-04T04:06:07.891234567Z","phase":"intent","door":"mcp","tool":"run_mutation_query","mode":"full_access","decision":"allow","class":"delete","verb":"DELETE","sql":"DELETE FROM t WHERE a < $1 AND b > 'é\n'","args":{"row_limit":10},"param_types":["int8"],"relations":["pg.public.t"],"principal":"ada","subject":"ada","tenant":"acme","client":"desktop","application":"psql","version":"17.0","session":"s1","remote_addr":"127.0.0.1:4000","source":"pg"}
{"v":1,"seq":2,"time":"2026-03-04T04:06:07.891234567Z","prev":"e43466486efdc4b2c1efe46b3a267cf16c42c051116aa5085c6fb3347f6814f9","phase":"outcome","intent":1,"door":"mcp","tool":"run_mutation_query","mode":"full_access","decision":"allow","class":"delete","verb":"DELETE","rows":3,"duration_ms":1.235,"principal":"ada","subject":"ada","tenant":"acme","client":"desktop","session":"s1","source":"pg"}
{"v":1,"seq":3,"time":"2026-03-04T04:06:07.891234567Z","prev":"f2d561315857df3f141b93f793a805045d583790eac1c39f6a79f1e3d14585b9","phase":"call","door":"pgwire","mode":"safe","decision":"allow","class":"read","verb":"SELECT","sql":"SELECT 1","rows":0,"duration_ms":1,"truncated":"rows"}
{"v":1,"seq":4,"time":"2026-03-04T04:06:07.891234567Z","prev":"ea36be4f7048eed7d0c23b6a3898ca7c20065b5fdae09a3222230eaa2a7b3724","phase":"call","door":"pgwire","mode":"safe","decision":"refuse_immediate","class":"delete","sql":"DELETE FROM t","error":"not in mode safe","sqlstate":"42501"}
`
	got, err := os.ReadFile(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
	for path, mode := range map[string]os.FileMode{dir: 0o700 | os.ModeDir, log.Path(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%s is %v (%v), want %v", path, info.Mode(), err, mode)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir, Now: func() time.Time { return clock }})
	want := full().With(audit.Outcome{Rows: 7, Duration: 2 * time.Second, Truncated: "bytes"})
	if err := log.Write(want); err != nil {
		t.Fatal(err)
	}
	want.V, want.Seq, want.Time, want.Phase = 1, 1, clock.UTC(), audit.PhaseCall
	if got := records(t, dir)[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// A caller cannot set the fields that the log sets.
func TestStamps(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir})
	forged := audit.Record{
		V: 9, Seq: 99, Time: clock, Phase: audit.PhaseOutcome, Intent: 98, Note: "all is well",
		SQLBytes: 5, SQLSHA256: "x", ArgsBytes: 5, ArgsSHA256: "x", RelationsTotal: 5, ParamTypesTotal: 5,
	}
	if err := log.Write(forged); err != nil {
		t.Fatal(err)
	}
	entry, err := log.Begin(forged.With(audit.Outcome{Rows: 1, Duration: time.Second, Truncated: "rows", Err: errors.New("x")}))
	if err != nil {
		t.Fatal(err)
	}
	if entry.Seq() != 2 {
		t.Errorf("the intent has seq %d", entry.Seq())
	}
	for i, phase := range []audit.Phase{audit.PhaseCall, audit.PhaseIntent} {
		got := records(t, dir)[i]
		if time.Since(got.Time) > time.Hour {
			t.Errorf("time is %v", got.Time)
		}
		if want := (audit.Record{V: 1, Seq: uint64(i + 1), Time: got.Time, Prev: got.Prev, Phase: phase}); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

func TestOutcome(t *testing.T) {
	for _, test := range []struct {
		name     string
		outcome  audit.Outcome
		rows     any
		sqlstate string
		message  string
	}{
		{"none", audit.Outcome{}, int64(0), "", ""},
		{"failed", audit.Outcome{Err: sqlstate.New(sqlstate.UndefinedTable, "no t")}, nil, "42P01", "no t"},
		{"failed late", audit.Outcome{Rows: 5, Err: sqlstate.New(sqlstate.QueryCanceled, "stop")}, int64(5), "57014", "stop"},
		{"foreign error", audit.Outcome{Err: errors.New("dial: password=hunter2")}, nil, "XX000", "internal error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := audit.Record{Error: "before", SQLState: "before"}.With(test.outcome)
			var rows any
			if got.Rows != nil {
				rows = *got.Rows
			}
			if rows != test.rows || got.SQLState != test.sqlstate || got.Error != test.message {
				t.Errorf("rows %v, sqlstate %q, error %q", rows, got.SQLState, got.Error)
			}
		})
	}
}

func TestEndsOnce(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir})
	entry, err := log.Begin(full())
	if err != nil {
		t.Fatal(err)
	}
	if err := entry.End(audit.Outcome{Rows: 1}); err != nil {
		t.Fatal(err)
	}
	if err := entry.End(audit.Outcome{Rows: 2}); sqlstate.CodeOf(err) != sqlstate.ObjectNotInState {
		t.Errorf("the second End: %v", err)
	}
	if got := records(t, dir); len(got) != 2 || *got[1].Rows != 1 {
		t.Errorf("records: %+v", got)
	}
}

func TestClosed(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir})
	entry, err := log.Begin(full())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := log.Close(); err != nil {
			t.Fatalf("Close: %v", err)
		}
	}
	_, begin := log.Begin(full())
	for name, err := range map[string]error{
		"Write": log.Write(full()), "Begin": begin, "End": entry.End(audit.Outcome{}),
	} {
		if sqlstate.CodeOf(err) != sqlstate.AdminShutdown {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := records(t, dir); len(got) != 1 || got[0].Phase != audit.PhaseIntent {
		t.Errorf("the intent does not stand alone: %+v", got)
	}
}

// TestForgery sends text that could forge lines or terminal output.
func TestForgery(t *testing.T) {
	for name, text := range map[string]string{
		"newline":        "a\n{\"v\":1,\"seq\":2,\"decision\":\"allow\"}\n",
		"carriage":       "a\r\nb",
		"nul":            "a\x00b",
		"ansi":           "\x1b[2J\x1b]0;title\x07",
		"del":            "a\x7fb",
		"c1 csi":         "a\u009b2Jb\u0085",
		"separators":     "a\u2028b\u2029c",
		"bidi":           "a\u202eb\u2066c\u200f",
		"invisible":      "a\u200b\ufeff\u00adb",
		"tags":           "a\U000e0041\U000e007f",
		"invalid":        "a\xff\xfe\xc3b",
		"surrogate half": "a\xed\xa0\x80b",
		"plain":          `é 漢字 😀 <&> " \ '`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			log := open(t, audit.Options{Dir: dir})
			r := full()
			r.SQL, r.Principal, r.Application, r.Tool, r.Class, r.Decision = text, text, text, text, text, audit.Decision(text)
			r.Relations, r.Args = []string{text}, map[string]any{text: text, "raw": json.RawMessage(`"` + "\xff\u009b" + `"`)}
			if err := log.Write(r.With(audit.Outcome{Err: sqlstate.New(sqlstate.SyntaxError, "%s", text)})); err != nil {
				t.Fatal(err)
			}
			raw, err := os.ReadFile(log.Path())
			if err != nil {
				t.Fatal(err)
			}
			if i := bytes.IndexFunc(raw[:len(raw)-1], func(c rune) bool {
				return c < ' ' || c >= 0x7f && c < 0xa0 || strings.ContainsRune("\ufffd\u2028\u2029\u202e\u2066\u200f\u200b\ufeff\u00ad\U000e0041\U000e007f", c)
			}); i >= 0 {
				t.Errorf("%q at %d in %q", raw[i], i, raw)
			}
			got := records(t, dir)
			want := strings.ToValidUTF8(text, "\ufffd")
			if name == "invalid" || name == "surrogate half" {
				want = string([]rune(text)) // one replacement for each byte
			}
			if len(got) != 1 || got[0].SQL != want || got[0].Principal != want || got[0].Relations[0] != want || got[0].Error != want {
				t.Errorf("%q came back as %+v", text, got)
			}
		})
	}
}
