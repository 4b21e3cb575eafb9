package providers

import (
	"encoding/json"
	"slices"
	"strings"
)

// KeptTable is what the comment of a table keeps in the embedded engine: the client's own comment, and those of the table's constraints
// and of their indexes, for which DuckDB has no place.
type KeptTable struct {
	Comment     string              `json:"comment,omitempty"`
	Constraints []ConstraintComment `json:"constraints,omitempty"`
}

// ConstraintComment is the comment of a constraint, or of the index that stands behind it.
type ConstraintComment struct {
	Name    string `json:"n"`
	OfIndex bool   `json:"i,omitempty"`
	Comment string `json:"c"`
}

// ReadKeptTable reads the comment of a table.
func ReadKeptTable(comment string) (k KeptTable) {
	rest, kept := strings.CutPrefix(comment, KeptPrefix)
	if !kept || json.Unmarshal([]byte(rest), &k) != nil {
		return KeptTable{Comment: comment}
	}
	return k
}

// Text is the comment of the table.
func (k KeptTable) Text() string {
	if len(k.Constraints) == 0 && !strings.HasPrefix(k.Comment, KeptPrefix) {
		return k.Comment
	}
	text, err := json.Marshal(k)
	if err != nil { // it has texts and a truth value
		return ""
	}
	return KeptPrefix + string(text)
}

// SetConstraint gives a constraint or its index a comment, or takes it away where that is empty.
func (k *KeptTable) SetConstraint(c ConstraintComment) {
	k.Constraints = slices.DeleteFunc(k.Constraints, func(old ConstraintComment) bool { return old.Name == c.Name && old.OfIndex == c.OfIndex })
	if c.Comment != "" {
		k.Constraints = append(k.Constraints, c)
	}
}
