package duckdb

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
)

// compared makes a statement of a text whose parameters are compared with columns of these types.
func compared(sql string, types ...uint32) providers.Statement {
	return providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true, Compared: types}
}

// int4s and int8s are binary values.
func int4s(n int32) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
func int8s(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// TestLookupsByParameters: parameters of lookups find what they find as parameters, by the plan that constants have. What is
// not plain is left to the parameters, with their errors.
func TestLookupsByParameters(t *testing.T) {
	const i2, i4, i8, text, varchar = pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.TextOID, pgtype.VarcharOID
	both := []providers.Format{providers.Binary}
	c := demo(t)
	runAll(t, c, looked)
	must(t, c, "INSERT INTO g(a, t) VALUES (-5, 'it''s'), (600, '')")
	for _, test := range []struct {
		s       providers.Statement
		given   []uint32 // the client's types
		formats []providers.Format
		values  []string // "NULL" is NULL
		shared  bool
	}{
		{compared("SELECT a, t FROM g WHERE a = $1", i4), nil, nil, []string{"7"}, true},
		{compared("SELECT a, t FROM g WHERE a = $1", i4), nil, both, []string{string(int4s(7))}, true},
		{compared("SELECT a, t FROM g WHERE a = $1", i4), []uint32{i8}, both, []string{string(int8s(7))}, true},
		{compared("SELECT a, t FROM g WHERE a = $1", i4), []uint32{i2}, both, []string{"\x00\x07"}, true},
		{compared("SELECT a FROM g WHERE small = $1 AND big > $2", i2, i8), nil, nil, []string{"3", "90000000"}, true},
		{compared("SELECT a FROM g WHERE small = $1 AND big > $2", i2, i8), nil, both, []string{"\x00\x03", string(int8s(90000000))}, true},
		{compared("SELECT a FROM g WHERE t = $1 LIMIT $2 OFFSET $3", text, i8, i8), nil, nil, []string{"n7", "2", "1"}, true},
		{compared("SELECT a FROM g WHERE t = $1 LIMIT $2 OFFSET $3", text, i8, i8), []uint32{varchar, i4, i4}, nil, []string{"n7", "2", "1"}, true},
		{compared("SELECT a FROM g WHERE t = $1", text), nil, nil, []string{"it's"}, true},
		{compared("SELECT a FROM g WHERE t = $1", text), nil, both, []string{""}, true},
		{compared("SELECT a FROM g WHERE a > $1 AND small < $1", i4), nil, nil, []string{"3"}, true},
		{compared("SELECT a FROM g WHERE a = $1", i4), nil, nil, []string{"NULL"}, false},
		{compared("SELECT a FROM g WHERE a = $1", i4), nil, nil, []string{"-5"}, false},
		{compared("SELECT a FROM g WHERE a = $1", i4), nil, nil, []string{"3000000000"}, false}, // 22003
		{compared("SELECT a FROM g WHERE a = $1", i4), nil, nil, []string{"x"}, false},          // 22P02
		{compared("SELECT a FROM g WHERE a = $1", i4), nil, both, []string{"7"}, false},         // 22P03
		{compared("SELECT a FROM g WHERE a = $1", i4), []uint32{pgtype.NumericOID}, nil, []string{"7.5"}, false},
		{compared("SELECT a FROM g WHERE t = $1", text), nil, nil, []string{"\xff"}, false},
		{compared("SELECT a FROM g WHERE a = $1", i4), nil, nil, []string{"7", "8"}, false},
	} {
		args := providers.Args{Formats: test.formats}
		for _, v := range test.values {
			if v == "NULL" {
				args.Values = append(args.Values, nil)
			} else {
				args.Values = append(args.Values, []byte(v))
			}
		}
		test.s.ParamTypes = test.given
		own := test.s
		own.Compared = nil
		valued, ok := c.lookupWithValues(test.s, args)
		if ok != test.shared {
			t.Errorf("%s of %q: shared %v", test.s.SQL, test.values, ok)
		}
		got, err := rowsWith(t.Context(), c, test.s, args)
		want, wantErr := rowsWith(t.Context(), c, own, args)
		if !slices.Equal(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%s of %q: %q %v, but as parameters %q %v (%s)", test.s.SQL, test.values, got, err, want, wantErr, valued.SQL)
		}
	}
	wide := compared("SELECT a FROM g WHERE a = $1", i4)
	wide.ParamTypes = []uint32{i8}
	if rows, err := rowsWith(t.Context(), c, wide, providers.Args{Values: [][]byte{[]byte("3000000000")}}); err != nil || len(rows) > 0 {
		t.Errorf("an int8 beside int4: %q, %v", rows, err) // as PostgreSQL; DuckDB would say that it is out of range
	}
	mixed := lookupOf("SELECT a FROM g WHERE a > 5 AND a = $1 AND t <> 'n9' LIMIT 4")
	mixed.Compared = []uint32{i4}
	mixed.Constants = slices.DeleteFunc(mixed.Constants, func(c providers.Constant) bool { return mixed.SQL[c.Start-1] == '$' })
	for _, value := range []string{"7", "123"} {
		args := providers.Args{Values: [][]byte{[]byte(value)}}
		if _, ok := c.lookupWithValues(mixed, args); !ok {
			t.Error("parameters between constants share no plan")
		}
		if rows, err := rowsWith(t.Context(), c, mixed, args); err != nil || !slices.Equal(rows, []string{"|" + value}) {
			t.Errorf("between constants %q: %q, %v", value, rows, err)
		}
	}
}
