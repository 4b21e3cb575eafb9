package relay

import (
	"context"
	"encoding/binary"
	"strings"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// parse deals with Parse.
func (s *session) parse(frame []byte) bool {
	name, rest, ok := text(frame[headerSize:])
	var sql []byte
	if ok {
		sql, rest, ok = text(rest)
	}
	if !ok || len(rest) < 2 || len(rest) != 2+4*int(binary.BigEndian.Uint16(rest)) {
		return s.invalid(msgParse)
	}
	types := make([]uint32, (len(rest)-2)/4)
	for i := range types {
		types[i] = binary.BigEndian.Uint32(rest[2+4*i:])
	}
	it := s.head.item
	if it == nil {
		it = s.loop.item(waitParse)
		it.text = append([]byte(nil), sql...) // it lives as long as the statement
		s.head.item = it
	}
	if !s.judge(types) {
		return false
	}
	if s.head.err != nil {
		return s.refuse(msgParse, s.head.err)
	}
	if it.batch.Len() > 1 { // the server says so itself
		it.batch = engine.Batch{}
	}
	st := &statement{batch: it.batch}
	if st.local = st.batch.Len() > 0 && st.batch.Local(); st.local {
		return s.localParse(string(name), st)
	}
	if ok, done := s.have(msgParse); !ok {
		return done
	}
	if !s.start(st) {
		return false
	}
	st.loan = s.loan
	if s.shares && len(name) > 0 && st.batch.Len() > 0 {
		return s.parseShared(string(name), st, frame, len(rest))
	}
	it.undo = s.remember(string(name), st)
	s.sendParse(st, frame, len(name), len(rest))
	return true
}

// sendParse sends a Parse that the client wrote; name and rest are the lengths
// of what stands before and behind its text.
func (s *session) sendParse(st *statement, frame []byte, name, rest int) {
	it := s.head.item
	it.of = &st.batch
	it.text = nil
	s.head = head{}
	s.unitSent = true
	at := len(s.server.out)
	s.send(it, frame)
	if st.batch.Len() > 0 {
		st.batch.Patch(s.server.out[at+headerSize+name+1 : len(s.server.out)-rest-1])
	}
}

// parseShared deals with the Parse of a named statement where backends are
// shared.
func (s *session) parseShared(name string, st *statement, frame []byte, rest int) bool {
	if s.statements[name] != nil {
		return s.refuse(msgParse, s.relayed.Refuse(&st.batch, sqlstate.New(sqlstate.DuplicatePrepared, "prepared statement %q already exists", name)))
	}
	it := s.head.item
	st.global = s.relay.names.global(st.batch.SQL(), st.batch.ParamTypes())
	it.undo = s.remember(name, st)
	s.remote.needs++
	if _, known := s.remote.known[st.global]; known {
		u := it.undo
		s.loop.drop(it)
		s.head = head{}
		s.knows(st.global)
		s.relayed.Prepared(name, st.batch.SQL())
		s.owe(reply0('1'))
		if last := s.queue.last(); last != nil && last.kind == waitLocal {
			last.undo = u // it may not come to it
		}
		return true
	}
	it.global = st.global
	frame, _ = renamed(frame, len(frame), 0, name, st.global)
	s.sendParse(st, frame, len(st.global), rest)
	s.knows(st.global)
	return true
}

// start sees to it that the unit that begins with a statement may do what that
// needs; false: it has to wait. What else will come in the unit is not known, so
// it may write, unless the unit is this statement alone.
func (s *session) start(st *statement) bool {
	if s.unitSent || !s.relayed.MayWrite() {
		return true
	}
	want := readWrite
	if st != nil && st.batch.Len() == 1 && single(s.ahead) {
		want = wanted(&st.batch, st.batch.Traits())
	}
	return s.admit(want)
}

// single reports whether what the client has sent begins with a unit that is
// whole and has one statement at most.
func single(b []byte) bool {
	parses, binds, executes := 0, 0, 0
	for len(b) >= headerSize {
		switch b[0] {
		case msgParse:
			parses++
		case msgBind:
			binds++
		case msgExecute:
			executes++
		case msgSync:
			return parses <= 1 && binds <= 1 && executes <= 1
		case msgDescribe, msgClose, msgFlush:
		default:
			return false
		}
		size := 1 + int(binary.BigEndian.Uint32(b[1:]))
		if size < headerSize || size > len(b) {
			return false
		}
		b = b[size:]
	}
	return false
}

// named returns a statement that a Parse of the client's made; nil: there is
// none.
func (s *session) named(name []byte) *statement {
	if len(name) == 0 {
		return s.unnamed
	}
	return s.statements[string(name)]
}

// find returns a prepared statement by its name; nil: there is none as far as
// is known, or it has to be judged first, and that is being done.
func (s *session) find(name []byte) (st *statement, wait bool) {
	if st = s.named(name); st != nil || len(name) == 0 {
		return st, false
	}
	if s.head.judged {
		if s.head.err != nil || s.head.item == nil {
			return nil, false
		}
		return &statement{batch: s.head.item.batch, sql: true}, false
	}
	if !s.relayed.IsPrepared(string(name)) {
		return nil, !s.settledFirst() // something under way may make it
	}
	// It was made by PREPARE, so it is what EXECUTE would run.
	s.head.item = s.loop.item(waitBind)
	sql := `EXECUTE "` + strings.ReplaceAll(string(name), `"`, `""`) + `"`
	it := s.head.item
	s.work(func(ctx context.Context) {
		s.head.err = s.relayed.Judge(ctx, &it.batch, sql, nil)
		s.head.judged = true
	})
	return nil, true
}

// bind deals with Bind, of which the names and perhaps no more are there.
func (s *session) bind(frame []byte, all int) bool {
	body := frame[headerSize:]
	name, rest, ok := text(body)
	var of []byte
	if ok {
		of, rest, ok = text(rest)
	}
	if !ok {
		return s.invalid(msgBind)
	}
	st, wait := s.find(of)
	if wait {
		return false
	}
	switch {
	case st == nil && s.head.err != nil:
		return s.refuse(msgBind, s.head.err)
	case st == nil && len(of) == 0:
		return s.fail(msgBind, sqlstate.New(sqlstate.InvalidStatementName, "unnamed prepared statement does not exist"))
	case st == nil: // nothing runs that was not judged
		return s.fail(msgBind, sqlstate.New(sqlstate.InvalidStatementName, "prepared statement %q does not exist", of))
	}
	if st.local {
		if len(frame) < all {
			return s.refuse(msgBind, tooLong)
		}
		return s.localBind(string(name), st, rest)
	}
	if ok, done := s.have(msgBind); !ok {
		return done
	}
	if !s.start(st) {
		return false
	}
	if it := s.head.item; it != nil {
		s.loop.drop(it)
	}
	s.head = head{}
	p := &s.plain
	if len(name) > 0 {
		p = &portal{}
		if s.portals == nil {
			s.portals = map[string]*portal{}
		}
		s.portals[string(name)] = p
	}
	*p = portal{of: st, unit: s.unit, args: boundArgs(rest, s.relayed.RecordsValues(), p.args)}
	it := s.loop.item(waitBind)
	it.of = &st.batch
	if s.shares && !st.sql {
		frame, _ = renamed(frame, all, len(name)+1, string(of), s.ensure(st))
	}
	s.unitSent = true
	s.send(it, frame)
	return true
}

// boundArgs reads what is bound: how many values, and the values themselves
// where they are recorded. What cannot be read is the server's to complain of.
func boundArgs(b []byte, values bool, was providers.Args) (args providers.Args) {
	formats, b, ok := formatCodes(b)
	if !ok || len(b) < 2 {
		return args
	}
	n := int(binary.BigEndian.Uint16(b))
	b = b[2:]
	if !values {
		args.Values = blanks(was.Values, n)
		return args
	}
	for range n {
		if len(b) < 4 {
			return args
		}
		size := int(int32(binary.BigEndian.Uint32(b)))
		b = b[4:]
		if size < 0 {
			args.Values = append(args.Values, nil)
			continue
		}
		if size > len(b) {
			return args
		}
		args.Values = append(args.Values, append([]byte{}, b[:size]...))
		b = b[size:]
	}
	args.Formats = formats
	if results, _, ok := formatCodes(b); ok {
		args.ResultFormats = results
	}
	return args
}

// blanks is a list of n values that nobody looks at.
func blanks(was [][]byte, n int) [][]byte {
	if cap(was) >= n {
		return was[:n]
	}
	return make([][]byte, n)
}

// formatCodes reads a list of format codes.
func formatCodes(b []byte) (formats []providers.Format, rest []byte, ok bool) {
	if len(b) < 2 {
		return nil, nil, false
	}
	n := int(binary.BigEndian.Uint16(b))
	if b = b[2:]; len(b) < 2*n {
		return nil, nil, false
	}
	if n > 0 {
		formats = make([]providers.Format, n)
	}
	for i := range formats {
		formats[i] = providers.Format(binary.BigEndian.Uint16(b[2*i:]))
	}
	return formats, b[2*n:], true
}

// portalOf returns a portal by its name; nil: there is none as far as is known.
func (s *session) portalOf(name []byte) *portal {
	if len(name) == 0 {
		return &s.plain
	}
	return s.portals[string(name)]
}

// describe deals with Describe.
func (s *session) describe(frame []byte) bool {
	object, name, ok := object(frame)
	if !ok {
		return s.invalid(msgDescribe)
	}
	var of *engine.Batch
	switch object {
	case 'S':
		st := s.named(name)
		if st != nil && st.local {
			return s.localDescribe(st, nil)
		}
		if st != nil {
			of = &st.batch
		}
	case 'P':
		if p := s.portalOf(name); p != nil && p.of != nil {
			if p.of.local {
				return s.localDescribe(p.of, p)
			}
			of = &p.of.batch
		}
	default:
		return s.invalid(msgDescribe)
	}
	if ok, done := s.have(msgDescribe); !ok {
		return done
	}
	if !s.start(nil) {
		return false
	}
	it := s.loop.item(waitDescribe)
	it.of = of
	if s.shares && object == 'S' {
		if st := s.named(name); st != nil {
			frame, _ = renamed(frame, len(frame), 1, string(name), s.ensure(st))
		}
	}
	s.unitSent = true
	s.send(it, frame)
	return true
}

// object reads a Describe or a Close.
func object(frame []byte) (kind byte, name []byte, ok bool) {
	if len(frame) < headerSize+2 {
		return 0, nil, false
	}
	name, rest, ok := text(frame[headerSize+1:])
	return frame[headerSize], name, ok && len(rest) == 0
}

// closeObject deals with Close.
func (s *session) closeObject(frame []byte) bool {
	kind, name, ok := object(frame)
	if !ok || kind != 'S' && kind != 'P' {
		return s.invalid(msgClose)
	}
	if kind == 'S' {
		st := s.named(name)
		if st != nil && (st.local || st.global != "") {
			s.forget1(string(name))
			s.relayed.Prepared(string(name), "")
			s.owe(reply0('3'))
			return true
		}
	} else if p := s.portalOf(name); p != nil && p.of != nil && p.of.local {
		s.dropPortal(string(name))
		s.owe(reply0('3'))
		return true
	}
	if ok, done := s.have(msgClose); !ok {
		return done
	}
	if !s.start(nil) {
		return false
	}
	it := s.loop.item(waitClose)
	if kind == 'S' {
		it.undo = s.forget1(string(name))
		gone := string(name)
		it.then = func(s *session) { s.relayed.Prepared(gone, "") }
	} else {
		s.dropPortal(string(name))
	}
	s.unitSent = true
	s.send(it, frame)
	return true
}

func (s *session) dropPortal(name string) {
	if name == "" {
		s.plain = portal{}
		return
	}
	delete(s.portals, name)
}

func reply0(kind byte) []byte { return []byte{kind, 0, 0, 0, 4} }

// execute deals with Execute.
func (s *session) execute(frame []byte) bool {
	name, rest, ok := text(frame[headerSize:])
	if !ok || len(rest) != 4 {
		return s.invalid(msgExecute)
	}
	p := s.portalOf(name)
	if p == nil || p.of == nil {
		return s.executeUnknown(name, frame)
	}
	if p.of.local {
		return s.localExecute(p, int32(binary.BigEndian.Uint32(rest)))
	}
	if ok, done := s.have(msgExecute); !ok {
		return done
	}
	if !s.start(p.of) {
		return false
	}
	b := &p.of.batch
	it := s.head.item
	if it == nil {
		it = s.loop.item(waitExecute)
		s.head.item = it
	}
	if b.Len() > 0 && !s.head.judged && !b.Fresh() {
		sql, types := b.SQL(), b.ParamTypes()
		s.work(func(ctx context.Context) {
			s.head.err = s.relayed.Judge(ctx, b, sql, types)
			s.head.judged = true
		})
		return false
	}
	if s.head.err != nil {
		return s.refuse(msgExecute, s.head.err)
	}
	s.head.judged = true
	if b.Len() > 0 {
		if !s.intended(it, b, &p.args) {
			return false
		}
		if s.head.err != nil {
			return s.refuse(msgExecute, s.head.err)
		}
		it.traits = b.Traits()
		s.follow(it, b, it.traits)
	}
	s.head = head{}
	it.of = b
	s.unitSent = true
	s.send(it, frame)
	return true
}

// executeUnknown deals with an Execute of a portal that no Bind made: a cursor
// that DECLARE did, or none at all. It is a FETCH.
func (s *session) executeUnknown(name, frame []byte) bool {
	it := s.head.item
	if it == nil {
		if !s.settledFirst() { // something under way may make it
			return false
		}
		if len(name) == 0 || s.status == byte(providers.Idle) && !s.unitSent {
			return s.fail(msgExecute, sqlstate.New(sqlstate.InvalidCursorName, "portal %q does not exist", name))
		}
		it = s.loop.item(waitExecute)
		it.text = append(it.text, `FETCH ALL FROM "`+strings.ReplaceAll(string(name), `"`, `""`)+`"`...)
		s.head.item = it
	}
	if !s.judge(nil) {
		return false
	}
	if s.head.err != nil {
		return s.refuse(msgExecute, s.head.err)
	}
	if ok, done := s.have(msgExecute); !ok {
		return done
	}
	if !s.start(nil) || !s.intended(it, &it.batch, nil) {
		return false
	}
	if s.head.err != nil {
		return s.refuse(msgExecute, s.head.err)
	}
	s.head = head{}
	it.of = &it.batch
	s.unitSent = true
	s.send(it, frame)
	return true
}

// remember notes a statement that Parse makes. A name that is taken already
// stays what it is: the server refuses.
func (s *session) remember(name string, st *statement) undo {
	if name == "" {
		u := undo{set: true, was: s.unnamed}
		s.unnamed = st
		return u
	}
	if s.statements[name] != nil {
		return undo{}
	}
	s.statements[name] = st
	return undo{set: true, name: name}
}

// forget notes that a statement, or all of them, are gone.
func (s *session) forget(name string) undo {
	if name == "" {
		u := undo{set: true, all: s.statements, was: s.unnamed}
		s.statements = map[string]*statement{}
		return u
	}
	return s.forget1(name)
}

func (s *session) forget1(name string) undo {
	u := undo{set: true, name: name, was: s.unnamed}
	if name == "" {
		s.unnamed = nil
		return u
	}
	u.was = s.statements[name]
	delete(s.statements, name)
	return u
}

// takeBack undoes what sending an item did.
func (s *session) takeBack(u undo) {
	switch {
	case !u.set:
	case u.all != nil:
		s.statements, s.unnamed = u.all, u.was
	case u.name == "":
		s.unnamed = u.was
	case u.was == nil:
		delete(s.statements, u.name)
	default:
		s.statements[u.name] = u.was
	}
}
