package audit_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/audit"
)

// TestDocs compares docs/audit.md with the record: every field, in order, and examples that are
// records.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/audit.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented, fields []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z0-9_]+)` \\|").FindAllSubmatch(page, -1) {
		documented = append(documented, string(row[1]))
	}
	for field := range reflect.TypeFor[audit.Record]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		fields = append(fields, name)
	}
	if !slices.Equal(documented, fields) {
		t.Errorf("docs/audit.md lists\n%q\nthe record has\n%q", documented, fields)
	}

	examples := regexp.MustCompile(`(?m)^\{"v".*$`).FindAll(page, -1)
	if len(examples) != 3 {
		t.Fatalf("%d examples", len(examples))
	}
	for _, example := range examples {
		var r audit.Record
		decoder := json.NewDecoder(bytes.NewReader(example))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&r); err != nil {
			t.Errorf("%v in %s", err, example)
		}
		if again, err := json.Marshal(r); err != nil || string(again) != string(example) {
			t.Errorf("the example\n%s\nwould be written as\n%s", example, again)
		}
	}
}
