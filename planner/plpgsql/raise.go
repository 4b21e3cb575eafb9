package plpgsql

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

var (
	raiseLevels  = strings.Fields("exception warning notice info log debug")
	raiseOptions = strings.Fields("message detail hint errcode column constraint datatype table schema")
	// diagnosticItems are the items of GET DIAGNOSTICS.
	diagnosticItems = strings.Fields(`row_count result_oid pg_routine_oid pg_context pg_exception_detail pg_exception_hint pg_exception_context
		column_name constraint_name pg_datatype_name message_text table_name schema_name returned_sqlstate`)
)

// readRaise reads RAISE [level] [message, … | condition | SQLSTATE …] [USING …].
func (r *reader) readRaise() {
	r.expect("raise")
	if r.peek().is(";") {
		return
	}
	if r.peek().isOneOf(raiseLevels) {
		r.at++
	}
	switch t := r.peek(); {
	case t.kind == pg_query.Token_SCONST:
		r.at++
		for r.accept(",") {
			r.readExpression(",", ";", "using")
		}
	case t.is("using"):
	default:
		r.readCondition()
	}
	if !r.accept("using") {
		return
	}
	for {
		if !r.peek().isOneOf(raiseOptions) || !r.ahead(1).isAssign() {
			r.failAtToken()
			return
		}
		r.at += 2
		r.readExpression(",", ";")
		if !r.accept(",") {
			return
		}
	}
}

// readDiagnostics reads GET [CURRENT | STACKED] DIAGNOSTICS variable = item, ….
func (r *reader) readDiagnostics() {
	r.expect("get")
	if !r.accept("current") {
		r.accept("stacked")
	}
	r.expect("diagnostics")
	for {
		r.readPath()
		if !r.peek().isAssign() || !r.ahead(1).isOneOf(diagnosticItems) {
			r.failAtToken()
			return
		}
		r.at += 2
		if !r.accept(",") {
			return
		}
	}
}
