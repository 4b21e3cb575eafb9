package jsonedit

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expectations")

const entry = `{"type":"http","url":"http://127.0.0.1:7878/mcp"}`

var path = []string{"mcpServers", "sallyport"}

// TestSet: testdata/set.txt has files before and after, divided by lines of = and -. Taking the
// member back gives every byte back.
func TestSet(t *testing.T) {
	name := filepath.Join("testdata", "set.txt")
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	cases := strings.Split(string(content), "====\n")
	if len(cases) < 15 {
		t.Fatalf("%d cases", len(cases))
	}
	real := strings.NewReplacer("␍", "\r", "␉", "\t", "␀\n", "")
	for i, one := range cases {
		before, after, _ := strings.Cut(one, "----\n")
		text := real.Replace(before)
		got, undo, err := Set([]byte(text), path, []byte(entry))
		shown := string(got)
		if err != nil {
			shown = "error: " + err.Error() + "\n"
		} else {
			if value, err := Get(got, path); err != nil || !Same(value, []byte(entry)) {
				t.Errorf("case %d: %s, %v", i, value, err)
			}
			if back, err := Unset(got, path, undo); err != nil || string(back) != text {
				t.Errorf("case %d: taken back, it is\n%s(%v), and was\n%s", i, back, err, text)
			}
		}
		shown = strings.NewReplacer("\r", "␍", "\t", "␉").Replace(shown)
		if !strings.HasSuffix(shown, "\n") {
			shown += "␀\n"
		}
		if shown != after && !*update {
			t.Errorf("case %d:\n%s\nwant\n%s", i, shown, after)
		}
		if i > 0 {
			out.WriteString("====\n")
		}
		out.WriteString(before + "----\n" + shown)
	}
	if *update {
		if err := os.WriteFile(name, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestUnset: what others have changed since stays as they left it.
func TestUnset(t *testing.T) {
	for _, test := range []struct{ before, edit, with, want string }{
		{`{}`, `"type"`, `"timeout": 5, "type"`, `{}`}, // changed itself: the member goes all the same
		{"{\n  \"a\": 1\n}\n", `"a": 1`, `"a": 2`, "{\n  \"a\": 2\n}\n"},
		{"{\n  \"a\": 1\n}\n", "\n}\n", ",\n  \"z\": 1\n}\n", "{\n  \"a\": 1,\n  \"z\": 1\n}\n"},
		{"{\n  \"a\": 1\n}\n", `"a": 1,`, ``, "{}\n"},
		{"{\n  \"a\": 1\n}\n", "\n  }\n}", ",\n    \"other\": {}\n  }\n}", "{\n  \"a\": 1,\n  \"mcpServers\": {\n    \"other\": {}\n  }\n}\n"},
		{"{\n  \"a\": 1\n}\n", "\"mcpServers\": {", "\"mcpServers\": {\n    \"other\": {},", "{\n  \"a\": 1,\n  \"mcpServers\": {\n    \"other\": {}\n  }\n}\n"},
		{"{\n  \"a\": 1 // one\n}\n", "// one", "// two", "{\n  \"a\": 1 // two\n}\n"},
		{"{\"mcpServers\": {}}", "}}}", "}, \"x\": 1}}", "{\"mcpServers\": {\"x\": 1}}"},
		{"{\n  \"mcpServers\": {\n    \"o\": 1, // mine\n  },\n}\n", "// mine", "// ours", "{\n  \"mcpServers\": {\n    \"o\": 1, // ours\n  },\n}\n"},
		{"{\n  \"mcpServers\": {\n    \"o\": 1\n  }\n}\n", "/mcp\"\n    }", "/mcp\" /* here */\n    } // there", "{\n  \"mcpServers\": {\n    \"o\": 1 // there\n  }\n}\n"},
	} {
		text, undo, err := Set([]byte(test.before), path, []byte(entry))
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(text), test.edit, test.with, 1)
		if changed == string(text) {
			t.Fatalf("%q is not in\n%s", test.edit, text)
		}
		back, err := Unset([]byte(changed), path, undo)
		if value, _ := Get(back, path); err != nil || value != nil || string(back) != test.want {
			t.Errorf("%s\nbecame\n%s(%v), want\n%s", changed, back, err, test.want)
		}
	}
}

func TestSame(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[1,2]}`, "{ // x\n \"b\": [1, 2,], /* y */ \"a\": 1, }", true},
		{`{"a":1}`, `{"a":1.0}`, false},
		{`{"a":"x"}`, `{"a":"\u0078"}`, true},
		{`{"a":12345678901234567890}`, `{"a":12345678901234567891}`, false},
		{`{"a":1}`, `{`, false},
		{``, ``, false},
	} {
		if got := Same([]byte(test.a), []byte(test.b)); got != test.want {
			t.Errorf("%s, %s: %v", test.a, test.b, got)
		}
	}
}

func TestDeep(t *testing.T) {
	if _, err := Get([]byte(strings.Repeat("[", 1_000_000)), path); err == nil || !strings.Contains(err.Error(), "too deeply") {
		t.Errorf("%v", err)
	}
}

// FuzzSet: whatever a file holds, what Set adds can be found, the rest means what it meant, and
// Unset gives every byte back.
func FuzzSet(f *testing.F) {
	content, err := os.ReadFile(filepath.Join("testdata", "set.txt"))
	if err != nil {
		f.Fatal(err)
	}
	for one := range strings.SplitSeq(string(content), "====\n") {
		before, _, _ := strings.Cut(one, "----\n")
		f.Add([]byte(before))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		changed, undo, err := Set(text, path, []byte(entry))
		if json.Valid(text) && err != nil && len(text) > 0 && text[0] == '{' && !strings.Contains(string(text), "mcpServers") && !strings.Contains(err.Error(), "deeply") && !strings.Contains(string(text), `\`) {
			t.Errorf("valid JSON: %v", err)
		}
		if err != nil {
			return
		}
		if value, err := Get(changed, path); err != nil || !Same(value, []byte(entry)) {
			t.Errorf("%s, %v", value, err)
		}
		if json.Valid(text) && !json.Valid(changed) {
			t.Errorf("it was valid:\n%s\n%s", text, changed)
		}
		if back, err := Unset(changed, path, undo); err != nil || string(back) != string(text) {
			t.Errorf("%q\n%q\n%q (%v)", text, changed, back, err)
		}
		// Somebody adds a member in front, and one behind.
		for _, edit := range []string{`{"front": 1, `, `{ /* x */ "front": [{}], `} {
			if open := strings.Index(string(changed), `{"`); open >= 0 && open == strings.Index(string(changed), "{") {
				other := string(changed[:open]) + edit + string(changed[open+1:])
				if _, err := parse([]byte(other)); err != nil {
					continue
				}
				back, err := Unset([]byte(other), path, undo)
				if value, _ := Get(back, []string{"front"}); err != nil || value == nil {
					t.Errorf("%q became %q (%v)", other, back, fmt.Sprint(err))
				}
			}
		}
	})
}
