package desk

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Looker looks into a request for an approver of that name: its source's plan of it, and
// samples of the rows that it would change.
type Looker func(ctx context.Context, approver, id string, plan, sample bool) (approval.Look, error)

// LookBy sets who looks into requests. Until then, and without, nobody does.
func (d *Desk) LookBy(l Looker) { d.looker.Store(&l) }

// look answers GET /v1/approvals/{id}/look?plan=true&sample=true; over TCP approver says
// who looks.
func (d *Desk) look(w http.ResponseWriter, r *http.Request, who caller) {
	query := r.URL.Query()
	by, err := who(r, query.Get("approver"))
	if err == nil {
		_, err = d.store.Get(r.PathValue("id"))
	}
	if err != nil {
		fail(w, err)
		return
	}
	looker := d.looker.Load()
	if looker == nil {
		fail(w, sqlstate.New(sqlstate.FeatureNotSupported, "this desk cannot look into requests"))
		return
	}
	plan, _ := strconv.ParseBool(query.Get("plan")) // what is none is not asked for
	sample, _ := strconv.ParseBool(query.Get("sample"))
	found, err := (*looker)(r.Context(), by.name, r.PathValue("id"), plan, sample)
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, found)
}

// Look looks into a request, which is on record as the caller's.
func (c *Client) Look(ctx context.Context, id string, plan, sample bool) (found approval.Look, err error) {
	query := url.Values{"plan": {strconv.FormatBool(plan)}, "sample": {strconv.FormatBool(sample)}}
	if c.approver != "" {
		query.Set("approver", c.approver)
	}
	return found, c.call(ctx, http.MethodGet, "/approvals/"+url.PathEscape(id)+"/look?"+query.Encode(), nil, &found)
}
