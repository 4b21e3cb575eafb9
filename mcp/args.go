package mcp

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/strictjson"
)

// param is one argument of a tool. Its schema and its check both come from here.
type param struct {
	name     string
	also     []string // what models call it instead; recorded under name
	about    string
	integer  bool // else a string
	required bool
	unless   string                                // required, unless the parameter of this name is given
	hidden   bool                                  // taken, and left out of the schema: few need it, and all would pay for it
	handle   bool                                  // the value alone gives access, so the record holds its beginning only
	oneOf    []string                              // strings: the legal values, of which the first is the default
	chosen   bool                                  // there is no default
	min, max int64                                 // integers
	start    int64                                 // integers: the value when none is given
	shape    schema                                // of a value that is neither string nor integer
	read     func(p param, value any) (any, error) // checks a value of that shape
	recordAs string                                // the name in the record, where name would be taken for SQL there
}

// arguments are the checked arguments of one call.
type arguments map[string]any

func (a arguments) text(name string) string    { s, _ := a[name].(string); return s }
func (a arguments) texts(name string) []string { t, _ := a[name].([]string); return t }
func (a arguments) int(name string) int64      { n, _ := a[name].(int64); return n }

// shownOfHandle is how much of a handle a record holds: enough to find the
// calls that belong together, too little to use it.
const shownOfHandle = 6

// recordable returns what the caller gave, for the record: without the SQL text,
// which has a field of its own there, and without handles.
func recordable(params []param, given map[string]any) map[string]any {
	out := make(map[string]any, len(given))
	for name, value := range given {
		i := slices.IndexFunc(params, func(p param) bool { return p.called(name) })
		if text, ok := value.(string); ok && i >= 0 && params[i].handle && len(text) > shownOfHandle {
			value = text[:shownOfHandle] + "…"
		}
		if i >= 0 && params[i].recordAs != "" {
			name = params[i].recordAs
		}
		out[name] = value
	}
	return out
}

// called reports whether a parameter goes by a name.
func (p param) called(name string) bool { return p.name == name || slices.Contains(p.also, name) }

// realNames puts what the caller gave under the parameters' own names. Two names
// for one parameter are refused, whatever the values: which is meant is anyone's
// guess. A null is as good as nothing.
func realNames(params []param, given map[string]any) (map[string]any, error) {
	out := make(map[string]any, len(given))
	by := map[string]string{}
	for _, name := range sortedKeys(given) {
		i := slices.IndexFunc(params, func(p param) bool { return p.called(name) })
		if i < 0 {
			return given, unknownArgument(params, name)
		}
		if given[name] == nil {
			continue
		}
		p := params[i]
		if other, ok := by[p.name]; ok {
			return given, invalid("arguments %q and %q are the same one", other, name).WithHint("Give %q alone.", p.name)
		}
		by[p.name], out[p.name] = name, given[name]
	}
	return out, nil
}

// readArguments checks a call's arguments against the tool's table. Integers
// above their maximum are lowered to it: asking for too many rows is no
// mistake, the answer just says that it is cut. All errors are 22023.
func readArguments(params []param, raw json.RawMessage) (arguments, map[string]any, error) {
	args, given := arguments{}, map[string]any{}
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && !bytes.Equal(raw, []byte("null")) {
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber()
		if raw[0] != '{' || decoder.Decode(&given) != nil {
			return args, nil, invalid("arguments must be a JSON object")
		}
		if err := strictjson.Check(raw); err != nil { // the SQL would be another one than was sent
			return args, given, invalid("the arguments cannot be read: %v", err).WithHint("Send UTF-8, with whole characters, and each name once.")
		}
	}
	given, err := realNames(params, given)
	if err != nil {
		return args, given, err
	}
	for _, p := range params {
		value, ok := given[p.name]
		if !ok {
			if p.required || p.unless != "" && given[p.unless] == nil {
				return args, given, invalid("argument %q is required", p.name).WithHint("%s", p.about)
			}
			if p.integer {
				args[p.name] = p.start
			}
			continue
		}
		checked, err := p.checkValue(value)
		if err != nil {
			return args, given, err
		}
		args[p.name] = checked
	}
	return args, given, nil
}

func (p param) checkValue(value any) (any, error) {
	if p.read != nil {
		return p.read(p, value)
	}
	if p.integer {
		number, ok := value.(json.Number)
		if text, isText := value.(string); isText { // some models put numbers in quotes
			number, ok = json.Number(text), json.Valid([]byte(text))
		}
		n, isInt := wholeNumber(number)
		switch {
		case !ok || !isInt:
			return nil, invalid("argument %q must be a whole number", p.name)
		case n < p.min:
			return nil, invalid("argument %q must be at least %d", p.name, p.min)
		}
		return min(n, p.max), nil
	}
	text, ok := value.(string)
	switch {
	case !ok:
		return nil, invalid("argument %q must be a string", p.name)
	case strings.ContainsRune(text, 0) && p.name != namesOfSQL[0]: // of SQL the planner says where
		return nil, invalid("argument %q has a NUL character", p.name)
	case (p.required || p.unless != "") && strings.TrimSpace(text) == "":
		return nil, invalid("argument %q is empty", p.name).WithHint("%s", p.about)
	case len(p.oneOf) > 0 && !slices.Contains(p.oneOf, text):
		return nil, invalid("argument %q is %q", p.name, text).WithHint("It is one of: %s.", strings.Join(p.oneOf, ", "))
	}
	return text, nil
}

// wholeNumber accepts 5 and 5.0, which some clients send for 5.
func wholeNumber(n json.Number) (int64, bool) {
	if i, err := n.Int64(); err == nil {
		return i, true
	}
	f, err := n.Float64()
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

func unknownArgument(params []param, name string) error {
	names := make([]string, len(params))
	real := map[string]string{}
	var all []string
	for i, p := range params {
		names[i] = p.name
		for _, word := range append([]string{p.name}, p.also...) {
			all, real[word] = append(all, word), p.name
		}
	}
	if len(names) == 0 {
		return invalid("unknown argument %q", name).WithHint("This tool takes no arguments.")
	}
	err := invalid("unknown argument %q", name)
	if near := sqlstate.Nearest(name, all); near != "" {
		return err.WithHint("This tool takes: %s. Did you mean %q?", strings.Join(names, ", "), real[near])
	}
	return err.WithHint("This tool takes: %s.", strings.Join(names, ", "))
}

func invalid(format string, args ...any) *sqlstate.Error {
	return sqlstate.New(sqlstate.InvalidParameterValue, format, args...)
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
