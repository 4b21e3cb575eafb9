package webhooks

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/approval"
)

// Format is how a message is written.
type Format string

// The formats.
const (
	Generic Format = "generic" // JSON of this server's own
	Slack   Format = "slack"   // of Slack's incoming webhooks
	Teams   Format = "teams"   // an adaptive card, as Teams' workflows take it
)

// What a message shows at most, in characters.
const (
	shownSQL  = 2000
	shownText = 300
	shownNote = 2000

	shownRequests = 3 // of requests to APIs
	shownRequest  = 1000
	shownLine     = 200
)

// redactedNote says what a message leaves out.
const redactedNote = "Constants that may hold a secret are hidden, and values of parameters are not sent."

// Message is the generic format.
type Message struct {
	Event       string    `json:"event"` // "approval.requested"
	ID          string    `json:"id"`
	Created     time.Time `json:"created"`
	Expires     time.Time `json:"expires"`
	Principal   string    `json:"principal"`
	Application string    `json:"application,omitempty"` // as the client says itself
	Version     string    `json:"version,omitempty"`
	Door        string    `json:"door"`
	Tool        string    `json:"tool,omitempty"`
	Source      string    `json:"source"`
	Mode        string    `json:"mode"`
	Class       string    `json:"class"`
	Verb        string    `json:"verb"`
	Relations   []string  `json:"relations,omitempty"`
	Reason      string    `json:"reason"`
	Rows        *int64    `json:"rows"` // null: not known
	RowsBy      string    `json:"rows_by,omitempty"`
	MaxRows     *int64    `json:"max_rows"` // null: it is not held to a number
	Note        string    `json:"note,omitempty"`
	SQL         string    `json:"sql"`
	SQLCut      int       `json:"sql_cut,omitempty"`  // characters that are left out at its end
	Requests    []string  `json:"requests,omitempty"` // to APIs: the first, without values of parameters and of rows that were read
	Sends       int       `json:"sends,omitempty"`    // how many requests
	Params      int       `json:"params"`             // how many; their values are not sent
	Redacted    string    `json:"redacted"`           // what is hidden, in words
	Review      string    `json:"review,omitempty"`   // the link
	Command     string    `json:"command"`            // that shows all of it
}

// message encodes what a target is told about a request.
func (s *Sender) message(t Target, r approval.Request) ([]byte, error) {
	m := Message{
		Event: "approval.requested", ID: r.ID, Created: r.Created, Expires: r.Expires, Principal: plain(r.Principal),
		Application: plain(r.Application), Version: plain(r.Version), Door: r.Door, Tool: r.Tool, Source: plain(r.Source), Mode: r.Mode,
		Class: r.Class, Verb: plain(r.Verb), Reason: whole(r.Reason), RowsBy: r.Estimate.By, Note: whole(r.Estimate.Note),
		Params: len(r.Params), Redacted: redactedNote, Command: "sallyport approvals show " + r.ID,
	}
	for _, name := range r.Relations {
		m.Relations = append(m.Relations, plain(name))
	}
	if r.Estimate.Rows >= 0 && r.Estimate.By != "" {
		m.Rows = &r.Estimate.Rows
	}
	if r.MaxRows >= 0 {
		m.MaxRows = &r.MaxRows
	}
	m.SQL, m.SQLCut = cut(approval.Visible(s.options.Redact(r.SQL)), shownSQL)
	m.send(r)
	if s.options.Links != nil {
		link, err := s.options.Links.link(t, r)
		if err != nil {
			return nil, err
		}
		m.Review = link
	}
	switch t.Format {
	case Slack:
		return json.Marshal(m.slack())
	case Teams:
		return json.Marshal(m.teams())
	case Generic:
		return json.Marshal(m)
	}
	return nil, fmt.Errorf("the format %q is unknown", t.Format)
}

// send puts the requests to APIs into the message. Those whose values come from parameters or from
// rows are told by method and host.
func (m *Message) send(r approval.Request) {
	if r.Sends == nil {
		return
	}
	m.Sends = r.Sends.Count
	for _, o := range r.Sends.First[:min(len(r.Sends.First), shownRequests)] {
		text := o.Text()
		if len(r.Params) > 0 || r.Sends.Fed {
			text = approval.WithoutPath(o.Line)
		}
		lines, _ := approval.Shortened(approval.Folded(text), shownLine)
		m.Requests = append(m.Requests, short(lines, shownRequest))
	}
}

// code is the SQL, and before it what is sent to APIs.
func (m Message) code() string {
	parts := slices.Clone(m.Requests)
	if more := m.Sends - len(m.Requests); more > 0 {
		parts = append(parts, fmt.Sprintf("… and %d requests more, which the desk shows", more))
	}
	return strings.Join(append(parts, m.SQL), "\n\n")
}

// title says what is asked, in one line.
func (m Message) title() string {
	return fmt.Sprintf("%s asks to run %s on %s", m.Principal, m.Verb, m.Source)
}

// facts are the lines below the title.
func (m Message) facts() []string {
	rows := "not known"
	if m.Rows != nil {
		rows = fmt.Sprint(*m.Rows)
		if m.RowsBy == "plan" {
			rows = "about " + rows
		}
	}
	if m.MaxRows != nil {
		rows += fmt.Sprintf("; rolled back beyond %d", *m.MaxRows)
	}
	list := []string{"Class: " + m.Class, "Rows: " + rows}
	if m.Sends > 0 {
		list[1] = fmt.Sprintf("Requests to APIs: %d, which are not taken back", m.Sends)
	}
	if len(m.Relations) > 0 {
		shown, more := m.Relations, ""
		if len(shown) > 10 {
			shown, more = shown[:10], fmt.Sprintf(" and %d more", len(m.Relations)-10)
		}
		list = append(list, "Relations: "+strings.Join(shown, ", ")+more)
	}
	if m.Note != "" {
		list = append(list, "Note: "+m.Note)
	}
	who := "Client: " + m.Door
	if m.Application != "" {
		who += ", " + strings.TrimSpace(m.Application+" "+m.Version)
	}
	return append(list, who, "Request: "+m.ID+", until "+m.Expires.UTC().Format("15:04:05 MST"))
}

// last is the end of a message: what is left out of it, and how to decide otherwise.
func (m Message) last() string {
	text := m.Redacted
	if m.SQLCut > 0 {
		text += fmt.Sprintf(" %d characters of the SQL are left out.", m.SQLCut)
	}
	return text + " At the desk: " + m.Command
}

type object = map[string]any

// slack is the message in blocks without markup, because the client wrote the texts in them.
func (m Message) slack() object {
	text := func(s string) object { return object{"type": "plain_text", "text": s, "emoji": false} }
	blocks := []object{
		{"type": "header", "text": text(short(m.title(), 100))},
		{"type": "section", "text": text(short(strings.Join(m.facts(), "\n"), 2900))},
		{"type": "rich_text", "elements": []object{{
			"type": "rich_text_preformatted", "elements": []object{{"type": "text", "text": m.code()}},
		}}},
	}
	if m.Review != "" {
		blocks = append(blocks, object{"type": "actions", "elements": []object{{
			"type": "button", "text": text("Review"), "url": m.Review, "action_id": "review",
		}}})
	}
	blocks = append(blocks, object{"type": "context", "elements": []object{text(m.last())}})
	return object{"text": "An approval is needed: " + m.ID, "unfurl_links": false, "blocks": blocks}
}

// teams is the message as an adaptive card, of runs of text, in which nothing is
// markup.
func (m Message) teams() object {
	run := func(s string, more object) object {
		inline := object{"type": "TextRun", "text": s}
		for k, v := range more {
			inline[k] = v
		}
		return object{"type": "RichTextBlock", "inlines": []object{inline}}
	}
	body := []object{run(m.title(), object{"weight": "bolder", "size": "medium"})}
	for _, fact := range m.facts() {
		body = append(body, run(fact, nil))
	}
	body = append(body, run(m.code(), object{"fontType": "monospace"}), run(m.last(), object{"isSubtle": true, "size": "small"}))
	card := object{"$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "type": "AdaptiveCard", "version": "1.4", "body": body}
	if m.Review != "" {
		card["actions"] = []object{{"type": "Action.OpenUrl", "title": "Review", "url": m.Review}}
	}
	return object{"type": "message", "attachments": []object{{
		"contentType": "application/vnd.microsoft.card.adaptive", "contentUrl": nil, "content": card,
	}}}
}

// plain is text from elsewhere as a part of one line.
func plain(text string) string {
	return short(strings.Join(strings.Fields(approval.Visible(text)), " "), shownText)
}

// whole is plain for what a person has to know, which is longer.
func whole(text string) string {
	return short(strings.Join(strings.Fields(approval.Visible(text)), " "), shownNote)
}

// short cuts a text that is longer than a limit, and says how much is left out.
func short(text string, limit int) string {
	head, left := cut(text, limit)
	if left > 0 {
		head += fmt.Sprintf("… (%d characters more, which the desk shows)", left)
	}
	return head
}

// cut is the beginning of a text, and how many characters are left out.
func cut(text string, limit int) (head string, left int) {
	n := utf8.RuneCountInString(text)
	if n <= limit {
		return text, 0
	}
	return string([]rune(text)[:limit]), n - limit
}
