package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	offline "github.com/pkoukk/tiktoken-go-loader"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// findable makes a database that is hard to read, descriptions, a wiki and a configuration,
// and ingests it by the command.
func findable(t *testing.T) (environ []string) {
	t.Helper()
	dsn := pgtest.Start(t).CreateDB(t)
	schema, err := os.ReadFile("testdata/finds/shop.sql")
	if err != nil {
		t.Fatal(err)
	}
	runAt(t, dsn, string(schema)+others(t, "fineract", "killbill"))
	dir, err := filepath.Abs("testdata/finds")
	if err != nil {
		t.Fatal(err)
	}
	state := t.TempDir()
	file := configFileFor(t, fmt.Sprintf(`mode: read_only
state_dir: %s
wiki: {folder: %s/wiki}
sources:
- {name: shop, kind: postgres, dsn: %q, descriptions: [%s/shop.yaml], description: The shop}
`, state, dir, dsn, dir))
	environ = []string{"HOME=" + t.TempDir(), "SALLYPORT_CONFIG=" + file}
	if status, stdout, stderr := call(t, environ, "", "ingest"); status != 0 {
		t.Fatalf("ingest: %d\n%s%s", status, stdout, stderr)
	}
	return environ
}

// others are the tables of public schemas, without rows: what is asked for lies among hundreds.
func others(t *testing.T, names ...string) string {
	t.Helper()
	var ddl strings.Builder
	for _, name := range names {
		text, err := os.ReadFile("../../discovery/find/testdata/schemas/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&ddl, ";\nCREATE SCHEMA %s", name)
		columns := 0
		for line := range strings.Lines(string(text)) {
			words := strings.Fields(line)
			switch {
			case len(words) == 0 || strings.HasPrefix(words[0], "#"):
			case line[0] != '\t':
				if columns > 0 {
					ddl.WriteString(")")
				}
				fmt.Fprintf(&ddl, ";\nCREATE TABLE %s.%q (", name, words[0])
				columns = 0
			case len(words) > 1 && !strings.HasPrefix(words[0], "-"):
				if columns > 0 {
					ddl.WriteString(", ")
				}
				kind := "text"
				if words[1] == "integer" || words[1] == "boolean" || words[1] == "timestamp" || words[1] == "date" {
					kind = words[1]
				}
				fmt.Fprintf(&ddl, "%q %s", words[0], kind)
				columns++
			}
		}
		ddl.WriteString(")")
	}
	return ddl.String()
}

// TestFind has people and an agent find their way in one database, which takes seconds to make and to ingest.
func TestFind(t *testing.T) {
	environ := findable(t)
	t.Run("commands", func(t *testing.T) { findByCommands(t, environ) })
	t.Run("agent", func(t *testing.T) { findByAgent(t, environ) })
}

// findByCommands runs the commands by which people find their way.
func findByCommands(t *testing.T, environ []string) {
	t.Helper()
	for _, test := range []struct {
		args   string
		status int
		want   string // parts of what is printed, in order
	}{
		{"connection list", 0, "connection|kind|tables|shop|postgres|yes"},
		{"connection test", 0, "connection|state|shop|ok"},
		{"connection test nowhere", 1, "nowhere|failed|there is no connection \"nowhere\""},
		{"discover refund reasons", 0, "kind|table|shop|sales.rfnd|Refunds of orders"},
		{"discover --format json --kind table --limit 1 refund", 0, `"refs"|"tableRef"|"name": "rfnd"`},
		{"discover --kind tables x", 1, `"tables" is not a kind`},
		{"discover --connection shp x", 1, `there is no connection "shp"; did you mean "shop"?`},
		{"entity rfnd", 0, "shop: table sales.rfnd|Refunds of orders|column|rfnd_id|primary key|ord_id -> sales.ord_hdr.ord_id|As of "},
		{"entity ord_hdr", 0, "shop: table sales.ord_hdr|ord_id <- sales.ord_ln.ord_id|As of "},
		{"entity crm.cust_acct --columns email --format json", 0, `"entities"|"name": "email"|"pii": true`},
		{"entity nowhere", 1, `the snapshot of "shop" has no table "nowhere"|sallyport ingest shop`},
		{"dictionary acme", 0, "value|acme|crm.cust_acct.legal_nm|Acme Corp"},
		{"dictionary atlantis", 0, "not in the samples|A miss does not mean"},
		{"dictionary x1@example.com", 0, "not in the samples"},
		{"wiki search recurring revenue", 0, "key|finance/arr"},
		{"wiki read finance/arr", 0, "How ARR is counted"},
		{"wiki read arr", 1, "there is no wiki page \"arr\"|finance/arr"},
		{"wiki read --format json finance/arr", 0, `"frontMatter"|"content"`},
		{"entity --format xml rfnd", 1, `--format: "xml" is none: table, json`},
	} {
		status, stdout, stderr := call(t, environ, "", strings.Fields(test.args)...)
		rest := stdout + stderr
		for part := range strings.SplitSeq(test.want, "|") {
			_, after, found := strings.Cut(rest, part)
			if !found {
				t.Errorf("%s: no %q in\n%s%s", test.args, part, stdout, stderr)
				break
			}
			rest = after
		}
		if status != test.status {
			t.Errorf("%s: status %d\n%s%s", test.args, status, stdout, stderr)
		}
	}
	if status, _, stderr := call(t, []string{"HOME=" + t.TempDir()}, "", "discover", "x"); status != 1 || !strings.Contains(stderr, "sallyport ingest") {
		t.Errorf("before the first ingest: %d %s", status, stderr)
	}
}

// question is what the agent is asked, and the query that a model would write of what it has read:
// the agent runs the query only if the tools have told every name in it.
type question struct {
	words string // what is asked
	value string // a value in the question, "" for none
	query string
	want  string // in the answer
}

var questions = []question{
	{"how many customers are in the segment enterprise", "", "SELECT count(*) FROM crm.cust_acct WHERE seg_cd = 'ENT'", "20"},
	{"refunds by reason", "", "SELECT rsn, count(*) FROM sales.rfnd GROUP BY rsn ORDER BY 2 DESC, 1 LIMIT 1", "late|17"},
	{"orders of Acme Corp", "Acme Corp", "SELECT count(*) FROM sales.ord_hdr o JOIN crm.cust_acct c USING (acct_id) WHERE c.legal_nm = 'Acme Corp'", "10"},
	{"annual recurring revenue", "", "SELECT sum(yearly_fee_cents) / 100 FROM crm.contract WHERE NOT trial AND current_date BETWEEN start_dt AND end_dt", "640000"},
	{"stock on hand in the Rotterdam warehouse", "Rotterdam", "SELECT sum(on_hand) FROM ops.inv_lvl JOIN ops.whse USING (whse_id) WHERE city = 'Rotterdam'", "990"},
	{"discontinued products", "", "SELECT count(*) FROM ops.prod WHERE disc_flg", "5"},
	{"shipped orders", "", "SELECT count(*) FROM sales.ord_hdr WHERE stat_cd = 'S'", "300"},
	{"average unit price of order lines", "", "SELECT round(avg(unit_prc), 2) FROM sales.ord_ln", "6.00"},
	{"products by category", "", "SELECT count(*) FROM ops.prod WHERE cat = 'toys'", "14"},
	{"total amount of orders by customer segment", "", "SELECT sum(tot_amt) FROM sales.ord_hdr JOIN crm.cust_acct USING (acct_id) WHERE seg_cd = 'PUB'", "61900.00"},
}

// agent knows the tools and their texts alone. It may write a query only of names that it has read.
type agent struct {
	t             *testing.T
	server        *running
	session       string
	count         func(string) int
	calls, tokens int
	read          string // all that the tools have said in this question
}

func (a *agent) call(tool string, arguments map[string]any) string {
	a.t.Helper()
	sent, err := json.Marshal(arguments)
	if err != nil {
		a.t.Fatal(err)
	}
	_, answer := post(a.t, a.server.mcp, a.session, fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, sent))
	var m struct {
		Result struct{ Content []struct{ Text string } }
	}
	if err := json.Unmarshal([]byte(answer), &m); err != nil || len(m.Result.Content) == 0 {
		a.t.Fatalf("%s: %s", tool, answer)
	}
	text := m.Result.Content[0].Text
	a.calls++
	a.tokens += a.count(tool+string(sent)) + a.count(text)
	a.read += text + "\n"
	return text
}

// answer finds its way and runs the query, if it has read every name in it.
func (a *agent) answer(q question) (answer string, unread []string) {
	a.calls, a.tokens, a.read = 0, 0, ""
	found := a.call("discover_data", map[string]any{"query": q.words, "limit": 8})
	var tables []any
	add := func(name string) {
		if len(tables) < 4 && !strings.Contains(fmt.Sprint(tables), name) {
			tables = append(tables, name)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^(wiki|table|column)\|([^|]+)\|`).FindAllStringSubmatch(found, -1) {
		name := m[2]
		if m[1] == "wiki" {
			if len(tables) == 0 { // a page that is found first; the tables that it names come first
				for _, named := range regexp.MustCompile(`\b[a-z_]+\.[a-z_]+\b`).FindAllString(a.call("wiki_read", map[string]any{"key": name}), -1) {
					add(named)
				}
			}
			continue
		}
		if parts := strings.Split(name, "."); m[1] == "column" {
			name = strings.Join(parts[:2], ".")
		}
		add(name)
	}
	a.call("entity_details", map[string]any{"connectionId": "shop", "entities": tables})
	if q.value != "" {
		a.call("dictionary_search", map[string]any{"values": []string{q.value}})
	}
	for _, name := range regexp.MustCompile(`[a-z]+_[a-z_]+|\b(?:crm|sales|ops)\.[a-z_]+`).FindAllString(q.query, -1) {
		if _, bare, ok := strings.Cut(name, "."); ok {
			name = bare
		}
		if name != "current_date" && !strings.Contains(a.read, name) {
			unread = append(unread, name)
		}
	}
	if len(unread) > 0 {
		return "", unread
	}
	return a.call("sql_execution", map[string]any{"connectionId": "shop", "sql": q.query}), nil
}

// findByAgent: an agent that knows the tools and their texts alone reads every name that ten
// queries need, in a handful of calls each, without listing everything.
func findByAgent(t *testing.T, environ []string) {
	t.Helper()
	tiktoken.SetBpeLoader(offline.NewOfflineLoader())
	encoding, err := tiktoken.GetEncoding("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	file := strings.TrimPrefix(environ[1], "SALLYPORT_CONFIG=")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(content, "mcp: {profile: research}\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	state := regexp.MustCompile(`state_dir: (\S+)`).FindStringSubmatch(string(content))[1]
	server := start(t, environ, "--config", file, "--state-dir", state)
	session, _ := post(t, server.mcp, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"agent","version":"1"}}}`)
	a := &agent{t: t, server: server, session: session, count: func(text string) int { return len(encoding.EncodeOrdinary(text)) }}
	for _, q := range questions {
		answer, unread := a.answer(q)
		t.Logf("%-50s %d calls, %5d tokens", q.words, a.calls, a.tokens)
		switch {
		case len(unread) > 0:
			t.Errorf("%s: nothing told of %v\n%s", q.words, unread, a.read)
		case !strings.Contains(answer, q.want) || strings.HasPrefix(answer, "Error"):
			t.Errorf("%s: %s", q.words, answer)
		case a.calls > 6 || a.tokens > 3000:
			t.Errorf("%s: %d calls, %d tokens", q.words, a.calls, a.tokens)
		}
	}
}
