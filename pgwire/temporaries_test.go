package pgwire

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// TestTemporaryTableOfClient: COPY and the parameters of prepared statements go by the columns of the session's temporary table,
// and in another session by those of the table that it hides.
func TestTemporaryTableOfClient(t *testing.T) {
	d := serveDuckDB(t)
	own, other := pgxConnect(t, d), pgxConnect(t, d)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := own.Exec(ctx, "CREATE TABLE shared (i int, v varchar(4))")
	must(t, err)
	_, err = own.Exec(ctx, "CREATE TEMP TABLE shared (i text, v varchar(2))")
	must(t, err)
	for _, s := range []struct {
		conn       *pgx.Conn
		rows, code string
		types      []uint32
	}{
		{own, "one\tab\n", "", []uint32{pgtype.TextOID, pgtype.VarcharOID}},
		{own, "one\tabc\n", "22001", []uint32{pgtype.TextOID, pgtype.VarcharOID}},
		{other, "1\tabcd\n", "", []uint32{pgtype.Int4OID, pgtype.VarcharOID}},
		{other, "one\tab\n", "22P02", []uint32{pgtype.Int4OID, pgtype.VarcharOID}},
	} {
		_, err := s.conn.PgConn().CopyFrom(ctx, strings.NewReader(s.rows), "COPY shared FROM STDIN")
		var failed *pgconn.PgError
		if errors.As(err, &failed) && failed.Code != s.code || err == nil && s.code != "" {
			t.Errorf("COPY of %q: %v, not %q", s.rows, err, s.code)
		}
		p, err := s.conn.Prepare(ctx, "", "INSERT INTO shared VALUES ($1, $2)")
		if err != nil || !slices.Equal(p.ParamOIDs, s.types) {
			t.Errorf("parameters: %v, %v, not %v", p, err, s.types)
		}
	}
	for conn, want := range map[*pgx.Conn]string{own: "one ab", other: "1 abcd"} {
		var all string
		if err := conn.QueryRow(ctx, "SELECT string_agg(i || ' ' || v, ',') FROM shared").Scan(&all); err != nil || all != want {
			t.Errorf("%q, %v, not %q", all, err, want)
		}
	}
}
