package redact_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner/redact"
)

// redacted is what the record has of a text.
func redacted(text string) string { return redact.Plain().Statement(text).Text }

func redactor(t *testing.T) *redact.Redactor {
	t.Helper()
	r, err := redact.New([]string{`\b\d{3}-\d{2}-\d{4}\b`}, []string{"Card_Number"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestConfiguredSecrets(t *testing.T) {
	r := redactor(t)
	for sql, want := range map[string]string{
		"SELECT * FROM t WHERE ssn = '123-45-6789' AND n = 5":                 "SELECT * FROM t WHERE ssn = '<redacted>' AND n = 5",
		"SELECT 1 -- of 123-45-6789":                                          "SELECT 1 -- of <redacted>",
		"INSERT INTO t (id, CARD_NUMBER) VALUES (5, '4111')":                  "INSERT INTO t (id, CARD_NUMBER) VALUES (5, '<redacted>')",
		`SELECT '{"card_number": 4111}'::jsonb`:                               "SELECT '<redacted>'::jsonb",
		"SELECT * FROM cards WHERE number = 4111":                             "SELECT * FROM cards WHERE number = 4111",
		"SELECT f(card_number := '4111')":                                     "SELECT f(card_number := '<redacted>')",
		"INSERT INTO t (id, password, note) VALUES (5, 'x', '123-45-6789 y')": "INSERT INTO t (id, password, note) VALUES (5, '<redacted>', '<redacted> y')",
	} {
		if got := r.Statement(sql); got.Text != want {
			t.Errorf("%s\nbecame %s\nwant   %s", sql, got.Text, want)
		}
	}
	for _, bad := range [][2][]string{{{"("}}, {{"a*"}}, {nil, {"no"}}} {
		if _, err := redact.New(bad[0], bad[1]); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestRedactedMessages: an error repeats neither what its statement hides nor
// what a statement about a secret found; names it does repeat.
func TestRedactedMessages(t *testing.T) {
	r := redactor(t)
	for _, test := range []struct{ sql, message, want string }{
		{"SELECT 'kept'::int", `invalid input syntax for type integer: "kept"`, `invalid input syntax for type integer: "kept"`},
		{"SELECT a FROM t WHERE pwd = 'hunter2'::int", `invalid input syntax for type integer: "hunter2"`, `invalid input syntax for type integer: "<redacted>"`},
		{"SELECT password::int FROM t", `invalid input syntax for type integer: "hun"ter2"`, `invalid input syntax for type integer: "<redacted>"`},
		{"SELECT password::int FROM t", `value "77" is out of range for type integer`, `value "<redacted>" is out of range for type integer`},
		{"SELECT password FROM nowhere", `relation "nowhere" does not exist`, `relation "nowhere" does not exist`},
		{"UPDATE t SET password = 'hunter2'", `new row for relation "t" violates check constraint "long_enough"`, `new row for relation "t" violates check constraint "long_enough"`},
		{"ALTER ROLE x PASSWORD 'hunter2", `unterminated quoted string at or near "'hunter2"`, `unterminated quoted string at or near "<redacted>"`},
		{"ALTER ROLE x PASSWORD hunter2", `syntax error at or near "hunter2"`, `syntax error at or near "<redacted>"`},
		{"INSERT INTO t (password) VALUES (\"hunter2\")", `column "hunter2" does not exist`, `column "<redacted>" does not exist`},
		{"SELECT 'hunter2' AS secret", "Conversion Error: Could not convert string 'hunter2' to INT32\n\nLINE 1: SELECT 'hunter2' AS secret", "Conversion Error: Could not convert string '<redacted>' to INT32"},
		{"SELECT dblink_connect('host=h password=hunter2')", `could not connect: host=h password=hunter2`, `could not connect: host=h password=<redacted>`},
		{"SELECT 1", `cannot reach postgres://u:hunter2@h/d of 123-45-6789`, `cannot reach postgres://<redacted>@h/d of <redacted>`},
	} {
		statement := r.Statement(test.sql)
		if got := statement.Message(test.message); got != test.want {
			t.Errorf("%s: %s\nbecame %s\nwant   %s", test.sql, test.message, got, test.want)
		}
	}
	bound := r.Statement("SELECT * FROM t WHERE id = $1")
	bound.Bound()
	if got := bound.Message(`invalid input syntax for type integer: "hunter2"`); strings.Contains(got, "hunter2") {
		t.Error(got)
	}
}

func TestRedactedArguments(t *testing.T) {
	r := redactor(t)
	args := map[string]any{
		"table": "password_resets", "token": "hunter2", "limit": 5, "sql": "SELECT * FROM t WHERE password = 'hunter2' AND n = 5",
		"text": "my password is hunter2", "deep": map[string]any{"api_key": "hunter2", "list": []any{"Bearer hunter2hunter2", "kept", 7}},
		"url": "postgres://u:hunter2@h/d", "ssn": "123-45-6789",
	}
	got, err := json.Marshal(r.Argument("", args))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"deep":{"api_key":"<redacted>","list":["<redacted>","kept",7]},"limit":5,` +
		`"sql":"SELECT * FROM t WHERE password = '<redacted>' AND n = 5","ssn":"<redacted>","table":"password_resets",` +
		`"text":"<redacted>","token":"<redacted>","url":"<redacted>"}`
	if got := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(got)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestHiddenParameters: what is bound to a place where a constant would be
// hidden.
func TestHiddenParameters(t *testing.T) {
	r := redactor(t)
	for sql, want := range map[string]string{
		"UPDATE users SET password = $1, name = $2":                            "1",
		"INSERT INTO users (name, token) VALUES ($1, $2), ($3, lower($4))":     "24",
		"SELECT * FROM users WHERE id = $1 AND password = crypt($2, password)": "2",
		"SELECT set_config($1, $2, true)":                                      "2",
		"SELECT * FROM users WHERE name = $1":                                  "",
		"SELECT password FROM users WHERE name = $1":                           "",
	} {
		statement, got := r.Statement(sql), ""
		for n := range 5 {
			if statement.Hides(n) {
				got += string(rune('0' + n))
			}
		}
		if got != want {
			t.Errorf("%s hides %q, not %q", sql, got, want)
		}
	}
}
