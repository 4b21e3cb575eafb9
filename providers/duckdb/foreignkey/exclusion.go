package foreignkey

import (
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// Excludes reports whether the key is an exclusion constraint.
func (k Key) Excludes() bool { return k.Kind == "x" }

// The columns of a row of an exclusion constraint: its number, the columns that tell it from others, and those of its keys.
const (
	rowNumber  = "__row"
	rowOwnName = "__own"
)

// Excluded is a query of the rows that an exclusion constraint is about, with their numbers and their keys: no key is NULL. own are
// columns that tell a row from all others. from is the least number of the rows; "": of all.
func (k Key) Excluded(own []string, from string) string {
	columns, given := []string{"rowid AS " + rowNumber}, []string{}
	for i, column := range own {
		columns = append(columns, native.Ident(column)+" AS "+rowOwnName+strconv.Itoa(i+1))
	}
	for i, key := range k.Kept.Keys {
		value := key.Value
		if key.Column != "" {
			value = native.Ident(key.Column)
		}
		columns = append(columns, "("+value+") AS "+providers.MetColumn+strconv.Itoa(i+1))
		given = append(given, providers.MetColumn+strconv.Itoa(i+1)+" IS NOT NULL")
	}
	sql := "SELECT " + strings.Join(columns, ", ") + " FROM " + k.Child()
	var chosen []string
	if from != "" {
		chosen = append(chosen, "rowid >= "+from)
	}
	if k.Kept.Chosen != "" {
		chosen = append(chosen, "("+k.Kept.Chosen+")")
	}
	if len(chosen) > 0 {
		sql += " WHERE " + strings.Join(chosen, " AND ")
	}
	return "SELECT * FROM (" + sql + ") WHERE " + strings.Join(given, " AND ")
}

// manyRows is from how many rows on it pays to compute what joins them without comparing each with all: Near takes some time of each row.
const manyRows = 100

// meets is the condition that the operators of an exclusion constraint hold between two rows of Excluded, of which there are so many new ones.
func (k Key) meets(rows int64) string {
	var list []string
	for _, key := range k.Kept.Keys {
		if key.Near != "" && rows >= manyRows {
			list = append(list, key.Near)
		}
		list = append(list, "("+key.Meets+")")
	}
	return strings.Join(list, " AND ")
}

// Conflicts is a query of the keys of two rows that exclude each other: a new one, and one that is there. added and all are queries of rows,
// rows is how many are added, and further a condition of both, such as which comes first.
func (k Key) Conflicts(added, all, further string, rows int64) string {
	var shown []string
	for _, of := range []string{providers.MeetingRow, providers.MetRow} {
		for i := range k.Kept.Keys {
			shown = append(shown, of+"."+providers.MetColumn+strconv.Itoa(i+1))
		}
	}
	return "SELECT " + strings.Join(shown, ", ") + k.conflicting(added, all, further, rows) +
		" ORDER BY " + providers.MeetingRow + "." + rowNumber + ", " + providers.MetRow + "." + rowNumber + " LIMIT 1"
}

// conflicting is the FROM and the WHERE of a query of two rows that exclude each other.
func (k Key) conflicting(added, all, further string, rows int64) string {
	return " FROM (" + added + ") " + providers.MeetingRow + " JOIN (" + all + ") " + providers.MetRow + " ON " + k.meets(rows) + " WHERE " + further
}

// Conditions of Conflicts: the one that is there was there before the new one, or is another row.
const (
	Earlier = providers.MetRow + "." + rowNumber + " < " + providers.MeetingRow + "." + rowNumber
	Other   = providers.MetRow + "." + rowNumber + " <> " + providers.MeetingRow + "." + rowNumber
)

// ChangedRows is a query of the rows that a change has given other keys, or has added. before is a table of Excluded as it was.
func (k Key) ChangedRows(own []string, before string) string {
	return k.Excluded(own, "") + " EXCEPT SELECT * FROM " + before
}

// EarlierOrUnchanged is the condition of two rows, of which the new one is one of ChangedRows: the other one comes before it, or is not
// one of these.
func (k Key) EarlierOrUnchanged(own []string, before string) string {
	return Other + " AND (" + Earlier + " OR " + providers.MetRow + "." + rowNumber + " NOT IN (SELECT " + rowNumber + " FROM (" + k.ChangedRows(own, before) + ")))"
}

// MeetsFormer is a query that returns a row if a row has come to exclude what another one was before a change of several rows. PostgreSQL
// checks rows one after the other, so the change may fail there. Rows are told from others by own, or else nothing tells which row was which.
func (k Key) MeetsFormer(own []string, before string, rows int64) string {
	further := "true"
	if len(own) > 0 {
		var same []string
		for i := range own {
			column := "." + rowOwnName + strconv.Itoa(i+1)
			same = append(same, providers.MeetingRow+column+" = "+providers.MetRow+column)
		}
		further = "NOT (" + strings.Join(same, " AND ") + ")"
	}
	return "SELECT '1'" + k.conflicting(k.ChangedRows(own, before), "SELECT * FROM "+before+" EXCEPT "+k.Excluded(own, ""), further, rows) + " LIMIT 1"
}
