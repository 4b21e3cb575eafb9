package call

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// AWS Cloud Control answers a change with a progress event, and tells of its progress when its operation
// GetResourceRequestStatus is asked with the event's token: at the same address, signed in the same way.

const statusOperation = "GetResourceRequestStatus"

// progressEvent is what an answer of AWS Cloud Control says of a change.
type progressEvent struct {
	ProgressEvent struct{ RequestToken, OperationStatus, ErrorCode, StatusMessage string }
}

// progress finds the operation of AWS Cloud Control that an answer starts. It returns nil if there is none.
func (s *sender) progress(m *message, body []byte) *operation {
	var b progressEvent
	if json.Unmarshal(body, &b) != nil || b.ProgressEvent.RequestToken == "" || b.ProgressEvent.OperationStatus == "" {
		return nil
	}
	token, err := json.Marshal(map[string]string{"RequestToken": b.ProgressEvent.RequestToken})
	if err != nil {
		return nil
	}
	ask := m.clone()
	service, _, named := strings.Cut(ask.header.Get("X-Amz-Target"), ".")
	at := slices.IndexFunc(ask.query, func(p pair) bool { return p.key == "Action" })
	if m.body == nil || !named && at < 0 {
		return nil
	}
	if named {
		ask.header.Set("X-Amz-Target", service+"."+statusOperation)
	}
	if at >= 0 {
		ask.query[at].value = statusOperation
	}
	ask.body = &payload{mediaType: m.body.mediaType, whole: token}
	ask.read, ask.plain = true, nil
	return &operation{ask: ask}
}

// eventEnded reports whether a change of AWS Cloud Control has ended, and how: an error says that it failed.
func (s *sender) eventEnded(op *operation, a *answer, body []byte) (bool, error) {
	var b progressEvent
	if err := json.Unmarshal(body, &b); err != nil || b.ProgressEvent.OperationStatus == "" {
		return false, sqlstate.Wrap(err, sqlstate.ProtocolViolation, "%s: the state of the operation is no progress event", s.target.Name).
			WithDetail("The operation was started, and its state is not known.")
	}
	event := b.ProgressEvent
	switch op.status = event.OperationStatus; op.status {
	case "SUCCESS":
		return true, nil
	case "FAILED", "CANCEL_COMPLETE":
		e := sqlstate.New(sqlstate.ObjectNotInState, "%s: the operation was started and ended with %q", s.target.Name, clean(op.status, 80))
		said, err := json.Marshal(map[string]string{"code": event.ErrorCode, "message": event.StatusMessage})
		if err == nil && event.ErrorCode+event.StatusMessage != "" {
			e = e.WithDetail("The API says: %s", saidBy(said, "application/json", a.secrets))
		}
		return true, e
	}
	return false, nil
}
