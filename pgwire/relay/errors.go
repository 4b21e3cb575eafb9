package relay

import (
	"strconv"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// tellNarrowed gives the client a notice without what it may not know, and reports whether it has done so.
func (s *session) tellNarrowed(it *item, frame []byte) bool {
	if s.relayed.Tell == nil {
		return false
	}
	s.emitToClient(reply.Error(nil, 'N', s.relayed.Tell(parseError(frame[headerSize:]), it.batchOf())))
	s.markSafe('N')
	return true
}

// batchOf returns the batch whose answers an item waits for, or nil if it is not known.
func (it *item) batchOf() *engine.Batch {
	switch {
	case it == nil:
		return nil
	case it.of != nil:
		return it.of
	}
	return it.run.Batch
}

// parseError reads an ErrorResponse.
func parseError(body []byte) *sqlstate.Error {
	e := &sqlstate.Error{Code: sqlstate.InternalError, Message: "an error without a message"}
	texts := map[byte]*string{'M': &e.Message, 'D': &e.Detail, 'H': &e.Hint, 'W': &e.Where, 's': &e.Schema, 't': &e.Table, 'c': &e.Column, 'd': &e.DataType, 'n': &e.Constraint, 'V': &e.Severity}
	for len(body) > 1 {
		code := body[0]
		value, rest, ok := request.Text(body[1:])
		if !ok {
			break
		}
		switch code {
		case 'C':
			e.Code = sqlstate.Code(value)
		case 'P':
			e.Position, _ = strconv.Atoi(string(value)) // otherwise there is no place
		default:
			if to := texts[code]; to != nil {
				*to = string(value)
			}
		}
		body = rest
	}
	e.HintForeign = e.Hint != ""
	return e
}
