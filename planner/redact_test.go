package planner_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner"
)

func TestRedact(t *testing.T) {
	for _, sql := range []string{
		"CREATE ROLE x PASSWORD 'hunter2'",
		"ALTER ROLE x ENCRYPTED PASSWORD $$hunter2$$ VALID UNTIL 'infinity'",
		"ALTER ROLE x PASSWORD U&'hunter2'",
		"ALTER ROLE x PASSWORD N'hunter2'",
		"ALTER ROLE x PASSWORD E'hunter2' nonsense",
		"ALTER ROLE x PASSWRD 'hunter2'",
		"ALTER ROLE x PASSWORD 'hunter2",
		"CREATE USER MAPPING FOR x SERVER s OPTIONS (user 'a', password 'hunter2')",
		"SELECT dblink_connect('host=h password=hunter2')",
		"SELECT dblink_connect('postgres://u:hunter2@h/d')",
		"CREATE SUBSCRIPTION s CONNECTION 'host=h password=hunter2' PUBLICATION p",
		"SELECT 1 -- password hunter2",
		"/* ALTER ROLE x PASSWORD 'hunter2' */ SELECT 1",
		"INSERT INTO u (name, password) VALUES ('a', 'hunter2')",
		"SELECT * FROM u WHERE password = crypt('hunter2', x)",
		"SELECT set_config('x.password', 'hunter2', false)",
		"SET my.password TO 'hunter2'",
		"DO $$ BEGIN EXECUTE 'ALTER ROLE x PASSWORD ''hunter2'''; END $$",
		"CREATE SECRET s (TYPE s3, SECRET 'hunter2')",
		strings.Repeat(";", 2<<20) + "ALTER ROLE x PASSWORD 'hunter2'",
	} {
		if got := planner.Redact(sql); strings.Contains(got, "hunter2") {
			t.Errorf("%.100s: %.200s", sql, got)
		}
	}
	for _, sql := range []string{
		"SELECT 'a', $1 FROM t -- all of it",
		"DELETE FROM accounts WHERE owner = 'bob'",
		"SELECT 'https://example.com/a:b'",
	} {
		if got := planner.Redact(sql); got != sql {
			t.Errorf("%s became %s", sql, got)
		}
	}
	const two = "ALTER ROLE x PASSWORD 'hunter2'; SELECT 'kept'"
	if got := planner.Redact(two); !strings.Contains(got, "'kept'") {
		t.Errorf("%s", got)
	}
}
