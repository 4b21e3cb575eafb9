package document

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// method reads one method of a resource.
func (r *reader) method(of, called string, n, resource node) (*Method, error) {
	if !name.MatchString(called) {
		return nil, n.problem("%q is no name for a method", called)
	}
	protocol := n.get("x-stackql-protocol")
	if text := protocol.text(); text != "" && text != "http" && text != "graphql" {
		return nil, protocol.problem("it speaks %s, which is not supported", text)
	}
	ref := n.in("operation", "$ref")
	if !ref.exists() {
		return nil, n.problem("operation.$ref is missing")
	}
	parts, err := pointer(ref)
	if err != nil {
		return nil, err
	}
	if len(parts) != 3 || parts[0] != "paths" {
		return nil, ref.problem("%s is no operation of a path", ref.text())
	}
	item, err := r.src.top().in("paths", parts[1]).resolve()
	if err != nil {
		return nil, err
	}
	operation := item.get(parts[2])
	if !operation.exists() {
		return nil, ref.problem("%s points at nothing", ref.text())
	}
	verb := strings.ToUpper(parts[2])
	if !slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"}, verb) {
		return nil, ref.problem("%s is no HTTP method", verb)
	}
	m := &Method{Name: called, HTTP: verb, Path: parts[1], Description: line(first(operation, "description", "summary"))}
	levels := append([]node{n.get("config"), resource.get("config")}, r.levels...)
	if m.Servers, err = r.servers(n, operation, item, r.src.top()); err != nil {
		return nil, err
	}
	if m.Params, err = r.params(item, operation); err != nil {
		return nil, err
	}
	if m.Body, err = r.body(n.get("request"), operation, levels); err != nil {
		return nil, err
	}
	if m.Response, err = r.response(of+"."+called, n.get("response"), operation); err != nil {
		return nil, err
	}
	r.configure(m, levels)
	if graph := operation.get(graphQLKey); graph.exists() || protocol.text() == "graphql" {
		if err := r.graphQL(m, graph, ref); err != nil {
			return nil, err
		}
	}
	return m, placed(m, ref)
}

// first is the first text of several keys.
func first(n node, keys ...string) string {
	for _, key := range keys {
		if text := n.get(key).text(); text != "" {
			return text
		}
	}
	return ""
}

var braces = regexp.MustCompile(`\{([^{}]*)\}`)

// placed checks that the path's parameters and the path fit together.
func placed(m *Method, ref node) error {
	if !strings.HasPrefix(m.Path, "/") {
		return ref.problem("the path %s does not begin with a slash", m.Path)
	}
	for _, match := range braces.FindAllStringSubmatch(m.Path, -1) {
		inner := strings.TrimSuffix(match[1], "+")
		if !slices.ContainsFunc(m.Params, func(p Param) bool { return p.In == InPath && p.Name == inner }) {
			m.Params = append(m.Params, Param{Name: inner, In: InPath, Type: Text, Required: true})
		}
	}
	return nil
}

// params are the parameters of a path and of its operation, which counts where both
// have one of a name and place.
func (r *reader) params(levels ...node) ([]Param, error) {
	var list []Param
	for _, level := range levels {
		for _, n := range level.get("parameters").items() {
			p, err := r.param(n)
			if err != nil {
				return nil, err
			}
			if p.In == "cookie" {
				if p.Required {
					return nil, n.problem("the parameter %q is in a cookie: none is sent, because cookies are credentials", p.Name)
				}
				continue
			}
			at := slices.IndexFunc(list, func(other Param) bool { return other.Name == p.Name && other.In == p.In })
			if at < 0 {
				list = append(list, p)
			} else {
				list[at] = p
			}
		}
	}
	return list, nil
}

func (r *reader) param(n node) (Param, error) {
	n, err := n.resolve()
	if err != nil {
		return Param{}, err
	}
	schema := n.get("schema")
	if !schema.exists() {
		n.get("content").each(func(_ string, media node) {
			if !schema.exists() {
				schema = media.get("schema")
			}
		})
	}
	p := Param{Name: n.get("name").text(), In: n.get("in").text(), Type: schemas{}.typeOf(schema), Description: summaryOf(n)}
	switch p.In {
	case InPath, InQuery, InHeader, "cookie":
	default:
		return p, n.problem("the parameter %q is in %q: path, query and header are supported", p.Name, p.In)
	}
	if p.Name == "" {
		return p, n.problem("a parameter has no name")
	}
	if p.In == InHeader && !headerName.MatchString(p.Name) {
		return p, n.problem("the header %q is no header's name", p.Name)
	}
	p.Required = p.In == InPath || n.get("required").isTrue() && !n.get("allowEmptyValue").isTrue()
	if target, err := schema.resolve(); err == nil {
		p.Default, p.Enum = target.get("default").text(), target.get("enum").texts()
	}
	p.Explode = p.In == InQuery && n.get("explode").text() != "false" && (n.get("style").text() == "" || n.get("style").text() == "form")
	return p, nil
}

var headerName = regexp.MustCompile(`^[A-Za-z0-9!#$%&'*+.^_|~` + "`" + `-]+$`)

// servers are those of the innermost level that has some.
func (r *reader) servers(levels ...node) ([]Server, error) {
	for _, level := range levels {
		items := level.get("servers").items()
		if len(items) == 0 {
			continue
		}
		list := make([]Server, len(items))
		for i, n := range items {
			var err error
			if list[i], err = readServer(n, r.provider); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	return nil, r.src.top().problem("the document has no server")
}

// readServer reads a server. Some say of a variable what it may be:
// {address:^(regular expression)$}.
func readServer(n node, provider string) (Server, error) {
	return serverAt(n, n.get("url").text(), provider)
}

// serverAt reads the server of an address.
func serverAt(n node, text, provider string) (Server, error) {
	var list []string
	plain := expressions(text, &list)
	s := Server{URL: plain}
	for _, variable := range list {
		if slices.ContainsFunc(s.Variables, func(p Param) bool { return p.Name == variable }) {
			continue
		}
		at := n.in("variables", variable)
		if env := at.get("x-stackQL-envVar").text(); env != "" && !MayName(provider, env) {
			return s, at.problem("the variable %s of the environment is not the provider's: it would begin with its name", env)
		}
		s.Variables = append(s.Variables, Param{
			Name: variable, In: InServer, Type: Text, Description: line(at.get("description").text()),
			Default: at.get("default").text(), Enum: at.get("enum").texts(), Required: true, Env: at.get("x-stackQL-envVar").text(),
		})
	}
	sample := braces.ReplaceAllString(plain, "x")
	sample = strings.Replace(sample, "x://", "https://", 1)
	u, err := url.Parse(sample)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return s, n.problem("the server %q is no address of an HTTP server", text)
	}
	return s, nil
}

// expressions takes the regular expressions out of the variables of a server's
// address, which may have braces of their own, and returns the variables' names.
func expressions(text string, names *[]string) string {
	var out strings.Builder
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			out.WriteString(text)
			return out.String()
		}
		depth, end := 0, len(text)
		for i := open; i < len(text); i++ {
			if text[i] == '{' {
				depth++
			} else if text[i] == '}' {
				if depth--; depth == 0 {
					end = i
					break
				}
			}
		}
		variable, _, _ := strings.Cut(text[open+1:end], ":")
		*names = append(*names, variable)
		out.WriteString(text[:open] + "{" + variable + "}")
		text = text[min(end+1, len(text)):]
	}
}
