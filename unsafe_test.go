package sallyport_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unsafeFiles are the files that may import unsafe, and why.
var unsafeFiles = map[string]string{
	"planner/cache.go":                                  "sizes of values, for the cache's bound",
	"providers/duckdb/vector/vector.go":                 "vectors of DuckDB, which is C",
	"providers/duckdb/threads/helpers.go":               "DuckDB's handles, which are no memory of Go",
	"providers/duckdb/supplied/supplied.go":             "functions that DuckDB calls, and their values in C's memory",
	"providers/duckdb/object/entry.go":                  "names that DuckDB, which is C, looks up",
	"providers/duckdb/streams/tablefunction.go":         "functions that DuckDB calls",
	"providers/duckdb/functions/casts.go":               "functions of DuckDB that the bindings leave out, by C",
	"providers/duckdb/functions/callback.go":            "numbers in C's memory, by which DuckDB tells what it calls",
	"providers/duckdb/functions/functions.go":           "functions that DuckDB calls",
	"providers/duckdb/functions/operators/operators.go": "functions of C that DuckDB calls",
	"providers/duckdb/memory/memory_linux.go":           "a bound of memory that DuckDB's own allocator keeps to, by C",
	"providers/duckdb/functions/libm.go":                "functions of C's mathematics, as Postgres calls them",
	"providers/duckdb/bysession/bysession.go":           "the making of the functions that DuckDB calls for a session",
	"providers/duckdb/bysession/opentypes.go":           "a function that DuckDB calls, and its handles",
	"providers/duckdb/bysession/draws.go":               "functions of DuckDB's interface, which calls them for a session",
	"providers/duckdb/bysession/forms.go":               "functions of DuckDB's interface, which calls them with a session's form",
	"providers/duckdb/bysession/settings.go":            "a function of DuckDB's interface, which calls it for a session",
	"providers/duckdb/bysession/users.go":               "a function of DuckDB's interface, which calls it for a session",
	"pgwire/relay/poll/epoll.go":                        "arguments of system calls",
	"pgwire/relay/poll/ring.go":                         "what the kernel shares with us, and arguments of system calls",
	"audit/fault_linux_test.go":                         "arguments of system calls",
}

// TestNoUnsafeStrings: no string shares the memory of a buffer. What keeps such a
// string shows or records another session's bytes when the buffer is filled again.
func TestNoUnsafeStrings(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		path = filepath.ToSlash(path)
		imports, _, _ := strings.Cut(string(text), "\n)\n")
		if _, allowed := unsafeFiles[path]; strings.Contains(imports, "\n\t\"unsafe\"\n") && !allowed {
			t.Errorf("%s imports unsafe; a file that has to is named in this test, with its reason", path)
		}
		if path == "unsafe_test.go" {
			return nil
		}
		for _, name := range []string{"String", "StringData"} {
			if slices.Contains(strings.FieldsFunc(string(text), func(r rune) bool { return strings.ContainsRune(" \t\n(),;{}[]", r) }), "unsafe."+name) {
				t.Errorf("%s uses unsafe.%s: make a copy", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
