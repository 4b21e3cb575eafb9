package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// Engine is the server without its doors.
type Engine struct{}

// Open starts a session. It is cheap: connections to sources are made when a
// statement needs one. 3D000: there is no source of that name.
func (e *Engine) Open(ctx context.Context, c Client) (*Session, error) { return nil, errTODO }

// Info is what server_info tells.
type Info struct {
	Version, Commit string
	Mode            gate.Mode
	Default         string // the default source
	Sources         []providers.Info
}

// Info describes the server. It asks no source anything.
func (e *Engine) Info() Info { return Info{} }

// Call is a tool call that carries no SQL, for the record.
type Call struct {
	Tool string
	Args map[string]any
}

// Inspect records a call that carries no SQL and runs f between the record's
// beginning and its end. Discovery tools use it.
func (s *Session) Inspect(ctx context.Context, c Call, f func(context.Context) error) error {
	return errTODO
}

// Services, Resources and Describe list what a source has; they are made to
// be called inside Inspect. 3D000, 3F000, 42P01: no such source, service,
// resource; the hint names the nearest. source "" is the session's own.
func (s *Session) Services(ctx context.Context, source string) ([]providers.Service, error) {
	return nil, errTODO
}

// Resources: see Services.
func (s *Session) Resources(ctx context.Context, source, service string) ([]providers.Resource, error) {
	return nil, errTODO
}

// DescribeResource: see Services.
func (s *Session) DescribeResource(ctx context.Context, source, service, resource string) (providers.ResourceDetail, error) {
	return providers.ResourceDetail{}, errTODO
}

// Verdict is what the gate would say of a statement, in one mode.
type Verdict struct {
	Mode, Verdict, Reason, Hint string
}

// Finding is one effect of a statement, for people.
type Finding struct {
	Class, What, Reason string
	Position            int // 1-based, in characters; 0: none
}

// Validation is what Validate found in one statement.
type Validation struct {
	SQL, Verb, Class, Source string
	Effects                  []Finding
	Relations                []string // provider.service.resource
	Functions                []string
	Verdicts                 []Verdict // one for each mode, narrowest first
	Allowed                  bool      // in the session's mode, for the request's purpose
}

// Validate reads, classifies and judges like Prepare, and touches no source.
// It is recorded. The error is Prepare's for text that cannot be understood; a
// statement that the gate would refuse is no error here.
func (s *Session) Validate(ctx context.Context, r Request) ([]Validation, error) { return nil, errTODO }
