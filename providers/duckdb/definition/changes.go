package definition

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
)

// ChangeTarget returns the name of the table that an INSERT, UPDATE, DELETE, MERGE or TRUNCATE changes, as it is written.
// It passes over WITH and its queries. The name is empty if none is found.
func ChangeTarget(sql string) string {
	name, verb, depth, dot := "", "", 0, false
	for i := 0; i < len(sql); {
		end := lexical.SkipQuoted(sql, i)
		isName := end > i && sql[i] == '"'
		if end == i && lexical.IsNameStart(sql[i]) {
			end, isName = lexical.NameEnd(sql, i), true
		}
		word := strings.ToUpper(sql[i:end])
		switch {
		case end == i && sql[i] == '(' && name == "":
			depth++
		case end == i && sql[i] == ')' && name == "":
			depth--
		case depth > 0:
		case verb == "":
			if slices.Contains([]string{"INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE"}, word) {
				verb = word
			}
		case name == "" && slices.Contains([]string{"INTO", "FROM", "ONLY", "TABLE", "OR", "REPLACE", "IGNORE"}, word):
		case name != "" && !dot && sql[i] == '.':
			name, dot = name+".", true
		case isName && (name == "" || dot):
			name, dot = name+sql[i:end], false
		case name != "" && !lexical.IsSpace(sql[i]):
			return name
		}
		i = max(end, i+1)
	}
	return name
}

// AssignedColumns lists the columns that UPDATE, ON CONFLICT DO UPDATE and MERGE set. It may list other names as well.
func AssignedColumns(sql string) (columns []string) {
	depth, setting, expects, several := 0, false, false, false
	for t := range eachToken(sql) {
		switch {
		case depth == 0 && t.Is("SET"):
			setting, expects = true, true
		case depth == 0 && t.Is("RETURNING"):
			setting, expects = false, false
		case depth == 0 && t.Text == ",":
			expects = setting
		case expects && t.Text == "(": // (a, b) = …
			depth, several, expects = depth+1, true, false
		case several && t.Text == ")":
			depth, several = depth-1, false
		case several && t.Text != ",", expects:
			columns, expects = append(columns, t.Name()), false
		case t.Text == "(", t.Text == "[", t.Is("CASE"):
			depth++
		case t.Text == ")", t.Text == "]", t.Is("END"):
			depth--
		}
	}
	return columns
}

// WithoutStored removes STORED from the generated columns of a CREATE TABLE or ALTER TABLE. DuckDB computes them when
// they are read, which gives the same: their expressions depend on nothing but the row.
func WithoutStored(sql string, words []string) string {
	upper := strings.ToUpper(sql)
	if len(words) == 0 || words[0] != "CREATE" && words[0] != "ALTER" || !strings.Contains(upper, "GENERATED") || !strings.Contains(upper, "STORED") {
		return sql
	}
	bracket := false // the last token was a closing one, as it is before STORED
	for i := 0; i < len(sql); {
		end := lexical.SkipQuoted(sql, i)
		if end == i && lexical.IsNameStart(sql[i]) {
			end = lexical.NameEnd(sql, i)
			if bracket && strings.EqualFold(sql[i:end], "STORED") {
				sql = sql[:i] + strings.Repeat(" ", end-i) + sql[end:]
			}
		}
		end = max(end, i+1)
		if !lexical.IsSpace(sql[i]) {
			bracket = sql[i] == ')'
		}
		i = end
	}
	return sql
}

// InsertTarget returns the name of the table behind INSERT INTO as written, and the end of it and
// its alias.
func InsertTarget(sql string) (name string, end int) {
	start, dot := -1, false
	for i := 0; i < len(sql); {
		end := lexical.SkipQuoted(sql, i)
		isWord := end > i && sql[i] == '"'
		if end == i && lexical.IsNameStart(sql[i]) {
			end, isWord = lexical.NameEnd(sql, i), true
		}
		switch {
		case isWord && start < 0:
			if strings.EqualFold(sql[i:end], "INTO") {
				start = end
			}
		case isWord && name != "" && !dot:
			if !strings.EqualFold(sql[i:end], "AS") {
				return name, start
			}
			start = aliasEnd(sql, end)
			return name, start
		case start >= 0 && isWord:
			name, start, dot = name+sql[i:end], end, false
		case start >= 0 && sql[i] == '.':
			name, dot = name+".", true
		case start >= 0 && end == i && !lexical.IsSpace(sql[i]):
			return "", 0 // it names columns, or is no INSERT
		}
		i = max(end, i+1)
	}
	return "", 0
}

// aliasEnd returns the end of the name that follows i.
func aliasEnd(sql string, i int) int {
	for i < len(sql) {
		end := lexical.SkipQuoted(sql, i)
		switch {
		case end > i && sql[i] == '"':
			return end
		case end == i && lexical.IsNameStart(sql[i]):
			return lexical.NameEnd(sql, i)
		}
		i = max(end, i+1)
	}
	return i
}
