package duckdb

import (
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
)

// describeColumns gives the columns of a result the types that the statement's text says. If there is one star,
// the columns behind it are counted from the end.
func describeColumns(columns []providers.Column, said []providers.Described) {
	star := slices.IndexFunc(said, func(d providers.Described) bool { return d.Star })
	for i, d := range said {
		at := i
		switch {
		case star < 0 && len(said) != len(columns):
			return
		case i == star:
			continue
		case star >= 0 && i > star:
			if slices.ContainsFunc(said[star+1:], func(d providers.Described) bool { return d.Star }) {
				return
			}
			at = len(columns) - len(said) + i
		}
		if at >= 0 && at < len(columns) && d.Computed {
			describeColumn(&columns[at], d)
		}
	}
}

// placeColumns gives the columns of a result the columns of tables that they are.
func placeColumns(columns []providers.Column, origins []providers.Origin) {
	if len(columns) != len(origins) {
		return
	}
	for i, o := range origins {
		columns[i].Table, columns[i].Attr = o.Table, o.Attr
	}
}

// lengthTypes are types whose length a call's result does not have.
var lengthTypes = map[uint32]bool{pgtype.VarcharOID: true, pgtype.BPCharOID: true, pgtype.VarcharArrayOID: true, pgtype.BPCharArrayOID: true}

// shownAs names the types that stand for others here: the column's, and the one that is meant.
var shownAs = map[[2]uint32]string{
	{pgtype.VarbitOID, pgtype.BitOID}: "bit", {pgtype.TextArrayOID, pgtype.VarcharArrayOID}: "character varying[]",
	{pgtype.TextArrayOID, pgtype.BPCharArrayOID}: "character[]", {pgtype.TextOID, pgtype.VarcharOID}: "character varying",
	{pgtype.TextOID, pgtype.BPCharOID}: "character",
}

// describeColumn gives a computed column its type. A text is what a cast to varchar(n) is here.
func describeColumn(c *providers.Column, d providers.Described) {
	if c.Type == pgtype.NumericOID {
		c.HeldMod = c.TypeMod
	}
	if d.Text {
		c.Type, c.TypeMod, c.TypeName, c.Size = d.Type, -1, "array", -1
		return
	}
	switch {
	case d.Row:
		if c.Type == pgtype.RecordOID {
			c.Type = d.Type
		}
	case c.Type == d.Type:
		c.TypeMod = d.TypeMod
	case d.Type == pgtype.TextOID && c.Type == pgtype.NumericOID:
		c.TypeMod = -1
	case d.Type == pgtype.TextOID && c.Type == pgtype.VarcharOID:
		c.Type, c.TypeMod, c.TypeName = d.Type, -1, "text"
	case d.TypeMod == -1 && (d.Type == 0 || d.Type == pgtype.TextOID) && lengthTypes[c.Type]:
		c.TypeMod = -1
	case d.Type == 0 && (c.Type == pgtype.NumericOID || c.Type == pgtype.NumericArrayOID):
		c.TypeMod = -1
	default:
		if name := shownAs[[2]uint32{c.Type, d.Type}]; name != "" {
			c.Type, c.TypeMod, c.TypeName = d.Type, d.TypeMod, name
		}
	}
}
