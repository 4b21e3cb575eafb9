package call

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
)

// What of a query an API is told, so that it answers less. A condition is told only if the API can then leave out
// nothing that the condition itself would keep: the statement has all of its conditions, too, and applies them
// again. So texts are compared for equality alone, since APIs differ about capitals and the order of letters.

// pushDown tells the API which columns and rows are wanted, where the document says how. The message that it
// returns keeps the request without that, for an API that does not accept what its document says.
func pushDown(t *Target, shape *shape, m *message, read Read) *message {
	p := t.Method.Pushdown
	if p == nil {
		return m
	}
	out := m.clone()
	out.tell(p.Select, "$select", selected(p.Select, t, shape))
	out.tellConditions(p.Filter, t, read.Where)
	out.tellOrder(p, shape, read)
	out.tellCount(p.Count, read)
	if len(out.query) == len(m.query) {
		return m
	}
	out.plain = m
	return out
}

// tell adds a parameter that nothing else gives, and reports whether it did.
func (m *message) tell(p *document.PushedDown, name, value string) bool {
	if p == nil || value == "" {
		return false
	}
	if name = paramName(p, name); name == "" || m.has(name) {
		return false
	}
	m.set(name, value)
	return true
}

// paramName returns the parameter of a clause, or "" if the document names none.
func paramName(p *document.PushedDown, otherwise string) string {
	if p.ParamName == "" && p.Dialect == odata {
		return otherwise
	}
	return p.ParamName
}

func (m *message) has(name string) bool {
	return slices.ContainsFunc(m.query, func(q pair) bool { return strings.EqualFold(q.key, name) })
}

// odata is the dialect of documents that has all names and forms, and a syntax.
const odata = "odata"

// syntax is how a clause is written.
func syntax(p *document.PushedDown) string {
	if p.Syntax == "" && p.Dialect == odata {
		return odata
	}
	return p.Syntax
}

// tellConditions tells what rows are wanted, in the syntax of the document.
func (m *message) tellConditions(p *document.PushedDown, t *Target, where []providers.Condition) {
	if p == nil {
		return
	}
	switch syntax(p) {
	case odata:
		m.tell(p, "$filter", filtered(p, t, where))
	case "key_value": // filter[status]=active
		if p.ParamName != "" {
			m.tellPairs(p, t, where, func(property string) string { return p.ParamName + "[" + property + "]" })
		}
	case "simple": // status=active
		m.tellPairs(p, t, where, func(property string) string { return property })
	}
}

// pairValue is a value that means nothing but itself to APIs: no list, no pattern, no operator before it.
var pairValue = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.@:/ -]*$`)

// tellPairs tells equalities, each by a parameter of its own.
func (m *message) tellPairs(p *document.PushedDown, t *Target, where []providers.Condition, name func(property string) string) {
	if !supports(p.Operators, "eq") {
		return
	}
	for _, c := range where {
		of := comparable(p, t, c)
		value := string(c.Value.Text)
		if of == nil || c.Operator != "=" || !pairValue.MatchString(value) || slices.Contains([]string{"null", "none", "nil"}, strings.ToLower(value)) {
			continue
		}
		if operator, _ := comparison(of.kind, "=", value); operator == "eq" && !m.has(name(of.property)) {
			m.set(name(of.property), value)
		}
	}
}

// comparable returns the column of a condition that an API may be told, or nil if there is none.
func comparable(p *document.PushedDown, t *Target, c providers.Condition) *column {
	columns := columnsOf(t.Method, nil, t.SnakeCase)
	i := slices.IndexFunc(columns, func(of column) bool { return of.name == c.Column })
	if i < 0 || c.Value.Text == nil || columns[i].whole || !supports(p.Columns, columns[i].property) || !property.MatchString(columns[i].property) {
		return nil
	}
	return &columns[i]
}

// supports reports whether a list of a document has a name; an empty list has all.
func supports(list []string, name string) bool {
	return len(list) == 0 || slices.Contains(list, "*") || slices.Contains(list, name)
}

// property is a name that may stand in an expression of OData as it is.
var property = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// selected names the properties that are read. It returns "" if all are, or one cannot be named.
func selected(p *document.PushedDown, t *Target, shape *shape) string {
	if p == nil {
		return ""
	}
	all := columnsOf(t.Method, nil, t.SnakeCase)
	var list []string
	for _, c := range shape.columns {
		switch {
		case c.input != nil:
			continue
		case c.whole || !supports(p.Columns, c.property) || !property.MatchString(c.property):
			return ""
		}
		list = append(list, c.property)
	}
	if len(list) == 0 || len(list) >= len(all) {
		return ""
	}
	delimiter := p.Delimiter
	if delimiter == "" {
		delimiter = ","
	}
	return strings.Join(list, delimiter)
}

// filtered writes conditions as OData does. It returns "" if none can be told.
func filtered(p *document.PushedDown, t *Target, where []providers.Condition) string {
	var terms []string
	for _, c := range where {
		of := comparable(p, t, c)
		if of == nil {
			continue
		}
		operator, literal := comparison(of.kind, c.Operator, string(c.Value.Text))
		switch {
		case literal == "" || !supports(p.Operators, operator):
			continue
		case operator == "startswith":
			terms = append(terms, "startswith("+of.property+","+literal+")")
		default:
			terms = append(terms, of.property+" "+operator+" "+literal)
		}
	}
	if len(terms) > 1 && !supports(p.Operators, "and") {
		terms = terms[:1]
	}
	return strings.Join(terms, " and ")
}

var (
	odataOperators = map[string]string{"=": "eq", "<>": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
	plainNumber    = regexp.MustCompile(`^-?[0-9]{1,15}$`)
	plainTime      = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)
)

// comparison returns the operator and the literal of a condition, or "" if it may mean something else to the API.
func comparison(kind, operator, value string) (told, literal string) {
	switch kind {
	case document.Text:
		if strings.ContainsFunc(value, isControl) {
			return "", ""
		}
		literal = "'" + strings.ReplaceAll(value, "'", "''") + "'"
		switch operator {
		case "=":
			return "eq", literal
		case "startswith":
			return operator, literal
		}
	case document.BigInt, document.Double:
		if plainNumber.MatchString(value) {
			return odataOperators[operator], value
		}
	case document.Boolean:
		if operator == "=" && (value == "true" || value == "false") {
			return "eq", value
		}
	case document.Timestamp:
		if !plainTime.MatchString(value) {
			return "", ""
		}
		switch operator { // an API may keep whole seconds alone
		case ">", ">=":
			return "ge", value
		case "<", "<=":
			return "le", value
		}
	}
	return "", ""
}
