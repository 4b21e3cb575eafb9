package federation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Rehearse tells what a statement would send that changes something.
func (c *conn) Rehearse(ctx context.Context, s providers.Statement, args providers.Args, each func(providers.Outgoing) error) (providers.Statement, error) {
	c.mu.Lock()
	c.requests = nil
	c.mu.Unlock()
	if s.Call == nil {
		return c.rehearseScans(ctx, s, args, each)
	}
	return c.rehearseCall(ctx, s, args, each)
}

// rehearseCall reads what feeds a call, and tells what it would send for each of its rows. What would be
// sent is not a part of a transaction either.
func (c *conn) rehearseCall(ctx context.Context, s providers.Statement, args providers.Args, each func(providers.Outgoing) error) (held providers.Statement, err error) {
	if c.Status() != providers.Idle {
		return held, errInTransaction(s.Verb)
	}
	k := c.newCalling(s, args)
	defer k.drop(&err)
	if err := k.bindCall(ctx); err != nil {
		return held, err
	}
	scanner := c.federation.scanner(k.call.Source)
	if scanner == nil {
		return held, errNoAPI(k.call.Source)
	}
	k.call.Held = make([]string, 0, len(k.call.Rows))
	for i := range k.call.Rows {
		one := k.call
		one.Rows, one.Held = k.call.Rows[i:i+1], nil
		out, err := scanner.Rehearse(ctx, one)
		if err == nil {
			err = each(out)
		}
		if err != nil {
			return held, rowOf(err, i, len(k.call.Rows))
		}
		k.call.Held = append(k.call.Held, out.Print)
	}
	held = s
	held.Call = &k.call
	return held, nil
}

// rehearseScans tells how the scans would begin that change something. The statement is prepared first.
func (c *conn) rehearseScans(ctx context.Context, s providers.Statement, args providers.Args, each func(providers.Outgoing) error) (held providers.Statement, err error) {
	r := c.newRun(s, args)
	defer r.drop(&err)
	if err := r.makeEmpty(ctx); err != nil {
		return held, err
	}
	if _, err := r.describe(ctx); err != nil {
		return held, err
	}
	held = s
	held.Scans = slices.Clone(s.Scans)
	for i := range held.Scans {
		if before := slices.IndexFunc(s.Scans[:i], func(one providers.Scan) bool { return identical(&one, &s.Scans[i]) }); before >= 0 {
			held.Scans[i].Held = held.Scans[before].Held // it is sent once
			continue
		}
		prints, err := r.rehearse(ctx, held.Scans[i], each)
		if err != nil {
			return held, named(&held.Scans[i], err)
		}
		held.Scans[i].Held = prints
	}
	return held, nil
}

// rehearse returns the prints of a scan's first requests, or nil if it only reads.
func (r *run) rehearse(ctx context.Context, s providers.Scan, each func(providers.Outgoing) error) (prints []string, err error) {
	if s.Select != nil {
		return nil, nil
	}
	scanner, ok := r.conn.federation.scanner(s.Source).(providers.ScanRehearser)
	if !ok {
		return nil, errNoAPI(s.Source)
	}
	if !slices.ContainsFunc(s.Inputs, func(in providers.InputValues) bool { return in.Query != "" }) {
		none := false
		if s, none, err = r.bind(ctx, s); err != nil || none {
			return nil, err
		}
	}
	list, err := scanner.RehearseScan(ctx, s)
	for i := 0; err == nil && i < len(list); i++ {
		prints = append(prints, list[i].Print)
		err = each(list[i])
	}
	return prints, err
}

// rehearseRows makes the requests of all rows, where there are several, before the first is sent: what can
// only fail in the middle, or is not what was approved, is not begun.
func (k *calling) rehearseRows(ctx context.Context) error {
	scanner, total := k.conn.federation.scanner(k.call.Source), len(k.call.Rows)
	if scanner == nil || total <= 1 {
		return nil
	}
	for i := range k.call.Rows {
		one := k.call
		one.Rows = k.call.Rows[i : i+1]
		if k.call.Held != nil {
			one.Held = k.call.Held[i : i+1]
		}
		if _, err := scanner.Rehearse(ctx, one); err != nil {
			e := *sqlstate.From(rowOf(err, i, total))
			e.Detail = strings.TrimSpace(e.Detail + " Nothing was changed.")
			return &e
		}
	}
	return nil
}

func errNoAPI(source string) error {
	return sqlstate.New(sqlstate.InvalidCatalogName, "there is no API %q", source)
}

// rowOf says which row of a call an error is of, where there are several.
func rowOf(err error, i, total int) error {
	if total <= 1 {
		return err
	}
	e := *sqlstate.From(err)
	e.Message = fmt.Sprintf("row %d of %d: %s", i+1, total, e.Message)
	return &e
}

func errInTransaction(verb string) error {
	return sqlstate.New(sqlstate.ActiveTransaction, "%s cannot run inside a transaction block: what an API has done is not undone", verb).
		WithHint("End the transaction first.")
}
