package estimate

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// explain makes a source plan a statement without running it.
const explain = "EXPLAIN "

// maxPlanLines bounds the lines of a plan.
const maxPlanLines = 10_000

// planned are the verbs of statements that have a plan.
var planned = append(slices.Clone(explained), "CREATE TABLE AS", "CREATE MATERIALIZED VIEW", "SELECT INTO")

// Futile returns the error with which a source can only refuse a statement, as its plan says, nil where
// the statement may run. Its position is in the statement's text.
func (e *Estimator) Futile(ctx context.Context, p *planner.Statement) *sqlstate.Error {
	if !slices.Contains(planned, p.Verb) || e.SeesAlone {
		return nil
	}
	_, err := e.queryRows(ctx, p.Provider, explain+p.Text, providers.Args{Values: e.Args.Values, Formats: e.Args.Formats}, p.ParamOIDs(e.Types), maxPlanLines)
	if isFinal(err) && !(ofValues(err) && e.Sets) {
		told := *sqlstate.From(err)
		told.Position = max(told.Position-len(explain), 0)
		return &told
	}
	return nil
}

// isFinal reports whether an error of planning is one that the statement meets whenever it runs: of its
// syntax, names, types or constants, or because a view does not allow the change.
func isFinal(err error) bool {
	if err == nil || errors.Is(err, errNoRead) || errors.Is(err, errNoValue) {
		return false
	}
	code := string(sqlstate.CodeOf(err))
	switch sqlstate.Code(code) {
	case sqlstate.InsufficientPrivilege: // the session may have another role when it runs
		return false
	case sqlstate.ObjectNotInState, sqlstate.InvalidSchemaName, sqlstate.FeatureNotSupported:
		return true
	}
	return strings.HasPrefix(code, "42") || ofValues(err)
}

// ofValues reports whether an error is about values, which settings may decide.
func ofValues(err error) bool { return strings.HasPrefix(string(sqlstate.CodeOf(err)), "22") }
