package relay

import "github.com/sallyportdb/sallyport/pgwire/relay/poll"

// This file sends what leaves in a turn by one system call, where the poller can. A send wakes its
// receiver, which takes the processor from the loop when the system call ends. So there are as many
// changes of threads as system calls.

// mostLeaving is how many sessions may have something to send before it is sent within the turn: more would not
// go by one system call.
const mostLeaving = 64

// noteLeaving notes that a session has something to send at the end of the turn.
func (l *loop) noteLeaving(s *session) {
	if !s.isLeaving {
		s.isLeaving = true
		l.leaving = append(l.leaving, s)
	}
}

// sendTogether sends what the sessions have for their servers and their clients. What ends because of that is on
// record when sendTogether returns.
func (l *loop) sendTogether() {
	for len(l.leaving) > 0 {
		l.sendLeaving()
		if len(l.touched) > 0 {
			l.commitRecords()
		}
	}
}

// sendLeaving sends what there is to send.
func (l *loop) sendLeaving() {
	l.gatherWrites()
	l.poller.WriteAll(l.sends)
	for i := range l.sends {
		l.goOnSent(i)
	}
	clear(l.sends)
	clear(l.senders)
	l.sends, l.senders = l.sends[:0], l.senders[:0]
	l.together = l.poller.Together()
}

// gatherWrites finds what there is to send. Of a session, what is for its server comes first.
func (l *loop) gatherWrites() {
	for _, s := range l.leaving {
		s.isLeaving = false
		if s.phase == closed {
			continue
		}
		if k := &s.server; s.hasForServer() && k.writable {
			l.sends, l.senders = append(l.sends, poll.Send{FD: k.fd, Bytes: k.out[k.sent:]}), append(l.senders, s)
		}
		if k := &s.client; s.answering && k.writable && k.sent < s.solid {
			l.sends, l.senders = append(l.sends, poll.Send{FD: k.fd, Bytes: k.out[k.sent:s.solid]}), append(l.senders, s)
		} else {
			s.answering = false
		}
	}
	clear(l.leaving)
	l.leaving = l.leaving[:0]
}

// goOnSent goes on with a session when something of it was sent. A panic ends this session only.
func (l *loop) goOnSent(i int) {
	s, send := l.senders[i], &l.sends[i]
	defer func() {
		if p := recover(); p != nil {
			l.endPanicked(s, p)
		}
	}()
	switch {
	case s.phase == closed:
	case s.backend != nil && send.FD == s.server.fd:
		err := s.server.wrote(send.N, send.Err)
		if err == nil {
			err = s.server.write(len(s.server.out)) // the rest, if the socket takes more
		}
		s.sentServer(err)
	case s.answering && send.FD == s.client.fd:
		s.answering = false
		err := s.client.wrote(send.N, send.Err)
		if err == nil {
			err = s.client.write(s.solid)
		}
		s.endSending(err)
	}
}
