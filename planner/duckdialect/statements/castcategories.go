package statements

import (
	"cmp"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// castCategory is the category of a column's type, by which values are assigned: A for arrays, E for enums; 0 if it is not known.
func (t *Rules) castCategory(c *rewrite.Column) byte {
	switch {
	case c.Array || c.Dims > 0 || slices.Contains(exactArrays, c.Type):
		return 'A'
	case c.Enum != nil:
		return 'E'
	}
	return castLetter(inference.Names[c.Type])
}

// castLetter is the category of a type by its name; 0 if it is not known.
func castLetter(kind string) byte {
	if kind == "json" {
		return 'J'
	}
	return cmp.Or(inference.Category(kind), inference.Families[kind])
}

// castCategoryOf is the category of a type that a statement names.
func (t *Rules) castCategoryOf(n *pg_query.TypeName) byte {
	if enum, _ := t.EnumNamed(n); len(n.GetArrayBounds()) > 0 {
		return 'A'
	} else if enum != nil {
		return 'E'
	}
	_, name := parse.SplitName(n.GetNames())
	return castLetter(name)
}
