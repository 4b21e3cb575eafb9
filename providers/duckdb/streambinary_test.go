package duckdb

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
)

// inBinary is the binary form of a text, as pgx makes it.
func inBinary(t *testing.T, oid uint32, text string) []byte {
	t.Helper()
	endless := map[string][]byte{"infinity": {0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, "-infinity": {0x80, 0, 0, 0, 0, 0, 0, 0}}
	switch {
	case endless[text] != nil && oid == pgtype.DateOID:
		return endless[text][:4]
	case endless[text] != nil:
		return endless[text]
	}
	m := pgtype.NewMap()
	kind, _ := m.TypeForOID(oid)
	value, err := kind.Codec.DecodeValue(m, oid, pgtype.TextFormatCode, []byte(text))
	if err != nil {
		t.Fatal(text, err)
	}
	encoded, err := m.Encode(oid, pgtype.BinaryFormatCode, value, nil)
	if err != nil {
		t.Fatal(text, err)
	}
	return encoded
}

// TestStreamBinary: a value in binary form is the same as its text, streamed and loaded.
func TestStreamBinary(t *testing.T) {
	_, c := connected(t)
	type value struct {
		column providers.Column
		text   string
	}
	list := []value{
		{typed(pgtype.BoolOID, -1), "t"},
		{typed(pgtype.BoolOID, -1), "f"},
		{typed(pgtype.Int2OID, -1), "-32768"},
		{typed(pgtype.Int4OID, -1), "-2147483648"},
		{typed(pgtype.Int8OID, -1), "-9223372036854775808"},
		{typed(pgtype.Int8OID, -1), "9223372036854775807"},
		{typed(pgtype.Float4OID, -1), "1.5"},
		{typed(pgtype.Float8OID, -1), "0.1"},
		{typed(pgtype.Float8OID, -1), "NaN"},
		{typed(pgtype.Float8OID, -1), "-Infinity"},
		{typed(pgtype.Float8OID, -1), "-0"},
		{typed(pgtype.TextOID, -1), ""},
		{typed(pgtype.TextOID, -1), "twelve bytes"},
		{typed(pgtype.TextOID, -1), "thirteen byte ä"},
		{typed(pgtype.VarcharOID, -1), "x"},
		{typed(pgtype.ByteaOID, -1), `\x00ff`},
		{typed(pgtype.UUIDOID, -1), "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
		{typed(pgtype.UUIDOID, -1), "00000000-0000-0000-0000-000000000001"},
		{typed(pgtype.DateOID, -1), "2024-02-29"},
		{typed(pgtype.DateOID, -1), "1969-12-31"},
		{typed(pgtype.DateOID, -1), "infinity"},
		{typed(pgtype.DateOID, -1), "-infinity"},
		{typed(pgtype.TimestampOID, -1), "2024-05-06 07:08:09.123456"},
		{typed(pgtype.TimestampOID, -1), "1815-06-18 11:35:00"},
		{typed(pgtype.TimestampOID, -1), "infinity"},
		{typed(pgtype.TimestampOID, -1), "-infinity"},
		{typed(pgtype.TimestamptzOID, -1), "2024-05-06 05:08:09.5+00"},
		{typed(pgtype.IntervalOID, -1), "1 year 2 mons 3 days 04:05:06.7"},
		{typed(pgtype.IntervalOID, -1), "-1 days +02:03:00"},
		{typed(pgtype.NumericOID, numericMod(4, 2)), "-12.34"},
		{typed(pgtype.NumericOID, numericMod(9, 0)), "123456789"},
		{typed(pgtype.NumericOID, numericMod(18, 3)), "0.001"},
		{typed(pgtype.NumericOID, numericMod(18, 18)), "0.999999999999999999"},
		{typed(pgtype.NumericOID, numericMod(18, 0)), "-999999999999999999"},
		{typed(pgtype.NumericOID, numericMod(38, 4)), "-1234567890123456789012345678901234.5678"},
		{typed(pgtype.NumericOID, numericMod(38, 0)), "99999999999999999999999999999999999999"},
		{typed(pgtype.NumericOID, numericMod(12, 2)), "0.00"},
		{typed(pgtype.NumericOID, numericMod(12, 2)), "10000.00"},
		{typed(pgtype.NumericOID, numericMod(38, 38)), "0.00000000000000000000000000000000000001"},
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // of a test
	for range 2_000 {
		scale := random.IntN(10)
		wide := scale + 1 + random.IntN(18-scale)
		digits := fmt.Sprintf("%0*d", wide, random.Int64N(int64(math.Pow10(wide-1))))
		text := strings.TrimLeft(digits[:wide-scale], "0")
		if text == "" {
			text = "0"
		}
		if scale > 0 {
			text += "." + digits[wide-scale:]
		}
		list = append(list, value{typed(pgtype.NumericOID, numericMod(int32(wide), int32(scale))), text}) //nolint:gosec // below 19
	}
	columns := map[providers.Column][]string{} // the values of each in one stream
	for _, v := range list {
		columns[v.column] = append(columns[v.column], v.text)
	}
	if len(columns) < 100 {
		t.Errorf("only %d types", len(columns))
	}
	for column, texts := range columns {
		if !c.ReadsBinary(column) {
			t.Errorf("%v is not read", column)
		}
		column.Format = providers.Binary
		want := "\n" + strings.Join(texts, "\n\n") + "\n"
		rows := func() *given {
			g := &given{list: []providers.Row{{nil}}}
			for _, text := range texts {
				g.list = append(g.list, providers.Row{inBinary(t, column.Type, text)}, providers.Row{nil})
			}
			return g
		}
		streamRows(t, c, "streamed", []providers.Column{column}, rows())
		if got := all(c, t.Context(), reading("SELECT v FROM streamed")); got != want {
			t.Errorf("%v: %q, want %q", column, got, want)
		}
		if _, err := c.Load(t.Context(), "loaded", []providers.Column{column}, rows()); err != nil {
			t.Error(err)
		} else if got := all(c, t.Context(), reading("SELECT v FROM loaded")); got != want {
			t.Errorf("%v is loaded: %q, want %q", column, got, want)
		}
		if err := c.Drop("streamed", "loaded"); err != nil {
			t.Error(err)
		}
	}
}

// TestStreamBinaryRefuses: what is no value of its column is an error that shows it, and no other value.
func TestStreamBinaryRefuses(t *testing.T) {
	_, c := connected(t)
	numeric := func(text string) []byte { return inBinary(t, pgtype.NumericOID, text) }
	for _, test := range []struct {
		column providers.Column
		value  []byte
		shown  string
	}{
		{typed(pgtype.NumericOID, numericMod(4, 2)), numeric("123.45"), `"123.45"`},
		{typed(pgtype.NumericOID, numericMod(4, 2)), numeric("1.234"), `"1.234"`},
		{typed(pgtype.NumericOID, numericMod(18, 2)), numeric("1" + strings.Repeat("0", 40)), `"1000`},
		{typed(pgtype.NumericOID, numericMod(38, 10)), numeric("0.00000000000000000001"), `"0.0000`},
		{typed(pgtype.NumericOID, numericMod(4, 2)), numeric("NaN"), `"NaN"`},
		{typed(pgtype.NumericOID, numericMod(38, 2)), numeric("-Infinity"), `"-Infinity"`},
		{typed(pgtype.NumericOID, numericMod(4, 2)), []byte{0, 9, 0, 0, 0, 0, 0, 0}, ""},
		{typed(pgtype.NumericOID, numericMod(4, 2)), nil, ""},
		{typed(pgtype.Int4OID, -1), []byte{1, 2}, "binary form"},
		{typed(pgtype.BoolOID, -1), []byte("tr"), "binary form"},
		{typed(pgtype.UUIDOID, -1), []byte("x"), "binary form"},
		{typed(pgtype.DateOID, -1), []byte{0x7f, 0xff, 0xff, 0xf0}, "binary form"},
		{typed(pgtype.TimestampOID, -1), []byte{0x7f, 0xff, 0xff, 0xf0, 0, 0, 0, 0}, "binary form"},
		{typed(pgtype.IntervalOID, -1), bytes.Join([][]byte{{0x7f}, bytes.Repeat([]byte{0xff}, 7), {0x7f, 0xff, 0xff, 0xff}, {0x7f, 0xff, 0xff, 0xff}}, nil), "binary form"},
	} {
		test.column.Format = providers.Binary
		if test.value == nil {
			test.value = []byte{}
		}
		streamRows(t, c, "streamed", []providers.Column{test.column}, &given{list: []providers.Row{{test.value}}})
		if got := all(c, t.Context(), reading("SELECT v FROM streamed")); !strings.HasPrefix(got, "22P02") || !strings.Contains(got, test.shown) {
			t.Errorf("%v %x: %q", test.column, test.value, got)
		}
		if err := c.Drop("streamed"); err != nil {
			t.Error(err)
		}
	}
}
