package transport

import (
	"encoding/json"
	"testing"

	"github.com/sallyportdb/sallyport/mcp/message"
)

// The end of a call does not make another of its id deaf: a client that counts
// anew may have two.
func TestCancelAfterAnother(t *testing.T) {
	var calls runningCalls
	ended := false
	first := calls.begin("s", json.RawMessage("7"), func() {})
	defer calls.begin("s", json.RawMessage("7"), func() { ended = true })()
	first()
	calls.cancel("t", &message.Message{Params: json.RawMessage(`{"requestId":7}`)})
	if ended {
		t.Error("another session cancelled it")
	}
	calls.cancel("s", &message.Message{Params: json.RawMessage(`{"requestId":7}`)})
	if !ended {
		t.Error("it cannot be cancelled any more")
	}
}
