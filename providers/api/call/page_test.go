package call

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func item(id int) string { return fmt.Sprintf(`{"id":%d,"name":"thing %d"}`, id, id) }

// TestPages reads three pages in each of the ways in which pages follow each other.
func TestPages(t *testing.T) {
	page := func(r *http.Request, key string) int {
		n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Query().Get(key), "t"))
		return max(n, 1)
	}
	query := func(request, response string) *document.Pagination {
		return &document.Pagination{Request: document.Token{Key: request, Location: "query"}, Response: document.Token{Key: response, Location: "body"}}
	}
	for name, test := range map[string]struct {
		how    *document.Pagination
		post   bool
		form   bool
		answer func(w http.ResponseWriter, r *http.Request)
	}{
		"token in body to query": {how: query("pageToken", "$.nextPageToken"), answer: func(w http.ResponseWriter, r *http.Request) {
			n := page(r, "pageToken")
			next := map[bool]string{true: fmt.Sprintf(`,"nextPageToken":"t%d"`, n+1)}[n < 3]
			fmt.Fprintf(w, `{"items":[%s]%s}`, item(n), next)
		}},
		"token before the rows, nested": {how: query("cursor", "$.meta.next"), answer: func(w http.ResponseWriter, r *http.Request) {
			n := page(r, "cursor")
			next := map[bool]string{true: fmt.Sprintf(`"t%d"`, n+1), false: "null"}[n < 3]
			fmt.Fprintf(w, `{"meta":{"next":%s},"items":[%s]}`, next, item(n))
		}},
		"name without a way": {how: query("page_token", "next_page_token"), answer: func(w http.ResponseWriter, r *http.Request) {
			n := page(r, "page_token")
			next := map[bool]string{true: fmt.Sprintf(`t%d`, n+1), false: ""}[n < 3]
			fmt.Fprintf(w, `{"items":[%s],"next_page_token":%q}`, item(n), next)
		}},
		"link header": {how: &document.Pagination{Request: document.Token{Location: "request"}, Response: document.Token{Key: "Link", Location: "header"}}, answer: func(w http.ResponseWriter, r *http.Request) {
			n := page(r, "page")
			if n < 3 {
				w.Header().Add("Link", fmt.Sprintf(`<http://%s/things?page=1>; rel="first, of all", </things?page=%d>; title="a,b"; rel="last next"`, r.Host, n+1))
			}
			fmt.Fprintf(w, `{"items":[%s]}`, item(n))
		}},
		"link header to a parameter": {how: &document.Pagination{Request: document.Token{Key: "page", Location: "query"}, Response: document.Token{Key: "Link", Location: "header", Algorithm: "link_header_next"}}, answer: func(w http.ResponseWriter, r *http.Request) {
			n := page(r, "page")
			if n < 3 {
				w.Header().Set("Link", fmt.Sprintf(`<http://elsewhere.test/x?page=%d>;rel=next`, n+1))
			}
			fmt.Fprintf(w, `{"items":[%s]}`, item(n))
		}},
		"address in body": {how: &document.Pagination{Request: document.Token{Location: "request"}, Response: document.Token{Key: "$.links.pages.next", Location: "body"}}, answer: func(w http.ResponseWriter, r *http.Request) {
			n := page(r, "page")
			next := map[bool]string{true: fmt.Sprintf(`,"links":{"pages":{"next":"http://%s/things?page=%d"}}`, r.Host, n+1)}[n < 3]
			fmt.Fprintf(w, `{"items":[%s]%s}`, item(n), next)
		}},
		"odata, by habit": {how: query("pageToken", "$.nextPageToken"), answer: func(w http.ResponseWriter, r *http.Request) {
			n := page(r, "$skiptoken")
			next := map[bool]string{true: fmt.Sprintf(`,"@odata.nextLink":"http://%s/things?$skiptoken=%d"`, r.Host, n+1)}[n < 3]
			fmt.Fprintf(w, `{"items":[%s]%s}`, item(n), next)
		}},
		"nextLink, by habit": {answer: func(w http.ResponseWriter, r *http.Request) {
			n := page(r, "skip")
			next := map[bool]string{true: fmt.Sprintf(`"nextLink":"http://%s/things?skip=%d",`, r.Host, n+1)}[n < 3]
			fmt.Fprintf(w, `{%s"items":[%s]}`, next, item(n))
		}},
		"page number": {how: &document.Pagination{
			Algorithm: "page_number", Request: document.Token{Key: "page", Location: "query"},
			Response: document.Token{Key: "result_info.page", Location: "body"}, Terminator: &document.Token{Key: "result_info.total_pages", Location: "body"},
		}, answer: func(w http.ResponseWriter, r *http.Request) {
			n := page(r, "page")
			fmt.Fprintf(w, `{"items":[%s],"result_info":{"page":%d,"total_pages":3}}`, item(n), n)
		}},
		"last id, until has_more is false": {how: query("after", "$.last_id"), answer: func(w http.ResponseWriter, r *http.Request) {
			n := 1
			if after := r.URL.Query().Get("after"); after != "" {
				n, _ = strconv.Atoi(after)
				n++
			}
			fmt.Fprintf(w, `{"items":[%s],"last_id":%d,"has_more":%v}`, item(n), n, n < 3)
		}},
		"header to header": {how: &document.Pagination{Request: document.Token{Key: "X-Cursor", Location: "header"}, Response: document.Token{Key: "X-Next", Location: "header"}}, answer: func(w http.ResponseWriter, r *http.Request) {
			n, _ := strconv.Atoi(r.Header.Get("X-Cursor"))
			n = max(n, 1)
			if n < 3 {
				w.Header().Set("X-Next", strconv.Itoa(n+1))
			}
			fmt.Fprintf(w, `{"items":[%s]}`, item(n))
		}},
		"body to body": {how: &document.Pagination{Request: document.Token{Key: "NextToken", Location: "body"}, Response: document.Token{Key: "$.NextToken", Location: "body"}}, post: true, answer: func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			n := 1
			for i := 2; i < 4; i++ {
				if strings.Contains(string(body), fmt.Sprintf(`"NextToken":"t%d"`, i)) {
					n = i
				}
			}
			if !strings.Contains(string(body), `"Fixed":true`) || r.Header.Get("Content-Type") != "application/x-amz-json-1.1" {
				http.Error(w, "the body lost what is always sent", 400)
			}
			next := map[bool]string{true: fmt.Sprintf(`,"NextToken":"t%d"`, n+1)}[n < 3]
			fmt.Fprintf(w, `{"items":[%s]%s}`, item(n), next)
		}},
		"object to body": {how: &document.Pagination{Request: document.Token{Key: "StartKey", Location: "body"}, Response: document.Token{Key: "$.LastKey", Location: "body"}}, post: true, answer: func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			n := 1
			for i := 2; i < 4; i++ {
				if strings.Contains(string(body), fmt.Sprintf(`"StartKey":{"id":{"N":"%d"}}`, i)) {
					n = i
				}
			}
			next := map[bool]string{true: fmt.Sprintf(`{"id":{"N":"%d"}}`, n+1), false: "{}"}[n < 3]
			fmt.Fprintf(w, `{"items":[%s],"LastKey":%s}`, item(n), next)
		}},
		"counted down to 0": {how: query("left", "$.left"), answer: func(w http.ResponseWriter, r *http.Request) {
			left, err := strconv.Atoi(r.URL.Query().Get("left"))
			if err != nil {
				left = 2
			}
			next := map[bool]string{true: strconv.Itoa(left - 1), false: "null"}[left > 0]
			fmt.Fprintf(w, `{"items":[%s],"left":%s}`, item(3-left), next)
		}},
		"form": {how: query("NextToken", "$.NextToken"), form: true, answer: func(w http.ResponseWriter, r *http.Request) {
			if r.Method != "POST" || r.URL.RawQuery != "" || r.FormValue("Action") != "List" {
				http.Error(w, r.Method+" "+r.URL.String(), 400)
				return
			}
			n, _ := strconv.Atoi(strings.TrimPrefix(r.PostFormValue("NextToken"), "t"))
			n = max(n, 1)
			next := map[bool]string{true: fmt.Sprintf(`,"NextToken":"t%d"`, n+1)}[n < 3]
			fmt.Fprintf(w, `{"items":[%s]%s}`, item(n), next)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			a := serve(t, Options{}, test.answer)
			target := a.things(func(m *document.Method) {
				m.Pagination = test.how
				if test.post {
					m.HTTP, m.Body = "POST", &document.Body{MediaType: "application/x-amz-json-1.1", Naming: "naive", Base: `{"Fixed": true}`}
				}
				if test.form {
					m.Path, m.Translate = "/things?Action=List&Version=1", "get_query_to_post_form_utf_8"
				}
			})
			lines, rows, err := a.scan(t, target, Read{})
			if err != nil {
				t.Fatal(err)
			}
			same(t, lines, "1|thing 1", "2|thing 2", "3|thing 3")
			if n := rows.Requests()[0].Count; n != 3 {
				t.Errorf("%d requests", n)
			}
			if rows.Tag() != "SELECT 3" {
				t.Error(rows.Tag())
			}
		})
	}
}

// TestPagesGoRound: pages that lead back end with an error, and the rows before it came.
func TestPagesGoRound(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"items":[%s],"nextPageToken":"same"}`, item(1))
	})
	lines, _, err := a.scan(t, a.things(), Read{})
	fails(t, err, sqlstate.ProtocolViolation, "page 2 leads back")
	same(t, lines, "1|thing 1", "1|thing 1")
}

// TestPageOfNoKind: a value that cannot lead on is an error, and no end.
func TestPageOfNoKind(t *testing.T) {
	for _, test := range []struct{ location, key, next, words string }{
		{"query", "page", `{"id":7}`, "an object or a list"},
		{"header", "X-Page", `[7]`, "an object or a list"},
		{"request", "", `{"href":"/things?page=2"}`, "an object or a list"},
		{"request", "", "7", "address is none"},
	} {
		a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, `{"items":[%s],"next":%s}`, item(1), test.next)
		})
		target := a.things(func(m *document.Method) {
			m.Pagination = &document.Pagination{Request: document.Token{Key: test.key, Location: test.location}, Response: document.Token{Key: "$.next", Location: "body"}}
		})
		_, _, err := a.scan(t, target, Read{})
		fails(t, err, sqlstate.ProtocolViolation, test.words)
	}
}

// TestPageElsewhere: an answer cannot lead to another host.
func TestPageElsewhere(t *testing.T) {
	for _, next := range []string{"http://127.0.0.2:1/things", "https://evil.test/", "//evil.test/x", "http://user@evil.test/x"} {
		a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, `{"items":[%s],"nextLink":%q}`, item(1), next)
		})
		_, _, err := a.scan(t, a.things(), Read{})
		fails(t, err, sqlstate.InsufficientPrivilege, "another host")
	}
}

// TestMoreThanIsRead: an answer that says there is more, and not where, is told of.
func TestMoreThanIsRead(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"items":[%s],"more":true}`, item(1))
	})
	var notices []string
	lines, _, err := a.scan(t, a.things(), Read{OnNotice: func(n string) { notices = append(notices, n) }})
	if err != nil {
		t.Fatal(err)
	}
	same(t, lines, "1|thing 1")
	same(t, notices, "shop.store.things.list: the API says that there is more than it answered, and the document does not say how to get it")
}

// TestLimits: each limit ends the statement with its name, and none cuts an answer.
func TestLimits(t *testing.T) {
	endless := func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("pageToken"))
		fmt.Fprintf(w, `{"items":[%s,%s],"nextPageToken":"%d"}`, item(2*n), item(2*n+1), n+1)
	}
	for name, test := range map[string]struct {
		limits Limits
		read   Read
		words  []string
	}{
		"pages":        {Limits{Pages: 3}, Read{}, []string{"more than 3 pages", "--http.response.pageLimit", "not the whole"}},
		"rows":         {Limits{Rows: 5}, Read{}, []string{"more than 5 rows", "--http.response.maxResults"}},
		"bytes":        {Limits{Bytes: 1000}, Read{}, []string{"more than 1000 bytes"}},
		"row":          {Limits{RowBytes: 10}, Read{}, []string{"more than 10 bytes in one value"}},
		"combinations": {Limits{Combinations: 2}, Read{Inputs: nil}, []string{"more than 2 combinations"}},
	} {
		t.Run(name, func(t *testing.T) {
			a := serve(t, Options{Limits: test.limits}, endless)
			target := a.things(func(m *document.Method) {
				m.Params = []document.Param{{Name: "kind", In: document.InQuery, Type: document.Text}}
			})
			if name == "combinations" {
				test.read.Inputs = append(test.read.Inputs, values1("kind", "a", "b", "c"))
			}
			_, _, err := a.scan(t, target, test.read)
			fails(t, err, sqlstate.ConfigLimitExceeded, test.words...)
		})
	}
}

// TestLimitEndsEarly: rows that cannot matter are not asked for.
func TestLimitEndsEarly(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("pageToken"))
		fmt.Fprintf(w, `{"items":[%s,%s],"nextPageToken":"%d"}`, item(2*n), item(2*n+1), n+1)
	})
	target := a.things(func(m *document.Method) {
		m.Params = []document.Param{{Name: "kind", In: document.InQuery, Type: document.Text}}
	})
	lines, rows, err := a.scan(t, target, Read{Limit: 3, Inputs: append(Read{}.Inputs, values1("kind", "a", "b", "c", "d"))})
	if err != nil {
		t.Fatal(err)
	}
	same(t, lines, "0|thing 0|a", "1|thing 1|a", "2|thing 2|a")
	same(t, requestLines(rows), "2× GET /things 200")
}

// TestTopIsTold: the API is told how many rows are wanted, where that cannot cut.
func TestTopIsTold(t *testing.T) {
	var got []string
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.URL.RawQuery)
		fmt.Fprintf(w, `{"items":[]}`)
	})
	target := a.things(func(m *document.Method) {
		m.Pushdown = &document.Pushdown{Top: &document.PushedDown{Dialect: "odata", MaxValue: 100}}
	})
	for _, limit := range []int64{0, 7, 101} {
		if _, _, err := a.scan(t, target, Read{Limit: limit}); err != nil {
			t.Fatal(err)
		}
	}
	same(t, got, "", "%24top=7", "")
}
