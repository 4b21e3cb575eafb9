package transform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Limits of one transformation. Zero is the default.
type Limits struct {
	Body     int // bytes of an answer
	Template int // bytes of a template
	Output   int // bytes
	Steps    int // turns of ranges, and calls of templates
	Made     int // bytes that functions read and make
	Time     time.Duration
}

// DefaultLimits are far above what documents need that we know of: the longest of their
// templates has 13 KB.
var DefaultLimits = Limits{Body: 64 << 20, Template: 64 << 10, Output: 256 << 20, Steps: 20_000_000, Made: 1 << 30, Time: 30 * time.Second}

func (l Limits) orDefault() Limits {
	for _, pair := range [][2]*int{{&l.Body, &DefaultLimits.Body}, {&l.Template, &DefaultLimits.Template}, {&l.Output, &DefaultLimits.Output}, {&l.Steps, &DefaultLimits.Steps}, {&l.Made, &DefaultLimits.Made}} {
		if *pair[0] <= 0 {
			*pair[0] = *pair[1]
		}
	}
	if l.Time <= 0 {
		l.Time = DefaultLimits.Time
	}
	return l
}

// maxParsed bounds how many templates are kept.
const maxParsed = 1000

// Transformer transforms answers.
type Transformer struct {
	limits Limits

	mu     sync.Mutex
	parsed map[string]*program // by their text
}

// New returns a transformer.
func New(l Limits) *Transformer {
	return &Transformer{limits: l.orDefault(), parsed: map[string]*program{}}
}

var templateType = regexp.MustCompile(`^golang_template(?:_(json|text|mxj))?_v[0-9]+\.[0-9]+\.[0-9]+$`)

// Transform returns the JSON in which r.ObjectKey finds the rows; where the key is an
// XPath and t is of no type, the JSON is the rows themselves. An empty answer is empty.
// 0A000: the type is not supported; 22000: the answer does not fit the template or the
// schema; 54000: a limit is passed. The message says what and where.
func (tr *Transformer) Transform(t document.Transform, r document.Response, body []byte) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, sqlstate.Wrap(fmt.Errorf("%v", p), sqlstate.DataException, "the transformation of the answer failed unexpectedly").
				WithHint("The document's transform of the type %q cannot cope with this answer.", t.Type)
		}
	}()
	if len(body) > tr.limits.Body {
		return nil, tooMuch("the answer has %d bytes; %d can be transformed", len(body), tr.limits.Body)
	}
	match := templateType.FindStringSubmatch(t.Type)
	switch {
	case match != nil:
		return tr.byTemplate(t, r, match[1], body)
	case len(bytes.TrimSpace(body)) == 0:
		return nil, nil
	case t.Type == "schema_driven_xml_v0.1.0":
		return tr.bySchema(r, body)
	case t.Type == "" && strings.HasPrefix(r.ObjectKey, "/"):
		return tr.byPath(r, body)
	}
	return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the document's transform is of the type %q, which is not supported", t.Type).
		WithHint("Supported are golang_template_json, _text and _mxj, and schema_driven_xml_v0.1.0.")
}

func tooMuch(format string, args ...any) *sqlstate.Error {
	return sqlstate.New(sqlstate.ProgramLimitExceeded, format, args...)
}

func unfit(format string, args ...any) *sqlstate.Error {
	return sqlstate.New(sqlstate.DataException, format, args...)
}

func (tr *Transformer) byTemplate(t document.Transform, r document.Response, input string, body []byte) ([]byte, error) {
	p, err := tr.program(t.Body)
	if err != nil {
		return nil, err
	}
	run := newRun(tr.limits)
	run.body = len(body)
	switch input {
	case "json":
		err = run.eachJSON(p, body)
	case "mxj":
		if len(bytes.TrimSpace(body)) > 0 {
			var root *element
			if root, err = parseXML(body); err == nil {
				err = run.execute(p, map[string]any{root.name: root.value()})
			}
		}
	default:
		err = run.execute(p, string(body))
	}
	if err != nil {
		return nil, err
	}
	return run.out.Bytes(), checkOutput(r, run.out.Bytes())
}

// eachJSON runs a template for each JSON value of a body.
func (x *run) eachJSON(p *program, body []byte) error {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	for {
		var value any
		if err := dec.Decode(&value); err == io.EOF {
			return nil
		} else if err != nil {
			return unfit("the answer is no JSON, which its transform is for: %s", at(err, body))
		}
		if err := x.execute(p, numbers(value)); err != nil {
			return err
		}
	}
}

// at is where a body stops to be JSON.
func at(err error, body []byte) string {
	if e := (*json.SyntaxError)(nil); errors.As(err, &e) {
		before := body[:min(max(int(e.Offset), 0), len(body))]
		return fmt.Sprintf("line %d, byte %d", 1+bytes.Count(before, []byte{'\n'}), e.Offset)
	}
	return "it ends too early"
}

// checkOutput holds the output of a template to the media type that it should have.
func checkOutput(r document.Response, out []byte) error {
	kind := r.Override
	if kind == "" {
		kind = r.MediaType
	}
	if !strings.Contains(kind, "json") || len(bytes.TrimSpace(out)) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var skip json.RawMessage
		if err := dec.Decode(&skip); err == io.EOF {
			return nil
		} else if err != nil {
			return unfit("the document's template makes no JSON of this answer: its output breaks off at %s", at(err, out)).
				WithHint("Texts in a template's output need toJson.")
		}
	}
}
