package filelook

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// readers maps the ending of a file's name to the function that reads it. DuckDB unpacks .gz and .zst
// itself.
var readers = map[string]string{
	".csv":     ReadCSV,
	".tsv":     ReadCSV,
	".parquet": ReadParquet,
	".json":    ReadJSON,
	".jsonl":   ReadJSON,
	".ndjson":  ReadJSON,
}

// The functions of DuckDB that read files.
const (
	ReadCSV     = "read_csv"
	ReadJSON    = "read_json"
	ReadParquet = "read_parquet"
)

var (
	// ErrKind is of a file or folder that is no table, so that it is passed over.
	ErrKind     = errors.New("files end in .csv, .tsv, .parquet, .json, .jsonl or .ndjson, with .gz or .zst behind it if they are compressed")
	errWildcard = errors.New("its path has a wildcard in it: * ? [")
)

// Reader returns the FROM item that reads a file, the file's name without its ending, and the
// function that reads it.
func Reader(path string) (from, base, function string, err error) {
	base = filepath.Base(path)
	lower := strings.ToLower(base)
	lower = strings.TrimSuffix(strings.TrimSuffix(lower, ".gz"), ".zst")
	ending := filepath.Ext(lower)
	function, ok := readers[ending]
	if !ok || (function == ReadParquet && len(lower) != len(base)) {
		return "", "", "", ErrKind
	}
	if strings.ContainsAny(path, "*?[") {
		return "", "", "", errWildcard
	}
	return function + "(" + native.Text(path) + ")", base[:len(lower)-len(ending)], function, nil
}

// Identifier turns a file's name into a name that needs no quotes in SQL.
func Identifier(name string) string {
	var b strings.Builder
	for i, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r == '_':
			b.WriteRune(r)
		case r >= '0' && r <= '9':
			if i == 0 {
				b.WriteByte('_')
			}
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	return b.String()
}
