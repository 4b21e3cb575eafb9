package transport

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// heldResponse keeps a response until it is released. It cannot stream, and
// says so by having no Flush.
type heldResponse struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (h *heldResponse) WriteHeader(status int) { h.status = status }

func (h *heldResponse) Write(p []byte) (int, error) { return h.body.Write(p) }

// revision is the protocol's revision that initialize has negotiated, "" if it failed.
func (h *heldResponse) revision() string {
	var answer struct {
		Result struct {
			Version string `json:"protocolVersion"`
		} `json:"result"`
	}
	_ = json.Unmarshal(h.body.Bytes(), &answer) // what is no answer has none
	return answer.Result.Version
}

func (h *heldResponse) release() {
	if h.status != 0 {
		h.ResponseWriter.WriteHeader(h.status)
	}
	_, _ = h.ResponseWriter.Write(h.body.Bytes()) // the client may be gone
}
