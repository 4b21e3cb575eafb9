package document

import (
	"slices"
	"strings"
)

// Types of columns and inputs.
const (
	Text      = "text"
	BigInt    = "bigint"
	Double    = "double precision"
	Boolean   = "boolean"
	Timestamp = "timestamp with time zone"
	Date      = "date"
	JSON      = "json" // an object, a list, or a value of several types
)

// anonymous is the column of an answer that has no properties.
const anonymous = "_"

// property is a property of a schema, with the schema of its value.
type property struct {
	name     string
	schema   node
	required bool
}

// schemas reads schemas of one document.
type schemas struct{ depth int }

// typeOf is the type of a schema's values.
func (s schemas) typeOf(n node) string {
	n, err := n.resolve()
	if err != nil || s.depth > maxDepth {
		return JSON
	}
	s.depth++
	kinds := n.get("type").texts() // OpenAPI 3.1 has lists: [string, "null"]
	kind := ""
	for _, k := range kinds {
		if k != "null" && kind != "" {
			return JSON
		} else if k != "null" {
			kind = k
		}
	}
	format := n.get("format").text()
	switch kind {
	case "string":
		switch format {
		case "date-time":
			return Timestamp
		case "date":
			return Date
		}
		return Text
	case "integer":
		return BigInt
	case "number":
		return Double
	case "boolean":
		return Boolean
	case "object", "array":
		return JSON
	}
	return s.typeOfParts(n)
}

// typeOfParts is the type of a schema that is made of others.
func (s schemas) typeOfParts(n node) string {
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		found := ""
		for _, part := range n.get(key).items() {
			switch t := s.typeOf(part); {
			case found == "":
				found = t
			case found != t:
				return JSON
			}
		}
		if found != "" {
			return found
		}
	}
	if n.get("properties").exists() || n.get("items").exists() || n.get("additionalProperties").exists() {
		return JSON
	}
	return Text
}

// properties are those of an object's schema: its own, and those of the schemas that
// it is made of. Of several that it may be, all are named and none is required.
func (s schemas) properties(n node) ([]property, error) {
	var list []property
	seen := map[string]int{}
	if err := s.collect(n, true, seen, &list); err != nil {
		return nil, err
	}
	return list, nil
}

func (s schemas) collect(n node, all bool, seen map[string]int, list *[]property) error {
	if s.depth > maxDepth {
		return n.problem("the schema is deeper than %d levels, or contains itself", maxDepth)
	}
	s.depth++
	n, err := n.resolve()
	if err != nil {
		return err
	}
	required := map[string]bool{}
	for _, name := range n.get("required").texts() {
		required[name] = all
	}
	n.get("properties").each(func(name string, schema node) {
		if at, known := seen[name]; known {
			(*list)[at].required = (*list)[at].required || required[name]
			return
		}
		if len(*list) < maxColumns {
			seen[name] = len(*list)
			*list = append(*list, property{name, schema, required[name]})
		}
	})
	for name := range required {
		if at, known := seen[name]; known && all {
			(*list)[at].required = true
		}
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		for _, part := range n.get(key).items() {
			if err := s.collect(part, all && key == "allOf", seen, list); err != nil {
				return err
			}
		}
	}
	return nil
}

// value is the schema of a property of an object's schema.
func (s schemas) value(n node, name string) (node, error) {
	list, err := s.properties(n)
	if err != nil {
		return node{}, err
	}
	for _, p := range list {
		if p.name == name {
			return p.schema, nil
		}
	}
	return node{}, nil
}

// elements is the schema of the elements of a list; of what is no list, itself.
func (s schemas) elements(n node) (element node, isList bool, err error) {
	if s.depth > maxDepth {
		return node{}, false, n.problem("the schema is deeper than %d levels, or contains itself", maxDepth)
	}
	s.depth++
	if n, err = n.resolve(); err != nil {
		return node{}, false, err
	}
	if items := n.get("items"); items.exists() {
		return items, true, nil
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		for _, part := range n.get(key).items() {
			if element, isList, err = s.elements(part); err != nil || isList {
				return element, isList, err
			}
		}
	}
	return n, false, nil
}

// rows is the schema of a row, where the rows of an answer are at a key.
func (s schemas) rows(schema node, key string) (node, error) {
	for _, step := range steps(key) {
		if step == "*" {
			element, _, err := s.elements(schema)
			if err != nil {
				return node{}, err
			}
			schema = element
			continue
		}
		next, err := s.value(schema, step)
		if err != nil {
			return node{}, err
		}
		if !next.exists() { // through a list
			if element, isList, err := s.elements(schema); err == nil && isList {
				next, err = s.value(element, step)
				if err != nil {
					return node{}, err
				}
			}
		}
		if !next.exists() {
			return node{}, nil
		}
		schema = next
	}
	element, isList, err := s.elements(schema)
	if err != nil || isList || key != "" {
		return element, err
	}
	items, err := s.value(schema, "items")
	if err != nil || !items.exists() {
		return element, err
	}
	inner, isList, err := s.elements(items)
	if isList {
		return inner, err
	}
	return element, err
}

// steps takes the way to the rows apart: $.data.items, $.items[*], /Response/Set/item.
func steps(key string) []string {
	if strings.HasPrefix(key, "/") {
		return nil // XML: the schema of the answer is that of its rows
	}
	key = strings.TrimPrefix(strings.TrimPrefix(key, "$"), ".")
	key = strings.NewReplacer("[*]", ".*", "['", ".", "']", "", "[:]", ".*", "[", ".", "]", "").Replace(key)
	var list []string
	for step := range strings.SplitSeq(key, ".") {
		if step != "" {
			list = append(list, step)
		}
	}
	return list
}

// columns are the columns of a row's schema.
func (s schemas) columns(row node) ([]Column, error) {
	if !row.exists() {
		return nil, nil
	}
	list, err := s.properties(row)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return []Column{{Name: anonymous, Type: s.typeOf(row), Description: summaryOf(row)}}, nil
	}
	columns := make([]Column, len(list))
	for i, p := range list {
		columns[i] = Column{Name: p.name, Type: s.typeOf(p.schema), Description: summaryOf(p.schema), Required: p.required && !s.mayBeNull(p.schema)}
	}
	return columns, nil
}

// mayBeNull reports whether a schema, or one that it is made of, says that null is a value of it.
func (s schemas) mayBeNull(n node) bool {
	n, err := n.resolve()
	if err != nil || s.depth > maxDepth {
		return true
	}
	s.depth++
	if n.get("nullable").isTrue() || n.get("x-nullable").isTrue() || slices.Contains(n.get("type").texts(), "null") {
		return true
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		if slices.ContainsFunc(n.get(key).items(), s.mayBeNull) {
			return true
		}
	}
	return false
}

// longestDescription is what is kept of a description: some are chapters.
const longestDescription = 400

// summaryOf is what a schema or parameter says of itself, in one line.
func summaryOf(n node) string {
	text := n.get("description").text()
	if text == "" {
		if target, err := n.resolve(); err == nil {
			text = target.get("description").text()
		}
	}
	return line(text)
}

// line folds a text into one line and cuts it.
func line(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= longestDescription {
		return text
	}
	cut := strings.LastIndexByte(text[:longestDescription], ' ')
	if cut < longestDescription/2 {
		cut = longestDescription
		for cut > 0 && text[cut]&0xc0 == 0x80 {
			cut--
		}
	}
	return text[:cut] + " …"
}
