package inspect

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Verdict is what the gate would say of a statement, in one mode.
type Verdict struct {
	Mode, Verdict, Reason, Hint string
}

// VerdictOf words a decision of the gate.
func VerdictOf(d gate.Decision) Verdict {
	return Verdict{Mode: d.Mode.String(), Verdict: d.Verdict.String(), Reason: d.Reason, Hint: d.Hint}
}

// Method is one thing that can be done with a resource, and what the gate decides on it. The gate
// decides on the example, which is planned and judged like any statement, so that triggers and views
// count.
type Method struct {
	Name    string // "select", "insert", "update", "delete", "truncate"; of an API, as its document calls it
	Verb    string // the verb of SQL that it answers: "SELECT"…; "EXEC": none
	Class   string
	Verdict Verdict // in the client's mode
	Example string
	Columns []MethodColumn
	// Request is what an API is sent: "GET api.github.com/orgs/{org}/repos".
	Request, Description string

	required []string // of an API
}

// MethodColumn is a column that a method takes or returns.
type MethodColumn struct {
	providers.ColumnDetail
	Input  string // "required", "optional", or "none": it cannot be given
	Output bool   // the method can return it
}

// Required names the columns that a call has to give.
func (m Method) Required() []string {
	if m.required != nil {
		return m.required
	}
	var names []string
	for _, c := range m.Columns {
		if c.Input == "required" {
			names = append(names, c.Name)
		}
	}
	return names
}

// Methods lists what can be done with a resource, as far as its kind and the source's login allow:
// what the source would refuse is left out, what the gate would refuse is not. Nothing runs. Of an
// API, the example and the columns are only told of the method that is named. See Locate for the names
// and the errors.
func (s *Sources) Methods(ctx context.Context, source, service, resource, method string) (Located, []Method, error) {
	at, err := s.Locate(ctx, source, service, resource)
	if err != nil {
		return at, nil, err
	}
	h, _, err := s.hierarchy(at.Source)
	if err != nil {
		return at, nil, err
	}
	if lister, ok := h.(providers.MethodLister); ok {
		list, err := s.apiMethods(ctx, lister, at, method)
		return at, list, err
	}
	list := tableMethods(at.ResourceDetail)
	for i := range list {
		s.judgeExample(ctx, &list[i], []string{at.Source, at.Service, at.Name})
	}
	return at, list, nil
}

// tableMethods are the methods of a table, without the gate's decisions.
func tableMethods(d providers.ResourceDetail) []Method {
	list := make([]Method, 0, 5)
	for _, name := range verbsOf(d) {
		m := Method{Name: name, Verb: strings.ToUpper(name)}
		for _, c := range d.Columns {
			m.Columns = append(m.Columns, MethodColumn{c, inputOf(name, c), name != "truncate"})
		}
		list = append(list, m)
	}
	return list
}

// verbsOf are what can be done with a resource: what the source says, or what its kind allows.
func verbsOf(d providers.ResourceDetail) []string {
	switch {
	case d.Verbs != nil:
		return d.Verbs
	case d.Kind == "table":
		return []string{"select", "insert", "update", "delete", "truncate"}
	}
	return []string{"select"}
}

func inputOf(verb string, c providers.ColumnDetail) string {
	switch {
	case verb == "truncate", c.Generated && (verb == "insert" || verb == "update"):
		return "none"
	case verb == "insert" && !c.Nullable && c.Default == "":
		return "required"
	}
	return "optional"
}

// judgeExample writes a method's example and has the gate decide on it. If the example does not parse,
// a name in it is a word of SQL, and the names are written with quotes.
func (s *Sources) judgeExample(ctx context.Context, m *Method, path []string) {
	m.Example = m.writeExample(path, planner.PlainName)
	plans, err := s.Plan(ctx, m.Example)
	if sqlstate.CodeOf(err) == sqlstate.SyntaxError {
		m.Example = m.writeExample(path, planner.QuoteName)
		plans, err = s.Plan(ctx, m.Example)
	}
	if err != nil || len(plans) != 1 {
		m.Class = planner.Unknown.String()
		m.Verdict = Verdict{Mode: s.Mode.String(), Verdict: gate.Deny.String(), Reason: "the statement cannot be understood here"}
		if err != nil {
			m.Verdict.Reason = sqlstate.From(err).Message
		}
		return
	}
	m.Class = plans[0].Class.String()
	m.Verdict = VerdictOf(s.Rules.Raise(s.Rights.Decide(s.Mode, gate.AnyPurpose, plans[0]), plans[0]).AskedOf(s.Deciders))
}

// writeExample is one statement of the method, in the dialect of clients.
func (m *Method) writeExample(path []string, quote func(string) string) string {
	parts := make([]string, len(path))
	for i, part := range path {
		parts[i] = quote(part)
	}
	table := strings.Join(parts, ".")
	name := func(c MethodColumn) string { return quote(c.Name) }
	equals := func(c MethodColumn) string { return quote(c.Name) + " = " + sampleOf(c.Type) }
	switch m.Name {
	case "insert":
		columns := m.insertColumns()
		return "INSERT INTO " + table + " (" + joinColumns(columns, ", ", name) +
			") VALUES (" + joinColumns(columns, ", ", func(c MethodColumn) string { return sampleOf(c.Type) }) + ")"
	case "update":
		return "UPDATE " + table + " SET " + joinColumns(m.firstColumns(1, func(c MethodColumn) bool { return !c.Key && c.Input != "none" }), "", equals) +
			" WHERE " + joinColumns(m.keyColumns(), " AND ", equals)
	case "delete":
		return "DELETE FROM " + table + " WHERE " + joinColumns(m.keyColumns(), " AND ", equals)
	case "truncate":
		return "TRUNCATE " + table
	}
	return "SELECT " + joinColumns(m.firstColumns(3, nil), ", ", name) + " FROM " + table + " LIMIT 10"
}

// insertColumns are the columns that an INSERT has to give, or some others if it has to give none.
func (m *Method) insertColumns() []MethodColumn {
	must := m.firstColumns(len(m.Columns), func(c MethodColumn) bool { return c.Input == "required" })
	if len(must) > 0 {
		return must
	}
	return m.firstColumns(3, func(c MethodColumn) bool { return c.Input == "optional" })
}

// keyColumns are the columns that identify a row.
func (m *Method) keyColumns() []MethodColumn {
	keys := m.firstColumns(len(m.Columns), func(c MethodColumn) bool { return c.Key })
	if len(keys) > 0 {
		return keys
	}
	return m.firstColumns(1, nil)
}

// firstColumns returns the first n columns that wanted takes; nil takes all.
func (m *Method) firstColumns(n int, wanted func(MethodColumn) bool) []MethodColumn {
	var out []MethodColumn
	for _, c := range m.Columns {
		if len(out) < n && (wanted == nil || wanted(c)) {
			out = append(out, c)
		}
	}
	return out
}

func joinColumns(columns []MethodColumn, by string, text func(MethodColumn) string) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = text(c)
	}
	return strings.Join(parts, by)
}

// samples are values for examples, by the beginnings of types' names.
var samples = []struct{ prefix, value string }{
	{"timestamp", "'2026-01-31 12:00:00'"},
	{"date", "'2026-01-31'"},
	{"time", "'12:00'"},
	{"interval", "'1 day'"},
	{"bool", "true"},
	{"uuid", "'00000000-0000-4000-8000-000000000000'"},
	{"json", "'{}'"},
	{"bytea", `'\x00'`},
	{"small", "1"},
	{"int", "1"},
	{"big", "1"},
	{"numeric", "1"},
	{"decimal", "1"},
	{"real", "1"},
	{"double", "1"},
	{"oid", "1"},
}

// sampleOf is a value of a type, for an example.
func sampleOf(typeName string) string {
	if strings.HasSuffix(typeName, "[]") {
		return "'{}'"
	}
	for _, s := range samples {
		if strings.HasPrefix(typeName, s.prefix) {
			return s.value
		}
	}
	return "'text'"
}
