package copydata_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/pgwire/copydata"
	"github.com/sallyportdb/sallyport/providers"
)

var columns = []providers.Column{{Name: "a"}, {Name: "b"}}

func text() providers.CopyFormat {
	return providers.CopyFormat{Delimiter: '\t', Null: `\N`}
}

func csv() providers.CopyFormat {
	return providers.CopyFormat{Kind: providers.CopyCSV, Delimiter: ',', Quote: '"', Escape: '"'}
}

func binary() providers.CopyFormat { return providers.CopyFormat{Kind: providers.CopyBinary} }

// read returns the rows of some data, and how they ended.
func read(in io.Reader, f providers.CopyFormat) string {
	r, err := copydata.NewReader(in, &providers.Copy{From: true, Table: "t", Format: f}, columns)
	if err != nil {
		return err.Error()
	}
	var out strings.Builder
	for {
		row, err := r.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				fmt.Fprintf(&out, "%v %s", err, r.Where(-1))
			}
			return out.String()
		}
		fmt.Fprintf(&out, "%q %t %t\n", [][]byte(row), len(row) > 0 && row[0] == nil, len(row) > 1 && row[1] == nil)
	}
}

// FuzzReader: nothing that a client sends is a panic, or is read otherwise where it is cut into other
// pieces.
func FuzzReader(f *testing.F) {
	for _, data := range []string{
		"1\tx\n2\t\\N\n", "1\tx\r\n2\ty\r\n", "1\tx\r2\ty", "a\\\tb\tc\\x41\\101\\\\\n\\.\nrest", "a\n", "a\tb\tc\n", "\\", "\xff\t\n", "\\377\t\\0\n",
		"1,\"x\ny\"\n\"\",\n", "\"a\"\"b\",'c'\n\\.\n", "\"open", "a,\\.b\n\\.x,y\n", "\"a\rb\",c\r\nd,e\n",
		"PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x01a\xff\xff\xff\xff\xff\xff", "PGCOPY\n\xff\r\n\x00\x00\x01\x00\x00", "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x7f\xff\xff\xff",
	} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		escaped := csv()
		escaped.Escape, escaped.Header, escaped.Null = '\\', providers.NamesHeader, "x"
		for _, format := range []providers.CopyFormat{text(), csv(), escaped, binary()} {
			whole := read(strings.NewReader(string(data)), format)
			if cut := read(iotest.OneByteReader(strings.NewReader(string(data))), format); cut != whole {
				t.Errorf("format %d of %q: in one piece\n%s\nbyte by byte\n%s", format.Kind, data, whole, cut)
			}
		}
	})
}

// FuzzWriter: what is written is read as it was.
func FuzzWriter(f *testing.F) {
	f.Add("a", "b", false)
	f.Add("", "\t\n\r\\,\"\b\v\f", false)
	f.Add(`\N`, `\.`, true)
	f.Add("", "", false)
	f.Add("NULL", "x\\", false)
	f.Fuzz(func(t *testing.T, a, b string, null bool) {
		if strings.ContainsRune(a+b, 0) || !utf8.ValidString(a) || !utf8.ValidString(b) {
			t.Skip()
		}
		row := providers.Row{[]byte(a), []byte(b)}
		if null {
			row[1] = nil
		}
		want := fmt.Sprintf("%q %t %t\n", [][]byte(row), false, null)
		other := csv()
		other.Quote, other.Escape, other.Delimiter, other.Null = '\'', '\\', '|', "NULL"
		for _, format := range []providers.CopyFormat{text(), csv(), other} {
			w, err := copydata.NewWriter(&providers.Copy{Format: format}, columns)
			if err != nil {
				t.Fatal(err)
			}
			data := w.AppendRow(w.AppendRow(nil, row), row)
			if got := read(strings.NewReader(string(data)), format); got != want+want {
				t.Errorf("%q\nwas read as %s\nwant %s", data, got, want+want)
			}
		}
	})
}
