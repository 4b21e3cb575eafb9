package providers

import (
	"encoding/json"
	"slices"
	"strings"
)

// UserType is a domain or a composite type of the embedded engine, which DuckDB has none of. It stands in the catalog as
// an enum whose one label is its text, so it is made, dropped and rolled back as an enum is, and no value can be of it by
// mistake.
type UserType struct {
	// Kind is as pg_type.typtype: 'd' for a domain, 'c' for a composite type, 'r' for a range type, 'm' for a multirange type, which is kept with its
	// range type; or ExtensionKind.
	Kind string `json:"kind"`
	// ID is its own among the types of the database, whatever the type is called. Columns keep it.
	ID string `json:"id"`
	// Schema, Name and OID are where the type stands now, and Users the columns that have it.
	Schema string      `json:"-"`
	Name   string      `json:"-"`
	OID    uint32      `json:"-"`
	Users  []UserPlace `json:"-"`
	// Listed is how the source's listings of columns spell the source's own type of a composite type; "": nobody knows.
	Listed string `json:"-"`
	// Comment is the client's, which the source keeps beside the type; "": none.
	Comment string `json:"-"`
	// Base is the type of a domain's values, as SQL has it. Over is the ID of the domain that it is a domain over; "": none.
	Base    string `json:"base,omitempty"`
	Over    string `json:"over,omitempty"`
	TypName string `json:"typname,omitempty"` // of Base, in pg_type
	TypMod  int32  `json:"typmod,omitempty"`  // of Base; 0: none
	NotNull bool   `json:"notnull,omitempty"`
	// Collation is that of a domain's values; "": that of the type that it is over.
	Collation string `json:"collation,omitempty"`
	// Default is an expression, as SQL has it; "": none.
	Default string `json:"default,omitempty"`
	// DefaultShown and DefaultPretty are a default that is more than a constant as PostgreSQL shows it, as those of a ShownQuery;
	// "": nobody knows.
	DefaultShown  string          `json:"default_shown,omitempty"`
	DefaultPretty string          `json:"default_pretty,omitempty"`
	Checks        []DomainCheck   `json:"checks,omitempty"`
	Fields        []UserAttribute `json:"fields,omitempty"` // of a composite type
	// Duck is the source's own type of a range type or a multirange type. TypName and Collation are those of the bounds. Multi is the name of the
	// multirange type of a range type, and Diff the name of its subtype_diff; "": it has none. A multirange type has the ID of its range type in Over.
	Duck  string `json:"duck,omitempty"`
	Multi string `json:"multi,omitempty"`
	Diff  string `json:"diff,omitempty"`
}

// IsRange reports whether the type is a range type or a multirange type.
func (u *UserType) IsRange() bool { return u != nil && (u.Kind == "r" || u.Kind == "m") }

// NamesFunction reports whether the functions that make values of the type, a range type or a multirange type, have its name: PostgreSQL does
// not rename them with the type.
func (u *UserType) NamesFunction() bool {
	made, _, _ := strings.Cut(u.ID, "#")
	return u.Kind == "m" || u.Kind == "r" && made == u.Schema+"."+u.Name
}

// multirangeID is behind the ID of a range type in that of its multirange type.
const multirangeID = "#multirange"

// Multirange is the multirange type of a range type. Its OID is behind that of the range type.
func (u *UserType) Multirange() *UserType {
	return &UserType{
		Kind: "m", ID: u.ID + multirangeID, Schema: u.Schema, Name: u.Multi, OID: MultirangeOIDs + u.OID, Over: u.ID, TypName: u.TypName, Collation: u.Collation,
		Duck: strings.TrimSuffix(u.Duck, "range") + "multirange",
	}
}

// MultirangeOIDs and MultirangeArrayOIDs are the differences between the OID of a range type of users and those of its multirange type and of the
// arrays of that.
const (
	MultirangeOIDs      = 1_850_000_000
	MultirangeArrayOIDs = 1_875_000_000
	// ArrayOIDs is the difference between the OID of another type and that of its arrays.
	ArrayOIDs = 1_800_000_000
)

// ArrayOID is the OID of the type of arrays of a type.
func (u *UserType) ArrayOID() uint32 {
	if u.Kind == "m" {
		return u.OID - MultirangeOIDs + MultirangeArrayOIDs
	}
	return ArrayOIDs + u.OID
}

// ExtensionKind is the kind of what is no type, but an extension of PostgreSQL that is kept as one: its name is ID, and its version Base.
const ExtensionKind = "e"

// RowTypePrefix begins the name of the source's own type of a composite type.
const RowTypePrefix = "__row_"

// ConstraintMark begins the name of a column that stands for the columns of a constraint, whose name is behind it: the embedded
// engine puts these in its place.
const ConstraintMark = "pg__constraint "

// DomainCheck is a CHECK of a domain.
type DomainCheck struct {
	Name string `json:"name"`
	// Condition is the expression over VALUE as SQL has it, Shown is its text in the catalog, and Pretty the one with fewer
	// brackets.
	Condition string `json:"condition"`
	Shown     string `json:"shown"`
	Pretty    string `json:"pretty"`
	Comment   string `json:"comment,omitempty"`   // the client's; "": none
	Unchecked bool   `json:"unchecked,omitempty"` // the values that there were when it was made may violate it
}

// UserAttribute is an attribute of a composite type.
type UserAttribute struct {
	Name    string `json:"name"`
	Type    string `json:"type"` // as SQL has it
	TypName string `json:"typname"`
	TypMod  int32  `json:"typmod,omitempty"` // 0: none, unless Zero
	Zero    bool   `json:"zero,omitempty"`   // the modifier is 0, as that of timestamp(0)
	Duck    string `json:"duck"`             // as the source has it
	// User is the ID of the domain or composite type that it is of, or that its elements are of; "": another type. The catalog spells Type and Duck
	// as they are now.
	User string `json:"user,omitempty"`
	Dims int    `json:"dims,omitempty"` // how deep arrays are in each other, of an array
}

// SpellFields spells the types of the attributes that are of other types of users.
func SpellFields(list []*UserType) {
	spelled := map[*UserType]bool{}
	var spell func(u *UserType)
	spell = func(u *UserType) {
		if spelled[u] {
			return
		}
		spelled[u] = true
		for i := range u.Fields {
			f := &u.Fields[i]
			of := UserTypeByID(list, f.User)
			if of == nil {
				continue
			}
			spell(of)
			dims := strings.Repeat("[]", f.Dims)
			f.Type, f.TypName = quoteName(of.Schema)+"."+quoteName(of.Name)+dims, of.Name
			if of.Kind == "c" {
				f.Duck = of.Struct() + dims
			}
		}
	}
	for _, u := range list {
		spell(u)
	}
}

// Struct is the source's own type of a composite type.
func (u *UserType) Struct() string {
	fields := make([]string, len(u.Fields))
	for i, f := range u.Fields {
		fields[i] = quoteName(f.Name) + " " + f.Duck
	}
	return "STRUCT(" + strings.Join(fields, ", ") + ")"
}

// Has reports whether an attribute of a composite type, or one of its attributes' attributes, is of a type.
func (u *UserType) Has(list []*UserType, id string) bool {
	return slices.ContainsFunc(u.Fields, func(f UserAttribute) bool {
		of := UserTypeByID(list, f.User)
		return of != nil && (of.ID == id || of.Has(list, id))
	})
}

func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// UserPlace is a column of a table.
type UserPlace struct{ Schema, Table, Column string }

// Text returns the label that ParseUserType reads.
func (u UserType) Text() string {
	data, err := json.Marshal(u)
	if err != nil { // texts, numbers and truth values are always written
		return ""
	}
	return KeptPrefix + string(data)
}

// ParseUserType reads the label of an enum; ok is false for one of an enum that is one.
func ParseUserType(label string) (u UserType, ok bool) {
	data, found := strings.CutPrefix(label, KeptPrefix)
	return u, found && json.Unmarshal([]byte(data), &u) == nil && (u.Kind == "d" || u.Kind == "c" || u.Kind == "r" || u.Kind == ExtensionKind) && u.ID != ""
}

// UserTypeByID returns the one of some types that has an ID, or nil if none has it.
func UserTypeByID(list []*UserType, id string) *UserType {
	if at := slices.IndexFunc(list, func(u *UserType) bool { return u.ID == id }); at >= 0 && id != "" {
		return list[at]
	}
	return nil
}

// DomainCollation is the collation of the values of a domain, which is the one of some types that has an ID; "": that of PostgreSQL's type.
func DomainCollation(list []*UserType, id string) string {
	for u := UserTypeByID(list, id); u != nil; u = UserTypeByID(list, u.Over) {
		if u.Collation != "" {
			return u.Collation
		}
	}
	return ""
}

// UserTyped is a Catalog of a source that keeps domains and composite types as UserType.
type UserTyped interface {
	// UserTypes returns all of them; the caller does not change them.
	UserTypes() []*UserType
	// HasEnums reports whether there is an Enum.
	HasEnums() bool
	// MarkFor returns the Mark for a new enum, which tells it from those that there are; "": none has its labels.
	MarkFor(labels []string) string
}

// Enum is an enum with its labels in their order.
type Enum struct {
	Schema, Name string
	Labels       []string
	// Mark is a label that no value has, behind the others at the source: it tells the enum from others of the same labels. "": it has none.
	Mark string
}

// Alike reports whether nothing tells the columns of two enums apart.
func (e *Enum) Alike(other *Enum) bool {
	return e.Mark == other.Mark && slices.Equal(e.Labels, other.Labels)
}

// EnumMark begins the Mark of an Enum. No client may give a label that begins like it.
const EnumMark = KeptPrefix + "enum "

// SplitMark takes the mark off the labels of an enum.
func SplitMark(labels []string) (own []string, mark string) {
	if last := len(labels) - 1; last > 0 && strings.HasPrefix(labels[last], EnumMark) {
		return labels[:last:last], labels[last]
	}
	return labels, ""
}
