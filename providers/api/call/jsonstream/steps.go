package jsonstream

import (
	"bytes"
	"strconv"
	"strings"
)

// Step is a part of a way into JSON.
type Step struct {
	Name string // of a property
	All  bool   // every element of a list, or every value of an object; of several watched values the last one counts
	At   int    // an element by its number; -1: none
}

// ParseSteps reads a key of a document: "$.data.items", "$['@odata.nextLink']", "$.a[*].b",
// "nextToken", "result_info.page". A key that is a property's name as a whole, with dots
// in it, is met by names.
func ParseSteps(key string) []Step {
	key = strings.TrimPrefix(strings.TrimSpace(key), "$")
	var steps []Step
	for key != "" {
		switch key[0] {
		case '.':
			key = key[1:]
		case '[':
			end := strings.IndexByte(key, ']')
			if end < 0 {
				return append(steps, Step{Name: key, At: -1})
			}
			inside := key[1:end]
			if quote := strings.IndexAny(inside, `'"`); quote == 0 {
				if closing := strings.Index(key[2:], inside[:1]+"]"); closing >= 0 {
					inside, end = key[2:2+closing], 3+closing
				}
				steps = append(steps, Step{Name: inside, At: -1})
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
				steps = append(steps, Step{All: true, At: -1})
			} else {
				steps = append(steps, Step{Name: key[:end], At: -1})
			}
			key = key[end:]
		}
	}
	return steps
}

func bracket(inside string) Step {
	if i, err := strconv.Atoi(inside); err == nil && i >= 0 {
		return Step{At: i}
	}
	if inside == "*" || inside == ":" || inside == "" || inside == "-1:" || inside == "-1" {
		return Step{All: true, At: -1}
	}
	return Step{Name: inside, At: -1}
}

// Scalar returns a JSON value as a text: a text without its quotes.
func Scalar(raw []byte) string {
	if len(raw) > 0 && raw[0] == '"' {
		return string(AppendText(nil, raw))
	}
	return string(raw)
}

// Elements returns the elements of a JSON list.
func Elements(text []byte) (list [][]byte, isList bool) {
	if len(text) == 0 || text[0] != '[' {
		return nil, false
	}
	x := Extractor{Longest: len(text), Emit: func(value []byte) error {
		list = append(list, bytes.Clone(value))
		return nil
	}}
	return list, x.Read(ScanBytes(text)) == nil
}

// IsNumber reports whether a text is a number as JSON has them.
func IsNumber(text []byte) bool {
	s := ScanBytes(text)
	return len(text) > 0 && s.number(&sink{}) == nil && s.pos == s.end
}

// EachProperty calls f with the name and the value of each property of an object that is whole and well-formed.
// Both are valid during the call.
func EachProperty(object []byte, f func(name, value []byte) error) error {
	in := Scanner{buf: object, pos: 1, end: len(object)}
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
			name = AppendText(nil, object[from:in.pos])
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
