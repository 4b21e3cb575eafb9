package pgwire

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// TestPointsOfDrivers writes points as parameters and by COPY, in both formats, and reads them in both.
func TestPointsOfDrivers(t *testing.T) {
	c := pgxConnect(t, serveDuckDB(t))
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if _, err := c.Exec(ctx, "CREATE TABLE places (id int, at point)"); err != nil {
		t.Fatal(err)
	}
	point := func(x, y float64) pgtype.Point { return pgtype.Point{P: pgtype.Vec2{X: x, Y: y}, Valid: true} }
	given := []pgtype.Point{point(1, 2), point(-0.1, 1e300), point(math.Inf(1), 0), {}}
	for i, p := range given {
		if _, err := c.Exec(ctx, "INSERT INTO places VALUES ($1, $2)", i, p); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.CopyFrom(ctx, pgx.Identifier{"places"}, []string{"id", "at"}, pgx.CopyFromRows([][]any{{4, point(5, 6)}, {5, nil}})); err != nil {
		t.Fatal(err)
	}
	if _, err := c.PgConn().CopyFrom(ctx, strings.NewReader("6\t 7 , 8 \n7\t\\N\n"), "COPY places FROM STDIN"); err != nil {
		t.Fatal(err)
	}
	given = append(given, point(5, 6), pgtype.Point{}, point(7, 8), pgtype.Point{})
	for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheStatement, pgx.QueryExecModeSimpleProtocol} {
		rows, err := c.Query(ctx, "SELECT at FROM places ORDER BY id", mode)
		if err != nil {
			t.Fatal(err)
		}
		got, err := pgx.CollectRows(rows, pgx.RowTo[pgtype.Point])
		if err != nil || len(got) != len(given) {
			t.Fatalf("%v: %v, %v", mode, got, err)
		}
		for i := range got {
			if got[i] != given[i] {
				t.Errorf("%v: row %d is %v, want %v", mode, i, got[i], given[i])
			}
		}
	}
	var out strings.Builder
	if _, err := c.PgConn().CopyTo(ctx, &out, "COPY places (at) TO STDOUT"); err != nil || !strings.HasPrefix(out.String(), "(1,2)\n(-0.1,1e+300)\n(Infinity,0)\n\\N\n(5,6)\n\\N\n(7,8)\n") {
		t.Errorf("copied: %q, %v", out.String(), err)
	}
	var near int
	if err := c.QueryRow(ctx, "SELECT id FROM places WHERE at ~= $1", point(7, 8)).Scan(&near); err != nil || near != 6 {
		t.Errorf("the place at (7,8): %d, %v", near, err)
	}
	if err := c.QueryRow(ctx, "SELECT id FROM places WHERE at IS NOT NULL ORDER BY at <-> $1, id LIMIT 1", point(4, 6)).Scan(&near); err != nil || near != 4 {
		t.Errorf("the place near (4,6): %d, %v", near, err)
	}
	var refused *pgconn.PgError
	if _, err := c.PgConn().CopyFrom(ctx, strings.NewReader("8\t1 2,3\n"), "COPY places FROM STDIN"); !errors.As(err, &refused) || refused.Code != "22P02" {
		t.Errorf("a text that is no point: %v", err)
	}
}
