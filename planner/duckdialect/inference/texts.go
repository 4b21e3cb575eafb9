package inference

import (
	"cmp"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Text is one of PostgreSQL's types of texts. DuckDB has one for all.
type Text struct {
	Kind   string // text, varchar, bpchar, name; unknown for a quoted constant
	Length int    // of varchar(n) and char(n); 0: none
}

// unknownLength is the length of a varchar that the text does not show.
const unknownLength = -1

// textKinds are the types of texts.
var textKinds = parse.WordSet(`text varchar bpchar name unknown`)

// TextOf is the type of an expression that is a text. ok is false for other types, and where it is not known.
func (t *Types) TextOf(n *pg_query.Node) (text Text, ok bool) {
	if c := n.GetTypeCast(); c != nil {
		_, name := parse.SplitName(c.TypeName.GetNames())
		if !textKinds[name] || len(c.TypeName.ArrayBounds) > 0 || len(c.TypeName.Typmods) > 1 {
			return text, false
		}
		if len(c.TypeName.Typmods) == 1 {
			length, isInt := parse.IntConstant(c.TypeName.Typmods[0])
			return Text{name, int(length)}, isInt
		}
		return Text{Kind: name}, true
	}
	if list := choicesInOrder(n); list != nil {
		return t.commonOf(list)
	}
	kind := t.Inferred(n)
	if c := n.GetColumnRef(); kind == "" && c != nil && t.isName(c) {
		kind = "name"
	}
	if !textKinds[kind] {
		return text, false
	}
	text.Kind = kind
	if c := n.GetColumnRef(); c != nil && (kind == "varchar" || kind == "bpchar") {
		text.Length = t.lengthOf(c)
	}
	return text, text.Kind != "bpchar" || text.Length > 0
}

// choicesInOrder are the values that an expression chooses from, in the order in which PostgreSQL looks at their types: of CASE the
// ELSE comes first.
func choicesInOrder(n *pg_query.Node) []*pg_query.Node {
	list := trees.Choices(n)
	if e := n.GetCaseExpr(); e.GetDefresult() != nil {
		list = append([]*pg_query.Node{e.Defresult}, list[:len(list)-1]...)
	}
	return list
}

// commonOf is the type of several texts that are made one.
func (t *Types) commonOf(list []*pg_query.Node) (common Text, ok bool) {
	texts := make([]Text, len(list))
	for i, n := range list {
		if texts[i], ok = t.TextOf(n); !ok {
			return common, false
		}
	}
	return CommonText(texts...), len(texts) > 0
}

// CommonText is the type that PostgreSQL gives to several texts in one place: that of the first. A name comes before what else has no
// cast from it. The length is that of all.
// https://www.postgresql.org/docs/15/typeconv-union-case.html
func CommonText(texts ...Text) Text {
	common := Text{Kind: "unknown"}
	for _, text := range texts {
		if common.Kind == "unknown" || text.Kind == "name" && common.Kind != "text" {
			common.Kind = cmp.Or(text.Kind, common.Kind)
		}
	}
	if common.Kind == "unknown" {
		return Text{Kind: "text"}
	}
	common.Length = texts[0].Length
	for _, text := range texts {
		if text.Kind != common.Kind || text.Length != common.Length {
			common.Length = 0
		}
	}
	return common
}

// isName reports whether a column is of type name. Columns of queries in FROM may have its name, too.
func (t *Types) isName(c *pg_query.ColumnRef) bool {
	parts := parse.NameParts(c.Fields)
	return !t.Hidden && t.ofTypeName[parts[len(parts)-1]] == "name"
}

// IsCharacter reports whether a column is of the type "char", in the same way.
func (t *Types) IsCharacter(c *pg_query.ColumnRef) bool {
	parts := parse.NameParts(c.Fields)
	return len(parts) > 0 && !t.Hidden && t.ofTypeName[parts[len(parts)-1]] == "char"
}

// noteLength notes the length of a column that is a varchar, 0 for one that has none.
func (t *Types) noteLength(name string, c rewrite.Column) {
	if t.ofTypeName == nil {
		t.ofTypeName = map[string]string{}
	}
	kind := "other"
	switch c.Type {
	case pgtype.NameOID:
		kind = "name"
	case pgtype.QCharOID:
		kind = "char"
	}
	noteType(t.ofTypeName, name, kind)
	if c.Type != pgtype.VarcharOID {
		return
	}
	if t.lengths == nil {
		t.lengths = map[string]int{}
	}
	length := c.Limit
	if was, known := t.lengths[name]; known && was != length {
		length = unknownLength
	}
	t.lengths[name] = length
}

// lengthOf is the length of a column that is a varchar or a char.
func (t *Types) lengthOf(c *pg_query.ColumnRef) int {
	if t.Column(c) == "bpchar" {
		return t.CharLength(c)
	}
	parts := parse.NameParts(c.Fields)
	name := parts[len(parts)-1]
	if len(parts) > 1 {
		if length, known := t.lengths[parts[len(parts)-2]+"."+name]; known {
			return length
		}
	}
	if length, known := t.lengths[name]; known {
		return length
	}
	return unknownLength
}
