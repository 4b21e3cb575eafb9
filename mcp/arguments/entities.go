package arguments

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sallyportdb/sallyport/discovery/guide"
)

// Entities returns the parameter of the tables that entity_details describes.
func Entities() Param {
	text := schema{"type": "string"}
	return Param{
		Name: "entities", Also: []string{"entity", "tables", "refs"}, Required: true,
		About: "Tables: a name such as schema.name, or a tableRef from discover_data; columns narrow it.",
		shape: schema{
			"type": "array", "minItems": 1, "maxItems": guide.MaxEntities,
			"items": schema{
				"type": "object", "required": []string{"table"},
				"properties": schema{"table": schema{"type": []string{"string", "object"}}, "columns": schema{"type": "array", "items": text}},
			},
		},
		read: func(p Param, value any) (any, error) { return readEntities(p.Name, value) },
	}
}

func readEntities(name string, value any) ([]guide.Asked, error) {
	list, err := asList(name, value)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, Invalid("argument %q is an empty list", name)
	}
	if len(list) > guide.MaxEntities {
		return nil, Invalid("argument %q has %d items, of which it can have %d", name, len(list), guide.MaxEntities).WithHint("Ask in several calls.")
	}
	asked := make([]guide.Asked, len(list))
	for i, one := range list {
		if asked[i], err = readEntity(fmt.Sprintf("%s[%d]", name, i), one); err != nil {
			return nil, err
		}
	}
	return asked, nil
}

// keysOfRef are the keys of a reference, and the other names that models use for them.
var keysOfRef = []string{"catalog", "db", "name", "database", "schema", "table"}

// keysOfEntity are the other keys that one item may have. The further keys of a ref of discover_data are accepted and
// ignored.
var keysOfEntity = []string{"table", "tableRef", "columns", "columnName", "kind", "id", "connectionId", "score", "summary", "snippet", "matchedOn"}

// readEntity reads one item: {table, columns}, a ref as discover_data returned it, a reference
// by itself, or a name.
func readEntity(at string, value any) (asked guide.Asked, err error) {
	if text, ok := value.(string); ok {
		return asked, readTable(at, text, &asked)
	}
	item, ok := value.(map[string]any)
	if !ok {
		return asked, Invalid("%s: it must be an object with table", at)
	}
	for _, key := range slices.Sorted(maps.Keys(item)) {
		if !slices.Contains(keysOfEntity, key) && !slices.Contains(keysOfRef, key) {
			return asked, Invalid("%s: unknown key %q", at, key).WithHint("An entity has table and columns.")
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
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if !slices.Contains(keysOfRef, key) {
				return Invalid("%s: unknown key %q", at, key).WithHint(`A reference is {"catalog": …, "db": …, "name": …}.`)
			}
		}
		return readRef(at, value, into)
	}
	return Invalid("%s: it must be a name, or a reference {catalog, db, name}", at)
}

// readRef reads a reference. {schema, table} means {db, name}; parts that have a value already
// keep it.
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
		return Invalid("%s: the reference has no name", at).WithHint(`A reference is {"catalog": …, "db": …, "name": …}.`)
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
