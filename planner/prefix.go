package planner

import (
	"maps"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// blankSourceName blanks the source's name in provider.service.resource, and in a column of such a relation. Postgres would
// read the name as that of a database. Blanks keep all positions.
func blankSourceName(st *Statement, mentions []mention, columns []placedName) error {
	var sql []byte
	var after map[int]firstPart
	sources := map[string]bool{}
	blank := func(start int) error {
		name, ok := after[start]
		if !ok {
			return sqlstate.New(sqlstate.InternalError, "a name is not where the parser said")
		}
		for i := start; i < name.end; i++ {
			sql[i] = ' '
		}
		sql[name.dot] = ' '
		return nil
	}
	for _, m := range mentions {
		if m.catalog == "" {
			continue
		}
		if sql == nil {
			var err error
			if after, err = afterDots(st.Text); err != nil {
				return err
			}
			sql = []byte(st.Text)
		}
		start := m.offset - st.Offset
		if m.offset < 0 { // the tree of DROP has no places
			if start = firstNamed(st.Text, sql, after, m.catalog); start < 0 {
				return sqlstate.New(sqlstate.FeatureNotSupported, "%s cannot name a source in this way", st.Verb).
					WithHint("Connect to the source %q and leave its name out.", m.catalog)
			}
		}
		if err := blank(start); err != nil {
			return err
		}
		sources[m.catalog] = true
	}
	for _, c := range columns {
		if sources[c.name] {
			if err := blank(c.offset - st.Offset); err != nil {
				return err
			}
		}
	}
	if sql != nil {
		st.SQL = string(sql)
	}
	return nil
}

// firstNamed returns the offset of the first name with three parts that begins with word and that sql
// still has, or -1.
func firstNamed(text string, sql []byte, after map[int]firstPart, word string) int {
	for _, start := range slices.Sorted(maps.Keys(after)) {
		name := after[start]
		if _, three := after[name.next]; three && sql[start] != ' ' && identifier(text[start:name.end]) == word {
			return start
		}
	}
	return -1
}

// identifier returns the name that a word means.
func identifier(word string) string {
	if inner, quoted := strings.CutPrefix(word, `"`); quoted {
		return strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`)
	}
	return strings.ToLower(word)
}

// firstPart has byte offsets in a name with parts: of the end of its first part, of the dot behind it, and of its second part.
// There may be comments between them.
type firstPart struct{ end, dot, next int }

// afterDots returns the parts of each dotted name by its start.
func afterDots(text string) (map[int]firstPart, error) {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return nil, parse.Error(err, text)
	}
	tokens := slices.DeleteFunc(scan.Tokens, func(t *pg_query.ScanToken) bool {
		return t.Token == pg_query.Token_C_COMMENT || t.Token == pg_query.Token_SQL_COMMENT
	})
	after := map[int]firstPart{}
	for i := range max(len(tokens)-2, 0) {
		if dot := tokens[i+1]; dot.Token == pg_query.Token_ASCII_46 {
			after[int(tokens[i].Start)] = firstPart{int(tokens[i].End), int(dot.Start), int(tokens[i+2].Start)}
		}
	}
	return after, nil
}
