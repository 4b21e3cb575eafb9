package sinks

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/sallyportdb/sallyport/audit/follow"
)

// Syslog sends each line as a message of RFC 5424: facility 13 (log audit), severity informational.
// Over TCP and unix streams each message is framed by its length (RFC 6587). If a record does not
// fit in a datagram, a short message names its number, length and SHA-256.
type Syslog struct {
	network, address string
	head             string // the part of each message between the time and the text
	conn             net.Conn
}

// priority is facility 13, severity 6.
const priority = 13<<3 | 6

// ParseSyslog reads an address: udp://host:port, tcp://host:port,
// unixgram:///path or unix:///path.
func ParseSyslog(address string) (*Syslog, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("it is not a URL")
	}
	s := &Syslog{network: u.Scheme, address: u.Host}
	switch u.Scheme {
	case "udp", "tcp":
		if u.Port() == "" || u.Path != "" {
			return nil, fmt.Errorf("after %s:// comes host:port", u.Scheme)
		}
	case "unix", "unixgram":
		if s.address = u.Path; u.Host != "" || s.address == "" {
			return nil, fmt.Errorf("after %s:// comes an absolute path", u.Scheme)
		}
	default:
		return nil, errors.New("it must begin with udp://, tcp://, unixgram:// or unix://")
	}
	host, err := os.Hostname()
	if err != nil || host == "" || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r > '~' }) {
		host = "-"
	}
	s.head = fmt.Sprintf("%s sallyport %d audit - ", host, os.Getpid())
	return s, nil
}

// Send sends one message for each line.
func (s *Syslog) Send(ctx context.Context, lines []follow.Line) (int, error) {
	if s.conn == nil {
		conn, err := (&net.Dialer{}).DialContext(ctx, s.network, s.address)
		if err != nil {
			return 0, err
		}
		s.conn = conn
	}
	if deadline, ok := ctx.Deadline(); ok {
		if err := s.conn.SetWriteDeadline(deadline); err != nil {
			return 0, errors.Join(err, s.Close())
		}
	}
	for i, l := range lines {
		err := s.sendMessage(string(l.Text[:len(l.Text)-1]))
		if errors.Is(err, syscall.EMSGSIZE) {
			err = s.sendMessage(fmt.Sprintf(`{"seq":%d,"too_long":%d,"sha256":"%x"}`, l.Seq, len(l.Text), sha256.Sum256(l.Text)))
		}
		if err != nil {
			return i, errors.Join(err, s.Close()) // the next try connects anew
		}
	}
	return len(lines), nil
}

func (s *Syslog) sendMessage(text string) error {
	m := fmt.Sprintf("<%d>1 %s %s%s", priority, time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"), s.head, text)
	if s.network == "tcp" || s.network == "unix" {
		m = fmt.Sprintf("%d %s", len(m), m)
	}
	_, err := s.conn.Write([]byte(m))
	return err
}

// Close ends the connection.
func (s *Syslog) Close() error {
	if s.conn == nil {
		return nil
	}
	err := s.conn.Close()
	s.conn = nil
	return err
}
