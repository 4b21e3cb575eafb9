package relay

import (
	"context"
	"encoding/binary"
	"errors"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file sends the server queries of the relay's own on the session's connection, between two
// messages of the client's. Only that connection sees what its open transaction has made. A goroutine
// beside the loop waits for the answers, and only while nothing else is under way.

// askLimit bounds the queries of one askOwn.
const askLimit = 20 * time.Second

var errNotIdle = errors.New("the session's own connection cannot be asked now")

// ensureOwnNames makes sure that the session's own connection can be asked, if own says that a text can
// only be understood by what that connection sees.
func (s *session) ensureOwnNames(own bool) bool {
	if s.moving == 0 && !own {
		return true
	}
	if !s.ensureAnswered() || !s.ensureUncanceled() {
		return false
	}
	if s.backend == nil && s.lost == nil && s.status != byte(providers.Failed) && own {
		if ok, _ := s.ensureBackend(0, nil); !ok {
			return false
		}
	}
	s.sendServerNow()
	if !s.server.ended && (s.server.left() > 0 || len(s.part) > 0) { // the rest is sent, or arrives, in a moment
		s.loop.scheduleSession(s)
		return false
	}
	return true
}

// askOwn runs queries of the relay's own on the backend. In the middle of a unit they end in a Flush,
// because a Sync would end the client's transaction.
func (s *session) askOwn(ctx context.Context, queries ...providers.Query) ([][][]string, error) {
	if s.backend == nil || !s.queue.empty() || s.server.left() > 0 || len(s.part) > 0 || s.server.ended {
		return nil, sqlstate.Wrap(errNotIdle, sqlstate.InternalError, "the session's own connection cannot be asked now")
	}
	var out []byte
	for _, q := range queries {
		out = s.relay.appendAsk(out, q)
	}
	if s.unitSent {
		out = append(out, emptyReply(request.Flush)...)
	} else {
		out = append(out, emptyReply(request.Sync)...)
	}
	deadline := time.Now().Add(askLimit)
	if at, ok := ctx.Deadline(); ok && at.Before(deadline) {
		deadline = at
	}
	a := &asking{session: s, deadline: deadline, lists: make([][][]string, len(queries))}
	err := a.writeQueries(out)
	if err == nil {
		err = a.readAnswers(!s.unitSent)
	}
	if err != nil { // an answer that comes late would be taken for an answer to the client
		lost := sqlstate.Wrap(err, sqlstate.ConnectionFailure, "the connection to source %q was lost", s.relayed.Name)
		s.loop.postWork(func() { s.killSession(lost) })
		return nil, lost
	}
	if a.failure != nil {
		return nil, a.failure
	}
	return a.lists, nil
}

// appendAsk appends one query, by a statement and a portal of the relay's own. An earlier error may have left the statement open, so it is
// closed before.
func (r *Relay) appendAsk(out []byte, q providers.Query) []byte {
	out = appendParse(appendClose(out, 'S', r.own), r.own, q.SQL)
	return appendClose(appendRun(out, r.own, q.Args), 'S', r.own)
}

// closesOfAsk is how many CloseCompletes are in the answer to a query: two of its statement, one of its portal.
const closesOfAsk = 3

// appendRun appends the execution of a prepared statement of the relay's own, with parameters as text,
// by a portal of the same name.
func appendRun(out []byte, name string, args []string) []byte {
	out, at := reply.Begin(out, request.Bind)
	out = append(reply.Text(reply.Text(out, name), name), 0, 0, byte(len(args)>>8), byte(len(args)))
	for _, arg := range args {
		out = append(binary.BigEndian.AppendUint32(out, uint32(len(arg))), arg...) //nolint:gosec // of names
	}
	out = reply.End(append(out, 0, 0), at)
	out, at = reply.Begin(out, request.Execute)
	out = reply.End(append(reply.Text(out, name), 0, 0, 0, 0), at)
	return appendClose(out, 'P', name)
}

// asking is the exchange of some queries and their answers.
type asking struct {
	session  *session
	deadline time.Time
	lists    [][][]string
	at       int // the query whose answer comes next
	closes   int
	failure  error
}

func (a *asking) awaitSocket(events int16) error {
	left := time.Until(a.deadline)
	if left <= 0 {
		return errors.New("the server did not answer in time")
	}
	fds := []unix.PollFd{{Fd: int32(a.session.server.fd), Events: events}} //nolint:gosec // a descriptor
	_, err := unix.Poll(fds, int(left/time.Millisecond)+1)
	if errors.Is(err, unix.EINTR) {
		return nil
	}
	return err
}

func (a *asking) writeQueries(out []byte) error {
	for len(out) > 0 {
		n, err := unix.Write(a.session.server.fd, out)
		switch {
		case errors.Is(err, unix.EAGAIN):
			if err := a.awaitSocket(unix.POLLOUT); err != nil {
				return err
			}
		case err != nil && !errors.Is(err, unix.EINTR):
			return err
		case n > 0:
			out = out[n:]
		}
	}
	return nil
}

// readAnswers reads the answers: up to ReadyForQuery if a Sync was sent, else up to the last CloseComplete or
// an error.
func (a *asking) readAnswers(synced bool) error {
	var have []byte
	buf := make([]byte, 16<<10)
	for {
		n, err := unix.Read(a.session.server.fd, buf)
		switch {
		case errors.Is(err, unix.EAGAIN):
			if err := a.awaitSocket(unix.POLLIN); err != nil {
				return err
			}
			continue
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return err
		case n == 0:
			return errEnded
		}
		have = append(have, buf[:n]...)
		for len(have) >= headerSize {
			size := 1 + int(binary.BigEndian.Uint32(have[1:]))
			if size < headerSize {
				return errors.New("a message of the server's has no length")
			}
			if size > len(have) {
				break
			}
			over, err := a.readMessage(have[0], have[:size], synced)
			if have = have[size:]; err != nil || over {
				a.session.told.beside = append(a.session.told.beside, have...)
				return err
			}
		}
	}
}

// readMessage handles one message of the server's.
func (a *asking) readMessage(kind byte, frame []byte, synced bool) (over bool, err error) {
	switch kind {
	case 'D':
		a.lists[a.at] = append(a.lists[a.at], textRow(frame[headerSize:]))
	case 'C':
		a.at = min(a.at+1, len(a.lists)-1)
	case '3':
		a.closes++
		return !synced && a.closes == closesOfAsk*len(a.lists), nil
	case 'E':
		e := parseError(frame[headerSize:])
		if e.Severity == "FATAL" || e.Severity == "PANIC" {
			return true, e
		}
		a.failure = e
		if !synced {
			return true, e // the unit has failed, and the client cannot be told why
		}
	case 'Z':
		a.session.told.status = frame[headerSize]
		return true, nil
	case 'N', 'S', 'A':
		told := &a.session.told
		told.beside = append(told.beside, frame...)
	}
	return false, nil
}

// takeTold takes over what the server has told behind the answers to askOwn.
func (s *session) takeTold() {
	said := s.told
	if s.told = (told{}); said.status != 0 {
		s.status = said.status
	}
	if len(said.beside) > 0 && s.phase == open {
		s.loop.runGuarded(s, func() { s.fromServer(said.beside) })
	}
}

// textRow reads the values of a DataRow as texts; NULL is "".
func textRow(b []byte) []string {
	if len(b) < 2 {
		return nil
	}
	row := make([]string, binary.BigEndian.Uint16(b))
	b = b[2:]
	for i := range row {
		if len(b) < 4 {
			return row
		}
		size := int(int32(binary.BigEndian.Uint32(b)))
		if b = b[4:]; size > 0 && size <= len(b) {
			row[i], b = string(b[:size]), b[size:]
		}
	}
	return row
}
