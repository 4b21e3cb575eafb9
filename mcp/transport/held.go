package transport

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// heldResponse keeps a response until it is released. It cannot stream, so it has no Flush.
type heldResponse struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (h *heldResponse) WriteHeader(status int) { h.status = status }

func (h *heldResponse) Write(p []byte) (int, error) { return h.body.Write(p) }

// revision returns the protocol's revision that initialize has agreed on, or "" if initialize failed.
func (h *heldResponse) revision() string {
	var answer struct {
		Result struct {
			Version string `json:"protocolVersion"`
		} `json:"result"`
	}
	_ = json.Unmarshal(h.body.Bytes(), &answer) // a body that is no answer has no revision
	return answer.Result.Version
}

func (h *heldResponse) release() {
	if h.status != 0 {
		h.ResponseWriter.WriteHeader(h.status)
	}
	_, _ = h.ResponseWriter.Write(h.body.Bytes()) // the client may be gone
}
