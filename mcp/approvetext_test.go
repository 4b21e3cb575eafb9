package mcp_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		must(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if got != string(want) {
		t.Errorf("%s\n-- got\n%s\n-- want\n%s", file, got, want)
	}
}

// varying is what differs from run to run.
var varying = []struct {
	text *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`ap-[0-9a-z]{10}`), "ap-#"},
	{regexp.MustCompile(`\d\d:\d\d:\d\d UTC`), "#:#:# UTC"},
	{regexp.MustCompile(`"\d{4}-\d\d-\d\dT[^"]*Z"`), `"#"`},
	{regexp.MustCompile(`"requestState": "[^"]*"`), `"requestState": "#"`},
	{regexp.MustCompile(`"(id|requestId)": "[A-Z2-7]{26}"`), `"$1": "#"`},
}

func settled(t *testing.T, message string) string {
	t.Helper()
	message = pretty(t, message)
	for _, v := range varying {
		message = v.text.ReplaceAllString(message, v.by)
	}
	return message
}

// TestApprovalTranscripts are whole conversations: yes, no, and the desk's no before
// that, on each transport.
func TestApprovalTranscripts(t *testing.T) {
	c := convene(t, courtSettings{desk: true})
	for _, name := range []string{"http-2025-11-25", "stdio-2025-11-25", "http-2026-07-28"} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			table := "shown_" + strings.ReplaceAll(name, "-", "_")
			w := c.wires()[name](t)
			w.log = func(mark, text string) { out.WriteString(mark + " " + settled(t, text) + "\n") }
			send, reply := w.send, w.reply
			w.send = func(message string) { w.log("-->", message); send(message) }
			w.reply = func(message string) int { w.log("-->", message); return reply(message) }
			c.table(t, "local", table)
			for _, result := range []string{yes, `{"action":"decline"}`, ""} {
				w.id++
				w.send(callMessage(w.id, "run_mutation_query", deletion("local", table)))
				q := w.heardQuestion(t)
				q.name, q.args = "run_mutation_query", deletion("local", table)
				if result == "" { // the desk is faster
					c.decide(t, false)
					if w.modern {
						result = yes
					} else {
						w.next(t)
						w.next(t)
						continue
					}
				}
				if w.modern {
					w.id++
					w.send(retryMessage(w.id, q, fmt.Sprintf(`{"approval":%s}`, result)))
				} else {
					w.reply(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, quoted(q.id), result))
				}
				w.next(t)
			}
			compare(t, "testdata/approvals/"+name+".txt", out.String())
		})
	}
}
