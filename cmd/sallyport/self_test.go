package main

import (
	"compress/gzip"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestRecordsByWire: the log is a table, from the first statement on, with old
// files, and for sessions of every source.
func TestRecordsByWire(t *testing.T) {
	server := pgtest.Start(t)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := "sources:\n- {name: files, kind: duckdb, folder: " + abs(t, "../../sample") + "}\n- {name: shop, kind: postgres, dsn_env: SHOP_DSN}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, []string{"SHOP_DSN=" + server.DSN("postgres")}, "--config", file, "--mode", "full_access")
	for _, test := range []struct{ source, sql, want string }{
		{"", "SELECT count(*) AS n FROM sallyport.audit.records", "n\n0\n"},
		{
			"shop", "SELECT seq, phase, decision, class, rows, relations, principal, source, time > now() - interval '1 hour' AS recent FROM sallyport.audit.records",
			"seq,phase,decision,class,rows,relations,principal,source,recent\n1,call,allow,read,1,{sallyport.audit.records},alice,sallyport,t\n",
		},
		{"sallyport", "SELECT max(seq) AS n FROM records", "n\n2\n"},
		{"sallyport", "SHOW SERVICES IN sallyport", "id,name,title\naudit,audit,audit\napprovals,approvals,approvals\nsessions,sessions,sessions\nviews,views,views\n"},
		{"files", "SHOW RESOURCES IN sallyport.audit", "name,id\nrecords,sallyport.audit.records\n"},
	} {
		if status, stdout, stderr := r.sql(t, "--csv", "-s", test.source, test.sql); status != 0 || stdout != test.want {
			t.Errorf("%s: status %d, %q, want %q\n%s", test.sql, status, stdout, test.want, stderr)
		}
	}
	if _, stdout, _ := r.sql(t, "--csv", "SHOW EXTENDED PROVIDERS"); !strings.Contains(stdout, "\nsallyport,dev,sallyport,\"Sallyport itself") {
		t.Errorf("SHOW PROVIDERS\n%s", stdout)
	}
	_, stdout, _ := r.sql(t, "--csv", "DESCRIBE sallyport.audit.records")
	for _, want := range []string{
		"\nseq,bigint\n", "\ntime,timestamp with time zone\n", "\nphase,text\n", "\nparams,text[]\n", "\nargs,json\n", "\nrows,bigint\n", "\nduration_ms,double precision\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("DESCRIBE says nothing of %q:\n%s", want, stdout)
		}
	}
	for sql, want := range map[string]string{
		"DELETE FROM sallyport.audit.records":                            "",
		"INSERT INTO sallyport.audit.records (seq) VALUES (1)":           "",
		"DROP VIEW sallyport.audit.records":                              "25006",
		"CREATE TABLE sallyport.audit.mine (a int)":                      "25006",
		"SET default_transaction_read_only = off":                        "42501",
		"SELECT * FROM read_text('" + file + "')":                        "42501",
		"SELECT r.* FROM sallyport.audit.records r, shop.public.nothing": "42P01",
	} {
		status, stdout, stderr := r.sql(t, "-s", "sallyport", sql)
		if status != 1 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s%s, want %s", sql, status, stdout, stderr, want)
		}
	}
	if _, stdout, _ := r.sql(t, "--csv", "-s", "sallyport", "SELECT relname FROM pg_class WHERE relname = 'records'"); stdout != "relname\nrecords\n" {
		t.Errorf("pg_class: %q", stdout)
	}
}

// TestRecordsOfOldFiles: rotated and compressed files are part of the table, and
// a torn line is no row of it.
func TestRecordsOfOldFiles(t *testing.T) {
	dir := logOf(t)
	edit(t, dir, func(lines []string) []string {
		old := filepath.Join(dir, "audit-2026-03-04T05-06-07.890.jsonl")
		if err := os.WriteFile(old, []byte(strings.Join(lines[3:5], "")), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Create(filepath.Join(dir, "audit-2026-03-03T05-06-07.890.jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		zip := gzip.NewWriter(f)
		defer zip.Close()
		if _, err := io.WriteString(zip, strings.Join(lines[:3], "")); err != nil {
			t.Fatal(err)
		}
		return lines[5:]
	})
	f, err := os.OpenFile(filepath.Join(dir, "audit.jsonl"), os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"v":1,"seq":8,"time":"2026-03`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	r := start(t, nil, "--state-dir", filepath.Dir(dir))
	status, stdout, stderr := r.sql(t, "--csv", "SELECT count(*) AS n, count(DISTINCT seq), max(seq), count(note) AS notes FROM sallyport.audit.records")
	if status != 0 || stdout != "n,count,max,notes\n8,8,8,1\n" {
		t.Errorf("status %d, %q %s", status, stdout, stderr)
	}
}

// TestRecordsByMCP: the same by the other door, and the switch.
func TestRecordsByMCP(t *testing.T) {
	r := start(t, nil)
	body := func(id, sql string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"run_select_query","arguments":{"sql":"` + sql + `"}}}`
	}
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	session, _ := post(t, r.mcp, "", initialize)
	post(t, r.mcp, session, body("2", "SELECT count(*) AS n FROM airports"))
	_, answer := post(t, r.mcp, session, body("3", "SELECT tool, application, verb, rows FROM sallyport.audit.records"))
	for _, want := range []string{`run_select_query`, `"test"`, `"SELECT"`} {
		if !strings.Contains(answer, want) {
			t.Errorf("no %s in %s", want, answer)
		}
	}
	http.DefaultClient.CloseIdleConnections()

	off := start(t, []string{"SALLYPORT_AUDIT_TABLE=false"})
	if status, _, stderr := off.sql(t, "SELECT * FROM sallyport.audit.records"); status != 1 || !strings.Contains(stderr, `there is no source "sallyport"`) {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// post sends one message to an MCP server and returns the session and the
// answer.
func post(t *testing.T, address, session, body string) (string, string) {
	t.Helper()
	var headers map[string]string
	if session != "" {
		headers = map[string]string{"Mcp-Session-Id": session}
	}
	_, text, header := sendMessage(t, "http://"+address+"/mcp", body, headers)
	return header.Get("Mcp-Session-Id"), text
}

// TestValidateRecords: the operator is told the same without a server, and
// without a log.
func TestValidateRecords(t *testing.T) {
	for _, state := range []string{filepath.Dir(logOf(t)), filepath.Join(t.TempDir(), "none")} {
		for sql, want := range map[string]int{
			"SELECT count(*) FROM sallyport.audit.records": 0,
			"DELETE FROM sallyport.audit.records":          3,
		} {
			status, stdout, stderr := call(t, []string{"SALLYPORT_STATE_DIR=" + state}, "", "validate", "--mode", "safe", sql)
			if status != want {
				t.Errorf("%s: status %d, want %d\n%s%s", sql, status, want, stdout, stderr)
			}
		}
	}
}
