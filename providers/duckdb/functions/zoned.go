package functions

import (
	"math"
	"time"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// zonedFunctions are the sums of timestamps with time zone and intervals, by the clock of the session's zone. DuckDB's add the time before
// the months and the days.
var zonedFunctions = []scalar{
	{name: "+", takes: []string{"TIMESTAMPTZ", "INTERVAL"}, returns: "TIMESTAMPTZ", zoned: true, call: func(c *calling) error {
		return c.shiftZoned(c.int8(0), vector.At[vector.Interval](&c.args[1], c.row))
	}},
	{name: "+", takes: []string{"INTERVAL", "TIMESTAMPTZ"}, returns: "TIMESTAMPTZ", zoned: true, call: func(c *calling) error {
		return c.shiftZoned(c.int8(1), vector.At[vector.Interval](&c.args[0], c.row))
	}},
	{name: "-", takes: []string{"TIMESTAMPTZ", "INTERVAL"}, returns: "TIMESTAMPTZ", zoned: true, call: func(c *calling) error {
		by := vector.At[vector.Interval](&c.args[1], c.row)
		if vector.Finite(c.int8(0)) && (by.Months == math.MinInt32 || by.Days == math.MinInt32 || by.Micros == math.MinInt64) {
			return errMomentRange // nothing is its opposite
		}
		return c.shiftZoned(c.int8(0), vector.Interval{Months: -by.Months, Days: -by.Days, Micros: -by.Micros})
	}},
}

// shiftZoned adds an interval to a moment: first its months, then its days, each by the clock of the session's zone, then its time.
func (c *calling) shiftZoned(micros int64, by vector.Interval) error {
	if !vector.Finite(micros) {
		vector.Set(&c.out, c.row, micros)
		return nil
	}
	var err error
	if by.Months != 0 {
		micros, err = shiftByClock(micros, c.writer.Zone, func(day int64) int64 { return vector.AddMonths(day, int64(by.Months)) })
	}
	if by.Days != 0 && err == nil {
		micros, err = shiftByClock(micros, c.writer.Zone, func(day int64) int64 { return day + int64(by.Days) })
	}
	if err != nil {
		return err
	}
	sum := micros + by.Micros
	if sum > micros != (by.Micros > 0) && by.Micros != 0 || sum < vector.FirstMoment {
		return errMomentRange
	}
	if !vector.Finite(sum) {
		return errLateMoment
	}
	vector.Set(&c.out, c.row, sum)
	return nil
}

// shiftByClock moves a moment to the same time of another day of a zone's calendar.
func shiftByClock(micros int64, zone *time.Location, to func(day int64) int64) (int64, error) {
	second, fraction := vector.FloorDiv(micros, vector.MicrosPerSecond)
	local := second
	if zone != nil {
		_, east := time.Unix(second, 0).In(zone).Zone()
		local += int64(east)
	}
	day, ofDay := vector.FloorDiv(local, vector.SecondsPerDay)
	day = to(day)
	switch {
	case day < vector.FirstDay, day > vector.LastDayOfMoments:
		return 0, errMomentRange
	case day >= vector.MostDays-1:
		return 0, errLateMoment
	}
	moved := inputs.InZone(day*vector.SecondsPerDay+ofDay, zone)*vector.MicrosPerSecond + fraction
	if moved < vector.FirstMoment {
		return 0, errMomentRange
	}
	return moved, nil
}
