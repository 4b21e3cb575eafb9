package parse

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Strings returns the values of the nodes that are strings: the parts of a name.
func Strings(nodes []*pg_query.Node) []string {
	words := make([]string, 0, 3)
	for _, n := range nodes {
		if s := n.GetString_(); s != nil {
			words = append(words, s.Sval)
		}
	}
	return words
}

// WordSet makes a set of words that are separated by blanks.
func WordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// NameParts returns the parts of a name, of which an asterisk is an empty one.
func NameParts(list []*pg_query.Node) []string {
	parts := make([]string, 0, 3)
	for _, n := range list {
		parts = append(parts, n.GetString_().GetSval())
	}
	return parts
}

// SplitName returns the schema of a name, which is all before the last part, and the last part.
func SplitName(list []*pg_query.Node) (schema, name string) {
	switch len(list) {
	case 0:
		return "", ""
	case 1:
		return "", list[0].GetString_().GetSval()
	}
	parts := NameParts(list)
	return strings.Join(parts[:len(parts)-1], "."), parts[len(parts)-1]
}

// AliasOrName is the name by which a statement speaks of a table.
func AliasOrName(r *pg_query.RangeVar) string {
	if alias := r.GetAlias(); alias != nil {
		return alias.Aliasname
	}
	return r.GetRelname()
}

// TextConstant returns the value of a text constant.
func TextConstant(n *pg_query.Node) (string, bool) {
	if s, ok := n.GetAConst().GetVal().(*pg_query.A_Const_Sval); ok {
		return s.Sval.GetSval(), true
	}
	return "", false
}

// IntConstant returns the value of an integer constant, with its sign.
func IntConstant(n *pg_query.Node) (int64, bool) {
	if i, ok := n.GetAConst().GetVal().(*pg_query.A_Const_Ival); ok {
		return int64(i.Ival.GetIval()), true
	}
	if e := n.GetAExpr(); e != nil && e.Lexpr == nil && len(e.Name) == 1 && e.Name[0].GetString_().GetSval() == "-" {
		if i, ok := IntConstant(e.Rexpr); ok {
			return -i, true
		}
	}
	return 0, false
}

// SystemColumns are the columns that PostgreSQL gives every table, besides those that it was made with.
var SystemColumns = WordSet("ctid xmin xmax cmin cmax tableoid")

// SequenceFunctions are the functions that draw from, set and read sequences.
var SequenceFunctions = WordSet("nextval setval currval lastval")
