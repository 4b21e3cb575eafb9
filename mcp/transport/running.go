package transport

import (
	"encoding/json"
	"sync"

	"github.com/sallyportdb/sallyport/mcp/message"
)

// runningCalls are the calls of sessions, from their arrival on, so that a notification
// can cancel them. The library knows a call only once it works. The zero value has none. Safe
// for concurrent use.
type runningCalls struct {
	byID sync.Map // session and id → *running
}

func (c *runningCalls) begin(session string, id json.RawMessage, cancel func()) (end func()) {
	key := session + "\x00" + string(id)
	one := &running{cancel}
	c.byID.Store(key, one)
	return func() { c.byID.CompareAndDelete(key, one) } // another call may have the same id
}

// cancel ends the call that a notification of a session names.
func (c *runningCalls) cancel(session string, m *message.Message) {
	var params struct {
		Request json.RawMessage `json:"requestId"`
	}
	if json.Unmarshal(m.Params, &params) != nil {
		return
	}
	if call, ok := c.byID.Load(session + "\x00" + string(params.Request)); ok {
		call.(*running).cancel()
	}
}
