package descriptions

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
)

// maxArtifact bounds a file of dbt's.
const maxArtifact = 512 << 20

// manifest is the part of dbt's manifest.json that is about tables.
type manifest struct {
	Nodes   map[string]dbtNode `json:"nodes"`
	Sources map[string]dbtNode `json:"sources"`
}

type dbtNode struct {
	Kind        string               `json:"resource_type"`
	Database    string               `json:"database"`
	Schema      string               `json:"schema"`
	Name        string               `json:"name"`
	Alias       string               `json:"alias"`      // of models
	Identifier  string               `json:"identifier"` // of sources
	Description string               `json:"description"`
	Columns     map[string]dbtColumn `json:"columns"`
	Constraints []dbtConstraint      `json:"constraints"`
	Config      struct {
		Materialized string `json:"materialized"`
	} `json:"config"`

	// of a test
	Test struct {
		Name string `json:"name"`
		Args struct {
			Field  string `json:"field"`
			Column string `json:"column_name"`
		} `json:"kwargs"`
	} `json:"test_metadata"`
	Attached string `json:"attached_node"`
	Column   string `json:"column_name"`
	Depends  struct {
		Nodes []string `json:"nodes"`
	} `json:"depends_on"`
}

type dbtColumn struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Meta        map[string]any  `json:"meta"`
	Constraints []dbtConstraint `json:"constraints"`
	Config      struct {
		Meta map[string]any `json:"meta"`
	} `json:"config"`
}

type dbtConstraint struct {
	Type       string   `json:"type"`
	Columns    []string `json:"columns"`
	To         string   `json:"to"`
	ToColumns  []string `json:"to_columns"`
	Expression string   `json:"expression"`
}

// dbtCatalog is the part of catalog.json that has comments.
type dbtCatalog struct {
	Nodes   map[string]dbtTable `json:"nodes"`
	Sources map[string]dbtTable `json:"sources"`
}

type dbtTable struct {
	Metadata struct {
		Database string `json:"database"`
		Schema   string `json:"schema"`
		Name     string `json:"name"`
		Comment  string `json:"comment"`
	} `json:"metadata"`
	Columns map[string]struct {
		Comment string `json:"comment"`
	} `json:"columns"`
}

// relation is a node's table as it is called in a statement, "" where it has none.
func (n dbtNode) relation() string {
	switch n.Kind {
	case "model", "seed", "snapshot":
		if n.Config.Materialized == "ephemeral" {
			return ""
		}
	case "source":
	default:
		return ""
	}
	name := n.Name
	for _, other := range []string{n.Alias, n.Identifier} {
		if other != "" {
			name = other
		}
	}
	if name == "" {
		return ""
	}
	return discovery.TableRef{DB: n.Schema, Name: name}.Display()
}

// readDBT reads the artifacts of a target folder.
func readDBT(folder string) (list []said, problems []discovery.Problem) {
	var m manifest
	var c dbtCatalog
	file := filepath.Join(folder, "manifest.json")
	if err := readJSON(file, &m); err != nil {
		problems = append(problems, problemOf(file, err))
	}
	if err := readJSON(filepath.Join(folder, "catalog.json"), &c); err != nil && !errors.Is(err, os.ErrNotExist) {
		problems = append(problems, problemOf(filepath.Join(folder, "catalog.json"), err))
	}
	nodes := map[string]dbtNode{}
	for _, all := range []map[string]dbtNode{m.Nodes, m.Sources} {
		for id, n := range all {
			nodes[id] = n
		}
	}
	comments := map[string]dbtTable{}
	for _, all := range []map[string]dbtTable{c.Nodes, c.Sources} {
		for id, t := range all {
			comments[id] = t
		}
	}
	keys := relationshipsOf(file, nodes)
	for _, id := range sortedIDs(nodes) {
		n := nodes[id]
		if relation := n.relation(); relation != "" {
			s := n.said(file, relation, comments[id])
			s.keys = append(s.keys, keys[id]...)
			list = append(list, s)
		}
	}
	for _, id := range sortedIDs(comments) { // what dbt's manifest does not know
		if _, known := nodes[id]; !known {
			t := comments[id]
			n := dbtNode{Kind: "model", Schema: t.Metadata.Schema, Name: t.Metadata.Name}
			list = append(list, n.said(filepath.Join(folder, "catalog.json"), n.relation(), t))
		}
	}
	return list, problems
}

// said is what a node says, and where it says nothing, the comment of the catalog.
func (n dbtNode) said(file, relation string, comments dbtTable) said {
	s := said{place: place{file: file}, table: relation, text: first(n.Description, comments.Metadata.Comment), lenient: true}
	names := sortedIDs(n.Columns)
	for name := range comments.Columns {
		if _, known := n.Columns[name]; !known {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		c := n.Columns[name]
		column := saidColumn{place: s.place, name: name, text: first(c.Description, comments.Columns[name].Comment), pii: personal(c.Meta) || personal(c.Config.Meta)}
		if column.text != "" || column.pii {
			s.columns = append(s.columns, column)
		}
	}
	for _, k := range n.Constraints {
		s.keys = append(s.keys, k.key(s.place, k.Columns)...)
	}
	for _, name := range sortedIDs(n.Columns) {
		for _, k := range n.Columns[name].Constraints {
			s.keys = append(s.keys, k.key(s.place, []string{name})...)
		}
	}
	return s
}

// key is what a constraint of a contract refers to.
func (k dbtConstraint) key(at place, from []string) []saidKey {
	if k.Type != "foreign_key" || k.To == "" || len(k.ToColumns) != len(from) {
		return nil
	}
	return []saidKey{{place: at, from: from, table: unquoted(k.To), to: k.ToColumns}}
}

// unquoted takes the database off a relation as dbt writes it: "shop"."mart"."orders".
func unquoted(relation string) string {
	parts := regexp.MustCompile("[\"`]?([^\"`.]+)[\"`]?").FindAllStringSubmatch(relation, -1)
	var r discovery.TableRef
	if n := len(parts); n > 0 {
		r.Name = parts[n-1][1]
		if n > 1 {
			r.DB = parts[n-2][1]
		}
	}
	return r.Display()
}

// relationshipsOf are the tests of relationships, by the node whose column they are of.
func relationshipsOf(file string, nodes map[string]dbtNode) map[string][]saidKey {
	out := map[string][]saidKey{}
	for _, id := range sortedIDs(nodes) {
		test := nodes[id]
		if test.Kind != "test" || test.Test.Name != "relationships" {
			continue
		}
		column := first(test.Column, test.Test.Args.Column)
		others := slices.DeleteFunc(slices.Clone(test.Depends.Nodes), func(n string) bool { return n == test.Attached })
		to := test.Attached // a table that refers to itself
		if len(others) == 1 {
			to = others[0]
		}
		if relation := nodes[to].relation(); relation != "" && column != "" && test.Test.Args.Field != "" && len(others) < 2 {
			out[test.Attached] = append(out[test.Attached], saidKey{
				place: place{file: file}, from: []string{column}, table: relation, to: []string{test.Test.Args.Field},
			})
		}
	}
	return out
}

// personal reports whether meta says that a column is personal.
func personal(meta map[string]any) bool {
	for name, value := range meta {
		if strings.EqualFold(name, "pii") || strings.EqualFold(name, "contains_pii") {
			yes, isBool := value.(bool)
			text, isText := value.(string)
			return isBool && yes || isText && !slices.Contains([]string{"false", "no", ""}, strings.ToLower(text))
		}
	}
	return false
}

func first(texts ...string) string {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			if len(text) > maxText {
				text = strings.ToValidUTF8(text[:maxText], "")
			}
			return text
		}
	}
	return ""
}

func sortedIDs[T any](m map[string]T) []string {
	ids := make([]string, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	return ids
}

// readJSON reads a file of dbt's. An error of JSON has the line.
func readJSON(path string, into any) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() > maxArtifact {
		return fmt.Errorf("it is larger than %d MiB", maxArtifact>>20)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	err = json.Unmarshal(content, into)
	var broken *json.SyntaxError
	var typed *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &broken):
		offset = broken.Offset
	case errors.As(err, &typed):
		offset = typed.Offset
	}
	if offset >= 0 {
		return &jsonMistake{1 + bytes.Count(content[:min(int(offset), len(content))], []byte("\n")), err}
	}
	return err
}

type jsonMistake struct {
	line int
	err  error
}

func (m *jsonMistake) Error() string { return "is not what dbt writes: " + m.err.Error() }

func problemOf(file string, err error) discovery.Problem {
	var m *jsonMistake
	if errors.As(err, &m) {
		return discovery.Problem{File: file, Line: m.line, Text: m.Error()}
	}
	return discovery.Problem{File: file, Text: "cannot be read: " + withoutPath(err).Error()}
}
