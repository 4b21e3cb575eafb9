package catalog

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// TestTypeNamesAreTheServers compares every name that we know with the
// server's own, and the modifiers that people see.
func TestTypeNamesAreTheServers(t *testing.T) {
	pg, err := pgconn.Connect(t.Context(), pgtest.Start(t).DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close(t.Context())
	lines, err := query.All(t.Context(), pg, "SELECT oid, format_type(oid, NULL) FROM pg_type")
	if err != nil {
		t.Fatal(err)
	}
	server := map[string]string{}
	for _, v := range lines {
		server[v[0]] = v[1]
	}
	for oid := range typeNames {
		if got, want := builtinTypeName(oid, -1), server[fmt.Sprint(oid)]; got != want {
			t.Errorf("type %d is %q here, %q to the server", oid, got, want)
		}
	}
	for oid := range arrayOf {
		if got, want := builtinTypeName(oid, -1), server[fmt.Sprint(oid)]; got != want {
			t.Errorf("type %d is %q here, %q to the server", oid, got, want)
		}
	}

	result := pg.ExecParams(t.Context(), `SELECT NULL::numeric(10,2), NULL::numeric(5,-2), NULL::varchar(7), NULL::char(3), NULL::bit(4), NULL::varbit(5),
		NULL::timestamp(3), NULL::timestamptz(0), NULL::time(2), NULL::timetz(1), NULL::numeric(9,4)[]`, nil, nil, nil, nil)
	fields := append([]pgconn.FieldDescription(nil), result.FieldDescriptions()...)
	if _, err := result.Close(); err != nil {
		t.Fatal(err)
	}
	for _, f := range fields {
		want, err := query.All(t.Context(), pg, "SELECT format_type($1::oid, $2::int)", fmt.Sprint(f.DataTypeOID), strconv.Itoa(int(f.TypeModifier)))
		if err != nil {
			t.Fatal(err)
		}
		if got := builtinTypeName(f.DataTypeOID, f.TypeModifier); got != want[0][0] {
			t.Errorf("%q here, %q to the server", got, want[0][0])
		}
	}
	if got := builtinTypeName(99999, -1); got != "" {
		t.Errorf("an unknown type is %q", got)
	}
}
