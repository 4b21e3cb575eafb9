//go:build conformance

package transport

import (
	"context"
	"io"
)

// HangUp closes the connection of a call's stream properly, while the call goes on. The
// conformance suite needs it to resume a stream.
func HangUp(ctx context.Context) {
	p, ok := From(ctx).Outlet.(*reply)
	if !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == replyWaits {
		p.becomeStream()
	}
	if connection, _, err := p.control.Hijack(); err == nil {
		_, _ = io.WriteString(connection, "0\r\n\r\n")
		_ = connection.Close()
		p.leave()
	}
}
