package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/engine/rehearsal"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/providers"
)

// What people are shown of a statement beside its text: everything else that decides what the text
// means.

const (
	// longestAsked is the longest text that people are asked about. Without its secrets little may be
	// left of a longer one, and people would see only that.
	longestAsked = 256 << 10
	// shownMade is how many of the statements in made people are shown.
	shownMade = 20
)

// made are statements that have run in a session and may have changed what names mean to that session
// only.
type made struct {
	texts []string // the texts of the first ones
	count int
	sum   [sha256.Size]byte // a hash of all
}

func (m *made) add(p *planner.Statement) {
	m.sum = sha256.Sum256(append(m.sum[:], p.Provider+"\x00"+p.Text...))
	if m.count++; m.count <= shownMade {
		m.texts = append(m.texts, p.Text)
	}
}

// trackMade notes a statement that has run and may have changed what names mean to this session only. It
// is noted for the session once the session has made something temporary or set something that people are
// not shown. Before that it is noted for the open transaction, whose changes no other session sees yet.
func (s *Session) trackMade(p *planner.Statement) {
	if p.Setting != nil && p.Verb != "SHOW" && !slices.ContainsFunc(append(slices.Clone(readingNames[:]), meaning.PathSettings...), func(name string) bool { return strings.EqualFold(name, p.Setting.Name) }) {
		s.sets = true
	}
	switch {
	case s.asksNobody():
	case endsTransaction(p):
		s.inside = made{}
	case p.Verb == "DISCARD" && p.Prepared != nil:
		s.made = made{}
	case setsCustom(p):
		s.made.add(p)
	case !p.Class.Changes(), providers.ChangesRows(p.Verb):
	case s.made.count > 0 || p.Setting != nil || beforehand.Temporary(p.Text):
		s.made.add(p)
	default:
		s.inside.add(p)
	}
}

// setsCustom reports whether a statement sets something that only statements look at, by current_setting.
func setsCustom(p *planner.Statement) bool {
	isCustom := func(name string) bool { return strings.Contains(name, ".") }
	return p.Setting != nil && p.Verb != "SHOW" && isCustom(p.Setting.Name) ||
		slices.ContainsFunc(p.Effects, func(e planner.Effect) bool { return e.Kind == planner.SettingCall && isCustom(e.Name) })
}

// forgetEnded forgets what was made in a transaction when the transaction is over.
func (s *Session) forgetEnded() {
	if s.inside.count > 0 && s.Status() == providers.Idle {
		s.inside = made{}
	}
}

// digestParts identify these statements in the digest of an approval.
func (m *made) digestParts() []string {
	if m.count == 0 {
		return nil
	}
	return []string{fmt.Sprint(m.count), hex.EncodeToString(m.sum[:])}
}

// addTexts puts the texts into a request: without their secrets, and, only in memory, as they are.
func (q *question) addTexts(r *approval.Request) {
	s := q.session
	safe := func(text string) string { return s.withoutSecrets(text).Text }
	canonical := q.canonicalText(asIs)
	plain := approval.Plain{
		SQL: q.shownText(asIs), Canonical: q.withContext(canonical, asIs), Params: q.shownValues(true), Code: r.Estimate.Code, Sends: q.sentRequests(),
	}
	r.SQL, r.Canonical, r.Params = q.shownText(safe), q.withContext(q.canonicalText(safe), safe), q.shownValues(false)
	r.Other = canonical != "" && !beforehand.SameTokens(q.writtenText(), canonical)
	r.Hides = r.SQL != plain.SQL || r.Canonical != plain.Canonical || !slices.Equal(r.Params, plain.Params)
	r.Estimate.Code = slices.Clone(r.Estimate.Code)
	for i, code := range plain.Code {
		r.Estimate.Code[i].Text = safe(code.Text)
		r.Hides = r.Hides || r.Estimate.Code[i].Text != code.Text
	}
	r.Sends = rehearsal.HideSecrets(q.rehearsed, plain.Sends, q.session.engine.config.Redactor, r.Hides)
	r.Hides = r.Hides || !reflect.DeepEqual(r.Sends, plain.Sends)
	if r.Hides {
		r.Plain = &plain
	}
}

// withContext adds to a canonical text what else decides its meaning. It returns "" if there is no canonical text.
func (q *question) withContext(canonical string, hide func(string) string) string {
	if canonical == "" {
		return ""
	}
	return canonical + q.contextComments(hide)
}

func asIs(text string) string { return text }

// canonicalText is the text as PostgreSQL's grammar would write it, one statement below the other; "" if
// one cannot be written.
func (q *question) canonicalText(hide func(string) string) string {
	var parts []string
	for _, p := range q.plans {
		text := beforehand.Canonical(hide(p.Text))
		if text == "" {
			return ""
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ";\n\n")
}

// shownText is the text that people read: the statement, and below it the prepared statements that it runs, the
// settings that change its meaning, and the statements that may have changed its names.
func (q *question) shownText(hide func(string) string) string {
	return hide(q.writtenText()) + q.contextComments(hide)
}

// contextComments is what decides, beside a text, what the text means. It is written as comments.
func (q *question) contextComments(hide func(string) string) (text string) {
	s := q.session
	for _, p := range q.plans {
		for _, name := range beforehand.Executed(p.Text) {
			if sql, ok := s.preparedText(name); ok {
				text += "\n-- " + name + ": " + hide(sql)
			}
		}
		for _, name := range p.Fetches {
			if sql, ok := s.cursors.SQL(name); ok {
				text += "\n-- " + name + ": " + hide(sql)
			}
		}
	}
	for _, setting := range slices.Concat(q.readings.unusualLines(), q.carriedLines()) {
		text += "\n-- " + setting
	}
	if s.names.path != nil {
		text += "\n-- search_path: " + strings.Join(s.names.path, ", ")
	}
	return text + s.made.describeMade(hide, "session") + s.inside.describeMade(hide, "transaction")
}

func (m *made) describeMade(hide func(string) string, where string) (text string) {
	for _, sql := range m.texts {
		text += "\n-- run in this " + where + " before: " + hide(sql)
	}
	if more := m.count - len(m.texts); more > 0 {
		text += fmt.Sprintf("\n-- and %d statements more that made or altered something", more)
	}
	return text
}

// addWarnings puts in front of the estimate's note what people have to know of the text that they see.
func (q *question) addWarnings(e *approval.Estimate) {
	var notes []string
	if q.session.made.count > 0 {
		notes = append(notes, "the session has made temporary relations or settings of its own: names may mean others than were looked at")
	}
	if q.session.inside.count > 0 {
		notes = append(notes, "its transaction has made or altered something: names may mean others than were looked at")
	}
	if text := q.writtenText(); q.session.withoutSecrets(text).Text != text {
		notes = append(notes, "the record hides constants that may hold a secret: the desk shows them while the server that asks runs")
	}
	if slices.ContainsFunc(q.plans, func(p *planner.Statement) bool { return p.Verb == "COPY" && p.Into == nil && p.Class == planner.Mutate }) {
		notes = append(notes, "what COPY adds comes after the approval, and nobody has seen it")
	}
	if list := hiddenChanges(q.plans); len(list) > 0 {
		own := ""
		if e.Rows >= 0 {
			own = fmt.Sprintf(" (without that it touches %d)", e.Rows)
		}
		notes = append(notes, fmt.Sprintf("it also runs %s: how many rows that touches is not known, and no number of rows holds it%s", strings.Join(list, ", "), own))
		e.Rows, e.By = -1, ""
	}
	if e.Note != "" {
		notes = append(notes, e.Note)
	}
	e.Note = strings.Join(notes, "; ")
}

// shownValues are the parameters as people are shown them: whole, and as text if they are text. Secrets are
// left out unless plain asks for them.
func (q *question) shownValues(plain bool) []string {
	texts := []uint32{18, 19, 25, 114, 1042, 1043}
	statement := q.session.withoutSecrets(q.writtenText())
	list := make([]string, len(q.args.Values))
	for i, v := range q.args.Values {
		kind := uint32(0)
		if i < len(q.request.ParamTypes) {
			kind = q.request.ParamTypes[i]
		}
		switch {
		case v == nil:
			list[i] = "NULL"
		case !plain && statement.Hides(i+1):
			list[i] = redact.Hidden
		case providers.FormatAt(q.args.Formats, i) == providers.Text, slices.Contains(texts, kind):
			list[i] = planner.QuoteLiteral(string(v))
			if !plain {
				list[i] = q.session.engine.config.Redactor.Value(string(v))
			}
		default:
			list[i] = `'\x` + hex.EncodeToString(v) + "'"
		}
	}
	return list
}
