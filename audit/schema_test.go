package audit

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sallyportdb/sallyport/sqlstate"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile("../docs/audit.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func againstSchema(s *jsonschema.Schema, line []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

// everything writes records of every phase, with every field and every kind of note.
func everything(t *testing.T) (path string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, fileName), []byte(`{"v":1,"se`), 0o600); err != nil {
		t.Fatal(err)
	}
	log := openInside(t, Options{Dir: dir})
	r := Record{
		Door: "mcp", Tool: "run_select_query", Mode: "safe", Decision: NeedsApprovalAccepted, Approval: "ap-7k2m", Approver: "bob", Channel: "desk", WaitedMS: 1.5, TraceID: "t", Class: "read", Verb: "SELECT",
		SQL: strings.Repeat("é", 40<<10), Args: map[string]any{"sql": strings.Repeat("x", 70<<10)},
		ParamTypes: slices.Repeat([]string{"int8"}, 5000), Params: []string{"1", ""},
		Relations: slices.Repeat([]string{"a.b.c"}, 5000), Principal: "p", Subject: "p", Tenant: "t", Client: "c", Application: "a", Version: "1", Session: "s",
		RemoteAddr: "127.0.0.1:1", Source: "pg",
	}
	entry, err := log.Begin(r)
	if err != nil {
		t.Fatal(err)
	}
	r.Args = map[string]any{"row_limit": 1}
	for _, o := range []Outcome{{}, {Rows: 3, Duration: time.Second, Tag: "SELECT 3", Truncated: "rows", Requests: slices.Repeat([]Request{{Method: "GET", Host: "api.test", Path: "/a", Status: 200, Count: 2, Bytes: 9}, {Method: "GET", Host: "api.test", Path: "/b", Count: 1}}, 500), Parts: slices.Repeat([]Part{{Source: "pg", Relation: "public.t", SQL: "SELECT 'é'", Rows: 3, Bytes: 9, DurationMS: 1.5}, {Source: "api", Relation: "a.b"}}, 500)}, {Err: sqlstate.New(sqlstate.SyntaxError, "no")}} {
		if err := log.Write(r.With(o)); err != nil {
			t.Fatal(err)
		}
	}
	log.breakSync()
	if err := entry.End(Outcome{}); err == nil {
		t.Fatal("the fault did not show")
	}
	if entry, err = log.Begin(r); err != nil {
		t.Fatal(err)
	}
	log.mu.Lock()
	log.file.disk.write = func(*os.File, []byte) (int, error) { return 0, syscall.EIO }
	log.mu.Unlock()
	if log.Write(r) == nil || entry.End(Outcome{}) == nil {
		t.Fatal("the fault did not show")
	}
	log.mu.Lock()
	log.file.disk = realDisk()
	log.mu.Unlock()
	if err := log.Write(r); err != nil {
		t.Fatal(err)
	}
	if err := log.noteExpired(Range{1, 1}); err != nil {
		t.Fatal(err)
	}
	return log.Path()
}

// TestSchema compares docs/audit.schema.json with the records: it has every field, and every
// written record satisfies it.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile("../docs/audit.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Properties map[string]any }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	fields, seen := map[string]bool{}, map[string]bool{}
	for field := range reflect.TypeFor[Record]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if fields[name] = true; file.Properties[name] == nil {
			t.Errorf("the schema does not have %s", name)
		}
	}
	for name := range file.Properties {
		if !fields[name] {
			t.Errorf("the schema has %s, the record has not", name)
		}
	}

	s := schema(t)
	log, err := os.ReadFile(everything(t))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(log) {
		var names map[string]any
		if json.Unmarshal(line, &names) != nil {
			continue // the torn one
		}
		for name := range names {
			seen[name] = true
		}
		if err := againstSchema(s, line); err != nil {
			t.Errorf("%v\n%.500s", err, line)
		}
		if r, wrong := decode(line); r == nil || wrong != "" || schemaProblem(r) != "" {
			t.Errorf("Verify would find %q in\n%.500s", wrong, line)
		}
	}
	for name := range fields {
		if !seen[name] {
			t.Errorf("no record here has %s", name)
		}
	}
}

// TestSchemaRefuses: a line that the schema refuses is also refused by Verify.
func TestSchemaRefuses(t *testing.T) {
	const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	const good = `{"v":1,"seq":2,"time":"2026-03-04T04:06:07.1Z","prev":"` + hash + `","phase":"outcome","intent":1,"rows":1}`
	s := schema(t)
	bad := map[string][2]string{
		"version":             {`"v":1`, `"v":2`},
		"no number":           {`"seq":2,`, ``},
		"number of text":      {`"seq":2`, `"seq":"2"`},
		"no time":             {`"time":"2026-03-04T04:06:07.1Z",`, ``},
		"time of words":       {`2026-03-04T04:06:07.1Z`, `yesterday`},
		"no hash before":      {`"prev":"` + hash + `",`, ``},
		"short hash":          {hash, hash[2:]},
		"hash in capitals":    {"e3b0", "E3B0"},
		"phase":               {`"outcome","intent":1`, `"end"`},
		"outcome of nothing":  {`,"intent":1`, ``},
		"call with an intent": {`"outcome"`, `"call"`},
		"note without text":   {`"outcome","intent":1`, `"note"`},
		"text of no note":     {`"rows":1`, `"note":"x"`},
		"tear of no note":     {`"rows":1`, `"torn":{"bytes":1,"sha256":"` + hash + `"}`},
		"unknown field":       {`"rows"`, `"columns"`},
		"request of no host":  {`"rows":1`, `"requests":[{"method":"GET","path":"/","count":1}]`},
		"unknown field below": {`"outcome","intent":1`, `"note","note":"x","not_durable":{"from":1,"to":1,"by":1}`},
	}
	for name, change := range bad {
		line := strings.Replace(good, change[0], change[1], 1)
		if line == good {
			t.Fatalf("%s: nothing changed", name)
		}
		if againstSchema(s, []byte(line)) == nil {
			t.Errorf("%s: the schema takes %s", name, line)
		}
		if r, wrong := decode([]byte(line)); r != nil && wrong == "" && schemaProblem(r) == "" {
			t.Errorf("%s: Verify takes %s", name, line)
		}
	}
	if err := againstSchema(s, []byte(good)); err != nil {
		t.Error(err)
	}
	if r, wrong := decode([]byte(good)); r == nil || wrong != "" || schemaProblem(r) != "" {
		t.Errorf("%+v %s", r, wrong)
	}
}
