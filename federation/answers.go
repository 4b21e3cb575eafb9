package federation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// answers are the rows of all answers of a call. Next sends the request of a row of the call when the answer
// of the one before it is at its end; the first that fails ends the call.
type answers struct {
	*calling
	ctx    context.Context //nolint:containedctx // of one statement, which lives as long
	cancel context.CancelFunc
	open   providers.Rows
	sent   int // rows of the call whose requests were sent, or tried
	done   int // how many of these requests were carried out
	count  int // of rows returned
	ended  error

	answered atomic.Int64 // as done
}

// Columns are those of the call.
func (a *answers) Columns() []providers.Column { return a.call.Columns }

// Next returns the next row of an answer.
func (a *answers) Next() (providers.Row, error) {
	for a.ended == nil {
		err := a.begin()
		if err == nil {
			var row providers.Row
			if row, err = a.open.Next(); err == nil {
				a.count++
				return row, nil
			}
			if closing := a.closeOne(); errors.Is(err, io.EOF) {
				err = closing
			}
		}
		a.endCall(err)
	}
	return nil, a.ended
}

// endCall ends the call where there is an error, or no request left.
func (a *answers) endCall(err error) {
	switch {
	case errors.Is(err, io.EOF):
		a.ended = io.EOF
		a.cancel()
	case err != nil:
		a.ended = a.partial(err)
		a.cancel()
	}
}

// begin sends the next request, unless an answer is being read. io.EOF: there is none left.
func (a *answers) begin() error {
	switch {
	case a.open != nil:
		return nil
	case a.sent == len(a.call.Rows):
		return io.EOF
	case a.ctx.Err() != nil:
		return sqlstate.From(a.ctx.Err())
	}
	scanner := a.conn.federation.scanner(a.call.Source)
	if scanner == nil {
		return sqlstate.New(sqlstate.InvalidCatalogName, "there is no API %q", a.call.Source)
	}
	one := a.call
	one.Rows = a.call.Rows[a.sent : a.sent+1]
	if a.call.Held != nil {
		one.Held = a.call.Held[a.sent : a.sent+1]
	}
	a.sent++
	rows, err := scanner.Call(a.ctx, one)
	if told := providers.Requested(nil); errors.As(err, &told) {
		a.conn.addRequests(told.Requests())
	}
	if err != nil {
		return err
	}
	a.open, a.done = rows, a.done+1
	a.answered.Store(int64(a.done))
	return nil
}

// closeOne closes the answer that is read.
func (a *answers) closeOne() error {
	if a.open == nil {
		return nil
	}
	err := a.open.Close()
	if told, ok := a.open.(providers.Requested); ok {
		a.conn.addRequests(told.Requests())
	}
	a.open = nil
	return err
}

// partial says of an error in the middle of a call what was done and what was not.
func (a *answers) partial(err error) error {
	if len(a.call.Rows) <= 1 {
		return err
	}
	return a.told(err)
}

// broken says of an error behind the requests what was done.
func (a *answers) broken(err error) error {
	if a.ended != nil && !errors.Is(a.ended, io.EOF) {
		return a.ended
	}
	return a.told(err)
}

// told puts what was done before the message of an error: whoever reads the record is to know it, too.
func (a *answers) told(err error) error {
	e := *sqlstate.From(err)
	e.Position, e.Message = 0, a.tally()+": "+e.Message
	return &e
}

// tally says which rows of the call failed, which were done and which were not tried.
func (a *answers) tally() string {
	total := len(a.call.Rows)
	if total == 1 && a.done == 1 {
		return "the request was carried out"
	}
	var parts []string
	if a.sent > a.done {
		parts = append(parts, fmt.Sprintf("row %d of %d failed", a.sent, total))
	}
	switch a.done {
	case 0:
		parts = append(parts, "no row was done")
	case total:
		parts = append(parts, fmt.Sprintf("all %d rows were done", total))
	default:
		parts = append(parts, rowsFrom(1, a.done)+" done")
	}
	if a.sent < total {
		parts = append(parts, rowsFrom(a.sent+1, total)+" not tried")
	}
	return strings.Join(parts, ", ")
}

// rowsFrom names rows: "row 3 was", "rows 3 to 5 were".
func rowsFrom(from, to int) string {
	if from == to {
		return fmt.Sprintf("row %d was", from)
	}
	return fmt.Sprintf("rows %d to %d were", from, to)
}

// Tag is the command tag: of EXEC with the rows of the answer, of others with the requests.
func (a *answers) Tag() string {
	switch a.verb {
	case "EXEC":
		return "EXEC " + strconv.Itoa(a.count)
	case "INSERT":
		return "INSERT 0 " + strconv.Itoa(a.done)
	}
	return a.verb + " " + strconv.Itoa(a.done)
}

// Close ends the answer that is read.
func (a *answers) Close() error {
	if a.ended == nil {
		a.ended = io.EOF
	}
	defer a.cancel()
	return a.closeOne()
}

// returnedRows are the rows of RETURNING. They drop the table of the answers at their end.
type returnedRows struct {
	providers.Rows
	answers *answers
	dropped bool
}

// Next returns the next row.
func (r *returnedRows) Next() (providers.Row, error) {
	row, err := r.Rows.Next()
	if err != nil && !errors.Is(err, io.EOF) {
		err = r.answers.broken(err)
	}
	if err != nil {
		r.drop(&err)
	}
	return row, err
}

// Tag is that of the call.
func (r *returnedRows) Tag() string { return r.answers.Tag() }

// Close ends the rows.
func (r *returnedRows) Close() error {
	err := r.Rows.Close()
	r.drop(&err)
	return err
}

func (r *returnedRows) drop(err *error) {
	if !r.dropped {
		r.dropped = true
		r.answers.calling.drop(err)
	}
}

// plainText is the text of a value as APIs write it: true and not t, and arrays as JSON.
func plainText(c providers.Column, text []byte) []byte {
	if text == nil {
		return nil
	}
	if c.Type == pgtype.BoolOID {
		return strconv.AppendBool(nil, string(text) == "t")
	}
	types := pgtype.NewMap()
	known, ok := types.TypeForOID(c.Type)
	if !ok {
		return append([]byte(nil), text...)
	}
	if _, is := known.Codec.(*pgtype.ArrayCodec); is {
		if list, err := known.Codec.DecodeValue(types, c.Type, pgtype.TextFormatCode, text); err == nil {
			if out, err := json.Marshal(list); err == nil {
				return out
			}
		}
	}
	return append([]byte(nil), text...)
}
