package beforehand

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Canonical returns one statement in the spelling of PostgreSQL's grammar, without comments, with a
// line for each clause: what a person reads before approving it. It returns "" if the text cannot
// be deparsed to certainly the same statement.
func Canonical(text string) string {
	if len(text) > countable || parse.Check(text, 0) != nil {
		return ""
	}
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return ""
	}
	sql, ok := deparse(list[0].Raw.Stmt, list[0].Version)
	if !ok {
		return ""
	}
	return layout(sql)
}

// SameTokens reports whether two texts differ only in blanks, line ends and the case of unquoted
// words.
func SameTokens(a, b string) bool {
	return slices.Equal(plainTokens(a), plainTokens(b))
}

// plainTokens returns the tokens of a text, comments included, in lower case unless they contain
// quotes. It returns nil if the text cannot be scanned.
func plainTokens(text string) (list []string) {
	for _, w := range scanTokens(text) {
		switch {
		case w.text == ";":
		case strings.ContainsAny(w.text, `'"$`):
			list = append(list, w.text)
		default:
			list = append(list, strings.ToLower(w.text))
		}
	}
	return list
}

// spelled is a token, its kind and its start.
type spelled struct {
	text  string
	kind  pg_query.Token
	start int
}

func scanTokens(text string) (list []spelled) {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return nil
	}
	for _, t := range scan.Tokens {
		if t.Start < 0 || int(t.End) > len(text) || t.Start > t.End {
			return nil
		}
		list = append(list, spelled{text[t.Start:t.End], t.Token, int(t.Start)})
	}
	return list
}

// queries are the first words of statements that are broken into clauses. A word of clauses outside
// of brackets begins a line there, a word of conditions an indented line.
var (
	queries    = parse.WordSet("SELECT INSERT UPDATE DELETE MERGE WITH VALUES EXPLAIN CREATE DECLARE PREPARE COPY")
	clauses    = parse.WordSet(`FROM WHERE SET VALUES USING RETURNING GROUP HAVING ORDER LIMIT OFFSET UNION INTERSECT EXCEPT WHEN JOIN LEFT RIGHT FULL CROSS INNER NATURAL WINDOW SELECT INSERT UPDATE DELETE MERGE`)
	conditions = parse.WordSet("AND OR")
)

// brackets and betweens are what a token adds to how deep in them it stands: the AND of a
// BETWEEN is no condition.
var (
	brackets = map[string]int{"(": 1, ")": -1}
	betweens = map[string]int{"BETWEEN": 1, "AND": -1}
)

// widest is the length in bytes at which a line of a canonical text is broken.
const widest = 100

// layout breaks a text into lines, between tokens.
func layout(sql string) string {
	var b strings.Builder
	depth, line, between, at := 0, 0, 0, 0
	list := scanTokens(sql)
	if list == nil {
		return sql
	}
	clausal := queries[strings.ToUpper(list[0].text)]
	for i, w := range list {
		gap := sql[at:w.start]
		upper := strings.ToUpper(w.text)
		switch {
		case i == 0 || gap == "":
		case clausal && depth == 0 && w.kind != pg_query.Token_IDENT && clauses[upper] && !staysOnLine(list[i-1].text, upper):
			gap, line = "\n", 0
		case clausal && depth == 0 && conditions[upper] && between == 0:
			gap, line = "\n  ", 2
		case line+len(w.text) >= widest:
			gap, line = "\n    ", 4
		}
		depth += brackets[w.text]
		between = max(between+betweens[upper], 0)
		b.WriteString(gap)
		b.WriteString(w.text)
		line += len(gap) + len(w.text)
		at = w.start + len(w.text)
	}
	b.WriteString(sql[at:])
	return b.String()
}

// staysOnLine reports whether a word stays on the line of the word before it: LEFT JOIN, DELETE FROM,
// THEN UPDATE SET.
func staysOnLine(before, word string) bool {
	switch before = strings.ToUpper(before); word {
	case "JOIN":
		return slices.Contains([]string{"LEFT", "RIGHT", "FULL", "CROSS", "INNER", "NATURAL", "OUTER"}, before)
	case "FROM":
		return slices.Contains([]string{"DELETE", "DISTINCT", "COPY"}, before)
	case "SET", "INSERT", "UPDATE", "DELETE", "SELECT":
		return slices.Contains([]string{"THEN", "UPDATE", "DO", "FOR", "ON", "AS", "BEFORE", "AFTER", "OR", "GRANT", "REVOKE", ","}, before) || word == "SET" && before == "COLUMN"
	case "USING", "VALUES", "ORDER":
		return before == "INDEX" || before == "WITHIN"
	}
	return false
}
