package mcp_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestHeldWithoutRecord: a page whose record cannot be written ends its result.
func TestHeldWithoutRecord(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	var closeLog func() error
	d := open(t, settings{dsn: dsn, config: func(c *engine.Config) { closeLog = c.Log.Close }})
	header := http.Header{"Mcp-Session-Id": {d.post(t, browser(t), hello, nil).header.Get("Mcp-Session-Id")}}
	b := browser(t)
	call := client(func(message string) string { return d.post(t, b, message, header).body })
	p, _ := call.page(t, longAnswer)
	if d.Held() != 1 {
		t.Fatal(d.Held())
	}
	must(t, closeLog())
	_ = call(fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"run_select_query","arguments":{"cursor":%q}}}`, p.Cursor))
	request, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, d.url, nil)
	must(t, err)
	request.Header = header
	answer, err := http.DefaultClient.Do(request)
	must(t, err)
	must(t, answer.Body.Close())
	if n := d.Held(); n != 0 {
		t.Errorf("%d results are held, and no timer ends them", n)
	}
}
