package relay_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// harmlessValues are settings that every mode lets a client change, and a value.
var harmlessValues = [][2]string{
	{"work_mem", "64MB"},
	{"maintenance_work_mem", "512MB"},
	{"temp_buffers", "32MB"},
	{"hash_mem_multiplier", "1.5"},
	{"effective_cache_size", "1GB"},
	{"random_page_cost", "1.1"},
	{"cpu_index_tuple_cost", "0.01"},
	{"enable_seqscan", "off"},
	{"enable_parallel_hash", "off"},
	{"jit", "on"},
	{"jit_above_cost", "-1"},
	{"statement_timeout", "7s"},
	{"lock_timeout", "3s"},
	{"idle_in_transaction_session_timeout", "1min"},
	{"extra_float_digits", "3"},
	{"bytea_output", "escape"},
	{"xmloption", "document"},
	{"client_min_messages", "warning"},
	{"application_name", "me"},
	{"synchronous_commit", "remote_apply"},
	{"row_security", "off"},
	{"quote_all_identifiers", "on"},
	{"check_function_bodies", "off"},
	{"default_transaction_isolation", "serializable"},
	{"TimeZone", "Asia/Tokyo"},
	{"plan_cache_mode", "force_custom_plan"},
	{"max_parallel_workers_per_gather", "0"},
	// What holds anyway.
	{"standard_conforming_strings", "on"},
	{"client_encoding", "UTF8"},
	{"default_transaction_read_only", "on"},
	{"default_table_access_method", "heap"},
	{"default_tablespace", ""},
	{"backslash_quote", "safe_encoding"},
	{"transform_null_equals", "off"},
}

// pinned are those of them that a client may set to what holds, and not reset.
var pinned = map[string]bool{
	"standard_conforming_strings": true, "client_encoding": true, "backslash_quote": true, "transform_null_equals": true, "default_transaction_read_only": true,
}

func (g *gateway) connect(parameters map[string]string) (*raw, string) {
	g.tb.Helper()
	c := g.open()
	parameters["user"], parameters["database"] = "mallory", "main"
	c.add(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: parameters})
	c.flush()
	return c, c.until('Z')
}

// TestHarmlessSettings: in the strictest mode, in every way that a client has.
func TestHarmlessSettings(t *testing.T) {
	g := openGateway(t, gate.ReadOnly)
	ways := []string{"SET %s = '%s'", "SET SESSION %s TO '%s'", "SELECT set_config('%s', '%s', false)"}
	for _, s := range harmlessValues {
		t.Run(s[0], func(t *testing.T) {
			c := g.dial()
			defer c.conn.Close() //nolint:errcheck // it was to ask
			before := c.query("SHOW " + s[0])
			for _, way := range ways {
				if got := c.query(fmt.Sprintf(way, s[0], s[1])); !strings.HasSuffix(got, "ZI") || strings.Contains(got, "E(") {
					t.Errorf("%s: %s", way, got)
				}
				if got := c.query("SELECT current_setting('" + s[0] + "') = '" + s[1] + "'"); !strings.HasPrefix(got, "D(t)") {
					t.Errorf("%s: then it is %s", way, c.query("SHOW "+s[0]))
				}
				if pinned[s[0]] {
					continue
				}
				if got := c.query("RESET " + s[0]); got != "C(RESET)ZI" {
					t.Errorf("RESET: %s", got)
				}
				if now := c.query("SHOW " + s[0]); now != before {
					t.Errorf("after RESET it is %s and was %s", now, before)
				}
			}
			for _, sql := range []string{"SET LOCAL %s = '%s'", "SELECT set_config('%s', '%s', true)"} {
				c.query("BEGIN")
				if got := c.query(fmt.Sprintf(sql, s[0], s[1])); strings.Contains(got, "E(") {
					t.Errorf("%s: %s", sql, got)
				}
				c.query("ROLLBACK")
			}
			if got := c.query("SET " + s[0] + " TO DEFAULT"); got != "C(SET)ZI" && !pinned[s[0]] {
				t.Errorf("TO DEFAULT: %s", got)
			}
			option := "-c " + s[0] + "=" + strings.ReplaceAll(s[1], " ", `\ `)
			for _, p := range []map[string]string{{s[0]: s[1]}, {"options": option}, {"options": "--" + option[3:]}} {
				c, got := g.connect(p)
				defer c.conn.Close() //nolint:errcheck // it was to ask
				if !strings.HasSuffix(got, "ZI") {
					t.Errorf("%v when connecting: %s", p, got)
					continue
				}
				if got := c.query("SELECT current_setting('" + s[0] + "') = '" + s[1] + "'"); !strings.HasPrefix(got, "D(t)") {
					t.Errorf("%v when connecting: then it is %s", p, c.query("SHOW "+s[0]))
				}
			}
		})
	}
}

// TestRefusedSettings: what weakens the gate, the server or the record is not to be
// had in read_only, in no way.
func TestRefusedSettings(t *testing.T) {
	g := openGateway(t, gate.ReadOnly)
	g.super("CREATE ROLE other")
	t.Cleanup(func() { g.super("DROP ROLE other") })
	c := g.dial()
	for _, s := range [][2]string{
		{"work_mem", "100GB"},
		{"work_mem", "300000"},
		{"temp_buffers", "2GB"},
		{"hash_mem_multiplier", "900"},
		{"maintenance_work_mem", "1TB"},
		{"synchronous_commit", "off"},
		{"synchronous_commit", "local"},
		{"session_replication_role", "replica"},
		{"role", "other"},
		{"session_authorization", "other"},
		{"default_transaction_read_only", "off"},
		{"transaction_read_only", "off"},
		{"standard_conforming_strings", "off"},
		{"client_encoding", "LATIN1"},
		{"backslash_quote", "on"},
		{"transform_null_equals", "on"},
		{"local_preload_libraries", "x"},
		{"session_preload_libraries", "x"},
		{"dynamic_library_path", "/tmp"},
		{"log_statement", "none"},
		{"log_min_messages", "panic"},
		{"app.tenant", "7"},
		{"default_tablespace", "elsewhere"},
		{"password_encryption", "md5"},
		{"zero_damaged_pages", "on"},
		{"allow_system_table_mods", "on"},
		{"jit_dump_bitcode", "on"},
		{"no_such_setting", "1"},
	} {
		for _, way := range []string{"SET %s = '%s'", "SET LOCAL %s TO '%s'", "SELECT set_config('%s', '%s', false)", "SELECT pg_catalog.set_config('%s', '%s' || '', false)"} {
			if got := c.query(fmt.Sprintf(way, s[0], s[1])); !strings.HasPrefix(got, "E(42501)") {
				t.Errorf(way+": %s", s[0], s[1], got)
			}
		}
		for _, p := range []map[string]string{{s[0]: s[1]}, {"options": "-c " + s[0] + "=" + s[1]}} {
			if _, got := g.connect(p); !strings.Contains(got, "E(42501)") && !strings.Contains(got, "E(22023)") {
				t.Errorf("%v when connecting: %s", p, got)
			}
		}
	}
	for _, name := range []string{"transaction_read_only", "default_transaction_read_only", "client_encoding", "standard_conforming_strings", "session_replication_role", "app.tenant"} {
		if got := c.query("RESET " + name); !strings.HasPrefix(got, "E(42501)") {
			t.Errorf("RESET %s: %s", name, got)
		}
	}
}

// TestRoleOfItsOwn: to take a role back gives the one that the login begins with,
// and not the login itself.
func TestRoleOfItsOwn(t *testing.T) {
	g := openGateway(t, gate.ReadOnly)
	c := g.dial()
	own := c.query("SELECT current_user")
	for _, sql := range []string{
		"RESET ROLE", "SET ROLE NONE", "set session role 'none' ;", "SET /* a comment that is long */ ROLE NONE", "SET role TO DEFAULT",
		"SET SESSION AUTHORIZATION DEFAULT", "RESET SESSION AUTHORIZATION",
	} {
		if got := c.query(sql); strings.Contains(got, "E(") {
			t.Errorf("%s: %s", sql, got)
		}
		if got := c.ask(parse("", sql), bind("", ""), execute("")); strings.Contains(got, "E(") {
			t.Errorf("%s by messages: %s", sql, got)
		}
		if got := c.query("SELECT current_user"); got != own {
			t.Errorf("after %s it is %s", sql, got)
		}
	}
	for _, sql := range []string{"SET LOCAL ROLE NONE", "SELECT set_config('role', 'none', false)", "ALTER ROLE CURRENT_USER SET role = 'none'"} {
		if got := c.query(sql); !strings.HasPrefix(got, "E(42501)") {
			t.Errorf("%s: %s", sql, got)
		}
	}
	g.super("CREATE ROLE narrow; CREATE ROLE wide LOGIN; GRANT narrow TO wide; ALTER ROLE wide SET role = 'narrow'")
	t.Cleanup(func() { g.super("DROP ROLE wide; DROP ROLE narrow") })
	login, err := url.Parse(g.dsn)
	check(t, err)
	login.User = url.User("wide")
	h := before(t, g.dsn, gate.ReadOnly, func(s *settings) { s.source.DSN = login.String() })
	c = h.dial()
	for _, sql := range []string{"SELECT 1", "SET ROLE NONE", "RESET ROLE", "SET SESSION AUTHORIZATION DEFAULT", "RESET ALL", "DISCARD ALL"} {
		c.query(sql)
		if got := c.query("SELECT current_user"); !strings.HasPrefix(got, "D(narrow)") {
			t.Errorf("after %s it is %s", sql, got)
		}
	}
}

// TestHeldCursorPins: a cursor that outlives its transaction, and LISTEN, keep their
// session on its backend, where backends are shared by transaction.
func TestHeldCursorPins(t *testing.T) {
	g := openGateway(t, gate.ReadOnly, shared(2))
	a, b := g.dial(), g.dial()
	a.query("BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT 7; COMMIT")
	if got := b.query("FETCH c"); !strings.HasPrefix(got, "E(42501)") {
		t.Errorf("another session reads it: %s", got)
	}
	b.query("BEGIN") // takes whatever backend is free
	if got := a.query("FETCH c"); !strings.HasPrefix(got, "D(7)") {
		t.Error(got)
	}
	b.query("COMMIT")
	g = openGateway(t, gate.ReadOnly, shared(2))
	a, b = g.dial(), g.dial()
	if got := a.query("LISTEN news"); got != "C(LISTEN)ZI" {
		t.Error(got)
	}
	b.query("BEGIN")
	g.super("NOTIFY news, 'hello'")
	if got := a.query("SELECT 1"); !strings.Contains(got, "A") {
		t.Errorf("there is no notification: %s", got)
	}
	if got := a.query("UNLISTEN *"); got != "C(UNLISTEN)ZI" {
		t.Error(got)
	}
}

// TestRowSecurityOff: it shows nobody more rows, be they the owner or not.
func TestRowSecurityOff(t *testing.T) {
	g := openGateway(t, gate.ReadOnly)
	g.super(`CREATE ROLE guarded LOGIN; CREATE TABLE mine (n int); CREATE TABLE others (n int); INSERT INTO mine VALUES (1), (2); INSERT INTO others VALUES (1), (2);
		ALTER TABLE mine OWNER TO guarded; GRANT SELECT ON others TO guarded; ALTER TABLE mine ENABLE ROW LEVEL SECURITY; ALTER TABLE mine FORCE ROW LEVEL SECURITY;
		ALTER TABLE others ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON mine USING (n = 1); CREATE POLICY p ON others USING (n = 1)`)
	t.Cleanup(func() { g.super("DROP OWNED BY guarded; DROP ROLE guarded") })
	login, err := url.Parse(g.dsn)
	check(t, err)
	login.User = url.User("guarded")
	c := before(t, g.dsn, gate.ReadOnly, func(s *settings) { s.source.DSN = login.String() }).dial()
	for _, table := range []string{"mine", "others"} {
		for _, step := range [][2]string{{"on", "D(1)C(SELECT 1)ZI"}, {"off", "E(42501)ZI"}} {
			c.query("SET row_security = " + step[0])
			if got := c.query("SELECT n FROM " + table); got != step[1] {
				t.Errorf("%s with row_security %s: %s", table, step[0], got)
			}
		}
	}
}

// TestSessionAttributes: drivers that look for a primary, or for a session that may
// write, are told what is so.
func TestSessionAttributes(t *testing.T) {
	readOnly, safe := openGateway(t, gate.ReadOnly), sit(t, gate.Safe, longWait)
	for _, test := range []struct {
		addr, wants string
		connects    bool
	}{
		{readOnly.addr, "any", true},
		{readOnly.addr, "primary", true},
		{readOnly.addr, "read-only", true},
		{readOnly.addr, "prefer-standby", true},
		{readOnly.addr, "read-write", false},
		{readOnly.addr, "standby", false},
		{safe.addr, "primary", true},
		{safe.addr, "read-write", true},
		{safe.addr, "standby", false},
	} {
		c, err := pgconn.Connect(t.Context(), "postgres://mallory@"+test.addr+"/main?sslmode=disable&target_session_attrs="+test.wants)
		if (err == nil) != test.connects {
			t.Errorf("%s: %v", test.wants, err)
		}
		if err == nil {
			check(t, c.Close(t.Context()))
		}
	}
}
