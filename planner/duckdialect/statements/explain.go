package statements

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rewriteExplain drops EXPLAIN's options but ANALYZE.
func (t *Rules) rewriteExplain(s *pg_query.ExplainStmt) (string, bool) {
	var kept []*pg_query.Node
	for _, o := range s.Options {
		t.refuseFormat(o.GetDefElem())
		if name := o.GetDefElem().GetDefname(); !explainOptions[name] {
			t.NoteError(o.GetDefElem().GetLocation(), sqlstate.SyntaxError, "unrecognized EXPLAIN option %q", name)
		} else if name != "format" && !isBooleanOption(o.GetDefElem().GetArg()) {
			t.NoteError(build.Nowhere, sqlstate.SyntaxError, "%s requires a Boolean value", name)
		}
		if o.GetDefElem().GetDefname() == "analyze" && truthy(o.GetDefElem().GetArg()) {
			kept = []*pg_query.Node{pg_query.MakeSimpleDefElemNode("analyze", nil, build.Nowhere)}
		}
	}
	for _, o := range s.Options {
		if name := o.GetDefElem().GetDefname(); len(kept) == 0 && (name == "wal" || name == "timing") && truthy(o.GetDefElem().GetArg()) {
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "EXPLAIN option %s requires ANALYZE", strings.ToUpper(name))
		}
	}
	if len(s.Options) > 0 && (len(kept) != len(s.Options) || strings.Contains(t.Text, "(")) {
		t.Changed = true
	}
	s.Options = kept
	if m := s.Query.GetCreateTableAsStmt(); m != nil && m.Objtype == pg_query.ObjectType_OBJECT_MATVIEW { // the source has no such statement
		if len(kept) > 0 {
			t.NoteUnsupported(build.Nowhere, "EXPLAIN ANALYZE of CREATE MATERIALIZED VIEW is not supported")
		}
		s.Query, t.Changed = m.Query, true
	}
	if _, done := t.RewriteStatement(s.Query); done && t.Err == nil {
		t.NoteUnsupported(build.Nowhere, "EXPLAIN of this statement is not supported")
	}
	if len(t.Setval) > 0 { // what the source would take for calls are rows of the plan
		t.NoteUnsupported(build.Nowhere, "EXPLAIN of setval is not supported")
	}
	return "", false
}

// isBooleanOption reports whether the value of an option is one of a truth value: defGetBoolean.
func isBooleanOption(n *pg_query.Node) bool {
	switch {
	case n == nil:
		return true
	case n.GetInteger() != nil:
		return n.GetInteger().Ival == 0 || n.GetInteger().Ival == 1
	}
	switch strings.ToLower(n.GetString_().GetSval()) {
	case "true", "false", "on", "off":
		return true
	}
	return n.GetBoolean() != nil
}

// truthy reads the value of an option; no value means on.
func truthy(n *pg_query.Node) bool {
	if n == nil {
		return true
	}
	switch strings.ToLower(n.GetString_().GetSval()) {
	case "off", "false", "no":
		return false
	}
	return n.GetInteger() == nil || n.GetInteger().Ival != 0
}

// explainOptions are the options of EXPLAIN in Postgres 15.
var explainOptions = map[string]bool{
	"analyze": true, "verbose": true, "costs": true, "settings": true, "buffers": true, "wal": true, "timing": true, "summary": true, "format": true,
}

// explainFormats are Postgres's.
var explainFormats = map[string]bool{"json": true, "xml": true, "yaml": true}

// refuseFormat refuses EXPLAIN's formats other than text.
func (t *Rules) refuseFormat(option *pg_query.DefElem) {
	if format := option.GetArg().GetString_().GetSval(); option.GetDefname() == "format" && !strings.EqualFold(format, "text") {
		if !explainFormats[strings.ToLower(format)] {
			t.NoteError(option.Location, sqlstate.InvalidParameterValue, "unrecognized value for EXPLAIN option \"format\": %q", format)
		}
		t.NoteUnsupported(option.Location, "EXPLAIN (FORMAT %s) is not supported", strings.ToUpper(option.GetArg().GetString_().GetSval())).
			WithHint("The plan is DuckDB's: write EXPLAIN without a format.")
	}
}
