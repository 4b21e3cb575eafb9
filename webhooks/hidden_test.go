package webhooks_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/webhooks"
)

// TestLinkDoesNotApproveWhatItHides: what holds a secret, which a page does not show, is
// approved at the desk alone.
func TestLinkDoesNotApproveWhatItHides(t *testing.T) {
	s, r := open(t), receive(t)
	links := pages(t, s)
	send(t, s, links, nil, webhooks.Target{Name: "ops", Format: webhooks.Generic, URL: r.URL})
	asked, _, err := s.Submit(approval.Request{
		Digest: "d", Principal: "a", Verb: "DROP TABLE", Source: "pg", Class: "exec", SQL: "DROP TABLE t CASCADE", Hides: true,
		Estimate: approval.Estimate{
			Rows: 5, By: "table", Dropped: []string{"table public.ledger"}, Touched: []approval.Touched{{Verb: "DROP TABLE", Relation: "pg.public.ledger", Rows: 5}},
			Code: []approval.Code{{Name: "f", Text: "BODYTEXT"}},
		}, MaxRows: -1,
	})
	if err != nil {
		t.Fatal(err)
	}
	link := linkOf(t, r, 1)
	status, _ := fetch(t, "POST", link, yes, nil)
	now, _ := s.Get(asked.ID)
	if now.State == approval.Approved {
		t.Errorf("%d: approved by who cannot see it", status)
	}
}
