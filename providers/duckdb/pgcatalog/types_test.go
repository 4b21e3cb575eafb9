package pgcatalog_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

func TestTypeOID(t *testing.T) {
	for _, test := range []struct {
		duck   string
		oid    uint32
		typmod int32
		size   int16
		name   string
	}{
		{"INTEGER", 23, -1, 4, "integer"},
		{"bigint", 20, -1, 8, "bigint"},
		{"TINYINT", 21, -1, 2, "smallint"},
		{"UBIGINT", 1700, -1, -1, "numeric"},
		{"HUGEINT", 1700, -1, -1, "numeric"},
		{"DECIMAL(10,2)", 1700, 655366, -1, "numeric(10,2)"},
		{"DECIMAL(18, 0)", 1700, 1179652, -1, "numeric(18,0)"},
		{"DECIMAL(10,2)[]", 1231, 655366, -1, "numeric(10,2)[]"},
		{"VARCHAR", 25, -1, -1, "text"},
		{"TIMESTAMP WITH TIME ZONE", 1184, -1, 8, "timestamp with time zone"},
		{"TIMESTAMPTZ", 1184, -1, 8, "timestamp with time zone"},
		{"TIMESTAMP_NS", 1114, -1, 8, "timestamp without time zone"},
		{"INTEGER[]", 1007, -1, -1, "integer[]"},
		{"INTEGER[3][]", 1007, -1, -1, "integer[]"},
		{"STRUCT(a INTEGER, b VARCHAR[])", 114, -1, -1, "json"},
		{"STRUCT(a INTEGER)[]", 199, -1, -1, "json[]"},
		{"MAP(VARCHAR, INTEGER)", 114, -1, -1, "json"},
		{"ENUM('a', 'b')", 25, -1, -1, "text"},
		{"pg_oid", 26, -1, 4, "oid"},
		{"pg_name", 19, -1, 64, "name"},
		{"no such type", 25, -1, -1, "text"},
		{"]", 25, -1, -1, "text"},
		{"", 25, -1, -1, "text"},
	} {
		oid, typmod, size, name := pgcatalog.TypeOID(test.duck)
		if oid != test.oid || typmod != test.typmod || size != test.size || name != test.name {
			t.Errorf("TypeOID(%q) = %d, %d, %d, %q; want %d, %d, %d, %q", test.duck,
				oid, typmod, size, name, test.oid, test.typmod, test.size, test.name)
		}
	}
}
