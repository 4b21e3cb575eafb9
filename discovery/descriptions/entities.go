package descriptions

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/sallyportdb/sallyport/discovery"
)

// pending is a relationship whose reference is read when all entities of the file are known.
type pending struct {
	of        int // in list
	key       saidKey
	reference *yaml.Node
}

// root reads the top of a file.
func (r *reader) root(n *yaml.Node) {
	var waiting []pending
	ignore := func(*yaml.Node) {}
	r.members(n, "the file", map[string]func(*yaml.Node){
		"version": ignore, "description": ignore,
		"origin": func(n *yaml.Node) {
			switch r.origin = r.text(n, "origin"); r.origin {
			case discovery.OriginUser, discovery.OriginAI:
			default:
				r.wrong(n, "origin is user or ai")
				r.origin = discovery.OriginAI // the lesser one
			}
		},
		"tables": func(n *yaml.Node) {
			r.each(n, "tables", func(name, value *yaml.Node) { waiting = append(waiting, r.entity(name, value, true)...) })
		},
		"entities": func(n *yaml.Node) {
			r.each(n, "entities", func(name, value *yaml.Node) { waiting = append(waiting, r.entity(name, value, false)...) })
		},
	})
	for _, w := range waiting {
		if key, ok := r.referenced(w); ok {
			r.list[w.of].keys = append(r.list[w.of].keys, key)
		}
	}
}

// entity reads the description of one table. References to other tables are resolved later.
func (r *reader) entity(name, n *yaml.Node, isTable bool) (waiting []pending) {
	s := said{place: r.at(name)}
	if isTable {
		s.table = name.Value
	}
	if n.Kind == yaml.ScalarNode && isTable { // public.orders: One row for each order.
		s.text = r.text(n, name.Value)
		r.list = append(r.list, s)
		return nil
	}
	var keys []pending
	takes := map[string]func(*yaml.Node){
		"table":         func(n *yaml.Node) { s.table, s.line = r.text(n, "table"), n.Line },
		"primary_key":   func(*yaml.Node) {}, // the snapshot has it
		"description":   func(n *yaml.Node) { s.text = r.text(n, "description") },
		"columns":       func(n *yaml.Node) { s.columns = r.columns(n) },
		"relationships": func(n *yaml.Node) { keys = r.relationships(n) },
	}
	if isTable {
		delete(takes, "table")
	}
	r.members(n, name.Value, takes)
	if s.table == "" {
		r.wrong(name, "entity %q has no table", name.Value)
		return nil
	}
	if !isTable {
		r.entities[name.Value] = s.table
	}
	for _, k := range keys {
		k.of = len(r.list)
		waiting = append(waiting, k)
	}
	r.list = append(r.list, s)
	return waiting
}

func (r *reader) columns(n *yaml.Node) (list []saidColumn) {
	r.each(n, "columns", func(name, value *yaml.Node) {
		c := saidColumn{place: r.at(name), name: name.Value}
		if value.Kind == yaml.ScalarNode { // customer_id: Who ordered.
			c.text = r.text(value, name.Value)
		} else {
			r.members(value, name.Value, map[string]func(*yaml.Node){
				"description": func(n *yaml.Node) { c.text = r.text(n, "description") },
				"pii":         func(n *yaml.Node) { c.pii = r.truth(n, "pii") },
				"aggregation": func(*yaml.Node) {}, // of the semantic layer
			})
		}
		list = append(list, c)
	})
	return list
}

func (r *reader) relationships(n *yaml.Node) (list []pending) {
	if n.Kind != yaml.SequenceNode {
		r.wrong(n, "relationships needs a list")
		return nil
	}
	for _, item := range n.Content {
		p := pending{key: saidKey{place: r.at(item)}}
		column := func(n *yaml.Node) { p.key.from = r.texts(n, "column") }
		r.members(item, "a relationship", map[string]func(*yaml.Node){
			"column": column, "columns": column,
			"references":         func(n *yaml.Node) { p.reference = n },
			"referenced_columns": func(n *yaml.Node) { p.key.to = r.texts(n, "referenced_columns") },
			"type":               func(n *yaml.Node) { r.text(n, "type") },
		})
		switch {
		case len(p.key.from) == 0:
			r.wrong(item, "the relationship has no column")
		case p.reference == nil:
			r.wrong(item, "the relationship has no references, such as customers.id")
		default:
			list = append(list, p)
		}
	}
	return list
}

// referenced reads what a relationship refers to: entity.column or table.column, or with
// referenced_columns an entity or a table.
func (r *reader) referenced(w pending) (saidKey, bool) {
	key, text := w.key, r.text(w.reference, "references")
	if len(key.to) > 0 {
		key.table = text
	} else if table, column, ok := cutLast(text); ok {
		key.table, key.to = table, []string{column}
	}
	if table, ok := r.entities[key.table]; ok {
		key.table = table
	}
	if key.table == "" {
		r.wrong(w.reference, "references %q is not table.column", text)
		return key, false
	}
	return key, true
}

// cutLast cuts a name before its last part.
func cutLast(name string) (before, last string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || i == len(name)-1 {
		return "", "", false
	}
	if strings.HasSuffix(name, `"`) {
		open := strings.LastIndex(name[:len(name)-1], `."`)
		if open <= 0 {
			return "", "", false
		}
		return name[:open], name[open+2 : len(name)-1], true
	}
	return name[:i], name[i+1:], true
}
