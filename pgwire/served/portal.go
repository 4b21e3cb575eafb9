package served

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strconv"
	"strings"

	wire "github.com/jeroenrinzema/psql-wire"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/rows"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxParked bounds the rows that are read ahead, in bytes, where a portal must
// make way for another statement.
const maxParked = 16 << 20

// portal is a statement with its parameters, and its result once it has begun.
//
// The engine has one result open at a time. A portal that waits, with rows
// left, for the client to ask for more holds it; when another statement wants
// to begin, the rest is read ahead and parked here.
type portal struct {
	name string
	of   *prepared
	args providers.Args
	size int

	result  *engine.Result
	convert rows.Conversion
	begun   bool // an Execute has answered
	done    bool // the result was read to its end
	failed  bool

	parked     []byte // DataRow messages
	parkedRows int
}

// bind makes a portal of the statement that the Bind message in hand names.
func (s *Session) bind(name string, parameters []wire.Parameter, formats []wire.FormatCode) {
	s.closePortal(name)
	p := &portal{name: name, of: s.statements[s.current.Statement]}
	for _, parameter := range parameters {
		p.args.Values = append(p.args.Values, parameter.Value())
		p.args.Formats = append(p.args.Formats, providers.Format(parameter.Format()))
		p.size += len(parameter.Value())
	}
	for _, f := range formats {
		p.args.ResultFormats = append(p.args.ResultFormats, providers.Format(f))
	}
	if s.portals == nil {
		s.portals = map[string]*portal{}
	}
	s.portals[name] = p
	s.held += p.size
}

// execute runs a portal, or goes on with it; limit is how many rows to send,
// all of them if it is not positive.
func (s *Session) execute(ctx context.Context, name string, limit int32) (err error) {
	p, ok := s.portals[name]
	if !ok {
		return noPortal(name)
	}
	if p.of.statement == nil {
		s.guard.out = reply.Empty(s.guard.out, 'I')
		return nil
	}
	if p.failed {
		return sqlstate.New(sqlstate.ObjectNotInState, "portal %q cannot be run", name)
	}
	defer func() {
		if err != nil {
			p.failed = true
			s.release(p)
		}
	}()
	defer s.caught(&err)
	return s.proceed(ctx, p, max(int(limit), 0))
}

func noPortal(name string) *sqlstate.Error {
	return sqlstate.New(sqlstate.InvalidCursorName, "portal %q does not exist", name)
}

// proceed begins a portal if it has not begun, and sends rows.
func (s *Session) proceed(ctx context.Context, p *portal, limit int) error {
	if !p.begun {
		if err := s.start(ctx, p, limit); err != nil {
			return err
		}
	} else if p.done && len(p.result.Columns()) == 0 {
		return sqlstate.New(sqlstate.ObjectNotInState, "portal %q cannot be run", p.name)
	}
	again, wasDone := p.begun, p.done
	p.begun = true
	before := len(s.guard.out)
	sent, err := s.send(p, limit)
	if err != nil {
		return err
	}
	if limit > 0 && sent == limit {
		if err := s.announce(p); err != nil {
			// Nothing of this was written yet: what is gets announced before.
			s.guard.out = s.guard.out[:before]
			return err
		}
		s.guard.out = reply.Empty(s.guard.out, 's')
		return nil
	}
	tag := p.result.Tag()
	if again {
		tag = countOnly(tag, sent)
	}
	s.complete(p.result, tag, !wasDone)
	return nil
}

// countOnly makes the row count of a tag that of one Execute, as Postgres
// counts where a portal is run in several.
func countOnly(tag string, rows int) string {
	at := strings.LastIndexByte(tag, ' ') + 1
	if _, err := strconv.ParseUint(tag[at:], 10, 64); err != nil {
		return tag
	}
	return tag[:at] + strconv.Itoa(rows)
}

// start begins a portal's statement, after the engine was made free.
func (s *Session) start(ctx context.Context, p *portal, limit int) error {
	if err := s.park(); err != nil {
		return err
	}
	if err := s.enclose(ctx, p.of.statement); err != nil {
		return err
	}
	result, err := s.begun(ctx, p)
	if err != nil {
		return err
	}
	s.controlled(p.of.statement)
	p.result, s.suspended = result, p
	if err := p.sameShape(); err != nil {
		return s.spoil(p, err)
	}
	if p.convert, err = s.conversions.For(result.Columns(), p.args.ResultFormats); err != nil {
		return s.spoil(p, err)
	}
	if limit > 0 && len(result.Columns()) > 0 && p.of.statement.Class() != "read" {
		return s.finish(p) // what writes is not left half done until the client asks for more
	}
	return nil
}

// begun has the engine begin a portal's statement, for which somebody may have to
// be asked.
func (s *Session) begun(ctx context.Context, p *portal) (*engine.Result, error) {
	s.inEngine(true)
	defer s.inEngine(false)
	return s.engine.Execute(ctx, p.of.statement, p.args, engine.Options{})
}

// sameShape checks that the result is what the client was told it would be.
func (p *portal) sameShape() error {
	columns := p.result.Columns()
	if formats := len(p.args.ResultFormats); formats > 1 && formats != len(columns) {
		return sqlstate.New(sqlstate.ProtocolViolation,
			"bind message has %d result formats but query has %d columns", formats, len(columns))
	}
	if p.of.described == nil {
		return nil
	}
	told := p.of.described.Columns
	same := len(told) == len(columns)
	for i := 0; same && i < len(told); i++ {
		// In text, a value can be read whatever its type was said to be.
		same = told[i].Type == columns[i].Type || providers.FormatAt(p.args.ResultFormats, i) == providers.Text
	}
	if !same {
		p.of.described = nil
		return sqlstate.New(sqlstate.FeatureNotSupported, "cached plan must not change result type").
			WithHint("The table was altered since; prepare the statement again.")
	}
	return nil
}

// send sends up to limit rows, all for 0: those that were parked first.
func (s *Session) send(p *portal, limit int) (sent int, err error) {
	g := s.guard
	for ; limit == 0 || sent < limit; sent++ {
		if p.parkedRows > 0 {
			length := 1 + binary.BigEndian.Uint32(p.parked[1:])
			g.out = append(g.out, p.parked[:length]...)
			p.parked = p.parked[length:]
			p.parkedRows--
		} else if more, err := s.next(p, &g.out); err != nil || !more {
			return sent, err
		}
		if len(g.out) < flushAt {
			continue
		}
		if err := s.announce(p); err != nil {
			return sent, err
		}
		if err := g.flush(); err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// announce puts a result on record that has not ended, before rows of it leave.
func (s *Session) announce(p *portal) error {
	if p.done {
		return nil
	}
	if err := p.result.Announce(); err != nil {
		return s.spoil(p, err)
	}
	return nil
}

// spoil ends a portal's result with an error of ours, and returns it.
func (s *Session) spoil(p *portal, err error) error {
	p.done = true
	if s.suspended == p {
		s.suspended = nil
	}
	return p.result.Fail(err)
}

// next appends the next row of a portal's result to buf; false at its end.
func (s *Session) next(p *portal, buf *[]byte) (bool, error) {
	if p.done {
		return false, nil
	}
	row, err := p.result.Next()
	s.flushNotices()
	if errors.Is(err, io.EOF) {
		p.done = true
		if s.suspended == p {
			s.suspended = nil
		}
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if *buf, err = p.convert.Append(*buf, row); err != nil {
		return false, s.spoil(p, err)
	}
	return true, nil
}

// park makes the engine free for another statement.
func (s *Session) park() error {
	if s.suspended == nil {
		return nil
	}
	return s.finish(s.suspended)
}

// finish reads a portal's result to its end, ahead of the client.
func (s *Session) finish(p *portal) error {
	for !p.done {
		if len(p.parked) > maxParked {
			return sqlstate.New(sqlstate.ProgramLimitExceeded,
				"portal %q has more than %d MiB of rows that were not read", p.name, maxParked>>20).
				WithHint("Read it to its end, or close it, before another statement; or ask for its rows without a limit.")
		}
		more, err := s.next(p, &p.parked)
		if err != nil {
			p.failed = true
			s.release(p)
			return err
		}
		if more {
			p.parkedRows++
		}
	}
	return nil
}

// release ends a portal's result, if it is open. The record says then that the
// client did not take all of it, lest it read like a result that was sent.
func (s *Session) release(p *portal) {
	if s.suspended == p {
		s.suspended = nil
	}
	if p.result != nil && !p.done {
		p.done = true
		if err := p.result.Cut("client"); err != nil {
			s.guard.server.log.Debug("closing a result", "error", err)
		}
	}
	p.parked, p.parkedRows = nil, 0
}

func (s *Session) closePortal(name string) {
	if p, ok := s.portals[name]; ok {
		s.release(p)
		s.held -= p.size
		delete(s.portals, name)
	}
}

func (s *Session) closePortals() {
	for name := range s.portals {
		s.closePortal(name)
	}
}
