package estimate

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// sampled is how many rows of a relation are shown.
const sampled = 5

// Plan adds the source's plan of a statement to a look.
func (e *Estimator) Plan(ctx context.Context, p *planner.Statement, redactor *redact.Redactor, found *approval.Look) {
	if !slices.Contains(planned, p.Verb) {
		e.addNote("there is no plan of a %s", p.Verb)
		return
	}
	rows, err := e.queryRows(ctx, p.Provider, explain+p.Text, e.Args, p.ParamOIDs(e.Types), maxPlanLines)
	switch {
	case sqlstate.CodeOf(err) == sqlstate.ReadOnlyTransaction:
		e.addNote("there is no plan of the %s: this source plans a change only for a session that may make it", p.Verb)
		return
	case err != nil:
		e.addNote("the %s was not planned: %s", p.Verb, describeUnseen(err))
		return
	}
	for _, row := range rows {
		for line := range strings.SplitSeq(strings.TrimRight(row[len(row)-1], "\n"), "\n") {
			if strings.Trim(line, " │") == "" { // DuckDB draws boxes around plans
				continue
			}
			found.Plan = append(found.Plan, redactor.Text(line))
		}
	}
}

// describeUnseen says why something was not looked at.
func describeUnseen(err error) string {
	if errors.Is(err, errNoRead) {
		return "it might run code of users, which may do more than read"
	}
	return describeFailure(err)
}

// Sample adds a few rows that a statement would change to a look.
func (e *Estimator) Sample(ctx context.Context, p *planner.Statement, redactor *redact.Redactor, found *approval.Look) {
	source, err := e.Names(ctx, p.Provider)
	if err != nil {
		e.addNote("there is no sample of the %s: %s", p.Verb, describeFailure(err))
		return
	}
	list := beforehand.SamplesOf(p.Text, sampled, source, redactor.SecretColumn)
	if len(list) == 0 {
		e.addNote("there is no sample of a %s", p.Verb)
	}
	for _, one := range list {
		args, types, err := e.argumentsOf(ctx, p, beforehand.Count{SQL: one.SQL, Params: one.Params})
		var t table
		if err == nil {
			t, err = e.queryTable(ctx, p.Provider, one.SQL, args, types, sampled, "NULL")
		}
		if err != nil {
			e.addNote("the rows of %s were not looked at: %s", one.Relation, describeUnseen(err))
			continue
		}
		hides := one.Hides(t.whole)
		if hidden := hiddenNames(redactor, one, t.columns, hides); len(hidden) > 0 {
			e.addNote("values of %s are hidden: they may come from columns that hold secrets", strings.Join(hidden, ", "))
		}
		found.Samples = append(found.Samples, makeSample(redactor, one, t, hides))
		if len(one.Left) > 0 {
			e.addNote("new values of %s are not computed", strings.Join(one.Left, ", "))
		}
	}
}

// hiddenNames are the columns of a sample that are hidden although their names are not those of
// secrets.
func hiddenNames(redactor *redact.Redactor, one beforehand.Sample, columns []string, hides []bool) (names []string) {
	own := max(len(columns)-len(one.After), 0)
	for i, name := range columns {
		if i >= own {
			name = one.After[i-own]
		}
		if hides[i] && !redactor.SecretColumn(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// makeSample makes a sample of a query's rows, without the values of hidden columns.
func makeSample(redactor *redact.Redactor, one beforehand.Sample, t table, hides []bool) approval.Sample {
	own := max(len(t.columns)-len(one.After), 0)
	found := approval.Sample{Verb: one.Verb, Relation: one.Relation, Columns: t.columns[:own], Set: one.After}
	shown := func(column, value string, hidden bool) string {
		if value != "NULL" && (hidden || redactor.SecretColumn(column)) {
			return strings.Trim(redact.Hidden, "'")
		}
		return redactor.Text(value)
	}
	for _, row := range t.rows {
		before, after := make([]string, own), make([]string, len(row)-own)
		for i := range before {
			before[i] = shown(t.columns[i], row[i], hides[i])
		}
		for i := range after {
			after[i] = shown(one.After[i], row[own+i], hides[own+i])
		}
		found.Before = append(found.Before, before)
		if len(after) > 0 {
			found.After = append(found.After, after)
		}
	}
	return found
}

// Notes says what could not be found out, and what people have to know of what was.
func (e *Estimator) Notes() []string { return e.notes }
