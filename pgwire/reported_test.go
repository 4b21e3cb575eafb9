package pgwire

import (
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestReportedSettings: after each statement that may change a setting, the client has been told what SHOW says, of
// PostgreSQL and of the embedded engine.
func TestReportedSettings(t *testing.T) {
	real := pgtest.Start(t).CreateDB(t)
	for source, dsn := range map[string]string{"PostgreSQL": real, "embedded": "postgres://postgres@" + serveDuckDB(t).addr + "/demo?sslmode=disable"} {
		c, err := pgconn.Connect(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(t.Context())
		ask := func(sql string) (value string) {
			t.Helper()
			results, err := c.Exec(t.Context(), sql).ReadAll()
			if err != nil {
				t.Fatalf("%s: %s: %v", source, sql, err)
			}
			for _, r := range results {
				for _, row := range r.Rows {
					value = string(row[0])
				}
			}
			return value
		}
		reports := map[string]bool{}
		for _, sql := range []string{
			"SELECT 1", "SET TimeZone = 'Europe/Berlin'", "SELECT 2", "BEGIN", "SET DateStyle = 'SQL, DMY'", "SELECT 3", "ROLLBACK", "SELECT 4",
			"BEGIN; SET LOCAL TimeZone = 'Asia/Tokyo'", "SAVEPOINT s; SET application_name = 'inside'", "ROLLBACK TO s", "COMMIT",
			"BEGIN; SET application_name = 'kept'; COMMIT", "SELECT set_config('IntervalStyle', 'iso_8601', false)", "SELECT set_config('TimeZone', 'UTC', true)",
			"SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY", "RESET TimeZone", "RESET ALL", "SET application_name = 'again'", "DISCARD ALL", "SELECT 5",
		} {
			ask(sql)
			told := map[string]string{}
			for _, name := range []string{"application_name", "DateStyle", "default_transaction_read_only", "IntervalStyle", "TimeZone"} {
				told[name] = c.ParameterStatus(name)
			}
			for name, value := range told {
				shown := ask("SHOW " + name)
				if value != shown {
					t.Errorf("%s: after %s the client knows %s as %q, SHOW says %q", source, sql, name, value, shown)
				}
				reports[name+"="+value] = true
			}
		}
		for _, one := range []string{"TimeZone=Europe/Berlin", "DateStyle=SQL, DMY", "application_name=inside", "application_name=kept", "IntervalStyle=iso_8601", "default_transaction_read_only=on", "application_name=again"} {
			if !reports[one] {
				t.Errorf("%s: %s was never reported", source, one)
			}
		}
	}
}
