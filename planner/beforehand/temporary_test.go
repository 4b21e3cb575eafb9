package beforehand_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner/beforehand"
)

func TestTemporary(t *testing.T) {
	for sql, want := range map[string]bool{
		"CREATE TEMP VIEW a AS SELECT 1":                                     true,
		"CREATE OR REPLACE TEMPORARY VIEW a AS SELECT 1":                     true,
		"CREATE TEMP TABLE a (n int)":                                        true,
		"CREATE TABLE pg_temp.a (n int)":                                     true,
		`CREATE VIEW "pg_temp".a AS SELECT 1`:                                true,
		"CREATE TEMP TABLE a AS SELECT 1":                                    true,
		"SELECT 1 AS n INTO TEMP a":                                          true,
		"CREATE TEMP SEQUENCE a":                                             true,
		"CREATE VIEW a AS SELECT 'temp'":                                     false,
		"CREATE TABLE temporary (temp int)":                                  false,
		"CREATE DOMAIN pg_temp.a AS int":                                     true,
		"CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'": true,
		"DELETE FROM t":                                                      false,
		"no SQL at all":                                                      false,
		"CREATE TABLE a (n int); CREATE TEMP TABLE b ()":                     true,
		"CREATE VIEW a AS SELECT * FROM pg_temp.something":                   true,
	} {
		if got := beforehand.Temporary(sql); got != want {
			t.Errorf("%s: %v", sql, got)
		}
	}
}

func TestExecuted(t *testing.T) {
	for sql, want := range map[string]string{
		"EXECUTE a":                        "a",
		`EXECUTE "a""b"(1)`:                `a"b`,
		`EXECUTE U&"\0061"`:                "a",
		"EXPLAIN ANALYZE EXECUTE A":        "a",
		"CREATE TABLE t AS EXECUTE a":      "a",
		"EXECUTE a; EXECUTE b":             "a,b",
		"SELECT 'EXECUTE a' -- EXECUTE a;": "",
		"EXECUTE":                          "",
	} {
		if got := strings.Join(beforehand.Executed(sql), ","); got != want {
			t.Errorf("%s: %q", sql, got)
		}
	}
}
