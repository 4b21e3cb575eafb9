package relay_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
)

// TestErrorsInPipelines: an error inside of a pipeline reaches the client when it
// happens, whether its Sync has come or not, as the server's own does.
func TestErrorsInPipelines(t *testing.T) {
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	direct(t, dsn, "CREATE TABLE t (a text, i int)")
	insert := func(by string) []pgproto3.FrontendMessage {
		return []pgproto3.FrontendMessage{&pgproto3.Bind{Parameters: [][]byte{bytes.Repeat([]byte("a"), 32768), []byte(by)}}, &pgproto3.Execute{}}
	}
	parse := &pgproto3.Parse{Query: "INSERT INTO t VALUES ($1, 10 / $2::int)"}
	var many []pgproto3.FrontendMessage
	for range 3 {
		many = append(many, insert("1")...)
	}
	many = append(many, insert("0")...)
	for range 20 {
		many = append(many, insert("1")...)
	}
	for name, messages := range map[string][]pgproto3.FrontendMessage{
		"parse":        {&pgproto3.Parse{Query: "SELECT nowhere FROM t"}},
		"syntax":       {&pgproto3.Parse{Query: "SELEC"}},
		"bind":         append([]pgproto3.FrontendMessage{parse}, insert("x")...),
		"execute":      append([]pgproto3.FrontendMessage{parse}, insert("0")...),
		"many":         append([]pgproto3.FrontendMessage{parse}, many...),
		"read":         {&pgproto3.Parse{Query: "SELECT 1/0 FROM generate_series(1, 3)"}, &pgproto3.Bind{}, &pgproto3.Execute{}},
		"behind reads": {&pgproto3.Parse{Query: "SELECT 1"}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Parse{Query: "SELECT 1/0 FROM t"}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Parse{Query: "SELECT 3"}},
		"unknown name": {&pgproto3.Parse{Query: "SELECT 1"}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Bind{PreparedStatement: "nobody"}},
	} {
		for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
			for _, begin := range []string{"", "BEGIN"} {
				t.Run(fmt.Sprintf("%s %d %s", name, pooling, begin), func(t *testing.T) {
					g := serve(t, dsn, func(s *settings) { s.source.Pooling = pooling })
					c := connect(t, g.addr)
					if begin != "" {
						c.query(begin)
					}
					c.send(messages...)
					began := time.Now()
					if err := c.conn.SetReadDeadline(began.Add(20 * time.Second)); err != nil {
						t.Fatal(err)
					}
					for {
						m, err := c.Receive()
						var timeout net.Error
						if errors.As(err, &timeout) && timeout.Timeout() {
							t.Fatal("no error comes before the Sync")
						}
						if err != nil {
							t.Fatal(err)
						}
						if e, ok := m.(*pgproto3.ErrorResponse); ok {
							t.Logf("%s after %v", e.Code, time.Since(began).Round(time.Millisecond))
							break
						}
					}
				})
			}
		}
	}
}
