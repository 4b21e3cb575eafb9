package providers

import (
	"encoding/json"
	"slices"
	"strings"
)

// KeptTable is what the comment of a table keeps in the embedded engine: the client's own comment, and what DuckDB has no place for:
// the comments of the table's constraints and of their indexes, and what the client has said about how the table is stored.
type KeptTable struct {
	Comment     string              `json:"comment,omitempty"`
	Constraints []ConstraintComment `json:"constraints,omitempty"`
	// Options are the storage parameters, each as in pg_class.reloptions: a name, an equals sign and a value.
	Options  []string `json:"options,omitempty"`
	Unlogged bool     `json:"unlogged,omitempty"`
	// Replica is relreplident of pg_class, and ReplicaIndex the index where that is 'i'; "": the default.
	Replica      string `json:"replica,omitempty"`
	ReplicaIndex string `json:"replica_index,omitempty"`
	// Cluster is the index by which the table is clustered; "": none.
	Cluster string         `json:"cluster,omitempty"`
	Columns []StoredColumn `json:"columns,omitempty"`
}

// ConstraintComment is the comment of a constraint, or of the index that stands behind it.
type ConstraintComment struct {
	Name    string `json:"n"`
	OfIndex bool   `json:"i,omitempty"`
	Comment string `json:"c"`
}

// StoredColumn is what a client has said of a column by SET STATISTICS, SET STORAGE and COLLATE.
type StoredColumn struct {
	Name    string `json:"n"`
	Target  *int   `json:"t,omitempty"` // attstattarget of pg_attribute; nil: the default
	Storage string `json:"s,omitempty"` // attstorage; "": that of the type
	// Collation is the name of the column's in pg_collation; "": that of the type.
	Collation string `json:"o,omitempty"`
}

// isPlain reports whether nothing is kept of a column.
func (c StoredColumn) isPlain() bool { return c.Target == nil && c.Storage == "" && c.Collation == "" }

// TableChange is a statement that says how a table is stored. The planner gives it to the source as a text: see Text.
type TableChange struct {
	// Reset are names of options that go, and Set those that come: as Options of a KeptTable.
	Reset        []string       `json:"reset,omitempty"`
	Set          []string       `json:"set,omitempty"`
	Unlogged     *bool          `json:"unlogged,omitempty"`
	Replica      string         `json:"replica,omitempty"`
	ReplicaIndex string         `json:"replica_index,omitempty"`
	Cluster      *string        `json:"cluster,omitempty"`
	Columns      []StoredColumn `json:"columns,omitempty"`
}

// Text is the comment that stands for the change in a COMMENT ON TABLE among the parts of a statement.
func (c TableChange) Text() string {
	text, err := json.Marshal(c)
	if err != nil { // it has texts, numbers and truth values
		return ""
	}
	return string(text)
}

// ReadTableChange reads the text of a TableChange.
func ReadTableChange(text string) (c TableChange, ok bool) {
	return c, json.Unmarshal([]byte(text), &c) == nil
}

// ReadKeptTable reads the comment of a table.
func ReadKeptTable(comment string) (k KeptTable) {
	rest, kept := strings.CutPrefix(comment, KeptPrefix)
	if !kept || json.Unmarshal([]byte(rest), &k) != nil {
		return KeptTable{Comment: comment}
	}
	return k
}

// IsPlain reports whether a comment of the client is all that the table keeps.
func (k KeptTable) IsPlain() bool {
	return len(k.Constraints)+len(k.Options)+len(k.Columns) == 0 && !k.Unlogged && k.Replica == "" && k.Cluster == ""
}

// Text is the comment of the table.
func (k KeptTable) Text() string {
	if k.IsPlain() && !strings.HasPrefix(k.Comment, KeptPrefix) {
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

// Change returns the table after a change. PostgreSQL keeps the order of options, and puts what is set behind it.
func (k KeptTable) Change(c TableChange) KeptTable {
	gone := slices.Clone(c.Reset)
	for _, option := range c.Set {
		name, _, _ := strings.Cut(option, "=")
		gone = append(gone, name)
	}
	k.Options = append(slices.DeleteFunc(slices.Clone(k.Options), func(option string) bool {
		name, _, _ := strings.Cut(option, "=")
		return slices.Contains(gone, name)
	}), c.Set...)
	if c.Unlogged != nil {
		k.Unlogged = *c.Unlogged
	}
	if c.Replica != "" {
		k.Replica, k.ReplicaIndex = strings.TrimPrefix(c.Replica, "d"), c.ReplicaIndex
	}
	if c.Cluster != nil {
		k.Cluster = *c.Cluster
	}
	k.Columns = slices.Clone(k.Columns)
	for _, column := range c.Columns {
		k.setColumn(column)
	}
	return k
}

// setColumn changes what is kept of a column.
func (k *KeptTable) setColumn(c StoredColumn) {
	i := slices.IndexFunc(k.Columns, func(old StoredColumn) bool { return old.Name == c.Name })
	if i < 0 {
		k.Columns, i = append(k.Columns, StoredColumn{Name: c.Name}), len(k.Columns)
	}
	of := &k.Columns[i]
	if c.Target != nil {
		if of.Target = c.Target; *c.Target == -1 {
			of.Target = nil
		}
	}
	if c.Storage != "" {
		of.Storage = c.Storage
	}
	if c.Collation != "" {
		of.Collation = c.Collation
	}
	if of.isPlain() {
		k.Columns = slices.Delete(k.Columns, i, i+1)
	}
}

// RenameColumn has what is kept of a column follow it; without a new name the column is gone.
func (k *KeptTable) RenameColumn(from, to string) {
	k.Columns = slices.Clone(k.Columns)
	if to == "" {
		k.Columns = slices.DeleteFunc(k.Columns, func(c StoredColumn) bool { return c.Name == from })
	}
	for i := range k.Columns {
		if k.Columns[i].Name == from {
			k.Columns[i].Name = to
		}
	}
}

// RenameIndex has what is kept of an index follow it; without a new name the index is gone.
func (k *KeptTable) RenameIndex(from, to string) {
	if k.Cluster == from {
		k.Cluster = to
	}
	if k.ReplicaIndex == from {
		k.ReplicaIndex = to // REPLICA IDENTITY USING an index that is gone stays
	}
}

// ForgetStorage forgets the storage and the collation of a column, which has another type now.
func (k *KeptTable) ForgetStorage(column string) {
	k.Columns = slices.Clone(k.Columns)
	for i := range k.Columns {
		if k.Columns[i].Name == column {
			k.Columns[i].Storage, k.Columns[i].Collation = "", ""
		}
	}
	k.Columns = slices.DeleteFunc(k.Columns, StoredColumn.isPlain)
}
