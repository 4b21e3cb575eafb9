package duckdb

import (
	"context"
	"io"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		p, err := Open(context.Background(), Options{Name: "demo", TempDir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		p.Close()
	}
}

func BenchmarkConnect(b *testing.B) {
	p := open(b, Options{})
	for b.Loop() {
		c, err := p.Connect(context.Background(), providers.ConnOptions{})
		if err != nil {
			b.Fatal(err)
		}
		c.Close()
	}
}

// BenchmarkStatement measures a small statement from its text to its last row.
func BenchmarkStatement(b *testing.B) {
	for name, o := range map[string]providers.ConnOptions{"read write": {}, "read only": {ReadOnly: true}} {
		b.Run(name, func(b *testing.B) {
			c := connect(b, open(b, Options{}), o)
			s := providers.Statement{SQL: "SELECT $1::int + 1", Verb: "SELECT", ReadOnly: true}
			args := providers.Args{Values: [][]byte{[]byte("41")}}
			b.ReportAllocs()
			for b.Loop() {
				drain(b, c, s, args)
			}
		})
	}
}

// BenchmarkRows measures the conversion of values to text.
func BenchmarkRows(b *testing.B) {
	const count = 2_000_000
	for name, columns := range map[string]string{
		"bigint double varchar": "range::bigint, range::double / 7, 'name ' || range",
		"bigint":                "range::bigint",
		"decimal timestamp":     "(range / 100)::decimal(18,2), '2020-01-01'::timestamp + to_seconds(range)",
		"list":                  "[range, range + 1]",
	} {
		b.Run(name, func(b *testing.B) {
			c := connect(b, open(b, Options{}), providers.ConnOptions{})
			must(b, c, "CREATE TABLE t AS SELECT "+columns+" FROM range(2000000)")
			s := providers.Statement{SQL: "SELECT * FROM t", Verb: "SELECT", ReadOnly: true}
			b.ReportAllocs()
			for b.Loop() {
				drain(b, c, s, providers.Args{})
			}
			b.ReportMetric(float64(b.N)*count/b.Elapsed().Seconds()/1e6, "Mrows/s")
		})
	}
}

// drain reads a result to its end.
func drain(t testing.TB, c *Conn, s providers.Statement, args providers.Args) int {
	rows, err := c.Query(context.Background(), s, args)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; ; n++ {
		if _, err := rows.Next(); err == io.EOF {
			return n
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkMoments measures the operators of dates and times over ten million rows.
func BenchmarkMoments(b *testing.B) {
	p := open(b, Options{})
	c := connect(b, p, providers.ConnOptions{})
	must(b, c, `CREATE TABLE t AS SELECT '2000-01-01'::date + (range % 9000)::int AS d, '2020-01-01'::timestamp + to_seconds(range) AS ts,
		'2020-01-01'::timestamptz + to_seconds(range) AS tz FROM range(10000000)`)
	for _, value := range []string{"d", "d + 1", "d - 1", "pg__within(d)", "pg__within(ts)", "ts", "ts + INTERVAL '1 hour'", "ts - INTERVAL '1 month'", "d + INTERVAL '1 day'", "date_trunc('month', ts)", "date_trunc('month', d)", "tz + INTERVAL '1 hour'", "date_trunc('day', tz)", "timezone('UTC', tz)", "make_date(year(d), 1, 1)"} {
		b.Run(value, func(b *testing.B) {
			s := providers.Statement{SQL: "SELECT max(" + value + ") FROM t", Verb: "SELECT", ReadOnly: true}
			for b.Loop() {
				drain(b, c, s, providers.Args{})
			}
		})
	}
}
