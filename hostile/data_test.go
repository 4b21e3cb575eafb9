package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// file is one file of payloads: they share a database.
type file struct {
	name     string
	duck     bool     // the source is embedded DuckDB
	eager    bool     // the catalog is compared with the server at every look
	setup    []string // in the order of the file
	payloads []*payload
	excused  []*payload // with a reason not to be run
}

// payload is one text, or one series of messages, with the result that it must have.
type payload struct {
	file   string
	line   int
	rows   []int // of the corpus; none: beyond it
	name   string
	text   string
	steps  []step // instead of text
	want   verdicts
	fails  map[string]string // what the source answers where the gate allows: role → SQLSTATE
	engine string            // the SQLSTATE of the engine, where a door has another
	onWire bool              // not for the MCP door
	leave  bool              // it may leave something in its session
	why    string
	todo   string // why it does not hold yet
	excuse string // why it is not run
	check  string // the name of a check in checks_test.go
}

func (p *payload) String() string {
	text := p.text
	if len(p.steps) > 0 {
		text = p.steps[len(p.steps)-1].text
	}
	if len(text) > 120 {
		text = text[:120] + "…"
	}
	return fmt.Sprintf("%s:%d %s: %q", p.file, p.line, p.name, text)
}

// step is one thing that a client on the wire does, or the superuser meanwhile.
type step struct {
	verb, name, text string
	want             verdicts // nil: whatever comes
}

// verdicts say what comes of a statement in each mode: "allow", "ask", "deny",
// or the SQLSTATE of an error that no mode is asked about.
type verdicts map[gate.Mode]string

// classes are short for the verdicts of every mode. They are written out here,
// apart from the gate's own table, so that a mistake there is found.
var classes = map[string]string{
	"read":    "allow allow allow allow",
	"session": "allow allow allow allow",
	"mutate":  "deny ask allow allow",
	"delete":  "deny ask ask allow",
	"exec":    "deny ask ask allow",
	"unknown": "deny deny deny deny",
}

var code = regexp.MustCompile(`^[0-9A-Z]{5}$`)

func parseVerdicts(words string) (verdicts, error) {
	if v, ok := classes[words]; ok {
		words = v
	}
	list := strings.Fields(words)
	if len(list) == 1 {
		list = slices.Repeat(list, len(gate.Modes))
	}
	if len(list) != len(gate.Modes) {
		return nil, fmt.Errorf("%q: neither a class, nor a SQLSTATE, nor a word for each mode", words)
	}
	v := verdicts{}
	for i, m := range gate.Modes {
		if v[m] = list[i]; !slices.Contains([]string{"allow", "ask", "deny"}, list[i]) && !code.MatchString(list[i]) {
			return nil, fmt.Errorf("%q is no verdict and no SQLSTATE", list[i])
		}
	}
	return v, nil
}

// changes reports whether the mode allows a change. Where it does, the payload is only judged, and not run.
func (v verdicts) changes(m gate.Mode) bool { return v[m] == "allow" && v[gate.ReadOnly] != "allow" }

// reads reports whether every mode allows it.
func (v verdicts) reads() bool { return v[gate.ReadOnly] == "allow" }

// runsIn reports whether the payload changes nothing in a mode, if all is well.
func (p *payload) runsIn(m gate.Mode) bool {
	for _, s := range p.steps {
		if s.want.changes(m) {
			return false
		}
	}
	return !p.want.changes(m)
}

// leaves reports whether the session is not to be used for another payload.
func (p *payload) leaves() bool { return p.leave || p.todo != "" }

// alone reports whether the payload is watched by itself: because it is known
// not to hold, or because the superuser changes something meanwhile.
func (p *payload) alone() bool {
	return p.todo != "" || p.meddles()
}

func (p *payload) meddles() bool {
	return slices.ContainsFunc(p.steps, func(s step) bool { return s.verb == "super" })
}

// load reads every file of payloads.
func load(t *testing.T) []*file {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no payloads: %v", err)
	}
	var files []*file
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parseFile(filepath.Base(path), string(content))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// parseFile reads one file: see the package comment for the form.
func parseFile(name, content string) (*file, error) {
	r := &reader{file: &file{name: strings.TrimSuffix(name, ".txt")}}
	lines := strings.Split(content, "\n")
	for i := 0; i < len(lines); i++ {
		line, at := lines[i], i+1
		var err error
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "# "):
		case strings.HasPrefix(line, "== "):
			if err = r.end(); err == nil {
				err = r.begin(line[3:])
			}
		default:
			key, value, ok := strings.Cut(line, ":")
			if !ok {
				err = fmt.Errorf("%q has no key", line)
				break
			}
			for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "  ") {
				i++
				value += "\n" + strings.TrimPrefix(lines[i], "  ")
			}
			err = r.field(at, key, strings.TrimSpace(value))
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, at, err)
		}
	}
	if err := r.end(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r.file, nil
}

// reader collects a block, whose texts share what is said of them.
type reader struct {
	file  *file
	block *payload
	texts []payload
}

func (r *reader) begin(title string) error {
	numbers, name, ok := strings.Cut(title, " ")
	if !ok {
		return fmt.Errorf("%q needs rows, or +, and a name", title)
	}
	r.block = &payload{file: r.file.name, name: name, fails: map[string]string{}}
	if numbers == "+" {
		return nil
	}
	for _, n := range strings.Split(numbers, ",") {
		row, err := strconv.Atoi(strings.TrimPrefix(n, "#"))
		if err != nil || !strings.HasPrefix(n, "#") {
			return fmt.Errorf("%q is no row of the corpus", n)
		}
		r.block.rows = append(r.block.rows, row)
	}
	return nil
}

func (r *reader) field(line int, key, value string) (err error) {
	if r.block == nil {
		switch {
		case key == "setup":
			r.file.setup = append(r.file.setup, value)
		case key == "source" && value == "duck":
			r.file.duck = true
		case key == "catalog" && value == "eager":
			r.file.eager = true
		default:
			err = fmt.Errorf("%s: %s does not stand at the head of a file", key, value)
		}
		return err
	}
	b := r.block
	switch key {
	case "setup":
		r.file.setup = append(r.file.setup, value)
	case "sql":
		r.texts = append(r.texts, payload{line: line, text: value})
	case "quoted":
		value, err = strconv.Unquote(value)
		r.texts = append(r.texts, payload{line: line, text: value})
	case "built":
		r.texts = append(r.texts, payload{line: line, text: built(value)})
	case "steps":
		var steps []step
		steps, err = parseSteps(value)
		r.texts = append(r.texts, payload{line: line, steps: steps})
	case "check":
		r.texts = append(r.texts, payload{line: line, check: value})
	case "excuse":
		r.texts = append(r.texts, payload{line: line, excuse: value})
	case "expect":
		b.leave = value == "session"
		b.want, err = parseVerdicts(value)
	case "fails":
		b.fails["su"], b.fails["ro"], b.fails["duck"] = value, value, value
	case "fails ro":
		b.fails["ro"] = value
	case "door":
		b.onWire = value == "wire"
		if value != "wire" {
			err = fmt.Errorf("door %q", value)
		}
	case "engine":
		b.engine = value
	case "why":
		b.why = value
	case "todo":
		b.todo = value
	default:
		err = fmt.Errorf("there is no field %q", key)
	}
	return err
}

// end makes the payloads of a block.
func (r *reader) end() error {
	b := r.block
	if b == nil {
		return nil
	}
	if len(r.texts) == 0 {
		return fmt.Errorf("%s has nothing to run", b.name)
	}
	for _, text := range r.texts {
		p := *b
		p.line, p.text, p.steps, p.check, p.excuse = text.line, text.text, text.steps, text.check, text.excuse
		switch {
		case p.excuse != "":
			r.file.excused = append(r.file.excused, &p)
			continue
		case p.why == "":
			return fmt.Errorf("line %d: %s does not say why", p.line, p.name)
		case p.check == "" && p.steps == nil && p.want == nil:
			return fmt.Errorf("line %d: %s does not say what to expect", p.line, p.name)
		}
		r.file.payloads = append(r.file.payloads, &p)
	}
	r.block, r.texts = nil, nil
	return nil
}

// built makes a long text of parts: "SELECT 1 | +1 * 50000".
func built(value string) string {
	var out strings.Builder
	for _, part := range strings.Split(value, " | ") {
		times := 1
		if piece, n, ok := cutLast(part, " * "); ok {
			if count, err := strconv.Atoi(n); err == nil {
				part, times = piece, count
			}
		}
		out.WriteString(strings.Repeat(part, times))
	}
	return out.String()
}

func cutLast(s, sep string) (before, after string, found bool) {
	if at := strings.LastIndex(s, sep); at >= 0 {
		return s[:at], s[at+len(sep):], true
	}
	return s, "", false
}

// parseSteps reads "verb name: text => verdicts" lines.
func parseSteps(value string) ([]step, error) {
	var steps []step
	for line := range strings.Lines(value) {
		line, words, marked := cutLast(strings.TrimSpace(line), " => ")
		head, text, _ := strings.Cut(line, ":")
		verb, name, _ := strings.Cut(head, " ")
		s := step{verb: verb, name: name, text: strings.TrimSpace(text)}
		if verb == "send" {
			var err error
			if s.text, err = strconv.Unquote(s.text); err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
		}
		var err error
		if marked {
			if s.want, err = parseVerdicts(words); err != nil {
				return nil, err
			}
		}
		steps = append(steps, s)
	}
	return steps, nil
}
