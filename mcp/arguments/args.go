// Package arguments declares, publishes, reads and records the arguments of the MCP door's tools.
//
// A tool has a list of [Param]. Its JSON Schema ([Schema]) and the check of a call's arguments ([Read]) both come from that
// list, so they cannot differ. Models use other names for arguments: each Param has a list of them, and a record has
// the documented name ([Recordable]). The SQL is recorded as SQL, so it is taken out of the recorded arguments ([Apart]).
package arguments

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/strictjson"
)

// Param is one argument of a tool. Its schema and its check both come from here.
type Param struct {
	Name     string
	Also     []string // other names that models use; recorded under Name
	About    string
	Integer  bool // the value is an integer; otherwise it is a string
	Required bool
	Unless   string                                // the argument is required, unless the parameter of this name is given
	Hidden   bool                                  // left out of the schema, which costs every client tokens; few clients need it
	Handle   bool                                  // the value alone gives access, so the record has its beginning only
	OneOf    []string                              // the legal values of a string; the first is the default
	Chosen   bool                                  // OneOf has no default
	Min, Max int64                                 // of an integer
	Start    int64                                 // the default of an integer
	shape    schema                                // the schema of a value that is neither string nor integer
	read     func(p Param, value any) (any, error) // checks such a value
	RecordAs string                                // the name in the record, if Name would be taken for SQL there
}

// Values are the checked arguments of one call.
type Values map[string]any

// Text returns a value that is a text, or "" if it was not given.
func (a Values) Text(name string) string { s, _ := a[name].(string); return s }

// Texts returns a value that is a list of texts.
func (a Values) Texts(name string) []string { t, _ := a[name].([]string); return t }

// Int returns a value that is an integer.
func (a Values) Int(name string) int64 { n, _ := a[name].(int64); return n }

// ShownOfHandle is how much of a handle a record holds: enough to find the
// calls that belong together, too little to use it.
const ShownOfHandle = 6

// Recordable returns what the caller gave, for the record: without the SQL text,
// which has a field of its own there, and without handles.
func Recordable(params []Param, given map[string]any) map[string]any {
	out := make(map[string]any, len(given))
	for name, value := range given {
		i := slices.IndexFunc(params, func(p Param) bool { return p.called(name) })
		if text, ok := value.(string); ok && i >= 0 && params[i].Handle && len(text) > ShownOfHandle {
			value = text[:ShownOfHandle] + "…"
		}
		if i >= 0 && params[i].RecordAs != "" {
			name = params[i].RecordAs
		}
		out[name] = value
	}
	return out
}

// called reports whether a name is the parameter's own, or one of its other names.
func (p Param) called(name string) bool { return p.Name == name || slices.Contains(p.Also, name) }

// RealNames puts the caller's arguments under the parameters' own names. Two names for
// one parameter are refused, whatever the values, since either may be meant. A null counts
// as no argument.
func RealNames(params []Param, given map[string]any) (map[string]any, error) {
	if allReal(params, given) {
		return given, nil
	}
	out := make(map[string]any, len(given))
	by := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		i := slices.IndexFunc(params, func(p Param) bool { return p.called(name) })
		if i < 0 {
			return given, unknownArgument(params, name)
		}
		if given[name] == nil {
			continue
		}
		p := params[i]
		if other, ok := by[p.Name]; ok {
			return given, Invalid("arguments %q and %q are the same one", other, name).WithHint("Give %q alone.", p.Name)
		}
		by[p.Name], out[p.Name] = name, given[name]
	}
	return out, nil
}

// allReal reports whether all names are the parameters' own, and each has a value.
func allReal(params []Param, given map[string]any) bool {
	for name, value := range given {
		if value == nil || !isOwn(params, name) {
			return false
		}
	}
	return true
}

func isOwn(params []Param, name string) bool {
	for i := range params { // by index: a Param is large
		if params[i].Name == name {
			return true
		}
	}
	return false
}

// Read checks a call's arguments against the tool's parameters. An integer above its
// maximum is lowered to the maximum: asking for too many rows is no mistake, since the
// answer says that it is cut. All errors are 22023.
func Read(params []Param, raw json.RawMessage) (Values, map[string]any, error) {
	given := map[string]any{}
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && !bytes.Equal(raw, []byte("null")) {
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber()
		if raw[0] != '{' || decoder.Decode(&given) != nil {
			return Values{}, nil, Invalid("arguments must be a JSON object")
		}
		if err := strictjson.Check(raw); err != nil { // the decoder would read other SQL than was sent
			return Values{}, given, Invalid("the arguments cannot be read: %v", err).WithHint("Send UTF-8, with whole characters, and each name once.")
		}
	}
	return Of(params, given)
}

// Of checks arguments that were decoded already, with numbers as json.Number.
func Of(params []Param, given map[string]any) (Values, map[string]any, error) {
	args := make(Values, len(params))
	given, err := RealNames(params, given)
	if err != nil {
		return args, given, err
	}
	for _, p := range params {
		value, ok := given[p.Name]
		if !ok {
			if p.Required || p.Unless != "" && given[p.Unless] == nil {
				return args, given, Invalid("argument %q is required", p.Name).WithHint("%s", p.About)
			}
			if p.Integer {
				args[p.Name] = p.Start
			}
			continue
		}
		checked, err := p.checkValue(value)
		if err != nil {
			return args, given, err
		}
		args[p.Name] = checked
	}
	return args, given, nil
}

func (p Param) checkValue(value any) (any, error) {
	if p.read != nil {
		return p.read(p, value)
	}
	if p.Integer {
		number, ok := value.(json.Number)
		if text, isText := value.(string); isText { // some models put numbers in quotes
			number, ok = json.Number(text), json.Valid([]byte(text))
		}
		n, isInt := wholeNumber(number)
		switch {
		case !ok || !isInt:
			return nil, Invalid("argument %q must be a whole number", p.Name)
		case n < p.Min:
			return nil, Invalid("argument %q must be at least %d", p.Name, p.Min)
		}
		return min(n, p.Max), nil
	}
	text, ok := value.(string)
	switch {
	case !ok:
		return nil, Invalid("argument %q must be a string", p.Name)
	case strings.ContainsRune(text, 0) && p.Name != namesOfSQL[0]: // in SQL the planner finds it, and says where
		return nil, Invalid("argument %q has a NUL character", p.Name)
	case (p.Required || p.Unless != "") && strings.TrimSpace(text) == "":
		return nil, Invalid("argument %q is empty", p.Name).WithHint("%s", p.About)
	case len(p.OneOf) > 0 && !slices.Contains(p.OneOf, text):
		return nil, Invalid("argument %q is %q", p.Name, text).WithHint("It is one of: %s.", strings.Join(p.OneOf, ", "))
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

func unknownArgument(params []Param, name string) error {
	names := make([]string, len(params))
	real := map[string]string{}
	var all []string
	for i, p := range params {
		names[i] = p.Name
		for _, word := range append([]string{p.Name}, p.Also...) {
			all, real[word] = append(all, word), p.Name
		}
	}
	if len(names) == 0 {
		return Invalid("unknown argument %q", name).WithHint("This tool takes no arguments.")
	}
	err := Invalid("unknown argument %q", name)
	if near := sqlstate.Nearest(name, all); near != "" {
		return err.WithHint("This tool takes: %s. Did you mean %q?", strings.Join(names, ", "), real[near])
	}
	return err.WithHint("This tool takes: %s.", strings.Join(names, ", "))
}

// Invalid returns the error of an argument, 22023.
func Invalid(format string, args ...any) *sqlstate.Error {
	return sqlstate.New(sqlstate.InvalidParameterValue, format, args...)
}
