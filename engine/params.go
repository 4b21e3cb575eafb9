package engine

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// withoutSecrets takes the secrets out of a text of the session's client.
func (s *Session) withoutSecrets(text string) redact.Redacted {
	return s.engine.config.Redactor.Executed(text, s.knownNames())
}

// knownNames is what the session knows of the names in a statement, for the redactor.
func (s *Session) knownNames() redact.Known {
	return redact.Known{Prepared: s.scope.Prepared, Columns: s.columnsOf, Calls: s.calls}
}

// filled has the columns of relations that statements fill without naming columns, as the last plans found
// them.
type filled map[[2]string][]string

// mostFilled is how many relations, or functions, a session remembers.
const mostFilled = 256

// noteKnown remembers what the records of some plans need.
func (s *Session) noteKnown(plans ...*planner.Statement) {
	s.filled.noteFilled(plans)
	s.noteCalls(plans)
}

// noteFilled remembers the relations that some plans fill, those of one batch together.
func (f *filled) noteFilled(plans []*planner.Statement) {
	full := len(*f) >= mostFilled
	for _, p := range plans {
		for _, to := range p.Filled {
			if full || *f == nil {
				*f, full = filled{}, false
			}
			(*f)[[2]string{to.Schema, to.Resource}] = to.Columns
		}
	}
}

// noteCalls remembers the functions that some plans call with arguments whose names are those of
// secrets.
func (s *Session) noteCalls(plans []*planner.Statement) {
	if len(s.calls) > mostFilled {
		clear(s.calls)
	}
	for _, p := range plans {
		for _, c := range p.Called {
			takes := slices.ContainsFunc(c.Arguments, func(names []string) bool { return slices.ContainsFunc(names, s.engine.config.Redactor.NamesSecret) })
			switch of := [2]string{c.Schema, c.Name}; {
			case !takes:
				delete(s.calls, of)
			case s.calls == nil:
				s.calls = map[[2]string][][]string{of: c.Arguments}
			default:
				s.calls[of] = c.Arguments
			}
		}
	}
}

func (f *filled) columns(schema, name string) []string { return (*f)[[2]string{schema, name}] }

// safeRefused is safe for a text that does not run.
func (s *Session) safeRefused(text string) redact.Redacted {
	return s.engine.config.Redactor.Refused(text, s.knownNames())
}

// redactArguments takes secrets out of a tool's arguments, whichever of them holds the SQL.
func (s *Session) redactArguments(args map[string]any) map[string]any {
	if len(args) == 0 {
		return nil
	}
	out := make(map[string]any, len(args))
	for name, value := range args {
		out[name] = s.engine.config.Redactor.Argument(name, value)
	}
	return out
}

// safeError is an error without secrets, for a record: servers repeat values that they could not use.
func (s *Session) safeError(err error, text string, rec audit.Record) error {
	if err == nil {
		return nil
	}
	return s.safeErrorOf(err, s.withoutSecrets(text), rec)
}

// safeErrorOf is safeError for a statement that was redacted already.
func (s *Session) safeErrorOf(err error, statement redact.Redacted, rec audit.Record) error {
	public := *sqlstate.From(err)
	if rec.ParamTypes != nil && !s.engine.config.RecordValues {
		statement.Bound()
	}
	public.Message = statement.Message(public.Message)
	return &public
}

// describeParams describes the parameters of a text, for its record: their types, and their values if these are
// recorded.
func (s *Session) describeParams(text string, oids []uint32, args providers.Args, record bool) (types, values []string) {
	types = paramTypes(oids, len(args.Values))
	if !record || len(args.Values) == 0 {
		return types, nil
	}
	statement := s.withoutSecrets(text)
	values = make([]string, len(args.Values))
	for i, v := range args.Values {
		switch {
		case v == nil:
			values[i] = "NULL"
		case statement.Hides(i + 1):
			values[i] = redact.Hidden
		case providers.FormatAt(args.Formats, i) == providers.Text:
			values[i] = s.engine.config.Redactor.Value(string(v))
		case len(v) <= longestBinary:
			values[i] = `'\x` + hex.EncodeToString(v) + "'"
		default:
			values[i] = fmt.Sprintf("<binary %d bytes>", len(v))
		}
	}
	return types, values
}

// longestBinary is the longest binary value that is recorded.
const longestBinary = 64

// typeNames names, by OID, the types that drivers give for parameters.
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
