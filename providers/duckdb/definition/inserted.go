package definition

import "strings"

// InsertedRows are the rows that an INSERT writes out.
type InsertedRows struct {
	Columns []string // those that the statement names; nil: all of the table
	Values  string   // VALUES (…), (…)
}

// holdPrefix begins the names of the functions that hold values to the length or the precision of a column.
const holdPrefix = "pg__hold_"

// ReadInserted reads the rows of an INSERT of constants. ok is false for another statement, and for rows with other calls, defaults or parameters.
func ReadInserted(sql string) (rows InsertedRows, ok bool) {
	list := Tokens(sql)
	if len(list) < 4 || !list[0].Is("INSERT") || !list[1].Is("INTO") {
		return rows, false
	}
	_, list = NameAt(sql, list[2:])
	if len(list) > 0 && list[0].Text == "(" {
		for list = list[1:]; len(list) > 0 && list[0].Text != ")"; list = list[1:] {
			if list[0].Text != "," {
				rows.Columns = append(rows.Columns, list[0].Name())
			}
		}
		if len(list) > 0 {
			list = list[1:]
		}
	}
	if len(list) < 2 || !list[0].Is("VALUES") {
		return rows, false
	}
	start, end, depth := list[0].At, list[0].End, 0
	for i, t := range list[1:] {
		switch {
		case t.Text == "(":
			depth++
			if before := list[i].Text; depth > 1 && before != "(" && before != "," && !strings.HasPrefix(before, holdPrefix) {
				return rows, false
			}
		case t.Text == ")":
			depth--
		case depth == 0 && (t.Is("ON") || t.Is("RETURNING")):
			rows.Values = sql[start:end]
			return rows, true
		case t.Is("DEFAULT"), t.Is("SELECT"), strings.HasPrefix(t.Text, "$"), t.Text == "?":
			return rows, false
		}
		end = t.End
	}
	rows.Values = sql[start:end]
	return rows, depth == 0
}
