package qualify

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
)

// RenamedOutput returns the query of a view, as PostgreSQL shows the query, with another name for a column of the result; spelled is the
// name as PostgreSQL writes it. RenamedOutput returns false where the query is of a kind that is not followed.
func RenamedOutput(query string, column int, to, spelled string) (string, bool) {
	o := outputs{query: query, list: definition.Tokens(marks.Replace(query)), column: column, to: to, as: " AS " + spelled}
	if !o.queryTo(len(o.list)) {
		return "", false
	}
	renamed, twice := respell(query, o.spelled)
	return renamed, twice == nil
}

// outputs reads the lists of columns in a query, token by token.
type outputs struct {
	query   string
	list    []definition.Token
	at      int // the next token
	column  int
	to, as  string
	spelled []spelling
}

// isAt reports whether one of some words is next.
func (o *outputs) isAt(words ...string) bool {
	return o.at < len(o.list) && slices.Contains(words, o.list[o.at].Text)
}

// skipGroup goes behind the bracket that closes the one that is next.
func (o *outputs) skipGroup() {
	for depth := 0; o.at < len(o.list); {
		switch o.list[o.at].Text {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		}
		if o.at++; depth == 0 {
			return
		}
	}
}

// queryTo reads the query that ends before a token: WITH, and SELECTs with set operations between them.
func (o *outputs) queryTo(end int) bool {
	if o.isAt("WITH") {
		for !o.isAt("SELECT", "VALUES") && o.at < end {
			if o.isAt("(") {
				o.skipGroup()
			} else {
				o.at++
			}
			if o.at < end && o.isAt("(") && o.list[o.at-1].Text == ")" { // the first SELECT of a set operation
				break
			}
		}
	}
	for o.at < end {
		switch {
		case o.isAt("("):
			from := o.at
			o.skipGroup()
			behind := o.at
			if o.at = from + 1; !o.queryTo(behind - 1) {
				return false
			}
			o.at = behind
		case o.isAt("SELECT"):
			if !o.selectList(end) {
				return false
			}
		default:
			return false
		}
		for o.at < end && !o.isAt("UNION", "INTERSECT", "EXCEPT") {
			if o.isAt("(") {
				o.skipGroup()
			} else {
				o.at++
			}
		}
		if o.at++; o.isAt("ALL") {
			o.at++
		}
	}
	return true
}

// selectList reads the list of columns of a SELECT, and names the column.
func (o *outputs) selectList(end int) bool {
	if o.at++; o.isAt("DISTINCT") {
		if o.at++; o.isAt("ON") {
			o.at++
			o.skipGroup()
		}
	}
	for number, from := 0, o.at; ; {
		switch {
		case o.at >= end || o.isAt(",") || o.endsList():
			if o.list[o.at-1].Text == "*" { // how many columns it stands for is not known
				return false
			}
			if number == o.column {
				return o.nameColumn(o.list[from:o.at])
			}
			if !o.isAt(",") {
				return false
			}
			o.at++
			number, from = number+1, o.at
		case o.isAt("(", "["):
			o.skipGroup()
		default:
			o.at++
		}
	}
}

// endsList reports whether the next token ends a list of columns.
func (o *outputs) endsList() bool {
	before := o.list[o.at-1].Text
	return o.isAt("WHERE", "HAVING", "WINDOW", "ORDER", "LIMIT", "OFFSET", "FETCH", "UNION", "INTERSECT", "EXCEPT") ||
		o.isAt("FROM") && before != "DISTINCT" || o.isAt("GROUP") && before != "WITHIN"
}

// nameColumn gives the column of a list its new name. PostgreSQL leaves AS out where a column of a relation has the name already.
func (o *outputs) nameColumn(item []definition.Token) bool {
	n := len(item)
	if n == 0 {
		return false
	}
	if n > 2 && item[n-2].Text == "AS" {
		item, n = item[:n-2], n-2
	}
	from, last := item[n-1].End, o.list[o.at-1].End
	if isColumn(item) && item[n-1].Name() == o.to {
		o.spelled = append(o.spelled, spelling{from, last, ""})
	} else {
		o.spelled = append(o.spelled, spelling{from, last, o.as})
	}
	return true
}

// isColumn reports whether an expression is a column by its name. Words that are no names stand in upper case, except true and false.
func isColumn(item []definition.Token) bool {
	for i, t := range item {
		quoted := strings.HasPrefix(t.Text, `"`)
		word := t.Text == strings.ToLower(t.Text) && t.Text != "true" && t.Text != "false" && t.Text != ""
		letter := word && (t.Text[0] == '_' || t.Text[0] >= 'a' && t.Text[0] <= 'z' || t.Text[0] >= 0x80)
		if i%2 == 1 && t.Text != "." || i%2 == 0 && !quoted && !letter {
			return false
		}
	}
	return len(item)%2 == 1
}
