package pgcatalog_test

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// serve answers simple queries over the wire from the emulation, for the real psql. It returns the
// port, and ends with the test.
func serve(t *testing.T, source providers.Conn) int {
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
			serveConn(conn, source) // one at a time: psql runs alone
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

func serveConn(conn net.Conn, source providers.Conn) {
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
			if err := answer(b, source, part); err != nil {
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

func answer(b *pgproto3.Backend, source providers.Conn, text string) error {
	out, err := translate(text)
	if err != nil {
		return err
	}
	if session(out) {
		b.Send(&pgproto3.CommandComplete{CommandTag: []byte("SET")})
		return nil
	}
	rows, err := source.Query(context.Background(), providers.Statement{SQL: out, Verb: "SELECT", ReadOnly: true}, providers.Args{})
	if err != nil {
		return err
	}
	defer rows.Close()
	fields := make([]pgproto3.FieldDescription, len(rows.Columns()))
	for i, c := range rows.Columns() {
		fields[i] = pgproto3.FieldDescription{Name: []byte(c.Name), DataTypeOID: c.Type, DataTypeSize: c.Size, TypeModifier: c.TypeMod}
	}
	b.Send(&pgproto3.RowDescription{Fields: fields})
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			b.Send(&pgproto3.CommandComplete{CommandTag: []byte(rows.Tag())})
			return nil
		}
		if err != nil {
			return err
		}
		b.Send(&pgproto3.DataRow{Values: row})
	}
}
