package call

import (
	"math"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Limits bound what is asked of APIs. Zero is the default, less than zero no limit (of Fresh: no
// reuse). A
// limit that is reached ends the statement with 53400 and says which it was: rows that
// are missing are never missing silently.
type Limits struct {
	Pages        int           // of one combination of inputs; 10,000
	Rows         int64         // of one scan; 10,000,000
	Bytes        int64         // of one scan's answers, as they are before compression; 4 GiB
	RowBytes     int           // of one row, and of an answer that is read as a whole; 64 MiB
	Combinations int           // of the inputs of one scan; 10,000
	Concurrent   int           // combinations of one scan that are read side by side; 8
	PerHost      int           // requests that wait for one host's answers, of all scans; 16
	Answer       time.Duration // until an answer begins, and between two parts of it; 60 s
	RetryWait    time.Duration // the longest wait that an API may ask for; 60 s
	Operation    time.Duration // until a long operation is done; 15 min
	Fresh        time.Duration // how long an answer is used again that says that it may be; 5 s
}

func orDefault[T int | int64 | time.Duration](value *T, otherwise T) {
	switch {
	case *value == 0:
		*value = otherwise
	case *value < 0:
		*value = T(math.MaxInt)
	}
}

func (l Limits) withDefaults() Limits {
	orDefault(&l.Pages, 10_000)
	orDefault(&l.Rows, 10_000_000)
	orDefault(&l.Bytes, 4<<30)
	orDefault(&l.RowBytes, 64<<20)
	orDefault(&l.Combinations, 10_000)
	orDefault(&l.Concurrent, 8)
	orDefault(&l.PerHost, 16)
	l.Combinations, l.Concurrent, l.PerHost = min(l.Combinations, 1<<20), min(l.Concurrent, 1<<10), min(l.PerHost, 1<<16)
	orDefault(&l.Answer, time.Minute)
	orDefault(&l.RetryWait, time.Minute)
	orDefault(&l.Operation, 15*time.Minute)
	if l.Fresh < 0 {
		l.Fresh = time.Nanosecond
	}
	orDefault(&l.Fresh, 5*time.Second)
	return l
}

// over is the error for a limit that was reached. flag raises it; "": the configuration
// does.
func over(target, what, flag string, limit any) error {
	e := sqlstate.New(sqlstate.ConfigLimitExceeded, "%s has more than %v %s, which is the limit", target, limit, what).
		WithDetail("What was read so far is not the whole, so it is not returned.")
	if flag != "" {
		return e.WithHint("Narrow the query down (WHERE, LIMIT), or start the server with a higher %s.", flag)
	}
	return e.WithHint("Narrow the query down: fewer values, a LIMIT.")
}

// The flags that raise limits.
const (
	flagPages   = "--http.response.pageLimit"
	flagRows    = "--http.response.maxResults"
	flagTimeout = "--apirequesttimeout"
)
