package mcp_test

import (
	"fmt"
	"strings"
	"testing"
)

// misreadable are texts that a JSON decoder takes, and reads as another one.
var misreadable = []struct{ name, text, want string }{
	{"not UTF-8", "\xff", "is not UTF-8"},
	{"overlong", "\xc0\xaf", "is not UTF-8"},
	{"a surrogate in UTF-8", "\xed\xa0\x80", "is not UTF-8"},
	{"half a character", `\ud83d`, `escape \ud83d at byte`},
	{"the other half", `\ude00`, `escape \ude00 at byte`},
	{"NUL", `\u0000`, "NUL"},
}

// TestMisread: the SQL that runs is the SQL that was sent, by every transport and in every argument.
func TestMisread(t *testing.T) {
	d := open(t, settings{})
	for name, send := range map[string]client{"HTTP": d.overHTTP(t), "stdio": d.overStdio(t)} {
		id := 100
		answerTo := func(tool, arguments string, meta bool) string {
			id++
			message := callMessage(id, tool, arguments)
			if meta {
				message = strings.Replace(message, `"params":{`, `"params":{"_meta":{},`, 1)
			}
			return send(message)
		}
		for _, m := range misreadable {
			for _, meta := range []bool{false, true} {
				for _, call := range [][2]string{
					{"run_select_query", `{"sql":"SELECT 'a%s'"}`},
					{"run_select_query", `{"query":"SELECT 'a%s'"}`},
					{"run_mutation_query", `{"sql":"INSERT INTO places VALUES (99, 'a%s')"}`},
					{"validate_select_query", `{"sql":"SELECT 'a%s'"}`},
					{"describe_resource", `{"resource":"places%s"}`},
					{"list_resources", `{"filter":"pl%s"}`},
				} {
					got := answerTo(call[0], fmt.Sprintf(call[1], m.text), meta)
					if !strings.Contains(got, strings.ReplaceAll(m.want, `\`, `\\`)) || !strings.Contains(got, `"isError":true`) || !strings.Contains(got, fmt.Sprintf(`"id":%d`, id)) {
						t.Errorf("%s, %s in %s (meta %v): %s", name, m.name, call[0], meta, got)
					}
				}
			}
		}
		for _, arguments := range []string{`{"sql":"SELECT 1","sql":"SELECT 2"}`, `{"sql":"SELECT 1","s\u0071l":"SELECT 2"}`} {
			if got := answerTo("run_select_query", arguments, false); !strings.Contains(got, "stands twice") {
				t.Errorf("%s, %s: %s", name, arguments, got)
			}
		}
		// Whole characters pass, in whichever way they are written, U+FFFD too.
		if got := answerTo("run_select_query", `{"sql":"SELECT 'é€😀\ud83d\ude00\ufffd�' AS x"}`, false); !strings.Contains(got, "é€😀😀��") {
			t.Errorf("%s: %s", name, got)
		}
		// Outside of arguments it is an error of the protocol.
		for _, message := range []string{
			`{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"sallyport://\ud800"}}`,
			"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"server_info\xff\",\"arguments\":{}}}",
			`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"server_info","arguments":{"sql":"\ud800"},"arguments":{}}}`,
			`{"jsonrpc":"2.0","id":7,"method":"ping","method":"tools/list"}`,
		} {
			if got := send(message); !strings.Contains(got, "-32700") || !strings.Contains(got, `"id":7`) {
				t.Errorf("%s, %q: %s", name, message, got)
			}
		}
	}
	refused := 0
	for _, r := range d.records(t) {
		if sql, _ := r["sql"].(string); strings.Contains(sql, "\ufffd") && r["decision"] == "allow" && !strings.Contains(sql, "é€") {
			t.Errorf("it ran: %v", r)
		}
		if e, _ := r["error"].(string); strings.Contains(e, "cannot be read") {
			refused++
		}
	}
	if refused < 100 {
		t.Errorf("%d refusals are on record", refused)
	}
}
