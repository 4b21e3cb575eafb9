package duckdb

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
)

func typed(oid uint32, modifier int32) providers.Column {
	return providers.Column{Name: "v", Type: oid, TypeMod: modifier}
}

// numericMod is the modifier of numeric(p,s).
func numericMod(p, s int32) int32 { return p<<16 + s + 4 }

// streamRows makes a stream of rows.
func streamRows(t *testing.T, c *Conn, table string, columns []providers.Column, rows providers.Rows) {
	t.Helper()
	err := c.Stream(t.Context(), providers.Stream{Table: table, Columns: columns, Open: func(context.Context, <-chan struct{}) (providers.Rows, error) {
		return rows, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
}

// TestStreamValues: a value comes out of a stream, and out of a table that it was loaded into, as
// PostgreSQL writes it.
func TestStreamValues(t *testing.T) {
	_, c := connected(t)
	for _, test := range []struct {
		column   providers.Column
		in, want string // "": the same; 22P02: it is none
	}{
		{typed(pgtype.BoolOID, -1), "t", ""},
		{typed(pgtype.BoolOID, -1), "false", "f"},
		{typed(pgtype.BoolOID, -1), "maybe", "22P02"},
		{typed(pgtype.Int2OID, -1), "-32768", ""},
		{typed(pgtype.Int2OID, -1), "32768", "22P02"},
		{typed(pgtype.Int4OID, -1), "2147483647", ""},
		{typed(pgtype.Int4OID, -1), "1.5", "22P02"},
		{typed(pgtype.Int8OID, -1), "-9223372036854775808", ""},
		{typed(pgtype.Int8OID, -1), "", "22P02"},
		{typed(pgtype.Float8OID, -1), "0.1", ""},
		{typed(pgtype.Float8OID, -1), "NaN", ""},
		{typed(pgtype.Float8OID, -1), "-Infinity", ""},
		{typed(pgtype.Float8OID, -1), "1e+300", ""},
		{typed(pgtype.Float4OID, -1), "1.5", ""},
		{typed(pgtype.TextOID, -1), "", ""},
		{typed(pgtype.TextOID, -1), "twelve bytes", ""},
		{typed(pgtype.TextOID, -1), "thirteen byte", ""},
		{typed(pgtype.TextOID, -1), "näme ☃", ""},
		{typed(pgtype.TextOID, -1), "\xff", "22021"},
		{typed(pgtype.VarcharOID, -1), "x", ""},
		{typed(pgtype.IntervalOID, -1), "1 year 2 mons 3 days 04:05:06.7", ""},
		{typed(pgtype.IntervalOID, -1), "-1 days +02:03:00", ""},
		{typed(pgtype.IntervalOID, -1), "-00:00:01", ""},
		{typed(pgtype.IntervalOID, -1), "00:00:00", ""},
		{typed(pgtype.IntervalOID, -1), "-1 years -2 mons +3 days -1234:05:06.000001", ""},
		{typed(pgtype.IntervalOID, -1), "178956970 years 7 mons", ""},
		{typed(pgtype.IntervalOID, -1), "178956970 years 8 mons", "22P02"},
		{typed(pgtype.IntervalOID, -1), "P1Y2M3DT4H5M6S", "22P02"},
		{typed(pgtype.IntervalOID, -1), "1 day", ""},
		{typed(pgtype.IntervalOID, -1), "1", "22P02"},
		{typed(pgtype.IntervalOID, -1), "", "22P02"},
		{typed(pgtype.IntervalOID, -1), "1 fortnight", "22P02"},
		{typed(pgtype.IntervalOID, -1), "01:60:00", "22P02"},
		{typed(pgtype.IntervalOID, -1), "infinity", "22P02"},
		{typed(pgtype.JSONOID, -1), `{"a": [1, null]}`, ""},
		{typed(pgtype.ByteaOID, -1), `\x00ff`, ""},
		{typed(pgtype.ByteaOID, -1), `\x`, ""},
		{typed(pgtype.ByteaOID, -1), `x`, "22P02"},
		{typed(pgtype.UUIDOID, -1), "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", ""},
		{typed(pgtype.UUIDOID, -1), "00000000-0000-0000-0000-000000000001", ""},
		{typed(pgtype.UUIDOID, -1), "ffffffff-ffff-ffff-ffff-ffffffffffff", ""},
		{typed(pgtype.UUIDOID, -1), "a0eebc99x9c0b-4ef8-bb6d-6bb9bd380a11", "22P02"},
		{typed(pgtype.DateOID, -1), "2024-02-29", ""},
		{typed(pgtype.DateOID, -1), "1969-12-31", ""},
		{typed(pgtype.DateOID, -1), "0001-01-01", ""},
		{typed(pgtype.DateOID, -1), "0044-03-15 BC", ""},
		{typed(pgtype.DateOID, -1), "0005-02-29 BC", ""},
		{typed(pgtype.DateOID, -1), "infinity", ""},
		{typed(pgtype.DateOID, -1), "-infinity", ""},
		{typed(pgtype.DateOID, -1), "2023-02-29", "22P02"},
		{typed(pgtype.DateOID, -1), "2023-13-01", "22P02"},
		{typed(pgtype.DateOID, -1), "today", "22P02"},
		{typed(pgtype.TimestampOID, -1), "2024-05-06 07:08:09.123456", ""},
		{typed(pgtype.TimestampOID, -1), "2024-05-06T07:08", "2024-05-06 07:08:00"},
		{typed(pgtype.TimestampOID, -1), "infinity", ""},
		{typed(pgtype.TimestampOID, -1), "0044-03-15 12:00:00 BC", ""},
		{typed(pgtype.TimestampOID, -1), "2024-05-06 25:00:00", "22P02"},
		{typed(pgtype.TimestamptzOID, -1), "2024-05-06 07:08:09.5+02", "2024-05-06 05:08:09.5+00"},
		{typed(pgtype.TimestamptzOID, -1), "2024-05-06T07:08:09Z", "2024-05-06 07:08:09+00"},
		{typed(pgtype.TimestamptzOID, -1), "2024-05-06 07:08:09-03:30", "2024-05-06 10:38:09+00"},
		{typed(pgtype.TimestamptzOID, -1), "1900-01-01 00:00:00+01:22:30", "1899-12-31 22:37:30+00"},
		{typed(pgtype.TimestamptzOID, -1), "-infinity", ""},
		{typed(pgtype.TimestamptzOID, -1), "2024-05-06 07:08:09", "22P02"},
		{typed(pgtype.NumericOID, numericMod(4, 2)), "-12.34", ""},
		{typed(pgtype.NumericOID, numericMod(9, 0)), "123456789", ""},
		{typed(pgtype.NumericOID, numericMod(18, 3)), "0.001", ""},
		{typed(pgtype.NumericOID, numericMod(38, 4)), "-1234567890123456789012345678901234.5678", ""},
		{typed(pgtype.NumericOID, numericMod(38, 0)), "99999999999999999999999999999999999999", ""},
		{typed(pgtype.NumericOID, numericMod(4, 2)), "5", "5.00"},
		{typed(pgtype.NumericOID, numericMod(4, 2)), "123.45", "22P02"},
		{typed(pgtype.NumericOID, numericMod(4, 2)), "NaN", "22P02"},
		{typed(pgtype.NumericOID, -1), "1.5", "1.5000000000"},
		{typed(pgtype.TimeOID, -1), "07:08:09", ""},
		{typed(pgtype.Int8ArrayOID, -1), "{1,NULL,3}", ""},
		{typed(pgtype.Int8ArrayOID, -1), "{}", ""},
		{typed(pgtype.Int8ArrayOID, -1), "{x}", "22P02"},
		{typed(pgtype.TextArrayOID, -1), `{a,"b, c","d \"e\"",NULL,"NULL",""}`, ""},
		{typed(pgtype.BoolArrayOID, -1), "{t,f}", ""},
		{typed(pgtype.Int8ArrayOID, -1), "{" + strings.Repeat("7,NULL,", 4_000) + "9}", ""},
		{typed(pgtype.TextArrayOID, -1), "{" + strings.Repeat(`"thirteen byte",`, 5_000) + "NULL}", ""},
		{typed(pgtype.Int8ArrayOID, -1), "{1,}", "22P02"},
		{typed(pgtype.Int8ArrayOID, -1), "{{1}}", "22P02"},
		{typed(pgtype.TextArrayOID, -1), `{"a}`, "22P02"},
		{typed(pgtype.TextArrayOID, -1), `{"a"b}`, "22P02"},
		{typed(pgtype.TimestamptzArrayOID, -1), `{"2024-05-06 07:08:09+00"}`, ""},
		{typed(pgtype.UUIDArrayOID, -1), "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}", ""},
	} {
		want := test.want
		if want == "" {
			want = test.in
		}
		rows := func() *given {
			return &given{list: []providers.Row{{nil}, {[]byte(test.in)}, {nil}}}
		}
		streamRows(t, c, "streamed", []providers.Column{test.column}, rows())
		got := all(c, t.Context(), reading("SELECT v FROM streamed"))
		if len(want) == 5 && want[:2] == "22" {
			if got[:5] != want {
				t.Errorf("%v %q streams: %s, want %s", test.column, test.in, got, want)
			}
		} else if got != "\n"+want+"\n" {
			t.Errorf("%v %q streams: %q, want %q", test.column, test.in, got, want)
		}
		if _, err := c.Load(t.Context(), "loaded", []providers.Column{test.column}, rows()); err != nil {
			if text := asText(err); text[:5] != want {
				t.Errorf("%v %q is loaded: %s, want %s", test.column, test.in, text, want)
			}
		} else if loaded := all(c, t.Context(), reading("SELECT v FROM loaded")); loaded != got {
			t.Errorf("%v %q is loaded: %q, streams: %q", test.column, test.in, loaded, got)
		}
		if err := c.Drop("streamed", "loaded"); err != nil {
			t.Error(err)
		}
	}
}
