package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner"
)

// TestSamplesUnderAnotherName: a sample does not show a column that holds secrets because it is
// called otherwise.
func TestSamplesUnderAnotherName(t *testing.T) {
	secret := func(c string) bool { return strings.Contains(c, "password") }
	for _, sql := range []string{
		"UPDATE t SET note = s.x FROM (SELECT id, password AS x FROM users) s WHERE s.id = t.id",
		"UPDATE t SET note = s.c FROM users AS s(a, b, c) WHERE s.a = t.id",
		"WITH s AS (SELECT id, password AS x FROM users) UPDATE t SET note = s.x FROM s WHERE s.id = t.id",
		"UPDATE t SET note = s::text FROM users s WHERE s.id = t.id",
		"INSERT INTO t SELECT * FROM users AS s(a, b, c)",
		"INSERT INTO t SELECT s FROM users s",
		"INSERT INTO t SELECT row_to_json(s) FROM users s",
		"INSERT INTO t SELECT id, note FROM t UNION SELECT * FROM users",
	} {
		found := planner.SamplesOf(sql, 5, secret)
		if len(found) == 0 {
			t.Errorf("%s: no sample", sql)
		}
		for _, s := range found {
			if !s.Secret && !slices.Contains(s.Hidden, true) {
				t.Errorf("%s\n  %s  After %v Hidden %v Secret %v", sql, s.SQL, s.After, s.Hidden, s.Secret)
			}
		}
	}
}
