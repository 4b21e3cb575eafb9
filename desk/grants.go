package desk

import (
	"net/http"
	"time"

	"github.com/sallyportdb/sallyport/approval"
)

// Terms are what a person grants beyond the one run that a request is for.
type Terms struct {
	For   string   `json:"for"`             // a duration, as "1h"
	Times int      `json:"times,omitempty"` // how many statements, the request's included; 0: any number
	Verbs []string `json:"verbs,omitempty"` // beside those of the request: INSERT, UPDATE, DELETE
	// TotalRows bounds the rows of all statements together; 0: it does not.
	TotalRows int64 `json:"total_rows,omitempty"`
}

// granted is the answer to GET /v1/grants.
type granted struct {
	Grants []approval.Grant `json:"grants"`
}

// grant approves a request and more of the same.
func (d *Desk) grant(id string, v approval.Verdict, t Terms) (approval.Request, error) {
	terms := approval.Terms{Times: t.Times, Verbs: t.Verbs, TotalRows: t.TotalRows}
	var err error
	if terms.For, err = time.ParseDuration(t.For); err != nil {
		return approval.Request{}, invalid("grant.for: %q is not a duration, such as 30m or 1h", t.For)
	}
	r, g, err := d.store.Grant(id, v, terms)
	if err != nil {
		return r, err
	}
	d.logger.Info("a grant was given", "grant", g.ID, "principal", g.Principal, "source", g.Source, "for", g.Text(),
		"until", g.Expires, "times", g.Times, "approver", g.Approver, "channel", g.Channel)
	return r, nil
}

func (d *Desk) grants(w http.ResponseWriter, _ *http.Request) {
	found := d.store.Grants()
	if found == nil {
		found = []approval.Grant{}
	}
	answer(w, granted{found})
}

func (d *Desk) revoke(w http.ResponseWriter, r *http.Request, who caller) {
	a, err := readAnswer(w, r)
	if err != nil {
		fail(w, err)
		return
	}
	by, err := who(r, a.Approver)
	if err != nil {
		fail(w, err)
		return
	}
	g, err := d.store.Revoke(r.PathValue("id"), by.name)
	if err != nil {
		fail(w, err)
		return
	}
	d.logger.Info("a grant was revoked", "grant", g.ID, "principal", g.Principal, "by", by.name, "channel", by.channel)
	answer(w, g)
}
