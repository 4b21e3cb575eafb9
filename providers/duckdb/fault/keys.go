package fault

import "strings"

// keyText spells DuckDB's "a: 1, b: 2" as Postgres does: Key (a, b)=(1, 2). Where values look like names
// of columns it cannot be told, and stays.
func keyText(key string) string {
	var columns, values []string
	for part := range strings.SplitSeq(key, ", ") {
		column, value, ok := strings.Cut(part, ": ")
		if !ok {
			return "Key (" + key + ")"
		}
		columns, values = append(columns, column), append(values, value)
	}
	return "Key (" + strings.Join(columns, ", ") + ")=(" + strings.Join(values, ", ") + ")"
}

// DuplicateKey returns what DuckDB tells of a key that is there twice, "" for another error.
func (f Fault) DuplicateKey() string {
	if m := duplicate().FindStringSubmatch(f.Message); m != nil {
		return m[1] + m[2]
	}
	return ""
}
