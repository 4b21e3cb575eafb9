package duckdb

import (
	"fmt"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

func TestFootprint(t *testing.T) {
	p, err := Open(t.Context(), Options{Name: "duck"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, sql := range []string{
		`CREATE SCHEMA duck."Odd s"`, `CREATE SEQUENCE duck.public.s1`, `CREATE SEQUENCE duck."Odd s"."S ' 2"`,
		`CREATE TABLE duck.public.x (a int DEFAULT nextval('duck.public.s1'), b int DEFAULT nextval('"Odd s"."S '' 2"') + 1, c int, d text DEFAULT 'nextval(''s1'')')`,
	} {
		if _, err := p.queryAdmin(t.Context(), sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	for _, test := range []struct {
		change providers.Change
		want   string
	}{
		{providers.Change{Verb: "INSERT", Name: "x"}, `["Odd s"."S ' 2" public.s1]`},
		{providers.Change{Verb: "INSERT", Schema: "public", Name: "X", Columns: []string{"B", "c"}}, `[public.s1]`},
		{providers.Change{Verb: "INSERT", Name: "x", Leading: 1}, `["Odd s"."S ' 2"]`},
		{providers.Change{Verb: "INSERT", Name: "x", Leading: 4}, `[]`},
		{providers.Change{Verb: "INSERT", Name: "none' OR 'a' = 'a"}, `[]`},
		{providers.Change{Verb: "DELETE", Name: "x"}, `[]`},
	} {
		f, err := p.Footprint(t.Context(), []providers.Change{test.change, test.change})
		if got := fmt.Sprint(f.Sequences); err != nil || got != test.want || f.More {
			t.Errorf("%+v: %+v, want %s (%v)", test.change, f, test.want, err)
		}
	}
}
