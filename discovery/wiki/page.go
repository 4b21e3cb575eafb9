package wiki

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/sallyportdb/sallyport/discovery"
)

// Page is a page of the wiki.
type Page struct {
	Key     string
	Title   string // of the front matter, else the first heading; "": none
	Summary string // of the front matter; "": none
	Tags    []string
	// FrontMatter is the whole front matter as JSON; nil: the page has none, or it cannot be read.
	FrontMatter map[string]any
	// Content is the Markdown behind the front matter; if that cannot be read, the whole file.
	Content string

	source string
}

// maxFrontMatter bounds the YAML of one page.
const maxFrontMatter = 64 << 10

// parse reads a file into a page. The problems say what of it is odd.
func parse(name, source string) (*Page, []discovery.Problem) {
	p := &Page{Key: strings.TrimSuffix(name, name[len(name)-len(".md"):]), source: source}
	var problems []discovery.Problem
	odd := func(line int, format string, args ...any) {
		problems = append(problems, discovery.Problem{File: name, Line: line, Text: fmt.Sprintf(format, args...)})
	}
	text := strings.TrimPrefix(source, "\ufeff")
	if valid := strings.ToValidUTF8(text, "\ufffd"); valid != text {
		odd(0, "is not UTF-8: what cannot be read is shown as \ufffd")
		text = valid
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	p.Content = text
	front, body, found := apart(text)
	switch {
	case !found && strings.HasPrefix(text, "---\n"):
		odd(1, "the front matter has no end: a line --- closes it")
	case len(front) > maxFrontMatter:
		odd(1, "the front matter is larger than 64 KiB, and is shown as text")
	case found:
		p.readFront(front, body, odd)
	}
	if p.Title == "" {
		p.Title = heading(p.Content)
	}
	return p, problems
}

// apart takes the front matter off a text.
func apart(text string) (front, body string, found bool) {
	rest, opened := strings.CutPrefix(text, "---\n")
	if !opened {
		return "", text, false
	}
	for at := 0; at < len(rest); {
		end := len(rest)
		if n := strings.IndexByte(rest[at:], '\n'); n >= 0 {
			end = at + n
		}
		if line := strings.TrimRight(rest[at:end], " \t"); line == "---" || line == "..." {
			return rest[:at], strings.TrimPrefix(rest[end:], "\n"), true
		}
		at = end + 1
	}
	return "", text, false
}

// readFront takes what the front matter says. Where it cannot be read, the page keeps all its text.
func (p *Page) readFront(front, body string, odd func(line int, format string, args ...any)) {
	var node yaml.Node
	if err := yaml.Unmarshal([]byte(front), &node); err != nil {
		line, text := mistake(err)
		odd(line+1, "the front matter cannot be read: %s", text)
		return
	}
	if len(node.Content) == 0 { // blank, or comments alone
		p.FrontMatter, p.Content = map[string]any{}, body
		return
	}
	root := node.Content[0]
	if root.Kind != yaml.MappingNode {
		odd(root.Line+1, "the front matter is no mapping, such as title: Orders")
		return
	}
	if err := plainNodes(root); err != nil {
		odd(root.Line+1, "the front matter cannot be read: %v", err)
		return
	}
	var values map[string]any
	if err := root.Decode(&values); err != nil {
		line, text := mistake(err)
		odd(line+1, "the front matter cannot be read: %s", text)
		return
	}
	p.Content = body
	p.FrontMatter, _ = asJSON(values).(map[string]any)
	for i := 0; i+1 < len(root.Content); i += 2 {
		name, line := root.Content[i].Value, root.Content[i].Line+1
		switch value := p.FrontMatter[name]; name {
		case "title", "summary":
			text, ok := value.(string)
			if !ok && value != nil {
				odd(line, "%s is no text: put it in quotes", name)
				text = fmt.Sprint(value)
			}
			if name == "title" {
				p.Title = strings.TrimSpace(text)
			} else {
				p.Summary = strings.TrimSpace(text)
			}
		case "tags", "keywords", "aliases":
			p.addTags(name, value, line, odd)
		}
	}
}

func (p *Page) addTags(name string, value any, line int, odd func(int, string, ...any)) {
	switch value := value.(type) {
	case nil:
	case string:
		p.Tags = append(p.Tags, strings.FieldsFunc(value, func(r rune) bool { return r == ',' })...)
	case []any:
		for _, one := range value {
			p.Tags = append(p.Tags, fmt.Sprint(one))
		}
	default:
		odd(line, "%s is no list", name)
	}
	for i := range p.Tags {
		p.Tags[i] = strings.TrimSpace(p.Tags[i])
	}
}

// plainNodes refuses anchors and aliases, by which a small text can mean a large one.
func plainNodes(n *yaml.Node) error {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		return fmt.Errorf("line %d has an anchor or an alias: write the value out", n.Line+1)
	}
	for _, below := range n.Content {
		if err := plainNodes(below); err != nil {
			return err
		}
	}
	return nil
}

// asJSON makes of YAML what JSON can hold.
func asJSON(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(value))
		for name, one := range value {
			out[name] = asJSON(one)
		}
		return out
	case map[any]any:
		out := make(map[string]any, len(value))
		for name, one := range value {
			out[fmt.Sprint(asJSON(name))] = asJSON(one)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, one := range value {
			out[i] = asJSON(one)
		}
		return out
	case time.Time:
		if value.Equal(value.Truncate(24*time.Hour)) && value.Location() == time.UTC {
			return value.Format(time.DateOnly)
		}
		return value.Format(time.RFC3339Nano)
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return fmt.Sprint(value)
		}
	}
	return value
}

var lineOfYAML = regexp.MustCompile(`^(?:yaml: )?(?:[a-z ]+:\s*)?line (\d+):\s*`)

// mistake is the line and the words of an error of the YAML library.
func mistake(err error) (line int, text string) {
	text = err.Error()
	if m := lineOfYAML.FindStringSubmatch(text); m != nil {
		line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
	}
	return line, strings.TrimPrefix(text, "yaml: ")
}

// heading is the first heading of the highest level.
func heading(markdown string) string {
	fenced := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\n \t")
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
		}
		if title, ok := strings.CutPrefix(line, "# "); ok && !fenced {
			return strings.TrimSpace(strings.TrimRight(title, "#"))
		}
	}
	return ""
}
