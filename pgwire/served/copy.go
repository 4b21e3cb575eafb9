package served

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/copydata"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// isCopyOut reports a COPY TO STDOUT.
func isCopyOut(st *engine.Statement) bool { return st.Copy() != nil && !st.Copy().From }

// beginCopyOut tells the client that the rows of a result come as data of a COPY.
func (s *Session) beginCopyOut(p *portal, c *providers.Copy) (err error) {
	if p.copied, err = NewCopyOut(c, p.result.Columns(), &s.conversions); err != nil {
		return err
	}
	s.client.out = p.copied.AppendBegin(s.client.out)
	return nil
}

// endCopyOut ends the rows of a COPY.
func (s *Session) endCopyOut(p *portal) {
	if p.copied != nil {
		s.client.out = p.copied.AppendEnd(s.client.out)
	}
}

// CopyIn asks the client for the rows of a COPY FROM STDIN. The engine calls it on the session's
// goroutine, while the statement runs.
func (s *Session) CopyIn(ctx context.Context, c *providers.Copy, columns []providers.Column) (providers.CopyRows, error) {
	data := &copyIn{session: s, ctx: ctx}
	reader, err := copydata.NewReader(data, c, columns)
	if err != nil {
		return nil, err
	}
	if err := s.sayNow(func(out []byte) []byte {
		return reply.Copying(out, 'G', c.Format.Kind == providers.CopyBinary, len(columns))
	}); err != nil {
		return nil, err
	}
	s.client.quiet = true
	data.unwatch = context.AfterFunc(ctx, data.interrupt)
	return &copiedRows{reader, data}, nil
}

// sayNow writes to the client while the engine has the output.
func (s *Session) sayNow(message func([]byte) []byte) error {
	s.output.Lock()
	defer s.output.Unlock()
	s.client.out = message(s.client.out)
	return s.client.flush()
}

// copiedRows are the rows that the client sends.
type copiedRows struct {
	*copydata.Reader
	data *copyIn
}

// Close leaves the client's connection as it was.
func (r *copiedRows) Close() { r.data.close() }

// copyIn is the data that the client sends.
type copyIn struct {
	session *Session
	ctx     context.Context //nolint:containedctx // of the statement, which alone reads
	unwatch func() bool
	left    []byte // of the message in hand
	ended   error

	mu     sync.Mutex
	closed bool
}

// Read returns the next bytes.
func (d *copyIn) Read(p []byte) (int, error) {
	for len(d.left) == 0 {
		if d.ended == nil {
			d.left, d.ended = d.next()
		}
		if d.ended != nil {
			return 0, d.ended
		}
	}
	n := copy(p, d.left)
	d.left = d.left[n:]
	return n, nil
}

// next waits for more data. io.EOF: the client has sent all.
func (d *copyIn) next() ([]byte, error) {
	s := d.session
	for {
		kind, body, err := s.client.read()
		if err != nil {
			return nil, d.dataError(err)
		}
		switch kind {
		case request.CopyData:
			if len(body) > 0 {
				return body, nil
			}
		case request.CopyDone:
			return nil, io.EOF
		case request.CopyFail:
			why, _, _ := strings.Cut(string(body), "\x00")
			return nil, sqlstate.New(sqlstate.QueryCanceled, "COPY from stdin failed: %s", strings.ToValidUTF8(why, "\uFFFD"))
		case request.Flush, request.Sync: // what a client sends behind an Execute
		default:
			s.lost = request.Malformed("terminating connection because protocol synchronization was lost")
			return nil, sqlstate.New(sqlstate.ProtocolViolation, "unexpected message type 0x%02X during COPY from stdin", kind)
		}
	}
}

// dataError returns the error of a COPY whose data ended before CopyDone.
func (d *copyIn) dataError(err error) error {
	s := d.session
	var timeout net.Error
	var malformed *sqlstate.Error
	switch {
	case d.ctx.Err() != nil:
		return sqlstate.From(d.ctx.Err())
	case errors.As(err, &malformed):
		s.lost = malformed
		return malformed
	case errors.As(err, &timeout) && timeout.Timeout(): // the session is to end
		return reply.Shutdown()
	}
	return sqlstate.Wrap(errClientLeft, sqlstate.ConnectionFailure, "unexpected EOF on client connection with an open transaction")
}

// interrupt makes a read return that waits for the client.
func (d *copyIn) interrupt() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed {
		_ = d.session.client.SetReadDeadline(time.Now()) // a closed connection needs none
	}
}

func (d *copyIn) close() {
	d.unwatch()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed = true; d.session.client.phase.Load() <= draining {
		_ = d.session.client.SetReadDeadline(time.Time{}) // if it fails, so does the next read
	}
	d.session.client.quiet = false
}
