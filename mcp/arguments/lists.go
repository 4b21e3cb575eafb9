package arguments

import (
	"encoding/json"
	"slices"
	"strings"
)

// maxListedText bounds one text of a list, in bytes: each is a name or a value.
const maxListedText = 1000

// List returns a parameter that is a list of texts. One text is read as a list of one, and a
// string with a list in JSON, as some clients send it, as that list.
func List(p Param, most int, oneOf ...string) Param {
	items := schema{"type": "string"}
	if len(oneOf) > 0 {
		items["enum"] = oneOf
	}
	p.shape = schema{"type": "array", "items": items, "minItems": 1, "maxItems": most}
	p.read = func(p Param, value any) (any, error) { return readTexts(p.Name, value, most, oneOf) }
	return p
}

func readTexts(name string, value any, most int, oneOf []string) ([]string, error) {
	list, err := asList(name, value)
	if err != nil {
		return nil, err
	}
	switch {
	case len(list) == 0:
		return nil, Invalid("argument %q is an empty list", name)
	case len(list) > most:
		return nil, Invalid("argument %q has %d items, of which it can have %d", name, len(list), most).WithHint("Ask in several calls.")
	}
	texts := make([]string, len(list))
	for i, one := range list {
		text, ok := one.(string)
		switch {
		case !ok:
			return nil, Invalid("%s[%d]: it must be a string", name, i)
		case strings.TrimSpace(text) == "":
			return nil, Invalid("%s[%d]: it is empty", name, i)
		case len(text) > maxListedText:
			return nil, Invalid("%s[%d]: it is longer than %d bytes", name, i, maxListedText)
		case strings.ContainsRune(text, 0):
			return nil, Invalid("%s[%d]: it has a NUL character", name, i)
		case len(oneOf) > 0 && !slices.Contains(oneOf, text):
			return nil, Invalid("%s[%d]: it is %q", name, i, text).WithHint("It is one of: %s.", strings.Join(oneOf, ", "))
		}
		texts[i] = text
	}
	return texts, nil
}

// asList returns the list that a value means.
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
	return nil, Invalid("argument %q must be a list", name)
}
