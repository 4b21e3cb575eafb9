package functions

import (
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// mostTimes bounds a series of times: DuckDB counts one before it makes it, and cannot be interrupted then.
const mostTimes = 50_000_000

// seriesFunctions bound series of times, and the difference of two days.
var seriesFunctions = []scalar{
	{name: "pg__series_start", takes: []string{"TIMESTAMP", "TIMESTAMP", "INTERVAL"}, returns: "TIMESTAMP", call: seriesStart},
	{name: "pg__series_start", takes: []string{"TIMESTAMPTZ", "TIMESTAMPTZ", "INTERVAL"}, returns: "TIMESTAMPTZ", call: seriesStart},
	{name: "pg__days_between", takes: []string{"DATE", "DATE"}, returns: "INTEGER", call: func(c *calling) error {
		from, to := c.int4(1), c.int4(0)
		for _, day := range []int32{from, to} {
			if day == infiniteDate || day == -infiniteDate {
				return failure("22008", "cannot subtract infinite dates")
			}
		}
		vector.Set(&c.out, c.row, to-from)
		return nil
	}},
}

// seriesStart returns the first time of a series, or why there is no such series.
func seriesStart(c *calling) error {
	from, to, step := c.int8(0), c.int8(1), vector.At[vector.Interval](&c.args[2], c.row)
	switch {
	case step == vector.Interval{}:
		return failure(sqlstate.InvalidParameterValue, "step size cannot equal zero")
	case !vector.Finite(from) || !vector.Finite(to):
		return failure(sqlstate.FeatureNotSupported, "a series of times from or to infinity is not supported")
	}
	length := (float64(step.Months)*daysOfMonth+float64(step.Days))*vector.MicrosPerDay + float64(step.Micros)
	if times := (float64(to) - float64(from)) / length; times > mostTimes {
		return failure(sqlstate.FeatureNotSupported, "a series of more than %d times is not supported", mostTimes)
	} else if times >= 0 && length < 0 && leavesRange(from, to, step) {
		return errMomentRange
	}
	vector.Set(&c.out, c.row, from)
	return nil
}

// leavesRange reports whether PostgreSQL, which computes the time behind the last one of a series, too, leaves the range with it.
func leavesRange(from, to int64, step vector.Interval) bool {
	const monthsMost = 31 * vector.MicrosPerDay
	length := int64(step.Days)*vector.MicrosPerDay + step.Micros
	if to+length+int64(step.Months)*monthsMost >= vector.FirstMoment {
		return false
	}
	if step.Months == 0 {
		return from+((to-from)/length+1)*length < vector.FirstMoment
	}
	for at := from; at >= to; {
		day, ofDay := vector.SplitDays(at)
		at = vector.AddMonths(day, int64(step.Months))*vector.MicrosPerDay + ofDay + length
		if at < vector.FirstMoment {
			return true
		}
	}
	return false
}
