package pgwire

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxStartup bounds the packet that opens a connection, as Postgres bounds it.
const maxStartup = 10_000

// What the first four bytes behind the length can ask for.
const (
	protocolCancel = 1234<<16 | 5678
	protocolSSL    = 1234<<16 | 5679
	protocolGSS    = 1234<<16 | 5680

	protocol30 = 3 << 16
	protocol32 = 3<<16 | 2
)

// alpn names the protocol inside TLS, as clients that begin with TLS must.
const alpn = "postgresql"

var (
	errCancelled  = errors.New("the connection carried a cancel request")
	errNoPostgres = errors.New("the client does not speak the protocol")
)

// hello has what a client sends before its session begins.
type hello struct {
	protocol uint32
	// unknown holds the protocol options that the server does not know.
	unknown []string
	user    string
	// database is empty where the client left it out.
	database    string
	application string
	// settings are the others of the startup message; nobody has judged them yet.
	settings []setting
	// endPoint identifies the TLS channel, for channel binding; nil without TLS.
	endPoint []byte
	// leaveStartup gives up the client's place among the startups, once it is known who
	// the client is.
	leaveStartup func()
}

// setting is a parameter of the session: its name in small letters, its value, and the name as the client wrote it.
type setting struct{ name, value, written string }

// startup speaks with a client until it has said who it is and where it wants
// to go. It returns the connection to go on with, which may be TLS by now.
//
// Nothing is read ahead: what a client sends together with its TLS request
// stays in the socket and can only ever be read as TLS.
func (s *Server) startup(ctx context.Context, raw net.Conn) (net.Conn, hello, error) {
	conn, secure, err := s.directTLS(ctx, raw)
	if err != nil {
		return conn, hello{}, err
	}
	askedGSS := false
	for {
		packet, err := readStartup(conn)
		if err != nil {
			return conn, hello{}, err
		}
		switch code := binary.BigEndian.Uint32(packet); {
		case code == protocolCancel:
			s.sessions.obeyCancel(packet[4:])
			return conn, hello{}, errCancelled
		case code == protocolSSL && !secure.asked:
			secure.asked = true
			if conn, secure.endPoint, err = s.answerTLSRequest(ctx, conn, len(packet)); err != nil {
				return conn, hello{}, err
			}
		case code == protocolGSS && !askedGSS:
			askedGSS = true
			if _, err := conn.Write([]byte{'N'}); err != nil {
				return conn, hello{}, err
			}
		case code>>16 == 3:
			h, err := parseHello(code, packet[4:])
			h.endPoint = secure.endPoint
			return conn, h, err
		default:
			return conn, hello{}, sqlstate.New(sqlstate.FeatureNotSupported,
				"unsupported frontend protocol %d.%d: server supports 3.0 to 3.2", code>>16, code&0xffff)
		}
	}
}

// readStartup reads one packet of the startup: a length and so many bytes.
func readStartup(r io.Reader) ([]byte, error) {
	var header [4]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	length := binary.BigEndian.Uint32(header[:])
	if length < 8 || length > maxStartup {
		return nil, errNoPostgres
	}
	packet := make([]byte, length-4)
	_, err := io.ReadFull(r, packet)
	return packet, err
}

// parseHello reads a startup message behind its protocol version.
func parseHello(protocol uint32, body []byte) (hello, error) {
	h := hello{protocol: protocol}
	c := request.FieldsOf(body)
	var replication string
	for {
		name := string(c.Text())
		if name == "" {
			break
		}
		value := string(c.Text())
		if err := request.CheckUTF8([]byte(name + "\x00" + value)); err != nil {
			return h, err
		}
		switch {
		case strings.HasPrefix(name, "_pq_."):
			h.unknown = append(h.unknown, name)
		case name == "user":
			h.user = value
		case name == "database":
			h.database = value
		case name == "replication":
			replication = strings.ToLower(value)
		case name == "options":
			more, err := parseOptions(value)
			if err != nil {
				return h, err
			}
			h.settings = append(h.settings, more...)
		default:
			h.settings = append(h.settings, setting{strings.ToLower(name), value, name})
		}
	}
	if !c.Whole() {
		return h, sqlstate.New(sqlstate.ProtocolViolation,
			"invalid startup packet layout: expected terminator as last byte")
	}
	if !slices.Contains([]string{"", "false", "off", "no", "0"}, replication) {
		return h, sqlstate.New(sqlstate.FeatureNotSupported, "replication connections are not supported").
			WithHint("Leave the parameter \"replication\" out.")
	}
	if h.user == "" {
		return h, sqlstate.New(sqlstate.InvalidAuthorization, "no PostgreSQL user name specified in startup packet")
	}
	return h, h.readSettings()
}

// parseOptions reads the parameter "options", a command line of settings:
// "-c name=value", "-cname=value" and "--name=value", a backslash before a
// space that belongs to a value.
func parseOptions(line string) ([]setting, error) {
	var list []setting
	words := splitOptions(line)
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case word == "-c" && i+1 < len(words):
			i++
			word = words[i]
		case strings.HasPrefix(word, "--"):
			word = word[2:]
		case strings.HasPrefix(word, "-c"):
			word = word[2:]
		default:
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "unsupported connection option %q", word).
				WithHint("Only settings can be given there, as in \"-c name=value\".")
		}
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return nil, sqlstate.New(sqlstate.SyntaxError, "connection option %q has no value", word).
				WithHint("Write \"-c name=value\".")
		}
		name = strings.ReplaceAll(name, "-", "_")
		list = append(list, setting{strings.ToLower(name), value, name})
	}
	return list, nil
}

func splitOptions(line string) []string {
	var words []string
	var word strings.Builder
	in, escaped := false, false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\':
			in, escaped = true, true
		case strings.ContainsRune(" \t\n\r\v\f", r):
			if in {
				words = append(words, word.String())
				word.Reset()
			}
			in = false
		default:
			in = true
			word.WriteRune(r)
		}
	}
	if in {
		words = append(words, word.String())
	}
	return words
}

// negotiate returns the protocol version to go on with, and the message that
// tells the client so where it asked for something else.
func (h hello) negotiate() (uint32, []byte) {
	version := h.protocol
	switch {
	case version > protocol32:
		version = protocol32
	case version < protocol32:
		version = protocol30 // 3.1 was never given out
	}
	if version == h.protocol && len(h.unknown) == 0 {
		return version, nil
	}
	buf, at := reply.Begin(nil, 'v')
	buf = binary.BigEndian.AppendUint32(buf, version)
	buf = binary.BigEndian.AppendUint32(buf, uint32(len(h.unknown)))
	for _, option := range h.unknown {
		buf = reply.Text(buf, option)
	}
	return version, reply.End(buf, at)
}
