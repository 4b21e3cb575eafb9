package call

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
)

// ordered are the queries of a read of things by their numbers, and its lines. answer is what the API has.
func ordered(t *testing.T, p *document.Pushdown, read Read, answer func(r *http.Request) string) (asked, lines []string) {
	t.Helper()
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.RawQuery)
		_, _ = io.WriteString(w, answer(r))
	})
	target := a.things(func(m *document.Method) { m.Pushdown = p })
	lines, _, err := a.scan(t, target, read)
	if err != nil {
		t.Fatal(err)
	}
	return asked, lines
}

// TestOrderIsTold: an API that can order its rows is asked for the first rows only. If its answer shows that the
// rows are not in order, it is asked again for all rows.
func TestOrderIsTold(t *testing.T) {
	odata := &document.Pushdown{OrderBy: &document.PushedDown{Dialect: "odata"}, Top: &document.PushedDown{Dialect: "odata", MaxValue: 100}}
	first := func(n int64, o providers.Order) Read { return Read{Top: n, Order: []providers.Order{o}} }
	up, down := providers.Order{Column: "id"}, providers.Order{Column: "id", Descending: true}
	list := func(items ...string) func(*http.Request) string {
		return func(*http.Request) string { return `{"items":[` + strings.Join(items, ",") + `]}` }
	}
	honest := list(item(1), item(2))
	nulls := providers.Order{Column: "id", NullsFirst: true}
	const told, all = "%24orderby=id%20asc&%24top=2", ""
	for _, c := range []struct {
		name   string
		p      *document.Pushdown
		read   Read
		answer func(*http.Request) string
		asked  []string
	}{
		{"told", odata, first(2, up), honest, []string{told}},
		{"fewer than asked for, one without a number", odata, first(3, up), list(item(1), `{"name":"x"}`), []string{"%24orderby=id%20asc&%24top=3"}},
		{"not in order", odata, first(2, up), list(item(2), item(1)), []string{told, all}},
		{"more than asked for", odata, first(2, up), list(item(1), item(2), item(3)), []string{told, all}},
		{"NULL among the first", odata, first(2, up), list(`{"name":"x"}`, item(1)), []string{told, all}},
		{"NULL may come first", odata, first(2, nulls), honest, []string{all}},
		{"more than the API gives at once", odata, first(101, up), honest, []string{all}},
		{"a text", odata, first(2, providers.Order{Column: "name"}), honest, []string{all}},
		{"downwards", odata, first(2, down), list(item(2), item(1)), []string{"%24orderby=id%20desc&%24top=2"}},
		{"not downwards", odata, first(2, down), honest, []string{"%24orderby=id%20desc&%24top=2", all}},
		{"prefix", custom("prefix"), first(2, down), list(item(2), item(1)), []string{"sort=-id&limit=2"}},
		{"suffix", custom("suffix"), first(2, up), honest, []string{"sort=id%3Aasc&limit=2"}},
		{"another syntax", custom("reverse"), first(2, up), honest, []string{all}},
		{"another column", custom("prefix", "name"), first(2, up), honest, []string{all}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := strings.Count(c.answer(nil), "{") - 1
			asked, lines := ordered(t, c.p, c.read, c.answer)
			same(t, asked, c.asked...)
			if len(lines) != want {
				t.Errorf("%d rows: %q", len(lines), lines)
			}
		})
	}
}

// custom is how an API of its own is told an order of columns.
func custom(syntax string, columns ...string) *document.Pushdown {
	return &document.Pushdown{OrderBy: &document.PushedDown{ParamName: "sort", Syntax: syntax, Columns: columns}, Top: &document.PushedDown{ParamName: "limit"}}
}

// TestOrderOfPages: rows in order may come in several pages, and no further page is read than needed.
func TestOrderOfPages(t *testing.T) {
	p := custom("prefix")
	asked, lines := ordered(t, p, Read{Top: 3, Order: []providers.Order{{Column: "id"}}}, func(r *http.Request) string {
		n, _ := strconv.Atoi(r.URL.Query().Get("pageToken"))
		return fmt.Sprintf(`{"items":[%s],"nextPageToken":"%d"}`, item(n), n+1)
	})
	same(t, asked, "sort=id&limit=3", "sort=id&limit=3&pageToken=1", "sort=id&limit=3&pageToken=2")
	same(t, lines, "0|thing 0", "1|thing 1", "2|thing 2")
}

// TestCountIsTold: where only the number of rows matters the API says it.
func TestCountIsTold(t *testing.T) {
	p := &document.Pushdown{Count: &document.PushedDown{ParamName: "include_count", ParamValue: "1", ResponseKey: "meta.total"}}
	page := func(r *http.Request) string {
		total := ""
		if r.URL.Query().Get("include_count") == "1" {
			total = `"meta":{"total":5},`
		}
		if r.URL.Query().Get("pageToken") != "" {
			return `{` + total + `"items":[` + item(3) + `]}`
		}
		return `{` + total + `"items":[` + item(1) + `,` + item(2) + `],"nextPageToken":"n"}`
	}
	silent := func(r *http.Request) string { return strings.Replace(page(r), "total", "else", 1) }
	less := func(r *http.Request) string { return strings.Replace(page(r), ":5}", ":1}", 1) }
	for _, c := range []struct {
		name   string
		read   Read
		answer func(*http.Request) string
		rows   int
		asked  []string
	}{
		{"told", Read{Counted: true}, page, 5, []string{"include_count=1"}},
		{"values are read", Read{}, page, 3, []string{"", "pageToken=n"}},
		{"it does not say", Read{Counted: true}, silent, 3, []string{"include_count=1", "include_count=1&pageToken=n"}},
		{"it says fewer than it shows", Read{Counted: true}, less, 3, []string{"include_count=1", "include_count=1&pageToken=n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked, lines := ordered(t, p, c.read, c.answer)
			same(t, asked, c.asked...)
			if len(lines) != c.rows {
				t.Errorf("%d rows, not %d", len(lines), c.rows)
			}
		})
	}
}

// TestConditionsInOtherForms: equalities are told as parameters of their own, where their values mean nothing else.
func TestConditionsInOtherForms(t *testing.T) {
	is := func(column, operator, value string) providers.Condition {
		return providers.Condition{Column: column, Operator: operator, Value: providers.Value{Text: []byte(value)}}
	}
	all := func(*http.Request) string { return `{"items":[` + item(1) + `]}` }
	for _, c := range []struct {
		filter document.PushedDown
		where  []providers.Condition
		asked  string
	}{
		{document.PushedDown{Syntax: "key_value", ParamName: "filter"}, []providers.Condition{is("name", "=", "a b"), is("id", "=", "7")}, "filter%5Bname%5D=a%20b&filter%5Bid%5D=7"},
		{document.PushedDown{Syntax: "simple"}, []providers.Condition{is("name", "=", "a"), is("name", "=", "b"), is("id", ">", "7")}, "name=a"},
		{document.PushedDown{Syntax: "simple"}, []providers.Condition{is("name", "=", "a,b"), is("id", "<>", "7")}, ""},
		{document.PushedDown{Syntax: "simple"}, []providers.Condition{is("name", "=", "!a"), is("name", "startswith", "a")}, ""},
		{document.PushedDown{Syntax: "simple"}, []providers.Condition{is("name", "=", "null")}, ""},
		{document.PushedDown{Syntax: "simple", Columns: []string{"id"}}, []providers.Condition{is("name", "=", "a"), is("id", "=", "7")}, "id=7"},
		{document.PushedDown{Syntax: "simple", Operators: []string{"ne"}}, []providers.Condition{is("name", "=", "a")}, ""},
		{document.PushedDown{Syntax: "key_value"}, []providers.Condition{is("name", "=", "a")}, ""},
		{document.PushedDown{ParamName: "q"}, []providers.Condition{is("name", "=", "a")}, ""},
	} {
		asked, _ := ordered(t, &document.Pushdown{Filter: &c.filter}, Read{Where: c.where}, all)
		same(t, asked, c.asked)
	}
}
