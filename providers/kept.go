package providers

import (
	"encoding/json"
	"strings"
)

// KeptConstraint is what the embedded engine keeps of a constraint that DuckDB does not have in full: the foreign key
// itself, or the name of another constraint. It stands as a text in a CHECK of the table's definition, so it is made,
// copied and rolled back with the table.
type KeptConstraint struct {
	// Kind is 'f', 'u', 'p', 'c', as in pg_constraint, 'm', 't': the type of the column is the UserType with the ID Name,
	// KeptPrecision, or KeptExpression.
	Kind string `json:"kind"`
	Name string `json:"name"`
	// Generated: nobody wrote the name, and another one is taken where a constraint of the table has it.
	Generated bool     `json:"generated,omitempty"`
	Columns   []string `json:"columns,omitempty"`
	// Schema, Table and Others are what a foreign key refers to. Until the source has looked them up, Schema and Others
	// may be missing.
	Schema string   `json:"schema,omitempty"`
	Table  string   `json:"table,omitempty"`
	Others []string `json:"others,omitempty"`
	// Delete and Update are the actions of a foreign key, as in pg_constraint: 'a', 'r', 'c', 'n', 'd'.
	Delete     string `json:"delete,omitempty"`
	Update     string `json:"update,omitempty"`
	Deferrable bool   `json:"deferrable,omitempty"`
	Deferred   bool   `json:"deferred,omitempty"`
	// Unlogged: the statement that has the foreign key makes an UNLOGGED table. The source looks at it with Table, and keeps it elsewhere.
	Unlogged bool `json:"unlogged,omitempty"`
	// Full: a foreign key is MATCH FULL.
	Full bool `json:"full,omitempty"`
	// Unchecked: a CHECK or a foreign key was added NOT VALID, and has not been validated.
	Unchecked bool `json:"unchecked,omitempty"`
	// Shown and Pretty are the expression of a CHECK, of a default or of a generated column as PostgreSQL shows it, as those of a
	// ShownQuery, and Written is the client's text where nobody knows how. Stale: a column has another type since.
	Shown   string `json:"shown,omitempty"`
	Pretty  string `json:"pretty,omitempty"`
	Written string `json:"written,omitempty"`
	Stale   bool   `json:"stale,omitempty"`
	// Query is that of a materialized view, which is kept as a table and a constraint of the kind 'm'; Empty: the view
	// has not been populated.
	Query string `json:"query,omitempty"`
	Empty bool   `json:"empty,omitempty"`
}

// KeptPrecision is the kind of a KeptConstraint that says how many digits a column has: its Name is the number of PrecisionOf.
// A constraint that is added without a number takes the precision away.
const KeptPrecision = "s"

// KeptExpression is the kind of what stands within the value of a default or of a generated column, and says how it is shown.
const KeptExpression = "e"

// CopiesVariable is the variable of a connection that is set while the source copies the rows of a table that is made again. An
// Unchecked constraint passes all rows then.
const CopiesVariable = "sallyport_copies"

// KeptPrefix begins the texts, labels and comments that keep something.
const KeptPrefix = "sallyport:"

// KeptMark begins the text of a KeptConstraint.
const KeptMark = KeptPrefix + "{"

// Text returns the text that ParseKept reads.
func (k KeptConstraint) Text() string {
	var text strings.Builder
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	if out.Encode(k) != nil { // texts and truth values are always written
		return ""
	}
	return KeptPrefix + strings.TrimSuffix(text.String(), "\n")
}

// ParseKept reads the text of a KeptConstraint; ok is false for another text.
func ParseKept(text string) (k KeptConstraint, ok bool) {
	data, found := strings.CutPrefix(text, KeptPrefix)
	return k, found && json.Unmarshal([]byte(data), &k) == nil
}
