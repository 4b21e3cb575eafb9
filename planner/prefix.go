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
	var after map[int]int
	sources := map[string]bool{}
	blank := func(start int) error {
		end, ok := after[start]
		if !ok {
			return sqlstate.New(sqlstate.InternalError, "a name is not where the parser said")
		}
		for i := start; i < end; i++ {
			sql[i] = ' '
		}
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
func firstNamed(text string, sql []byte, after map[int]int, word string) int {
	for _, start := range slices.Sorted(maps.Keys(after)) {
		if _, three := after[after[start]]; !three {
			continue
		}
		first, _, _ := strings.Cut(text[start:], ".")
		if strings.HasPrefix(first, `"`) {
			first = text[start : start+quotedLength(text[start:])]
		}
		if sql[start] != ' ' && identifier(strings.TrimSpace(first)) == word {
			return start
		}
	}
	return -1
}

// quotedLength returns the length of the quoted word at the start of a text.
func quotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] == '"' {
			if i+1 == len(text) || text[i+1] != '"' {
				return i + 1
			}
			i++
		}
	}
	return len(text)
}

// identifier returns the name that a word means.
func identifier(word string) string {
	if inner, quoted := strings.CutPrefix(word, `"`); quoted {
		return strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`)
	}
	return strings.ToLower(word)
}

// afterDots returns, by the start of each dotted name, the start of its second part.
func afterDots(text string) (map[int]int, error) {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return nil, parse.Error(err, text)
	}
	after := map[int]int{}
	for i := range len(scan.Tokens) - 2 {
		if scan.Tokens[i+1].Token == pg_query.Token_ASCII_46 {
			after[int(scan.Tokens[i].Start)] = int(scan.Tokens[i+2].Start)
		}
	}
	return after, nil
}
