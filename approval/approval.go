// Package approval keeps what people are asked to approve, and what they said.
//
// A statement that the gate lets through only with a person's consent becomes a
// [Request]. It is on disk before anybody is asked, so that a restart loses
// neither a question nor an answer. What was approved is bound to the request's
// digest: it lets exactly that statement, with those parameters, of that
// principal, run once.
//
// # Life of a request
//
//	Submit ─► Pending ─┬─ Decide(approve) ─► Approved ─ Claim ─► Used     [Rules] may want several people
//	                   ├─ Decide(deny) ────► Denied      └─────► Expired
//	                   ├─ Withdraw ────────► Withdrawn: the question was dismissed, or gave way
//	                   └─────────────────────► Expired
//
// A request outlives whoever asked: a client that gives up waiting and sends the
// same statement again finds it, waiting or decided. A denial holds for a while,
// and the oldest request of a principal who has too many gives way to a new one.
//
// Nothing leaves Used, Denied, Withdrawn or Expired. Claim is the one way to use
// an approval, and it is on disk before Claim returns: of two that race for one
// approval, one gets it, and after a crash it is rather lost than used twice.
//
// # Grants
//
// A person may say yes to more than one run: a [Grant], given with the approval of a
// request, for statements that do the same kind of thing to the same relations. What
// a statement does is a [Scope], made of what the gate found. UseGrant is the one way
// to use a grant, and counts the use on disk first, as Claim does.
//
// # Who may decide
//
// The engine decides for a client whose person was asked over the protocol, and the
// desk (package desk) for people at the server's machine. No door hands a client's own
// word to Decide. [Rules], where there are any, say whose approval counts, and how
// many people have to give theirs. They are asked at Decide, and again when the approval
// or the grant is used.
//
// # Files
//
// One JSON file for each request, 0600, in a folder that only its owner may
// enter, and a key: digests and seals are made with it, so that neither tells
// anything to who reads the files or gets a seal to carry.
package approval

import "time"

// State says how far a request has come. The zero State is none of the states, and nothing may be done
// with it.
type State string

// The states.
const (
	Pending   State = "pending"
	Approved  State = "approved" // approved, and not used yet
	Denied    State = "denied"
	Withdrawn State = "withdrawn" // the question was dismissed, nobody could answer it, or it gave way to a newer one
	Expired   State = "expired"   // nobody decided in time, or nobody used it in time
	Used      State = "used"
)

// States returns all of them.
func States() []State { return []State{Pending, Approved, Denied, Withdrawn, Expired, Used} }

// Request is what a person is asked, with everything needed to decide, and what became of it. It holds
// no secrets.
type Request struct {
	ID      string    `json:"id"`     // "ap-" and letters and digits that are easily told apart
	Digest  string    `json:"digest"` // what the approval is bound to; see Store.Digest
	State   State     `json:"state"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires"` // when the state ends, if nobody decides, or nobody uses the approval

	// Who asks.
	Door        string `json:"door"`
	Tool        string `json:"tool,omitempty"`
	Principal   string `json:"principal"`
	Application string `json:"application,omitempty"`
	Version     string `json:"version,omitempty"`
	Session     string `json:"session,omitempty"`
	RemoteAddr  string `json:"remote_addr,omitempty"`

	// For what.
	Source string `json:"source"`
	Mode   string `json:"mode"`
	Class  string `json:"class"` // the class of the worst statement
	Verb   string `json:"verb"`
	SQL    string `json:"sql"` // without secrets; control characters are made visible when it is shown
	// Canonical is the text as PostgreSQL's grammar would write it, without comments; "" if it could
	// not be written so. Other says that SQL differs from it in more than blanks.
	Canonical string   `json:"canonical,omitempty"`
	Other     bool     `json:"other,omitempty"`
	Params    []string `json:"params,omitempty"` // the values of $1, $2…, as text, "NULL" for none
	Relations []string `json:"relations,omitempty"`
	Code      []Code   `json:"code,omitempty"`  // what the statements call
	Reason    string   `json:"reason"`          // why the gate asks
	Scope     *Scope   `json:"scope,omitempty"` // what a grant for more of the same would cover
	Estimate  Estimate `json:"estimate"`
	Sends     *Sends   `json:"sends,omitempty"` // what it would send to APIs; nil: nothing

	// Hides says that secrets were taken out of the texts above. Plain has the texts as they are. It is
	// only in memory, so a restart loses it.
	Hides bool   `json:"hides,omitempty"`
	Plain *Plain `json:"-"`

	// Who may decide follows from these. People is how many have to approve; 0: one. Given are the
	// approvals that there are.
	Facts  Facts      `json:"facts,omitzero"`
	People int        `json:"people,omitempty"`
	Roles  []string   `json:"roles,omitempty"` // whose people may approve; none: anybody's
	Given  []Approval `json:"given,omitempty"`

	// What was decided. Of several approvers the names stand with commas between.
	Approver string    `json:"approver,omitempty"` // as far as the channel tells
	Channel  string    `json:"channel,omitempty"`  // "elicitation", "desk", "http"
	Comment  string    `json:"comment,omitempty"`  // the approver's comment, or why the request was withdrawn
	Grant    string    `json:"grant,omitempty"`    // the id of the grant that was given with it
	Decided  time.Time `json:"decided,omitzero"`
	Used     time.Time `json:"used,omitzero"`
	// Left is since when no call has waited for the request. Zero: a call waits. The statement runs
	// when it is sent again.
	Left time.Time `json:"left,omitzero"`
	// InPlaceOf is the request that gave way to it.
	InPlaceOf string `json:"in_place_of,omitempty"`
	// MaxRows is how many rows the statement may touch; if it touches more, it is rolled back. -1:
	// there is no limit. For calls it is the number of requests, and no more are sent.
	MaxRows int64 `json:"max_rows"`
}

// Plain has the texts of a Request that may hold secrets, as its client wrote them.
type Plain struct {
	SQL, Canonical string
	Params         []string
	Code           []Code
	Sends          *Sends
}

// Revealed returns the request for the person who decides about it: with the secrets in its texts, as
// long as the server knows them. If it does not, Hides stays set.
func (r Request) Revealed() Request {
	if r.Plain == nil {
		return r
	}
	r.SQL, r.Canonical, r.Params, r.Estimate.Code = r.Plain.SQL, r.Plain.Canonical, r.Plain.Params, r.Plain.Code
	r.Sends = r.Plain.Sends
	r.Hides = false
	return r
}

// Estimate says what the statement would touch, as of the time of the request.
type Estimate struct {
	// Rows is the number of rows in all of Touched. -1: not known.
	Rows int64 `json:"rows"`
	// By says how Rows was found: "count" (by a query with the statement's own condition), "values"
	// (they are written in the statement), "table" (all rows of the tables), "requests" (to APIs),
	// "plan" (a guess of the source's planner), or "" (not at all).
	By        string   `json:"by,omitempty"`
	Triggers  []string `json:"triggers,omitempty"`  // that will fire: "name on schema.table"
	Sequences []string `json:"sequences,omitempty"` // that will advance
	Cascades  []string `json:"cascades,omitempty"`  // relations that foreign keys carry the change to
	Dropped   []string `json:"dropped,omitempty"`   // what goes with what a DROP names
	Note      string   `json:"note,omitempty"`      // what could not be found out, and why
	// Code are the bodies of the procedures and functions that are called.
	Code []Code `json:"code,omitempty"`
	// Touched are the relations whose rows are changed, as far as that is known.
	Touched []Touched `json:"touched,omitempty"`
	// Held are the tables, by their OIDs, whose changed rows are added up when the statement has run,
	// and compared with MaxRows; none: only the rows that the statement's tag counts.
	Held []uint64 `json:"held,omitempty"`
	// Inserts are the tables of Held whose inserted rows count, too.
	Inserts []uint64 `json:"inserts,omitempty"`
	// Linked says that foreign keys carry the statement from one of these tables to another. All of its
	// rows are then counted again before it runs.
	Linked bool `json:"linked,omitempty"`
	// Mixed says that triggers change rows of these tables, too, so that the rows cannot be added up.
	Mixed bool `json:"mixed,omitempty"`
	// Apart are the tables whose rows triggers change, too, so that they are left out of the sum.
	Apart []uint64 `json:"apart,omitempty"`
	// ApartRows is how many rows foreign keys carry the statement to in the tables of Apart, as counted
	// before. They are not compared when it has run. -1: there are such rows, and they were not
	// counted.
	ApartRows int64 `json:"apart_rows,omitempty"`
	// ByTag says that the statement's own target is in Apart: the rows that its tag counts are added to
	// the sum.
	ByTag bool `json:"by_tag,omitempty"`
}

// Touched is a relation whose rows a statement changes.
type Touched struct {
	Verb     string `json:"verb"`          // INSERT, UPDATE, DELETE, TRUNCATE, MERGE, DROP TABLE
	Relation string `json:"relation"`      // provider.schema.relation
	Rows     int64  `json:"rows"`          // -1: not known
	By       string `json:"by,omitempty"`  // as in Estimate
	Way      string `json:"way,omitempty"` // how the statement gets there: "foreign key k", "trigger t on …"; "": by its text
}

// Code is the body of a function that a statement calls.
type Code struct {
	Name string `json:"name"`
	Text string `json:"text"` // without secrets
}

// Verdict is a person's answer.
type Verdict struct {
	Approve  bool
	Approver string
	Channel  string
	Comment  string
	// MaxRows replaces the request's if it is more than 0.
	MaxRows int64
	// Proven, Roles and Until are as in Approval.
	Proven bool
	Roles  []string
	Until  time.Time
}

// Look shows an approver more of a request on demand. It is computed when an approver asks for
// it, by reads alone, and kept nowhere.
type Look struct {
	Plan    []string `json:"plan,omitempty"` // lines, of each statement
	Samples []Sample `json:"samples,omitempty"`
	Notes   []string `json:"notes,omitempty"` // what could not be looked at, and why
}

// Sample are a few rows that a statement would change.
type Sample struct {
	Verb     string     `json:"verb"`
	Relation string     `json:"relation"`
	Columns  []string   `json:"columns"`
	Before   [][]string `json:"before"`          // as they are; of an INSERT, as they will be
	After    [][]string `json:"after,omitempty"` // of an UPDATE: the new values of Set
	Set      []string   `json:"set,omitempty"`
}
