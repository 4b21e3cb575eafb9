package pgcatalog_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// serve answers simple queries over the wire from the emulation, for the real psql. It returns the
// port, and ends with the test.
func serve(t *testing.T, db *sql.DB) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() {
		listener.Close()
		<-done
	})
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			serveConn(conn, db) // one at a time: psql runs alone
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

func serveConn(conn net.Conn, db *sql.DB) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Minute))
	b := pgproto3.NewBackend(conn, conn)
	for {
		m, err := b.ReceiveStartupMessage()
		if err != nil {
			return
		}
		if _, ok := m.(*pgproto3.StartupMessage); ok {
			break
		}
		conn.Write([]byte("N"))
	}
	b.Send(&pgproto3.AuthenticationOk{})
	for name, value := range map[string]string{
		"server_version": "15.0", "client_encoding": "UTF8", "standard_conforming_strings": "on", "is_superuser": "off",
	} {
		b.Send(&pgproto3.ParameterStatus{Name: name, Value: value})
	}
	for {
		b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		if b.Flush() != nil {
			return
		}
		m, err := b.Receive()
		if err != nil {
			return
		}
		q, ok := m.(*pgproto3.Query)
		if !ok {
			return
		}
		parts, _ := pg_query.SplitWithParser(q.String, true)
		for _, part := range parts {
			if err := answer(b, db, part); err != nil {
				e := &pgproto3.ErrorResponse{Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: "XX000", Message: err.Error()}
				var known *sqlstate.Error
				if errors.As(err, &known) {
					e.Code, e.Message = string(known.Code), known.Message
				}
				b.Send(e)
				break
			}
		}
	}
}

func answer(b *pgproto3.Backend, db *sql.DB, text string) error {
	out, err := translate(text)
	if err != nil {
		return err
	}
	if session(out) {
		b.Send(&pgproto3.CommandComplete{CommandTag: []byte("SET")})
		return nil
	}
	rows, err := db.Query(out)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	fields := make([]pgproto3.FieldDescription, len(columns))
	for i, c := range columns {
		oid, typmod, size, _ := pgcatalog.TypeOID(c.DatabaseTypeName())
		fields[i] = pgproto3.FieldDescription{Name: []byte(c.Name()), DataTypeOID: oid, DataTypeSize: size, TypeModifier: typmod}
	}
	b.Send(&pgproto3.RowDescription{Fields: fields})
	n := 0
	for ; rows.Next(); n++ {
		values, pointers := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			pointers[i] = &values[i]
		}
		if err := rows.Scan(pointers...); err != nil {
			return err
		}
		row := make([][]byte, len(values))
		for i, v := range values {
			row[i] = text15(v)
		}
		b.Send(&pgproto3.DataRow{Values: row})
	}
	b.Send(&pgproto3.CommandComplete{CommandTag: fmt.Appendf(nil, "SELECT %d", n)})
	return rows.Err()
}

// text15 returns a value's text as Postgres writes it, as far as the catalogs need it.
func text15(v any) []byte {
	switch v := v.(type) {
	case nil:
		return nil
	case bool:
		return []byte(map[bool]string{true: "t", false: "f"}[v])
	case []any:
		items := make([]string, len(v))
		for i, e := range v {
			items[i] = string(text15(e))
		}
		return []byte("{" + strings.Join(items, ",") + "}")
	case []byte:
		return v
	}
	return fmt.Append(nil, v)
}
