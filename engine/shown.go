package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// What a person is shown of a statement beside its text: what decides what the
// text means, and stands elsewhere.

const (
	// longestAsked is the longest text that somebody is asked about. Of a longer one
	// little may be left without its secrets, and that would be all they see.
	longestAsked = 256 << 10
	// shownMade is how many statements people are shown that have made temporary
	// relations.
	shownMade = 20
)

// made are the statements of a session since the first that made a relation that
// only the session sees. One under the name of another takes its place: what a
// statement means depends on them, for this session alone.
type made struct {
	texts []string // the first of them
	count int
	sum   [sha256.Size]byte // of all
}

// follow adds a statement that has run, if it belongs to them.
func (m *made) follow(p *planner.Statement, mode gate.Mode) {
	switch {
	case mode == gate.FullAccess: // nobody is asked
	case p.Verb == "DISCARD" && p.Prepared != nil:
		*m = made{}
	case p.Class == planner.Read, p.Class == planner.Session, providers.ChangesRows(p.Verb):
	case m.count == 0 && !planner.Temporary(p.Text):
	default:
		m.sum = sha256.Sum256(append(m.sum[:], p.Provider+"\x00"+p.Text...))
		if m.count++; m.count <= shownMade {
			m.texts = append(m.texts, p.Text)
		}
	}
}

// parts are what the digest of an approval has of them.
func (m *made) parts() []string {
	if m.count == 0 {
		return nil
	}
	return []string{fmt.Sprint("made ", m.count), hex.EncodeToString(m.sum[:])}
}

// usual are settings with which nobody reads a text otherwise than it seems.
var usual = []string{"DateStyle: ISO, MDY", "IntervalStyle: postgres", "TimeZone: UTC", "TimeZone: Etc/UTC", "TimeZone: GMT"}

// shown is the text that people read, with what it runs that was prepared before,
// the settings that it is read by, and what its names may mean in this session.
func (q *question) shown() string {
	s := q.session
	text := s.safe(q.text()).Text
	for _, p := range q.plans {
		for _, name := range planner.Executed(p.Text) {
			if sql, ok := s.prepared[name]; ok {
				text += "\n-- " + name + ": " + s.safe(sql).Text
			}
		}
	}
	for _, setting := range q.settings {
		if !slices.Contains(usual, setting) {
			text += "\n-- " + setting
		}
	}
	for _, sql := range s.made.texts {
		text += "\n-- run in this session before: " + s.safe(sql).Text
	}
	if more := s.made.count - len(s.made.texts); more > 0 {
		text += fmt.Sprintf("\n-- and %d statements more that made or altered something", more)
	}
	return text
}

// warn puts in front of the estimate's note what people have to know of the text
// they see.
func (q *question) warn(e *approval.Estimate) {
	var notes []string
	if q.session.made.count > 0 {
		notes = append(notes, "the session has made temporary relations, which may stand for others of their names and were not looked at")
	}
	if text := q.text(); q.session.safe(text).Text != text {
		notes = append(notes, "constants that may hold a secret are not shown, whatever else is in them")
	}
	if slices.ContainsFunc(q.plans, func(p *planner.Statement) bool { return p.Verb == "COPY" && p.Class == planner.Mutate }) {
		notes = append(notes, "what COPY adds comes after the approval, and nobody has seen it")
	}
	if e.Note != "" {
		notes = append(notes, e.Note)
	}
	e.Note = strings.Join(notes, "; ")
}

// values are the parameters as people are shown them: whole, and as text where they
// are text, however they were sent.
func (q *question) values() []string {
	texts := []uint32{18, 19, 25, 114, 1042, 1043}
	statement := q.session.safe(q.text())
	list := make([]string, len(q.args.Values))
	for i, v := range q.args.Values {
		kind := uint32(0)
		if i < len(q.request.ParamTypes) {
			kind = q.request.ParamTypes[i]
		}
		switch {
		case v == nil:
			list[i] = "NULL"
		case statement.Hides(i + 1):
			list[i] = planner.Hidden
		case providers.FormatAt(q.args.Formats, i) == providers.Text, slices.Contains(texts, kind):
			list[i] = q.session.engine.config.Redactor.Value(string(v))
		default:
			list[i] = `'\x` + hex.EncodeToString(v) + "'"
		}
	}
	return list
}
