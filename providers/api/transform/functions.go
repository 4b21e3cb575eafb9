package transform

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"text/template"
)

// functions are those of the format, and those of text/template that make texts, which
// are bounded here.
func (x *run) functions() template.FuncMap {
	return template.FuncMap{
		stepName:              x.step,
		"separator":           separator,
		"safeIndex":           func(m map[string]any, key string) any { return m[key] },
		"toBool":              func(v any) bool { return v == true || v == "true" },
		"toInt":               toInt,
		"plus1":               func(i int) int { return i + 1 },
		"kindOf":              func(v any) string { return reflect.ValueOf(v).Kind().String() },
		"toJson":              x.toJSON,
		"jsonMapFromString":   x.jsonMap,
		"getXPath":            x.xpathText,
		"getXPathAllOuter":    x.xpathOuter,
		"getRegexpFirstMatch": x.firstMatch,
		"getRegexpAllMatches": x.allMatches,

		"print":    func(args ...any) (string, error) { return x.format("", args, fmt.Sprint) },
		"println":  func(args ...any) (string, error) { return x.format("", args, fmt.Sprintln) },
		"html":     func(args ...any) (string, error) { return x.escape(args, html.EscapeString) },
		"js":       func(args ...any) (string, error) { return x.escape(args, template.JSEscapeString) },
		"urlquery": func(args ...any) (string, error) { return x.escape(args, url.QueryEscape) },
		"printf": func(format string, args ...any) (string, error) {
			if wide.MatchString(format) {
				return "", errors.New("a width of printf has more than three digits, or is an argument")
			}
			return x.format(format, args, func(args ...any) string { return fmt.Sprintf(format, args...) })
		},
	}
}

// separator is "" when it is called first, and a text from then on.
func separator(text string) func() string {
	called := false
	return func() string {
		if !called {
			called = true
			return ""
		}
		return text
	}
}

func toInt(v any) int {
	switch v := v.(type) {
	case number:
		return int(v)
	case json.Number:
		i, _ := v.Int64() //nolint:errcheck // what is no number is 0
		return int(i)
	case string:
		text := strings.TrimSpace(v)
		end := 0
		for end < len(text) && (text[end] >= '0' && text[end] <= '9' || end == 0 && (text[0] == '-' || text[0] == '+')) {
			end++
		}
		i, _ := strconv.Atoi(text[:end]) //nolint:errcheck // the same
		return i
	}
	return 0
}

func (x *run) toJSON(v any) (string, error) {
	if err := x.onTime(); err != nil {
		return "", err
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "", errors.New("the value cannot be written as JSON")
	}
	return string(text), x.spend(len(text))
}

func (x *run) jsonMap(text string) (map[string]any, error) {
	if err := x.spend(8 * len(text)); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		return nil, errors.New("the text is no JSON object: " + at(err, []byte(text)))
	}
	numbers(m)
	return m, nil
}

var wide = regexp.MustCompile(`%[^a-zA-Z%]*([0-9]{4}|\*)`)

// size bounds what a value takes when it is formatted.
func (x *run) size(args []any) int {
	all := 0
	for _, arg := range args {
		all += 64
		switch v := reflect.ValueOf(arg); v.Kind() {
		case reflect.String:
			all += 4 * v.Len()
		case reflect.Map, reflect.Slice, reflect.Pointer, reflect.Struct, reflect.Interface:
			all += 16 * (1<<10 + x.body)
		default:
		}
	}
	return all
}

func (x *run) format(format string, args []any, f func(...any) string) (string, error) {
	if x.size(args)+1000*strings.Count(format, "%") > x.limits.Made {
		return "", tooMuch("the document's template formats too much at once")
	}
	if err := x.onTime(); err != nil {
		return "", err
	}
	text := f(args...)
	return text, x.spend(len(text))
}

func (x *run) escape(args []any, f func(string) string) (string, error) {
	text, err := x.format("", args, fmt.Sprint)
	if err != nil {
		return "", err
	}
	if err := x.spend(6 * len(text)); err != nil {
		return "", err
	}
	return f(text), nil
}

// matches are the groups of the first match of a pattern.
func (x *run) matches(input, pattern string) ([]string, error) {
	if len(pattern) > 1000 {
		return nil, errors.New("the pattern has more than 1000 bytes")
	}
	if err := x.spend(len(input) + 1<<20); err != nil { // a short pattern may be a large program
		return nil, err
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("the pattern %q is no regular expression", pattern)
	}
	found := re.FindStringSubmatch(input)
	if len(found) < 2 {
		return nil, fmt.Errorf("nothing matches the groups of the pattern %q", pattern)
	}
	return found[1:], nil
}

func (x *run) firstMatch(input, pattern string) (string, error) {
	found, err := x.matches(input, pattern)
	if err != nil {
		return "", err
	}
	return found[0], nil
}

func (x *run) allMatches(input, pattern string) ([]string, error) { return x.matches(input, pattern) }

// number is a number of JSON. It prints as it was written, where that is a whole number,
// and is a float64 for what templates ask of it.
type number float64

// String writes whole numbers without an exponent.
func (n number) String() string {
	f := float64(n)
	if f == float64(int64(f)) {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(f)
}

// numbers replaces the numbers of a value. Whole numbers that a float64 cannot hold stay
// as they are written.
func numbers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			v[key] = numbers(value)
		}
	case []any:
		for i, value := range v {
			v[i] = numbers(value)
		}
	case json.Number:
		f, err := v.Float64()
		if err != nil || !strings.ContainsAny(string(v), ".eE") && strconv.FormatFloat(f, 'f', -1, 64) != string(v) {
			return v
		}
		return number(f)
	}
	return v
}
