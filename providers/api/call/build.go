package call

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/call/network"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// message is a request before it is signed. Pages are asked for by changing it.
type message struct {
	method string
	origin origin
	path   string // behind the origin's, escaped
	query  []pair
	header http.Header
	body   *payload // nil: none
	form   bool     // the query goes as the body of a POST
	drop   bool     // of the query, what begins with two underscores goes nowhere
	read   bool     // the document's method is one that may be repeated
	whole  *url.URL // a page's own address, in place of path and query
	plain  *message // the first request without conditions for the API; nil: it has none
	told   told     // what of a query only the API decides
	graph  *builder // makes the query of another page; nil: it is no query of GraphQL
}

// pair is a part of a query. bare: it has no value.
type pair struct {
	key, value string
	bare       bool
}

// builder makes a request of a method and values.
type builder struct {
	target *Target
	inputs []*input
	given  given
	getenv func(string) string
	hosts  network.HostList
}

func (b *builder) missing(name string) error {
	return sqlstate.New(sqlstate.InvalidParameterValue, "%s needs a value for %q", b.target.Name, name).
		WithHint("Give it in WHERE, or as a column of what is inserted: %s = '…'.", name)
}

// inPath makes an error of what is wrong with a path.
func (b *builder) inPath(err error) error {
	var bad *segmentError
	if !errors.As(err, &bad) {
		return err
	}
	return sqlstate.New(sqlstate.InvalidParameterValue, "%q cannot be a part of the path of %s: %s", clean(bad.value, 80), b.target.Name, bad.what).
		WithHint("The input is %q.", bad.name)
}

// build makes the request. whole is a body that was given as a whole; nil: it is made of
// inputs.
func (b *builder) build(whole []byte) (*message, error) {
	method := b.target.Method
	m := &message{
		method: method.HTTP, header: http.Header{}, read: !b.target.Changes && readsByItself(method),
		form: method.Translate == document.PostsQuery, drop: method.Translate == "drop_double_underscore_params",
	}
	var err error
	if m.origin, err = b.origin(); err != nil {
		return nil, err
	}
	path, query, _ := strings.Cut(method.Path, "?")
	if m.path, err = b.path(path); err != nil {
		return nil, err
	}
	if m.query, err = b.literalQuery(query); err != nil {
		return nil, err
	}
	for i := range method.Params {
		if err := b.param(m, &method.Params[i]); err != nil {
			return nil, err
		}
	}
	switch {
	case method.GraphQL != nil && whole != nil:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "%s sends the query of its document, and takes no body", b.target.Name).WithHint("Give its inputs by name.")
	case method.GraphQL != nil:
		m.graph = b
		m.body, err = b.graphPayload(nil)
	default:
		m.body, err = b.payload(whole)
	}
	if err != nil {
		return nil, err
	}
	if m.body != nil && method.Body != nil && method.Body.Transform != nil {
		if m.body, err = b.transformed(m.body); err != nil {
			return nil, err
		}
	}
	if m.form {
		if m.body != nil {
			return nil, sqlstate.New(sqlstate.ConfigFileError, "the document of %s sends its query as the body, and has a body besides", b.target.Name)
		}
		m.method = http.MethodPost
	}
	b.mediaTypes(m)
	return m, nil
}

// readsByItself reports whether a request of a method may be repeated, unless the method is one that changes something.
func readsByItself(m *document.Method) bool {
	return m.HTTP == http.MethodGet || m.HTTP == http.MethodHead || m.GraphQL != nil && !m.GraphQL.Mutation
}

// named is the value that the query gives for a name. own: it is given for this place;
// where several places have one name, the others get it only if they cannot do without.
func (b *builder) named(name string, required bool, own func(in *input) bool) (text []byte, there bool) {
	for in, value := range b.given {
		if in.name == name && (own(in) || required) && (in.param == nil || in.param.In != document.InServer) {
			return value, true
		}
	}
	return nil, false
}

// value is the value that a request gives a parameter: the query's, or the document's
// default if the parameter is required or a header. The API applies its other defaults
// itself.
func (b *builder) value(p *document.Param) (text string, there bool, err error) {
	if name, is := p.Operation(); is && name != "" {
		return name, true, nil
	}
	if given, _ := b.named(p.Name, p.Required, func(in *input) bool { return in.param == p }); given != nil {
		return string(given), true, nil
	}
	if p.Env != "" && b.getenv != nil {
		if text := b.getenv(p.Env); text != "" {
			return text, true, nil
		}
	}
	if p.Default != "" && (p.Required || p.In == document.InHeader) {
		return p.Default, true, nil
	}
	if p.Required {
		return "", false, b.missing(p.Name)
	}
	return "", false, nil
}

// path fills the parameters of the path in. The only one of a path may have slashes in
// it, such as the name of a branch; so may one that the document marks with a plus.
func (b *builder) path(template string) (string, error) {
	only := strings.Count(template, "{") == 1
	path, err := fillPath(template, func(name string) (string, bool, error) {
		plain := strings.Trim(name, "+*")
		i := slices.IndexFunc(b.target.Method.Params, func(p document.Param) bool { return p.In == document.InPath && (p.Name == plain || p.Name == name) })
		if i < 0 {
			return "", false, b.missing(plain)
		}
		text, there, err := b.value(&b.target.Method.Params[i])
		if err == nil && !there {
			err = b.missing(plain)
		}
		return text, only || plain != name, err
	})
	return path, b.inPath(err)
}

// literalQuery reads the query that stands in the document's path.
func (b *builder) literalQuery(query string) ([]pair, error) {
	var list []pair
	for part := range strings.SplitSeq(query, "&") {
		if part == "" {
			continue
		}
		key, value, has := strings.Cut(part, "=")
		if name, is := isVariable(value); is {
			i := slices.IndexFunc(b.target.Method.Params, func(p document.Param) bool { return p.Name == name })
			if i < 0 {
				return nil, b.missing(name)
			}
			text, there, err := b.value(&b.target.Method.Params[i])
			if err != nil {
				return nil, err
			}
			if !there {
				continue
			}
			list = append(list, pair{unescapeQuery(key), text, false})
			continue
		}
		list = append(list, pair{unescapeQuery(key), unescapeQuery(value), !has})
	}
	return list, nil
}

func unescapeQuery(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

// param puts a parameter of the query or a header into the request.
func (b *builder) param(m *message, p *document.Param) error {
	if p.In == document.InPath || p.In == document.InGraphQL || p.In == document.InHeader && reserved(p.Name) {
		return nil
	}
	if p.In == document.InQuery && (slices.ContainsFunc(m.query, func(q pair) bool { return q.key == p.Name }) || strings.Contains(b.target.Method.Path, "={"+p.Name+"}")) {
		return nil // the document's path has it
	}
	text, there, err := b.value(p)
	if err != nil || !there {
		return err
	}
	if p.In == document.InQuery {
		pairs, err := b.queryPairs(p, text)
		m.query = append(m.query, pairs...)
		return err
	}
	return b.setHeader(m, p.Name, text)
}

func (b *builder) setHeader(m *message, name, text string) error {
	if !headerName.MatchString(name) || strings.ContainsFunc(text, isControl) {
		return sqlstate.New(sqlstate.InvalidParameterValue, "the value of the header %q of %s has a control character in it", clean(name, 80), b.target.Name)
	}
	m.header.Set(name, text)
	return nil
}

var headerName = regexp.MustCompile(`^[A-Za-z0-9!#$%&'*+.^_|~` + "`" + `-]+$`)

// reserved reports whether a header is none that a query sets, whatever a document says:
// it carries credentials, which come from the configuration, or it belongs to the
// connection, where another value would make another request.
func reserved(name string) bool {
	switch strings.ToLower(name) {
	case "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token", "x-amz-security-token",
		"x-amz-signature", "x-amz-credential", "x-amz-signedheaders", "x-amz-algorithm", "x-amz-date", "x-amz-content-sha256":
		return true
	case "host", "content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive", "upgrade", "te", "trailer", "expect",
		"proxy-connection", "accept-encoding", "x-http-method-override", "x-http-method", "x-method-override", "x-forwarded-host", "forwarded":
		return true
	}
	return false
}

// mediaTypes sets the headers Content-Type and Accept, unless a parameter has set them.
func (b *builder) mediaTypes(m *message) {
	if m.form {
		m.header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
	} else if m.body != nil && m.header.Get("Content-Type") == "" {
		m.header.Set("Content-Type", m.body.contentType())
	}
	if wanted := b.target.Method.Response.MediaType; m.header.Get("Accept") == "" && strings.Contains(wanted, "/") && !strings.ContainsFunc(wanted, isControl) {
		m.header.Set("Accept", wanted)
	}
}

// encoded is the query as it is sent.
func (m *message) encoded() string {
	var out strings.Builder
	for _, p := range m.query {
		if m.drop && strings.HasPrefix(p.key, "__") {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('&')
		}
		out.WriteString(escapeQuery(p.key))
		if !p.bare {
			out.WriteByte('=')
			out.WriteString(escapeQuery(p.value))
		}
	}
	return out.String()
}

// escapeQuery escapes a part of a query. A space is %20, which every server reads.
func escapeQuery(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// address is the address that the request goes to.
func (m *message) address() (*url.URL, error) {
	if m.whole != nil {
		return m.whole, nil
	}
	text := m.origin.String() + m.origin.path + m.path
	query := m.encoded()
	if query != "" && !m.form {
		text += "?" + query
	}
	u, err := url.Parse(text)
	if err != nil || u.User != nil || u.Fragment != "" || u.Scheme != m.origin.scheme || u.Host != m.origin.host || u.EscapedPath() != m.origin.path+m.path {
		return nil, sqlstate.Wrap(err, sqlstate.InternalError, "the request cannot be written as an address")
	}
	return u, nil
}

// bytes are what is sent behind the headers.
func (m *message) bytes() ([]byte, error) {
	if m.form {
		return []byte(m.encoded()), nil
	}
	if m.body == nil {
		return nil, nil
	}
	return m.body.bytes()
}

// set changes a parameter of the query.
func (m *message) set(key, value string) {
	for i := range m.query {
		if m.query[i].key == key {
			m.query[i] = pair{key, value, false}
			return
		}
	}
	m.query = append(m.query, pair{key, value, false})
}
