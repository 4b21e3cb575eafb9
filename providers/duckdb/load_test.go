package duckdb

import (
	"context"
	"fmt"
	"io"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// given are rows for Load.
type given struct {
	providers.Rows
	list []providers.Row
	fail error
}

func (g *given) Next() (providers.Row, error) {
	if len(g.list) == 0 && g.fail != nil {
		return nil, g.fail
	}
	if len(g.list) == 0 {
		return nil, io.EOF
	}
	row := g.list[0]
	g.list = g.list[1:]
	return row, nil
}

func TestLoad(t *testing.T) {
	ctx := context.Background()
	p, err := Open(ctx, Options{Name: "apis"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	conn, err := p.Connect(ctx, providers.ConnOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c := conn.(*Conn)
	columns := []providers.Column{
		{Name: "id", Type: pgtype.Int8OID}, {Name: "Name", Type: pgtype.TextOID}, {Name: "at", Type: pgtype.TimestamptzOID},
		{Name: "doc", Type: pgtype.JSONOID}, {Name: "ok", Type: pgtype.BoolOID},
	}
	rowsOf := func(n int) *given {
		g := &given{}
		for i := range n {
			g.list = append(g.list, providers.Row{fmt.Append(nil, i), []byte("näme"), []byte("2024-05-06T07:08:09Z"), []byte(`{"a":[1]}`), nil})
		}
		return g
	}
	var both sync.WaitGroup
	for _, table := range []string{"one", `t"wo`} {
		both.Go(func() {
			if n, err := c.Load(ctx, table, columns, rowsOf(5_000)); n != 5_000 || err != nil {
				t.Error(n, err)
			}
		})
	}
	both.Wait()
	query := func(sql string) string {
		rows, err := c.Query(ctx, providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}, providers.Args{})
		if err != nil {
			return err.Error()
		}
		defer rows.Close()
		row, err := rows.Next()
		if err != nil {
			return err.Error()
		}
		text := rows.Columns()[0].Name
		for _, v := range row {
			text += "|" + string(v)
		}
		return text
	}
	for sql, want := range map[string]string{
		`SELECT a.name, max(a.id), min(b.at), min(a.doc::text), count(a.ok) FROM one a JOIN "t""wo" b ON a.id = b.id GROUP BY 1`: `Name|näme|4999|2024-05-06 07:08:09+00|{"a":[1]}|0`,
	} {
		if got := query(sql); got != want {
			t.Errorf("%s: %s", sql, got)
		}
	}
	if _, err := c.Load(ctx, "empty", columns, nil); err != nil {
		t.Error(err)
	}
	if got := query("SELECT count(*) AS n FROM empty"); got != "n|0" {
		t.Error(got)
	}
	bad := &given{list: []providers.Row{{[]byte("x1"), nil, nil, nil, nil}}}
	_, err = c.Load(ctx, "bad", columns, bad)
	t.Log(err)
	if sqlstate.CodeOf(err) != sqlstate.InvalidTextRepresent {
		t.Errorf("%v", err)
	}
	if err := c.Drop("one", `t"wo`, "empty", "bad"); err != nil {
		t.Error(err)
	}
	t.Log(query("SELECT 1 FROM one"))
}
