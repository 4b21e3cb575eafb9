//go:build joins

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

// TestBenchTrino compares TPC-H over Postgres and Parquet with a Trino that reads the same Postgres servers, and Parquet files
// that it has made itself. TRINO is its address; scripts/trino starts one. The report goes behind that of TestBenchJoins.
func TestBenchTrino(t *testing.T) {
	at := os.Getenv("TRINO")
	if at == "" {
		t.Skip("TRINO is not set: scripts/trino starts one")
	}
	var report strings.Builder
	say := func(format string, args ...any) {
		fmt.Fprintf(&report, format+"\n", args...)
		t.Logf(format, args...)
	}
	homes := spreadTables()
	s := newTPCH(t, benchedOrders, homes)
	c := s.connect(t, "crm")
	ask := func(sql string) error { return askTrino(t, at, sql) }
	_ = ask("DROP CATALOG files")
	_ = ask("DROP CATALOG whole")
	// The folder is that of scripts/trino.
	must := []string{
		`CREATE CATALOG files USING hive WITH ("hive.metastore"='file', "hive.metastore.catalog.dir"='local:///` + fmt.Sprint(time.Now().UnixNano()) + `', "fs.native-local.enabled"='true', "local.location"='/tmp/sallyport-trino/files')`,
		"CREATE SCHEMA files.public",
	}
	for source, db := range map[string]string{"whole": s.whole, "crm": s.databases["crm"], "ops": s.databases["ops"]} {
		dsn, err := url.Parse(s.pg.DSN(db))
		if err != nil {
			t.Fatal(err)
		}
		password, given := dsn.User.Password()
		if !given {
			password = "none" // Trino wants one
		}
		_ = ask("DROP CATALOG " + source)
		must = append(must, fmt.Sprintf(`CREATE CATALOG %s USING postgresql WITH ("connection-url"='jdbc:postgresql://%s/%s', "connection-user"='%s', "connection-password"='%s')`, source, dsn.Host, db, dsn.User.Username(), password))
	}
	for table, home := range homes {
		if home == "files" {
			must = append(must, "CREATE TABLE files.public."+table+" AS SELECT * FROM whole.public."+table)
		}
	}
	for _, sql := range must {
		if err := ask(sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	_, apart := tpchQueries(t, homes)
	var all, theirs time.Duration
	for i, sql := range apart {
		a := best(t, func() error {
			_, err := texts(t.Context(), c, sql)
			return err
		})
		b := best(t, func() error { return ask(withoutColons(sql)) })
		all, theirs = all+a, theirs+b
		say("query %2d: over several %7.1f ms, Trino over the same %7.1f ms, ratio %5.2f", i+1, ms(a), ms(b), float64(a)/float64(b))
	}
	say("all 22: over several %.2f s, Trino of one node %.2f s, ratio %.2f", all.Seconds(), theirs.Seconds(), float64(all)/float64(theirs))
	if path := os.Getenv("JOINS_REPORT"); path != "" {
		had, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, append(had, report.String()...), 0o644) //nolint:gosec // it is for all to read
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// withoutColons writes x::type as CAST (x AS type).
func withoutColons(sql string) string {
	for {
		at := strings.Index(sql, "::")
		if at < 0 {
			return sql
		}
		from, depth := at-1, 0
		for ; from >= 0; from-- {
			if sql[from] == ')' {
				depth++
			} else if sql[from] == '(' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		for from > 0 && (sql[from-1] >= 'a' && sql[from-1] <= 'z' || sql[from-1] == '_') { // the function's name
			from--
		}
		to := at + 2
		for to < len(sql) && strings.IndexByte("abcdefghijklmnopqrstuvwxyz", sql[to]) >= 0 {
			to++
		}
		if to < len(sql) && sql[to] == '(' {
			to += strings.IndexByte(sql[to:], ')') + 1
		}
		sql = sql[:from] + "CAST(" + sql[from:at] + " AS " + strings.Replace(sql[at+2:to], "numeric", "decimal", 1) + ")" + sql[to:]
	}
}

// askTrino runs a statement, and reads its rows to their end.
func askTrino(t *testing.T, at, sql string) error {
	t.Helper()
	method, where, body := http.MethodPost, at+"/v1/statement", sql
	for {
		request, err := http.NewRequestWithContext(t.Context(), method, where, strings.NewReader(body))
		if err != nil {
			return err
		}
		request.Header.Set("X-Trino-User", "bench")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		var said struct {
			NextURI string `json:"nextUri"`
			Error   *struct{ Message string }
		}
		err = json.NewDecoder(answer.Body).Decode(&said)
		_ = answer.Body.Close()
		switch {
		case err != nil:
			return err
		case said.Error != nil:
			return errors.New(said.Error.Message)
		case said.NextURI == "":
			return nil
		}
		method, where, body = http.MethodGet, said.NextURI, ""
	}
}
