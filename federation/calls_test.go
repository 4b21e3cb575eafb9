package federation

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// sending is a scanner that counts the calls of numbers.
type sending struct {
	numbers
	sent *int
}

func (s sending) Rehearse(_ context.Context, c providers.Call) (providers.Outgoing, error) {
	print := string(c.Rows[0][0].Values[0].Text)
	if len(c.Held) == 1 && c.Held[0] != print {
		return providers.Outgoing{}, sqlstate.New(sqlstate.SerializationFailure, "it is another request")
	}
	return providers.Outgoing{Print: print}, nil
}

func (s sending) Call(_ context.Context, c providers.Call) (providers.Rows, error) {
	if c.Held != nil && c.Held[0] != string(c.Rows[0][0].Values[0].Text) {
		return nil, sqlstate.New(sqlstate.SerializationFailure, "it is another request")
	}
	*s.sent++
	return &answered{}, nil
}

type answered struct{ empty }

func (*answered) Next() (providers.Row, error) { return nil, io.EOF }

func openSending(t *testing.T, limits Limits) (c providers.Conn, sent *int) {
	t.Helper()
	sent = new(int)
	f := New(Options{
		Open: func(ctx context.Context) (providers.Provider, error) {
			return duckdb.Open(ctx, duckdb.Options{Name: "apis", Threads: 1})
		},
		Scanners: []providers.Scanner{sending{sent: sent}}, Limits: limits,
	})
	source := f.Sources()[0]
	t.Cleanup(func() { _ = source.Close() })
	c, err := source.Connect(t.Context(), providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, sent
}

// TestHeldCallBeginsWhole: where the request of one row is not what was approved, none is sent.
func TestHeldCallBeginsWhole(t *testing.T) {
	c, sent := openSending(t, Limits{})
	one, two := constant("1"), constant("2")
	one.Name, two.Name = "n", "n"
	call := &providers.Call{Source: "n", Service: "s", Resource: "up", Method: "add", Rows: [][]providers.InputValues{{one}, {two}}, Held: []string{"1", "3"}}
	_, err := c.Query(t.Context(), providers.Statement{Verb: "INSERT", Call: call}, providers.Args{})
	if sqlstate.CodeOf(err) != sqlstate.SerializationFailure || *sent > 0 {
		t.Errorf("%d were sent: %v", *sent, err)
	}
	call.Held[1] = "2"
	if _, err := c.Query(t.Context(), providers.Statement{Verb: "INSERT", Call: call}, providers.Args{}); err != nil || *sent != 2 {
		t.Errorf("%d were sent: %v", *sent, err)
	}
}

// TestFeedIsLate: what feeds a call is read for no longer than what a SELECT reads.
func TestFeedIsLate(t *testing.T) {
	c, sent := openSending(t, Limits{Time: 100 * time.Millisecond})
	s := providers.Statement{
		SQL: "SELECT i FROM a", Verb: "INSERT", Scans: []providers.Scan{scanOf("endless", "a", constant("1"))},
		Call: &providers.Call{Source: "n", Service: "s", Resource: "up", Method: "add", Fed: []string{"n"}},
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err := c.Query(ctx, s, providers.Args{})
	if e := sqlstate.From(err); e.Code != sqlstate.QueryCanceled || e.Hint == "" || ctx.Err() != nil || *sent > 0 {
		t.Errorf("%v", err)
	}
	_, err = c.(providers.Rehearser).Rehearse(ctx, s, providers.Args{}, func(providers.Outgoing) error { return nil })
	if e := sqlstate.From(err); e.Code != sqlstate.QueryCanceled || e.Hint == "" || ctx.Err() != nil || *sent > 0 {
		t.Errorf("rehearsed: %v", err)
	}
}

// TestChangedOnce: rows that nothing tells apart change one thing, so they are one request, or an error; each row of an
// INSERT is one.
func TestChangedOnce(t *testing.T) {
	row := func(id, size string) []providers.InputValues {
		list := []providers.InputValues{{Name: "size", Values: []providers.Value{{Text: []byte(size)}}}}
		if id != "" {
			list = append(list, providers.InputValues{Name: "id", Values: []providers.Value{{Text: []byte(id)}}})
		}
		return list
	}
	for _, test := range []struct {
		once   bool
		chosen []string
		rows   [][]providers.InputValues
		want   int // requests; -1: an error
	}{
		{true, nil, [][]providers.InputValues{row("", "1"), row("", "1")}, 1},
		{true, nil, [][]providers.InputValues{row("", "1"), row("", "2")}, -1},
		{true, []string{"id"}, [][]providers.InputValues{row("a", "1"), row("b", "2"), row("a", "1")}, 2},
		{true, []string{"id"}, [][]providers.InputValues{row("a", "1"), row("a", "2")}, -1},
		{false, nil, [][]providers.InputValues{row("", "1"), row("", "1")}, 2},
	} {
		b := &boundRows{chosen: test.chosen, once: test.once, seen: map[string]string{}}
		var err error
		for _, one := range test.rows {
			if e := b.add(one); err == nil {
				err = e
			}
		}
		if got := len(b.list); test.want < 0 && sqlstate.CodeOf(err) != sqlstate.CardinalityViolation || test.want >= 0 && (err != nil || got != test.want) {
			t.Errorf("%v: %d, %v", test, got, err)
		}
	}
}
