package descriptions

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/sallyportdb/sallyport/discovery"
)

// maxFile bounds a file of people.
const maxFile = 8 << 20

// reader reads one file of people.
type reader struct {
	file     string
	origin   string
	problems []discovery.Problem
	list     []said
	entities map[string]string // the tables of entities
}

func (r *reader) wrong(n *yaml.Node, format string, args ...any) {
	line := 0
	if n != nil {
		line = n.Line
	}
	r.problems = append(r.problems, discovery.Problem{File: r.file, Line: line, Text: fmt.Sprintf(format, args...)})
}

func (r *reader) at(n *yaml.Node) place { return place{r.file, n.Line} }

var lineOfYAML = regexp.MustCompile(`^(?:yaml: )?(?:[a-z ]+:\s*)?line (\d+):\s*`)

// readFile reads a file of people.
func readFile(path string) *reader {
	r := &reader{file: path, origin: discovery.OriginUser, entities: map[string]string{}}
	content, err := os.ReadFile(path)
	if err == nil && len(content) > maxFile {
		err = fmt.Errorf("it is larger than %d MiB", maxFile>>20)
	}
	if err != nil {
		r.wrong(nil, "cannot be read: %v", withoutPath(err))
		return r
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(content, &doc); err != nil {
		text, line := err.Error(), 0
		if m := lineOfYAML.FindStringSubmatch(text); m != nil {
			line, _ = strconv.Atoi(m[1])
			text = text[len(m[0]):]
		}
		r.wrong(&yaml.Node{Line: line}, "%s", strings.TrimPrefix(text, "yaml: "))
		return r
	}
	if len(doc.Content) == 0 {
		return r
	}
	if n := aliased(doc.Content[0]); n != nil {
		r.wrong(n, "anchors and aliases are not supported: write the value out")
		return r
	}
	r.root(doc.Content[0])
	return r
}

func aliased(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		return n
	}
	for _, below := range n.Content {
		if found := aliased(below); found != nil {
			return found
		}
	}
	return nil
}

// members calls what takes each of a mapping's keys. A key that is none, or is there twice, is a
// mistake, and the others count.
func (r *reader) members(n *yaml.Node, what string, takes map[string]func(*yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.wrong(n, "%s needs keys below it", what)
		return
	}
	names := make([]string, 0, len(takes))
	for name := range takes {
		names = append(names, name)
	}
	r.each(n, what, func(name *yaml.Node, value *yaml.Node) {
		take, known := takes[name.Value]
		if !known {
			r.wrong(name, "unknown key %q%s", name.Value, nearestOf(name.Value, names))
			return
		}
		take(value)
	})
}

// each calls f for each key of a mapping, once.
func (r *reader) each(n *yaml.Node, what string, f func(name, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" {
			r.wrong(n, "%s needs names below it", what)
		}
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name := n.Content[i]
		switch first := seen[name.Value]; {
		case name.Kind != yaml.ScalarNode:
			r.wrong(name, "a name is no text")
		case first > 0:
			r.wrong(name, "%q is there twice, first in line %d", name.Value, first)
		default:
			seen[name.Value] = name.Line
			f(name, n.Content[i+1])
		}
	}
}

// text is a scalar.
func (r *reader) text(n *yaml.Node, what string) string {
	switch {
	case n.Kind != yaml.ScalarNode:
		r.wrong(n, "%s needs text", what)
	case n.Tag == "!!null":
	case len(n.Value) > maxText:
		r.wrong(n, "%s is longer than %d KiB", what, maxText>>10)
	default:
		return strings.TrimSpace(n.Value)
	}
	return ""
}

func (r *reader) truth(n *yaml.Node, what string) bool {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" {
		r.wrong(n, "%s is neither true nor false", what)
		return what == "pii" // whoever wrote something there meant that the column is private
	}
	return strings.EqualFold(n.Value, "true")
}

// texts is a list of texts, or one.
func (r *reader) texts(n *yaml.Node, what string) (list []string) {
	if n.Kind != yaml.SequenceNode {
		if text := r.text(n, what); text != "" {
			list = append(list, text)
		}
		return list
	}
	for _, one := range n.Content {
		if text := r.text(one, what); text != "" {
			list = append(list, text)
		}
	}
	return list
}

func withoutPath(err error) error {
	if of, ok := err.(*os.PathError); ok { //nolint:errorlint // os gives it bare
		return of.Err
	}
	return err
}
