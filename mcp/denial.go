package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// denial is the answer to a request that does not get as far as the library:
// an HTTP status, and an error of the protocol that says why.
type denial struct {
	status  int
	code    int
	message string
	header  [2]string // one more, if any
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

// later tells to try again.
func (d *denial) later() *denial {
	d.header = [2]string{"Retry-After", "1"}
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
	_ = json.NewEncoder(w).Encode(struct { // the client may be gone
		Version string                    `json:"jsonrpc"`
		ID      json.RawMessage           `json:"id,omitempty"`
		Error   mcpgo.JSONRPCErrorDetails `json:"error"`
	}{mcpgo.JSONRPC_VERSION, id, mcpgo.JSONRPCErrorDetails{Code: d.code, Message: d.message}})
}
