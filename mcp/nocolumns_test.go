package mcp_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestRowsWithoutColumns: a server by DSN and the embedded engine answer alike, and the record has the rows.
func TestRowsWithoutColumns(t *testing.T) {
	d := open(t, settings{dsn: pgtest.Start(t).CreateDB(t), options: withParquet})
	call := d.overHTTP(t)
	for _, source := range []string{"pg", "local"} {
		t.Run(source, func(t *testing.T) {
			o := call.call(t, "run_select_query", `{"provider":"`+source+`","sql":"SELECT FROM generate_series(1, 3)"}`)
			if want := `{"columns":[],"rows":[[],[],[]],"row_count":3,"truncated":false}`; o.Text != "3 rows without columns." || string(o.Structured) != want {
				t.Errorf("%s\n%s", o.Text, o.Structured)
			}
			records := d.records(t)
			if last := records[len(records)-1]; last["rows"] != 3.0 || last["tag"] != "SELECT 3" {
				t.Errorf("on record: %v", last)
			}
			for kind, want := range map[string]string{"csv": "\n\n\n", "json": "[\n{},\n{}\n]\n"} {
				uri, _ := call.export(t, `{"provider":"`+source+`","sql":"SELECT FROM generate_series(1, 2)","export":"`+kind+`"}`)
				if _, text, failure := call.read(t, uri); text != want {
					t.Errorf("%s: %q %s", kind, text, failure)
				}
			}
			o = call.call(t, "run_select_query", `{"provider":"`+source+`","sql":"SELECT FROM generate_series(1, 2)","export":"parquet"}`)
			if !o.IsError || !strings.Contains(o.Text, "0A000") || !strings.Contains(o.Text, "a Parquet file of rows without columns is not supported") {
				t.Errorf("Parquet: %s", o.Text)
			}
		})
	}
}
