package pgwire

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/scram"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What an authentication message asks of the client.
// (PostgreSQL, "Message Formats", Authentication…)
const (
	authSASL         = 10
	authSASLContinue = 11
	authSASLFinal    = 12
)

// authenticate asks a client for what its user has to prove. 28P01: the client could not
// prove it; 28000: TLS is missing, channel binding contradicts it, or too many passwords
// were guessed; 08P01, 0A000: the client violates the protocol.
func (s *Server) authenticate(ctx context.Context, conn net.Conn, h *hello) (identity, error) {
	if _, secure := conn.(*tls.Conn); !secure && s.options.TLSRequired {
		return identity{}, sqlstate.New(sqlstate.InvalidAuthorization, "connections without TLS are not accepted").
			WithHint("Connect with sslmode=require, or better verify-full.")
	}
	if s.options.Tokens.takes(h.user) {
		return s.authenticateToken(ctx, conn, h)
	}
	if s.trustsAll() {
		return identity{principal: auth.Fixed(h.user, auth.Local), ceiling: s.options.Ceiling}, nil
	}
	client, certificate := conn.RemoteAddr(), certifiedNames(conn)
	user, password, verifier, why := s.users.proofOf(h.user, certificate)
	if !password {
		return user.identity(s.options.Ceiling), nil
	}
	if wait := s.guesses.timeToWait(time.Now(), client, h.user); wait > 0 {
		return identity{}, guessedTooOften(wait)
	}
	right, last, err := askPassword(conn, scram.New(verifier, h.endPoint))
	if err != nil {
		return identity{}, err // nothing was guessed
	}
	right = right && user != nil
	if wait := s.guesses.countAttempt(time.Now(), client, h.user, right); wait > 0 {
		return identity{}, guessedTooOften(wait)
	}
	if !right {
		e := sqlstate.Wrap(errors.New(why), sqlstate.InvalidPassword, "password authentication failed for user %q", h.user)
		if c := s.tls.Load(); c != nil && c.ClientCAs != nil && len(certificate) == 0 {
			e = e.WithHint("Some users of this server need a client certificate (sslcert, sslkey).")
		}
		return identity{}, e
	}
	_, err = conn.Write(last)
	return user.identity(s.options.Ceiling), err
}

// trustsAll reports whether every name is believed.
func (s *Server) trustsAll() bool { return len(s.options.Users) == 0 && s.options.Tokens == nil }

func guessedTooOften(wait time.Duration) error {
	return sqlstate.New(sqlstate.InvalidAuthorization, "too many failed logins from this address").
		WithHint("Try again in %v.", wait.Truncate(time.Second)+time.Second)
}

// askPassword has a client prove its password. It returns whether the password is right,
// and the message that tells the client so, which is still to be sent.
func askPassword(conn net.Conn, c *scram.Conversation) (right bool, last []byte, _ error) {
	buf, at := beginAuth(authSASL)
	for _, mechanism := range c.Mechanisms() {
		buf = reply.Text(buf, mechanism)
	}
	body, err := sendAndRead(conn, reply.End(append(buf, 0), at), scram.MaxMessage+64) // the mechanism stands before the message
	if err != nil {
		return false, nil, err
	}
	mechanism, response, err := saslResponse(body)
	if err != nil || response == nil {
		return false, nil, errSASLResponse
	}
	challenge, err := c.First(mechanism, response)
	if err != nil {
		return false, nil, err
	}
	buf, at = beginAuth(authSASLContinue)
	if body, err = sendAndRead(conn, reply.End(append(buf, challenge...), at), scram.MaxMessage); err != nil {
		return false, nil, err
	}
	final, right, err := c.Final(body)
	buf, at = beginAuth(authSASLFinal)
	return right, reply.End(append(buf, final...), at), err
}

// beginAuth begins an authentication message of that kind.
func beginAuth(kind uint32) (buf []byte, at int) {
	buf, at = reply.Begin(nil, 'R')
	return binary.BigEndian.AppendUint32(buf, kind), at
}

// sendAndRead sends a message and reads the body of the client's answer, of so many bytes at most, and
// no byte behind it.
func sendAndRead(conn net.Conn, question []byte, most int) ([]byte, error) {
	if _, err := conn.Write(question); err != nil {
		return nil, err
	}
	var header [5]byte
	if _, err := io.ReadFull(conn, header[:]); err != nil {
		return nil, err
	}
	if header[0] != 'p' {
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "expected SASL response, got message type %d", header[0])
	}
	length := binary.BigEndian.Uint32(header[1:])
	if length < 4 || int64(length)-4 > int64(most) {
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "invalid length %d of a SASL response: it may have up to %d bytes", length, most)
	}
	body := make([]byte, length-4)
	_, err := io.ReadFull(conn, body)
	return body, err
}
