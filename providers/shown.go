package providers

import (
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strings"
)

// ShownQuery is a view's query as PostgreSQL shows it. The embedded engine keeps it within the query, as a first query of
// WITH that nobody reads: it goes where the view goes. It is kept as hexadecimal digits, in which no name stands that
// somebody could look for.
//
// Schemas that the reader's search path may make superfluous, with their dots, stand between [SchemaStarts] and [SchemaEnds].
type ShownQuery struct {
	Full   string `json:"full"`
	Pretty string `json:"pretty"` // with fewer brackets
	// Check is the view's CHECK OPTION: "local" or "cascaded"; "": none.
	Check string `json:"check,omitempty"`
	// Options are all options of the view, CHECK OPTION among them, as in pg_class.reloptions.
	Options []string `json:"options,omitempty"`
	// Collations are those of the view's columns that are not those of the columns' types, by the column; "" for the others, and nil where
	// there is none.
	Collations []string `json:"collations,omitempty"`
	// Reads is what the view depends on.
	Reads ShownReads `json:"reads,omitzero"`
}

// SchemaStarts and SchemaEnds stand around a schema and its dot where the reader's search path decides whether they are shown.
const (
	SchemaStarts = "\x01"
	SchemaEnds   = "\x02"
)

var withoutMarks = strings.NewReplacer(SchemaStarts+"public."+SchemaEnds, "", SchemaStarts, "", SchemaEnds, "")

// WithoutMarks returns a text without the marks around schemas, and without the schema public where they stand.
func WithoutMarks(text string) string { return withoutMarks.Replace(text) }

// ShownReads are the relations and the types of users that a view depends on. A type of arrays has the name of its own.
type ShownReads struct {
	Relations []ShownRead `json:"relations,omitempty"`
	Types     []Name      `json:"types,omitempty"`
}

// ShownRead is a relation that a view reads, with the columns by their names. Without columns the view depends on the relation as such.
type ShownRead struct {
	Schema  string   `json:"schema"`
	Name    string   `json:"name"`
	Columns []string `json:"columns,omitempty"`
}

// ShownName is the name of the query of WITH that keeps a ShownQuery. No statement of a client has it.
const ShownName = "sallyport definition"

// mostShown bounds the text of a ShownQuery.
const mostShown = 1 << 20

// Text returns what is kept. It is empty for what is too long.
func (q ShownQuery) Text() string {
	data, err := json.Marshal(q)
	if err != nil || len(data) > mostShown { // texts are always written
		return ""
	}
	return hex.EncodeToString(data)
}

var (
	shownItem = `"` + ShownName + `" AS (?:NOT MATERIALIZED |MATERIALIZED )?\(SELECT '([0-9a-f]*)'\)`
	shownIn   = regexp.MustCompile(shownItem)
	// shownFirst is the item before others, and shownAlone the only one.
	shownFirst = regexp.MustCompile(shownItem + `\s*,\s*`)
	shownAlone = regexp.MustCompile(`WITH (?:RECURSIVE )?` + shownItem + `\s*`)
)

// ParseShownQuery finds the ShownQuery within the text of a view or its query; ok is false where there is none.
func ParseShownQuery(sql string) (q ShownQuery, ok bool) {
	if !strings.Contains(sql, ShownName) {
		return q, false
	}
	m := shownIn.FindStringSubmatch(sql)
	if m == nil {
		return q, false
	}
	data, err := hex.DecodeString(m[1])
	if err != nil || json.Unmarshal(data, &q) != nil {
		return ShownQuery{}, false
	}
	return q, q.Full != ""
}

// PutInto returns the text of a view or its query that keeps this in the place of the ShownQuery that it keeps, if it keeps one.
func (q ShownQuery) PutInto(sql string) string {
	m := shownIn.FindStringSubmatchIndex(sql)
	if m == nil {
		return sql
	}
	return sql[:m[2]] + q.Text() + sql[m[3]:]
}

// WithoutShownQuery returns the text of a view or its query without what it keeps of a ShownQuery.
func WithoutShownQuery(sql string) string {
	if !strings.Contains(sql, ShownName) {
		return sql
	}
	return shownAlone.ReplaceAllString(shownFirst.ReplaceAllString(sql, ""), "")
}
