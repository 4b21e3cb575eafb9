package pgwire

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// TestPgxBatch: a batch is one transaction, on both sources and however pgx
// sends it.
func TestPgxBatch(t *testing.T) {
	for name, d := range map[string]*door{"postgres": serve(t), "duckdb": serveDuckDB(t)} {
		for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheStatement, pgx.QueryExecModeDescribeExec, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol} {
			t.Run(name+" "+mode.String(), func(t *testing.T) {
				ctx, cancel := context.WithTimeout(context.Background(), limit)
				defer cancel()
				c := pgxConnect(t, d, func(o *pgx.ConnConfig) { o.DefaultQueryExecMode = mode })
				table := fmt.Sprintf("batch_%d", mode)
				if _, err := c.Exec(ctx, "CREATE TABLE "+table+" (id int PRIMARY KEY)"); err != nil {
					t.Fatal(err)
				}
				add := func(ids ...int) error {
					var batch pgx.Batch
					for _, id := range ids {
						batch.Queue(fmt.Sprintf("INSERT INTO %s VALUES (%d)", table, id))
					}
					return c.SendBatch(ctx, &batch).Close()
				}
				var pgErr *pgconn.PgError
				if err := add(1, 2, 1); !errors.As(err, &pgErr) || pgErr.Code != "23505" {
					t.Errorf("a batch with a duplicate: %v", err)
				}
				var n int
				if err := c.QueryRow(ctx, "SELECT count(*) FROM "+table).Scan(&n); err != nil || n != 0 {
					t.Errorf("%d rows remain, %v", n, err)
				}
				if err := add(1, 2, 3); err != nil {
					t.Error(err)
				}
				if err := c.QueryRow(ctx, "SELECT count(*) FROM "+table).Scan(&n); err != nil || n != 3 {
					t.Errorf("%d rows, %v", n, err)
				}
			})
		}
	}
}

// TestPipelineWithoutEnd: a client that leaves without Sync has changed nothing.
func TestPipelineWithoutEnd(t *testing.T) {
	for _, last := range []pgproto3.FrontendMessage{&pgproto3.Flush{}, &pgproto3.Terminate{}} {
		d := serve(t)
		other := connect(t, d.addr, "other", "main")
		other.query("CREATE TABLE t (id int)")
		c := connect(t, d.addr, "u", "main")
		c.Send(&pgproto3.Parse{Query: "INSERT INTO t VALUES (1)"})
		c.Send(&pgproto3.Bind{})
		c.Send(&pgproto3.Execute{})
		c.Send(last)
		c.flush()
		if _, flush := last.(*pgproto3.Flush); flush {
			for i := range 3 {
				if m := c.receive(); i == 2 && show(m) != `CommandComplete "INSERT 0 1"` {
					t.Error(show(m))
				}
			}
		}
		c.conn.Close()
		eventually(t, "its session has ended", func() bool { return openSessions(d.Server) == 1 })
		if got := other.query("SELECT count(*) FROM t"); !strings.Contains(got, `DataRow "0"`) {
			t.Error(got)
		}
	}
}

// TestParameterStatus: settings that change are reported before ReadyForQuery,
// as Postgres reports them.
func TestParameterStatus(t *testing.T) {
	d := serve(t)
	c := connect(t, d.addr, "u", "main")
	reported := func() string {
		var out strings.Builder
		for {
			switch m := c.receive().(type) {
			case *pgproto3.ParameterStatus:
				fmt.Fprintf(&out, "%s=%s;", m.Name, m.Value)
			case *pgproto3.ReadyForQuery:
				return out.String()
			case *pgproto3.ErrorResponse:
				t.Error(show(m))
			}
		}
	}
	say := func(sql string) string {
		c.Send(&pgproto3.Query{String: sql})
		c.flush()
		return reported()
	}
	say("SELECT 1") // what the source has otherwise than the greeting said
	for _, step := range []struct{ sql, want string }{
		{"SELECT 1", ""},
		{"SET DateStyle = 'German'", "DateStyle=German, DMY;"},
		{"SET TimeZone = 'Asia/Kathmandu'; SET IntervalStyle = iso_8601", "IntervalStyle=iso_8601;TimeZone=Asia/Kathmandu;"},
		{"SET application_name = 'me'", "application_name=me;"},
		{"SET application_name = 'me'", ""},
		{"BEGIN; SET DateStyle = 'SQL'", "DateStyle=SQL, DMY;"},
		{"ROLLBACK", "DateStyle=German, DMY;"},
	} {
		if got := say(step.sql); got != step.want {
			t.Errorf("%s reported %q, want %q", step.sql, got, step.want)
		}
	}
	c.Send(&pgproto3.Parse{Query: "RESET DateStyle"})
	c.Send(&pgproto3.Bind{})
	c.Send(&pgproto3.Execute{})
	c.Send(&pgproto3.Sync{})
	c.flush()
	if got := reported(); got != "DateStyle=ISO, MDY;" {
		t.Errorf("RESET reported %q", got)
	}
}

// TestRecordBeforeRows: rows of a portal that waits are on record when the
// client has them.
func TestRecordBeforeRows(t *testing.T) {
	d := serve(t)
	c := connect(t, d.addr, "u", "main")
	c.Send(&pgproto3.Parse{Query: "SELECT 'waiting' FROM generate_series(1, 9)"})
	c.Send(&pgproto3.Bind{})
	c.Send(&pgproto3.Execute{MaxRows: 2})
	c.Send(&pgproto3.Flush{})
	c.flush()
	for {
		if _, ok := c.receive().(*pgproto3.PortalSuspended); ok {
			break
		}
	}
	if got := records(t, d); !strings.Contains(got, "'waiting'") {
		t.Errorf("rows have left, and the record is\n%s", got)
	}
	c.Send(&pgproto3.Sync{})
	c.flush()
	c.until(1)
}

// TestConversionOnRecord: a value that cannot be sent fails its statement, in
// the record too, and takes a pipeline with it.
func TestConversionOnRecord(t *testing.T) {
	d := serveDuckDB(t)
	c := connect(t, d.addr, "u", "demo")
	c.query("CREATE TABLE t (id int)")
	for _, sql := range []string{"INSERT INTO t VALUES (1)", "SELECT ARRAY[a, b] AS odd FROM (VALUES (ARRAY[1], ARRAY[2, 3])) AS v(a, b)"} {
		c.Send(&pgproto3.Parse{Query: sql})
		c.Send(&pgproto3.Bind{ResultFormatCodes: []int16{1}})
		c.Send(&pgproto3.Execute{})
	}
	c.Send(&pgproto3.Sync{})
	c.flush()
	const told = `a value of column "odd" of type integer[] cannot be sent in binary format`
	if got := c.until(1); !strings.HasSuffix(got, fmt.Sprintf("ErrorResponse ERROR 22P03 %q at 0\nReadyForQuery I\n", told)) {
		t.Errorf("got %s", got)
	}
	if got := records(t, d); !strings.Contains(got, fmt.Sprintf(`"error":%q,"sqlstate":"22P03"`, told)) {
		t.Errorf("the record is\n%s", got)
	}
	if got := c.query("SELECT count(*) FROM t"); !strings.Contains(got, `DataRow "0"`) {
		t.Errorf("afterwards: %s", got)
	}
}

func records(t *testing.T, d *door) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(d.audit, "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPipelineLosesItsSource: the session goes on after it.
func TestPipelineLosesItsSource(t *testing.T) {
	d := serve(t)
	c := connect(t, d.addr, "u", "main")
	c.query("CREATE TABLE t (id int)")
	for _, sql := range []string{"INSERT INTO t VALUES (1)", "SELECT pg_terminate_backend(pg_backend_pid())"} {
		c.Send(&pgproto3.Parse{Query: sql})
		c.Send(&pgproto3.Bind{})
		c.Send(&pgproto3.Execute{})
	}
	c.Send(&pgproto3.Sync{})
	c.flush()
	if got := c.until(1); !strings.Contains(got, "ErrorResponse") || !strings.HasSuffix(got, "ReadyForQuery I\n") {
		t.Errorf("got %s", got)
	}
	if got := c.query("SELECT count(*) FROM t"); !strings.Contains(got, `DataRow "0"`) {
		t.Errorf("afterwards: %s", got)
	}
}
