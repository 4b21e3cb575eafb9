package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgsettings"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestShow(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{ApplicationName: "psql\n☠"})
	for _, test := range []struct{ sql, column, want string }{
		{"SHOW server_version_num", "server_version_num", "150000"},
		{"SHOW server_version", "server_version", "15.0 (DuckDB " + c.provider.Info().Version + ")"},
		{"SHOW timezone", "TimeZone", "UTC"},
		{"SHOW datestyle", "DateStyle", "ISO, MDY"},
		{"SHOW search_path", "search_path", `"$user", public`},
		{"SHOW application_name", "application_name", "psql????"},
		{"SHOW transaction_isolation", "transaction_isolation", "read committed"},
		{"SHOW standard_conforming_strings", "standard_conforming_strings", "on"},
		{"SHOW transaction_read_only", "transaction_read_only", "off"},
	} {
		a := must(t, c, test.sql)
		if a.tag != "SHOW" || a.columns[0].Name != test.column || a.rows[0] != test.want {
			t.Errorf("%s: column %s, %q, tag %s; want %s, %q", test.sql, a.columns[0].Name, a.rows, a.tag, test.column, test.want)
		}
	}
	if a := must(t, c, "SHOW all"); len(a.rows) != len(pgsettings.Listed()) || len(a.columns) != 3 {
		t.Errorf("SHOW ALL has %d rows, want %d", len(a.rows), len(pgsettings.Listed()))
	}
	refused(t, c, sqlstate.UndefinedObject, "SHOW nonsense")
	refused(t, c, sqlstate.UndefinedObject, "SHOW my.setting")
}

func TestSet(t *testing.T) {
	c := demo(t)
	for _, test := range []struct{ sql, show, want string }{
		{"SET application_name TO 'dbt'", "application_name", "dbt"},
		{"SET datestyle TO ISO", "DateStyle", "ISO, MDY"},
		{"SET datestyle TO 'ISO, DMY'", "DateStyle", "ISO, DMY"},
		{"SET extra_float_digits TO 3", "extra_float_digits", "3"},
		{"SET client_encoding TO 'utf-8'", "client_encoding", "UTF8"},
		{"SET client_encoding TO unicode", "client_encoding", "UTF8"},
		{"SET client_encoding TO UNICODE", "client_encoding", "UNICODE"},
		{"SET standard_conforming_strings TO on", "standard_conforming_strings", "on"},
		{"SET statement_timeout TO 90000", "statement_timeout", "90s"},
		{"SET statement_timeout TO 60000", "statement_timeout", "1min"},
		{"SET statement_timeout TO 0", "statement_timeout", "0"},
		{"SET timezone TO 'Europe/Berlin'", "timezone", "Europe/Berlin"},
		{"SET timezone TO -5", "timezone", "<-05>+05"},
		{"RESET timezone", "timezone", "UTC"},
		{"SET timezone TO DEFAULT", "timezone", "UTC"},
		{"SET default_transaction_isolation TO 'REPEATABLE READ'", "transaction_isolation", "repeatable read"},
		{"SET jit TO false", "jit", "off"},
		{"SET my.own TO 'x y'", "my.own", "x y"},
		{"SET LOCAL application_name TO 'nobody'", "application_name", "dbt"}, // outside of a transaction
		{"RESET all", "application_name", ""},
	} {
		must(t, c, test.sql)
		if a := must(t, c, "SHOW "+test.show); a.rows[0] != test.want {
			t.Errorf("%s: %s is %q, want %q", test.sql, test.show, a.rows[0], test.want)
		}
	}
	for _, test := range []struct {
		sql  string
		code sqlstate.Code
	}{
		{"SET nonsense TO 1", "42704"},
		{"SET server_version TO '9'", "55P02"},
		{"SET client_encoding TO 'SJIS'", "0A000"},
		{"SET standard_conforming_strings TO off", "0A000"},
		{"SET datestyle TO 'German, ISO'", "22023"},
		{"SET timezone TO 'Mars/Base'", "22023"},
		{"SET timezone TO '../../etc/passwd'", "22023"},
		{"SET statement_timeout TO 'soon'", "22023"},
		{"SET extra_float_digits TO 99", "22023"},
		{"SET jit TO perhaps", "22023"},
		{"SET transaction_isolation TO 'chaos'", "22023"},
		{"SET bytea_output TO nosuch", "22023"},
		{"SET intervalstyle TO nosuch", "22023"},
		{"SET client_min_messages TO loud", "22023"},
		{"SET memory_limit TO '900GB'", "42704"},
		{"SET lock_configuration TO off", "42704"},
	} {
		refused(t, c, test.code, test.sql)
	}
}

func TestTimeZone(t *testing.T) {
	c := demo(t)
	const sql = "SELECT '2024-07-01 12:00:00+00'::timestamptz, '2024-07-01 12:00:00+00'::timestamptz::date, ['2024-01-01 00:00:00+00'::timestamptz]"
	for zone, want := range map[string]string{
		"Europe/Berlin":    `2024-07-01 14:00:00+02|2024-07-01|{"2024-01-01 01:00:00+01"}`,
		"Pacific/Auckland": `2024-07-02 00:00:00+12|2024-07-02|{"2024-01-01 13:00:00+13"}`,
		"Asia/Kolkata":     `2024-07-01 17:30:00+05:30|2024-07-01|{"2024-01-01 05:30:00+05:30"}`,
		"-5":               `2024-07-01 07:00:00-05|2024-07-01|{"2023-12-31 19:00:00-05"}`,
		"UTC":              `2024-07-01 12:00:00+00|2024-07-01|{"2024-01-01 00:00:00+00"}`,
	} {
		must(t, c, "SET timezone TO '"+zone+"'")
		if a := must(t, c, sql); a.rows[0] != want {
			t.Errorf("%s: %s, want %s", zone, a.rows[0], want)
		}
	}
}

func TestSettingsInTransactions(t *testing.T) {
	c := demo(t)
	expect := func(when, zone, name string) {
		t.Helper()
		gotName := must(t, c, "SHOW application_name").rows[0]
		gotZone := must(t, c, "SELECT current_setting('TimeZone')").rows[0]
		if gotZone != zone || gotName != name {
			t.Errorf("%s: %s, %q, want %s, %q", when, gotZone, gotName, zone, name)
		}
	}
	must(t, c, "SET application_name TO 'before'")
	must(t, c, "BEGIN")
	must(t, c, "SET LOCAL timezone TO 'Asia/Tokyo'")
	must(t, c, "SET application_name TO 'kept'")
	expect("inside", "Asia/Tokyo", "kept")
	must(t, c, "COMMIT")
	expect("after COMMIT", "UTC", "kept")
	must(t, c, "BEGIN")
	must(t, c, "SET timezone TO 'Asia/Tokyo'")
	must(t, c, "SET application_name TO 'lost'")
	expect("inside", "Asia/Tokyo", "lost")
	must(t, c, "ROLLBACK")
	expect("after ROLLBACK", "UTC", "kept")
}

func TestSearchPath(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE SCHEMA other")
	must(t, c, "CREATE TABLE other.t AS SELECT 'other' AS x")
	must(t, c, "CREATE TABLE t AS SELECT 'public' AS x")
	for path, want := range map[string]string{
		"other, public": "other", "public, other": "public", `"$user", other`: "other", "none, public": "public",
	} {
		must(t, c, "SET search_path TO "+path)
		if a := must(t, c, "SELECT x FROM t"); a.rows[0] != want {
			t.Errorf("search_path %s finds %s, want %s", path, a.rows[0], want)
		}
	}
	for _, path := range []string{"memory.main", "none", "__pg", "system"} {
		must(t, c, "SET search_path TO "+path)
		refused(t, c, sqlstate.UndefinedTable, "SELECT x FROM t")
		refused(t, c, sqlstate.DivisionByZero, "SELECT 1/0")
	}
	must(t, c, "RESET search_path")
	if a := must(t, c, "SELECT x FROM t"); a.rows[0] != "public" {
		t.Errorf("after RESET: %s", a.rows[0])
	}
	if a := must(t, connect(t, p, providers.ConnOptions{}), "SELECT x FROM t"); a.rows[0] != "public" {
		t.Errorf("another session finds %s", a.rows[0])
	}
}

func TestStatementTimeout(t *testing.T) {
	c := demo(t)
	must(t, c, "SET statement_timeout TO 100")
	e := refused(t, c, sqlstate.QueryCanceled, slow)
	if e.Message != "canceling statement due to statement timeout" {
		t.Errorf("message %q", e.Message)
	}
	must(t, c, "SET statement_timeout TO 0")
	must(t, c, "SELECT 1")
}
