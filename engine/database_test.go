package engine_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
)

// Names may begin with what the server itself calls its database.
func TestNamesWithDatabase(t *testing.T) {
	c := newCourt(t, gate.DeleteSafe, true, 20*time.Second)
	own := `"` + strings.TrimSuffix(c.scalar(t, "pg", "SELECT current_database()"), "\n") + `"`
	c.given(t, "pg", "CREATE FUNCTION f(int) RETURNS int LANGUAGE sql STABLE AS 'SELECT $1 + 1'")
	s := c.session(t, "pg", "alice", approver(func(context.Context, approval.Request) engine.Answer { return engine.Accepted }))
	for _, sql := range []string{
		"CREATE TABLE @.public.t (n int)", "INSERT INTO @.public.t SELECT 1", "SELECT * FROM @.public.t", "SELECT @.public.f(1)",
		"DELETE FROM @.public.t WHERE n = 1", "DROP TABLE IF EXISTS @.public.t CASCADE", "CREATE TABLE pg.public.t (n int)", "DROP TABLE pg.public.t",
	} {
		sql = strings.ReplaceAll(sql, "@", own)
		if out, err := run(t.Context(), s, anything(sql)); err != nil {
			t.Errorf("%s: %v %s", sql, err, out)
		}
	}
	if got := c.scalar(t, "pg", "SELECT count(*) FROM pg_class WHERE relname = 't'"); strings.TrimSpace(got) != "0" {
		t.Errorf("%s tables are left", got)
	}
}
