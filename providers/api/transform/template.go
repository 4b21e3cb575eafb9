package transform

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"text/template"
	"text/template/parse"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// stepName is the function that is put in front of each turn of a range.
const stepName = "sallyport_step"

// program is a template that was parsed, with its steps.
type program struct{ template *template.Template }

// program parses a template, or finds it.
func (tr *Transformer) program(text string) (*program, error) {
	tr.mu.Lock()
	p := tr.parsed[text]
	tr.mu.Unlock()
	if p != nil {
		return p, nil
	}
	p, err := compile(text, tr.limits.Template)
	if err != nil {
		return nil, err
	}
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if len(tr.parsed) >= maxParsed {
		clear(tr.parsed)
	}
	tr.parsed[strings.Clone(text)] = p
	return p, nil
}

func compile(text string, limit int) (*program, error) {
	if len(text) > limit {
		return nil, tooMuch("the document's template has %d bytes, the limit is %d", len(text), limit)
	}
	functions := newRun(Limits{}).functions()
	t, err := template.New("transform").Funcs(functions).Parse(text)
	if err != nil && strings.Contains(text, "{{{") {
		// Some documents have a brace right before an action, which Go does not read.
		if again, againErr := template.New("transform").Funcs(functions).Parse(strings.ReplaceAll(text, "{{{", `{{"{"}}{{`)); againErr == nil {
			t, err = again, nil
		}
	}
	if err != nil {
		return nil, unfit("the document's template cannot be read: %s", place(err)).WithHint("See the functions and the syntax of Go's text/template.")
	}
	step, err := stepNode()
	if err != nil {
		return nil, err
	}
	calls := map[string][]string{}
	for _, one := range t.Templates() {
		if one.Tree == nil || one.Root == nil {
			continue
		}
		var called []string
		mark(one.Root, step, &called)
		calls[one.Name()] = called
		one.Root.Nodes = append([]parse.Node{step.Copy()}, one.Root.Nodes...)
	}
	if name := circle(calls); name != "" {
		return nil, unfit("the document's template %q calls itself, which is not supported", name)
	}
	return &program{t}, nil
}

// stepNode is an action that calls the step.
func stepNode() (parse.Node, error) {
	trees, err := parse.Parse("step", "{{"+stepName+"}}", "", "", map[string]any{stepName: func() string { return "" }})
	if err != nil {
		return nil, err
	}
	return trees["step"].Root.Nodes[0], nil
}

// mark puts a step into each range, and collects the templates that are called.
func mark(list *parse.ListNode, step parse.Node, called *[]string) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.IfNode:
			mark(n.List, step, called)
			mark(n.ElseList, step, called)
		case *parse.WithNode:
			mark(n.List, step, called)
			mark(n.ElseList, step, called)
		case *parse.RangeNode:
			mark(n.List, step, called)
			mark(n.ElseList, step, called)
			n.List.Nodes = append([]parse.Node{step.Copy()}, n.List.Nodes...)
		case *parse.TemplateNode:
			*called = append(*called, n.Name)
		}
	}
}

// circle returns a template that comes to call itself, or "" if none does.
func circle(calls map[string][]string) string {
	const under, done = 1, 2
	state := map[string]int{}
	var visit func(name string) bool
	visit = func(name string) bool {
		switch state[name] {
		case under:
			return true
		case done:
			return false
		}
		state[name] = under
		for _, next := range calls[name] {
			if visit(next) {
				return true
			}
		}
		state[name] = done
		return false
	}
	for name := range calls {
		if visit(name) {
			return name
		}
	}
	return ""
}

// run is one execution of a template, and how much of its limits it has used.
type run struct {
	limits   Limits
	body     int // its bytes, which bound what a value of it takes
	steps    int
	made     int
	deadline time.Time
	out      bytes.Buffer
	last     parsedXML // the last text that was asked by XPath
}

func newRun(l Limits) *run {
	l = l.orDefault()
	return &run{limits: l, deadline: time.Now().Add(l.Time)}
}

// Write keeps output up to the limit.
func (x *run) Write(p []byte) (int, error) {
	if x.out.Len()+len(p) > x.limits.Output {
		return 0, tooMuch("the document's template makes more than %d bytes of this answer", x.limits.Output)
	}
	return x.out.Write(p)
}

// step counts a turn of a range, or a call of a template.
func (x *run) step() (string, error) {
	if x.steps++; x.steps > x.limits.Steps {
		return "", tooMuch("the document's template takes more than %d steps for this answer", x.limits.Steps)
	}
	if x.steps%256 == 0 {
		return "", x.onTime()
	}
	return "", nil
}

func (x *run) onTime() error {
	if time.Now().After(x.deadline) {
		return tooMuch("the document's template takes longer than %v for this answer", x.limits.Time)
	}
	return nil
}

// spend counts bytes that a function reads or makes.
func (x *run) spend(bytes int) error {
	if x.made += bytes; bytes < 0 || x.made > x.limits.Made {
		return tooMuch("the document's template works on more than %d bytes for this answer", x.limits.Made)
	}
	return x.onTime()
}

func (x *run) execute(p *program, data any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = unfit("the document's template fails unexpectedly on this answer, after %d bytes of output", x.out.Len())
		}
	}()
	own, err := p.template.Clone()
	if err != nil {
		return err
	}
	err = own.Funcs(x.functions()).Execute(x, data)
	if err == nil {
		return nil
	}
	if e := (*sqlstate.Error)(nil); errors.As(err, &e) {
		return e
	}
	return unfit("the document's template fails on this answer: %s", place(err))
}

var located = regexp.MustCompile(`(?s)^template: [^:]*:([0-9]+)(?::([0-9]+))?: (?:executing "[^"]*" )?(.*)$`)

// place is a template's error with its place in our words: "line 3, column 7: …".
func place(err error) string {
	match := located.FindStringSubmatch(err.Error())
	switch {
	case match == nil:
		return clip(err.Error())
	case match[2] == "":
		return clip("line " + match[1] + ": " + match[3])
	}
	return clip("line " + match[1] + ", column " + match[2] + ": " + match[3])
}

// clip shortens what may quote much of an answer.
func clip(text string) string {
	if len(text) > 300 {
		return strings.ToValidUTF8(text[:300], "") + " …"
	}
	return text
}
