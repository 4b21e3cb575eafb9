package call

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// input is something that a method takes.
type input struct {
	name     string // as the document has it; of a property of the body, as a query calls it
	kind     string
	required bool
	param    *document.Param    // or
	property *document.Property // of the body
}

// inputsOf are the inputs of a method: parameters, variables of its servers, properties of
// its body.
func inputsOf(m *document.Method) []*input {
	var list []*input
	add := func(in *input) {
		if !slices.ContainsFunc(list, func(other *input) bool { return other.name == in.name }) {
			list = append(list, in)
		}
	}
	for i := range m.Params {
		p := &m.Params[i]
		if p.In == document.InHeader && reserved(p.Name) {
			continue
		}
		if name, is := p.Operation(); is && name != "" { // what the method was judged by is no input
			continue
		}
		add(&input{name: p.Name, kind: p.Type, required: p.Required && p.Default == "", param: p})
	}
	needed := !slices.ContainsFunc(m.Servers, func(s document.Server) bool { // no server does without
		return !slices.ContainsFunc(s.Variables, func(v document.Param) bool { return v.Default == "" && v.Env == "" })
	})
	for s := range m.Servers {
		for i := range m.Servers[s].Variables {
			p := &m.Servers[s].Variables[i]
			add(&input{name: p.Name, kind: p.Type, required: needed && s == 0 && p.Default == "" && p.Env == "", param: p})
		}
	}
	if m.Body != nil {
		for i := range m.Body.Properties {
			p := &m.Body.Properties[i]
			add(&input{name: m.Body.Column(p.Name), kind: p.Type, required: p.Required, property: p})
		}
	}
	return list
}

// Inputs are what a method takes, in the order of the document: parameters, variables
// of its servers, properties of its body. What the document or the environment has a
// value for is not required.
func Inputs(m *document.Method) []providers.Input {
	var list []providers.Input
	for _, in := range inputsOf(m) {
		list = append(list, providers.Input{Name: in.name, TypeName: typeName(in.kind), Type: typeOID(in.kind), Required: in.required})
	}
	return list
}

// InBody reports whether an input of a method is a property of its body.
func InBody(m *document.Method, name string) bool {
	in := lookup(inputsOf(m), name)
	return in != nil && in.property != nil
}

// lookup finds an input by a name that a query has for it: as it is, without regard to
// case, or in snake case.
func lookup(list []*input, name string) *input {
	for _, same := range []func(in *input) bool{
		func(in *input) bool { return in.name == name },
		func(in *input) bool { return strings.EqualFold(in.name, name) },
		func(in *input) bool { return snakeCase(in.name) == strings.ToLower(name) },
		func(in *input) bool { // data__networkId as data__network_id
			return in.property != nil && "data__"+snakeCase(in.property.Name) == strings.ToLower(name)
		},
		func(in *input) bool { // tag-keys as tag_keys
			return strings.EqualFold(strings.ReplaceAll(in.name, "-", "_"), name)
		},
	} {
		if i := slices.IndexFunc(list, same); i >= 0 {
			return list[i]
		}
	}
	return nil
}

// given are the values of one request.
type given map[*input][]byte // nil: NULL

// values are the values of a scan's inputs: each input with all of its own.
type values struct {
	inputs []*input
	of     [][][]byte
}

// bind finds the inputs that values are given for. 42703: there is no such input.
func bind(target *Target, list []*input, from []providers.InputValues) (values, error) {
	var v values
	for _, one := range from {
		in := lookup(list, one.Name)
		if in == nil {
			return v, noInput(target, list, one.Name)
		}
		if slices.Contains(v.inputs, in) {
			return v, sqlstate.New(sqlstate.DuplicateColumn, "the input %q of %s is given twice", in.name, target.Name)
		}
		v.inputs, v.of = append(v.inputs, in), append(v.of, different(one.Values))
	}
	return v, nil
}

// different are the values without those that are there already.
func different(all []providers.Value) [][]byte {
	texts := make([][]byte, 0, len(all))
	seen, null := make(map[string]bool, len(all)), false
	for _, value := range all {
		if value.Text == nil && !null || value.Text != nil && !seen[string(value.Text)] {
			texts = append(texts, value.Text)
		}
		if value.Text == nil {
			null = true
		} else {
			seen[string(value.Text)] = true
		}
	}
	return texts
}

func noInput(t *Target, list []*input, name string) error {
	e := sqlstate.New(sqlstate.UndefinedColumn, "%s has no input %q", t.Name, clean(name, 80)).WithHint("It takes %s.", inputNames(list))
	for _, in := range list[:min(len(list), mostNamed)] { // the document's words
		e.HintNames = append(e.HintNames, in.name)
	}
	return e
}

const mostNamed = 20 // of inputs in an error

func inputNames(list []*input) string {
	var names []string
	for _, in := range list {
		names = append(names, in.name)
	}
	if len(names) == 0 {
		return "none"
	}
	if len(names) > mostNamed {
		names = append(names[:mostNamed:mostNamed], "…")
	}
	return strings.Join(names, ", ")
}

// count is how many combinations there are; over limit it stops counting.
func (v values) count(limit int) int {
	n := 1
	for _, texts := range v.of {
		n *= len(texts)
		if n > limit || n == 0 {
			return n
		}
	}
	return n
}

// at is the i-th combination: the last input changes first.
func (v values) at(i int) given {
	g := make(given, len(v.inputs))
	for j := len(v.inputs) - 1; j >= 0; j-- {
		texts := v.of[j]
		g[v.inputs[j]] = texts[i%len(texts)]
		i /= len(texts)
	}
	return g
}

// Combinations is how many combinations of values inputs have: a scan sends at least a
// request for each.
func Combinations(inputs []providers.InputValues) int {
	n := 1
	for _, in := range inputs {
		if n *= len(in.Values); n > 1<<31 {
			return 1 << 31
		}
	}
	return n
}
