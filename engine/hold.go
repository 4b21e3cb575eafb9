package engine

import "github.com/sallyportdb/sallyport/providers"

// An execution that was approved for a number of rows is held to that number: it runs in a
// transaction that nothing has ended yet when exceeds compares what it touched.

// bound reports whether the execution is held to a number of rows, and so has to
// be undone if exceeds says so once its tag is known.
func (x *execution) bound() bool {
	return x.consent != nil && x.consent.request.MaxRows >= 0 && len(x.plans) == 1 && counted(x.plans[0])
}

// tally returns the question whose answers from right before and right behind a bound
// execution, in its transaction, exceeds compares; false: its tag says all.
func (x *execution) tally() (q providers.Query, needed bool) {
	if !x.bound() || !x.consent.tallies() {
		return providers.Query{}, false
	}
	return x.consent.tallyQuery(), true
}

// exceeds returns the error of a bound execution that has touched more rows than were
// approved; nil: it has not. before and behind are the rows that answered tally. 42501.
func (x *execution) exceeds(tag string, before, behind [][]string) error {
	switch {
	case !x.bound():
		return nil
	case !x.consent.tallies():
		return x.consent.alone().exceeds(tag)
	}
	return x.consent.exceedsInAll(tag, before, behind)
}
