package mcp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// What can be done with a relation follows from its kind, from what the source's
// login may do, from what hides behind it, and from the server's mode.
func TestMethodsOfPostgres(t *testing.T) {
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	execute(t, dsn, `CREATE TABLE item (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, price numeric(10,2) NOT NULL DEFAULT 1,
			"from" date NOT NULL, tags text[], twice numeric GENERATED ALWAYS AS (price * 2) STORED);
		CREATE VIEW cheap AS SELECT * FROM item WHERE price < 1;
		CREATE MATERIALIZED VIEW total AS SELECT sum(price) FROM item;
		CREATE TABLE watched (id int PRIMARY KEY, n int);
		CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NOTIFY x; RETURN NEW; END';
		CREATE TRIGGER t BEFORE INSERT ON watched FOR EACH ROW EXECUTE FUNCTION tell();
		CREATE TABLE locked (id int);
		DROP ROLE IF EXISTS methods_reader; CREATE ROLE methods_reader LOGIN; GRANT SELECT ON item, cheap TO methods_reader; GRANT UPDATE (price) ON item TO methods_reader`)
	reader := strings.Replace(dsn, "postgres@", "methods_reader@", 1)
	for _, test := range []struct {
		dsn  string
		mode gate.Mode
		want string
	}{
		{dsn, gate.DeleteSafe, `
			item: delete delete ask run_mutation_query; insert mutate allow run_mutation_query needs name,from; select read allow run_select_query; truncate delete ask run_mutation_query; update mutate allow run_mutation_query
			cheap: delete delete ask run_mutation_query; insert mutate allow run_mutation_query; select read allow run_select_query; update mutate allow run_mutation_query
			total: select read allow run_select_query
			watched: delete delete ask run_mutation_query; insert mutate allow run_mutation_query needs id; select read allow run_select_query; truncate delete ask run_mutation_query; update mutate allow run_mutation_query`},
		{reader, gate.ReadOnly, `
			item: select read allow run_select_query; update mutate deny run_mutation_query
			cheap: select read allow run_select_query
			locked:`},
	} {
		d := open(t, settings{dsn: test.dsn, mode: test.mode})
		call := d.overHTTP(t)
		schemas := call.schemas(t)
		for _, line := range strings.Split(strings.TrimSpace(test.want), "\n") {
			table, want, _ := strings.Cut(strings.TrimSpace(line), ":")
			o := call.call(t, "list_methods", fmt.Sprintf(`{"provider":"pg","resource":%q}`, table))
			fits(t, schemas, "list_methods", o)
			var list struct {
				Rows []struct {
					MethodName, RequiredParams, Class, Verdict, Tool string
				}
			}
			must(t, json.Unmarshal(o.Structured, &list))
			var got []string
			for _, m := range list.Rows {
				text := strings.Join([]string{m.MethodName, m.Class, m.Verdict, m.Tool}, " ")
				if m.RequiredParams != "" {
					text += " needs " + strings.ReplaceAll(m.RequiredParams, ", ", ",")
				}
				got = append(got, text)
				o := call.call(t, "describe_method", fmt.Sprintf(`{"provider":"pg","resource":%q,"method":%q}`, table, m.MethodName))
				fits(t, schemas, "describe_method", o)
			}
			if got := strings.Join(got, "; "); got != strings.TrimSpace(want) {
				t.Errorf("%s in %s:\n got %s\nwant %s", table, test.mode, got, want)
			}
		}
	}
	execute(t, dsn, "DROP OWNED BY methods_reader; DROP ROLE methods_reader")
}

// An example is a statement that works, values aside.
func TestExamplesOfPostgres(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	execute(t, dsn, `CREATE SCHEMA "my Shop"; CREATE TABLE "my Shop"."Order" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "group" text NOT NULL, "user" uuid NOT NULL,
		at timestamptz NOT NULL, "when" interval NOT NULL, j jsonb NOT NULL, tags int[] NOT NULL, ok boolean NOT NULL, b bytea NOT NULL, d date NOT NULL, n numeric(5,2) NOT NULL)`)
	d := open(t, settings{dsn: dsn, mode: gate.FullAccess})
	call := d.overHTTP(t)
	for _, method := range []string{"insert", "select", "update", "delete", "truncate"} {
		o := call.call(t, "describe_method", fmt.Sprintf(`{"provider":"pg","service":"my Shop","resource":"Order","method":%q}`, method))
		var m struct {
			Example, Tool string
			Columns       []struct{ Name, Input string }
		}
		must(t, json.Unmarshal(o.Structured, &m))
		if method == "insert" && (m.Columns[0].Input != "none" || m.Columns[1].Input != "required") {
			t.Errorf("columns %v", m.Columns)
		}
		sql, err := json.Marshal(m.Example)
		must(t, err)
		o = call.call(t, m.Tool, `{"sql":`+string(sql)+`}`)
		if o.IsError {
			t.Errorf("%s: %s", m.Example, o.Text)
			continue
		}
		var rows struct {
			Count    int `json:"row_count"`
			Affected int `json:"rows_affected"`
		}
		must(t, json.Unmarshal(o.Structured, &rows))
		if rows.Count+rows.Affected != 1 && method != "truncate" {
			t.Errorf("%s: %s", m.Example, o.Structured)
		}
	}
}

// run_lifecycle_operation takes what executes, and nothing else does.
func TestLifecycleOfPostgres(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	execute(t, dsn, `CREATE TABLE log (n int); CREATE PROCEDURE note(n int) LANGUAGE sql AS 'INSERT INTO log VALUES (n)';
		CREATE FUNCTION noted(n int) RETURNS int LANGUAGE plpgsql AS 'BEGIN INSERT INTO log VALUES (n); RETURN n; END'`)
	d := open(t, settings{dsn: dsn, mode: gate.FullAccess})
	call := d.overHTTP(t)
	schemas := call.schemas(t)
	for _, sql := range []string{"CALL note(1)", "SELECT noted(2)", "DO 'BEGIN PERFORM noted(3); END'"} {
		for _, tool := range []string{"run_select_query", "run_mutation_query", "run_lifecycle_operation"} {
			arguments, err := json.Marshal(map[string]string{"provider": "pg", "sql": sql})
			must(t, err)
			o := call.call(t, tool, string(arguments))
			fits(t, schemas, tool, o)
			if o.IsError == (tool == "run_lifecycle_operation") || o.IsError && !strings.Contains(o.Text, "Use run_lifecycle_operation") {
				t.Errorf("%s: %s: %s", tool, sql, o.Text)
			}
		}
	}
	if o := call.call(t, "run_select_query", `{"provider":"pg","sql":"SELECT array_agg(n ORDER BY n) FROM log"}`); !strings.Contains(o.Text, "\n{1,2,3}\n") {
		t.Errorf("what ran: %s", o.Text)
	}
}
