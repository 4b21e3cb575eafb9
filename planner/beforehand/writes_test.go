package beforehand_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner/beforehand"
)

// TestWritesOf: the changes of a body are found, and what is not known of it is told.
func TestWritesOf(t *testing.T) {
	for _, test := range []struct{ text, want, unknown string }{
		{"CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$BEGIN INSERT INTO audit.log VALUES (NEW.id); RETURN NEW; END$$", "INSERT audit.log", ""},
		{"CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$DECLARE n int; BEGIN IF a > 1 THEN DELETE FROM x WHERE i = a RETURNING i INTO n; ELSE UPDATE y SET b = 1; END IF; COMMIT; END$$", "DELETE x, UPDATE y", ""},
		{"DO $$BEGIN FOR i IN 1..3 LOOP MERGE INTO x USING y ON x.i = y.i WHEN MATCHED THEN DELETE; END LOOP; TRUNCATE z; END$$", "DELETE x, TRUNCATE z", ""},
		{"DO $$BEGIN DELETE FROM a; EXECUTE 'DELETE FROM b'; UPDATE c SET d = 1; END$$", "DELETE a, UPDATE c", "SQL that is built at run time at line 1"},
		{"DO $$BEGIN DELETE FROM a; CALL other(); END$$", "DELETE a", "another procedure at line 1"},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'WITH d AS (DELETE FROM x RETURNING 1) INSERT INTO y SELECT * FROM d; SELECT 1'", "INSERT y, DELETE x", ""},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE plperl AS 'x'", "", "its language is plperl"},
		{"DO $$BEGIN nonsense here; END$$", "", "NONSENSE at line 1"},
		{"SELECT 1", "", "its definition has no body"},
	} {
		list, err := beforehand.WritesOf(test.text)
		var found []string
		for _, c := range list {
			name := c.Name
			if c.Schema != "" {
				name = c.Schema + "." + name
			}
			found = append(found, c.Verb+" "+name)
		}
		if got := strings.Join(found, ", "); got != test.want || (test.unknown == "") != (err == nil) || err != nil && !strings.Contains(fmt.Sprint(err), test.unknown) {
			t.Errorf("%s\n%s (%v)\nwant %s", test.text, got, err, test.want)
		}
	}
}
