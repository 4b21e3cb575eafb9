package call

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// queryPairs is how a parameter stands in the query: a list, written as JSON, one by one
// or with commas; for AWS flattened, as Filter.1.Name.
func (b *builder) queryPairs(p *document.Param, text string) ([]pair, error) {
	if (p.Type == document.JSON || b.target.Method.Transpose != "") && (strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{")) && json.Valid([]byte(text)) {
		if b.target.Method.Transpose == "AWSCanonical" {
			return flatten(p.Name, []byte(text), nil), nil
		}
		if items, isList := jsonstream.Elements([]byte(text)); isList {
			return spread(p, items), nil
		}
	}
	text, err := b.plain(p, text)
	return []pair{{p.Name, text, false}}, err
}

// plain writes a value as APIs read it: a boolean of PostgreSQL as true, and a time as
// ISO 8601.
func (b *builder) plain(p *document.Param, text string) (string, error) {
	switch p.Type {
	case document.Boolean:
		switch text {
		case "t":
			return "true", nil
		case "f":
			return "false", nil
		}
	case document.BigInt:
		if _, _, fits := integer(nil, []byte(text)); !fits {
			return "", sqlstate.New(sqlstate.InvalidTextRepresent, "%q is no whole number: the input %q of %s", clean(text, 80), p.Name, b.target.Name)
		}
	case document.Timestamp:
		return isoTime(text), nil
	}
	return text, nil
}

// isoTime writes PostgreSQL's form of a time as ISO 8601; other texts stay as they are.
func isoTime(text string) string {
	if len(text) > len("2006-01-02 ") && text[len("2006-01-02")] == ' ' {
		if t, ok := parseTime(text); ok {
			return t.Format("2006-01-02T15:04:05.999999Z07:00")
		}
	}
	return text
}

// spread writes a list into the query.
func spread(p *document.Param, items [][]byte) []pair {
	var list []pair
	var texts []string
	for _, item := range items {
		text := jsonstream.Scalar(item)
		list, texts = append(list, pair{p.Name, text, false}), append(texts, text)
	}
	if p.Explode || len(list) == 0 {
		return list
	}
	return []pair{{p.Name, strings.Join(texts, ","), false}}
}

// flatten writes a value as AWS's query protocol does.
func flatten(key string, value []byte, to []pair) []pair {
	if items, isList := jsonstream.Elements(value); isList {
		for i, item := range items {
			to = flatten(key+"."+strconv.Itoa(i+1), item, to)
		}
		return to
	}
	var object map[string]json.RawMessage
	if len(value) > 0 && value[0] == '{' && json.Unmarshal(value, &object) == nil {
		var names []string
		for name := range object {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			to = flatten(key+"."+name, bytes.TrimSpace(object[name]), to)
		}
		return to
	}
	return append(to, pair{key, jsonstream.Scalar(value), false})
}
