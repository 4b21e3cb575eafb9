package call

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/sallyportdb/sallyport/providers/api/auth"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/transform"
)

var (
	_ Signer      = (*auth.Signer)(nil)
	_ Transformer = (*transform.Transformer)(nil)
)

// TestXML reads pages of AWS's XML by the columns of the answer: the token of the next
// page is in the XML, and not in what is made of it.
func TestXML(t *testing.T) {
	n := 0
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		n++
		w.Header().Set("Content-Type", "text/xml")
		next := ""
		if n == 1 {
			next = "<NextToken>t2</NextToken>"
		}
		fmt.Fprintf(w, `<?xml version="1.0"?><ListThingsResponse xmlns="urn:x"><ListThingsResult><Things><member><id>%d</id><name>a &amp; b</name></member></Things>%s</ListThingsResult></ListThingsResponse>`, n, next)
	})
	target := a.things(func(m *document.Method) {
		m.Path = "/?Action=ListThings&Version=1"
		m.Translate = "get_query_to_post_form_utf_8"
		m.Response.Transform = &document.Transform{Type: "schema_driven_xml_v0.1.0"}
		m.Response.Protocol = "query"
		m.Response.ObjectKey = "$.line_items"
		m.Response.MediaType = "application/xml"
		m.Pagination = &document.Pagination{Request: document.Token{Key: "NextToken", Location: "query"}, Response: document.Token{Key: "$.NextToken", Location: "body"}}
	})
	target.Transformer = transform.New(transform.Limits{})
	lines, rows, err := a.scan(t, target, Read{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, lines, "1|a & b", "2|a & b")
	same(t, requestLines(rows), "2× POST / 200")
}
