package federation

import (
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// A session that waits for APIs is told from time to time how far its statement is, by notices.

// mostSilent is how long a statement that waits for APIs is silent at most, once it has begun to tell.
const mostSilent = 15 * time.Second

// filter is a DuckDB session whose client_min_messages says which messages its client wants.
type filter interface {
	Shows(severity string) bool
}

// tells reports whether the session's client wants notices.
func (c *conn) tells() bool {
	f, ok := c.Streamer.(filter)
	return c.options.OnNotice != nil && (!ok || f.Shows("NOTICE"))
}

// report tells the session how far the statement is until stop, which waits for the last notice: first after
// Options.Tell, then when the statement has taken twice as long, and so on.
func (c *conn) report(state func() string) (stop func()) {
	if !c.tells() {
		return func() {}
	}
	began, ended := time.Now(), make(chan struct{})
	var reporting sync.WaitGroup
	reporting.Go(func() {
		pause := c.federation.options.Tell
		timer := time.NewTimer(pause)
		defer timer.Stop()
		for {
			select {
			case <-ended:
				return
			case <-timer.C:
			}
			c.options.OnNotice(notice("running for %.0f s: %s", time.Since(began).Seconds(), state()))
			timer.Reset(pause)
			pause = min(2*pause, mostSilent)
		}
	})
	return sync.OnceFunc(func() {
		close(ended)
		reporting.Wait()
	})
}

func notice(format string, args ...any) *sqlstate.Error {
	n := sqlstate.New(sqlstate.SuccessfulCompletion, format, args...)
	n.Severity = "NOTICE"
	return n
}

// readUntilNow says how much of APIs was read.
func (r *run) readUntilNow() string {
	return r.readOfAPIs() + " until now"
}

func (r *run) readOfAPIs() string {
	pages, rows := r.progress.Read()
	return countOf(pages, "page") + " with " + countOf(rows, "row") + " were read of APIs"
}

func countOf(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.FormatInt(n, 10) + " " + noun
}

// carriedOut says how many requests of a call were carried out.
func (a *answers) carriedOut() string {
	return fmt.Sprintf("%d of %d requests were carried out until now", a.answered.Load(), len(a.call.Rows))
}
