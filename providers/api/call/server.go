package call

import (
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/call/network"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The document says where requests go. Variables of its server may choose among hosts of
// one domain ("https://{region}.api.test"), and no more: a variable that decides the
// whole host has its value from the document, the environment, or the operator's list,
// because credentials go there.

// origin is where a request goes: scheme, host with port, and what comes before the
// method's own path, escaped.
type origin struct{ scheme, host, path string }

func (o origin) String() string { return o.scheme + "://" + o.host }

// origin chooses the first of the method's servers whose variables have values, and
// rather one whose lists of values have them.
func (b *builder) origin() (origin, error) {
	var fallback *document.Server
	var missing string
	for i := range b.target.Method.Servers {
		server := &b.target.Method.Servers[i]
		complete, listed := true, true
		for j := range server.Variables {
			v := &server.Variables[j]
			value, _ := b.variable(v)
			if value == "" {
				complete = false
				if missing == "" {
					missing = v.Name
				}
			}
			listed = listed && (len(v.Enum) == 0 || slices.Contains(v.Enum, value))
		}
		if complete && listed {
			return b.resolve(server)
		}
		if complete && fallback == nil {
			fallback = server
		}
	}
	if fallback != nil {
		return b.resolve(fallback)
	}
	if missing != "" {
		return origin{}, b.missing(missing)
	}
	return origin{}, sqlstate.New(sqlstate.ConfigFileError, "the document of %s names no server", b.target.Name)
}

// variable is the value of a variable of a server, and whether the query gave it.
func (b *builder) variable(v *document.Param) (value string, byQuery bool) {
	for in, text := range b.given {
		if in.param != nil && in.param.In == document.InServer && in.name == v.Name && len(text) > 0 {
			return string(text), true
		}
	}
	if v.Env != "" && b.getenv != nil {
		if text := b.getenv(v.Env); text != "" {
			return text, false
		}
	}
	return v.Default, false
}

var variables = regexp.MustCompile(`\{([^{}]*)\}`)

func (b *builder) resolve(server *document.Server) (origin, error) {
	scheme, rest, _ := strings.Cut(server.URL, "://")
	host, path, _ := strings.Cut(rest, "/")
	var o origin
	var err error
	if o.scheme, err = b.schemeOf(server, scheme); err != nil {
		return o, err
	}
	if o.host, err = b.hostOf(server, host); err != nil {
		return o, err
	}
	path = strings.TrimSuffix(path, "/")
	if path == "" {
		return o, nil
	}
	o.path, err = fillPath("/"+path, func(name string) (string, bool, error) {
		value, err := b.serverValue(server, name)
		return value, false, err
	})
	return o, b.inPath(err)
}

// serverValue is the value of a variable of a server.
func (b *builder) serverValue(server *document.Server, name string) (string, error) {
	for i := range server.Variables {
		if v := &server.Variables[i]; v.Name == name {
			value, _ := b.variable(v)
			return value, nil
		}
	}
	return "", b.missing(name)
}

func (b *builder) schemeOf(server *document.Server, scheme string) (string, error) {
	if name, is := isVariable(scheme); is {
		value, err := b.serverValue(server, name)
		if err != nil {
			return "", err
		}
		scheme = value
	}
	if scheme != "https" && scheme != "http" {
		return "", sqlstate.New(sqlstate.InvalidParameterValue, "%s speaks https or http, not %q", b.target.Name, clean(scheme, 20))
	}
	return scheme, nil
}

func isVariable(text string) (string, bool) {
	match := variables.FindStringSubmatch(text)
	if match == nil || match[0] != text {
		return "", false
	}
	return match[1], true
}

// hostOf fills the variables of a host in.
func (b *builder) hostOf(server *document.Server, template string) (string, error) {
	pinned := endsInDomain(template)
	var bad error
	open := false // the query has a part in which host it is
	host := variables.ReplaceAllStringFunc(template, func(match string) string {
		i := slices.IndexFunc(server.Variables, func(v document.Param) bool { return v.Name == match[1:len(match)-1] })
		if i < 0 {
			bad = b.missing(match[1 : len(match)-1])
			return ""
		}
		v := &server.Variables[i]
		value, byQuery := b.variable(v)
		if byQuery && value != v.Default && !slices.Contains(v.Enum, value) {
			open = open || !within(value, v.Default)
		}
		if pinned && !network.IsDomain(value) {
			bad = sqlstate.New(sqlstate.InvalidParameterValue, "%q cannot be a part of a host's name: the input %q of %s", clean(value, 80), v.Name, b.target.Name).
				WithHint("A host's name has letters, digits, hyphens and dots.")
		}
		return value
	})
	if bad != nil {
		return "", bad
	}
	name, err := checkHost(host)
	if err != nil {
		return "", sqlstate.New(sqlstate.InvalidParameterValue, "%q is no host: %s, the server of %s", clean(host, 80), err, b.target.Name)
	}
	if open && !pinned && !b.hosts.Names(name) {
		return "", sqlstate.New(sqlstate.InsufficientPrivilege, "the query may not choose the host %q of %s", name, b.target.Name).
			WithDetail("Its document leaves open which host it is, and credentials are sent there.").
			WithHint("Whoever runs the server can name the host among those that queries may choose.")
	}
	return strings.ToLower(host), nil
}

// endsInDomain reports whether a host's template ends in a domain of at least two
// labels that no variable can change: {region}.api.test.
func endsInDomain(template string) bool {
	end := strings.LastIndexByte(template, '}')
	if end < 0 {
		return true
	}
	suffix := template[end+1:]
	suffix, _, _ = strings.Cut(suffix, ":")
	return strings.HasPrefix(suffix, ".") && strings.Count(suffix, ".") >= 2 && network.IsDomain(suffix[1:])
}

// within reports whether a host is one below another, which is a domain.
func within(host, domain string) bool {
	return strings.Contains(domain, ".") && network.IsDomain(host) && network.IsDomain(domain) && strings.HasSuffix(strings.ToLower(host), "."+strings.ToLower(domain))
}

// checkHost checks a host with an optional port, and returns it without the port.
func checkHost(host string) (string, error) {
	var name, port string
	if strings.HasPrefix(host, "[") {
		end := strings.IndexByte(host, ']')
		if end < 0 {
			return "", fmt.Errorf("its bracket is not closed")
		}
		addr, err := netip.ParseAddr(host[1:end])
		if err != nil || !addr.Is6() || addr.Zone() != "" {
			return "", fmt.Errorf("what is in brackets is no address")
		}
		name, port = host[1:end], strings.TrimPrefix(host[end+1:], ":")
		if rest := host[end+1:]; rest != "" && (rest[0] != ':' || port == "") {
			return "", fmt.Errorf("its port is no number")
		}
	} else {
		var hasPort bool
		if name, port, hasPort = strings.Cut(host, ":"); hasPort && port == "" {
			return "", fmt.Errorf("its port is no number")
		}
		if !network.IsDomain(name) {
			return "", fmt.Errorf("its name has letters, digits, hyphens and dots")
		}
	}
	if port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 || strings.HasPrefix(port, "+") {
			return "", fmt.Errorf("its port is no number")
		}
	}
	return strings.ToLower(name), nil
}

// segmentError is what is wrong with a value in a path.
type segmentError struct{ name, value, what string }

func (e *segmentError) Error() string { return e.what }

// fillPath puts values into a path and escapes them, so that each stays in its place:
// no value adds or takes away a part of the path, unless its place may have slashes.
func fillPath(template string, value func(name string) (text string, slashes bool, err error)) (string, error) {
	var out strings.Builder
	for template != "" {
		open := strings.IndexByte(template, '{')
		end := -1
		if open >= 0 {
			end = strings.IndexByte(template[open:], '}')
		}
		if end < 0 {
			out.WriteString(escapeLiteral(template))
			break
		}
		out.WriteString(escapeLiteral(template[:open]))
		name := template[open+1 : open+end]
		template = template[open+end+1:]
		text, slashes, err := value(name)
		if err != nil {
			return "", err
		}
		if what := badSegment(text, slashes); what != "" {
			return "", &segmentError{name, text, what}
		}
		if slashes {
			parts := strings.Split(text, "/")
			for i := range parts {
				parts[i] = url.PathEscape(parts[i])
			}
			out.WriteString(strings.Join(parts, "/"))
		} else {
			out.WriteString(url.PathEscape(text))
		}
	}
	path := out.String()
	for part := range strings.SplitSeq(path, "/") { // two values may make one part
		if part == "." || part == ".." {
			return "", &segmentError{"", part, "it would lead out of the path"}
		}
	}
	return path, nil
}

func escapeLiteral(text string) string { return (&url.URL{Path: text}).EscapedPath() }

// badSegment is what is wrong with a value in a path; "": nothing. Servers decode paths
// before they look at them, some twice, so a value is looked at as they would see it.
func badSegment(text string, slashes bool) string {
	if text == "" {
		return "it is empty"
	}
	if strings.ContainsFunc(text, isControl) {
		return "it has a control character in it"
	}
	if slashes && (strings.HasPrefix(text, "/") || strings.HasSuffix(text, "/..")) {
		return "it begins with a slash"
	}
	for range 4 {
		for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '/' || r == '\\' }) {
			if bare, _, _ := strings.Cut(part, ";"); bare == "." || bare == ".." {
				return "it would lead out of the path"
			}
		}
		plain, err := url.PathUnescape(text)
		if err != nil || plain == text {
			return ""
		}
		text = plain
	}
	return "it is escaped again and again"
}

func isControl(r rune) bool {
	return r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029
}
