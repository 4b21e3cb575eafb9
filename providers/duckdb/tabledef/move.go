package tabledef

import (
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/kept"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// MoveTo is the statements that make the table with its rows, comments and indexes in another schema, and drop it in its own. drawn says
// which schema a sequence has then that has a schema now.
func (t *Table) MoveTo(conn lib.Connection, schema string, drawn func(schema, name string) string) ([]string, error) {
	columns, err := kept.Writable(conn, t.Path())
	if err != nil {
		return nil, err
	}
	list, old, from := strings.Join(columns, ", "), t.Path(), t.Schema
	elements := make([]string, len(t.Elements))
	for i, e := range t.Elements {
		elements[i] = drawFrom(e, from, drawn)
	}
	t.Schema = schema
	create := "CREATE TABLE " + t.Path() + " (" + strings.Join(elements, ", ") + ")"
	steps := append([]string{copyRows(old, list), create}, returnRows(t.Path(), list, elements)...)
	for _, comment := range t.Comments {
		steps = append(steps, strings.Replace(comment, old, t.Path(), 1))
	}
	return append(append(steps, t.MakeIndexes()...), "DROP TABLE "+old), nil
}

// drawFrom has the defaults in an element of a table draw from sequences in other schemas. A sequence without a schema is in own.
func drawFrom(element, own string, drawn func(schema, name string) string) string {
	list := definition.Tokens(element)
	for i, token := range slices.Backward(list) {
		if !strings.HasPrefix(token.Text, "'") || len(token.Text) < 2 {
			continue
		}
		content := strings.ReplaceAll(token.Text[1:len(token.Text)-1], "''", "'")
		draws := i > 1 && list[i-1].Text == "(" && list[i-2].Is("nextval")
		parts := definition.SplitName(content)
		if n := len(parts); n == 1 && draws {
			parts = []string{own, parts[0]}
		} else if n < 2 {
			continue
		}
		n := len(parts)
		to := drawn(parts[n-2], parts[n-1])
		if to == "" {
			continue
		}
		quote := native.ShownIdent
		if content == native.Path(parts...) {
			quote = native.Ident
		}
		parts[n-2] = to
		for at, part := range parts {
			parts[at] = quote(part)
		}
		element = element[:token.At] + native.Text(strings.Join(parts, ".")) + element[token.End:]
	}
	return element
}
