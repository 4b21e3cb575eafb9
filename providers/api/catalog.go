package api

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/call"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// catalog is what the documents said at a moment.
type catalog struct {
	provider *Provider
	document *document.Provider
	version  uint64
}

var _ providers.Methods = (*catalog)(nil)

// Version changes with the documents.
func (c *catalog) Version() uint64 { return c.version }

// Functions: an API has none.
func (c *catalog) Functions(string, string) []providers.Function { return nil }

// Operators: an API has none.
func (c *catalog) Operators(string, string) []providers.Function { return nil }

// Type knows none.
func (c *catalog) Type(string, string) (providers.Type, bool) { return providers.Type{}, false }

// TypeOf knows none.
func (c *catalog) TypeOf(uint32) (providers.Type, bool) { return providers.Type{}, false }

// Relation is a resource. Its columns are those of any method that answers SELECT.
func (c *catalog) Relation(service, resource string) (providers.Relation, bool) {
	s, r, err := c.resource(service, resource)
	if err != nil {
		return providers.Relation{}, false
	}
	out := providers.Relation{Schema: s.Name, Name: r.Name, Kind: "table"}
	for _, m := range answering(r, "select") {
		for _, column := range c.columns(m) {
			if !slices.ContainsFunc(out.Columns, func(name string) bool { return strings.EqualFold(name, column.Name) }) {
				out.Columns = append(out.Columns, column.Name)
			}
		}
	}
	return out, true
}

// resource returns a resource of a service. 42P01: there is none.
func (c *catalog) resource(service, resource string) (*document.Service, *document.Resource, error) {
	if service == "" {
		return nil, nil, sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", resource).
			WithHint("A resource of the API is %s.service.resource; SHOW SERVICES IN %[1]s lists its services.", c.provider.options.Name)
	}
	s, err := c.provider.service(c.document, service)
	if err != nil {
		return nil, nil, err
	}
	r, err := s.Resource(whole(s, resource))
	if errors.Is(err, document.ErrUnknown) {
		names := make([]string, len(s.Resources))
		for i := range s.Resources {
			names[i] = s.Resources[i].Name
		}
		e := sqlstate.New(sqlstate.UndefinedTable, "the service %s.%s has no resource %q", c.provider.options.Name, s.Name, resource).WithNearest(resource, names, "")
		return nil, nil, c.whyLeftOut(e, s, resource)
	}
	if err != nil {
		return nil, nil, c.provider.documentError(err)
	}
	return s, r, nil
}

// whyLeftOut adds to an error about what a document does not have that it was left out, and why. Of names that end
// with a point any method is meant.
func (c *catalog) whyLeftOut(err error, s *document.Service, called string) error {
	_, problems, failed := c.provider.options.Library.Service(c.document, s.Name)
	if failed != nil {
		return err
	}
	for i := range problems {
		of := problems[i].Of
		if strings.EqualFold(of, called) || strings.HasSuffix(called, ".") && len(of) > len(called) && strings.EqualFold(of[:len(called)], called) {
			e := *sqlstate.From(err)
			e.Hint, e.HintNames, e.HintForeign = "It was left out of the document: "+problems[i].Error(), nil, true
			return &e
		}
	}
	return err
}

// longestName is what the parser keeps of a name.
const longestName = 63

// whole is the name of the only resource that begins so, where the parser has cut the name.
func whole(s *document.Service, resource string) string {
	found := ""
	for i := range s.Resources {
		name := s.Resources[i].Name
		if len(resource) == longestName && len(name) > longestName && strings.EqualFold(name[:longestName], resource) {
			if found != "" {
				return resource
			}
			found = name
		}
	}
	if found == "" {
		return resource
	}
	return found
}

// answering lists the methods that may answer a verb, in the document's order.
func answering(r *document.Resource, verb string) (list []*document.Method) {
	for _, name := range r.Verbs[verb] {
		for _, m := range r.Methods {
			if m.Name == name {
				list = append(list, m)
			}
		}
	}
	return list
}

// Views lists the views of a resource.
func (c *catalog) Views(service, resource string) (list []providers.View) {
	_, r, err := c.resource(service, resource)
	if err != nil {
		return nil
	}
	for _, v := range r.ViewsFor("select") {
		list = append(list, providers.View{SQL: v.DDL, Needs: v.Needs, Source: c.document.Name, File: v.File, Line: v.Line})
	}
	return list
}

// columns are those of a method's answer.
func (c *catalog) columns(m *document.Method) []providers.Column {
	answer := *m
	answer.Params, answer.Servers, answer.Body = nil, nil, nil // inputs are columns to package call
	return call.Columns(&answer, c.document.SnakeCase)
}

// Takes lists the inputs of all methods that answer a verb.
func (c *catalog) Takes(service, resource, verb string) (list []providers.Input, err error) {
	_, r, err := c.resource(service, resource)
	if err != nil {
		return nil, err
	}
	for _, m := range answering(r, verb) {
		for _, in := range call.Inputs(m) {
			if !slices.ContainsFunc(list, func(other providers.Input) bool { return strings.EqualFold(other.Name, in.Name) }) {
				list = append(list, in)
			}
		}
	}
	return list, nil
}

// Choose returns the first method of the document's list whose required inputs are given.
func (c *catalog) Choose(service, resource, verb string, given []string) (providers.Method, error) {
	s, r, err := c.resource(service, resource)
	if err != nil {
		return providers.Method{}, err
	}
	name := c.provider.options.Name + "." + s.Name + "." + r.Name
	list := answering(r, verb)
	if len(list) == 0 {
		return providers.Method{}, c.whyLeftOut(c.noMethod(name, r, verb), s, r.Name+".")
	}
	var nearest []string // what the method with the fewest missing inputs lacks
	var best *document.Method
	for _, m := range list {
		lacks := missing(m, given)
		if len(lacks) == 0 {
			return c.method(m, verb), nil
		}
		if best == nil || len(lacks) < len(nearest) {
			best, nearest = m, lacks
		}
	}
	return providers.Method{}, missingError(name, verb, best, nearest, list)
}

func (c *catalog) noMethod(name string, r *document.Resource, verb string) error {
	e := sqlstate.New(sqlstate.FeatureNotSupported, "no method of %s answers %s", name, strings.ToUpper(verb))
	switch {
	case len(r.Views) > 0:
		return e.WithHint("It is a view of its document.")
	case len(r.Methods) == 0:
		return e
	}
	names := make([]string, len(r.Methods))
	for i, m := range r.Methods {
		names[i] = m.Name
	}
	return e.WithHint("Its methods are: %s.", strings.Join(names, ", ")).Naming(names...)
}

// Method returns a method by its name.
func (c *catalog) Method(service, resource, method string, given []string) (providers.Method, error) {
	s, r, err := c.resource(service, resource)
	if err != nil {
		return providers.Method{}, err
	}
	name := c.provider.options.Name + "." + s.Name + "." + r.Name
	i := slices.IndexFunc(r.Methods, func(m *document.Method) bool { return strings.EqualFold(m.Name, method) })
	if i < 0 {
		names := make([]string, len(r.Methods))
		for i, m := range r.Methods {
			names[i] = m.Name
		}
		e := sqlstate.New(sqlstate.UndefinedFunction, "%s has no method %q", name, method).WithNearest(method, names, "")
		return providers.Method{}, c.whyLeftOut(e, s, r.Name+"."+method)
	}
	m := r.Methods[i]
	if lacks := missing(m, given); len(lacks) > 0 {
		return providers.Method{}, missingError(name+"."+m.Name, "exec", m, lacks, nil)
	}
	return c.method(m, "exec"), nil
}

// missing lists the required inputs of a method that are not given.
func missing(m *document.Method, given []string) (names []string) {
	for _, in := range call.Inputs(m) {
		if in.Required && !slices.ContainsFunc(given, func(name string) bool { return strings.EqualFold(name, in.Name) }) {
			names = append(names, in.Name)
		}
	}
	return names
}

// missingError names what is missing, and shows a statement that would do.
func missingError(name, verb string, m *document.Method, lacks []string, list []*document.Method) error {
	quoted := make([]string, len(lacks))
	for i, in := range lacks {
		quoted[i] = `"` + in + `"`
	}
	e := sqlstate.Wrap(&providers.MissingInputs{Names: lacks}, sqlstate.InvalidColumnReference, "%s needs values for %s", name, strings.Join(quoted, ", "))
	for _, in := range call.Inputs(m) { // the document's words
		e.HintNames = append(e.HintNames, in.Name)
	}
	if e.Hint = example(name, verb, m); e.Hint == "" {
		e.Hint = "Its required inputs are: " + strings.Join(quoted, ", ") + "."
	}
	if len(list) > 1 {
		e.Hint += " (SHOW METHODS IN " + strings.TrimSuffix(name, "."+m.Name) + " lists other ways.)"
	}
	return e
}

// example returns a statement with all required inputs of a method, or "" if the verb has none of this kind.
func example(name, verb string, m *document.Method) string {
	var inputs, values, set, where []string
	var first string // of the body
	for _, in := range call.Inputs(m) {
		quoted, pair := identifier(in.Name), identifier(in.Name)+" = '…'"
		body := call.InBody(m, in.Name)
		if body && first == "" {
			first = pair
		}
		switch {
		case !in.Required:
			continue
		case body:
			set = append(set, pair)
		default:
			where = append(where, pair)
		}
		inputs, values = append(inputs, quoted), append(values, "'…'")
	}
	if len(set) == 0 {
		set = []string{cmp.Or(first, "input = '…'")}
	}
	conditions := ""
	if len(where) > 0 {
		conditions = " WHERE " + strings.Join(where, " AND ")
	}
	switch verb {
	case "select":
		return "SELECT * FROM " + name + conditions
	case "delete":
		return "DELETE FROM " + name + conditions
	case "insert":
		return "INSERT INTO " + name + " (" + strings.Join(inputs, ", ") + ") VALUES (" + strings.Join(values, ", ") + ")"
	case "update":
		return "UPDATE " + name + " SET " + strings.Join(set, ", ") + conditions
	case "replace":
		return "REPLACE " + name + " SET " + strings.Join(set, ", ") + conditions
	}
	return ""
}

// identifier quotes a name where the parser would not keep it.
func identifier(name string) string {
	plain := name != "" && !strings.ContainsFunc(name, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_')
	}) && !(name[0] >= '0' && name[0] <= '9')
	if plain {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// method is a method as the planner sees it.
func (c *catalog) method(m *document.Method, verb string) providers.Method {
	return providers.Method{Name: m.Name, Print: printOf(m), Request: request(m), Effect: effect(m, verb), Inputs: call.Inputs(m), Columns: c.columns(m), Pushes: m.Pushdown != nil && m.Pushdown.Filter != nil, Orders: call.Orders(m)}
}

// printOf is the same for methods of which a document says the same.
func printOf(m *document.Method) string {
	text, err := json.Marshal(m)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return string(sum[:])
}

// request is what goes out, for people.
func request(m *document.Method) string {
	host := ""
	if len(m.Servers) > 0 {
		_, rest, _ := strings.Cut(m.Servers[0].URL, "://")
		host = strings.TrimSuffix(rest, "/")
	}
	return m.HTTP + " " + host + m.Path
}
