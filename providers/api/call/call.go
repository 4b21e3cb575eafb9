package call

import (
	"context"
	"net/http"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
)

// Signer puts credentials on a request. It is safe for concurrent use. Whatever it adds
// to headers and query is a secret: errors do not show it.
type Signer interface {
	// Sign is called for every request that goes out, redirects and repetitions too.
	// body is what r sends.
	Sign(ctx context.Context, r *http.Request, body []byte) error
	// Check returns the error with which Sign can only fail, and whether it would put anything on
	// the request. It sends no request.
	Check(ctx context.Context, r *http.Request) (signs bool, err error)
	// Refused is called when a server has refused the signature of a request. It drops what was fetched
	// before the request was signed, such as a token that was revoked early, and reports whether signing
	// the request again may help.
	Refused(ctx context.Context, signed time.Time) bool
}

// Transformer makes JSON of answers that a document has a template or a protocol for.
type Transformer interface {
	// Transform returns the JSON in which r.ObjectKey finds the rows; where the key is
	// an XPath, the JSON is the rows themselves.
	Transform(t document.Transform, r document.Response, body []byte) ([]byte, error)
}

// Target is a method with what it takes to call it.
type Target struct {
	Name        string // what errors call it: "github.repos.repos.list"
	Method      *document.Method
	Changes     bool        // the method changes something, whatever its HTTP method says: it is not repeated
	SnakeCase   bool        // columns are named in snake case: document.Provider.SnakeCase
	Signer      Signer      // nil: requests go out as they are
	Transformer Transformer // nil: an answer that needs one is an error
}

// Read is what a scan asks of a target.
type Read struct {
	Columns []providers.Column      // by names that Columns has; in the order of the rows
	Inputs  []providers.InputValues // with Values; a scan is of every combination
	// Tell names inputs whose values the rows have in columns of their own, behind Columns,
	// even where a column of the answer has the name.
	Tell  []string
	Limit int64 // rows beyond it are not fetched; 0: all are
	// Where are conditions with their values that the API may be told; rows come that do not fulfil them, too.
	Where []providers.Condition
	// Order and Top, if set, say that of each combination the first Top rows in this order are enough. All may come.
	Order []providers.Order
	Top   int64
	// Counted says that values of the answer may be NULL: only the number of rows matters, and inputs.
	Counted bool
	// SkipMissing says that an answer of 404 is no rows, and a notice. Otherwise it is
	// an error.
	SkipMissing bool
	Held        []string             // the prints of the only first requests of the combinations; nil: any may be sent
	OnNotice    func(message string) // may be nil; called on the goroutine that reads the rows
}

// Write is one row of a call.
type Write struct {
	Inputs []providers.InputValues // of one value each
	Body   []byte                  // the body as a whole, JSON; nil: it is made of inputs
	Await  bool                    // wait until the operation that it starts is done
	// Columns are those of the answer that are read, by names that Columns has. Without any, the
	// answer is not looked at: its status says that the request was carried out.
	Columns []providers.Column
	Held    string // the print of the only request that may be sent; "": any may
}
