package pgcatalog

import (
	"strconv"
	"strings"
	"sync"
)

// FunctionName returns how Postgres shows the OID of a built-in function as a value of type regproc.
// An OID that no function has is shown as a number, as in Postgres, and 0 is "-".
func FunctionName(oid int64) string {
	if oid == 0 {
		return "-"
	}
	if name, ok := functionNames()[oid]; ok {
		return name
	}
	return strconv.FormatInt(oid, 10)
}

// functionNames reads the names from pg_proc's data, once. Where several functions have a name, its schema stands before it.
var functionNames = sync.OnceValue(func() map[int64]string {
	names, several := map[int64]string{}, map[string]int{}
	for line := range strings.Lines(readFile("data/pg_proc.tsv")) {
		id, rest, _ := strings.Cut(line, "\t")
		name, _, _ := strings.Cut(rest, "\t")
		if oid, err := strconv.ParseInt(id, 10, 64); err == nil {
			names[oid] = name
			several[name]++
		}
	}
	for oid, name := range names {
		if several[name] > 1 {
			names[oid] = "pg_catalog." + name
		}
	}
	return names
})
