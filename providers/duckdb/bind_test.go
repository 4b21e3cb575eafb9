package duckdb

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestTextParams binds text values to columns of every type.
func TestTextParams(t *testing.T) {
	c := demo(t)
	must(t, c, "CREATE TYPE mood AS ENUM ('sad', 'glad')")
	for _, test := range []struct{ typeName, value, want string }{
		{"boolean", "t", "t"},
		{"boolean", "off", "f"},
		{"boolean", "∅", "∅"},
		{"tinyint", "-128", "-128"},
		{"smallint", "-5", "-5"},
		{"int", " 7 ", "7"},
		{"bigint", "9223372036854775807", "9223372036854775807"},
		{"utinyint", "255", "255"},
		{"usmallint", "65535", "65535"},
		{"uinteger", "4294967295", "4294967295"},
		{"ubigint", "18446744073709551615", "18446744073709551615"},
		{"hugeint", "-170141183460469231731687303715884105727", "-170141183460469231731687303715884105727"},
		{"real", "1.5", "1.5"},
		{"double", "-Infinity", "-Infinity"},
		{"double", "NaN", "NaN"},
		{"decimal(10,2)", "-12.345", "-12.35"},
		{"text", "it's", "it's"},
		{"text", "", ""},
		{"blob", `\xdeadbeef`, `\xdeadbeef`},
		{"blob", `a\\b\000`, `\x615c6200`},
		{"date", "2024-02-29", "2024-02-29"},
		{"time", "01:02:03.5", "01:02:03.5"},
		{"timestamp", "2024-02-29 01:02:03", "2024-02-29 01:02:03"},
		{"timestamptz", "2024-02-29 01:02:03+02", "2024-02-28 23:02:03+00"},
		{"interval", "1 day 02:00:00", "1 day 02:00:00"},
		{"uuid", "550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440000"},
		{"json", `{"a": 1}`, `{"a": 1}`},
		{"mood", "glad", "glad"},
		{"int[]", "{1,NULL,3}", "{1,NULL,3}"},
		{"text[]", `{a,"b c","x\"y","","null",NULL}`, `{a,"b c","x\"y","","null",NULL}`},
		{"int[][]", "{{1,2},{3}}", "{{1,2},{3}}"},
		{"date[]", "{2024-01-01}", "{2024-01-01}"},
	} {
		must(t, c, "CREATE OR REPLACE TABLE t(v "+test.typeName+")")
		for range 2 { // prepared anew, and a kept statement
			if a := must(t, c, "INSERT INTO t VALUES ($1) RETURNING v", test.value); a.rows[0] != test.want {
				t.Errorf("%s: %q came back as %q, want %q", test.typeName, test.value, a.rows[0], test.want)
			}
		}
		if test.value != "∅" && test.value != "NaN" {
			if a := must(t, c, "SELECT count(*) FROM t WHERE v = $1", test.want); a.rows[0] != "2" && test.typeName != "json" {
				t.Errorf("%s: %s rows equal %q, want 2", test.typeName, a.rows[0], test.want)
			}
		}
	}
}

func TestWrongParams(t *testing.T) {
	c := demo(t)
	must(t, c, "CREATE TABLE t(i int, b boolean, d date, n decimal(4,1), f double, x blob)")
	must(t, c, "INSERT INTO t VALUES (1, true, '2024-01-01', 1, 1, 'x')")
	for _, test := range []struct {
		column, value string
		code          sqlstate.Code
	}{
		{"i", "x", "22P02"},
		{"i", "", "22P02"},
		{"i", "1_0", "22P02"},
		{"i", "3000000000", "22003"},
		{"b", "maybe", "22P02"},
		{"d", "yesterday-ish", "22007"},
		{"n", "abc", "22P02"},
		{"f", "0x10", "22P02"},
		{"x", `\xzz`, "22023"}, // as PostgreSQL says it
		{"i", "\xff", "22021"},
	} {
		refused(t, c, test.code, "SELECT * FROM t WHERE "+test.column+" = $1", test.value)
		refused(t, c, test.code, "INSERT INTO t("+test.column+") VALUES ($1)", test.value)
	}
	refused(t, c, sqlstate.NumericOutOfRange, "INSERT INTO t(n) VALUES ($1)", "99999")
	if a := must(t, c, "SELECT count(*) FROM t WHERE n = $1 OR n = $2", "99999", "1.01"); a.rows[0] != "0" { // as PostgreSQL compares
		t.Errorf("%s rows are equal to numbers that do not fit into the column", a.rows[0])
	}
	refused(t, c, sqlstate.UndefinedParameter, "SELECT $1::int")
	refused(t, c, sqlstate.ProtocolViolation, "SELECT 1", "2")
	refused(t, c, sqlstate.UndefinedParameter, "SELECT $0::int", "2")
	refused(t, c, sqlstate.ProgramLimitExceeded, "SELECT $99999999999999999999::int", "2")
}

// TestBinaryParams binds values in pgx's binary format.
func TestBinaryParams(t *testing.T) {
	c := demo(t)
	types := pgtype.NewMap()
	for _, test := range []struct {
		oid   uint32
		value any
		want  string
	}{
		{pgtype.BoolOID, true, "t"},
		{pgtype.Int2OID, int16(-2), "-2"},
		{pgtype.Int4OID, int32(7), "7"},
		{pgtype.Int8OID, int64(1) << 40, "1099511627776"},
		{pgtype.Float4OID, float32(0.5), "0.5"},
		{pgtype.Float8OID, 1.25, "1.25"},
		{pgtype.TextOID, "größe", "größe"},
		{pgtype.VarcharOID, "v", "v"},
		{pgtype.ByteaOID, []byte{0, 1, 255}, `\x0001ff`},
		{pgtype.UUIDOID, "550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440000"},
		{pgtype.DateOID, "2024-02-29", "2024-02-29"},
		{pgtype.TimestampOID, "2024-02-29 01:02:03.5", "2024-02-29 01:02:03.5"},
		{pgtype.TimestamptzOID, "2024-02-29 01:02:03+00", "2024-02-29 01:02:03+00"},
		{pgtype.TimeOID, "01:02:03", "01:02:03"},
		{pgtype.IntervalOID, "1 day 02:00:00", "1 day 02:00:00"},
		{pgtype.NumericOID, "12.5", "12.5"},
		{pgtype.JSONOID, `{"a":1}`, `{"a":1}`},
		{pgtype.JSONBOID, `{"a":1}`, `{"a": 1}`},
		{pgtype.Int4ArrayOID, []int32{1, 2}, "{1,2}"},
		{pgtype.TextArrayOID, []string{"a b", "c"}, `{"a b",c}`},
	} {
		value := test.value
		if text, ok := value.(string); ok && test.oid != pgtype.TextOID && test.oid != pgtype.VarcharOID {
			t.Helper()
			plan, ok := types.TypeForOID(test.oid)
			if !ok {
				t.Fatal(test.oid)
			}
			decoded, err := plan.Codec.DecodeValue(types, test.oid, pgtype.TextFormatCode, []byte(text))
			if err != nil {
				t.Fatal(test.oid, err)
			}
			value = decoded
		}
		raw, err := types.Encode(test.oid, pgtype.BinaryFormatCode, value, nil)
		if err != nil {
			t.Fatal(test.oid, err)
		}
		a, err := query(c, providers.Statement{SQL: "SELECT $1", ParamTypes: []uint32{test.oid}},
			providers.Args{Values: [][]byte{raw}, Formats: []providers.Format{providers.Binary}})
		if err != nil || a.rows[0] != test.want || (a.columns[0].Type != test.oid && fmt.Sprint(a.columns[0].Type) != standsFor[test.oid]) {
			t.Errorf("type %d: %q of %v, %v; want %q", test.oid, a.rows, a.columns, err, test.want)
		}
	}
	_, err := query(c, providers.Statement{SQL: "SELECT $1", ParamTypes: []uint32{pgtype.Int4OID}},
		providers.Args{Values: [][]byte{{1}}, Formats: []providers.Format{providers.Binary}})
	if sqlstate.CodeOf(err) != sqlstate.InvalidBinaryRepresent {
		t.Errorf("one byte as int4: %v, want 22P03", err)
	}
	_, err = query(c, providers.Statement{SQL: "SELECT $1", ParamTypes: []uint32{pgtype.Int4OID}},
		providers.Args{Values: [][]byte{{1}}, Formats: []providers.Format{7}})
	if sqlstate.CodeOf(err) != sqlstate.InvalidParameterValue {
		t.Errorf("format 7: %v, want 22023", err)
	}
}

// standsFor maps types to the type they come back as.
var standsFor = map[uint32]string{pgtype.VarcharOID: "25"}
