package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

// pageOf is what these tests need of a page.
type pageOf struct {
	Rows      [][]json.Number
	RowCount  int `json:"row_count"`
	Offset    int
	Truncated bool
	CutBy     string `json:"cut_by"`
	Cursor    string
}

func (c client) page(t *testing.T, arguments string) (pageOf, outcome) {
	t.Helper()
	o := c.call(t, "run_select_query", arguments)
	if o.IsError || o.Protocol != "" {
		t.Fatalf("%s: %s%s", arguments, o.Text, o.Protocol)
	}
	var p pageOf
	must(t, json.Unmarshal(o.Structured, &p))
	return p, o
}

// Whoever follows the cursors has read every row once and in order, over every
// transport and from both kinds of source.
func TestPages(t *testing.T) {
	d := open(t, settings{dsn: pgtest.Start(t).CreateDB(t)})
	for name, call := range map[string]client{"http": d.overHTTP(t), "stdio": d.overStdio(t), "modern": d.modern(t)} {
		for _, source := range []string{"pg", "local"} {
			t.Run(name+"/"+source, func(t *testing.T) {
				next, pages := 1, 0
				arguments := fmt.Sprintf(`{"provider":%q,"sql":"SELECT g FROM generate_series(1, 3210) g ORDER BY g","row_limit":1000}`, source)
				for {
					p, o := call.page(t, arguments)
					pages++
					if p.Offset != next-1 || p.RowCount != len(p.Rows) {
						t.Fatalf("page %d: offset %d, %d rows, %d in all", pages, p.Offset, p.RowCount, len(p.Rows))
					}
					for _, row := range p.Rows {
						if row[0].String() != fmt.Sprint(next) {
							t.Fatalf("row %d is %s", next, row[0])
						}
						next++
					}
					if p.Truncated {
						o.Text, _, _ = strings.Cut(o.Text, "\nTruncated")
					}
					if lines := strings.Count(o.Text, "\n") - 1; lines != p.RowCount {
						t.Errorf("page %d: %d lines of text, %d rows", pages, lines, p.RowCount)
					}
					if !p.Truncated {
						if p.Cursor != "" {
							t.Error("the last page has a cursor")
						}
						break
					}
					arguments = fmt.Sprintf(`{"cursor":%q}`, p.Cursor)
				}
				if next != 3211 || pages != 4 {
					t.Errorf("%d rows on %d pages", next-1, pages)
				}
			})
		}
	}
	if n := d.Kept(); n != 0 {
		t.Errorf("%d cursors are left", n)
	}
}

// A cursor goes on to the end of a result, however long.
func TestPagesEnd(t *testing.T) {
	d := open(t, settings{dsn: pgtest.Start(t).CreateDB(t)})
	for name, call := range map[string]client{"http": d.overHTTP(t), "stdio": d.overStdio(t), "modern": d.modern(t)} {
		for _, source := range []string{"pg", "local"} {
			p, o := call.page(t, fmt.Sprintf(`{"provider":%q,"sql":"SELECT g FROM generate_series(1, 30000) g ORDER BY g","row_limit":9999}`, source))
			next := 1
			for {
				for _, row := range p.Rows {
					if row[0].String() != fmt.Sprint(next) {
						t.Fatalf("%s, %s: row %d is %s", name, source, next, row[0])
					}
					next++
				}
				if p.Cursor == "" {
					break
				}
				p, o = call.page(t, fmt.Sprintf(`{"cursor":%q}`, p.Cursor))
			}
			if p.Truncated || next != 30_001 {
				t.Errorf("%s, %s: %d rows, then truncated %v by %q: %.300s", name, source, next-1, p.Truncated, p.CutBy, o.Text)
			}
			if n := d.Held(); n != 0 {
				t.Errorf("%s, %s: %d results are open after the end", name, source, n)
			}
		}
	}
}

// longAnswer has its series among the columns: in FROM, PostgreSQL makes all of it before the first row.
const longAnswer = `{"provider":"pg","sql":"SELECT generate_series(1, 10000000) AS g","row_limit":1000}`

// A result is not kept open for long, nor are many: a cursor whose result was closed
// gives what was read ahead, and then says how to go on. The source is free again.
func TestHeldResultsEnd(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	eyes, err := pgconn.Connect(t.Context(), dsn)
	must(t, err)
	defer eyes.Close(context.Background())
	for name, end := range map[string]func(t *testing.T, d *door, call client, header http.Header){
		"idle": func(_ *testing.T, d *door, _ client, _ http.Header) { d.EndHeld() },
		"crowded": func(t *testing.T, _ *door, call client, _ http.Header) {
			call.page(t, longAnswer)
			call.page(t, longAnswer)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t, settings{dsn: dsn})
			header := http.Header{"Mcp-Session-Id": {d.post(t, browser(t), hello, nil).header.Get("Mcp-Session-Id")}}
			b := browser(t)
			call := client(func(message string) string { return d.post(t, b, message, header).body })
			p, o := call.page(t, longAnswer)
			if d.Held() != 1 {
				t.Fatalf("%d results are open", d.Held())
			}
			end(t, d, call, header)
			rows := p.RowCount
			for p.Cursor != "" {
				p, o = call.page(t, fmt.Sprintf(`{"cursor":%q}`, p.Cursor))
				rows += p.RowCount
			}
			if !p.Truncated || p.CutBy != "cursor" || rows < 2000 || rows > 20_000 || !strings.Contains(o.Text, fmt.Sprintf("with ORDER BY a unique column and OFFSET %d; or filter, aggregate, or export it.", rows)) {
				t.Errorf("%d rows, then truncated %v by %q: %.300s", rows, p.Truncated, p.CutBy, o.Text)
			}
			if n := d.Held(); n > 2 {
				t.Errorf("%d results are open", n)
			}
			request, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, d.url, nil)
			must(t, err)
			request.Header = header
			answer, err := http.DefaultClient.Do(request)
			must(t, err)
			must(t, answer.Body.Close())
			eventually(t, "the session's results are closed", func() bool { return d.Held() == 0 })
			eventually(t, "the source runs nothing", func() bool {
				result := eyes.ExecParams(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE state <> 'idle' AND pid <> pg_backend_pid()
					AND datname = current_database() AND backend_type = 'client backend'`, nil, nil, nil, nil).Read()
				must(t, result.Err)
				return string(result.Rows[0][0]) == "0"
			})
		})
	}
}

// A cursor is its owner's: of one principal, in one session.
func TestForeignCursors(t *testing.T) {
	const alices, bobs = "alices-token-0123456789abcdef0123456789", "bobs-token-0123456789abcdef0123456789ab"
	d := open(t, settings{options: func(o *mcp.Options) {
		o.Tokens = []transport.Token{{Principal: "alice", Secret: []byte(alices)}, {Principal: "bob", Secret: []byte(bobs)}}
	}})
	b := browser(t)
	modern := func(token string) client {
		return func(message string) string {
			message, header := asModern(t, message)
			header.Set("Authorization", "Bearer "+token)
			return d.post(t, b, message, header).body
		}
	}
	legacy := func(token string) client {
		header := http.Header{"Authorization": {"Bearer " + token}}
		header.Set("Mcp-Session-Id", d.post(t, b, hello, header).header.Get("Mcp-Session-Id"))
		return func(message string) string { return d.post(t, b, message, header).body }
	}
	clients := map[string]client{
		"alice": modern(alices), "bob": modern(bobs), "alice's first session": legacy(alices), "alice's second session": legacy(alices),
	}
	for name, one := range clients {
		p, _ := one.page(t, `{"sql":"SELECT id FROM places ORDER BY id","row_limit":2}`)
		for other, stranger := range clients {
			if other == name {
				continue
			}
			if o := stranger.call(t, "run_select_query", fmt.Sprintf(`{"cursor":%q}`, p.Cursor)); !o.IsError || !strings.HasPrefix(o.Text, "Error 34000") {
				t.Errorf("%s reads on with the cursor of %s: %s", other, name, o.Text)
			}
		}
		if p, _ = one.page(t, fmt.Sprintf(`{"cursor":%q}`, p.Cursor)); p.Rows[0][0] != "3" {
			t.Errorf("%s: %v", name, p.Rows)
		}
	}
}

// A cursor that nobody comes back for is gone after a while.
func TestCursorsExpire(t *testing.T) {
	d := open(t, settings{})
	now := time.Now()
	d.Clock(func() time.Time { return now })
	call := d.overHTTP(t)
	p, _ := call.page(t, `{"sql":"SELECT id FROM places ORDER BY id","row_limit":2}`)
	now = now.Add(5 * time.Minute)
	if o := call.call(t, "run_select_query", fmt.Sprintf(`{"cursor":%q}`, p.Cursor)); !o.IsError || !strings.HasPrefix(o.Text, "Error 34000") {
		t.Errorf("after five minutes: %s", o.Text)
	}
	if d.Kept() != 0 {
		t.Error("it is still there")
	}
}

// Every page is on record, with its rows and without the handle.
func TestPagesAreRecorded(t *testing.T) {
	d := open(t, settings{})
	call := d.overHTTP(t)
	p, _ := call.page(t, `{"sql":"SELECT id FROM places ORDER BY id","row_limit":2}`)
	q, _ := call.page(t, fmt.Sprintf(`{"cursor":%q}`, p.Cursor))
	call.call(t, "run_select_query", fmt.Sprintf(`{"next_cursor":%q}`, p.Cursor))
	call.call(t, "run_select_query", fmt.Sprintf(`{"cursor":%q,"next_cursor":%q}`, q.Cursor, q.Cursor))
	call.call(t, "run_select_query", fmt.Sprintf(`{"cursor":%q,"query":"SELECT 1"}`, q.Cursor))
	records := d.records(t)
	if len(records) != 5 {
		t.Fatalf("%d records", len(records))
	}
	text, err := json.Marshal(records)
	must(t, err)
	for _, handle := range []string{p.Cursor, q.Cursor} {
		if strings.Contains(string(text), handle) {
			t.Error("a handle is on record")
		}
	}
	page := records[1]
	if page["tool"] != "run_select_query" || page["rows"] != 2.0 || page["decision"] != "allow" ||
		fmt.Sprint(page["args"]) != fmt.Sprintf("map[cursor:%s…]", p.Cursor[:6]) {
		t.Errorf("the record of a page: %v", page)
	}
	for i, code := range map[int]string{2: "34000", 3: "22023", 4: "22023"} {
		if records[i]["sqlstate"] != code {
			t.Errorf("record %d: %v, want %s", i, records[i], code)
		}
	}
}

// A page ends where the text has no more room, in either format: whoever reads the
// text alone misses nothing.
func TestTextIsShort(t *testing.T) {
	d := open(t, settings{limits: mcp.Limits{Bytes: 100_000, Text: 10_000}})
	call := d.overHTTP(t)
	const sql = `"sql":"SELECT repeat('x', 90) AS x FROM generate_series(1, 2000)","row_limit":2000`
	p, o := call.textPage(t, `{`+sql+`}`)
	if len(o.Text) > 11_000 || len(o.Text) < 9_000 || !p.Truncated || strings.Count(o.Text, "\nxxx") != p.RowCount {
		t.Errorf("markdown: %d bytes of text, %d rows", len(o.Text), p.RowCount)
	}
	p, o = call.textPage(t, `{`+sql+`,"format":"json"}`)
	if len(o.Text) > 11_000 || len(o.Text) < 9_000 || !json.Valid([]byte(o.Text)) || strings.Count(o.Text, "xxxxx\"]") != p.RowCount || !p.Truncated {
		t.Errorf("json: %d bytes of text, %d of structured content, %d rows: %.300s", len(o.Text), len(o.Structured), p.RowCount, o.Text)
	}
	p, o = call.textPage(t, `{"sql":"SELECT repeat('x', 90) AS x FROM generate_series(1, 50)","format":"json"}`)
	if p.RowCount != 50 || strings.Count(o.Text, "xxxxx\"]") != 50 {
		t.Errorf("short json: %d rows: %.300s", p.RowCount, o.Text)
	}
}

func (c client) textPage(t *testing.T, arguments string) (p pageOf, o outcome) {
	t.Helper()
	o = c.call(t, "run_select_query", arguments)
	var counted struct {
		RowCount  int `json:"row_count"`
		Truncated bool
	}
	must(t, json.Unmarshal(o.Structured, &counted))
	return pageOf{RowCount: counted.RowCount, Truncated: counted.Truncated}, o
}
