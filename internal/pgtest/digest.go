package pgtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Watch says what a Detector is to look at beyond the database.
type Watch struct {
	// Channels are listened on; a notification counts as a change.
	Channels []string
	// Dirs are folders that the server, or whoever is tested, may write to.
	Dirs []string
}

// Detector tells whether anything on a server has changed: it compares what one
// of its databases, and the server as a whole, look like to a superuser. It has
// connections of its own, so that it sees what was committed and nothing else.
//
// It sees the rows of every table, system tables included (so also every object
// of the catalog, every role, grant, comment, setting of a role, large object,
// replication origin), sequences, settings of the server and of the files they
// come from, advisory locks, sessions left in a transaction, prepared
// transactions, replication slots, notifications, sessions that were killed,
// statistics that were reset, messages in the write-ahead log, files, and the
// number of the next transaction, which moves with whatever writes, even if it
// is rolled back. That number is the server's, so nothing else may write to the
// server between two looks that are compared; autovacuum must be off.
//
// It does not see: settings of other sessions, temporary tables' rows, and
// queries that were cancelled.
type Detector struct {
	server  *Server
	db      string
	watch   Watch
	mu      sync.Mutex // guards what follows: one look at a time
	ears    *pgconn.PgConn
	heard   []string
	logical bool // the write-ahead log can be decoded
	own     int  // transactions of our own
	slot    string
}

// Digest is one look: what was looked at, and what it was. Values are short, a
// count with a hash of the rest.
type Digest map[string]string

// Detect starts to watch a database. It ends with the test.
func (s *Server) Detect(tb testing.TB, db string, w Watch) *Detector {
	tb.Helper()
	d := &Detector{server: s, db: db, watch: w}
	ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
	defer cancel()
	if err := d.listen(ctx); err != nil {
		tb.Fatalf("pgtest: %v", err)
	}
	tb.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
		defer cancel()
		if err := d.close(ctx); err != nil {
			tb.Errorf("pgtest: %v", err)
		}
	})
	return d
}

// lookLimit bounds one look.
const lookLimit = 30 * time.Second

func (d *Detector) listen(ctx context.Context) error {
	config, err := pgconn.ParseConfig(d.server.DSN(d.db))
	if err != nil {
		return err
	}
	config.RuntimeParams["application_name"] = detectorName
	config.OnNotification = func(_ *pgconn.PgConn, n *pgconn.Notification) {
		d.heard = append(d.heard, n.Channel+" "+n.Payload)
	}
	if d.ears, err = pgconn.ConnectConfig(ctx, config); err != nil {
		return err
	}
	for _, channel := range d.watch.Channels {
		if _, err := rows(ctx, d.ears, `LISTEN "`+strings.ReplaceAll(channel, `"`, `""`)+`"`); err != nil {
			return err
		}
	}
	level, err := rows(ctx, d.ears, "SELECT current_setting('wal_level')")
	if err != nil {
		return err
	}
	if d.logical = level[0][0] == "logical"; !d.logical {
		return nil
	}
	d.slot = fmt.Sprintf("%s_%d", detectorName, databases.Add(1))
	_, err = rows(ctx, d.ears, "SELECT pg_create_logical_replication_slot('"+d.slot+"', 'test_decoding')")
	return err
}

func (d *Detector) close(ctx context.Context) error {
	var err error
	if d.logical {
		_, err = rows(ctx, d.ears, "SELECT pg_drop_replication_slot('"+d.slot+"')")
	}
	return errors.Join(err, d.ears.Close(ctx))
}

// detectorName is the application name of a Detector's own connections.
const detectorName = "detector"

// Look takes a digest.
func (d *Detector) Look(tb testing.TB) Digest {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
	defer cancel()
	digest, err := d.look(ctx)
	if err != nil {
		tb.Fatalf("pgtest: digest of %s: %v", d.db, err)
	}
	return digest
}

func (d *Detector) look(ctx context.Context) (Digest, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	digest := Digest{}
	// A new connection sees what a reload or ALTER ROLE changed.
	eyes, err := pgconn.Connect(ctx, d.server.DSN(d.db)+"&application_name="+detectorName)
	if err != nil {
		return nil, err
	}
	defer eyes.Close(ctx) //nolint:errcheck // it has answered, or said why not
	if err := settled(ctx, eyes); err != nil {
		return nil, err
	}
	for _, sql := range []string{fmt.Sprintf(serverSQL, d.own), tablesSQL} {
		found, err := rows(ctx, eyes, sql)
		if err != nil {
			return nil, err
		}
		for _, row := range found {
			digest[row[0]] = row[1]
		}
	}
	if err := tables(ctx, eyes, digest); err != nil {
		return nil, err
	}
	if err := d.log(ctx); err != nil {
		return nil, err
	}
	for i, n := range d.heard {
		digest[fmt.Sprintf("notification %d", i+1)] = n
	}
	for _, dir := range d.watch.Dirs {
		if err := files(dir, digest); err != nil {
			return nil, err
		}
	}
	return digest, nil
}

// settled waits a moment for sessions that are just ending their transaction.
func settled(ctx context.Context, eyes *pgconn.PgConn) error {
	if _, err := rows(ctx, eyes, "SET jit = off"); err != nil { // the queries look costly, and are not
		return err
	}
	for range settleLooks {
		found, err := rows(ctx, eyes, "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'")
		if err != nil || found[0][0] == "0" {
			return err
		}
		time.Sleep(settlePause)
	}
	return nil
}

const (
	settleLooks = 100
	settlePause = 10 * time.Millisecond
)

// log notes what was said in the write-ahead log since the last look, and
// the notifications that came. A word of our own has the log flushed up to here.
func (d *Detector) log(ctx context.Context) error {
	if !d.logical {
		_, err := rows(ctx, d.ears, "SELECT 1")
		return err
	}
	d.own++
	if _, err := rows(ctx, d.ears, "SET synchronous_commit = on; SELECT pg_logical_emit_message(true, '"+detectorName+"', '')"); err != nil {
		return err
	}
	found, err := rows(ctx, d.ears, "SELECT data FROM pg_logical_slot_get_changes('"+d.slot+"', NULL, NULL) "+
		"WHERE data LIKE 'message:%' AND data NOT LIKE '%prefix: "+detectorName+",%'")
	for _, row := range found {
		d.heard = append(d.heard, "write-ahead log: "+row[0])
	}
	return err
}

// files adds the files below a folder.
func files(dir string, digest Digest) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if !e.Type().IsRegular() {
			digest["file "+path] = e.Type().String()
			return nil
		}
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		digest["file "+path] = fmt.Sprintf("%d bytes %x", len(content), sha256.Sum256(content))
		return err
	})
}

// Diff says in words what differs from d to later, a line for each thing; none
// if nothing does.
func (d Digest) Diff(later Digest) []string {
	var lines []string
	for _, what := range slices.Sorted(maps.Keys(d)) {
		now, ok := later[what]
		switch {
		case !ok:
			lines = append(lines, what+" is gone: "+d[what])
		case now != d[what]:
			lines = append(lines, fmt.Sprintf("%s changed: %s → %s", what, d[what], now))
		}
	}
	for _, what := range slices.Sorted(maps.Keys(later)) {
		if _, ok := d[what]; !ok {
			lines = append(lines, what+" is new: "+later[what])
		}
	}
	return lines
}

// tablesSQL describes every system table, materialized view and sequence. Of a system table it hashes ctid, xmin and xmax of each row,
// not the contents, which is a fifth of the work: whoever writes a row changes one of these. pg_class and pg_database are read whole,
// since the server updates their rows in place. Rows are written by record_out, not by a cast, which users could define.
const tablesSQL = `
SELECT kind || ' ' || name, (xpath('/row/h/text()', query_to_xml(format(
  'SELECT count(*) || '' rows '' || coalesce(sum(hashtextextended(textin(record_out(ROW(%s))), 0)::numeric), 0) AS h FROM ONLY %s AS "the row"', looked, name),
  true, true, '')))[1]::text
FROM (
  SELECT CASE c.relkind WHEN 'S' THEN 'sequence' WHEN 'm' THEN 'materialized view' ELSE 'table' END AS kind,
    format('%I.%I', n.nspname, c.relname) AS name,
    CASE WHEN c.relkind = 'r' AND c.oid <> 'pg_catalog.pg_class'::regclass AND c.oid <> 'pg_catalog.pg_database'::regclass
      THEN '"the row".ctid, "the row".xmin, "the row".xmax' ELSE '"the row".*' END AS looked
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE (c.relkind IN ('m', 'S') OR c.relkind = 'r' AND c.oid < 16384) AND c.relpersistence <> 't' AND n.nspname <> 'pg_toast'
    AND (c.relkind <> 'm' OR c.relispopulated)
) t`

// usersSQL lists the tables of users. Their rows are read by COPY: to plan a
// query is to fold the predicates of indexes, which may call what users wrote.
const usersSQL = `
SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND c.oid >= 16384 AND c.relpersistence <> 't' AND n.nspname <> 'pg_toast'`

// tables describes the tables of users.
func tables(ctx context.Context, conn *pgconn.PgConn, digest Digest) error {
	names, err := rows(ctx, conn, usersSQL)
	if err != nil {
		return err
	}
	for _, name := range names {
		var content bytes.Buffer
		tag, err := conn.CopyTo(ctx, &content, "COPY "+name[0]+" TO STDOUT")
		if err != nil {
			return err
		}
		lines := strings.Split(content.String(), "\n")
		slices.Sort(lines)
		digest["table "+name[0]] = fmt.Sprintf("%d rows %x", tag.RowsAffected(), sha256.Sum256([]byte(strings.Join(lines, "\n"))))
	}
	return nil
}

// serverSQL describes what is not in tables.
const serverSQL = `
SELECT 'setting ' || name, concat_ws(' ', setting, source, sourcefile, pending_restart) FROM pg_settings WHERE name <> 'application_name'
UNION ALL SELECT 'file of settings ' || f, md5(pg_read_file(f)) FROM unnest(ARRAY['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf']) f
UNION ALL SELECT 'file of the server ' || f, '' FROM pg_ls_dir('.') f
UNION ALL SELECT 'advisory lock ' || concat_ws(' ', database, classid, objid, objsubid, mode), count(*)::text
  FROM pg_locks WHERE locktype = 'advisory' GROUP BY database, classid, objid, objsubid, mode
UNION ALL SELECT 'session in a transaction ' || application_name, count(*)::text
  FROM pg_stat_activity WHERE starts_with(state, 'idle in transaction') GROUP BY application_name
UNION ALL SELECT 'prepared transaction ' || gid, concat_ws(' ', owner, database) FROM pg_prepared_xacts
UNION ALL SELECT 'replication slot ' || slot_name, concat_ws(' ', plugin, slot_type, database, temporary) FROM pg_replication_slots
UNION ALL SELECT 'killed sessions', sum(sessions_killed)::text FROM pg_stat_database
UNION ALL SELECT 'reset of statistics', concat_ws(' ', max(stats_reset), (SELECT stats_reset FROM pg_stat_bgwriter), (SELECT stats_reset FROM pg_stat_wal),
  (SELECT max(stats_reset) FROM pg_stat_slru), (SELECT stats_reset FROM pg_stat_archiver)) FROM pg_stat_database
UNION ALL SELECT 'write-ahead log file', div(pg_current_wal_insert_lsn() - '0/0', 16777216)::text
UNION ALL SELECT 'next transaction', (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - %d)::text`

// rows reads a query's answer; NULL is empty.
func rows(ctx context.Context, conn *pgconn.PgConn, sql string) ([][]string, error) {
	results, err := conn.Exec(ctx, sql).ReadAll()
	if err != nil || len(results) == 0 {
		return nil, err
	}
	list := make([][]string, len(results[0].Rows))
	for i, row := range results[0].Rows {
		for _, v := range row {
			list[i] = append(list[i], string(v))
		}
	}
	return list, nil
}
