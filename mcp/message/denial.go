package message

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// Denial is the answer to a request that does not get as far as the library:
// an HTTP status, and an error of the protocol that says why.
type Denial struct {
	Status  int
	Code    int
	Message string
	header  [2]string // one more, if any
	Data    *limitMet // nil: no limit
	ID      json.RawMessage
}

// limitMet tells a program which limit a request met, and when to try again.
type limitMet struct {
	Setting string `json:"limit"`
	Max     int    `json:"max"`
	After   int    `json:"retryAfterSeconds"`
}

// The protocol leaves these codes to implementations; to clients the second one means that
// the session is gone.
const (
	CodeDenied    = -32000
	codeNoSession = -32001
)

// Denied is the answer to a request that is refused with an HTTP status.
func Denied(status int, format string, args ...any) *Denial {
	d := &Denial{Status: status, Code: CodeDenied, Message: fmt.Sprintf(format, args...)}
	if status == http.StatusNotFound {
		d.Code = codeNoSession
	}
	return d
}

// malformed is the answer to a text that is no message.
func malformed(code int, format string, args ...any) *Denial {
	return &Denial{Status: http.StatusBadRequest, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Challenge tells how to authenticate (RFC 6750).
func (d *Denial) Challenge(reason string) *Denial {
	value := `Bearer realm="sallyport"`
	if reason != "" {
		value += `, error="` + reason + `"`
	}
	d.header = [2]string{"WWW-Authenticate", value}
	return d
}

// To says which message it answers.
func (d *Denial) To(m *Message) *Denial {
	d.ID = m.ID
	return d
}

// Limit names the limit that was met, by its setting.
func (d *Denial) Limit(setting string, most int) *Denial {
	d.Data = &limitMet{Setting: setting, Max: most}
	return d
}

// Later tells to try again, and when.
func (d *Denial) Later(after time.Duration) *Denial {
	seconds := max(1, int(after.Seconds()))
	d.header = [2]string{"Retry-After", strconv.Itoa(seconds)}
	d.Message += fmt.Sprintf(". Try again in %d s", seconds)
	if d.Data != nil {
		d.Data.After = seconds
	}
	return d
}

// Send answers a request. id is the id of its message; nil: the message has none, and by the
// protocol the error has none either.
func (d *Denial) Send(w http.ResponseWriter, id json.RawMessage) {
	if d.header[0] != "" {
		w.Header().Set(d.header[0], d.header[1])
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(d.Status)
	said := mcpgo.JSONRPCErrorDetails{Code: d.Code, Message: d.Message}
	if d.Data != nil {
		said.Data = d.Data
	}
	_ = json.NewEncoder(w).Encode(struct { // the client may be gone
		Version string                    `json:"jsonrpc"`
		ID      json.RawMessage           `json:"id,omitempty"`
		Error   mcpgo.JSONRPCErrorDetails `json:"error"`
	}{mcpgo.JSONRPC_VERSION, id, said})
}
