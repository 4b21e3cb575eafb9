package document

import (
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Provider is what provider.yaml says.
type Provider struct {
	Name, Version, Title, Description string
	Folder                            string // below src: "github/v00.00.00000"
	Services                          []ServiceRef
	// SnakeCase says that columns of answers are shown in snake case.
	SnakeCase bool
	Auth      *Auth // nil: the document says nothing

	config string // its config block as YAML, which services inherit
}

// ServiceRef is a service as its provider lists it.
type ServiceRef struct {
	ID, Name, Title, Version, Description string
	Preferred                             bool
	Auth                                  *Auth // where it has its own

	file   string // below src
	config string
}

// Auth says how requests are signed. The values are names of variables and of headers as
// the document has them, by its own keys. Package auth knows their meaning.
type Auth struct {
	Type      string
	Settings  map[string]string
	Scopes    []string
	Values    map[string][]string `json:",omitempty"` // that a request for a token has besides
	Successor *Auth               // a second header
}

// name is what providers, services, resources and methods are called: it becomes an
// SQL identifier and a part of a file's name.
var name = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.$-]{0,127}$`)

// readProvider reads a provider.yaml of a folder below src.
func readProvider(folder string, text []byte) (*Provider, []Problem, error) {
	src, err := parse(path.Join("src", folder, "provider.yaml"), text)
	if err != nil {
		return nil, nil, err
	}
	top := src.top()
	p := &Provider{
		Name: top.get("name").text(), Version: top.get("version").text(), Title: top.get("title").text(),
		Description: top.get("description").text(), Folder: folder,
	}
	if p.Name == "" {
		p.Name = top.get("id").text()
	}
	if !name.MatchString(p.Name) {
		return nil, nil, top.problem("the provider's name is %q, which is no name", p.Name)
	}
	switch protocol := top.get("protocolType").text(); protocol {
	case "", "http":
	case "local_templated":
		return nil, nil, top.get("protocolType").problem("local_templated runs commands of the operating system, which is not supported")
	default:
		return nil, nil, top.get("protocolType").problem("the protocol %q is not supported", protocol)
	}
	config := top.get("config")
	p.SnakeCase = config.get("snake_case_aliases").isTrue()
	if p.config, err = config.yaml(); err != nil {
		return nil, nil, err
	}
	p.Auth = readAuth(config.get("auth"), 0)
	problems := unreadIn("config.", config, unreadConfig...)
	services := top.get("providerServices")
	if !services.isMapping() {
		return nil, nil, top.problem("providerServices is missing: it names the services")
	}
	services.each(func(key string, n node) {
		s, problem := readServiceRef(key, n)
		if problem != nil {
			problems = append(problems, *problem)
			return
		}
		p.Services = append(p.Services, s)
	})
	slices.SortStableFunc(p.Services, func(a, b ServiceRef) int { return strings.Compare(a.Name, b.Name) })
	return p, problems, nil
}

func readServiceRef(key string, n node) (ServiceRef, *Problem) {
	s := ServiceRef{
		ID: n.get("id").text(), Name: n.get("name").text(), Title: n.get("title").text(), Version: n.get("version").text(),
		Description: n.get("description").text(), Preferred: n.get("preferred").isTrue(),
	}
	if s.Name == "" {
		s.Name = key
	}
	if !name.MatchString(s.Name) {
		return s, n.problem("the service's name is %q, which is no name", s.Name)
	}
	ref := n.in("service", "$ref")
	s.file, _, _ = strings.Cut(ref.text(), "#")
	if s.file == "" {
		return s, n.problem("the service %s has no document: service.$ref is missing", s.Name)
	}
	if !inside(s.file) {
		return s, ref.problem("the document of the service %s is not in the registry's folder", s.Name)
	}
	var err error
	if s.config, err = n.get("config").yaml(); err != nil {
		return s, n.problem("the config of the service %s cannot be read", s.Name)
	}
	s.Auth = readAuth(n.in("config", "auth"), 0)
	return s, nil
}

// inside reports whether a path with slashes stays below its root.
func inside(file string) bool {
	clean := path.Clean(file)
	return clean == file && !path.IsAbs(file) && clean != ".." && !strings.HasPrefix(clean, "../") && !strings.ContainsAny(file, "\\\x00:")
}

// readAuth reads a block that says how requests are signed.
func readAuth(n node, depth int) *Auth {
	if !n.isMapping() || depth > 4 {
		return nil
	}
	a := &Auth{Type: n.get("type").text(), Settings: map[string]string{}, Scopes: n.get("scopes").texts()}
	n.each(func(key string, value node) {
		switch key {
		case "type", "scopes":
		case "successor":
			a.Successor = readAuth(value, depth+1)
		case "values":
			a.Values = map[string][]string{}
			value.each(func(k string, v node) { a.Values[k] = v.texts() })
		case "valuePrefix": // it may end in a blank, which counts
			if value.text() != "" {
				a.Settings[key] = value.at.Value
			}
		default:
			if text := value.text(); text != "" {
				a.Settings[key] = text
			}
		}
	})
	return a
}

// String is for people: no value is in it, since a document may hold a secret.
func (a *Auth) String() string {
	if a == nil {
		return "none"
	}
	return a.Type + " (" + strings.Join(slices.Sorted(maps.Keys(a.Settings)), ", ") + ")"
}

// Format writes what String returns, whatever the verb.
func (a *Auth) Format(f fmt.State, _ rune) { io.WriteString(f, a.String()) } //nolint:errcheck // a fmt.State keeps its errors
