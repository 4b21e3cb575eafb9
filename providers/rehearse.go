package providers

import "context"

// Rehearser is a Conn that tells what a statement would send that changes something.
type Rehearser interface {
	// Rehearse makes the requests that a statement would send with these parameters, by its Call or
	// to begin those of its Scans that change something. It passes them to each, in their order, and
	// sends none of them. The query that gives a Call its rows is run. Rehearse returns the statement
	// as it may run then: the values of the Call are in place, and all that changes something is
	// Held, so that exactly these requests are sent. An error of each ends it. The other errors are
	// those with which the statement would fail, too. 22023, 22P02: values are missing or of another
	// type; 42501: a request may not go to its address; 28000: there are no credentials for it;
	// 0A000: the requests cannot be known beforehand; and the errors of the reads.
	Rehearse(ctx context.Context, s Statement, args Args, each func(Outgoing) error) (Statement, error)
}

// ScanRehearser is a Scanner some of whose scans change something.
type ScanRehearser interface {
	// RehearseScan returns the first requests of a scan whose values are bound, one for each
	// combination of values; none: the scan only reads. The errors are the errors of [Rehearser];
	// 0A000: an input has a Query, and the scan changes something.
	RehearseScan(ctx context.Context, s Scan) ([]Outgoing, error)
}

// ScanExplainer is a Scanner that tells how its scans begin.
type ScanExplainer interface {
	// ExplainScan returns the first requests of a scan whose values are bound, as they would be sent, and asks nobody.
	ExplainScan(ctx context.Context, s Scan) ([]Outgoing, error)
}

// Outgoing is a request as it would be sent, without credentials.
type Outgoing struct {
	Method string
	// Scheme, Host, Path and Query are its address; Path and Query are escaped.
	Scheme, Host, Path, Query string
	// Header are the lines of the header that the method and its inputs make: "Content-Type: application/json".
	Header []string
	Body   []byte
	// Print is another one where any byte of the above is.
	Print string
}

type tellerKey struct{}

// WithTeller returns a context in which requests that are sent besides a statement's own, those for
// tokens, are told. tell is called from several goroutines.
func WithTeller(ctx context.Context, tell func(Request)) context.Context {
	return context.WithValue(ctx, tellerKey{}, tell)
}

// Teller returns what is to be told of such requests, or nil if nobody is.
func Teller(ctx context.Context) func(Request) {
	tell, _ := ctx.Value(tellerKey{}).(func(Request)) //nolint:errcheck // nil says it
	return tell
}
