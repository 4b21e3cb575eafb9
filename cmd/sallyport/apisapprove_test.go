package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/internal/courttest"
)

// TestCallsApproved: an approver is shown what will be sent, and that is what is sent, once.
func TestCallsApproved(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	sql := `EXEC own.s.things.create @org = 'acme', @dry = 'a&b', @"X-Kind" = 'big', @data__name = 'one', @data__size = '3', @data__active = 't'`
	r := d.asked(t, sql)
	shown := d.approvals(t, "show", r.ID)
	want := `  request 1 of 1:
  > POST http://HOST/v1/acme/things?dry=a%26b
  > Content-Type: application/json
  > X-Kind: big
  > 
  > {
  >   "active": true,
  >   "name": "one",
  >   "size": 3
  > }
`
	for _, part := range []string{want, "rows       1 request to an API\n", "limit      1 request: just these are sent"} {
		if !strings.Contains(shown, part) {
			t.Errorf("not shown: %s\nin\n%s", part, shown)
		}
	}
	if again := d.asked(t, sql); again.ID != r.ID {
		t.Errorf("the same statement asks again")
	}
	for _, other := range []string{strings.Replace(sql, "'one'", "'two'", 1), strings.Replace(sql, "acme", "beta", 1)} {
		if _, stdout, stderr := d.sql(t, "-c", other); len(d.took()) > 0 {
			t.Errorf("%s: %s%s", other, stdout, stderr)
		}
	}
	if out := d.approvals(t, "approve", r.ID); !strings.Contains(out, r.ID) {
		t.Error(out)
	}
	if _, stdout, stderr := d.sql(t, "-c", sql); !strings.Contains(stdout, "done") {
		t.Errorf("%s%s", stdout, stderr)
	}
	if sent := fmt.Sprint(d.took()); sent != `[POST /v1/acme/things?dry=a%26b {"active":true,"name":"one","size":3}]` {
		t.Error(sent)
	}
	if d.sql(t, "-c", sql); len(d.took()) > 0 {
		t.Error("an approval was used twice")
	}
}

// TestCallsApprovedByParameter: values of parameters are in what is shown, and another value is another call.
func TestCallsApprovedByParameter(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+d.pgwire+"/own")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	run := func(id, name string) error {
		_, err := conn.Exec(t.Context(), "REPLACE own.s.things SET data__name = $2 WHERE id = $1", id, name)
		return err
	}
	if err := run("a/b", "x"); err == nil || len(d.took()) > 0 {
		t.Fatal(err)
	}
	r := d.waiting(t)[0]
	if shown := d.approvals(t, "show", r.ID); !strings.Contains(shown, "> PUT http://HOST/v1/things/a%2Fb\n") && !strings.Contains(shown, "> PUT http://HOST/v1/things/a/b\n") || !strings.Contains(shown, `"name": "x"`) {
		t.Error(shown)
	}
	d.approvals(t, "approve", r.ID)
	if err := run("a/b", "y"); err == nil || len(d.took()) > 0 {
		t.Error(err)
	}
	if err := run("a/b", "x"); err != nil || len(d.took()) != 1 {
		t.Error(err)
	}
}

// TestCallsImpossible: what can only fail is told to its client, and put to nobody.
func TestCallsImpossible(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	inputs := strings.Replace(callable, "{name: dry, in: query, schema: {type: string}}", "{name: dry, in: query, required: true, schema: {type: string, x-env: none}}", 1)
	for sql, why := range map[string]string{
		`EXEC own.s.things.create @org = 'acme'`:                                          "dry",
		`EXEC own.s.things.create @org = '..', @dry = 'x'`:                                "path",
		`EXEC own.s.things.create @org = 'acme', @dry = 'x', @data__size = 'many'`:        "whole number",
		`EXEC own.s.things.create @org = 'acme', @dry = 'x' @@json = '{"name": '`:         "no JSON",
		`EXEC own.s.things.create @org = 'acme', @dry = 'x', @"X-Kind" = E'a\r\nHost: x'`: "",
	} {
		d := startDesked(t, inputs, "")
		_, stdout, stderr := d.sql(t, "-c", sql)
		if list := d.waiting(t); len(list) > 0 || len(d.took()) > 0 || !strings.Contains(stderr, why) || stderr == "" {
			t.Errorf("%s: %d wait\n%s%s", sql, len(list), stdout, stderr)
		}
		d.stop()
	}
}

// TestCallsWithoutCredentials: where credentials are missing, nobody is asked.
func TestCallsWithoutCredentials(t *testing.T) {
	d := startDesked(t, callable, "", "--auth", `{"own":{"type":"bearer","credentialsenvvar":"CALLS_TOKEN"}}`)
	sql := "EXEC own.s.things.remove @id = '7'"
	if _, _, stderr := d.sql(t, "-c", sql); !strings.Contains(stderr, "CALLS_TOKEN") || len(d.waiting(t)) > 0 {
		t.Error(stderr)
	}
	if !strings.Contains(d.records(t), "needs_approval_impossible") {
		t.Error("it is not on record as impossible")
	}
	t.Setenv("CALLS_TOKEN", "hunter2")
	r := d.asked(t, sql)
	if shown := d.approvals(t, "show", r.ID); !strings.Contains(shown, "DELETE http://HOST/v1/things/7") || strings.Contains(shown, "hunter2") {
		t.Error(shown)
	}
}

// TestCallsTold: the request for a token is on the record of the statement that caused it, without its secrets.
func TestCallsTold(t *testing.T) {
	t.Setenv("CALLS_ID", "me")
	t.Setenv("CALLS_SECRET", "hunter2")
	tokens := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `{"access_token": "hunter3", "token_type": "bearer", "expires_in": 3600}`)
	}))
	defer tokens.Close()
	d := startDesked(t, callable, "mode: full_access\n", "--auth", fmt.Sprintf(
		`{"own":{"type":"oauth2","grant_type":"client_credentials","client_id_env_var":"CALLS_ID","client_secret_env_var":"CALLS_SECRET","token_url":%q}}`, tokens.URL+"/t/token?x=hunter4"))
	d.name("one")
	for _, sql := range []string{"SELECT name FROM own.s.names", "EXEC own.s.things.remove @id = '7'"} {
		if _, stdout, stderr := d.sql(t, "-c", sql); stderr != "" {
			t.Fatalf("%s%s", stdout, stderr)
		}
	}
	records := d.records(t)
	host := strings.TrimPrefix(tokens.URL, "http://")
	want := `{"method":"POST","host":"` + host + `","path":"/t/token","status":200,"count":1,"bytes":71}`
	if strings.Count(records, want) != 1 || !strings.Contains(records, `"path":"/v1/things/7"`) {
		t.Errorf("no %s\n%s", want, records)
	}
	for _, secret := range []string{"hunter2", "hunter3", "hunter4"} {
		if strings.Contains(records+d.err.String(), secret) {
			t.Errorf("%s is on record", secret)
		}
	}
}

// TestCallsHidden: a secret in a call is shown to who decides, and stands in no file.
func TestCallsHidden(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	for _, sql := range []string{
		`EXEC own.s.things.create @org = 'acme', @data__name = 'n', @data__token = 'hunter2'`,
		`EXEC own.s.things.create @org = 'acme' @@json = '{"name": "n", "token": "hunter2"}'`,
		`REPLACE own.s.things SET data__token = 'hunter2' WHERE id = '7'`,
	} {
		r := d.asked(t, sql)
		if shown := d.approvals(t, "show", r.ID); !strings.Contains(shown, `"token": "hunter2"`) {
			t.Errorf("%s: not shown\n%s", sql, shown)
		}
		d.approvals(t, "deny", r.ID)
	}
	read := 0
	err := filepath.WalkDir(d.state, func(path string, e os.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "hunter2") {
			t.Errorf("the secret stands in %s", path)
		}
		read++
		return err
	})
	if err != nil || read == 0 || strings.Contains(d.err.String(), "hunter2") {
		t.Errorf("%d files: %v %s", read, err, d.err)
	}
}

// TestCallsHostile: what steers a terminal is spelled, and neither blanks nor a long field push the rest off the screen.
func TestCallsHostile(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	long := strings.Repeat("x", 40_000)
	for _, c := range []struct {
		sql   string
		shown []string
	}{
		{"EXEC own.s.things.create @org = 'acme', @data__name = 'a\x1b[2J\u202eb', @data__size = '7'", []string{"a\\u001b[2J<U+202E>b", `"size": 7`}},
		{`EXEC own.s.things.create @org = 'acme' @@json = '{"name": "` + "\u202e" + `", ` + strings.Repeat(" \\n", 2) + `"x": 1}'`, nil},
		{`EXEC own.s.things.create @org = 'acme', @data__name = 'a` + strings.Repeat(" ", 3000) + `b', @data__size = '7'`, []string{"a<3000 blanks>b", `"size": 7`}},
		{`EXEC own.s.things.create @org = 'acme' @@json = '{` + strings.Repeat(" ", 3000) + `"name": "n", "evil": 1}'`, []string{`  >   "name": "n",` + "\n" + `  >   "evil": 1`}},
		{`EXEC own.s.things.create @org = 'acme', @data__name = '` + long + `', @data__size = '7'`, []string{"characters more, see [1]>", "  >   \"size\": 7\n  > }", "[1] whole:", long}},
		{`EXEC own.s.things.create @org = 'acme', @dry = '` + long + `', @data__size = '7'`, []string{"?dry=xxx", "characters more, see [1]>", "  >   \"size\": 7\n  > }"}},
	} {
		_, stdout, stderr := d.sql(t, "-c", c.sql)
		list := d.waiting(t)
		if len(list) == 0 && c.shown == nil {
			continue
		}
		if len(list) != 1 {
			t.Fatalf("%.80s: %d wait\n%s%s", c.sql, len(list), stdout, stderr)
		}
		shown := d.approvals(t, "show", list[0].ID)
		for _, part := range c.shown {
			if !strings.Contains(shown, part) {
				t.Errorf("%.80s: %.80q is not shown in\n%.4000s", c.sql, part, shown)
			}
		}
		if strings.ContainsAny(shown, "\x1b\u202e") {
			t.Errorf("%.80s: it steers the terminal", c.sql)
		}
		first, _, _ := strings.Cut(shown, "[1] whole")
		if n := strings.Index(first, "  > }"); n > 4000 {
			t.Errorf("%.80s: the end of the request is %d bytes from the top", c.sql, n)
		}
		d.approvals(t, "deny", list[0].ID)
	}
}

// TestCallsAlike: requests that look alike and differ in a byte are different calls.
func TestCallsAlike(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+d.pgwire+"/own")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	bodies := []string{
		`{"name": "a"}`, `{"name": "\u0061"}`, `{"name": "a", "name": "a"}`, `{"name": "а"}`, `{"name": "a<U+202E>"}`, "{\"name\": \"a\u202e\"}",
		`{"size": 1}`, `{"size": 1.0}`, `{"size": 1e0}`,
	}
	digests := map[string]string{}
	for _, body := range bodies {
		if _, err := conn.Exec(t.Context(), "EXEC own.s.things.create @org = 'acme' @@json = $1", body); err == nil {
			t.Fatalf("%s ran", body)
		}
		r := d.waiting(t)[0]
		if other := digests[r.Digest]; other != "" {
			t.Errorf("%s and %s are one", body, other)
		}
		digests[r.Digest] = body
		if strings.Contains(body, `"name": "a", "name"`) {
			if shown := d.approvals(t, "show", r.ID); strings.Count(shown, `>   "name": "a"`) != 2 || !strings.Contains(shown, "can be read in two ways") {
				t.Error(shown)
			}
		}
		d.approvals(t, "deny", r.ID)
	}
}

// TestCallsChanged: what the document, or a variable, makes of a call between the approval and the run is not what was approved.
func TestCallsChanged(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	t.Run("document", func(t *testing.T) {
		d := startDesked(t, callable, "")
		sql := "EXEC own.s.things.create @org = 'acme', @data__name = 'n'"
		r := d.asked(t, sql)
		d.approvals(t, "approve", r.ID)
		d.rewrite(t, strings.ReplaceAll(strings.ReplaceAll(callable, "/v1/{org}/things", "/v2/{org}/things"), "~1v1~1{org}", "~1v2~1{org}"))
		d.sql(t, "-c", sql)
		if list := d.waiting(t); len(d.took()) > 0 || len(list) != 1 || !strings.Contains(list[0].Sends.First[0].Line, "/v2/acme/things") {
			t.Errorf("%+v", list)
		}
	})
	t.Run("variable", func(t *testing.T) {
		d := startDesked(t, callable, "")
		zoned := func(url string) string {
			return strings.Replace(callable, "    delete: {responses: *answers}\n", "    delete: {responses: *answers, servers: [{url: '"+url+"/{zone}', variables: {zone: {default: '', x-stackQL-envVar: OWN_ZONE}}}]}\n", 1)
		}
		writeOwn(t, d.forge, d.file, zoned(d.URL))
		d.restart(t, "OWN_ZONE=north")
		sql := "EXEC own.s.things.remove @id = '7'"
		r := d.asked(t, sql)
		if line := r.Sends.First[0].Line; line != "DELETE http://HOST/north/v1/things/7" {
			t.Error(line)
		}
		d.approvals(t, "approve", r.ID)
		d.restart(t, "OWN_ZONE=south")
		if other := d.asked(t, sql); other.ID == r.ID || other.Sends.First[0].Line != "DELETE http://HOST/south/v1/things/7" {
			t.Errorf("%+v", other)
		}
		d.restart(t, "OWN_ZONE=north")
		if _, _, stderr := d.sql(t, "-c", sql); fmt.Sprint(d.took()) != "[DELETE /north/v1/things/7]" {
			t.Error(stderr)
		}
	})
	t.Run("while it waits", func(t *testing.T) {
		d := startDesked(t, callable, "approvals: {wait: 20s}\n")
		sql := "EXEC own.s.things.create @org = 'acme', @data__name = 'n'"
		ended := make(chan string, 1)
		go func() {
			_, stdout, stderr := d.sql(t, "-c", sql)
			ended <- stdout + stderr
		}()
		var list []approval.Request
		courttest.Eventually(t, "a request waits", func() bool { list = d.waiting(t); return len(list) > 0 })
		d.rewrite(t, strings.ReplaceAll(strings.ReplaceAll(callable, "/v1/{org}/things", "/v2/{org}/things"), "~1v1~1{org}", "~1v2~1{org}"))
		d.approvals(t, "approve", list[0].ID)
		if out := <-ended; !strings.Contains(out, "does not cover") || len(d.took()) > 0 {
			t.Error(out)
		}
	})
}
