package pgtest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// askLimit bounds what a test asks the server beside what it tests.
const askLimit = 30 * time.Second

// Ask runs SQL in the database of a DSN, by the simple protocol, and returns the first value of the last result. It
// fails the test if that fails. The session has no state of others, and nobody else uses it meanwhile.
func Ask(tb testing.TB, dsn, sql string) string {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), askLimit)
	defer cancel()
	results, err := kept.run(ctx, dsn, sql)
	if err != nil {
		tb.Fatalf("pgtest: %s: %v", sql, err)
	}
	if n := len(results); n > 0 && len(results[n-1].Rows) > 0 {
		return string(results[n-1].Rows[0][0])
	}
	return ""
}

// kept are the idle connections of Ask and Exec. To connect takes the server and the client together some 6 ms of
// processor, twenty times what most statements of tests take.
var kept keptConns

// keptConns has at most one idle connection for each DSN.
type keptConns struct {
	mu   sync.Mutex
	idle map[string]*keptConn
}

type keptConn struct {
	*pgconn.PgConn
	port     uint16
	database string
}

// run runs SQL on a kept connection if there is one, else on a new one, which is kept.
func (k *keptConns) run(ctx context.Context, dsn, sql string) ([]*pgconn.Result, error) {
	conn, err := k.take(ctx, dsn)
	if err != nil {
		return nil, err
	}
	results, err := conn.Exec(ctx, sql).ReadAll()
	if err == nil && conn.TxStatus() == 'I' {
		// Settings, roles, temporary tables and locks of the session end with its turn.
		_, err = conn.Exec(ctx, "DISCARD ALL").ReadAll()
	}
	if err != nil || conn.TxStatus() != 'I' {
		return results, firstError(err, conn.Close(ctx))
	}
	k.give(ctx, dsn, conn)
	return results, nil
}

func (k *keptConns) take(ctx context.Context, dsn string) (*keptConn, error) {
	k.mu.Lock()
	conn := k.idle[dsn]
	delete(k.idle, dsn)
	k.mu.Unlock()
	if conn != nil {
		if conn.Ping(ctx) == nil { // the server may have ended it, or have ended
			return conn, nil
		}
		_ = conn.Close(ctx)
	}
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	pg, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return &keptConn{pg, config.Port, config.Database}, nil
}

// give keeps the connection, unless another one is kept.
func (k *keptConns) give(ctx context.Context, dsn string, conn *keptConn) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.idle[dsn] != nil {
		_ = conn.Close(ctx)
		return
	}
	if k.idle == nil {
		k.idle = map[string]*keptConn{}
	}
	k.idle[dsn] = conn
}

// close closes the idle connections to a database of a server, which its port tells; to all of them, if it has no name.
func (k *keptConns) close(ctx context.Context, port int, database string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for dsn, conn := range k.idle {
		if int(conn.port) == port && (database == "" || database == conn.database) {
			delete(k.idle, dsn)
			_ = conn.Close(ctx)
		}
	}
}
