package qualify

import (
	"encoding/json"
	"strconv"
)

// locationOf is where a node begins in the query, as DuckDB tells it; ok is false where that is not within the query.
func locationOf(n map[string]any, query string) (at int, ok bool) {
	number, _ := n["query_location"].(json.Number)
	at, err := strconv.Atoi(number.String())
	return at, err == nil && at >= 0 && at < len(query)
}

// text is a text in a node of a tree.
func text(n map[string]any, key string) string {
	s, _ := n[key].(string)
	return s
}

// anys is a list, if it is one.
func anys(n any) []any {
	l, _ := n.([]any)
	return l
}

// walk goes into a node by the names of its parts.
func walk(n any, keys ...string) any {
	for _, key := range keys {
		m, _ := n.(map[string]any)
		n = m[key]
	}
	return n
}

// list is a list of nodes in a node.
func list(n any, keys ...string) (nodes []map[string]any) {
	for _, e := range anys(walk(n, keys...)) {
		if m, ok := e.(map[string]any); ok {
			nodes = append(nodes, m)
		} else {
			nodes = append(nodes, nil)
		}
	}
	return nodes
}

// strs is a list of texts in a node.
func strs(n any, key string) (texts []string) {
	for _, e := range anys(walk(n, key)) {
		s, _ := e.(string)
		texts = append(texts, s)
	}
	return texts
}

// eachNode calls f with each node of a tree.
func eachNode(n any, f func(map[string]any)) {
	m, ok := n.(map[string]any)
	if !ok {
		for _, child := range anys(n) {
			eachNode(child, f)
		}
		return
	}
	f(m)
	for _, child := range m {
		eachNode(child, f)
	}
}
