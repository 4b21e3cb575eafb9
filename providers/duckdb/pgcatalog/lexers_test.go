package pgcatalog_test

import (
	"context"
	"os"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// tricky are texts that the lexers of Postgres and DuckDB may read differently.
var tricky = []string{
	"select 1 as\u00a0x", "select 'a\u00a0b' as x", "select 1 as \"x\u00a0y\"", "select 1 as x\u2003", "select 1 as x\u200b, 2 as y",
	"select $$a$$ as x", "select $q$it's$q$ as x", "select $é$a$é$ as x", `select '\' as x`, `select E'\'' as x`, `select e'\x41\101' as x`, `select 'a\nb' as x`,
	`select U&'\0041' as x`, `select U&"\0041" from (select 1 as "A") s`, "select N'a' as x", "select 'a'\n'b' as x", "select 'a''b' as x",
	`select 1 as "a""b"`, "select 1 as x /* a /* b */ c */", "select 1 as x -- a\n, 2 as y", "select 1 as x -- a\r, 2 as y", "select/**/1 as x",
	"select 1_000 as x", "select 0x1f as x", "select 0b11 as x", "select 0o17 as x", "select 1e3 as x", "select .5 as x", "select 5. as x",
	"select 1.5 as x", "select 12345678901234567890 as x", "select 1::int8 as x", "select 7/2 as x", "select -7 % 3 as x", "select 2 ^ 3 as x",
	"select 2 * 3 + 4 as x", "select - 2 ^ 2 as x", "select not true = false as x", "select 1 <> 2 as x", "select 1 != 2 as x",
	"select 'a' || 'b' as x", "select 5 & 3 | 4 as x", "select 1 << 2 + 1 as x", "select ~ 5 as x", "select @ -5 as x", "select 5 # 3 as x",
	"select -1 - -1 as x", "select - - 1 as x", "select 1 - - - 1 as x", "select +1 as x", "select 1 between 0 and 2 as x",
	"select 'x' is null as x", "select 1 in (1,2) as x", "select (array[1,2,3])[2:3] as x", "select array[1,2][1] as x",
	"select '{\"a\":1}'::json ->> 'a' as x", "select '{\"a\":1}'::json -> 'a' as x", "select 1 as aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg",
	`select 1 as "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg"`, "select 1 as \"X\"", "select 1 as x;", "select\t1\nas\vx",
	"select 1 as x\f", "select b'101' as x", "select x'1f' as x", "select true and false or true as x", "select 1 as a$b", "select 'a' like 'a%' as x",
	"select 'a' ~ 'a' as x", "select 1 = 1 is true as x", "select case when 1 = 1 then 'a' else 'b' end as x", "select cast('1' as int) as x",
	"select interval '1 day' as x", "select date '2024-01-01' + 1 as x", "select 10 % 3 * 2 as x", "select 2 - 1 - 1 as x", "select 8 / 2 / 2 as x",
	"select 1 < 2 as x", "select 'it' as x, 'é' as y", "select 3 >= 2 and 3 <= 4 as x", "select 1\r\n as x", "select 1 as é",
}

// TestLexers: a text that passes unchanged means to DuckDB what its tree says.
func TestLexers(t *testing.T) {
	ctx := context.Background()
	provider, err := duckdb.Open(ctx, duckdb.Options{Name: "demo", TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer provider.Close()
	conn, err := provider.Connect(ctx, providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	data, err := os.ReadFile("testdata/dialect.sql")
	if err != nil {
		t.Fatal(err)
	}
	unchanged := 0
	for _, text := range append(tricky, strings.Split(strings.TrimSpace(string(data)), "\n")...) {
		tree, err := pg_query.Parse(text)
		if err != nil {
			continue // it never reaches DuckDB
		}
		written, err := pg_query.Deparse(tree)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		_, changed, err := duckdialect.Translate(tree, text, env)
		if changed || err != nil {
			continue
		}
		unchanged++
		sent, _ := ask(ctx, conn, text)
		if meant, _ := ask(ctx, conn, written); sent != meant {
			t.Errorf("%q goes unchanged, but is read otherwise\n    sent:  %s\n    meant: %s", text, sent, meant)
		}
	}
	if unchanged < 20 {
		t.Errorf("only %d texts went unchanged: nothing was compared", unchanged)
	}
}
