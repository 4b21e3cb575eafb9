package engine

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// client is the part of every record that tells who asked.
func (s *Session) who() audit.Record {
	return audit.Record{
		Door:        s.client.Door,
		Mode:        s.mode.String(),
		Principal:   s.client.Principal,
		Application: s.client.Application,
		Version:     s.client.Version,
		Session:     s.client.ID,
		RemoteAddr:  s.client.RemoteAddr,
		Source:      s.source.Name,
	}
}

// record describes an allowed statement.
func (s *Session) record(r Request, p *planner.Statement) audit.Record {
	rec := s.who()
	rec.Tool, rec.Args = r.Tool, redacted(r.Args)
	rec.Decision = audit.Allow
	rec.Class, rec.Verb = p.Class.String(), p.Verb
	rec.SQL = planner.Redact(p.Text)
	rec.Source = p.Provider
	rec.Relations = relations(p)
	return rec
}

// redacted takes secrets out of arguments: whatever a caller put its SQL into.
func redacted(args map[string]any) map[string]any {
	if len(args) == 0 {
		return nil
	}
	out := make(map[string]any, len(args))
	for name, value := range args {
		if text, ok := value.(string); ok {
			value = planner.Redact(text)
		}
		out[name] = value
	}
	return out
}

// refuse records that a batch was not run and returns why: err, or that it
// could not even be recorded.
func (s *Session) refuse(r Request, worst *planner.Statement, d gate.Decision, err error) error {
	s.Fail()
	rec := s.who()
	rec.Tool, rec.Args = r.Tool, redacted(r.Args)
	rec.Decision = audit.RefuseImmediate
	if d.Verdict == gate.Ask {
		rec.Decision = audit.NeedsApprovalUnavailable
	}
	rec.Class = d.Class.String()
	rec.SQL = planner.Redact(r.SQL)
	if worst != nil {
		rec.Verb, rec.Source, rec.Relations = worst.Verb, worst.Provider, relations(worst)
	}
	if e := s.engine.config.Log.Write(rec.With(audit.Outcome{Err: err})); e != nil {
		return e
	}
	return err
}

// implied records transaction control that no client wrote: the end of an
// implicit transaction, or of one that its client left open.
func (s *Session) implied(verb string, status providers.TxStatus, started time.Time, err error) error {
	rec := s.who()
	rec.Decision, rec.Class, rec.Verb = audit.Allow, planner.Session.String(), verb
	tag := verb
	if status == providers.Failed {
		tag = "ROLLBACK"
	}
	return s.engine.config.Log.Write(rec.With(outcomeOf(tag, started, err)))
}

func outcomeOf(tag string, started time.Time, err error) audit.Outcome {
	return audit.Outcome{Duration: time.Since(started), Err: err, Tag: tag}
}

// refusal words a decision for the client.
func refusal(text string, d gate.Decision) error {
	e := sqlstate.New(sqlstate.InsufficientPrivilege, "refused by the gate: %s", d.Reason)
	e.Hint = d.Hint
	if d.Offset >= 0 && d.Offset <= len(text) {
		e.Position = utf8.RuneCountInString(text[:d.Offset]) + 1
	}
	return e
}

func relations(p *planner.Statement) []string {
	names := make([]string, 0, len(p.Relations))
	for _, r := range p.Relations {
		parts := []string{r.Provider, r.Service, r.Resource}
		if r.Service == "" {
			parts = []string{r.Provider, r.Resource}
		}
		names = append(names, strings.Join(parts, "."))
	}
	return names
}

// typeNames are the types that drivers give for parameters, by OID.
var typeNames = map[uint32]string{
	16: "bool", 17: "bytea", 18: "char", 19: "name", 20: "int8", 21: "int2", 23: "int4", 25: "text", 26: "oid", 114: "json",
	700: "float4", 701: "float8", 1042: "bpchar", 1043: "varchar", 1082: "date", 1083: "time", 1114: "timestamp",
	1184: "timestamptz", 1186: "interval", 1266: "timetz", 1700: "numeric", 2950: "uuid", 3802: "jsonb",
	1000: "bool[]", 1005: "int2[]", 1007: "int4[]", 1009: "text[]", 1015: "varchar[]", 1016: "int8[]", 1022: "float8[]",
}

func paramTypes(oids []uint32, n int) []string {
	if n == 0 {
		return nil
	}
	types := make([]string, n)
	for i := range types {
		types[i] = "unspecified"
		if i < len(oids) && oids[i] != 0 {
			if types[i] = typeNames[oids[i]]; types[i] == "" {
				types[i] = "oid " + strconv.FormatUint(uint64(oids[i]), 10)
			}
		}
	}
	return types
}

// Call is a tool call that carries no SQL, for the record.
type Call struct {
	Tool string
	Args map[string]any
	// SQL is what the caller sent as such, if the call failed before it could
	// be read; it is recorded without secrets.
	SQL string
	// Refused says that f only tells why the call is not carried out.
	Refused bool
}

// Inspect runs f and records a call that carries no SQL, before its answer can
// leave: discovery tools use it.
func (s *Session) Inspect(ctx context.Context, c Call, f func(context.Context) error) (err error) {
	started := time.Now()
	ctx, done := s.running(ctx)
	defer done()
	err = func() (err error) {
		defer s.recovered(&err)
		return f(ctx)
	}()
	rec := s.who()
	rec.Tool, rec.Args = c.Tool, redacted(c.Args)
	rec.SQL = planner.Redact(c.SQL)
	rec.Class, rec.Decision = planner.Read.String(), audit.Allow
	if c.Refused {
		rec.Class, rec.Decision = planner.Unknown.String(), audit.RefuseImmediate
	}
	if e := s.engine.config.Log.Write(rec.With(audit.Outcome{Duration: time.Since(started), Err: err})); e != nil {
		return e
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Tool, err)
	}
	return nil
}
