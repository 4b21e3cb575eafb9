//go:build conformance

package transport

import (
	"context"
	"io"
)

// HangUp ends the connection of a call's stream in good form, and not the call: for the
// conformance suite, which wants to come back to a stream.
func HangUp(ctx context.Context) {
	p, ok := From(ctx).Outlet.(*reply)
	if !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == replyWaits {
		p.begin()
	}
	if connection, _, err := p.control.Hijack(); err == nil {
		_, _ = io.WriteString(connection, "0\r\n\r\n")
		_ = connection.Close()
		p.leave()
	}
}
