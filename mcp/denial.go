package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// denial is the answer to a request that does not get as far as the library:
// an HTTP status, and an error of the protocol that says why.
type denial struct {
	status  int
	code    int
	message string
	header  [2]string // one more, if any
	data    *limitMet // nil: no limit
	id      json.RawMessage
}

// limitMet tells a program which limit a request met, and when to try again.
type limitMet struct {
	Setting string `json:"limit"`
	Max     int    `json:"max"`
	After   int    `json:"retryAfterSeconds"`
}

// The protocol leaves these codes to implementations; clients know the second
// as that of a session that is gone.
const (
	codeDenied    = -32000
	codeNoSession = -32001
)

func denied(status int, format string, args ...any) *denial {
	d := &denial{status: status, code: codeDenied, message: fmt.Sprintf(format, args...)}
	if status == http.StatusNotFound {
		d.code = codeNoSession
	}
	return d
}

// malformed is the answer to what is no message.
func malformed(code int, format string, args ...any) *denial {
	return &denial{status: http.StatusBadRequest, code: code, message: fmt.Sprintf(format, args...)}
}

// challenge tells how to authenticate (RFC 6750).
func (d *denial) challenge(reason string) *denial {
	value := `Bearer realm="` + serverName + `"`
	if reason != "" {
		value += `, error="` + reason + `"`
	}
	d.header = [2]string{"WWW-Authenticate", value}
	return d
}

// to says which message it answers.
func (d *denial) to(m *message) *denial {
	d.id = m.ID
	return d
}

// limit names the limit that was met, by its setting.
func (d *denial) limit(setting string, most int) *denial {
	d.data = &limitMet{Setting: setting, Max: most}
	return d
}

// later tells to try again, and when.
func (d *denial) later(after time.Duration) *denial {
	seconds := max(1, int(after.Seconds()))
	d.header = [2]string{"Retry-After", strconv.Itoa(seconds)}
	d.message += fmt.Sprintf(". Try again in %d s", seconds)
	if d.data != nil {
		d.data.After = seconds
	}
	return d
}

// send answers a request. id is that of the message, nil where there is none:
// the protocol has such errors go without.
func (d *denial) send(w http.ResponseWriter, id json.RawMessage) {
	if d.header[0] != "" {
		w.Header().Set(d.header[0], d.header[1])
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(d.status)
	said := mcpgo.JSONRPCErrorDetails{Code: d.code, Message: d.message}
	if d.data != nil {
		said.Data = d.data
	}
	_ = json.NewEncoder(w).Encode(struct { // the client may be gone
		Version string                    `json:"jsonrpc"`
		ID      json.RawMessage           `json:"id,omitempty"`
		Error   mcpgo.JSONRPCErrorDetails `json:"error"`
	}{mcpgo.JSONRPC_VERSION, id, said})
}
