package planner_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// differ runs statements, one at a time, and reports what each has changed. Nothing else may run on
// the server meanwhile.
type differ struct {
	dsn   string
	pg    *pgconn.PgConn
	last  map[string]string
	heard int
}

// outcome is the observed effect of a statement.
type outcome struct {
	err error
	// changed lists what differs for others, or after the transaction: "transaction number", "log",
	// "sequences", "advisory locks", "notified".
	changed []string
	// session lists what differs for the session alone: "settings", "kept".
	session []string
	// locks says that the statement has taken the locks of a write.
	locks bool
}

// insideSQL runs within the transaction of the statement, aroundSQL after it.
const (
	insideSQL = `SELECT pg_catalog.pg_current_xact_id_if_assigned() IS NOT NULL,
  coalesce(pg_catalog.bool_or(locktype = 'advisory'), false),
  coalesce(pg_catalog.bool_or(locktype = 'relation' AND mode <> 'AccessShareLock'), false)
  FROM pg_catalog.pg_locks WHERE pid = pg_catalog.pg_backend_pid()`
	aroundSQL = `SELECT pg_catalog.pg_current_wal_insert_lsn(), pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot()),
  (SELECT pg_catalog.string_agg(coalesce(pg_catalog.pg_sequence_last_value(oid), -1)::text, ' ' ORDER BY oid) FROM pg_catalog.pg_class WHERE relkind = 'S'),
  (SELECT pg_catalog.count(*) FROM pg_catalog.pg_locks WHERE locktype = 'advisory'),
  (SELECT pg_catalog.string_agg(pg_catalog.current_setting(name), ' ') FROM pg_catalog.unnest('{search_path,work_mem,application_name,datestyle,timezone,
    role,statement_timeout,default_transaction_read_only,session_replication_role,row_security,client_encoding,extra_float_digits,bytea_output}'::text[]) name),
  (SELECT pg_catalog.count(*) FROM pg_catalog.pg_cursors) || ' ' || (SELECT pg_catalog.count(*) FROM pg_catalog.pg_prepared_statements)
    || ' ' || (SELECT pg_catalog.count(*) FROM pg_catalog.pg_listening_channels())`
)

// settingsSQL reads all settings; aroundSQL, which runs after each statement, only those that the
// statements know.
const settingsSQL = `SELECT pg_catalog.string_agg(name || ' is ' || setting || ' by ' || source, E'\n' ORDER BY name) FROM pg_catalog.pg_settings
  WHERE source NOT IN ('default', 'override') AND name NOT LIKE 'transaction%'`

var aroundNames = []string{"log", "transaction number", "sequences", "advisory locks", "settings", "kept"}

func newDiffer(t testing.TB, dsn string) *differ {
	t.Helper()
	d := &differ{dsn: dsn}
	if err := d.connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.pg.Close(context.Background()) }) // the database is deleted anyway
	return d
}

func (d *differ) connect(ctx context.Context) error {
	config, err := pgconn.ParseConfig(d.dsn)
	if err != nil {
		return err
	}
	config.RuntimeParams["jit"] = "off"
	config.RuntimeParams["statement_timeout"] = "400ms"
	config.OnNotification = func(*pgconn.PgConn, *pgconn.Notification) { d.heard++ }
	if d.pg, err = pgconn.ConnectConfig(ctx, config); err != nil {
		return err
	}
	return d.start(ctx)
}

// start resets the session and notes the initial state. The looks are prepared, because planning them takes longer than
// running them.
func (d *differ) start(ctx context.Context) error {
	for _, sql := range []string{"DISCARD ALL", "LISTEN differential", "PREPARE inside AS " + insideSQL, "PREPARE around AS " + aroundSQL} { // DISCARD ALL must run alone
		if err := patiently(func() error { _, err := d.pg.Exec(ctx, sql).ReadAll(); return err }); err != nil {
			return err
		}
	}
	return patiently(func() (err error) { d.last, err = d.look(ctx, ""); return err })
}

// patiently does again what the time limit of a statement has ended: the limit is for the generated statements, and on
// a loaded machine a look of the test takes as long.
func patiently(do func() error) (err error) {
	for range 20 {
		if err = do(); !failedWith(err, "57014") {
			return err
		}
	}
	return err
}

func failedWith(err error, code string) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == code
}

// look runs aroundSQL after another query, which counts also if the statement before has deallocated what was prepared.
func (d *differ) look(ctx context.Context, before string) (map[string]string, error) {
	row, err := d.row(ctx, before+"EXECUTE around")
	if failedWith(err, "26000") {
		row, err = d.row(ctx, aroundSQL)
	}
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for i, name := range aroundNames {
		values[name] = row[i]
	}
	return values, nil
}

// row returns the last row of a query's result.
func (d *differ) row(ctx context.Context, sql string) ([]string, error) {
	results, err := d.pg.Exec(ctx, sql).ReadAll()
	if err != nil {
		return nil, err
	}
	last := results[len(results)-1]
	if len(last.Rows) == 0 {
		return nil, errors.New("no row")
	}
	row := make([]string, len(last.Rows[0]))
	for i, v := range last.Rows[0] {
		row[i] = string(v)
	}
	return row, nil
}

func (d *differ) settings(t *testing.T) string {
	t.Helper()
	var row []string
	if err := patiently(func() (err error) { row, err = d.row(t.Context(), settingsSQL); return err }); err != nil {
		t.Fatal(err)
	}
	return row[0]
}

// run runs one statement, and twice more if only the log has moved: a read may prune dead rows, but only once, and
// the server writes what runs into the log, but only after something was changed. A statement that writes does so each
// time.
func (d *differ) run(ctx context.Context, sql string) (o outcome) {
	for range 3 {
		if o = d.once(ctx, sql); len(o.changed) != 1 || o.changed[0] != "log" {
			break
		}
	}
	return o
}

// once runs one statement in a transaction. It commits if no transaction number was used: then only
// changes that a rollback does not undo can remain.
func (d *differ) once(ctx context.Context, sql string) outcome {
	var o outcome
	heard := d.heard
	if _, err := d.pg.Exec(ctx, "BEGIN").ReadAll(); err != nil {
		return outcome{err: err, changed: []string{"connection"}}
	}
	end := "COMMIT; "
	if o.err = d.exec(ctx, sql); o.err != nil {
		end = "ROLLBACK; "
	} else if row, err := d.row(ctx, "EXECUTE inside"); err == nil {
		if row[0] == "t" {
			end = "ROLLBACK; "
			o.changed = append(o.changed, "transaction number")
		}
		if row[1] == "t" {
			o.changed = append(o.changed, "advisory locks")
		}
		o.locks = row[2] == "t"
	}
	d.compare(ctx, end, &o)
	if d.heard > heard {
		o.changed = append(o.changed, "notified")
	}
	return o
}

func (d *differ) compare(ctx context.Context, end string, o *outcome) {
	values, err := d.look(ctx, end)
	if err != nil { // a failed COMMIT has rolled back
		if err := patiently(func() (err error) { values, err = d.look(ctx, "ROLLBACK; "); return err }); err != nil {
			o.err, o.changed = err, append(o.changed, "connection")
			_ = d.pg.Close(ctx) // a new one is opened
			if err := d.connect(ctx); err != nil {
				o.err = err
			}
			return
		}
	}
	for _, name := range aroundNames {
		if values[name] == d.last[name] {
			continue
		}
		switch name {
		case "settings", "kept":
			o.session = append(o.session, name)
		case "transaction number":
			if len(o.changed) == 0 {
				o.changed = append(o.changed, name)
			}
		default:
			o.changed = append(o.changed, name)
		}
	}
	d.last = values
	if len(o.session) > 0 || values["advisory locks"] != "0" {
		if err := d.start(ctx); err != nil {
			o.err = err
		}
	}
}

// exec runs a statement by the simple protocol.
func (d *differ) exec(ctx context.Context, sql string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if upper := strings.ToUpper(sql); strings.HasPrefix(upper, "COPY") && strings.Contains(upper, "FROM STDIN") {
		_, err := d.pg.CopyFrom(ctx, strings.NewReader(""), sql)
		return err
	}
	if strings.HasPrefix(strings.ToUpper(sql), "COPY") {
		_, err := d.pg.CopyTo(ctx, io.Discard, sql)
		return err
	}
	reader := d.pg.Exec(ctx, sql)
	for reader.NextResult() {
		rows := reader.ResultReader()
		for rows.NextRow() { //nolint:revive // the rows are of no interest
		}
		if _, err := rows.Close(); err != nil {
			return errors.Join(err, reader.Close())
		}
	}
	return reader.Close()
}

func (o outcome) String() string {
	var parts []string
	if o.err != nil {
		parts = append(parts, strings.ReplaceAll(o.err.Error(), "\n", " "))
	}
	return strings.Join(append(parts, fmt.Sprint("changed ", o.changed, o.session)), "; ")
}
