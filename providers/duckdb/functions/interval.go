package functions

import (
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// intervalFunctions are functions of intervals.
var intervalFunctions = []scalar{
	{name: "pg__justify_hours", takes: []string{"INTERVAL"}, returns: "INTERVAL", call: func(c *calling) error {
		vector.Set(&c.out, c.row, justifyHours(vector.At[vector.Interval](&c.args[0], c.row)))
		return nil
	}},
	{name: "pg__justify_days", takes: []string{"INTERVAL"}, returns: "INTERVAL", call: func(c *calling) error {
		vector.Set(&c.out, c.row, justifyDays(vector.At[vector.Interval](&c.args[0], c.row)))
		return nil
	}},
	{name: "pg__justify_interval", takes: []string{"INTERVAL"}, returns: "INTERVAL", call: func(c *calling) error {
		vector.Set(&c.out, c.row, justify(vector.At[vector.Interval](&c.args[0], c.row)))
		return nil
	}},
	{name: "pg__date_bin", takes: []string{"INTERVAL", "TIMESTAMP", "TIMESTAMP"}, returns: "TIMESTAMP", call: dateBin},
	{name: "pg__date_bin", takes: []string{"INTERVAL", "TIMESTAMPTZ", "TIMESTAMPTZ"}, returns: "TIMESTAMPTZ", call: dateBin},
	{name: "pg__make_interval", takes: []string{"INTEGER", "INTEGER", "INTEGER", "INTEGER", "INTEGER", "INTEGER", "DOUBLE"}, returns: "INTERVAL", call: func(c *calling) error {
		months, days := int64(c.int4(0))*12+int64(c.int4(1)), int64(c.int4(2))*7+int64(c.int4(3))
		if int64(int32(months)) != months || int64(int32(days)) != days { //nolint:gosec // that is what is asked
			return failure(vector.DatetimeOverflow, "interval out of range")
		}
		micros := (int64(c.int4(4))*60+int64(c.int4(5)))*vector.MicrosPerMinute + int64(c.float(6)*vector.MicrosPerSecond+half(c.float(6)))
		vector.Set(&c.out, c.row, vector.Interval{Months: int32(months), Days: int32(days), Micros: micros}) //nolint:gosec // compared above
		return nil
	}},
}

// half is what rounds a number away from zero.
func half(f float64) float64 {
	if f < 0 {
		return -0.5
	}
	return 0.5
}

// justifyHours makes days of 24 hours each.
func justifyHours(i vector.Interval) vector.Interval { return alignHours(carryHours(i)) }

// justifyDays makes months of 30 days each.
func justifyDays(i vector.Interval) vector.Interval {
	i = carryDays(i)
	switch {
	case i.Months > 0 && i.Days < 0:
		i.Months, i.Days = i.Months-1, i.Days+30
	case i.Months < 0 && i.Days > 0:
		i.Months, i.Days = i.Months+1, i.Days-30
	}
	return i
}

// justify makes months and days, all of one sign.
func justify(i vector.Interval) vector.Interval {
	i = carryDays(carryHours(i))
	switch {
	case i.Months > 0 && (i.Days < 0 || i.Days == 0 && i.Micros < 0):
		i.Months, i.Days = i.Months-1, i.Days+30
	case i.Months < 0 && (i.Days > 0 || i.Days == 0 && i.Micros > 0):
		i.Months, i.Days = i.Months+1, i.Days-30
	}
	return alignHours(i)
}

// carryHours makes days of each 24 hours.
func carryHours(i vector.Interval) vector.Interval {
	i.Days += int32(i.Micros / vector.MicrosPerDay) //nolint:gosec // less than the greatest count of days
	i.Micros %= vector.MicrosPerDay
	return i
}

// carryDays makes months of each 30 days.
func carryDays(i vector.Interval) vector.Interval {
	i.Months += i.Days / 30
	i.Days %= 30
	return i
}

// alignHours gives the hours, which are less than a day, the sign of the days.
func alignHours(i vector.Interval) vector.Interval {
	switch {
	case i.Days > 0 && i.Micros < 0:
		i.Days, i.Micros = i.Days-1, i.Micros+vector.MicrosPerDay
	case i.Days < 0 && i.Micros > 0:
		i.Days, i.Micros = i.Days+1, i.Micros-vector.MicrosPerDay
	}
	return i
}

// dateBin cuts a time to multiples of an interval since another time.
func dateBin(c *calling) error {
	stride := vector.At[vector.Interval](&c.args[0], c.row)
	micros, origin := c.int8(1), c.int8(2)
	switch width := int64(stride.Days)*vector.MicrosPerDay + stride.Micros; {
	case stride.Months != 0:
		return failure(sqlstate.FeatureNotSupported, "timestamps cannot be binned into intervals containing months or years")
	case width <= 0:
		return failure(vector.DatetimeOverflow, "stride must be greater than zero")
	case !vector.Finite(micros) || !vector.Finite(origin):
		vector.Set(&c.out, c.row, micros)
	default:
		past := (micros - origin) % width
		if past < 0 {
			past += width
		}
		vector.Set(&c.out, c.row, micros-past)
	}
	return nil
}
