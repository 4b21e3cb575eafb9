package message

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// Denial is the answer to a request that does not get as far as the library:
// an HTTP status, and an error of the protocol that says why.
type Denial struct {
	Status  int
	Code    int
	Message string
	header  [2]string // one more header, if any
	Data    *limitMet // the limit that was met; nil: none
	Needs   *Needs    // the scopes that are missing; nil: none
	// plain makes the answer OAuth's JSON instead of a message of the protocol.
	plain string
	ID    json.RawMessage
}

// Needs tells a program which scopes a call needs.
type Needs struct {
	Code     string   `json:"knecta_code"`
	Required []string `json:"required"`
	Missing  []string `json:"missing"`
	// Ask are the scopes of a token that would be enough for the call.
	Ask []string `json:"-"`
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
	codeForbidden = -32001 // with status 403
)

// Denied returns the answer to a request that is refused with an HTTP status.
func Denied(status int, format string, args ...any) *Denial {
	d := &Denial{Status: status, Code: CodeDenied, Message: fmt.Sprintf(format, args...)}
	if status == http.StatusNotFound {
		d.Code = codeNoSession
	}
	return d
}

// malformed returns the answer to a text that is no message.
func malformed(code int, format string, args ...any) *Denial {
	return &Denial{Status: http.StatusBadRequest, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Invalid returns the answer to a call whose arguments its tool does not take.
func Invalid(text string) *Denial {
	return &Denial{Status: http.StatusOK, Code: mcpgo.INVALID_PARAMS, Message: text}
}

// Challenge adds the header that tells how to authenticate (RFC 6750).
func (d *Denial) Challenge(reason string) *Denial {
	value := `Bearer realm="sallyport"`
	if reason != "" {
		value += `, error="` + reason + `"`
	}
	d.header = [2]string{"WWW-Authenticate", value}
	return d
}

// ChallengeOAuth adds the header with the address of the resource's metadata (RFC 9728), by which a client gets a token, and
// the scopes to ask for.
func (d *Denial) ChallengeOAuth(reason, metadata string, scopes []string) *Denial {
	d.Challenge(reason)
	if reason != "" {
		d.header[1] += `, error_description="` + quotable(d.Message) + `"`
	}
	d.header[1] += `, resource_metadata="` + metadata + `"`
	if len(scopes) > 0 {
		d.header[1] += `, scope="` + strings.Join(scopes, " ") + `"`
	}
	if d.Status == http.StatusUnauthorized {
		d.plain = cmp.Or(reason, "unauthorized")
	}
	return d
}

// quotable returns text in the form that a quoted string of a header may have.
func quotable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '\''
		}
		return r
	}, text)
}

// Lacking adds the scopes that a call needs, and those that its token lacks. ask are the scopes of a token that would be
// enough.
func (d *Denial) Lacking(required, missing, ask []string) *Denial {
	d.Code, d.Needs = codeForbidden, &Needs{Code: "FORBIDDEN", Required: required, Missing: missing, Ask: ask}
	return d
}

// To sets the message that the denial answers.
func (d *Denial) To(m *Message) *Denial {
	d.ID = m.ID
	return d
}

// Limit adds the setting of the limit that was met.
func (d *Denial) Limit(setting string, most int) *Denial {
	d.Data = &limitMet{Setting: setting, Max: most}
	return d
}

// Later adds how long the client is to wait before it tries again.
func (d *Denial) Later(after time.Duration) *Denial {
	seconds := max(1, int(after.Seconds()))
	d.header = [2]string{"Retry-After", strconv.Itoa(seconds)}
	d.Message += fmt.Sprintf(". Try again in %d s", seconds)
	if d.Data != nil {
		d.Data.After = seconds
	}
	return d
}

// Send answers a request. id is the id of its message. If it is nil, the message has no id, and by the protocol the error
// has none either.
func (d *Denial) Send(w http.ResponseWriter, id json.RawMessage) {
	if d.header[0] != "" {
		w.Header().Set(d.header[0], d.header[1])
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(d.Status)
	if d.plain != "" {
		_ = json.NewEncoder(w).Encode(map[string]string{"error": d.plain, "message": d.Message})
		return
	}
	said := mcpgo.JSONRPCErrorDetails{Code: d.Code, Message: d.Message}
	if d.Data != nil {
		said.Data = d.Data
	}
	if d.Needs != nil {
		said.Data = d.Needs
	}
	_ = json.NewEncoder(w).Encode(struct { // the client may be gone
		Version string                    `json:"jsonrpc"`
		ID      json.RawMessage           `json:"id,omitempty"`
		Error   mcpgo.JSONRPCErrorDetails `json:"error"`
	}{mcpgo.JSONRPC_VERSION, id, said})
}
