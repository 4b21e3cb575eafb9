package transform

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/document"
)

// bySchema makes rows of AWS's XML: {"line_items": [row, …]} for the object key
// $.line_items.
func (tr *Transformer) bySchema(r document.Response, body []byte) ([]byte, error) {
	root, err := parseXML(body)
	if err != nil {
		return nil, err
	}
	found, err := rowsOf(payload(root, r.Protocol), r.Columns)
	if err != nil {
		return nil, err
	}
	var out any = project(found, r.Columns)
	steps := strings.FieldsFunc(strings.TrimPrefix(r.ObjectKey, "$"), func(c rune) bool { return strings.ContainsRune(".[]*'", c) })
	for i := len(steps) - 1; i >= 0; i-- {
		out = map[string]any{steps[i]: out}
	}
	return write(out)
}

// byPath makes a list of the rows that an XPath finds.
func (tr *Transformer) byPath(r document.Response, body []byte) ([]byte, error) {
	root, err := parseXML(body)
	if err != nil {
		return nil, err
	}
	p, err := parsePath(r.ObjectKey)
	if err != nil {
		return nil, unfit("the document's object key %q: %s", r.ObjectKey, err)
	}
	found, err := p.find(root, newRun(tr.limits))
	if err != nil {
		return nil, err
	}
	if len(r.Columns) == 0 {
		values := []any{}
		for _, e := range found {
			values = append(values, e.value())
		}
		return write(values)
	}
	return write(project(found, r.Columns))
}

// payload is the element whose children are of the operation: AWS's query protocol has
// <OpResponse><OpResult>…, the others have it at the top.
func payload(root *element, protocol string) *element {
	if protocol == "ec2" || protocol == "rest-xml" {
		return root
	}
	operation, isResponse := strings.CutSuffix(root.name, "Response")
	inside := root.elements()
	for _, c := range inside {
		if isResponse && c.name == operation+"Result" {
			return c
		}
	}
	for _, c := range inside {
		if protocol == "query" && strings.HasSuffix(c.name, "Result") {
			return c
		}
	}
	return root
}

// rowsOf finds the rows below a payload: the list whose elements have most of the
// columns, or the payload, or its only element that is a row. A document does not say
// which of these an answer is.
func rowsOf(payload *element, columns []document.Column) ([]*element, error) {
	lists, singles, empty := candidates(payload)
	for _, single := range singles { // a flattened list of one element
		if whole(single, columns) {
			lists = append(lists, []*element{single})
		}
	}
	best, most := []*element(nil), 0
	for _, list := range lists {
		if n := score(list, columns); n > most {
			best, most = list, n
		}
	}
	if n := score([]*element{payload}, columns); n > 0 && n >= most {
		return []*element{payload}, nil
	}
	if most > 0 {
		return best, nil
	}
	if !empty {
		for _, single := range singles {
			if n := score([]*element{single}, columns); n > most {
				best, most = []*element{single}, n
			}
		}
	}
	if most == 0 {
		for _, list := range lists {
			if len(list) > 1 && len(list[0].elements()) > 0 {
				return nil, unfit("the answer's rows, <%s>, have none of the columns that the document names", list[0].name)
			}
		}
	}
	return best, nil
}

// candidates are the lists and the single elements below a payload, and whether there is
// an empty element, which may be a list of nothing.
func candidates(payload *element) (lists [][]*element, singles []*element, empty bool) {
	var names []string
	groups := map[string][]*element{}
	for _, c := range payload.elements() {
		if len(groups[c.name]) == 0 {
			names = append(names, c.name)
		}
		groups[c.name] = append(groups[c.name], c)
	}
	for _, name := range names {
		group := groups[name]
		if len(group) > 1 {
			lists = append(lists, group)
			continue
		}
		inside := group[0].elements()
		switch {
		case len(inside) > 0 && alike(inside):
			lists = append(lists, inside)
			singles = append(singles, group[0])
		case len(inside) > 0:
			singles = append(singles, group[0])
		case group[0].own() == "":
			empty = true
		}
	}
	return lists, singles, empty
}

// whole reports whether all that is in an element are columns.
func whole(e *element, columns []document.Column) bool {
	for _, c := range e.elements() {
		if !slices.ContainsFunc(columns, func(column document.Column) bool { return strings.EqualFold(column.Name, c.name) }) {
			return false
		}
	}
	return true
}

// alike reports whether elements have one name.
func alike(list []*element) bool {
	for _, e := range list {
		if e.name != list[0].name {
			return false
		}
	}
	return true
}

// score is how many columns the first elements of a list have.
func score(list []*element, columns []document.Column) int {
	names := map[string]bool{}
	for _, e := range list[:min(len(list), 20)] {
		for _, c := range e.elements() {
			names[strings.ToLower(c.name)] = true
		}
	}
	n := 0
	for _, c := range columns {
		if names[strings.ToLower(c.Name)] {
			n++
		}
	}
	return n
}

// project makes rows of elements by the columns.
func project(list []*element, columns []document.Column) []map[string]any {
	rows := make([]map[string]any, 0, len(list))
	for _, e := range list {
		exact, folded := map[string][]*element{}, map[string][]*element{}
		inside := e.elements()
		for _, c := range inside {
			exact[c.name] = append(exact[c.name], c)
			folded[strings.ToLower(c.name)] = append(folded[strings.ToLower(c.name)], c)
		}
		row := make(map[string]any, len(columns))
		for _, column := range columns {
			found := exact[column.Name]
			if len(found) == 0 {
				found = folded[strings.ToLower(column.Name)]
			}
			if len(inside) == 0 && len(columns) == 1 { // a list of texts
				found = []*element{e}
			}
			row[column.Name] = typed(found, column.Type)
		}
		rows = append(rows, row)
	}
	return rows
}

// typed is the value of a column.
func typed(found []*element, kind string) any {
	switch len(found) {
	case 0:
		return nil
	case 1:
	default:
		list := make([]any, len(found))
		for i, e := range found {
			list[i] = e.value()
		}
		return list
	}
	value := found[0].value()
	text, isText := value.(string)
	if !isText {
		return value
	}
	switch plain := strings.TrimSpace(text); kind {
	case document.BigInt:
		if i, err := strconv.ParseInt(plain, 10, 64); err == nil {
			return i
		}
	case document.Double:
		if f, err := strconv.ParseFloat(plain, 64); err == nil && json.Valid([]byte(plain)) && f == f {
			return json.Number(plain)
		}
	case document.Boolean:
		if b, err := strconv.ParseBool(plain); err == nil {
			return b
		}
	case document.Text:
		return text
	}
	if text == "" {
		return nil
	}
	return text
}
