package find

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/discovery"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata")

// shop is a small snapshot with all that a catalog, people and profiles tell.
func shop() []discovery.Table {
	table := func(name, comment string, columns ...discovery.Column) discovery.Table {
		return discovery.Table{Ref: discovery.TableRef{DB: "public", Name: name}, Kind: discovery.KindTable, Comment: comment, Columns: columns}
	}
	column := func(name, nativeType string) discovery.Column {
		return discovery.Column{Name: name, NativeType: nativeType}
	}
	cust := table("cust", "Those who have bought something, or may", column("id", "integer"), column("fname", "text"), column("email", "text"), column("seg_cd", "char(2)"), column("addr", "text"), column("birthday", "date"))
	cust.Columns[2].PII = true
	cust.Columns[2].Profile = &discovery.Profile{Samples: []discovery.Sample{{Value: "secret@example.com", Count: 1}}}
	cust.Columns[3].Descriptions = []discovery.Description{{Origin: "ai", Text: "How much the customer buys"}, {Origin: "user", Text: "Segment: KA is a key account, SB a small business"}}
	orders := table("sales_orders", "", column("id", "integer"), column("cust_id", "integer"), column("status", "text"), column("orderdate", "date"))
	orders.ForeignKeys = []discovery.ForeignKey{{FromColumn: "cust_id", To: cust.Ref, ToColumn: "id", Constraint: "fk"}}
	orders.Columns[2].Profile = &discovery.Profile{Samples: []discovery.Sample{{Value: "shipped", Count: 7}, {Value: "backordered", Count: 2}}}
	orders.Descriptions = []discovery.Description{{Origin: "dbt", Text: strings.Repeat("One row for each order. ", 20) + "Cancelled ones stay, marked by their status. " + strings.Repeat("Loaded every night. ", 20)}}
	lines := table("orderlineitem", "", column("order_id", "integer"), column("prod_id", "integer"), column("qty", "integer"), column("unitprice", "numeric(12,2)"))
	lines.ForeignKeys = []discovery.ForeignKey{{FromColumn: "order_id", To: orders.Ref, ToColumn: "id", Constraint: "fk"}}
	products := table("products", "What we sell", column("id", "integer"), column("name", "text"), column("größe", "text"))
	return []discovery.Table{cust, orders, lines, products}
}

func wiki() []Page {
	return []Page{
		{Key: "metrics/revenue", Title: "Revenue", Summary: "How revenue is counted", Tags: []string{"finance"}, Body: "Revenue is the sum of the order lines without tax.\n\n" + strings.Repeat("See the ledger for more. ", 12) + "Returns are subtracted in the month in which they arrive."},
		{Key: "people", Body: "Who to ask: Ada for orders, Grace for shipments."},
	}
}

// write writes refs as text.
func write(refs []Ref) string {
	show := func(s *string) string {
		if s == nil {
			return "-"
		}
		return fmt.Sprintf("%q", *s)
	}
	var out strings.Builder
	for _, r := range refs {
		fmt.Fprintf(&out, "%-6s %-32s %.4f %s\n", r.Kind, r.ID, r.Score, r.MatchedOn)
		fmt.Fprintf(&out, "       summary %s\n       snippet %s\n", show(r.Summary), show(r.Snippet))
	}
	return out.String()
}

// TestAnswers asks what is in testdata/answers.txt: lines of "? limit kinds: query", each with
// its answer below.
func TestAnswers(t *testing.T) {
	f := Finder{Pages: BuildPages(wiki()), Tables: []*Tables{Build("shop", shop())}}
	path := filepath.Join("testdata", "answers.txt")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(content)) {
		head, isQuestion := strings.CutPrefix(line, "? ")
		if !isQuestion {
			continue
		}
		var limit int
		var kinds string
		how, query, _ := strings.Cut(strings.TrimSpace(head), ": ")
		if _, err := fmt.Sscan(how, &limit, &kinds); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		r := Request{Query: query, Limit: limit, Visible: everything}
		if kinds != "all" {
			for _, k := range strings.Split(kinds, ",") {
				r.Kinds = append(r.Kinds, Kind(k))
			}
		}
		out.WriteString(line)
		refs, err := f.Search(context.Background(), r)
		if err != nil {
			fmt.Fprintf(&out, "error: %v\n", err)
		}
		out.WriteString(write(refs) + "\n")
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if out.String() != string(content) {
		t.Errorf("the answers are now (rewrite them with -update):\n%s", out.String())
	}
}

// TestBounds: what a ref must keep whatever is asked (K27, K28, K40).
func TestBounds(t *testing.T) {
	f := Finder{Pages: BuildPages(wiki()), Tables: []*Tables{Build("shop", shop())}}
	for _, query := range []string{"order", "revenue of customers by segment", "größe", "returns", "1"} {
		refs, err := f.Search(context.Background(), Request{Query: query, Limit: MaxLimit, Visible: everything})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range refs {
			if r.Score <= 0 || r.Score > 1 || i > 0 && r.Score > refs[i-1].Score {
				t.Errorf("%s: the score of %s is %v after %v", query, r.ID, r.Score, refs[max(0, i-1)].Score)
			}
			if r.Snippet != nil && len([]rune(*r.Snippet)) > 200 {
				t.Errorf("%s: the snippet of %s has %d characters", query, r.ID, len([]rune(*r.Snippet)))
			}
			if (r.Kind == KindWiki) != (r.Connection == "") || (r.Kind == KindColumn) != (r.Column != "") || (r.Table == nil) != (r.Kind == KindWiki) {
				t.Errorf("%s: %+v", query, r)
			}
		}
	}
}

func TestRequestsThatCannotBe(t *testing.T) {
	for _, r := range []Request{{}, {Query: " \n"}, {Query: "a", Limit: -1}, {Query: "a", Limit: 51}, {Query: "a", Kinds: []Kind{"tables"}}} {
		if refs, err := (Finder{}).Search(context.Background(), r); err == nil {
			t.Errorf("%+v is answered with %v", r, refs)
		}
	}
	if refs, err := (Finder{Tables: []*Tables{Build("shop", shop())}}).Search(context.Background(), Request{Query: "orders"}); err != nil || len(refs) != 0 {
		t.Errorf("who may see nothing is told of %v, %v", refs, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Finder{Tables: []*Tables{Build("shop", shop())}}).Search(ctx, Request{Query: "orders", Visible: everything}); err == nil {
		t.Error("a search that was cancelled is answered")
	}
}

// TestLanesAreFused: the first of each lane are before the second of any, and equal ranks are in the
// order of ids, whatever connection comes first.
func TestLanesAreFused(t *testing.T) {
	one := Finder{Pages: BuildPages(wiki()), Tables: []*Tables{Build("shop", shop()), Build("archive", shop())}}
	two := Finder{Pages: one.Pages, Tables: []*Tables{one.Tables[1], one.Tables[0]}}
	r := Request{Query: "orders", Limit: MaxLimit, Visible: everything}
	a, _ := one.Search(context.Background(), r)
	b, _ := two.Search(context.Background(), r)
	if write(a) != write(b) {
		t.Errorf("the order of connections counts:\n%s\n%s", write(a), write(b))
	}
	if len(a) < 4 || a[0].Score != 1 || a[1].Score != 1 || a[0].ID != "people" || a[2].Score != 61.0/62 {
		t.Errorf("the lanes are not fused:\n%s", write(a))
	}
	if r.Connection = "archive"; true {
		c, _ := one.Search(context.Background(), r)
		for _, ref := range c {
			if ref.Connection == "shop" {
				t.Errorf("%s is of another connection", ref.ID)
			}
		}
	}
}
