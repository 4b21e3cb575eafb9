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
	if p == nil || p.Select == nil && p.Filter == nil {
		return m
	}
	told := m.clone()
	told.tell(p.Select, "$select", selected(p.Select, t, shape))
	told.tell(p.Filter, "$filter", filtered(p.Filter, t, read.Where))
	if len(told.query) == len(m.query) {
		return m
	}
	told.plain = m
	return told
}

// tell adds a parameter that nothing else gives.
func (m *message) tell(p *document.PushedDown, name, value string) {
	if p == nil || value == "" {
		return
	}
	if p.ParamName != "" {
		name = p.ParamName
	} else if p.Dialect != "odata" {
		return
	}
	if !slices.ContainsFunc(m.query, func(q pair) bool { return strings.EqualFold(q.key, name) }) {
		m.set(name, value)
	}
}

// supports reports whether a list of a document has a name; an empty list has all.
func supports(list []string, name string) bool {
	return len(list) == 0 || slices.Contains(list, "*") || slices.Contains(list, name)
}

// property is a name that may stand in an expression of OData as it is.
var property = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// selected names the properties that are read; "": all are, or one cannot be named.
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

// filtered writes conditions as OData does; "": none can be told.
func filtered(p *document.PushedDown, t *Target, where []providers.Condition) string {
	if p == nil || p.Dialect != "odata" && p.Syntax != "odata" {
		return ""
	}
	columns := columnsOf(t.Method, nil, t.SnakeCase)
	var terms []string
	for _, c := range where {
		i := slices.IndexFunc(columns, func(of column) bool { return of.name == c.Column })
		if i < 0 || columns[i].whole || !supports(p.Columns, columns[i].property) || !property.MatchString(columns[i].property) {
			continue
		}
		operator, literal := comparison(columns[i].kind, c.Operator, string(c.Value.Text))
		switch {
		case c.Value.Text == nil || literal == "" || !supports(p.Operators, operator):
			continue
		case operator == "startswith":
			terms = append(terms, "startswith("+columns[i].property+","+literal+")")
		default:
			terms = append(terms, columns[i].property+" "+operator+" "+literal)
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

// comparison is the operator and the literal of a condition; "": it may mean something else to the API.
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
