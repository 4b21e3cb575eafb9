package rows

import (
	"bytes"
	"context"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestBinaryAsPostgres asks a real Postgres for values in text and in binary,
// and expects its binary from its text.
func TestBinaryAsPostgres(t *testing.T) {
	ctx := context.Background()
	pg, err := pgconn.Connect(ctx, pgtest.Start(t).CreateDB(t))
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close(ctx) //nolint:errcheck // the test is over
	if _, err := pg.Exec(ctx, "SET TimeZone = 'Asia/Kathmandu'").ReadAll(); err != nil {
		t.Fatal(err)
	}
	var conversions Conversions
	for _, value := range []string{
		"true", "false",
		"1::int2", "(-32768)::int2", "2147483647::int4", "-1::int4", "9223372036854775807::int8", "(-9223372036854775808)::int8", "4294967295::oid", "'7'::xid", "'1 -2'::int2vector", "''::int2vector", "'16 4294967295'::oidvector", "'{a,b}'::name[]", "'{1,2}'::oid[]", "'{a}'::\"char\"[]",
		"1.5::float4", "-1e-30::float4", "'NaN'::float4", "1.0000000000000002::float8", "'-Infinity'::float8", "5e-324::float8",
		"'äöü'::text", "''::text", "'x'::varchar(5)", "'x'::char(5)", "'n'::name", "'c'::\"char\"",
		`'{"a": [1, 2]}'::json`, `'{"a": [1, 2]}'::jsonb`,
		`'\x00ff10'::bytea`, `''::bytea`,
		"'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid",
		"0::numeric", "0.00::numeric", "1::numeric", "-1.50::numeric", "12345.678901::numeric", "10000::numeric", "100000000::numeric",
		"0.0001::numeric", "0.00001::numeric", "0.10000::numeric(10,5)", "-99999999999999999999999999.9999999::numeric", "1e30::numeric", "1e-30::numeric",
		"'NaN'::numeric", "'Infinity'::numeric", "'-Infinity'::numeric",
		"'2000-01-01'::date", "'1970-01-01'::date", "'1999-12-31'::date", "'2024-02-29'::date", "'1900-03-01'::date", "'0001-01-01'::date",
		"'0044-03-15 BC'::date", "'4713-01-01 BC'::date", "'5874897-12-31'::date", "'infinity'::date", "'-infinity'::date",
		"'00:00:00'::time", "'23:59:59.999999'::time", "'24:00:00'::time", "'12:30:00.5'::time",
		"'2026-01-31 23:59:59'::timestamp", "'1999-12-31 23:59:59.999999'::timestamp", "'0005-02-28 12:00:00 BC'::timestamp", "'infinity'::timestamp", "'-infinity'::timestamp",
		"'2026-07-01 12:00:00.25+00'::timestamptz", "'1850-01-01 00:00:00+00'::timestamptz", "'0100-01-01 00:00:00+00 BC'::timestamptz", "'294276-12-31 00:00:00+00'::timestamptz",
		"'1 year 2 mons -3 days 04:05:06.7'::interval", "'{1,2,NULL}'::int4[]", `'{"a b",c,NULL,""}'::text[]`, "'{{1,2},{3,4}}'::int8[]",
		"'192.168.0.1/24'::inet", "'::1'::inet", "'08:00:2b:01:02:03'::macaddr",
		"'1010'::bit(4)", "'101'::varbit", "'(1,2)'::point", "'[(0,0),(1,1)]'::lseg", "'[(0,0),(1,1)]'::path", "'((0,0),(1,1))'::path",
		"'(1,1),(0,0)'::box", "'((0,0),(1,0),(1,1))'::polygon", "'{1,2,3}'::line", "'<(1,2),3>'::circle",
		"'-1 mons +2 days -00:00:01.5'::interval", "'00:00:00'::interval",
		"'{}'::int4[]", "'{{{1}},{{NULL}}}'::int4[]", `'{"a\"b\\c","null",nULL,"{x}"}'::text[]`, "'[0:1]={1,2}'::int4[]", "'[-1:0][2:3]={{1,2},{3,4}}'::int4[]",
		`'{2026-01-01,infinity}'::date[]`, `'{"2026-01-01 00:00:00"}'::timestamp[]`, "'{1.50,NaN}'::numeric[]", `'{"1 day"}'::interval[]`, "'{t,f}'::bool[]",
	} {
		t.Run(value, func(t *testing.T) {
			both := pg.ExecParams(ctx, "SELECT "+value+", "+value, nil, nil, nil, []int16{0, 1}).Read()
			if both.Err != nil {
				t.Fatal(both.Err)
			}
			column := providers.Column{Name: "v", Type: both.FieldDescriptions[0].DataTypeOID, TypeName: "its type"}
			convert, err := conversions.For([]providers.Column{column}, []providers.Format{providers.Binary})
			if err != nil {
				t.Fatal(err)
			}
			text, want := both.Rows[0][0], both.Rows[0][1]
			got, err := convert[0]([]byte("before"), text)
			if err != nil || !bytes.Equal(got, append([]byte("before"), want...)) {
				t.Errorf("%q became %s, %v; want %s", text, hex.EncodeToString(got[len("before"):]), err, hex.EncodeToString(want))
			}
		})
	}
}

// TestBinaryNonsense: what is no text of a type is an error with the column's
// name, and leaves nothing behind.
func TestBinaryNonsense(t *testing.T) {
	var conversions Conversions
	for oid := range converters {
		switch oid {
		case nodeTreeOID, pgtype.TextOID, pgtype.VarcharOID, pgtype.BPCharOID, pgtype.NameOID, pgtype.UnknownOID,
			pgtype.JSONOID, pgtype.JSONBOID, pgtype.XMLOID, pgtype.QCharOID:
			continue // any text will do
		}
		column := providers.Column{Name: "odd", Type: oid, TypeName: "its type"}
		convert, err := conversions.For([]providers.Column{column}, []providers.Format{providers.Binary})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{`\`, "x", "1-", "--", "2026-13-01", "2026-01-01 x", "12:xx", "1:2:3:4", "+", "99999999999999999999x"} {
			if oid == pgtype.ByteaOID && text[0] != '\\' {
				continue
			}
			buf, err := convert.Append([]byte("before"), providers.Row{[]byte(text)})
			if sqlstate.CodeOf(err) != sqlstate.InvalidBinaryRepresent || string(buf) != "before" {
				t.Errorf("type %d, %q: %q, %v", oid, text, buf, err)
			}
		}
	}
}

func TestBinaryImpossible(t *testing.T) {
	var conversions Conversions
	_, err := conversions.For([]providers.Column{{Name: "odd", Type: 99999, TypeName: "mood"}}, []providers.Format{providers.Binary})
	if e := sqlstate.From(err); e == nil || e.Code != sqlstate.FeatureNotSupported || e.Message != `column "odd" of type mood cannot be sent in binary format` {
		t.Errorf("an unknown type: %v", err)
	}
	if conversions.converterFor(pgtype.Int4rangeOID) != nil {
		t.Error("a range is converted, and nothing compares it with Postgres")
	}
	_, err = conversions.For([]providers.Column{{Name: "n", Type: pgtype.Int4OID, Format: providers.Binary}}, nil)
	if sqlstate.CodeOf(err) != sqlstate.InternalError {
		t.Errorf("binary for text: %v", err)
	}
}

func TestArrayNonsense(t *testing.T) {
	for _, text := range []string{
		"", "{", "}", "1", "{1", "{1}x", "{1,}", "{,1}", "{{1},2}", "{{1},{2,3}}", `{"1}`, "[0:1]={1}", "[0]={1}", "[a:b]={1}",
		"[0:1]", strings.Repeat("{", 7) + strings.Repeat("}", 7), "{{},{}}", `{\`, "{1 2}",
	} {
		if got, err := arrayConverter(pgtype.Int4OID, appendInt4)(nil, []byte(text)); err == nil {
			t.Errorf("%q became %x", text, got)
		}
	}
}

func TestAppendRowDoesNotAllocate(t *testing.T) {
	row := providers.Row{[]byte("1"), nil, []byte("12.50"), []byte("2026-01-31 23:59:59")}
	var conversions Conversions
	columns := []providers.Column{{Type: pgtype.Int4OID}, {Type: pgtype.Int4OID}, {Type: pgtype.TextOID}, {Type: pgtype.TimestampOID}}
	convert, err := conversions.For(columns, []providers.Format{providers.Binary})
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 1024)
	for name, c := range map[string]Conversion{"as it is": nil, "converted": convert} {
		// An integer's and a date's text become strings to be parsed, which the
		// compiler keeps on the stack.
		if n := testing.AllocsPerRun(100, func() { _, _ = c.Append(buf, row) }); n > 2 {
			t.Errorf("%s: %v allocations for a row", name, n)
		}
	}
}

func BenchmarkAppendRow(b *testing.B) {
	row := providers.Row{[]byte("12345"), []byte("1234567890123"), []byte("1.5"), []byte("twenty characters ok")}
	const flushAt = 64 << 10
	buf := make([]byte, 0, flushAt)
	b.ReportAllocs()
	for b.Loop() {
		if buf, _ = Conversion(nil).Append(buf, row); len(buf) > flushAt-200 {
			buf = buf[:0]
		}
	}
}
