package discovery

import (
	"crypto/sha256"
	"encoding/json"
)

// body is what the store keeps of a table besides its reference: what the source says. Profiles
// and descriptions are kept apart, because they come and go by themselves.
type body struct {
	Comment      string       `json:"comment,omitempty"`
	Materialized bool         `json:"materialized,omitempty"`
	PartitionOf  *TableRef    `json:"partition_of,omitempty"`
	Columns      []bodyColumn `json:"columns"`
	PrimaryKey   []string     `json:"primary_key,omitempty"`
	ForeignKeys  []ForeignKey `json:"foreign_keys,omitempty"`
	Indexes      []Index      `json:"indexes,omitempty"`
}

type bodyColumn struct {
	Name    string   `json:"n"`
	Native  string   `json:"t"`
	Normal  string   `json:"u,omitempty"` // "": as Native
	Dim     string   `json:"d"`
	NotNull bool     `json:"nn,omitempty"`
	Default string   `json:"df,omitempty"`
	Comment string   `json:"c,omitempty"`
	Labels  []string `json:"l,omitempty"`
}

// encode returns what is kept of a table, and its fingerprint.
func encode(t Table) (text, fingerprint []byte, err error) {
	b := body{Comment: t.Comment, Materialized: t.Materialized, PrimaryKey: t.PrimaryKey, ForeignKeys: t.ForeignKeys, Indexes: t.Indexes, Columns: make([]bodyColumn, len(t.Columns))}
	if t.PartitionOf != (TableRef{}) {
		b.PartitionOf = &t.PartitionOf
	}
	for i, c := range t.Columns {
		b.Columns[i] = bodyColumn{
			Name: c.Name, Native: c.NativeType, Normal: c.NormalizedType, Dim: string(c.DimensionType),
			NotNull: !c.Nullable, Default: c.Default, Comment: c.Comment, Labels: c.Labels,
		}
		if c.NormalizedType == c.NativeType {
			b.Columns[i].Normal = ""
		}
	}
	if text, err = json.Marshal(b); err != nil {
		return nil, nil, err
	}
	sum := sha256.Sum256(append([]byte(t.Kind+"\n"), text...))
	return text, sum[:16], nil
}

// decode fills a table with what encode has kept of it.
func decode(text []byte, t *Table) error {
	var b body
	if err := json.Unmarshal(text, &b); err != nil {
		return err
	}
	t.Comment, t.Materialized, t.PrimaryKey, t.ForeignKeys, t.Indexes = b.Comment, b.Materialized, b.PrimaryKey, b.ForeignKeys, b.Indexes
	if b.PartitionOf != nil {
		t.PartitionOf = *b.PartitionOf
	}
	t.Columns = make([]Column, len(b.Columns))
	key := map[string]bool{}
	for _, name := range b.PrimaryKey {
		key[name] = true
	}
	for i, c := range b.Columns {
		t.Columns[i] = Column{
			Name: c.Name, NativeType: c.Native, NormalizedType: c.Normal, DimensionType: DimensionType(c.Dim),
			Nullable: !c.NotNull, PrimaryKey: key[c.Name], Default: c.Default, Comment: c.Comment, Labels: c.Labels,
		}
		if c.Normal == "" {
			t.Columns[i].NormalizedType = c.Native
		}
	}
	return nil
}
