package mcp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery/guide"
)

// maxText bounds one text of a list, in bytes: what is looked for is a name or a value.
const maxListedText = 1000

// textsParam is a list of texts. One text is taken for a list of one, and a list in a string,
// as some clients send it, for the list.
func textsParam(p param, most int, oneOf ...string) param {
	items := schema{"type": "string"}
	if len(oneOf) > 0 {
		items["enum"] = oneOf
	}
	p.shape = schema{"type": "array", "items": items, "minItems": 1, "maxItems": most}
	p.read = func(p param, value any) (any, error) { return readTexts(p.name, value, most, oneOf) }
	return p
}

func readTexts(name string, value any, most int, oneOf []string) ([]string, error) {
	list, err := asList(name, value)
	if err != nil {
		return nil, err
	}
	switch {
	case len(list) == 0:
		return nil, invalid("argument %q is an empty list", name)
	case len(list) > most:
		return nil, invalid("argument %q has %d items, of which it can have %d", name, len(list), most).WithHint("Ask in several calls.")
	}
	texts := make([]string, len(list))
	for i, one := range list {
		text, ok := one.(string)
		switch {
		case !ok:
			return nil, invalid("%s[%d]: it must be a string", name, i)
		case strings.TrimSpace(text) == "":
			return nil, invalid("%s[%d]: it is empty", name, i)
		case len(text) > maxListedText:
			return nil, invalid("%s[%d]: it is longer than %d bytes", name, i, maxListedText)
		case strings.ContainsRune(text, 0):
			return nil, invalid("%s[%d]: it has a NUL character", name, i)
		case len(oneOf) > 0 && !slices.Contains(oneOf, text):
			return nil, invalid("%s[%d]: it is %q", name, i, text).WithHint("It is one of: %s.", strings.Join(oneOf, ", "))
		}
		texts[i] = text
	}
	return texts, nil
}

// asList is a list, whatever way it came.
func asList(name string, value any) ([]any, error) {
	switch value := value.(type) {
	case []any:
		return value, nil
	case string:
		if strings.HasPrefix(strings.TrimSpace(value), "[") {
			var list []any
			if decoder := json.NewDecoder(strings.NewReader(value)); decoder.Decode(&list) == nil {
				return list, nil
			}
		}
		return []any{value}, nil
	case map[string]any:
		return []any{value}, nil
	}
	return nil, invalid("argument %q must be a list", name)
}

// entitiesParam is the list of tables that entity_details is asked about.
func entitiesParam() param {
	text := schema{"type": "string"}
	return param{
		name: "entities", also: []string{"entity", "tables", "refs"}, required: true,
		about: "Tables: a name such as schema.name, or a tableRef from discover_data; columns narrow it.",
		shape: schema{
			"type": "array", "minItems": 1, "maxItems": guide.MaxEntities,
			"items": schema{
				"type": "object", "required": []string{"table"},
				"properties": schema{"table": schema{"type": []string{"string", "object"}}, "columns": schema{"type": "array", "items": text}},
			},
		},
		read: func(p param, value any) (any, error) { return readEntities(p.name, value) },
	}
}

func readEntities(name string, value any) ([]guide.Asked, error) {
	list, err := asList(name, value)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, invalid("argument %q is an empty list", name)
	}
	if len(list) > guide.MaxEntities {
		return nil, invalid("argument %q has %d items, of which it can have %d", name, len(list), guide.MaxEntities).WithHint("Ask in several calls.")
	}
	asked := make([]guide.Asked, len(list))
	for i, one := range list {
		if asked[i], err = readEntity(fmt.Sprintf("%s[%d]", name, i), one); err != nil {
			return nil, err
		}
	}
	return asked, nil
}

// keysOfRef are what a reference may be made of: its own names, and those by which models call them.
var keysOfRef = []string{"catalog", "db", "name", "database", "schema", "table"}

// keysOfEntity are the other keys that one item may have. Those that a ref of discover_data has
// beside are taken and left.
var keysOfEntity = []string{"table", "tableRef", "columns", "columnName", "kind", "id", "connectionId", "score", "summary", "snippet", "matchedOn"}

// readEntity reads one item: {table, columns}, a ref as discover_data returned it, a reference
// by itself, or a name.
func readEntity(at string, value any) (asked guide.Asked, err error) {
	if text, ok := value.(string); ok {
		return asked, readTable(at, text, &asked)
	}
	item, ok := value.(map[string]any)
	if !ok {
		return asked, invalid("%s: it must be an object with table", at)
	}
	for _, key := range sortedKeys(item) {
		if !slices.Contains(keysOfEntity, key) && !slices.Contains(keysOfRef, key) {
			return asked, invalid("%s: unknown key %q", at, key).WithHint("An entity has table and columns.")
		}
	}
	table := item["table"]
	if ref := item["tableRef"]; table == nil && ref != nil {
		table = ref
	}
	if text, isText := table.(string); isText && (item["schema"] != nil || item["db"] != nil) || table == nil {
		err = readRef(at, item, &asked)
	} else if isText {
		err = readTable(at+".table", text, &asked)
	} else {
		err = readTable(at+".table", table, &asked)
	}
	if err != nil {
		return asked, err
	}
	for _, key := range []string{"columns", "columnName"} {
		if columns := item[key]; columns != nil && asked.Columns == nil {
			if list, isList := columns.([]any); isList && len(list) == 0 {
				continue
			}
			if asked.Columns, err = readTexts(at+"."+key, columns, 1000, nil); err != nil {
				return asked, err
			}
		}
	}
	return asked, nil
}

// readTable reads a table: a name, or a reference.
func readTable(at string, value any, into *guide.Asked) error {
	switch value := value.(type) {
	case string:
		texts, err := readTexts(at, []any{value}, 1, nil)
		if err != nil {
			return err
		}
		into.Display = texts[0]
		return nil
	case map[string]any:
		for _, key := range sortedKeys(value) {
			if !slices.Contains(keysOfRef, key) {
				return invalid("%s: unknown key %q", at, key).WithHint(`A reference is {"catalog": …, "db": …, "name": …}.`)
			}
		}
		return readRef(at, value, into)
	}
	return invalid("%s: it must be a name, or a reference {catalog, db, name}", at)
}

// readRef reads a reference. {schema, table} is taken for {db, name}; names that are there
// already count.
func readRef(at string, from map[string]any, into *guide.Asked) error {
	ref := guide.TableRef{}
	for _, part := range []struct {
		into  **string
		names []string
	}{
		{&ref.Catalog, []string{"catalog", "database"}},
		{&ref.DB, []string{"db", "schema"}},
	} {
		for _, name := range part.names {
			if *part.into != nil || from[name] == nil {
				continue
			}
			text, err := readPart(at+"."+name, from[name])
			if err != nil {
				return err
			}
			if text != "" {
				*part.into = &text
			}
		}
	}
	for _, name := range []string{"name", "table"} {
		if ref.Name != "" || from[name] == nil {
			continue
		}
		text, err := readPart(at+"."+name, from[name])
		if err != nil {
			return err
		}
		ref.Name = text
	}
	if ref.Name == "" {
		return invalid("%s: the reference has no name", at).WithHint(`A reference is {"catalog": …, "db": …, "name": …}.`)
	}
	into.Ref = &ref
	return nil
}

// readPart reads one part of a reference, which may be empty.
func readPart(at string, value any) (string, error) {
	if text, ok := value.(string); ok && text == "" {
		return "", nil
	}
	texts, err := readTexts(at, []any{value}, 1, nil)
	if err != nil {
		return "", err
	}
	return texts[0], nil
}
