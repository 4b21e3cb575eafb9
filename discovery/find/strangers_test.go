package find

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/discovery"
)

// strange are texts that strangers send, as queries, names, comments and pages.
var strange = []string{
	`"orders" AND NEAR(customers, 5) NOT * col:x ^ (`, "'; DROP TABLE orders; --", "orders\x00customers\x1b[31m", strings.Repeat("orders ", 150_000),
	strings.Repeat("a", 1<<20), strings.Repeat("(", 10_000), "\xff\xfe orders \xc3", "注文と顧客", "заказы клиентов", "طلبات العملاء", "ลูกค้า", "🛒 orders 🧾", "İSTANBUL ıŞıK", "e\u0301galite\u0301",
	"\u202eorders", "%s %d {{.}} ${x}", strings.Repeat("É", 300), "ﬁnance ǅ ß", "-1", "...", "\n\t",
}

func TestStrangeTexts(t *testing.T) {
	s := shop()
	var pages []Page
	for _, text := range strange {
		s = append(s, discovery.Table{
			Ref: discovery.TableRef{DB: text, Name: text}, Comment: text,
			Columns: []discovery.Column{{
				Name: text, NativeType: text, Comment: text,
				Profile: &discovery.Profile{Samples: []discovery.Sample{{Value: text}}},
			}},
			ForeignKeys: []discovery.ForeignKey{{FromColumn: text, To: discovery.TableRef{Name: text}}},
		})
		pages = append(pages, Page{Key: text, Title: text, Summary: text, Body: text, Tags: []string{text}})
	}
	f := Finder{Tables: []*Tables{Build("strange", s)}, Pages: BuildPages(pages)}
	for _, query := range strange {
		ask(t, f, query)
	}
	// What somebody reads of them is found by them, in any script.
	for _, query := range []string{"注文と顧客", "заказы клиентов", "طلبات العملاء"} {
		refs := ask(t, f, query)
		if len(refs) == 0 || !strings.Contains(refs[0].ID, query) {
			t.Errorf("%s is not found", query)
		}
	}
}

// ask searches, and checks that what comes back can be shown.
func ask(t *testing.T, f Finder, query string) []Ref {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	refs, err := f.Search(ctx, Request{Query: query, Limit: MaxLimit, Visible: everything})
	if err != nil && strings.TrimSpace(query) != "" {
		t.Errorf("%.40q: %v", query, err)
	}
	for _, r := range refs {
		if r.Snippet != nil && utf8.RuneCountInString(*r.Snippet) > longestSnippet {
			t.Errorf("%.40q: a snippet of %d characters", query, utf8.RuneCountInString(*r.Snippet))
		}
	}
	return refs
}

func FuzzSearch(f *testing.F) {
	for _, text := range strange {
		f.Add(cut(text, 1000), cut(text, 1000))
	}
	f.Fuzz(func(t *testing.T, query, text string) {
		s := shop()
		s[0].Comment, s[1].Ref.Name, s[2].Columns[0].Name = text, text, text
		ask(t, Finder{Tables: []*Tables{Build("shop", s)}, Pages: BuildPages([]Page{{Key: text, Body: text}})}, query)
	})
}
