package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// TestOwnQuestionFails: a question of the gateway's own on the session's connection fails, and the open transaction with it. What judges
// the statement meanwhile, and what answers the client, agree about that.
func TestOwnQuestionFails(t *testing.T) {
	g := openGateway(t, gate.DeleteSafe)
	g.super("CREATE FUNCTION reads(int) RETURNS int LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT count(*) FROM t); END$$")
	client := g.dial()
	for range 3 {
		client.query("BEGIN")
		client.query("CREATE TEMP TABLE own (a int)")
		client.query("SET LOCAL statement_timeout = 100")
		release := lockTable(t, g.dsn, "pg_catalog.pg_statistic_ext") // the question reads it
		if got := client.query("SELECT reads(a), a FROM own"); !strings.HasPrefix(got, "E(57014)") || !strings.HasSuffix(got, "ZE") {
			t.Error(got)
		}
		release()
		if got := client.query("COMMIT"); got != "C(ROLLBACK)ZI" {
			t.Error(got)
		}
	}
}
