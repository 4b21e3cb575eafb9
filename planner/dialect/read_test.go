package dialect_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/planner/dialect"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// describe shows what was read of a text.
func describe(text string) string {
	batch, err := dialect.Read(text)
	if err != nil {
		e := sqlstate.From(err)
		return fmt.Sprintf("error %s at %d: %s", e.Code, e.Position, e.Message)
	}
	if batch == nil {
		return "the parser's"
	}
	var parts []string
	for _, v := range batch.Verbs {
		switch {
		case v.Show != nil:
			s := v.Show
			parts = append(parts, fmt.Sprintf("%s %s %q like %q extended=%v required=%v release=%q", v.Name, s.What, s.In, s.Like, s.Extended, s.Required, s.Release))
		default:
			e := v.Exec
			line := fmt.Sprintf("%s %q await=%v params=%d", v.Name, e.Path, e.Await, e.Params)
			for _, a := range e.Arguments {
				line += " " + a.Name + "=" + show(a.Value)
			}
			if e.Body != nil {
				line += " body=" + show(*e.Body)
			}
			parts = append(parts, line)
		}
	}
	if batch.Text != "" {
		parts = append(parts, "rest "+batch.Text)
	}
	return strings.Join(parts, "\n")
}

func show(v providers.Value) string {
	switch {
	case v.Param > 0:
		return fmt.Sprintf("$%d", v.Param)
	case v.Text == nil:
		return "NULL"
	}
	return fmt.Sprintf("%q", v.Text)
}

func TestRead(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"SELECT 1", "the parser's"},
		{"SHOW search_path", "the parser's"},
		{"SHOW TRANSACTION ISOLATION LEVEL", "the parser's"},
		{"SELECT 'x; SHOW PROVIDERS'", "the parser's"},
		{"SELECT ';'; SELECT replace('a', 'b', 'c')", "the parser's"},
		{"CALL p(1)", "the parser's"},
		{"CALL a.b.c(1)", "the parser's"},
		{"CREATE OR REPLACE VIEW v AS SELECT 1", "the parser's"},
		{"show providers like 'g%';", `SHOW providers [] like "g%" extended=false required=false release=""`},
		{"SHOW EXTENDED SERVICES FROM google", `SHOW services ["google"] like "" extended=true required=false release=""`},
		{`SHOW METHODS IN Google.Container."projects.aggregated.usableSubnetworks"`, `SHOW methods ["google" "container" "projects.aggregated.usableSubnetworks"] like "" extended=false required=false release=""`},
		{"SHOW METHODS IN github.users.key", `SHOW methods ["github" "users" "key"] like "" extended=false required=false release=""`},
		{"SHOW INSERT /*+ REQUIRED */ INTO a.b.c", `SHOW insert ["a" "b" "c"] like "" extended=false required=true release=""`},
		{"SHOW EXTENDED VERSION", `SHOW version [] like "" extended=true required=false release=""`},
		{"DESCRIBE method", `DESCRIBE columns ["method"] like "" extended=false required=false release=""`},
		{"DESC METHOD EXTENDED github.orgs.orgs.update", `DESCRIBE method ["github" "orgs" "orgs" "update"] like "" extended=true required=false release=""`},
		{"REGISTRY LIST", `REGISTRY LIST releases [] like "" extended=false required=false release=""`},
		{"REGISTRY LIST 'google'", `REGISTRY LIST releases ["google"] like "" extended=false required=false release=""`},
		{"REGISTRY PULL google v25.11.00355;", `REGISTRY PULL pull ["google"] like "" extended=false required=false release="v25.11.00355"`},
		{"REGISTRY PULL google 'v25.11.00355'", `REGISTRY PULL pull ["google"] like "" extended=false required=false release="v25.11.00355"`},
		{
			"EXEC /*+ AWAIT */ aws.ec2.instances.instances_Start @region='ap-southeast-2', @InstanceId='id-001';",
			`EXEC ["aws" "ec2" "instances" "instances_Start"] await=true params=0 region="ap-southeast-2" InstanceId="id-001"`,
		},
		{
			`EXEC a.b.c.d @region='r' @@json='{ "s": "it''s" }'`,
			`EXEC ["a" "b" "c" "d"] await=false params=0 region="r" body="{ \"s\": \"it's\" }"`,
		},
		{"EXEC b.c.d @n = -1.5, @t = TRUE, @x = NULL, @p = $2", `EXEC ["b" "c" "d"] await=false params=2 n="-1.5" t="true" x=NULL p=$2`},
		{"EXEC a.b.c.d @k=$$it's$$", `EXEC ["a" "b" "c" "d"] await=false params=0 k="it's"`},
		{"EXEC a.b.c.d @k='a'\n'b'", `EXEC ["a" "b" "c" "d"] await=false params=0 k="ab"`},
		{"CALL a.b.c.d(k => 'v', n => 2)", `CALL ["a" "b" "c" "d"] await=false params=0 k="v" n="2"`},
		{"CALL a.b.c.d()", `CALL ["a" "b" "c" "d"] await=false params=0`},
		{"REPLACE a.b.c SET x = 1 WHERE y = 2", "rest UPDATE  a.b.c SET x = 1 WHERE y = 2"},
		{
			"SELECT 1; SHOW PROVIDERS; SELECT 2",
			"SHOW providers [] like \"\" extended=false required=false release=\"\"\nrest SELECT 1; /*          */; SELECT 2",
		},
		{
			"/* é */ SHOW PROVIDERS LIKE 'é' ; -- SHOW\nDESC ü; SELECT 1",
			"SHOW providers [] like \"é\" extended=false required=false release=\"\"\n" +
				"DESCRIBE columns [\"ü\"] like \"\" extended=false required=false release=\"\"\n" +
				"rest /* é */ /*                    */ ; -- SHOW\n/*   */; SELECT 1",
		},

		// what is wrong, and where
		{"SHOW METHODS", `error 42601 at 13: syntax error at end of input`},
		{"SHOW METHODS IN", `error 42601 at 16: syntax error at end of input`},
		{"SHOW METHODS IN a.b.c.d", `error 42601 at 17: the name has 4 parts, and this takes one of 1 to 3`},
		{"SHOW RESOURCES IN a", `error 42601 at 19: the name has 1 parts, and this takes one of 2`},
		{"SELECT 1; SHOW METHODS IN a.b.c WHERE x = 1", `error 42601 at 33: syntax error at or near "WHERE"`},
		{"SHOW EXTENDED search_path", `error 42601 at 15: syntax error at or near "search_path"`},
		{"SHOW PROVIDERS LIKE E'a'", `error 42601 at 21: a literal of this form cannot stand here`},
		{"EXEC a.b", `error 42601 at 6: the name has 2 parts, and this takes one of 3 to 4`},
		{"EXEC a.b.c.d @k", `error 42601 at 16: syntax error at end of input`},
		{"EXEC a.b.c.d @k='v',", `error 42601 at 21: syntax error at end of input`},
		{"EXEC a.b.c.d @k='v', @K='w'", `error 42601 at 23: the input "K" is given twice`},
		{"EXEC a.b.c.d @@json='{}' @@json='{}'", `error 42601 at 28: @@json is given twice`},
		{"EXEC a.b.c.d @k=(SELECT 1)", `error 42601 at 17: syntax error at or near "("`},
		{"EXEC a.b.c.d @k=now()", `error 42601 at 17: syntax error at or near "now"`},
		{"EXEC /*+ AWIAT */ a.b.c.d", `error 42601 at 6: there is no hint "AWIAT" here`},
		{"CALL a.b.c.d('v')", `error 42601 at 14: an input needs its name`},
		{"CALL a.b.c.d(k => 'v') x", `error 42601 at 24: syntax error at or near "x"`},
		{"REPLACE INTO a.b.c VALUES (1)", `error 42601 at 9: REPLACE INTO is not supported`},
		{"REPLACE a.b.c VALUES (1)", `error 42601 at 15: syntax error at or near "VALUES"`},
		{"REGISTRY", `error 42601 at 9: syntax error at end of input`},
		{"REGISTRY PULL", `error 42601 at 14: syntax error at end of input`},
		{"REGISTRY PULL google v1 v2", `error 42601 at 25: syntax error at or near "v2"`},
		{"CREATE OR REPLACE MATERIALIZED VIEW v AS SELECT 1", "rest CREATE            MATERIALIZED VIEW v AS SELECT 1"},
		{"SELECT 1; NATIVEQUERY 'SELECT 1'", `error 0A000 at 11: NATIVEQUERY is not supported`},
		{"AUTH LOGIN google", `error 0A000 at 1: AUTH is not supported`},
		{"SHOW AUTH google", `error 0A000 at 1: SHOW AUTH is not supported`},
	} {
		if got := describe(test.text); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// A text that holds no verb at the place where a statement begins is the parser's, whatever it says.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"SHOW PROVIDERS", "EXEC a.b.c.d @k='v' @@json='{}'", "SELECT 1; DESC é; SELECT 2", "REPLACE a SET b = 1", "CALL a.b.c.d(k => $1)",
		"REGISTRY PULL a v1.2", "SHOW INSERT /*+ REQUIRED */ INTO a", "EXEC a.b.c.d @k='a'\n'b'", "EXEC a.b.c.d @k=$x$y$x$", "DESC U&\"a\"", "DESC \"\"\"\"",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 10_000 || strings.ContainsRune(text, 0) || !utf8.ValidString(text) {
			t.Skip()
		}
		batch, err := dialect.Read(text)
		if err != nil {
			if e := sqlstate.From(err); e.Code == sqlstate.InternalError || e.Position < 1 || e.Position > utf8.RuneCountInString(text)+1 {
				t.Errorf("%q: %v at %d", text, err, e.Position)
			}
			return
		}
		if batch == nil {
			return
		}
		if batch.Text != "" && (len(batch.Text) != len(text) || !utf8.ValidString(batch.Text)) {
			t.Errorf("%q became %q", text, batch.Text)
		}
		for _, v := range batch.Verbs {
			if text[v.Offset:v.Offset+len(v.Text)] != v.Text {
				t.Errorf("%q: %q is not at %d", text, v.Text, v.Offset)
			}
			again, err := dialect.Read(v.Text)
			if err != nil || again == nil || len(again.Verbs) != 1 || again.Text != "" {
				t.Errorf("%q alone: %v, %v", v.Text, again, err)
			}
		}
	})
}
