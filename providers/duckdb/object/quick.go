package object

import (
	"slices"
	"strings"
)

// A name is looked up in DuckDB's catalog, which costs microseconds. The listings, which make a row of each object with the text
// that has made it, answer what the catalog does not tell.

// Look is how names are looked up without a listing. The zero Look has all names listed.
type Look struct {
	Schemas []string                       // all schemas of the source, as they were made; nil: they are not known
	Stored  bool                           // the source may have materialized views, which are tables of the catalog
	Begin   func() (end func(), err error) // begins a transaction, outside of which the catalog is closed
}

// systemSchemas are DuckDB's own schemas of the source's database.
var systemSchemas = []string{"pg_catalog", "information_schema"}

// inTransaction calls look in a transaction, and reports false if there can be none.
func (f Finder) inTransaction(look func()) bool {
	switch is, _ := findEntry(f.Conn, "temp", tableEntry, "main", "pg__none"); is {
	case noEntry:
	case noTransaction:
		if f.Look.Begin == nil {
			return false
		}
		end, err := f.Look.Begin()
		if err != nil {
			return false
		}
		defer end()
	default:
		return false
	}
	look()
	return true
}

// relationEntries are the types under which the relations of a schema are found.
var relationEntries = []entryType{tableEntry, sequenceEntry, indexEntry}

// kindOf names the kinds of the entries that are found.
var kindOf = map[entryType]string{tableEntry: "TABLE", viewEntry: "VIEW", sequenceEntry: "SEQUENCE", indexEntry: "INDEX"}

// place is where a name is looked up: a database, and its schema as it was made.
type place struct{ database, schema string }

// places returns where a name is looked up, in order. known is false where a schema may be another than it is written.
func (f Finder) places(parts []string) (list []place, known bool) {
	schemas := f.Schemas
	if len(parts) > 1 {
		schemas = parts[len(parts)-2 : len(parts)-1]
	} else {
		list = append(list, place{"temp", "main"})
	}
	for _, written := range schemas {
		at := slices.IndexFunc(f.Look.Schemas, func(s string) bool { return strings.EqualFold(s, written) })
		switch {
		case strings.EqualFold(written, "main") && len(parts) == 1:
			list = append(list, place{f.Database, "main"})
		case at < 0 || slices.Contains(systemSchemas, strings.ToLower(written)) || strings.EqualFold(written, "main"):
			return nil, false
		default:
			list = append(list, place{f.Database, f.Look.Schemas[at]})
		}
	}
	return list, true
}

// findFirst finds the first object of a name that has one of the types, and passes over objects of the type passed. known is false
// if a listing has to tell.
func (f Finder) findFirst(parts []string, passed entryType, types ...entryType) (found *Object, known bool) {
	if f.Look.Schemas == nil {
		return nil, false
	}
	places, known := f.places(parts)
	if !known {
		return nil, false
	}
	name := parts[len(parts)-1]
	done := f.inTransaction(func() {
		for _, p := range places {
			for _, of := range types {
				is, spelled := findEntry(f.Conn, p.database, of, p.schema, name)
				switch {
				case is == noEntry || is == passed:
					continue
				case kindOf[is] == "":
					known = false
				default:
					found = &Object{kindOf[is], p.database, p.schema, spelled}
				}
				return
			}
		}
	})
	return found, known && done
}

// quickObject is FindObject without a listing.
func (f Finder) quickObject(kind string, parts []string) (found *Object, known bool) {
	switch kind {
	case "SCHEMA":
		return nil, false
	case "TYPE": // the catalog does not tell whose type an entry is
		return f.findFirst(parts, noEntry, typeEntry)
	}
	found, known = f.findFirst(parts, noEntry, relationEntries...)
	return found, known && (found == nil || found.Kind != "TABLE" || !f.Look.Stored)
}

// quickTable is FindTable without a listing.
func (f Finder) quickTable(parts []string) (found []string, known bool) {
	o, known := f.findFirst(parts, viewEntry, tableEntry)
	if o == nil || !known {
		return nil, known
	}
	return []string{o.Database, o.Schema, o.Name}, true
}

// IsFree reports whether a schema of a database is known to have no relation and no type of a name.
func (f Finder) IsFree(database, schema, name string) bool {
	free := true
	done := f.inTransaction(func() {
		for _, of := range append([]entryType{typeEntry}, relationEntries...) {
			is, _ := findEntry(f.Conn, database, of, schema, name)
			free = free && is == noEntry
		}
	})
	return done && free
}
