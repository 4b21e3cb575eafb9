package document

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// source is a document that is being read.
type source struct {
	file string
	root *yaml.Node
	// keys finds the values of large mappings, such as those of all paths.
	keys map[*yaml.Node]map[string]*yaml.Node
	// paths are the places that references led to.
	paths map[string]*yaml.Node
	// visits counts the schemas that were looked at: by references and aliases a short
	// document can name more than anybody can read.
	visits int
}

// parse reads YAML. Tags mean nothing here: some documents have JavaScript's.
func parse(file string, text []byte) (*source, error) {
	if len(text) > maxFileBytes {
		return nil, &Problem{File: file, What: fmt.Sprintf("the document has %d bytes, the limit is %d", len(text), maxFileBytes)}
	}
	if begins(text) > maxNodes { // each value takes the parser a hundred times the bytes that it has here
		return nil, tooManyValues(file)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, &Problem{File: file, What: "this is no YAML: " + err.Error()}
	}
	s := &source{file: file, keys: map[*yaml.Node]map[string]*yaml.Node{}, paths: map[string]*yaml.Node{}}
	if doc.Kind == yaml.DocumentNode && len(doc.Content) == 1 {
		s.root = doc.Content[0]
	}
	if s.root == nil || s.root.Kind != yaml.MappingNode {
		return nil, &Problem{File: file, Line: doc.Line, What: "the document is no mapping"}
	}
	if count(s.root) > maxNodes {
		return nil, tooManyValues(file)
	}
	return s, nil
}

func tooManyValues(file string) *Problem {
	return &Problem{File: file, What: fmt.Sprintf("the document has more than %d values", maxNodes)}
}

// begins counts the characters that values stand behind: a text has at most twice as many values.
func begins(text []byte) (n int) {
	for _, c := range []string{"\n", "\r", ",", ":", "-", "?", "[", "{"} {
		n += bytes.Count(text, []byte(c))
	}
	return n
}

// count counts nodes; an alias is one.
func count(n *yaml.Node) int {
	all := 1
	for _, c := range n.Content {
		all += count(c)
	}
	return all
}

// node is a value of a document. The zero node is a value that is absent, and all
// that is asked of it is absent, too.
type node struct {
	at  *yaml.Node
	src *source
}

func (s *source) top() node { return node{s.root, s} }

func (n node) exists() bool { return n.at != nil }

// of returns the node that an alias stands for, or the node itself.
func (s *source) of(at *yaml.Node) node {
	for range maxReferences {
		if at == nil || at.Kind != yaml.AliasNode {
			return node{at, s}
		}
		at = at.Alias
	}
	return node{}
}

const largeMapping = 16

// get returns the value of a key of a mapping. Where a key stands twice the first
// counts.
func (n node) get(key string) node {
	if n.at == nil || n.at.Kind != yaml.MappingNode {
		return node{}
	}
	if len(n.at.Content) <= 2*largeMapping {
		for i := 0; i+1 < len(n.at.Content); i += 2 {
			if n.at.Content[i].Value == key {
				return n.src.of(n.at.Content[i+1])
			}
		}
		return node{}
	}
	values := n.src.keys[n.at]
	if values == nil {
		values = make(map[string]*yaml.Node, len(n.at.Content)/2)
		for i := len(n.at.Content) - 2; i >= 0; i -= 2 {
			values[n.at.Content[i].Value] = n.at.Content[i+1]
		}
		n.src.keys[n.at] = values
	}
	return n.src.of(values[key])
}

// in follows keys.
func (n node) in(keys ...string) node {
	for _, key := range keys {
		n = n.get(key)
	}
	return n
}

// each calls f for the entries of a mapping, in the document's order.
func (n node) each(f func(key string, value node)) {
	if n.at == nil || n.at.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(n.at.Content); i += 2 {
		f(n.at.Content[i].Value, n.src.of(n.at.Content[i+1]))
	}
}

// items are the members of a sequence.
func (n node) items() []node {
	if n.at == nil || n.at.Kind != yaml.SequenceNode {
		return nil
	}
	list := make([]node, len(n.at.Content))
	for i, c := range n.at.Content {
		list[i] = n.src.of(c)
	}
	return list
}

func (n node) isMapping() bool  { return n.at != nil && n.at.Kind == yaml.MappingNode }
func (n node) isSequence() bool { return n.at != nil && n.at.Kind == yaml.SequenceNode }

func (n node) isEmptyList() bool { return n.isSequence() && len(n.at.Content) == 0 }

// text is a scalar as it is written; null and what is no scalar are "".
func (n node) text() string {
	if n.at == nil || n.at.Kind != yaml.ScalarNode || n.at.Tag == "!!null" {
		return ""
	}
	return strings.TrimSpace(n.at.Value)
}

// texts are the scalars of a sequence, or the one that stands in its place.
func (n node) texts() []string {
	if one := n.text(); one != "" {
		return []string{one}
	}
	var list []string
	for _, item := range n.items() {
		if text := item.text(); text != "" {
			list = append(list, text)
		}
	}
	return list
}

func (n node) isTrue() bool { return n.text() == "true" }

// problem is what is wrong with a node.
func (n node) problem(format string, args ...any) *Problem {
	p := &Problem{What: fmt.Sprintf(format, args...)}
	if n.src != nil {
		p.File = n.src.file
	}
	if n.at != nil {
		p.Line = n.at.Line
	}
	return p
}

// resolve follows $ref until there is none.
func (n node) resolve() (node, error) {
	if n.src != nil {
		if n.src.visits++; n.src.visits > maxVisits {
			return node{}, &Problem{File: n.src.file, What: "the document names its schemas too often: more than " + strconv.Itoa(maxVisits) + " had to be looked at"}
		}
	}
	for range maxReferences {
		ref := n.get("$ref")
		if !ref.exists() {
			return n, nil
		}
		next, err := n.src.pointed(ref)
		if err != nil {
			return node{}, err
		}
		n = next
	}
	return node{}, n.problem("its references lead in a circle")
}

// pointed returns what a reference of this document points at (RFC 6901, as the
// fragment of a URI).
func (s *source) pointed(ref node) (node, error) {
	text := ref.text()
	if at, known := s.paths[text]; known {
		return node{at, s}, nil
	}
	parts, err := pointer(ref)
	if err != nil {
		return node{}, err
	}
	n := s.top()
	for _, part := range parts {
		if n.isSequence() {
			n = n.member(part)
		} else {
			n = n.get(part)
		}
		if !n.exists() {
			return node{}, ref.problem("%s points at nothing", text)
		}
	}
	s.paths[text] = n.at
	return n, nil
}

// yaml is the text of a value, to be read again elsewhere.
func (n node) yaml() (string, error) {
	if !n.exists() {
		return "", nil
	}
	text, err := yaml.Marshal(n.at)
	return string(text), err
}
