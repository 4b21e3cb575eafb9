package call

import (
	"io"

	"github.com/sallyportdb/sallyport/providers"
)

// Rows are the rows of answers. They are providers.Rows and providers.Requested;
// Requests may be called at any time, on any goroutine.
type Rows struct{}

// Columns are those that were asked for.
func (r *Rows) Columns() []providers.Column { return nil }

// Next returns the next row.
func (r *Rows) Next() (providers.Row, error) { return nil, io.EOF }

// Tag is "SELECT n".
func (r *Rows) Tag() string { return "" }

// Close ends what still runs, and waits for it.
func (r *Rows) Close() error { return nil }

// Requests are what was sent so far.
func (r *Rows) Requests() []providers.Request { return nil }
