package hostile

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
)

// outcome is what a client was told.
type outcome struct {
	code    string // SQLSTATE of the first error; "" for none
	message string
	closed  bool // the connection has ended
}

func (o outcome) String() string {
	if o.code == "" {
		return "allowed"
	}
	return strings.TrimSpace(o.code + " " + o.message)
}

// refused reports whether it was the gate that said no, rather than the source.
func (o outcome) refused() bool {
	return o.code == "42501" && strings.Contains(o.message, "refused by the gate")
}

// psql is a client of the wire door.
type psql struct {
	conn net.Conn
	*pgproto3.Frontend
}

// dial opens a session on a source.
func dial(address, source string) (*psql, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	c := &psql{conn: conn, Frontend: pgproto3.NewFrontend(conn, conn)}
	c.Send(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{
		"user": "mallory", "database": source, "client_encoding": "UTF8",
	}})
	if o := c.answer(); o.code != "" || o.closed {
		return nil, fmt.Errorf("connecting: %v", o)
	}
	return c, nil
}

func mustDial(t *testing.T, address, source string) *psql {
	t.Helper()
	c, err := dial(address, source)
	must(t, err)
	t.Cleanup(c.close)
	return c
}

func (c *psql) close() { _ = c.conn.Close() } // the other side may have been first

// answer sends what waits to be sent and reads until ReadyForQuery.
func (c *psql) answer() (o outcome) {
	if err := c.conn.SetDeadline(time.Now().Add(limit)); err != nil {
		return outcome{code: "no deadline", message: err.Error(), closed: true}
	}
	if err := c.Flush(); err != nil {
		return outcome{code: "not sent", message: err.Error(), closed: true}
	}
	for {
		m, err := c.Receive()
		if err != nil {
			o.closed = true
			if o.code == "" && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				o.code, o.message = "no answer", err.Error()
			}
			return o
		}
		switch m := m.(type) {
		case *pgproto3.ErrorResponse:
			if o.code == "" {
				o.code, o.message = m.Code, m.Message
			}
		case *pgproto3.CopyInResponse: // nobody here has anything to copy
			c.Send(&pgproto3.CopyFail{Message: "enough"})
			_ = c.Flush() // Receive tells
		case *pgproto3.ReadyForQuery:
			return o
		}
	}
}

// simple sends a text as a simple query.
func (c *psql) simple(sql string) outcome {
	c.Send(&pgproto3.Query{String: sql})
	return c.answer()
}

// extended sends a text through Parse, Bind and Execute.
func (c *psql) extended(sql string) outcome {
	c.Send(&pgproto3.Parse{Query: sql})
	c.Send(&pgproto3.Bind{})
	c.Send(&pgproto3.Describe{ObjectType: 'P'})
	c.Send(&pgproto3.Execute{})
	c.Send(&pgproto3.Sync{})
	return c.answer()
}

// script is a series of steps being played.
type script struct {
	room    *room
	source  string
	super   func(sql string)
	clients map[string]*psql
}

// play does one step and returns what was told, and whether it was told anything.
func (s *script) play(st step) (outcome, bool, error) {
	name := "" // a step of another client is "query@b: …"
	verb, name, _ := strings.Cut(st.verb, "@")
	c := s.clients[name]
	if c == nil || verb == "connect" {
		if c != nil {
			c.close()
		}
		var err error
		if c, err = dial(s.room.wire, s.source); err != nil {
			return outcome{}, false, err
		}
		s.clients[name] = c
	}
	switch verb {
	case "connect":
	case "super":
		s.super(st.text)
	case "query":
		return c.simple(st.text), true, nil
	case "parse":
		c.Send(&pgproto3.Parse{Name: st.name, Query: st.text})
	case "bind": // its values stand in the text, separated by |
		m := &pgproto3.Bind{PreparedStatement: st.name, DestinationPortal: st.name}
		if st.text != "" {
			for _, v := range strings.Split(st.text, "|") {
				m.Parameters = append(m.Parameters, []byte(v))
			}
		}
		c.Send(m)
	case "describe":
		c.Send(&pgproto3.Describe{ObjectType: 'S', Name: st.name})
	case "execute":
		c.Send(&pgproto3.Execute{Portal: st.name})
	case "sync":
		c.Send(&pgproto3.Sync{})
		return c.answer(), true, nil
	case "send": // raw bytes; the answer is read with "ready" or by a sync
		if err := c.Flush(); err != nil {
			return outcome{}, false, err
		}
		_, err := c.conn.Write([]byte(st.text))
		return outcome{}, false, err
	case "ready":
		return c.answer(), true, nil
	case "leave":
		c.close()
		delete(s.clients, name)
	default:
		return outcome{}, false, fmt.Errorf("there is no step %q", st.verb)
	}
	return outcome{}, false, nil
}
