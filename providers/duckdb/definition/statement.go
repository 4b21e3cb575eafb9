package definition

import (
	"slices"
	"strings"
)

// Statement is a CREATE, DROP or ALTER of one object.
type Statement struct {
	Verb, Kind string // CREATE, TABLE
	Name       string // as written; empty if the statement names no object
	Lenient    bool   // IF EXISTS, IF NOT EXISTS
	Replaces   bool   // OR REPLACE
	Cascade    bool
	// WithoutData tells of WITH NO DATA at the end.
	WithoutData bool
	Rest        []Token // what is behind the name
}

// Table is the name, as it is written, of the table that the statement alters or makes an index of; "": none.
func (d Statement) Table() string {
	switch {
	case d.Verb == "ALTER" && d.Kind == "TABLE":
		return d.Name
	case d.Verb == "CREATE" && d.Kind == "INDEX" && len(d.Rest) > 1 && d.Rest[0].Is("ON"):
		name := d.Rest[1].Text
		for i := 2; i+1 < len(d.Rest) && d.Rest[i].Text == "."; i += 2 {
			name += "." + d.Rest[i+1].Text
		}
		return name
	}
	return ""
}

// definedKinds are the kinds of objects that are looked up.
var definedKinds = []string{"TABLE", "VIEW", "INDEX", "SCHEMA", "SEQUENCE", "TYPE"}

// Parse takes a CREATE, DROP or ALTER apart; ok is false for another statement.
func Parse(sql string) (d Statement, ok bool) {
	if !Begins(sql, "CREATE") && !Begins(sql, "DROP") && !Begins(sql, "ALTER") {
		return d, false
	}
	list := Tokens(sql)
	if len(list) < 3 {
		return d, false
	}
	d.Verb = strings.ToUpper(list[0].Text)
	for list = list[1:]; len(list) > 1 && !slices.ContainsFunc(definedKinds, list[0].Is); list = list[1:] {
		d.Replaces = d.Replaces || list[0].Is("REPLACE")
		if !slices.ContainsFunc([]string{"OR", "REPLACE", "TEMP", "TEMPORARY", "UNIQUE", "RECURSIVE"}, list[0].Is) {
			return d, false
		}
	}
	d.Kind = strings.ToUpper(list[0].Text)
	list = list[1:]
	for len(list) > 1 && slices.ContainsFunc([]string{"IF", "NOT", "EXISTS", "ONLY"}, list[0].Is) {
		d.Lenient = d.Lenient || list[0].Is("EXISTS")
		list = list[1:]
	}
	if len(list) == 0 || list[0].Is("ON") {
		return d, true
	}
	last := 0
	for last+2 < len(list) && list[last+1].Text == "." {
		last += 2
	}
	d.Name, d.Rest = sql[list[0].At:list[last].End], list[last+1:]
	d.Cascade = len(d.Rest) > 0 && d.Rest[len(d.Rest)-1].Is("CASCADE")
	if n := len(d.Rest); n > 3 {
		d.WithoutData = d.Rest[n-3].Is("WITH") && d.Rest[n-2].Is("NO") && d.Rest[n-1].Is("DATA")
	}
	return d, true
}
