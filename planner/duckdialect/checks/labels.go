package checks

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// bareLabel has a label without AS written with it: DuckDB takes none of its keywords there, such as name, type and value.
func (t *checker) bareLabel(target *pg_query.ResTarget) {
	if t.Changed || target.Name == "" || target.Val == nil {
		return
	}
	if t.spelledAs == nil {
		t.spelledAs = labelsOf(t.Text)
	}
	t.Changed = !t.spelledAs[strings.ToLower(target.Name)]
}

// labelsOf returns the words of a text that stand behind AS.
func labelsOf(text string) map[string]bool {
	labels, last := map[string]bool{}, ""
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if last == "as" {
			labels[strings.Trim(word, `",;)`)] = true
		}
		last = word
	}
	return labels
}
