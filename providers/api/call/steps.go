package call

import (
	"bytes"
	"strconv"
	"strings"
)

// step is a part of a way into JSON.
type step struct {
	name string // of a property
	all  bool   // every element of a list, or every value of an object; of several watched values the last one counts
	at   int    // an element by its number; -1: none
}

// way reads a key of a document: "$.data.items", "$['@odata.nextLink']", "$.a[*].b",
// "nextToken", "result_info.page". A key that is a property's name as a whole, with dots
// in it, is met by names.
func way(key string) []step {
	key = strings.TrimPrefix(strings.TrimSpace(key), "$")
	var steps []step
	for key != "" {
		switch key[0] {
		case '.':
			key = key[1:]
		case '[':
			end := strings.IndexByte(key, ']')
			if end < 0 {
				return append(steps, step{name: key, at: -1})
			}
			inside := key[1:end]
			if quote := strings.IndexAny(inside, `'"`); quote == 0 {
				if closing := strings.Index(key[2:], inside[:1]+"]"); closing >= 0 {
					inside, end = key[2:2+closing], 3+closing
				}
				steps = append(steps, step{name: inside, at: -1})
			} else {
				steps = append(steps, bracket(inside))
			}
			key = key[end+1:]
		default:
			end := strings.IndexAny(key, ".[")
			if strings.HasPrefix(key, "@odata.") {
				if end = strings.IndexAny(key[len("@odata."):], ".["); end >= 0 {
					end += len("@odata.")
				}
			}
			if end < 0 {
				end = len(key)
			}
			if key[:end] == "*" {
				steps = append(steps, step{all: true, at: -1})
			} else {
				steps = append(steps, step{name: key[:end], at: -1})
			}
			key = key[end:]
		}
	}
	return steps
}

func bracket(inside string) step {
	if i, err := strconv.Atoi(inside); err == nil && i >= 0 {
		return step{at: i}
	}
	if inside == "*" || inside == ":" || inside == "" || inside == "-1:" || inside == "-1" {
		return step{all: true, at: -1}
	}
	return step{name: inside, at: -1}
}

// scalar is a JSON value as a text: a text without its quotes.
func scalar(raw []byte) string {
	if len(raw) > 0 && raw[0] == '"' {
		return string(appendText(nil, raw))
	}
	return string(raw)
}

// elements are those of a JSON list.
func elements(text []byte) (list [][]byte, isList bool) {
	if len(text) == 0 || text[0] != '[' {
		return nil, false
	}
	x := extractor{longest: len(text), emit: func(value []byte) error {
		list = append(list, bytes.Clone(value))
		return nil
	}}
	return list, x.read(scanBytes(text)) == nil
}

// isNumber reports whether a text is a number as JSON has them.
func isNumber(text []byte) bool {
	s := scanBytes(text)
	return len(text) > 0 && s.number(&sink{}) == nil && s.pos == s.end
}

// eachProperty calls f with the name and the value of each property of an object that is whole and well-formed.
// Both are valid during the call.
func eachProperty(object []byte, f func(name, value []byte) error) error {
	in := scanner{buf: object, pos: 1, end: len(object)}
	for in.pos < len(object) && object[in.pos] != '}' {
		if object[in.pos] == ',' {
			in.pos++
		}
		from := in.pos
		if err := in.text(&sink{}); err != nil {
			return err
		}
		name := object[from+1 : in.pos-1]
		if bytes.IndexByte(name, '\\') >= 0 {
			name = appendText(nil, object[from:in.pos])
		}
		in.pos++ // the colon
		from = in.pos
		if err := in.skip(); err != nil {
			return err
		}
		if err := f(name, object[from:in.pos]); err != nil {
			return err
		}
	}
	return nil
}
