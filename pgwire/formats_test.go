package pgwire

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// binaries are values of each type that the embedded source has.
var binaries = []string{
	"true", "NULL::boolean", "1::smallint", "(-32768)::smallint", "2147483647", "(-9223372036854775808)::bigint", "1.5::real", "'NaN'::double precision",
	"'-Infinity'::real", "1e300::double precision", "0::numeric(5,2)", "-12.345::numeric(8,3)", "10000.0001::numeric(12,4)", "99999999::numeric(8,0)",
	"0.00001234::numeric(12,8)", "'täxt'::text", "''::text", "'\\x00ff'::bytea", "''::bytea", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid",
	"'2026-01-31'::date", "'0044-03-15 BC'::date", "'1969-12-31'::date", "'infinity'::date", "'23:59:59.999999'::time", "'12:34:56'::time",
	"'12:34:56.5+05:30'::timetz", "'2026-01-31 12:34:56.123456'::timestamp", "'1900-01-01'::timestamp", "'-infinity'::timestamp",
	"'2026-01-31 12:34:56+02'::timestamptz", "'1 year 2 months 3 days 04:05:06.789'::interval", "'-1 day'::interval", `'{"a": [1, null]}'::json`,
	"ARRAY[1, 2, 3]", "ARRAY[1, NULL]::bigint[]", "ARRAY['a', 'b c', NULL, '']::text[]", "ARRAY[true, false]", "ARRAY[1.5, 2.5]::double precision[]", "ARRAY[1.25]::numeric(5,2)[]",
	"ARRAY['2026-01-31']::date[]", "ARRAY['2026-01-31 01:02:03']::timestamp[]", "ARRAY['2026-01-31 01:02:03+00']::timestamptz[]", "ARRAY['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']::uuid[]",
	"ARRAY[]::int[]", "ARRAY[1]::smallint[]", "ARRAY[1.5]::real[]", "B'1011'", "'23:00:00-03'::timetz",
}

// TestBinaryFormats: the binary form of each type is Postgres's, byte for byte, in rows and in COPY.
func TestBinaryFormats(t *testing.T) {
	d := serveDuckDB(t)
	ctx, cancel := context.WithTimeout(context.Background(), limit+30*time.Second)
	defer cancel()
	real, err := pgconn.Connect(ctx, pgtest.Start(t).CreateDB(t))
	must(t, err)
	defer real.Close(ctx) //nolint:errcheck // the test is over
	ours, err := pgconn.Connect(ctx, fmt.Sprintf("postgres://u@%s/demo?sslmode=disable", d.addr))
	must(t, err)
	defer ours.Close(ctx) //nolint:errcheck // the test is over
	read := func(c *pgconn.PgConn, expression string) string {
		r := c.ExecParams(ctx, "SELECT "+expression+" AS v", nil, nil, nil, []int16{1}).Read()
		if r.Err != nil {
			return r.Err.Error()
		}
		var out strings.Builder
		_, err := c.CopyTo(ctx, &out, "COPY (SELECT "+expression+" AS v) TO STDOUT (FORMAT binary)")
		oid := r.FieldDescriptions[0].DataTypeOID
		if oid == 1560 { // what DuckDB has is bit varying, whose form is the same
			oid = 1562
		}
		return fmt.Sprintf("type %d, null %t, %x, COPY %x, %v", oid, r.Rows[0][0] == nil, r.Rows[0][0], out.String(), err)
	}
	for _, expression := range binaries {
		if want, got := read(real, expression), read(ours, expression); got != want {
			t.Errorf("%s\nPostgres: %s\nhere:     %s", expression, want, got)
		}
	}
}
