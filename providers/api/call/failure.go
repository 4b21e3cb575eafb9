package call

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"syscall"
	"time"

	"github.com/sallyportdb/sallyport/providers/api/call/network"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// errSlow ends a request whose answer did not come in time.
var errSlow = errors.New("no answer in time")

// failure is a request that did not succeed.
type failure struct {
	err     error
	status  int           // 0: there was no answer
	wait    time.Duration // that the API asks for
	limited bool          // the API says that there are too many requests
	unsent  bool          // the host was not reached
	final   bool          // to try again cannot help, or must not be

	unaccepted bool      // the API does not accept the credentials of the request
	signed     time.Time // shortly after the request was signed
}

// later is the error where the API wants more patience than there is.
func (f *failure) later(wait time.Duration) error {
	e := sqlstate.From(f.err)
	if f.wait == 0 {
		return e
	}
	out := *e
	return out.WithHint("The API asks to wait for %s: try again then, or ask for less.", wait.Round(time.Second))
}

// requestName names a request: its method, host and path, and nothing that may be secret.
func (s *sender) requestName(m *message, u *url.URL) string {
	return m.method + " " + clean(u.Scheme+"://"+u.Host+u.EscapedPath(), 300)
}

func (s *sender) forbidden(m *message, u *url.URL, cause error) error {
	return sqlstate.Wrap(cause, sqlstate.InsufficientPrivilege, "%s was not sent: the host %s is at an address that is not public", s.requestName(m, u), u.Host).
		WithHint("Whoever runs the server can allow the host or its network: allow_addresses of the source in the configuration.")
}

// flat is an error as a text: its cause may be io.EOF, which means the end of rows to
// whoever asks with errors.Is.
func flat(err error) error { return errors.New(err.Error()) } //nolint:errorlint // on purpose

// unanswered makes an error of a request that had no answer.
func (s *sender) unanswered(ctx context.Context, m *message, u *url.URL, hidden secrets, err error) *failure {
	if ctx.Err() != nil {
		e := *sqlstate.From(context.Cause(ctx))
		if !m.read {
			e.Detail = "Whether the request was carried out is not known."
		}
		return &failure{err: &e, final: true}
	}
	what := s.requestName(m, u)
	f := &failure{}
	var (
		forbidden *network.ForbiddenError
		dns       *net.DNSError
		op        *net.OpError
	)
	switch {
	case errors.As(err, &forbidden):
		f.err, f.final = s.forbidden(m, u, err), true
	case errors.Is(err, errSlow):
		f.err = sqlstate.Wrap(flat(err), sqlstate.ConnectionFailure, "%s: no answer within %s", what, s.client.limits.Answer).
			WithHint("The server can be started with a higher %s.", flagTimeout)
	case errors.As(err, &dns):
		f.unsent = true
		if dns.IsNotFound {
			f.err, f.final = sqlstate.Wrap(flat(err), sqlstate.UnableToConnect, "%s: there is no host %s", what, u.Hostname()), true
		} else {
			f.err = sqlstate.Wrap(flat(err), sqlstate.UnableToConnect, "%s: the address of the host %s cannot be looked up", what, u.Hostname())
		}
	case isTLS(err):
		f.err, f.final, f.unsent = sqlstate.Wrap(flat(err), sqlstate.ConnectionRejected, "%s: the host did not prove who it is: %s", what, clean(hidden.mask(tlsReason(err)), 200)), true, true
	case errors.As(err, &op) && op.Op == "dial":
		f.unsent = true
		reason := "it cannot be reached"
		if errors.Is(err, syscall.ECONNREFUSED) {
			reason = "it refuses connections"
		} else if op.Timeout() {
			reason = "it does not accept the connection in time"
		}
		f.err = sqlstate.Wrap(flat(err), sqlstate.UnableToConnect, "%s: the host %s is not to be reached: %s", what, u.Host, reason)
	default:
		f.err = sqlstate.Wrap(flat(err), sqlstate.ConnectionFailure, "%s: the connection broke before there was an answer", what)
	}
	if !m.read && !f.unsent && !errors.As(err, &forbidden) {
		e := *sqlstate.From(f.err)
		f.err = e.WithDetail("Whether the request was carried out is not known.")
	}
	return f
}

func isTLS(err error) bool {
	var (
		verification *tls.CertificateVerificationError
		record       tls.RecordHeaderError
		alert        tls.AlertError
		unknown      x509.UnknownAuthorityError
		host         x509.HostnameError
		invalid      x509.CertificateInvalidError
	)
	return errors.As(err, &verification) || errors.As(err, &record) || errors.As(err, &alert) || errors.As(err, &unknown) ||
		errors.As(err, &host) || errors.As(err, &invalid)
}

func tlsReason(err error) string {
	var verification *tls.CertificateVerificationError
	if errors.As(err, &verification) {
		return verification.Err.Error()
	}
	return "it does not speak TLS as it should"
}

// broken makes an error of an answer that broke off.
func (s *sender) broken(m *message, a *answer, err error) error {
	what := s.requestName(m, a.url)
	var e *sqlstate.Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, errSlow):
		e = sqlstate.Wrap(flat(err), sqlstate.ConnectionFailure, "%s: its answer stopped coming for %s", what, s.client.limits.Answer).
			WithHint("The server can be started with a higher %s.", flagTimeout)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return sqlstate.From(err)
	default:
		e = sqlstate.Wrap(flat(err), sqlstate.ConnectionFailure, "%s: the answer broke off", what)
	}
	if !m.read {
		return e.WithDetail("The API has answered %d: %s", a.status, carriedOut)
	}
	return e
}

// longestRefusal is what is read of an answer that refuses.
const longestRefusal = 64 << 10

// refused makes an error of an answer that is none of success.
func (s *sender) refused(m *message, a *answer) *failure {
	text, _ := io.ReadAll(io.LimitReader(a.body, longestRefusal)) //nolint:errcheck // what was read is what the API said
	_ = a.body.Close()                                            //nolint:errcheck // it was only read
	f := &failure{status: a.status, wait: retryAfter(a.header, time.Now())}
	f.limited = a.status == http.StatusTooManyRequests || a.status == http.StatusForbidden && f.wait > 0
	f.unaccepted = len(a.secrets) > 0 && isUnaccepted(a.status, text)
	e := sqlstate.New(codeOf(a.status, f.limited), "%s was answered %d %s", s.requestName(m, a.url), a.status, http.StatusText(a.status))
	if said := saidBy(text, a.header.Get("Content-Type"), a.secrets); said != "" {
		e = e.WithDetail("The API says: %s", said)
	}
	if hint := s.hintFor(a.status, f.limited); hint != "" {
		e = e.WithHint("%s", hint)
	}
	f.err = e
	return f
}

// expired is how AWS's services call credentials that have ended, or that they do not know any more: with 400 and 403.
var expired = regexp.MustCompile(`\b(ExpiredToken(Exception)?|TokenRefreshRequired|InvalidClientTokenId|UnrecognizedClientException)\b`)

// isUnaccepted reports whether an answer says that the API does not accept the credentials of a request.
func isUnaccepted(status int, text []byte) bool {
	return status == http.StatusUnauthorized || (status == http.StatusBadRequest || status == http.StatusForbidden) && expired.Match(text)
}

// codeOf is the SQLSTATE for a status.
func codeOf(status int, limited bool) sqlstate.Code {
	switch {
	case limited:
		return sqlstate.TooManyConnections
	case status == http.StatusUnauthorized, status == http.StatusProxyAuthRequired:
		return sqlstate.InvalidAuthorization
	case status == http.StatusForbidden, status == http.StatusUnavailableForLegalReasons:
		return sqlstate.InsufficientPrivilege
	case status == http.StatusNotFound, status == http.StatusGone:
		return sqlstate.UndefinedObject
	case status == http.StatusConflict, status == http.StatusPreconditionFailed, status == http.StatusLocked:
		return sqlstate.ObjectNotInState
	case status == http.StatusRequestTimeout, status == http.StatusGatewayTimeout:
		return sqlstate.ConnectionFailure
	case status == http.StatusRequestEntityTooLarge, status == http.StatusRequestURITooLong, status == http.StatusRequestHeaderFieldsTooLarge:
		return sqlstate.ProgramLimitExceeded
	case status >= 500:
		return sqlstate.SystemError
	case status >= 400:
		return sqlstate.InvalidParameterValue
	}
	return sqlstate.ProtocolViolation
}

func (s *sender) hintFor(status int, limited bool) string {
	switch {
	case limited:
		return "The API limits how often it may be asked: try again later, or ask for less."
	case status == http.StatusUnauthorized && s.target.Signer == nil:
		return "No credentials are configured for this provider."
	case status == http.StatusUnauthorized:
		return "The API does not accept the credentials that are configured for this provider."
	case status == http.StatusForbidden:
		return "The credentials that are configured for this provider do not allow it."
	case status == http.StatusNotFound:
		return fmt.Sprintf("What is asked for is not there, or the credentials do not show it: look at the inputs of %s.", s.target.Name)
	case status >= 500:
		return "The fault is the API's: try again later."
	}
	return ""
}
