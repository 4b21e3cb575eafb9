package mcp

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/mcp/progress"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/providers"
)

// resultSet is one page of a result, and the rows that were read ahead of it.
type resultSet struct {
	columns []providers.Column
	page    render.Rows
	cut     string      // "rows", "bytes", or "" where the page is all
	ahead   render.Rows // the rows after the page
	lost    bool        // there is more than page and ahead have
	tag     string
	plain   bool // nothing in it could be words of somebody else
	open    bool // the result is not at its end, and can be read on
	more    *held
	result  *engine.Result
}

// rest says what becomes of the rows after a page.
type rest int

const (
	restCut  rest = iota // the result is closed: they are not wanted
	restHeld             // the result stays open
	restRun              // the statement runs to its end: closing it could undo it, or leave open whether it happened
)

// readPage takes rows off a result until it ends or the caps are reached. have are rows
// that were read before.
func readPage(ctx context.Context, result *engine.Result, have render.Rows, limit render.Caps, after rest) (set *resultSet, err error) {
	set = &resultSet{columns: result.Columns()}
	defer func() {
		if err != nil || !set.open {
			_ = result.Close() // nothing to do after the end or an error
		}
	}()
	all := have
	told := progress.Of(ctx)
	page, started := -1, time.Now() // page: how many rows are on it; -1: not full yet
	if n, cut := all.Fit(limit); cut != "" {
		page, set.cut = n, cut
	}
	for {
		row, err := result.Next()
		if errors.Is(err, io.EOF) {
			set.ended(result)
			break
		}
		if err != nil {
			return nil, err
		}
		told.RowRead()
		if set.lost {
			continue
		}
		all.Add(set.columns, row, limit)
		if page < 0 {
			if set.cut = all.Beyond(all.Count()-1, limit); set.cut != "" {
				page = all.Count() - 1
			}
		}
		if page < 0 || limit.MayReadOn(&all, page, started) {
			continue
		}
		if set.open = after == restHeld; set.open {
			if err := result.Announce(); err != nil { // its rows leave before it ends
				return nil, err
			}
			break
		}
		set.lost = true
		if after == restCut {
			if err := result.Cut(set.cut); err != nil {
				return nil, err
			}
			break
		}
	}
	if page < 0 {
		page = all.Count()
	}
	set.page, set.ahead = all.Split(page)
	return set, nil
}

// ended takes what a result says at its end.
func (set *resultSet) ended(result *engine.Result) {
	set.tag = result.Tag()
	if cut := result.Truncated(); cut != "" {
		set.lost = true
		if set.cut == "" {
			set.cut = cut
		}
	}
}

// hasNoWords reports whether a result needs no fence: its values are numbers, times and
// the like, and the names of its columns stand in the client's own statement.
func hasNoWords(columns []providers.Column, sql string) bool {
	sql = strings.ToLower(sql)
	for _, c := range columns {
		name := strings.ToLower(c.Name)
		if !render.HoldsNoWords(c) || name != "?column?" && (inspect.Spelled(name) != name || !strings.Contains(sql, name)) {
			return false
		}
	}
	return len(columns) > 0
}
