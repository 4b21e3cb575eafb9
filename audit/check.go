package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// decode reads a line that is one record, strictly. A JSON line that has a sequence number but
// breaks the schema is a record, too; wrong says what is wrong with it.
func decode(text []byte) (r *Record, wrong string) {
	r = &Record{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(r)
	if err == nil && len(bytes.TrimSpace(text[decoder.InputOffset():])) > 0 {
		err = errors.New("something stands behind it")
	}
	if err == nil && r.Seq > 0 {
		return r, ""
	}
	var loose struct{ Seq uint64 }
	if json.Unmarshal(text, &loose) != nil || loose.Seq == 0 {
		return nil, ""
	}
	return &Record{Seq: loose.Seq}, strings.TrimPrefix(err.Error(), "json: ")
}

// schemaProblem returns what in a record breaks the schema, docs/audit.schema.json, or "".
func schemaProblem(r *Record) string {
	switch {
	case r.V != SchemaVersion:
		return fmt.Sprintf("its version is %d", r.V)
	case r.Time.IsZero():
		return "it has no time"
	case r.Prev == "" && r.Seq > 1:
		return "it does not name the record before"
	case r.Prev != "" && !isHash(r.Prev):
		return "prev is no SHA-256"
	case !slices.Contains([]Phase{PhaseCall, PhaseIntent, PhaseOutcome, PhaseNote}, r.Phase):
		return fmt.Sprintf("its phase is %q", r.Phase)
	case (r.Intent > 0) != (r.Phase == PhaseOutcome) || r.Intent >= r.Seq:
		return fmt.Sprintf("intent is %d in phase %s", r.Intent, r.Phase)
	case (r.Note != "") != (r.Phase == PhaseNote):
		return "notes, and they alone, have a text in note"
	case r.Phase != PhaseNote && (r.Torn != nil || r.NotDurable != nil || r.Gap != nil || r.Absent != nil):
		return "only notes tell of the log itself"
	case slices.ContainsFunc(r.Requests, func(q Request) bool { return q.Method == "" || q.Host == "" || q.Count < 1 }):
		return "a request has no method, no host or no count"
	case slices.ContainsFunc(r.Parts, func(p Part) bool { return p.Source == "" || p.Relation == "" || p.Rows < 0 }):
		return "a part has no source, no relation or no rows"
	}
	return ""
}

func isHash(text string) bool {
	if len(text) != 64 {
		return false
	}
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
