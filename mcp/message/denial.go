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
	header  [2]string // one more, if any
	Data    *limitMet // nil: no limit
	Needs   *Needs    // nil: no scope is missing
	// plain has the answer be OAuth's JSON instead of a message of the protocol.
	plain string
	ID    json.RawMessage
}

// Needs tells a program which scopes a call needs.
type Needs struct {
	Code     string   `json:"knecta_code"`
	Required []string `json:"required"`
	Missing  []string `json:"missing"`
	// Ask has the scopes of a token with which the call would be let through.
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

// Invalid is the answer to a call with arguments that its tool does not take.
func Invalid(text string) *Denial {
	return &Denial{Status: http.StatusOK, Code: mcpgo.INVALID_PARAMS, Message: text}
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

// ChallengeOAuth tells where the way to a token is described (RFC 9728), and the scopes to ask for.
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

// quotable is text as it may stand in a quoted string of a header.
func quotable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '\''
		}
		return r
	}, text)
}

// Lacking says which scopes a call needs, and which of them its token lacks. ask are the scopes of a
// token that would do.
func (d *Denial) Lacking(required, missing, ask []string) *Denial {
	d.Code, d.Needs = codeForbidden, &Needs{Code: "FORBIDDEN", Required: required, Missing: missing, Ask: ask}
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
