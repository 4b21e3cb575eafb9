package rehearsal

import (
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/strictjson"
)

// HideSecrets returns what is sent (all, which Join made of the list) without what may hold a secret. If the statement itself holds secrets,
// only methods and hosts are left.
func HideSecrets(list []*Rehearsal, all *approval.Sends, redactor *redact.Redactor, hides bool) *approval.Sends {
	if all == nil {
		return nil
	}
	var first, more []providers.Outgoing // as sends has them
	for _, r := range list {
		if r != nil {
			first, more = append(first, r.first...), append(more, r.more...)
		}
	}
	safe := approval.Sends{Count: all.Count, Fed: all.Fed, First: slices.Clone(all.First), More: slices.Clone(all.More)}
	withoutPath := func(o providers.Outgoing) string {
		return requestLine(providers.Outgoing{Method: o.Method, Scheme: o.Scheme, Host: o.Host, Path: anyPath})
	}
	for i, o := range first {
		if hides = hides || secretAddress(redactor, o) || secretContent(redactor, all.First[i]); hides {
			safe.First[i] = approval.Outgoing{Line: withoutPath(o), Body: redactedPart}
		}
	}
	for i, o := range more {
		if hides = hides || secretAddress(redactor, o); hides {
			safe.More[i].Line = withoutPath(o)
		}
	}
	return &safe
}

// secretContent reports whether the record would hide anything in a request's header or body.
func secretContent(redactor *redact.Redactor, o approval.Outgoing) bool {
	for _, line := range o.Header {
		name, value, _ := strings.Cut(line, ": ")
		if redactor.Argument(name, value) != any(value) {
			return true
		}
	}
	var body any
	if dec := json.NewDecoder(strings.NewReader(o.Body)); o.Body == "" {
		return false
	} else if dec.UseNumber(); dec.Decode(&body) != nil {
		return redactor.Text(o.Body) != o.Body
	}
	return !reflect.DeepEqual(redactor.Argument("", body), body) || strictjson.Check([]byte(o.Body)) != nil && redactor.Text(o.Body) != o.Body
}

// secretAddress reports whether the record would hide anything in the address of a request.
func secretAddress(redactor *redact.Redactor, o providers.Outgoing) bool {
	path, err := url.PathUnescape(o.Path)
	if err != nil {
		return true
	}
	for part := range strings.SplitSeq(path, "/") {
		if redactor.Text(part) != part {
			return true
		}
	}
	values, err := url.ParseQuery(o.Query)
	if err != nil {
		return true
	}
	for name, list := range values {
		for _, value := range list {
			if redactor.Argument(name, value) != any(value) {
				return true
			}
		}
	}
	return false
}
