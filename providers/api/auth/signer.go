package auth

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options say what a signer signs with, and for whom.
type Options struct {
	Provider    string
	Auth        *document.Auth // what the document says; nil: requests are not signed
	Overrides   Overrides
	Environment Environment
	// Hosts may get credentials: see HostsOf. Service is what AWS calls the service.
	Hosts   []string
	Service string
	// Transport carries the requests for tokens; nil: a plain one. Redirects are not
	// followed, whatever it is.
	Transport http.RoundTripper
	// Document carries them in the place of Transport where the document says which server gives
	// tokens; nil: Transport does.
	Document http.RoundTripper
	// Loopback allows http to this machine, for tests.
	Loopback bool
}

// Signer signs the requests to a provider. It is safe for concurrent use.
type Signer struct {
	hosts   hosts
	service string // AWS's name of the service
	*shared
}

// shared is what the signers of a provider's services share.
type shared struct {
	provider, kind string
	loopback       bool
	own            []string // hosts that a person has named
	env            Environment
	inputs         map[string]source
	scheme         scheme

	mu      sync.Mutex
	print   [32]byte  // of the credentials that were read last
	changed time.Time // when it was another one
}

// scheme is a way to put credentials on requests.
type scheme interface {
	// sign signs a request whose host was checked.
	sign(ctx context.Context, j *job) error
	// forget drops what was fetched before a time, and reports whether a request may be signed otherwise now.
	forget(signed time.Time) bool
	// state says how things stand with what was fetched; "": nothing to say.
	state() string
}

// job is a request to be signed, with the credentials that were read for it.
type job struct {
	*http.Request
	body    []byte
	service string
	given   map[string]string // by the names of the inputs
	key     [32]byte          // of what was given
	vars    variables
}

// New returns a signer. 0A000: the kind is not supported; 22023: something is missing in
// the block; 42501: the document says what only a person may.
func New(o Options) (*Signer, error) {
	b, found := o.Overrides.blocks[o.Provider]
	if !found {
		if o.Auth == nil {
			b = &block{text: map[string]secret{"type": hide("null_auth")}}
		} else {
			var err error
			if b, err = ofDocument(o.Auth); err != nil {
				return nil, err
			}
			if err = b.checkVariables(o.Provider); err != nil {
				return nil, err
			}
		}
	}
	if !found && o.Document != nil && b.kind() != "azure_default" { // whose servers are those of Azure's library
		o.Transport = o.Document
	}
	s := &shared{provider: o.Provider, kind: b.kind(), loopback: o.Loopback, env: o.Environment, own: b.hosts, inputs: map[string]source{}}
	make, known := kinds[s.kind]
	if !known {
		return nil, refuseKind(o.Provider, s.kind)
	}
	var err error
	if s.scheme, err = make(b, o, s.inputs); err != nil {
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "%s: %s: %s", s.provider, s.kind, err)
	}
	return (&Signer{shared: s}).ForService(o.Service, o.Hosts), nil
}

// ForService returns a signer for the hosts of one service of the provider, with the same
// credentials and tokens.
func (s *Signer) ForService(name string, pinned []string) *Signer {
	return &Signer{hosts: newHosts(slices.Concat(pinned, s.own), s.loopback), service: name, shared: s.shared}
}

// kinds make a scheme of a block, and say what it reads.
var kinds = map[string]func(b *block, o Options, inputs map[string]source) (scheme, error){
	"null_auth":       newNone,
	"basic":           newBasic,
	"bearer":          newBearer,
	"api_key":         newAPIKey,
	"custom":          newCustom,
	"oauth2":          newOAuth2,
	"service_account": newServiceAccount,
	"aws_signing_v4":  newAWS,
	"aws_assume_role": newAssumeRole,
	"azure_default":   newAzure,
}

// kind is the block's kind; where it says none, a key makes it a service account.
func (b *block) kind() string {
	if kind := strings.ToLower(b.get("type")); kind != "" {
		return kind
	}
	for _, key := range []string{"credentialsenvvar", "credentialsfilepath", "credentialsfilepathenvvar"} {
		if b.get(key) != "" {
			return "service_account"
		}
	}
	return "null_auth"
}

// instead says what to do about kinds that are not supported.
var instead = map[string]string{
	"interactive":    `a server has nobody to ask. Use a service account: {"type": "service_account", "credentialsfilepath": "key.json"}.`,
	"oci_signing_v1": "Oracle's signatures are not supported.",
}

func refuseKind(provider, kind string) error {
	hint, known := instead[kind]
	if !known {
		if strings.HasPrefix(kind, "sql_data_source") {
			hint = "a Postgres server is a source of its own, by its DSN."
		} else {
			hint = "the kinds are " + strings.Join(slices.Sorted(maps.Keys(kinds)), ", ") + "."
		}
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "%s: auth of the type %q is not supported", provider, kind).
		WithHint("%s", "Give another in --auth: "+hint)
}

// Format writes the provider and the kind, whatever the verb.
func (s *Signer) Format(f fmt.State, _ rune) {
	io.WriteString(f, s.provider+": "+s.kind) //nolint:errcheck // a fmt.State keeps its errors
}

// Sign puts credentials on a request whose body is given. An earlier signature on the
// request is replaced. 28000: credentials are missing, or were refused by the server that
// gives tokens; 42501: the request goes where no credentials may go; 08001: the server of
// tokens cannot be reached.
func (s *Signer) Sign(ctx context.Context, r *http.Request, body []byte) error {
	if _, none := s.scheme.(none); none {
		return nil
	}
	if p := s.hosts.problemOf(r); p != nil {
		p.code = sqlstate.InsufficientPrivilege
		return s.public(p)
	}
	j := &job{Request: r, body: body, service: s.service}
	if err := s.read(ctx, j); err != nil {
		return s.public(err)
	}
	return s.public(s.scheme.sign(ctx, j))
}

// Check returns the error with which Sign can only fail, and whether it would put credentials on a
// request. It reads the credentials and asks no server. The codes are those of Sign.
func (s *Signer) Check(ctx context.Context, r *http.Request) (signs bool, err error) {
	if _, none := s.scheme.(none); none {
		return false, nil
	}
	if p := s.hosts.problemOf(r); p != nil {
		p.code = sqlstate.InsufficientPrivilege
		return true, s.public(p)
	}
	return true, s.public(s.read(ctx, &job{Request: r, service: s.service}))
}

// public makes the error that a client may see.
func (s *Signer) public(err error) error {
	p := (*problem)(nil)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		return sqlstate.New(p.code, "%s: %s", s.provider, p.what).WithHint("%s", p.hint)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	// The text of a library's error may have the credentials in it, so only its type is told.
	return sqlstate.New(sqlstate.InvalidAuthorization, "%s: %s: the request cannot be signed (%T)", s.provider, s.kind, err)
}

// read reads the credentials, without the network.
func (s *Signer) read(ctx context.Context, j *job) error {
	var err error
	if j.vars, err = s.env.read(); err != nil {
		return err
	}
	j.given = make(map[string]string, len(s.inputs))
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(s.inputs)) {
		value, err := s.inputs[name].read(ctx, j.vars)
		if err != nil {
			return err
		}
		j.given[name] = value
		h.Write(binary.BigEndian.AppendUint64([]byte(name), uint64(len(value))))
		io.WriteString(h, value) //nolint:errcheck // a hash does not fail
	}
	h.Sum(j.key[:0])
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.print != j.key && s.print != [32]byte{} {
		s.changed = time.Now()
	}
	s.print = j.key
	return nil
}

// Refused is called when a server does not accept the credentials that Sign put on a request at a time. It
// drops the credentials that were fetched before, and reports whether signing the request again may help.
func (s *Signer) Refused(ctx context.Context, signed time.Time) bool {
	again := s.scheme.forget(signed)
	for _, input := range s.inputs {
		if input.command != nil && input.command.cache.drop(signed) {
			again = true
		}
	}
	if s.read(ctx, new(job)) != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return again || s.changed.After(signed)
}

// Status says for people how things stand: "basic: STACKQL_GITHUB_USERNAME is not set".
// It asks no server.
func (s *Signer) Status(ctx context.Context) string {
	if err := s.read(ctx, new(job)); err != nil {
		if p := (*problem)(nil); errors.As(err, &p) {
			return s.kind + ": " + p.what
		}
		return s.kind + ": not known, because the question was given up"
	}
	var names []string
	for _, key := range slices.Sorted(maps.Keys(s.inputs)) {
		if input := s.inputs[key]; input.isSet() && !input.optional && !slices.Contains(names, input.name()) {
			names = append(names, input.name())
		}
	}
	var parts []string
	switch len(names) {
	case 0:
	case 1:
		parts = append(parts, names[0]+" is there")
	default:
		parts = append(parts, strings.Join(names, ", ")+" are there")
	}
	if state := s.scheme.state(); state != "" {
		parts = append(parts, state)
	}
	if len(parts) == 0 {
		return s.kind
	}
	return s.kind + ": " + strings.Join(parts, "; ")
}
