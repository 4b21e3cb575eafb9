package pgwire

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// startingSettings are settings of a startup message. "-" in front: the embedded source does otherwise, and
// the text behind "|" says why.
var startingSettings = []string{
	"statement_timeout=7s", "statement_timeout=abc", "statement_timeout=-1", "lock_timeout=3000", "lock_timeout=1.5s",
	"idle_in_transaction_session_timeout=1min", "idle_session_timeout=60000", "search_path=a, public", `search_path="$user",public`,
	`search_path="a`, "default_transaction_isolation=repeatable read", "default_transaction_isolation=read committed",
	"default_transaction_isolation=serializable",
	"default_transaction_isolation=bogus", "default_transaction_read_only=on", "default_transaction_read_only=maybe",
	"default_transaction_deferrable=on", "row_security=off", "work_mem=64MB", "work_mem=abc", "work_mem=1kB", "work_mem=1TB", "work_mem=5 parsecs",
	"client_encoding=UTF8", "client_encoding=unicode", "DateStyle=ISO, DMY", "datestyle=iso", "DateStyle=bogus",
	"IntervalStyle=postgres", "IntervalStyle=bogus", "INTERVALstyle=bogus", "TimeZone=Europe/Berlin", "TimeZone=UTC", "TimeZone=Nowhere/Bad", "TimeZone=GMT+3",
	"extra_float_digits=2", "extra_float_digits=9", "bytea_output=hex", "bytea_output=bogus", "application_name=x y", "client_min_messages=warning",
	"client_min_messages=loud", "geqo=off", "geqo=perhaps", "jit=off", "plan_cache_mode=force_custom_plan", "nonsense=1", "app.tenant=7",
	"standard_conforming_strings=on", "synchronous_commit=off", "tcp_user_timeout=5000", "random_page_cost=1.1", "random_page_cost=x",
	"server_version=1", "max_connections=5", "fsync=off", "role=nobody", "default_tablespace=nowhere", "lc_time=C",
	"-client_encoding=bogus|there is a hint", "-client_encoding=LATIN1|all text is UTF-8", "DateStyle=SQL", "DateStyle=German", "DateStyle=Postgres, DMY", "DateStyle=SQL, German", "IntervalStyle=iso_8601", "bytea_output=escape", "extra_float_digits=0",
	"-integer_datetimes=on|some clients send it, and it is so", "-log_statement=all|the client is a superuser of the real server",
	"-session_replication_role=replica|the client is a superuser of the real server",
	"-standard_conforming_strings=off|a backslash is a character",
}

// TestEmbeddedStartupSettings begins sessions on a real Postgres and on the embedded source, with
// each setting as a parameter and in options: they begin alike, are told the same parameters, and
// SHOW and RESET say the same.
func TestEmbeddedStartupSettings(t *testing.T) {
	config, err := pgconn.ParseConfig(pgtest.Start(t).CreateDB(t))
	if err != nil {
		t.Fatal(err)
	}
	pg, ours := fmt.Sprintf("%s:%d", config.Host, config.Port), serveDuckDB(t).addr
	for _, one := range startingSettings {
		one, differs := strings.CutPrefix(one, "-")
		one, _, _ = strings.Cut(one, "|")
		name, value, _ := strings.Cut(one, "=")
		escaped := strings.NewReplacer(" ", `\ `).Replace(value)
		for _, parameter := range [][2]string{{name, value}, {"options", "-c " + name + "=" + escaped}, {"options", "--" + strings.ReplaceAll(name, "_", "-") + "=" + escaped}} {
			want := beginWith(t, pg, config.User, config.Database, parameter, name)
			got := beginWith(t, ours, "postgres", "demo", parameter, name)
			if (got != want) != differs {
				t.Errorf("%s: Postgres (-), the embedded source (+):\n%s", parameter, difference(want, got))
			}
		}
	}
}

// beginWith begins a session with one parameter, and returns why it cannot, or what the client is told of
// settings then, with the answers to SHOW, RESET and current_setting.
func beginWith(t *testing.T, addr, user, database string, parameter [2]string, name string) string {
	t.Helper()
	c := dial(t, addr)
	defer c.conn.Close()
	c.Send(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{
		"user": user, "database": database, parameter[0]: parameter[1],
	}})
	c.flush()
	told := map[string]string{}
	for {
		m, err := c.Receive()
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			t.Fatalf("%s: the connection was closed without a word", parameter)
		} else if err != nil {
			t.Fatal(err)
		}
		switch m := m.(type) {
		case *pgproto3.ErrorResponse:
			return fmt.Sprintf("%s %s %s | %s | %s\n", m.Severity, m.Code, m.Message, m.Detail, m.Hint)
		case *pgproto3.ParameterStatus:
			told[m.Name] = m.Value
		case *pgproto3.ReadyForQuery:
			out := c.query("SHOW "+name) + c.query("SET "+name+" TO DEFAULT") + c.query("SHOW "+name) + c.query("SELECT current_setting('"+name+"')")
			for _, name := range []string{"server_version", "is_superuser"} {
				delete(told, name)
			}
			for _, name := range slices.Sorted(maps.Keys(told)) {
				out += name + " = " + told[name] + "\n"
			}
			return out
		}
	}
}
