package mcp

import (
	"fmt"
	"net/http"
	"time"
)

// busy is why a call got no place.
type busy struct {
	setting string // that bounds it
	whose   string // the limit is, in words
	limit   int
	all     bool          // it bounds everybody, not this client alone
	waited  time.Duration // in vain; 0: there was no room to wait
}

func (b *busy) Error() string {
	if b.waited == 0 {
		return fmt.Sprintf("the server is busy: %d calls wait already, the limit (%s)", b.limit, b.setting)
	}
	return fmt.Sprintf("the server is busy: no place became free in %v; %d calls at a time is the limit%s %s", b.waited, b.limit, b.whose, b.setting)
}

// denial is the answer over HTTP.
func (b *busy) denial() *denial {
	status := http.StatusTooManyRequests
	if b.all {
		status = http.StatusServiceUnavailable
	}
	return denied(status, "%s", b.Error()).limit(b.setting, b.limit).later(5 * time.Second)
}
