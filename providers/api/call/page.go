package call

import (
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How one page leads to the next. The document names a value of the answer and where it
// goes in the request. Where the document names nothing there are habits that many APIs
// have: nextPageToken, nextLink, @odata.nextLink, and the header Link (RFC 8288).
//
// An answer that says "has_more": false is the last one. One that says true and does not
// lead on is told of by a notice.

// pager goes through the pages of one combination of inputs.
type pager struct {
	target *Target
	how    document.Pagination
	habits bool // the document names nothing
	seen   map[[sha256.Size]byte]bool
	rows   int64 // of all pages, where the document counts them
}

func newPager(t *Target) *pager {
	p := &pager{target: t, seen: map[[sha256.Size]byte]bool{}, how: document.Pagination{
		Request: document.Token{Key: "pageToken", Location: document.InQuery}, Response: document.Token{Key: "$.nextPageToken", Location: "body"},
	}}
	if t.Method.Pagination != nil {
		p.how = *t.Method.Pagination
	}
	if t.Method.GraphQL != nil {
		p.how = document.Pagination{}
	}
	p.habits = p.how.Request.Key == "pageToken" && p.how.Response.Key == "$.nextPageToken"
	return p
}

// What is watched in an answer.
const (
	watchToken   = iota // the next page's, by its way
	watchLiteral        // the same, its key as one name
	watchEnd            // responseTerminator
	watchLink           // nextLink
	watchOData          // @odata.nextLink
	watchMore           // has_more
	watchMoreToo        // more
	watchHasMore        // hasMore
	watchedThings
)

func (p *pager) watched() []jsonstream.Watched {
	list := make([]jsonstream.Watched, watchedThings)
	name := func(text string) []jsonstream.Step { return []jsonstream.Step{{Name: text, At: -1}} }
	for i := range list {
		list[i].Steps = name("\x00") // nothing is called so
	}
	if p.how.Response.Key != "" && p.how.Response.Location != document.InHeader {
		list[watchToken].Steps = jsonstream.ParseSteps(p.how.Response.Key)
		list[watchLiteral].Steps = name(strings.TrimPrefix(strings.TrimPrefix(p.how.Response.Key, "$"), "."))
	}
	if g := p.target.Method.GraphQL; g != nil && g.Cursor != nil {
		for i, key := range map[int]string{watchToken: g.Cursor.Path, watchEnd: g.Cursor.Continue} {
			if key != "" {
				list[i].Steps = jsonstream.ParseSteps(key)
			}
		}
	}
	if p.how.Terminator != nil {
		list[watchEnd].Steps = jsonstream.ParseSteps(p.how.Terminator.Key)
	}
	if p.habits {
		list[watchLink].Steps, list[watchOData].Steps = name("nextLink"), name("@odata.nextLink")
	}
	list[watchMore].Steps, list[watchMoreToo].Steps, list[watchHasMore].Steps = name("has_more"), name("more"), name("hasMore")
	return list
}

// first notes the first request.
func (p *pager) first(m *message) error { return p.note(m) }

// note refuses a request that was sent before: it would go round in a circle.
func (p *pager) note(m *message) error {
	u, err := m.address()
	if err != nil {
		return err
	}
	body, err := m.bytes()
	if err != nil {
		return err
	}
	sum := sha256.New()
	sum.Write([]byte(u.String() + "\x00" + m.header.Get(p.how.Request.Key) + "\x00"))
	sum.Write(body)
	key := [sha256.Size]byte(sum.Sum(nil))
	if p.seen[key] {
		return sqlstate.New(sqlstate.ProtocolViolation, "%s: page %d leads back to a page that was read before", p.target.Name, len(p.seen)).
			WithDetail("The API's answer names the same next page again.")
	}
	p.seen[key] = true
	return nil
}

// next is the request for the next page behind one that had rows, nil: there is none; and a notice.
func (p *pager) next(m *message, a *answer, found []jsonstream.Watched, rows int64) (*message, string, error) {
	if p.target.Method.GraphQL != nil {
		next, err := p.nextGraph(m, found, rows)
		if err != nil || next == nil {
			return nil, "", err
		}
		return next, "", p.note(next)
	}
	for _, i := range []int{watchMore, watchMoreToo, watchHasMore} {
		if string(found[i].Value) == "false" {
			return nil, "", nil
		}
	}
	next, err := p.follow(m, a, found)
	if err != nil {
		return nil, "", err
	}
	if next == nil {
		for _, i := range []int{watchMore, watchMoreToo, watchHasMore} {
			if string(found[i].Value) == "true" && p.how.Algorithm == "" && p.target.Method.Response.ObjectKey != "" {
				return nil, p.target.Name + ": the API says that there is more than it answered, and the document does not say how to get it", nil
			}
		}
		return nil, "", nil
	}
	return next, "", p.note(next)
}

func (p *pager) follow(m *message, a *answer, found []jsonstream.Watched) (*message, error) {
	if p.how.Algorithm == "page_number" {
		return p.nextNumber(m, found)
	}
	if p.how.Terminator != nil && ended(p.how.Terminator.Key, found[watchEnd].Value) {
		return nil, nil
	}
	if p.how.Response.Location == document.InHeader {
		if value := strings.Join(a.header.Values(p.how.Response.Key), ", "); value != "" {
			return p.byHeader(m, a, value)
		}
	}
	raw := found[watchToken].Value
	if !isToken(raw) {
		raw = found[watchLiteral].Value
	}
	if isToken(raw) {
		toAddress := p.how.Request.Location == "request" || p.how.Request.Key == "" || p.how.Algorithm == "odata_next_link"
		if isJSON(raw) && (toAddress || p.how.Request.Location != "body" || m.form) {
			return nil, sqlstate.New(sqlstate.ProtocolViolation, "%s: what leads to the next page is an object or a list, and cannot be put where the document says", p.target.Name).
				WithHint("There are more rows than were read. The document's pagination.responseToken should name a text or a number.")
		}
		if toAddress && raw[0] != '"' {
			return nil, sqlstate.New(sqlstate.ProtocolViolation, "%s: the next page's address is none: %s", p.target.Name, clean(string(raw), 100))
		}
		if toAddress {
			return p.elsewhere(m, a, jsonstream.Scalar(raw))
		}
		return p.withToken(m, raw)
	}
	if !p.habits {
		return nil, nil
	}
	for _, i := range []int{watchLink, watchOData} {
		if raw := found[i].Value; isToken(raw) && raw[0] == '"' {
			return p.elsewhere(m, a, jsonstream.Scalar(raw))
		}
	}
	if link := nextLink(a.header.Values("Link")); link != "" {
		return p.elsewhere(m, a, link)
	}
	return nil, nil
}

// isToken reports whether a value leads on.
func isToken(raw []byte) bool {
	switch string(raw) {
	case "", "null", "false", `""`, "{}", "[]":
		return false
	}
	return true
}

// isJSON reports whether a value that leads on is an object or a list, as DynamoDB's LastEvaluatedKey is.
func isJSON(raw []byte) bool { return raw[0] == '{' || raw[0] == '[' }

// ended reports whether a terminator that is no number of pages says that this was the
// last page.
func ended(key string, raw []byte) bool {
	more := strings.Contains(strings.ToLower(key), "more") || strings.Contains(strings.ToLower(key), "truncated")
	return len(raw) > 0 && (more && string(raw) == "false" || !more && string(raw) == "true")
}

// nextNumber counts pages: the answer has the page's number and the number of pages.
func (p *pager) nextNumber(m *message, found []jsonstream.Watched) (*message, error) {
	page, err := strconv.ParseInt(jsonstream.Scalar(found[watchToken].Value), 10, 64)
	if err != nil {
		return nil, nil //nolint:nilerr // an answer without pages is the whole
	}
	pages, err := strconv.ParseInt(jsonstream.Scalar(found[watchEnd].Value), 10, 64)
	if err != nil || page >= pages {
		return nil, nil //nolint:nilerr // the same
	}
	return p.withToken(m, strconv.AppendInt(nil, page+1, 10))
}

// byHeader follows a header of the answer: Link, or one that is the token.
func (p *pager) byHeader(m *message, a *answer, value string) (*message, error) {
	if strings.EqualFold(p.how.Response.Key, "Link") || strings.HasPrefix(value, "<") {
		link := nextLink(a.header.Values(p.how.Response.Key))
		if link == "" {
			return nil, nil
		}
		if p.how.Request.Location == document.InQuery && p.how.Request.Key != "" {
			if u, err := url.Parse(link); err == nil && u.Query().Has(p.how.Request.Key) {
				return p.withToken(m, quote(u.Query().Get(p.how.Request.Key)))
			}
		}
		return p.elsewhere(m, a, link)
	}
	if p.how.Request.Location == "request" {
		return p.elsewhere(m, a, value)
	}
	return p.withToken(m, quote(value))
}

// withToken is the request with the next page's token in it.
func (p *pager) withToken(m *message, raw []byte) (*message, error) {
	next := m.clone()
	token := jsonstream.Scalar(raw)
	switch p.how.Request.Location {
	case document.InHeader:
		if reserved(p.how.Request.Key) || !headerName.MatchString(p.how.Request.Key) || strings.ContainsFunc(token, isControl) {
			return nil, sqlstate.New(sqlstate.ProtocolViolation, "%s: the next page's token cannot be the header %q", p.target.Name, clean(p.how.Request.Key, 80))
		}
		next.header.Set(p.how.Request.Key, token)
	case "body":
		if next.form {
			next.set(p.how.Request.Key, token)
			return next, nil
		}
		if next.body == nil {
			next.body = &payload{mediaType: "application/json", properties: map[string]json.RawMessage{}}
			if body := p.target.Method.Body; body != nil {
				next.body.mediaType = plainMedia(body.MediaType)
			}
			if next.header.Get("Content-Type") == "" {
				next.header.Set("Content-Type", next.body.mediaType)
			}
		}
		if err := next.body.set(p.how.Request.Key, raw); err != nil {
			return nil, sqlstate.Wrap(err, sqlstate.ProtocolViolation, "%s: the body has no place for the next page's token", p.target.Name)
		}
	default:
		next.whole = nil
		next.set(p.how.Request.Key, token)
	}
	return next, nil
}

// elsewhere is the request at an address that the answer names. It stays on its host.
func (p *pager) elsewhere(m *message, a *answer, address string) (*message, error) {
	u, err := a.url.Parse(address)
	if err != nil || strings.ContainsFunc(address, isControl) {
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "%s: the next page's address is none: %s", p.target.Name, clean(a.secrets.mask(address), 100))
	}
	if !sameOrigin(a.url, u) {
		return nil, sqlstate.New(sqlstate.InsufficientPrivilege, "%s: the next page is on another host, %s", p.target.Name, clean(u.Scheme+"://"+u.Host, 100)).
			WithHint("Requests stay on the host that the document names, because they carry credentials.")
	}
	if p.target.Changes && u.EscapedPath() != a.url.EscapedPath() {
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "%s: the next page is at %s, another address", p.target.Name, clean(a.secrets.mask(u.Path), 200)).
			WithDetail("The first page was answered %d: %s", a.status, carriedOut).
			WithHint("What changes something is not sent to another address than its document's.")
	}
	next := m.clone()
	u.User, u.Fragment, u.RawFragment, u.Host = nil, "", "", a.url.Host
	next.whole = u
	return next, nil
}

// nextLink returns the address of the relation "next" in headers Link, or "" if there is none.
func nextLink(headers []string) string {
	for _, header := range headers {
		for header != "" {
			open := strings.IndexByte(header, '<')
			if open < 0 {
				break
			}
			closing := strings.IndexByte(header[open:], '>')
			if closing < 0 {
				break
			}
			target := header[open+1 : open+closing]
			header = header[open+closing+1:]
			params := linkParams(header)
			header = header[len(params):]
			if isNext(params) {
				return target
			}
		}
	}
	return ""
}

// linkParams is what belongs to a link: up to the comma that is in no quotes.
func linkParams(text string) string {
	quoted := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ',' && !quoted:
			return text[:i]
		}
	}
	return text
}

func isNext(params string) bool {
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if !strings.EqualFold(strings.TrimSpace(name), "rel") {
			continue
		}
		for relation := range strings.FieldsSeq(strings.Trim(strings.TrimSpace(value), `"`)) {
			if strings.EqualFold(relation, "next") {
				return true
			}
		}
	}
	return false
}

func (m *message) clone() *message {
	out := *m
	out.query = append([]pair(nil), m.query...)
	out.header = m.header.Clone()
	if out.header == nil {
		out.header = http.Header{}
	}
	out.body = m.body.clone()
	return &out
}
