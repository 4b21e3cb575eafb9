package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// SchemaVersion is the value of a record's field v.
const SchemaVersion = 1

// Phase says which part of a statement's life a record tells.
type Phase string

// The phases. The log sets them.
const (
	PhaseCall    Phase = "call"    // the whole life of a read, or a refusal
	PhaseIntent  Phase = "intent"  // about to run
	PhaseOutcome Phase = "outcome" // what came of an intent
	PhaseNote    Phase = "note"    // the log about itself
)

// Decision is the gate's answer, as records spell it.
type Decision string

// The decisions.
const (
	Allow                    Decision = "allow"
	RefuseImmediate          Decision = "refuse_immediate"
	NeedsApprovalAccepted    Decision = "needs_approval_accepted"
	NeedsApprovalDeclined    Decision = "needs_approval_declined"
	NeedsApprovalCancelled   Decision = "needs_approval_cancelled"
	NeedsApprovalExpired     Decision = "needs_approval_expired"
	NeedsApprovalPending     Decision = "needs_approval_pending"     // answered with the id of a request that nobody has decided yet
	NeedsApprovalAbandoned   Decision = "needs_approval_abandoned"   // the client went away while it waited
	NeedsApprovalUnavailable Decision = "needs_approval_unavailable" // nobody could be asked
	NeedsApprovalImpossible  Decision = "needs_approval_impossible"  // it could only fail, and nobody was asked
)

// Limits of one record, in bytes. An escape can turn one byte into six, and the longest line must
// still fit in the smallest file that rotation allows, 1 MiB.
const (
	maxSQL  = 64 << 10 // statement text; also the arguments of a tool call
	maxList = 16 << 10 // all entries of relations, or of param_types
	maxText = 8 << 10  // an error's message, a note
	maxName = 1 << 10  // any other text
)

// Record is one line of the log. The log itself sets V, Seq, Time, Prev, Phase, Intent, the notes,
// and the fields that say that something was cut; the caller sets the others. The fields stand in
// the file in this order.
type Record struct {
	V      int       `json:"v"`
	Seq    uint64    `json:"seq"`
	Time   time.Time `json:"time"`           // when the record was written, UTC
	Prev   string    `json:"prev,omitempty"` // the Hash of the record before; the first has none
	Phase  Phase     `json:"phase"`
	Intent uint64    `json:"intent,omitempty"` // on an outcome: the seq of its intent

	Door     string   `json:"door,omitempty"`
	Tool     string   `json:"tool,omitempty"`
	Mode     string   `json:"mode,omitempty"`
	Decision Decision `json:"decision,omitempty"`
	Approval string   `json:"approval,omitempty"`  // the id of the approval request
	Approver string   `json:"approver,omitempty"`  // who approved or declined
	Channel  string   `json:"channel,omitempty"`   // the channel by which the approver was asked
	WaitedMS float64  `json:"waited_ms,omitempty"` // how long the approver took; not part of DurationMS
	Class    string   `json:"class,omitempty"`
	Verb     string   `json:"verb,omitempty"`

	SQL             string         `json:"sql,omitempty"`       // without secrets; the caller took them out
	SQLBytes        int            `json:"sql_bytes,omitempty"` // length of the whole statement, where SQL is only its beginning
	SQLSHA256       string         `json:"sql_sha256,omitempty"`
	Args            map[string]any `json:"args,omitempty"` // of a tool call, beside the SQL
	ArgsBytes       int            `json:"args_bytes,omitempty"`
	ArgsSHA256      string         `json:"args_sha256,omitempty"`
	ParamTypes      []string       `json:"param_types,omitempty"`
	ParamTypesTotal int            `json:"param_types_total,omitempty"`
	Params          []string       `json:"params,omitempty"`    // values, if the configuration says so; without secrets
	Relations       []string       `json:"relations,omitempty"` // provider.service.resource
	RelationsTotal  int            `json:"relations_total,omitempty"`
	Requests        []Request      `json:"requests,omitempty"` // that were sent to APIs
	RequestsTotal   int            `json:"requests_total,omitempty"`
	Parts           []Part         `json:"parts,omitempty"` // of a statement over several sources
	PartsTotal      int            `json:"parts_total,omitempty"`

	Rows       *int64  `json:"rows,omitempty"` // see Outcome
	Tag        string  `json:"tag,omitempty"`  // the command tag that the client was told
	DurationMS float64 `json:"duration_ms,omitempty"`
	Error      string  `json:"error,omitempty"`
	SQLState   string  `json:"sqlstate,omitempty"`

	Principal   string `json:"principal,omitempty"` // unique within the server
	Subject     string `json:"subject,omitempty"`   // the principal's name at whoever vouches for it
	Tenant      string `json:"tenant,omitempty"`
	Client      string `json:"client,omitempty"` // the identifier of the program that acts for the principal
	Application string `json:"application,omitempty"`
	Version     string `json:"version,omitempty"`
	Session     string `json:"session,omitempty"`
	RemoteAddr  string `json:"remote_addr,omitempty"`
	TraceID     string `json:"trace_id,omitempty"` // as the client gave it
	Source      string `json:"source,omitempty"`
	Truncated   string `json:"truncated,omitempty"` // "rows", "bytes" or "client": the result was cut

	// What the log says about itself: a text, and for programs one of the fields behind it.
	Note       string  `json:"note,omitempty"`
	Torn       *Torn   `json:"torn,omitempty"`
	NotDurable *Range  `json:"not_durable,omitempty"`
	Gap        *Gap    `json:"gap,omitempty"`
	Absent     *Absent `json:"absent,omitempty"`
}

// Request is what was sent to an API, without its query, headers and body. Requests that are alike
// are counted together.
type Request struct {
	Method string `json:"method"`
	Host   string `json:"host"`
	Path   string `json:"path"`
	Status int    `json:"status,omitempty"` // 0: there was no answer
	Count  int    `json:"count"`
	Bytes  int64  `json:"bytes,omitempty"` // of the answers
}

// Part says how a statement over several sources has read one relation.
type Part struct {
	Source     string  `json:"source"`
	Relation   string  `json:"relation"`      // service.resource
	SQL        string  `json:"sql,omitempty"` // that the source was sent, without secrets; "": it has no SQL
	Rows       int64   `json:"rows"`
	Bytes      int64   `json:"bytes,omitempty"` // of the values
	DurationMS float64 `json:"duration_ms,omitempty"`
}

// Torn describes the bytes, with the last line end, between the last whole record and the record of
// this note: what a crash or a failed write left. If they are a whole record that only lacked its
// line end, they are that record.
type Torn struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Range is the records From to To.
type Range struct {
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
}

// Absent names records that are no longer in the log, or that differ from what was written.
type Absent struct {
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
	Why  Why    `json:"why"`
}

// Why says why records are absent.
type Why string

// Why records are absent.
const (
	// Expired: the server deleted the records as Options.MaxBackups and Options.MaxAgeDays say.
	Expired Why = "expired"
	// Lost: the records were gone when the server started, and a person acknowledged that.
	Lost Why = "lost"
	// Replaced: when the server started, the records did not match the head that it had kept, and a
	// person acknowledged that.
	Replaced Why = "replaced"
)

// Gap counts the records that could not be written in a span of time, by the class of their
// statements ("other" where there is none).
type Gap struct {
	Since time.Time `json:"since"`
	Until time.Time `json:"until"`
	Error string    `json:"error"` // the last one
	// Refused counts statements that were not run, or not answered.
	Refused map[string]int `json:"refused,omitempty"`
	// Unrecorded counts statements that the failure mode let run without a record.
	Unrecorded map[string]int `json:"unrecorded,omitempty"`
	// Outcomes lists the first intents whose outcome is missing.
	Outcomes      []uint64 `json:"outcomes,omitempty"`
	OutcomesTotal int      `json:"outcomes_total,omitempty"`
}

// Outcome says how a statement ended.
type Outcome struct {
	Rows      int64 // rows returned or changed; if Err is set, 0 is not recorded
	Duration  time.Duration
	Err       error  // recorded as its public message and SQLSTATE, never its cause
	Truncated string // "rows", "bytes", "client" or ""
	Tag       string // the command tag; not recorded where Err is set
	Requests  []Request
	Parts     []Part
}

// With returns r with an outcome, for statements that have one record.
func (r Record) With(o Outcome) Record {
	r.setOutcome(&o, new(int64))
	return r
}

// setOutcome gives r an outcome. The number of rows is stored in rows.
func (r *Record) setOutcome(o *Outcome, rows *int64) {
	if o.Err == nil || o.Rows > 0 {
		*rows = o.Rows
		r.Rows = rows
	}
	r.DurationMS = millis(o.Duration)
	r.Truncated, r.Requests, r.Parts = o.Truncated, o.Requests, o.Parts
	r.Error, r.SQLState, r.Tag = "", "", o.Tag
	if o.Err != nil {
		public := sqlstate.From(o.Err)
		r.Error, r.SQLState, r.Tag = public.Message, public.SQLState(), ""
	}
}

// millis is a duration in milliseconds, in whole microseconds.
func millis(d time.Duration) float64 { return math.Round(float64(d)/float64(time.Microsecond)) / 1000 }

// unstamp clears the fields that only the log may set.
func (r *Record) unstamp() {
	r.Seq, r.Intent, r.Note, r.Torn, r.NotDurable, r.Gap, r.Absent = 0, 0, "", nil, nil, nil, nil
}

// brief returns the fields that an outcome repeats of its intent: enough to be read alone, and
// short.
func (r Record) brief() Record {
	return Record{
		Door: r.Door, Tool: r.Tool, Mode: r.Mode, Decision: r.Decision, Approval: r.Approval, Class: r.Class, Verb: r.Verb,
		Principal: r.Principal, Subject: r.Subject, Tenant: r.Tenant, Client: r.Client, Session: r.Session, Source: r.Source,
	}
}

// limit cuts every field to its limit, but not Args, which the encoder measures. It does not change
// the slices that r shares with the caller.
func (r *Record) limit() {
	switch {
	case len(r.SQL) > maxSQL:
		r.SQLBytes, r.SQLSHA256 = len(r.SQL), digest(r.SQL)
		r.SQL = cut(r.SQL, maxSQL)
	case r.SQLBytes <= len(r.SQL) || r.SQL == "": // else the caller kept the beginning alone
		r.SQLBytes, r.SQLSHA256 = 0, ""
	}
	r.ArgsBytes, r.ArgsSHA256 = 0, ""
	r.ParamTypes, r.ParamTypesTotal = cutList(r.ParamTypes)
	r.Params, _ = cutList(r.Params) // their number is that of ParamTypes
	r.Relations, r.RelationsTotal = cutList(r.Relations)
	r.Requests, r.RequestsTotal = cutRequests(r.Requests)
	r.Parts, r.PartsTotal = cutParts(r.Parts)
	r.Error, r.Note = cut(r.Error, maxText), cut(r.Note, maxText)
	for _, s := range []*string{
		&r.Door, &r.Tool, &r.Mode, &r.Class, &r.Verb, &r.SQLState, &r.Principal, &r.Subject, &r.Tenant, &r.Client, &r.Application,
		&r.Version, &r.Session, &r.RemoteAddr, &r.TraceID, &r.Approval, &r.Approver, &r.Channel, &r.Source, &r.Truncated, &r.Tag,
	} {
		*s = cut(*s, maxName)
	}
	r.Decision = Decision(cut(string(r.Decision), maxName))
}

// cut returns the longest prefix of s of at most n bytes that ends at a character's end.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// maxRequests bounds the texts of all requests of a record, in bytes.
const maxRequests = 8 << 10

// cutRequests returns the first requests that fit, each text cut to maxName. total is the number of
// all entries if some are left out, else 0.
func cutRequests(list []Request) (kept []Request, total int) {
	return cutEntries(list, maxRequests, func(r *Request) (bytes int) {
		r.Method, r.Host, r.Path = cut(r.Method, maxName), cut(r.Host, maxName), cut(r.Path, maxName)
		return len(r.Method) + len(r.Host) + len(r.Path) + 64 // numbers and names beside the texts
	})
}

// cutEntries returns the first entries whose bytes together are at most so many. shorten cuts an entry and returns
// its bytes. total is the number of all entries if some are left out, else 0.
func cutEntries[T any](list []T, most int, shorten func(*T) (bytes int)) (kept []T, total int) {
	size := 0
	for i, entry := range list {
		if size += shorten(&entry); size > most {
			return kept, len(list)
		}
		kept = append(kept[:i:i], entry)
	}
	return kept, 0
}

// maxParts bounds the texts of all parts of a record, in bytes.
const maxParts = 16 << 10

// cutParts returns the first parts that fit, the SQL of each cut to maxPartSQL. total is the number of all parts
// if some are left out, else 0.
func cutParts(list []Part) (kept []Part, total int) {
	return cutEntries(list, maxParts, func(p *Part) (bytes int) {
		p.Source, p.Relation, p.SQL = cut(p.Source, maxName), cut(p.Relation, maxName), cut(p.SQL, maxPartSQL)
		return len(p.Source) + len(p.Relation) + len(p.SQL) + 96 // numbers and names beside the texts
	})
}

const maxPartSQL = 4 << 10

// cutList returns the first entries that fit in maxList bytes, each cut to maxName. total is the
// number of all entries if some are left out, else 0.
func cutList(list []string) (kept []string, total int) {
	size, long := 0, false
	for i, s := range list {
		long = long || len(s) > maxName
		if size += min(len(s), maxName); size > maxList {
			list, total = list[:i], len(list)
			break
		}
	}
	if !long {
		return list, total
	}
	for _, s := range list {
		kept = append(kept, cut(s, maxName))
	}
	return kept, total
}

func digest[T string | []byte](text T) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
