package redact

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Secrets by position: INSERT INTO users VALUES (1, 'bob', 'x') names no column, so only the columns
// of users tell which value is a secret.

// secretPositions reports for each column of a relation whether it holds secrets, or that all may.
func (w *secretWalk) secretPositions(m *pg.RangeVar) (columns []bool, all bool) {
	if w.redactor.secretName(m.GetRelname()) || w.known.Columns == nil {
		return nil, true
	}
	names := w.known.Columns(m.GetSchemaname(), m.GetRelname())
	for _, name := range names {
		columns = append(columns, w.isTarget(name))
	}
	if slices.Contains(columns, true) { // values behind the last column may be out of place
		columns = append(columns, slices.Repeat([]bool{true}, beyond)...)
	}
	return columns, len(names) == 0
}

// beyond is how many values behind the last column of a relation are hidden.
const beyond = 64

// walkStarred walks the FROM of SELECT *, whose columns are those of the query.
func (w *secretWalk) walkStarred(m *pg.SelectStmt, columns []bool, all bool) {
	alone := len(m.TargetList) == 1 && len(m.FromClause) == 1
	for _, n := range m.FromClause {
		from := n.GetRangeSubselect()
		if query := from.GetSubquery().GetSelectStmt(); query != nil {
			named, whole := w.secretColumns(query, parse.Strings(from.GetAlias().GetColnames()), from.GetAlias().GetAliasname())
			w.walkQuery(query, eitherOf(columns, named), all || whole || !alone)
			continue
		}
		if name := n.GetRangeVar().GetRelname(); name != "" {
			w.flows.addQuery(name, columns, all || !alone)
		}
		joined := n.GetJoinExpr() != nil || n.GetRangeFunction() != nil
		was := w.flows.all
		w.flows.all = was || joined
		w.walkNode(n, false)
		w.flows.all = was
		for _, name := range joinedTables(n) {
			w.flows.addQuery(name, nil, true)
		}
	}
}

// joinedTables returns the names of the relations in a join.
func joinedTables(n *pg.Node) (names []string) {
	if j := n.GetJoinExpr(); j != nil {
		for _, side := range []*pg.Node{j.Larg, j.Rarg} {
			names = append(append(names, side.GetRangeVar().GetRelname()), joinedTables(side)...)
		}
	}
	return names
}

// Harmless is Known.Columns where no relation counts as one that holds secrets.
func Harmless(_, _ string) []string { return []string{""} }

// concerns reports whether a text may contain a secret.
func (r *Redactor) concerns(text string, known Known) bool {
	return r.mayHoldSecret(text) || r.fillsSecret(text, known) || known.callsIn(text)
}

// callsIn reports whether a text may call one of the functions that take secrets.
func (k Known) callsIn(text string) bool {
	lower := ""
	for called := range k.Calls {
		if lower == "" {
			lower = strings.ToLower(text)
		}
		if name := strings.ToLower(called[1]); strings.Contains(name, `"`) || strings.Contains(lower, name) || strings.Contains(lower, `u&"`) {
			return true
		}
	}
	return false
}

// secretPlaces reports for each argument of a call whether it is a secret by the names that the
// functions have for it.
func (w *secretWalk) secretPlaces(m *pg.FuncCall) []bool {
	words := parse.Strings(m.Funcname)
	if len(words) == 0 || len(w.known.Calls) == 0 {
		return nil
	}
	schema := ""
	if len(words) > 1 {
		schema = words[len(words)-2]
	}
	list := make([]bool, len(m.Args))
	for _, names := range w.known.Calls[[2]string{schema, words[len(words)-1]}] {
		for i := range list {
			if len(names) > 0 && m.Args[i].GetNamedArgExpr() == nil { // the last one may be variadic
				list[i] = list[i] || w.redactor.secretName(names[min(i, len(names)-1)])
			}
		}
	}
	return list
}

// fillsSecret reports whether a text may have an INSERT by position into a relation that holds
// secrets, or whose columns are not known.
func (r *Redactor) fillsSecret(text string, known Known) bool {
	for at := 0; ; {
		schema, name, next, found := nextByPosition(text, at)
		if !found {
			return false
		}
		at = next
		if name == "" || known.Columns == nil {
			return true
		}
		if columns := known.Columns(schema, name); len(columns) == 0 || slices.ContainsFunc(columns, r.secretName) {
			return true
		}
	}
}

// insertsByPosition reports whether a text may have an INSERT without a list of columns.
func insertsByPosition(text string) bool {
	_, _, _, found := nextByPosition(text, 0)
	return found
}

// nextByPosition finds the next INSERT behind a place that may have no list of columns. The name is
// "" if only the tree can tell where the rows go.
func nextByPosition(text string, at int) (schema, name string, next int, found bool) {
	const word = "insert"
	for ; at+len(word) <= len(text); at++ {
		if text[at]|0x20 != word[0] || !strings.EqualFold(text[at:at+len(word)], word) || at > 0 && nameByte(text[at-1]) {
			continue
		}
		rest := strings.TrimLeft(text[at+len(word):], parse.Blanks)
		switch {
		case rest == "", rest[0] == '(', rest[0] == ')', rest[0] == ',', startsWith(rest, "default"): // of a MERGE, with its columns; no statement
			continue
		case startsWith(rest, "into"):
			schema, name, rest = targetName(strings.TrimLeft(rest[len("into"):], parse.Blanks))
			if name != "" && (startsWith(rest, "default") || listsColumns(rest)) {
				continue
			}
			return schema, name, at + len(word), true
		case rest[0] == '/', rest[0] == '-', startsWith(rest, "values"), startsWith(rest, "overriding"):
			return "", "", at + len(word), true
		}
	}
	return "", "", len(text), false
}

// targetName reads the name of a relation, and an alias behind it. The name is "" where it is not
// plain.
func targetName(text string) (schema, name, rest string) {
	for {
		end := 0
		switch {
		case strings.HasPrefix(text, `"`):
			if end = strings.IndexByte(text[1:], '"') + 2; end < 3 || strings.HasPrefix(text[end:], `"`) {
				return "", "", ""
			}
			schema, name = name, text[1:end-1]
		default:
			for end < len(text) && nameByte(text[end]) {
				end++
			}
			if end == 0 {
				return "", "", ""
			}
			schema, name = name, strings.ToLower(text[:end])
		}
		if text = strings.TrimLeft(text[end:], parse.Blanks); !strings.HasPrefix(text, ".") {
			break
		}
		text = strings.TrimLeft(text[1:], parse.Blanks)
	}
	if startsWith(text, "as") {
		_, alias, behind := targetName(strings.TrimLeft(text[len("as"):], parse.Blanks))
		if alias == "" {
			return "", "", ""
		}
		text = behind
	}
	return schema, name, text
}

// listsColumns reports whether a text begins with a list of columns, and not with a query in
// parentheses.
func listsColumns(text string) bool {
	if !strings.HasPrefix(text, "(") {
		return false
	}
	text = strings.TrimLeft(text[1:], parse.Blanks)
	for _, word := range []string{"select", "values", "with", "table"} {
		if startsWith(text, word) {
			return false
		}
	}
	return text != "" && (nameByte(text[0]) || text[0] == '"')
}

// startsWith reports whether a text begins with a word, not case-sensitive.
func startsWith(text, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word) && (len(text) == len(word) || !nameByte(text[len(word)]))
}

func nameByte(b byte) bool {
	return parse.Letter(b) || b >= '0' && b <= '9' || b == '_' || b == '$' || b >= 0x80
}
