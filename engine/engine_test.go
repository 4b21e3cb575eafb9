package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var update = flag.Bool("update", false, "rewrite the transcripts")

func TestMain(m *testing.M) {
	code := pgtest.Main(m)
	if unused != nil {
		if err := unused.Close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

// house is an engine over a real DuckDB called duck and a real Postgres called
// pg, with its log.
type house struct {
	engine *engine.Engine
	log    *audit.Log
	dir    string
	seen   int // records already read
}

func newHouse(t testing.TB, mode gate.Mode, wrap func(providers.Provider) providers.Provider, limits engine.Limits) *house {
	t.Helper()
	quiet := hclog.NewNullLogger()
	h := &house{dir: t.TempDir()}
	var err error
	if h.log, err = audit.Open(audit.Options{Dir: h.dir, Logger: quiet}); err != nil {
		t.Fatal(err)
	}
	duck := openDuck(t)
	pg, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: pgtest.Start(t).CreateDB(t), Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	sources := []providers.Provider{duck, pg}
	if wrap != nil {
		sources[0] = wrap(duck)
	}
	if h.engine, err = engine.New(engine.Config{
		Version: "test", Mode: mode, Sources: sources, Log: h.log, Logger: quiet, Limits: limits,
	}); err != nil {
		t.Fatal(err)
	}
	h.closeAtEnd(t)
	return h
}

// closeAtEnd closes the engine and its log when the test ends.
func (h *house) closeAtEnd(t testing.TB) {
	t.Cleanup(func() {
		if err := h.engine.Close(); err != nil {
			t.Error(err)
		}
		if err := h.log.Close(); err != nil {
			t.Error(err)
		}
	})
}

func (h *house) open(t *testing.T, source string, ceiling gate.Mode) *engine.Session {
	t.Helper()
	s, err := h.engine.Open(t.Context(), engine.Client{
		Door: "test", Principal: auth.Fixed("alice", auth.Local), ID: "s1", Source: source, Ceiling: ceiling,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// records returns what was recorded since the last call.
func (h *house) records(t *testing.T) []audit.Record {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(h.dir, "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var list []audit.Record
	for line := range strings.Lines(string(text)) {
		var r audit.Record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, r)
	}
	fresh := list[h.seen:]
	h.seen = len(list)
	return fresh
}

func anything(sql string) engine.Request { return engine.Request{SQL: sql, Purpose: gate.AnyPurpose} }

// run executes a text as a door does and returns what a client would see.
func run(ctx context.Context, s *engine.Session, r engine.Request) (string, error) {
	var b strings.Builder
	batch, err := s.Prepare(ctx, r)
	if err != nil {
		return "", err
	}
	err = s.ExecuteAll(ctx, batch, func(_ *engine.Statement, result *engine.Result) error {
		return drain(&b, result)
	})
	return b.String(), err
}

func drain(b *strings.Builder, result *engine.Result) error {
	if columns := result.Columns(); len(columns) > 0 {
		names := make([]string, len(columns))
		for i, c := range columns {
			names[i] = c.Name
		}
		fmt.Fprintf(b, "%s\n", strings.Join(names, " | "))
	}
	for {
		row, err := result.Next()
		if errors.Is(err, io.EOF) {
			fmt.Fprintf(b, "%s %s\n", result.Tag(), result.Truncated())
			return nil
		}
		if err != nil {
			return err
		}
		values := make([]string, len(row))
		for i, v := range row {
			if values[i] = string(v); v == nil {
				values[i] = "NULL"
			}
		}
		fmt.Fprintf(b, "%s\n", strings.Join(values, " | "))
	}
}

// TestTranscripts plays testdata/*.txt. A line "@ source mode" opens a session,
// any other line is a batch; what is indented is what the client saw, the
// transaction status where it is not idle, and the records ("#"). -update
// rewrites what is indented.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, string(want))
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(want) {
				t.Errorf("%s differs; run with -update and read the diff. Got:\n%s", path, got)
			}
		})
	}
}

func play(t *testing.T, script string) string {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	var session *engine.Session
	var out strings.Builder
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		out.WriteString(line)
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "-- "):
		case strings.HasPrefix(line, "@ "):
			words := strings.Fields(line)
			mode, err := gate.ParseMode(words[2])
			if err != nil {
				t.Fatal(err)
			}
			session = h.open(t, words[1], mode)
		default:
			seen, err := run(t.Context(), session, anything(strings.ReplaceAll(line, `\n`, "\n")))
			for l := range strings.Lines(seen) {
				out.WriteString("    " + strings.TrimRight(l, " \n") + "\n")
			}
			if err != nil {
				e := sqlstate.From(err)
				fmt.Fprintf(&out, "    ERROR %s at %d: %s\n", e.Code, e.Position, e.Message)
				if e.Hint != "" {
					fmt.Fprintf(&out, "    HINT %s\n", e.Hint)
				}
			}
			if status := session.Status(); status != providers.Idle {
				fmt.Fprintf(&out, "    (%c)\n", status)
			}
			for _, r := range h.records(t) {
				out.WriteString("    # " + brief(r) + "\n")
			}
		}
	}
	return out.String()
}

// brief is a record without what differs from run to run.
func brief(r audit.Record) string {
	text := fmt.Sprintf("%s %s %s %s on %s", r.Phase, r.Decision, r.Class, r.Verb, r.Source)
	if r.Rows != nil {
		text += fmt.Sprintf(" rows=%d", *r.Rows)
	}
	if r.Tag != "" && !strings.HasPrefix(r.Tag, r.Verb) {
		text += " tag=" + r.Tag
	}
	if r.SQLState != "" {
		text += " " + r.SQLState
	}
	if r.SQL != "" {
		text += ": " + r.SQL
	}
	return text
}
