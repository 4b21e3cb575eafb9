package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// numbers are what one trial has measured, by what they are.
type numbers map[string]float64

// trial is something that is measured at a program.
type trial struct {
	name string
	run  func(ctx context.Context, b *bench) (numbers, error)
}

var trials = []trial{
	{"read, pages at once", func(ctx context.Context, b *bench) (numbers, error) {
		return b.read(ctx, "SELECT * FROM mock.items.items WHERE kind = 'a'", b.options.rows)
	}},
	{"read, 5 ms a page", func(ctx context.Context, b *bench) (numbers, error) {
		return b.read(ctx, "SELECT id, name, created FROM mock.items.items WHERE kind = 'a' AND delay = '5'", b.options.rows)
	}},
	{"limit", func(ctx context.Context, b *bench) (numbers, error) {
		return b.read(ctx, "SELECT id FROM mock.items.items WHERE kind = 'a' AND delay = '5' AND zone = 'zone-3' LIMIT 20", 20)
	}},
	{"join", func(ctx context.Context, b *bench) (numbers, error) {
		return b.read(ctx, "SELECT a.id, b.name FROM mock.items.items a JOIN mock.items.items b ON a.id = b.id WHERE a.kind = 'a' AND a.total = '20000' AND b.kind = 'b' AND b.total = '20000'", 20_000)
	}},
	{"requests", requests},
	{"requests, 200 a second allowed", limited},
	{"metadata", metadata},
}

// read reads the rows of a statement.
func (b *bench) read(ctx context.Context, sql string, want int) (numbers, error) {
	conn, err := b.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	before, pages, cpu := b.peak(), b.mock.pages.Load(), b.server.CPU()
	began := time.Now()
	first, count, err := b.rows(ctx, conn, sql)
	if err != nil {
		return nil, err
	}
	if count != want {
		return nil, fmt.Errorf("%d rows, not %d", count, want)
	}
	total := time.Since(began)
	return numbers{
		"first row ms": ms(first), "total ms": ms(total), "peak MiB more": b.peak() - before, "peak MiB": b.peak(),
		"cpu ms": b.server.CPU() - cpu, "pages": float64(b.mock.pages.Load() - pages),
	}, nil
}

// rows reads a result as it comes, and tells when its first row was there.
func (b *bench) rows(ctx context.Context, conn *pgx.Conn, sql string) (first time.Duration, count int, err error) {
	began := time.Now()
	result := conn.PgConn().ExecParams(ctx, sql, nil, nil, nil, nil)
	for result.NextRow() {
		if count++; count == 1 {
			first = time.Since(began)
		}
	}
	_, err = result.Close()
	return first, count, err
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// inValues are the values of an input in SQL.
func inValues(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("'%d'", i)
	}
	return strings.Join(list, ",")
}

// sideBySide is how many requests a scan sends at a time, by default.
const sideBySide = 8

// requests compares requests of a scan with those of a bare client, before it and after it.
func requests(ctx context.Context, b *bench) (numbers, error) {
	sql := "SELECT count(*) FROM mock.items.things WHERE id IN (" + inValues(b.options.values) + ")"
	conn, err := b.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	bare, err := b.bare(ctx)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	if _, _, err := b.rows(ctx, conn, sql); err != nil {
		return nil, err
	}
	took := time.Since(began)
	again, err := b.bare(ctx)
	if err != nil {
		return nil, err
	}
	bare = (bare + again) / 2
	rate := float64(b.options.values) / took.Seconds()
	return numbers{"a second": rate, "bare a second": bare, "÷ bare": rate / bare}, nil
}

// bare asks the same with a client of Go's, and returns its requests in a second.
func (b *bench) bare(ctx context.Context) (float64, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: sideBySide}}
	defer client.CloseIdleConnections()
	var next atomic.Int64
	var all sync.WaitGroup
	var failed atomic.Pointer[error]
	began := time.Now()
	for range sideBySide {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(b.options.values); i = next.Add(1) - 1 {
				if err := get(ctx, client, fmt.Sprintf("http://%s/v1/things/%d", b.mock.address, i)); err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	all.Wait()
	if err := failed.Load(); err != nil {
		return 0, *err
	}
	return float64(b.options.values) / time.Since(began).Seconds(), nil
}

func get(ctx context.Context, client *http.Client, address string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// limited asks for more than the API allows in a second.
func limited(ctx context.Context, b *bench) (numbers, error) {
	const values = 5 * allowed
	conn, err := b.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	began := time.Now()
	if _, _, err := b.rows(ctx, conn, "SELECT count(*) FROM mock.items.limited WHERE id IN ("+inValues(values)+")"); err != nil {
		return nil, err
	}
	rate := values / time.Since(began).Seconds()
	return numbers{"a second": rate, "÷ allowed": rate / allowed}, nil
}

// metadata asks for the methods of a resource in a large service.
func metadata(ctx context.Context, b *bench) (numbers, error) {
	out := numbers{}
	ask := func(what string) error {
		conn, err := b.connect(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
		var later []float64
		for i := range 20 {
			began := time.Now()
			_, count, err := b.rows(ctx, conn, fmt.Sprintf("SHOW METHODS IN mock.large.r%04d", 700+i))
			if err != nil {
				return err
			}
			if count != 1 {
				return fmt.Errorf("%d methods", count)
			}
			if i == 0 {
				out[what+" ms"] = ms(time.Since(began))
			} else {
				later = append(later, ms(time.Since(began)))
			}
		}
		out["warm ms"] = median(later)
		return nil
	}
	if err := ask("cold"); err != nil {
		return nil, err
	}
	if err := b.halt(); err != nil {
		return nil, err
	}
	return out, ask("second start")
}
