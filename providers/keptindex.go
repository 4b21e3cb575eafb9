package providers

import (
	"encoding/json"
	"slices"
	"strings"
)

// KeptIndex is what the comment of an index keeps of its definition, at a source whose indexes have no order, no expressions and no
// condition, besides the client's comment.
type KeptIndex struct {
	Keys    []KeptIndexKey `json:"keys,omitempty"`
	Columns []string       `json:"columns,omitempty"` // all that it names
	Include []string       `json:"include,omitempty"`
	Method  string         `json:"method,omitempty"` // "": btree
	With    string         `json:"with,omitempty"`   // the options, as pg_get_indexdef shows them
	Where   string         `json:"where,omitempty"`
	// Full and Pretty are Where as PostgreSQL shows it, as those of a ShownQuery; "": nobody knows.
	Full    string `json:"full,omitempty"`
	Pretty  string `json:"pretty,omitempty"`
	Comment string `json:"comment,omitempty"`
	// Constraint is 'u', 'p' or 'x', as in pg_constraint, where the index is that of a constraint of the same name; "": it is of none.
	Constraint string `json:"constraint,omitempty"`
	// NotDistinct: of the index's keys no two are NULL in the same columns and equal in the others.
	NotDistinct bool `json:"notdistinct,omitempty"`
	// Deferrable: the constraint is checked after a statement, or where the transaction ends, and the index is not unique itself. Deferred:
	// it is checked where the transaction ends unless SET CONSTRAINTS says otherwise.
	Deferrable bool `json:"deferrable,omitempty"`
	Deferred   bool `json:"deferred,omitempty"`
	// Chosen is Where as the source computes it, for the constraint 'x'. Computed: a column that the constraint reads is generated from
	// others.
	Chosen   string `json:"chosen,omitempty"`
	Computed bool   `json:"computed,omitempty"`
	// Extension is the extension that the constraint needs, as UserType has it; "": none.
	Extension string `json:"extension,omitempty"`
}

// Excludes reports whether the index is that of an exclusion constraint.
func (k KeptIndex) Excludes() bool { return k.Constraint == "x" }

// The tables of two rows in KeptIndexKey.Meets, and their columns, behind which the number of the key stands.
const (
	MeetingRow = "__new"
	MetRow     = "__there"
	MetColumn  = "__key"
)

// Plain reports whether the keys are columns alone, of all rows.
func (k KeptIndex) Plain() bool {
	return k.Where == "" && !slices.ContainsFunc(k.Keys, func(key KeptIndexKey) bool { return key.Column == "" })
}

// KeyColumns are the keys that are columns.
func (k KeptIndex) KeyColumns() (list []string) {
	for _, key := range k.Keys {
		if key.Column != "" {
			list = append(list, key.Column)
		}
	}
	return list
}

// KeptIndexKey is a column or an expression of an index.
type KeptIndexKey struct {
	Column     string `json:"c,omitempty"`
	Expression string `json:"e,omitempty"`
	Suffix     string `json:"s,omitempty"` // what CREATE INDEX says behind it
	Option     int    `json:"o,omitempty"` // as pg_index.indoption
	Full       string `json:"f,omitempty"` // Expression, as KeptIndex.Full
	Pretty     string `json:"p,omitempty"`
	// Operator is that of an exclusion constraint. Value is the key as the source computes it, and Meets whether the operator holds between
	// the values of two rows: see MeetingRow.
	// Near holds where Meets does, and in few other rows; the source joins many rows by it without comparing each with all. "": there is none.
	Operator string `json:"x,omitempty"`
	Value    string `json:"v,omitempty"`
	Meets    string `json:"m,omitempty"`
	Near     string `json:"b,omitempty"`
	// Name is what pg_attribute calls the expression, and Type the OID of its type, where that is one of PostgreSQL's own.
	Name string `json:"n,omitempty"`
	Type uint32 `json:"t,omitempty"`
	// Collation is that of an expression, or what COLLATE says of a column; "": the expression has none, or it is the column's.
	Collation string `json:"k,omitempty"`
}

// Text is the comment.
func (k KeptIndex) Text() string {
	if len(k.Keys) == 0 && !strings.HasPrefix(k.Comment, KeptPrefix) {
		return k.Comment
	}
	text, err := json.Marshal(k)
	if err != nil { // it has texts and numbers alone
		return ""
	}
	return KeptPrefix + string(text)
}

// ReadKeptIndex reads the comment of an index.
func ReadKeptIndex(comment string) (k KeptIndex) {
	rest, kept := strings.CutPrefix(comment, KeptPrefix)
	if !kept || json.Unmarshal([]byte(rest), &k) != nil {
		return KeptIndex{Comment: comment}
	}
	return k
}
