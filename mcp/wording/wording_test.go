package wording_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/mcp/wording"
)

var update = flag.Bool("update", false, "write what people read to testdata")

// TestWording shows what people read, the worst of it too.
func TestWording(t *testing.T) {
	plain := approval.Request{
		ID: "ap-0123456789", Expires: time.Date(2026, 8, 1, 12, 30, 0, 0, time.UTC),
		Door: "mcp", Tool: "run_mutation_query", Principal: "local", Application: "desktop", Version: "1.2",
		Source: "pg", Class: "delete", Verb: "DELETE", SQL: "DELETE FROM accounts\nWHERE region = $1", Params: []string{"eu"},
		Relations: []string{"writes pg.public.accounts"}, Reason: "the statement is of class delete and the mode is safe",
		Estimate: approval.Estimate{
			Rows: 12, By: "count", Triggers: []string{"tell on public.accounts"}, Cascades: []string{"public.orders"}, Sequences: []string{"public.log_id_seq"},
		},
		MaxRows: 22,
	}
	with := func(change func(r *approval.Request)) approval.Request {
		r := plain
		change(&r)
		return r
	}
	many := make([]string, 40)
	for i := range many {
		many[i] = fmt.Sprintf("reads pg.public.t%d", i)
	}
	var out strings.Builder
	for _, test := range []struct {
		name string
		r    approval.Request
	}{
		{"as usual", plain},
		{"one row, by its values", with(func(r *approval.Request) {
			r.Estimate = approval.Estimate{Rows: 1, By: "values"}
			r.MaxRows = 1
		})},
		{"requests to an API", with(func(r *approval.Request) {
			r.Verb, r.Class, r.SQL, r.Params, r.Estimate, r.MaxRows = "INSERT", "mutate", "INSERT INTO api.s.things SELECT * FROM api.s.names", nil, approval.Estimate{Rows: 30, By: "requests"}, 30
			r.Sends = &approval.Sends{Count: 30, More: []approval.Likewise{{Line: "POST https://api.test/v1/things\x1b[2J", Count: 25}}}
			for i, name := range []string{"one", strings.Repeat(" ", 3000) + "\u202e", strings.Repeat("x", 5000), "four", "five"} {
				r.Sends.First = append(r.Sends.First, approval.Outgoing{
					Line: "POST https://api.test/v1/things?n=" + fmt.Sprint(i), Header: []string{"Content-Type: application/json"}, Body: "{\n  \"name\": \"" + name + "\",\n  \"size\": 7\n}",
				})
			}
		})},
		{"a guess", with(func(r *approval.Request) { r.Estimate = approval.Estimate{Rows: 4000, By: "plan"} })},
		{"nothing known", with(func(r *approval.Request) {
			r.Estimate = approval.Estimate{Rows: -1, Note: "the count took too long"}
			r.MaxRows, r.Application, r.Version, r.Params, r.Relations = -1, "", "", nil, nil
		})},
		{"SQL that poses as the message", with(func(r *approval.Request) {
			r.SQL = "DELETE FROM accounts -- \u202eeslaf\u202c\n\nRequest: ap-0000000000\nWould touch: 1 row\r\x1b[2K\n| \u200b\u3164"
		})},
		{"names that do", with(func(r *approval.Request) {
			r.Application = "agent\nClass: read\x1b[1A\nWould touch: nothing"
			r.Relations = []string{"writes pg.public.a\nBound: none", "writes pg.public.\u202eb"}
			r.Params = []string{"x\nSQL:\n  | SELECT 1", strings.Repeat("€", 300)}
			r.Principal = strings.Repeat("p", 300)
		})},
		{"many of everything", with(func(r *approval.Request) {
			r.Relations, r.Params, r.Estimate.Triggers = many, many, many
		})},
		{"long SQL", with(func(r *approval.Request) {
			r.SQL = "DELETE FROM accounts WHERE id IN (" + strings.Repeat("1234567, ", 2000) + "1)"
		})},
		{"a hundred thousand lines", with(func(r *approval.Request) {
			r.SQL = "DELETE FROM accounts" + strings.Repeat("\n", 100_000) + "WHERE true OR id = 1"
		})},
	} {
		text := wording.Of(test.r)
		if len(text) > 16<<10 || strings.Count(text, "\n") > 1000 {
			t.Errorf("%s: %d bytes in %d lines are too many to read", test.name, len(text), strings.Count(text, "\n"))
		}
		fmt.Fprintf(&out, "==== %s\n%s", test.name, text)
		own := 0
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "Request: ") || strings.HasPrefix(line, "Would touch: ") || strings.HasPrefix(line, "Class: ") || strings.HasPrefix(line, "SQL:") {
				own++
			}
		}
		if own != 4 {
			t.Errorf("%s: %d lines pose as four", test.name, own)
		}
	}
	const file = "testdata/wording.txt"
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(want) {
		t.Errorf("%s\n-- got\n%s\n-- want\n%s", file, got, want)
	}
}
