package served

import (
	"encoding/binary"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
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
	of   *statement
	args providers.Args
	size int

	result  *engine.Result
	convert rows.Conversion
	copied  *CopyOut // of COPY TO; nil: rows are sent as rows
	begun   bool     // an Execute has answered
	waits   bool     // a notice came between two rows: more may come
	read    bool     // its first row, or its end
	done    bool     // the result was read to its end
	failed  bool

	parked     []byte // DataRow messages
	parkedRows int
}

// bind makes a portal of a statement.
func (s *Session) bind(m *request.Message) error {
	st, err := s.findStatement(m.Statement)
	if err != nil {
		return err
	}
	if _, ok := s.portals[m.Portal]; ok && m.Portal != "" {
		return sqlstate.New(sqlstate.DuplicateCursor, "cursor %q already exists", m.Portal)
	}
	if d := st.described; d != nil {
		if len(m.Args.Values) != len(d.Params) {
			return sqlstate.New(sqlstate.ProtocolViolation,
				"bind message supplies %d parameters, but prepared statement %q requires %d", len(m.Args.Values), m.Statement, len(d.Params))
		}
		if err := checkResultFormats(m.Args, d.Columns); err != nil {
			return err
		}
	}
	if s.held > maxHeld || len(s.portals) >= maxStatements {
		return tooMany("portals")
	}
	s.closePortal(m.Portal)
	p := &portal{name: m.Portal, of: st, args: m.Args}
	for _, value := range m.Args.Values {
		p.size += len(value)
	}
	if s.portals == nil {
		s.portals = map[string]*portal{}
	}
	s.portals[m.Portal] = p
	s.held += p.size
	s.client.out = reply.Empty(s.client.out, '2') // BindComplete
	return nil
}

// checkResultFormats complains where a Bind has formats for another number of columns.
func checkResultFormats(args providers.Args, columns []providers.Column) error {
	if formats := len(args.ResultFormats); formats > 1 && formats != len(columns) {
		return sqlstate.New(sqlstate.ProtocolViolation,
			"bind message has %d result formats but query has %d columns", formats, len(columns))
	}
	return nil
}

// execute runs a portal, or goes on with it; limit is how many rows to send, 0 for all.
func (s *Session) execute(name string, limit int) (err error) {
	p, ok := s.portals[name]
	if !ok {
		return reply.NoPortal(name)
	}
	if p.of.planned == nil {
		s.client.out = reply.Empty(s.client.out, 'I')
		return nil
	}
	if p.failed {
		return sqlstate.New(sqlstate.ObjectNotInState, "portal %q cannot be run", name)
	}
	defer func() {
		if err != nil {
			p.failed = true
			s.endResult(p)
		}
	}()
	defer s.recoverAs(&err)
	return s.runPortal(p, limit)
}

// runPortal begins a portal if it has not begun, and sends rows.
func (s *Session) runPortal(p *portal, limit int) error {
	if !p.begun {
		if err := s.beginPortal(p, limit); err != nil {
			return err
		}
	} else if p.done && (!providers.ReturnsRows(p.result.Columns()) || p.copied != nil) {
		return sqlstate.New(sqlstate.ObjectNotInState, "portal %q cannot be run", p.name)
	}
	again, wasDone := p.begun, p.done
	p.begun = true
	before := len(s.client.out)
	if p.copied != nil {
		limit = 0 // a COPY is run to its end
	}
	sent, err := s.sendRows(p, limit)
	if err != nil {
		return err
	}
	s.endCopyOut(p)
	if limit > 0 && sent == limit {
		if err := s.announceResult(p); err != nil {
			// None of this was sent yet, since a result is announced before its rows leave.
			s.client.out = s.client.out[:before]
			return err
		}
		s.client.out = reply.Empty(s.client.out, 's')
		return nil
	}
	s.followDeallocate(p.of.planned)
	tag := p.result.Tag()
	if again {
		tag = countOnly(tag, sent)
	}
	s.sendComplete(p.result, tag, !wasDone)
	return nil
}

// countOnly puts the row count of one Execute into a tag: Postgres counts so where a portal is
// run by several.
func countOnly(tag string, rows int) string {
	at := strings.LastIndexByte(tag, ' ') + 1
	if _, err := strconv.ParseUint(tag[at:], 10, 64); err != nil {
		return tag
	}
	return tag[:at] + strconv.Itoa(rows)
}

// beginPortal begins a portal's statement.
func (s *Session) beginPortal(p *portal, limit int) error {
	if err := s.freeEngine(); err != nil {
		return err
	}
	if err := s.beginImplicit(p.of.planned); err != nil {
		return err
	}
	result, err := s.executeAtEngine(p)
	if err != nil {
		return err
	}
	s.followControl(p.of.planned)
	p.result, s.active = result, p
	if isCopyOut(p.of.planned) {
		if err := s.beginCopyOut(p, p.of.planned.Copy()); err != nil {
			return s.failResult(p, err)
		}
		return nil
	}
	if err := p.checkShape(); err != nil {
		return s.failResult(p, err)
	}
	if p.convert, err = s.conversions.For(result.Columns(), p.args.ResultFormats); err != nil {
		return s.failResult(p, err)
	}
	if limit > 0 && providers.ReturnsRows(result.Columns()) && p.of.planned.Class() != "read" {
		return s.parkRows(p) // a change is not left half done until the client asks for more
	}
	return nil
}

// executeAtEngine has the engine begin a portal's statement, for which somebody may
// have to be asked.
func (s *Session) executeAtEngine(p *portal) (*engine.Result, error) {
	s.enterEngine()
	defer s.leaveEngine()
	return s.engine.Execute(s.ctx, p.of.planned, p.args, engine.Options{})
}

// checkShape checks that the result has the columns that the client was told of.
func (p *portal) checkShape() error {
	columns := p.result.Columns()
	if err := checkResultFormats(p.args, columns); err != nil {
		return err
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

// sendRows sends up to limit rows, all for 0: those that were parked first.
func (s *Session) sendRows(p *portal, limit int) (sent int, err error) {
	c := &s.client
	for ; limit == 0 || sent < limit; sent++ {
		if p.parkedRows > 0 {
			length := 1 + binary.BigEndian.Uint32(p.parked[1:])
			c.out = append(c.out, p.parked[:length]...)
			p.parked = p.parked[length:]
			p.parkedRows--
		} else if more, err := s.nextRow(p, &c.out); err != nil || !more {
			return sent, err
		}
		if len(c.out) < flushAt {
			continue
		}
		if err := s.announceResult(p); err != nil {
			return sent, err
		}
		if err := c.flush(); err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// announceResult puts a result on record that has not ended, before rows of it leave.
func (s *Session) announceResult(p *portal) error {
	if p.done {
		return nil
	}
	if err := p.result.Announce(); err != nil {
		return s.failResult(p, err)
	}
	return nil
}

// failResult ends a portal's result with an error of ours, and returns it.
func (s *Session) failResult(p *portal, err error) error {
	p.done = true
	if s.active == p {
		s.active = nil
	}
	return p.result.Fail(err)
}

// nextRow appends the next row of a portal's result to buf; false at its end.
func (s *Session) nextRow(p *portal, buf *[]byte) (bool, error) {
	if p.done {
		return false, nil
	}
	row, err := s.nextAtEngine(p)
	if errors.Is(err, io.EOF) {
		p.done = true
		if s.active == p {
			s.active = nil
		}
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if p.copied != nil {
		*buf, err = p.copied.Append(*buf, row)
	} else {
		*buf, err = p.convert.Append(*buf, row)
	}
	if err != nil {
		return false, s.failResult(p, err)
	}
	return true, nil
}

// nextAtEngine returns the next row of a portal's result. While the first row is awaited, notices are sent at
// once. If there was a notice then, later notices are sent between the rows, too.
func (s *Session) nextAtEngine(p *portal) (providers.Row, error) {
	if p.read && !p.waits {
		row, err := p.result.Next()
		p.waits = s.noticed.Load()
		s.flushNotices()
		return row, err
	}
	p.read = true
	s.enterEngine()
	defer s.leaveEngine()
	return p.result.Next()
}

// freeEngine makes the engine free for another statement.
func (s *Session) freeEngine() error {
	if s.active == nil {
		return nil
	}
	return s.parkRows(s.active)
}

// parkRows reads a portal's result to its end, ahead of the client.
func (s *Session) parkRows(p *portal) error {
	for !p.done {
		if len(p.parked) > maxParked {
			return sqlstate.New(sqlstate.ProgramLimitExceeded,
				"portal %q has more than %d MiB of rows that were not read", p.name, maxParked>>20).
				WithHint("Read it to its end, or close it, before another statement; or ask for its rows without a limit.")
		}
		more, err := s.nextRow(p, &p.parked)
		if err != nil {
			p.failed = true
			s.endResult(p)
			return err
		}
		if more {
			p.parkedRows++
		}
	}
	return nil
}

// endResult ends a portal's result, if it is open. If rows are left, the record says that the client did not take
// all.
func (s *Session) endResult(p *portal) {
	if s.active == p {
		s.active = nil
	}
	if p.result != nil && !p.done {
		p.done = true
		if err := p.result.Cut("client"); err != nil {
			s.log.Debug("closing a result", "error", err)
		}
	}
	p.parked, p.parkedRows = nil, 0
}

func (s *Session) closePortal(name string) {
	if p, ok := s.portals[name]; ok {
		s.endResult(p)
		s.held -= p.size
		delete(s.portals, name)
	}
}

func (s *Session) closePortals() {
	for name := range s.portals {
		s.closePortal(name)
	}
}
