package approval

import (
	"fmt"
	"slices"
	"strings"
)

// Sends are the requests that calls would send to APIs.
type Sends struct {
	Count int        `json:"count"`          // of all requests
	First []Outgoing `json:"first"`          // the first few, whole
	More  []Likewise `json:"more,omitempty"` // the others
	// Fed says that values in the requests come from rows that were read.
	Fed bool `json:"fed,omitempty"`
}

// Outgoing is a request as it would be sent, without credentials.
type Outgoing struct {
	Line   string   `json:"line"`             // "POST https://api.test/v1/things?dry=1"
	Header []string `json:"header,omitempty"` // lines
	Body   string   `json:"body,omitempty"`   // JSON a member a line
}

// Likewise are requests with one method and path.
type Likewise struct {
	Line  string `json:"line"` // without the query string
	Count int    `json:"count"`
}

// Text is the whole request as text.
func (o Outgoing) Text() string {
	text := strings.Join(append([]string{o.Line}, o.Header...), "\n")
	if o.Body != "" {
		text += "\n\n" + o.Body
	}
	return text
}

// WithoutPath is a request's line with only its method and host.
func WithoutPath(line string) string {
	method, address, _ := strings.Cut(line, " ")
	scheme, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return method + " " + scheme + "://" + host + "/…"
}

func (s *Sends) clone() *Sends {
	if s == nil {
		return nil
	}
	c := *s
	c.First, c.More = slices.Clone(s.First), slices.Clone(s.More)
	return &c
}

// Shortened cuts lines of more than most characters in the middle, so that no line pushes the others
// off a screen, and returns those lines whole, too. A cut has the number of its line: [1].
func Shortened(text string, most int) (short string, whole []string) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		runes := []rune(line)
		if len(runes) <= most {
			continue
		}
		whole = append(whole, line)
		head, tail := most/2, most/4
		lines[i] = fmt.Sprintf("%s<%d characters more, see [%d]>%s", string(runes[:head]), len(runes)-head-tail, len(whole), string(runes[len(runes)-tail:]))
	}
	return strings.Join(lines, "\n"), whole
}
