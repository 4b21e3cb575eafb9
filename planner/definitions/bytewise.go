package definitions

import (
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// asciiCollations are the collations that know no letters but those of ASCII.
var asciiCollations = parse.WordSet(`C POSIX ucs_basic`)

// KnowsASCIIAlone reports whether a collation knows no letters but those of ASCII.
func KnowsASCIIAlone(collation string) bool { return asciiCollations[collation] }

// tellsLetters are the functions and operators that change the case of letters, or tell letters from other characters.
var tellsLetters = parse.WordSet(`lower upper initcap ~ !~ ~* !~* ~~* !~~* regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table
	regexp_like regexp_count regexp_instr regexp_substr`)

// noteBytewise notes a call or an operator that knows the letters of ASCII alone. inside is the collation of its arguments.
func (a *analysis) noteBytewise(n *node, inside collating) {
	if !tellsLetters[n.name] || !KnowsASCIIAlone(inside.collation) || n.kind != funcExpr && n.kind != opExpr && n.kind != scalarArrayOp {
		return
	}
	if a.kept != nil && a.kept.Refused == nil {
		a.kept.Refused = sqlstate.New(sqlstate.FeatureNotSupported, "%s by the collation %q is not supported in a definition", n.name, inside.collation).
			WithHint("Write COLLATE \"default\" behind the text.")
	}
	if a.bytewise != nil && n.from != nil {
		a.bytewise[n.from] = true
	}
}
