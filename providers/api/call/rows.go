package call

import (
	"context"
	"io"
	"strconv"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Rows are the rows of answers. They are providers.Rows and providers.Requested;
// Requests may be called at any time, on any goroutine.
//
// The combinations of a scan are read by goroutines of their own, side by side, and
// their rows come in the order of the combinations. Close ends the goroutines and waits
// for them.
type Rows struct {
	columns  []providers.Column
	record   *record
	onNotice func(string)
	verb     string // of the tag
	target   string // for errors
	most     int64  // the limit of rows
	limit    int64  // how many are wanted; 0: all

	end     context.CancelFunc
	running sync.WaitGroup
	lanes   chan *lane // in order, as they start; closed behind the last
	places  chan struct{}
	spare   int // places that are not given out yet
	failed  error

	now   *lane
	batch *batch
	at    int
	row   providers.Row
	count int64
	done  error // io.EOF, or what ended the rows
}

// Columns are those that were asked for.
func (r *Rows) Columns() []providers.Column { return r.columns }

// Requests are what was sent so far.
func (r *Rows) Requests() []providers.Request { return r.record.requests() }

// Tag is "SELECT n" of a scan and "CALL" of a call.
func (r *Rows) Tag() string {
	if r.verb == "SELECT" {
		return "SELECT " + strconv.FormatInt(r.count, 10)
	}
	return r.verb
}

// Close ends what still runs, and waits for it.
func (r *Rows) Close() error {
	r.end()
	r.running.Wait()
	if r.done == nil {
		r.done = io.EOF
	}
	return nil
}

// Next returns the next row, valid until the next call.
func (r *Rows) Next() (providers.Row, error) {
	if r.done != nil {
		return nil, r.done
	}
	row, err := r.next()
	if err != nil {
		r.end()
		r.running.Wait()
		if err != io.EOF {
			err = sqlstate.From(err)
		}
		r.done = err
	}
	return row, err
}

func (r *Rows) next() (providers.Row, error) {
	for {
		if r.limit > 0 && r.count >= r.limit {
			return nil, io.EOF
		}
		if r.batch != nil && r.at < r.batch.rows {
			if r.count++; r.count > r.most {
				return nil, over(r.target, "rows", flagRows, r.most)
			}
			r.batch.row(r.row, r.at)
			r.at++
			return r.row, nil
		}
		r.batch = nil
		if r.now == nil {
			l, more := <-r.lanes
			if !more {
				if r.failed != nil {
					return nil, r.failed
				}
				return nil, io.EOF
			}
			r.now = l
		}
		b, more := <-r.now.out
		switch {
		case more && b.notice != "":
			if r.onNotice != nil {
				r.onNotice(b.notice)
			}
		case more:
			r.batch, r.at = b, 0
		case r.now.err != nil:
			return nil, r.now.err
		default:
			r.now = nil
			r.giveBack()
		}
	}
}

// giveBack gives a lane's place to another. If the rows are limited, lanes start one by
// one at first, since the rows of the first lane may be enough.
func (r *Rows) giveBack() {
	<-r.places
	if r.spare > 0 {
		r.spare--
		<-r.places
	}
}

// start starts the lanes. prepare makes the i-th with its first request.
func (r *Rows) start(ctx context.Context, n, concurrent int, prepare func(i int) (*lane, *message, *pager, error)) {
	r.lanes, r.places = make(chan *lane, concurrent), make(chan struct{}, concurrent)
	if r.limit > 0 {
		for r.spare < concurrent-1 {
			r.places <- struct{}{}
			r.spare++
		}
	}
	r.running.Go(func() {
		defer close(r.lanes)
		for i := range n {
			select {
			case r.places <- struct{}{}:
			case <-ctx.Done():
				r.failed = sqlstate.From(context.Cause(ctx))
				return
			}
			l, m, pages, err := prepare(i)
			if err != nil {
				l = &lane{out: make(chan *batch), err: err}
				close(l.out)
			} else {
				r.running.Go(func() { l.run(ctx, m, pages) })
			}
			select {
			case r.lanes <- l:
			case <-ctx.Done():
				r.failed = sqlstate.From(context.Cause(ctx))
				return
			}
			if err != nil {
				return
			}
		}
	})
}
