// Package scram is the server's side of SCRAM-SHA-256 and SCRAM-SHA-256-PLUS as
// PostgreSQL speaks it: RFC 5802, RFC 7677, and tls-server-end-point of RFC
// 5929. It knows messages and no connection.
//
// A [Conversation] answers the two messages of one client. It is the same for known and
// unknown users: a client that cannot be let in is asked by a verifier whose password
// nobody knows (see [Shape.Mock]), and fails at the end like a client with a wrong
// password.
//
// A [Verifier] is kept in the place of a password. Its text form is that of Postgres's
// pg_authid, so that it can be copied from there.
package scram

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// The mechanisms.
const (
	Mechanism     = "SCRAM-SHA-256"
	MechanismPlus = "SCRAM-SHA-256-PLUS"
)

// MaxMessage bounds a client's message.
const MaxMessage = 1024

// binding is the kind of channel binding that there is.
const binding = "tls-server-end-point"

// Conversation is one client's exchange. Its zero value refuses everything.
type Conversation struct {
	verifier Verifier
	binding  []byte // the certificate's hash, if channel binding is offered
	plus     bool   // the client chose to bind

	header string // gs2-header, as the client sent it
	bare   string // client-first-message-bare
	first  string // server-first-message
	nonce  string // of both sides
	done   bool
}

// New begins a conversation. certificate is the data of the channel binding (see [EndPoint]);
// nil: there is no TLS, or the certificate has no such hash.
func New(v Verifier, certificate []byte) *Conversation {
	return &Conversation{verifier: v, binding: certificate}
}

// Mechanisms lists what is offered to the client, best first.
func (c *Conversation) Mechanisms() []string {
	if c.binding != nil {
		return []string{MechanismPlus, Mechanism}
	}
	return []string{Mechanism}
}

// First reads the client's first message and returns the server's. 08P01: it is
// malformed, or of a mechanism that was not offered; 28000: somebody has told the client
// that the server has no channel binding; 0A000: the client asks for what the server does
// not have.
func (c *Conversation) First(mechanism string, message []byte) ([]byte, error) {
	switch {
	case c.nonce != "" || c.done:
		return nil, malformed("there was a first message before")
	case mechanism == MechanismPlus && c.binding != nil:
		c.plus = true
	case mechanism != Mechanism:
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "client selected an invalid SASL authentication mechanism")
	}
	text, err := printable(message)
	if err != nil {
		return nil, err
	}
	rest, err := c.readHeader(text)
	if err != nil {
		return nil, err
	}
	c.bare = rest
	if strings.HasPrefix(rest, "m=") {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "client requires an unsupported SCRAM extension")
	}
	f := fields{rest: rest}
	f.take('n') // the user's name is that of the startup message
	clientNonce := f.take('r')
	f.extensions()
	if f.bad || !isNonce(clientNonce) {
		return nil, malformed("the first message is not n=…,r=…")
	}
	var random [18]byte
	_, _ = rand.Read(random[:]) // it never fails; the program would have ended
	c.nonce = clientNonce + base64.StdEncoding.EncodeToString(random[:])
	c.first = "r=" + c.nonce + ",s=" + base64.StdEncoding.EncodeToString(c.verifier.Salt) +
		",i=" + strconv.Itoa(c.verifier.Iterations)
	return []byte(c.first), nil
}

// readHeader reads what a client says of channel binding, and returns what
// follows.
func (c *Conversation) readHeader(text string) (string, error) {
	flag, rest, _ := strings.Cut(text, ",")
	authzid, rest, ok := strings.Cut(rest, ",")
	if !ok {
		return "", malformed("the first message has no header")
	}
	c.header = text[:len(text)-len(rest)]
	switch {
	case authzid != "":
		return "", sqlstate.New(sqlstate.FeatureNotSupported, "client uses authorization identity, but it is not supported")
	case flag == "n" && !c.plus, flag == "y" && !c.plus && c.binding == nil:
		return rest, nil
	case flag == "y" && !c.plus:
		return "", sqlstate.New(sqlstate.InvalidAuthorization, "SCRAM channel binding negotiation error").
			WithDetail("The client supports SCRAM channel binding but thinks the server does not. However, this server does support channel binding.").
			WithHint("If nobody changes the messages on their way, the client is at fault: channel_binding=disable works around it.")
	case c.plus && flag == "p="+binding:
		return rest, nil
	case strings.HasPrefix(flag, "p=") && c.plus:
		return "", sqlstate.New(sqlstate.ProtocolViolation, "unsupported SCRAM channel-binding type %q", flag[2:]).
			WithHint("The only one is %s.", binding)
	}
	return "", malformed("the channel binding flag %q does not fit the mechanism", flag)
}

// Final reads the client's last message. If the client knows the password, it
// returns the server's last one and true. A wrong password is no error.
// 08P01: the message is malformed, or of another conversation; 28000: it is
// bound to another connection.
func (c *Conversation) Final(message []byte) (_ []byte, ok bool, _ error) {
	if c.nonce == "" || c.done {
		return nil, false, malformed("there was no first message")
	}
	c.done = true
	text, err := printable(message)
	if err != nil {
		return nil, false, err
	}
	const mark = ",p="
	end := strings.LastIndex(text, mark)
	if end < 0 {
		return nil, false, malformed("the last message has no proof")
	}
	withoutProof := text[:end]
	proof, notBase64 := base64.StdEncoding.Strict().DecodeString(text[end+len(mark):])
	f := fields{rest: withoutProof}
	bound, nonce := f.take('c'), f.take('r')
	f.extensions()
	if f.bad || notBase64 != nil || len(proof) != sha256.Size {
		return nil, false, malformed("the last message is not c=…,r=…,p=…")
	}
	want := c.header
	if c.plus {
		want += string(c.binding)
	}
	if subtle.ConstantTimeCompare([]byte(bound), []byte(base64.StdEncoding.EncodeToString([]byte(want)))) != 1 {
		return nil, false, sqlstate.New(sqlstate.InvalidAuthorization, "SCRAM channel binding check failed")
	}
	if nonce != c.nonce {
		return nil, false, malformed("the nonce does not match")
	}
	signed := []byte(c.bare + "," + c.first + "," + withoutProof)
	if !c.verifier.proves(signed, proof) {
		return nil, false, nil
	}
	return []byte("v=" + base64.StdEncoding.EncodeToString(mac(c.verifier.ServerKey, signed))), true, nil
}

// proves says whether a proof can only come from someone who knows the
// password. The verifier of nobody takes as long and says no.
func (v Verifier) proves(signed, proof []byte) bool {
	signature := mac(v.StoredKey, signed)
	clientKey := make([]byte, sha256.Size)
	subtle.XORBytes(clientKey, signature, proof)
	stored := sha256.Sum256(clientKey)
	return subtle.ConstantTimeCompare(stored[:], v.StoredKey) == 1 && v.valid()
}

func mac(key, message []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	return h.Sum(nil)
}

// malformed is the error of a message that breaks the rules.
func malformed(format string, args ...any) *sqlstate.Error {
	return sqlstate.New(sqlstate.ProtocolViolation, "malformed SCRAM message").WithDetail("%s", sentence(fmt.Sprintf(format, args...)))
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." }

// printable returns a message as text, if it is not too long and has no control
// characters.
func printable(message []byte) (string, error) {
	if len(message) > MaxMessage {
		return "", malformed("it is longer than %d bytes", MaxMessage)
	}
	for _, b := range message {
		if b < ' ' || b == 0x7f {
			return "", malformed("it has control characters")
		}
	}
	return string(message), nil
}

// isNonce says whether text is printable ASCII; it has no comma.
func isNonce(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// fields reads a list of attributes, "a=value,b=value".
type fields struct {
	rest string
	bad  bool
}

// next returns the next attribute.
func (f *fields) next() (name byte, value string) {
	field, rest, _ := strings.Cut(f.rest, ",")
	f.rest = rest
	if len(field) < 2 || field[1] != '=' {
		f.bad = true
		return 0, ""
	}
	return field[0], field[2:]
}

// take returns the value of the next attribute, which must have that name.
func (f *fields) take(name byte) string {
	got, value := f.next()
	f.bad = f.bad || got != name
	return value
}

// extensions skips the rest, which must be attributes.
func (f *fields) extensions() {
	for f.rest != "" && !f.bad {
		f.next()
	}
}
