package call

import (
	"context"
	"crypto/x509"
	"net"
	"net/url"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options of a Client. The zero value has the limits of DefaultLimits and dials public
// addresses alone.
type Options struct {
	Limits  Limits
	Network Network
	// Getenv returns the variables that stand in for inputs which are not given;
	// nil: none does.
	Getenv    func(name string) string
	UserAgent string
}

// Limits bound what one client asks of APIs. Zero is the default, less is no limit.
type Limits struct {
	Pages        int           // of one combination of inputs
	Rows         int64         // of one scan
	Bytes        int64         // of one scan, as they are before compression
	RowBytes     int           // of one row
	Combinations int           // of the inputs of one scan
	Concurrent   int           // combinations of one scan that are read side by side
	PerHost      int           // requests that a host is asked at a time, by all scans
	Answer       time.Duration // until an answer begins, and between two parts of it
	RetryWait    time.Duration // the longest wait that an API may ask for
	Operation    time.Duration // until a long operation is done
}

// Network is where a client may connect to.
type Network struct {
	// Allow names what may be dialled besides public addresses: addresses, networks
	// ("10.0.0.0/8"), and hosts ("api.internal", which may then be anywhere).
	Allow []string
	// AllowPrivate allows every address.
	AllowPrivate bool
	Proxy        *url.URL       // nil: none; the environment is not asked
	RootCAs      *x509.CertPool // nil: the system's
	Resolver     *net.Resolver  // nil: the system's
}

// Client talks to APIs. It is safe for concurrent use.
type Client struct{ options Options }

// New returns a client. Close ends it.
func New(o Options) (*Client, error) { return &Client{o}, nil }

// Close closes the connections that nobody uses.
func (c *Client) Close() {}

// Scan starts a read; the context governs the whole. Requests are sent as rows are
// read, and those of several combinations side by side.
func (c *Client) Scan(context.Context, Target, Read) (*Rows, error) {
	return nil, sqlstate.New(sqlstate.FeatureNotSupported, "not there yet")
}

// Call sends one request that changes something. The rows are those of its answer.
func (c *Client) Call(context.Context, Target, Write) (*Rows, error) {
	return nil, sqlstate.New(sqlstate.FeatureNotSupported, "not there yet")
}

// Preview returns the request that Call would send.
func (c *Client) Preview(Target, Write) (Preview, error) {
	return Preview{}, sqlstate.New(sqlstate.FeatureNotSupported, "not there yet")
}

// Inputs are what a method takes, in the order of the document: parameters, variables
// of the server, properties of the body.
func Inputs(*document.Method) []providers.Input { return nil }

// Columns are those of a method's rows, in the order of the document, and behind them
// the inputs whose names no column has.
func Columns(_ *document.Method, _ bool) []providers.Column { return nil }

// Combinations is how many combinations inputs have: a scan sends at least one request
// for each.
func Combinations([]providers.InputValues) int { return 0 }
