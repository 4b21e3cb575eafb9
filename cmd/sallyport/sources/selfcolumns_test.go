package sources

import (
	"reflect"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/audit"
)

// TestRecordColumns: the table has the fields of the record, in their order.
func TestRecordColumns(t *testing.T) {
	var fields, columns []string
	for field := range reflect.TypeFor[audit.Record]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		fields = append(fields, name)
	}
	for _, c := range recordColumns {
		columns = append(columns, c.Name)
	}
	if !reflect.DeepEqual(columns, fields) {
		t.Errorf("the table has  %q\nthe record has %q", columns, fields)
	}
}
