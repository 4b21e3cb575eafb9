package pgwire

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"net"
	"strings"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/scram"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file takes tokens from clients: as a password in clear, and by SASL's OAUTHBEARER (RFC 7628).

// authClear asks for a password in clear: a token, and over TLS alone.
const authClear = 3

// mechanismBearer is the SASL mechanism.
const mechanismBearer = "OAUTHBEARER"

// separator stands between the pairs of a client's response.
const separator = "\x01"

// askClear has a client send its token as a password.
func askClear(conn net.Conn) (token string, err error) {
	buf, at := beginAuth(authClear)
	body, err := sendAndRead(conn, reply.End(buf, at), maxToken+1)
	if err != nil {
		return "", err
	}
	text, rest, ok := bytes.Cut(body, []byte{0})
	if !ok || len(rest) > 0 {
		return "", sqlstate.New(sqlstate.ProtocolViolation, "malformed password message")
	}
	return string(text), nil
}

// askBearer has a client send its token by OAUTHBEARER. A client that has none sends "", to learn where
// it gets one.
func askBearer(conn net.Conn) (token string, err error) {
	buf, at := beginAuth(authSASL)
	buf = append(reply.Text(buf, mechanismBearer), 0)
	body, err := sendAndRead(conn, reply.End(buf, at), maxToken+scram.MaxMessage)
	if err != nil {
		return "", err
	}
	mechanism, response, err := saslResponse(body)
	if err != nil {
		return "", err
	}
	if mechanism != mechanismBearer {
		return "", sqlstate.New(sqlstate.ProtocolViolation, "client selected an invalid SASL authentication mechanism")
	}
	if response == nil { // it has not sent a first response: it is asked for one
		buf, at = beginAuth(authSASLContinue)
		if response, err = sendAndRead(conn, reply.End(buf, at), maxToken+scram.MaxMessage); err != nil {
			return "", err
		}
	}
	return readBearer(string(response))
}

// saslResponse reads a client's choice of a mechanism, and its first response. It returns nil if there is none.
func saslResponse(body []byte) (mechanism string, response []byte, err error) {
	name, rest, ok := bytes.Cut(body, []byte{0})
	if !ok || len(rest) < 4 {
		return "", nil, errSASLResponse
	}
	length, response := int32(binary.BigEndian.Uint32(rest)), rest[4:]
	if length == -1 && len(response) == 0 {
		return string(name), nil, nil
	}
	if int64(length) != int64(len(response)) {
		return "", nil, errSASLResponse
	}
	return string(name), response, nil
}

var errSASLResponse = sqlstate.New(sqlstate.ProtocolViolation, "malformed SASL initial response")

// readBearer reads a client's response: a header, and pairs of which "auth" has the token.
func readBearer(response string) (token string, err error) {
	header, pairs, ok := strings.Cut(response, separator)
	switch {
	case !ok:
		return "", malformedBearer("it has no pairs")
	case strings.HasPrefix(header, "p"):
		return "", malformedBearer("the mechanism has no channel binding")
	case strings.HasPrefix(header, "n,a=") || strings.HasPrefix(header, "y,a="):
		return "", sqlstate.New(sqlstate.FeatureNotSupported, "client uses authorization identity, but it is not supported").
			WithHint("The user of the connection says whose token it is.")
	case header != "n,," && header != "y,,":
		return "", malformedBearer("its header is not \"n,,\"")
	}
	pairs, ok = strings.CutSuffix(pairs, separator)
	if !ok {
		return "", malformedBearer("it has no end")
	}
	found := false
	for pairs != "" {
		var pair string
		if pair, pairs, ok = strings.Cut(pairs, separator); !ok {
			return "", malformedBearer("a pair has no end")
		}
		key, value, ok := strings.Cut(pair, "=")
		switch {
		case !ok || key == "" || strings.ContainsFunc(key, func(r rune) bool { return r|0x20 < 'a' || r|0x20 > 'z' }):
			return "", malformedBearer("a key is none")
		case strings.ContainsFunc(value, func(r rune) bool { return (r < ' ' || r > '~') && r != '\t' && r != '\r' && r != '\n' }):
			return "", malformedBearer("a value has a character that has no place there")
		case key != "auth":
			continue // the host, the port, and what is not known
		case found:
			return "", malformedBearer("it has two tokens")
		}
		if found = true; value == "" {
			continue
		}
		if token, ok = bearerToken(value); !ok {
			return "", nil // not a token that could be good: the client is told where to get one
		}
	}
	if !found {
		return "", malformedBearer("it has no auth")
	}
	return token, nil
}

// bearerToken returns the token of an Authorization header.
func bearerToken(header string) (string, bool) {
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return "", false
	}
	return strings.TrimLeft(token, " "), true
}

func malformedBearer(what string) error {
	e := sqlstate.New(sqlstate.ProtocolViolation, "malformed OAUTHBEARER message")
	e.Detail = strings.ToUpper(what[:1]) + what[1:] + "."
	return e
}

// tellDiscovery tells a client of OAUTHBEARER where it gets a token, and waits for its answer, which has
// one byte.
func tellDiscovery(conn net.Conn, url, scope string) error {
	told, err := json.Marshal(struct {
		Status    string `json:"status"`
		Discovery string `json:"openid-configuration"`
		Scope     string `json:"scope"`
	}{"invalid_token", url, scope})
	if err != nil {
		return err
	}
	buf, at := beginAuth(authSASLContinue)
	answer, err := sendAndRead(conn, reply.End(append(buf, told...), at), scram.MaxMessage)
	if err != nil {
		return err
	}
	if string(answer) != separator {
		return malformedBearer("the client did not send a separator alone")
	}
	return nil
}
