package functions

import (
	"math"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// intervalFunctions are functions of intervals.
var intervalFunctions = []scalar{
	{name: "pg__justify_hours", takes: []string{"INTERVAL"}, returns: "INTERVAL", call: func(c *calling) error {
		return c.setInterval(justifyHours(c.spread(0)))
	}},
	{name: "pg__justify_days", takes: []string{"INTERVAL"}, returns: "INTERVAL", call: func(c *calling) error {
		return c.setInterval(justifyDays(c.spread(0)))
	}},
	{name: "pg__justify_interval", takes: []string{"INTERVAL"}, returns: "INTERVAL", call: func(c *calling) error {
		return c.setInterval(justify(c.spread(0)))
	}},
	{name: "pg__date_bin", takes: []string{"INTERVAL", "TIMESTAMP", "TIMESTAMP"}, returns: "TIMESTAMP", call: dateBin},
	{name: "pg__date_bin", takes: []string{"INTERVAL", "TIMESTAMPTZ", "TIMESTAMPTZ"}, returns: "TIMESTAMPTZ", call: dateBin},
	{name: "pg__make_interval", takes: []string{"INTEGER", "INTEGER", "INTEGER", "INTEGER", "INTEGER", "INTEGER", "DOUBLE"}, returns: "INTERVAL", call: func(c *calling) error {
		seconds := c.float(6) * vector.MicrosPerSecond
		if math.IsNaN(seconds) || math.Abs(seconds) >= math.MaxInt64 {
			return errInterval
		}
		micros := (int64(c.int4(4))*60+int64(c.int4(5)))*vector.MicrosPerMinute + int64(math.RoundToEven(seconds))
		if micros < 0 != (seconds < 0) && math.Abs(seconds) > math.MaxInt64/2 {
			return errInterval
		}
		return c.setInterval(spreadInterval{int64(c.int4(0))*12 + int64(c.int4(1)), int64(c.int4(2))*7 + int64(c.int4(3)), micros})
	}},
}

// spreadInterval is an interval whose parts have room to be carried into each other.
type spreadInterval struct{ months, days, micros int64 }

var (
	errInterval    = failure(vector.DatetimeOverflow, "interval out of range")
	errMomentRange = failure(vector.DatetimeOverflow, "timestamp out of range")
	errLateMoment  = failure(sqlstate.FeatureNotSupported, "a timestamp after 294247-01-10 04:00:54 is not supported")
)

// spread is an argument as such an interval.
func (c *calling) spread(i int) spreadInterval {
	of := vector.At[vector.Interval](&c.args[i], c.row)
	return spreadInterval{int64(of.Months), int64(of.Days), of.Micros}
}

// setInterval makes the result an interval whose parts fit in their types.
func (c *calling) setInterval(i spreadInterval) error {
	of := vector.Interval{Months: int32(i.months), Days: int32(i.days), Micros: i.micros} //nolint:gosec // compared below
	if int64(of.Months) != i.months || int64(of.Days) != i.days {
		return errInterval
	}
	vector.Set(&c.out, c.row, of)
	return nil
}

// justifyHours makes days of 24 hours each.
func justifyHours(i spreadInterval) spreadInterval { return alignHours(carryHours(i)) }

// justifyDays makes months of 30 days each.
func justifyDays(i spreadInterval) spreadInterval {
	i = carryDays(i)
	switch {
	case i.months > 0 && i.days < 0:
		i.months, i.days = i.months-1, i.days+30
	case i.months < 0 && i.days > 0:
		i.months, i.days = i.months+1, i.days-30
	}
	return i
}

// justify makes months and days, all of one sign.
func justify(i spreadInterval) spreadInterval {
	i = carryDays(carryHours(i))
	switch {
	case i.months > 0 && (i.days < 0 || i.days == 0 && i.micros < 0):
		i.months, i.days = i.months-1, i.days+30
	case i.months < 0 && (i.days > 0 || i.days == 0 && i.micros > 0):
		i.months, i.days = i.months+1, i.days-30
	}
	return alignHours(i)
}

// carryHours makes days of each 24 hours.
func carryHours(i spreadInterval) spreadInterval {
	i.days += i.micros / vector.MicrosPerDay
	i.micros %= vector.MicrosPerDay
	return i
}

// carryDays makes months of each 30 days.
func carryDays(i spreadInterval) spreadInterval {
	i.months += i.days / 30
	i.days %= 30
	return i
}

// alignHours gives the hours, which are less than a day, the sign of the days.
func alignHours(i spreadInterval) spreadInterval {
	switch {
	case i.days > 0 && i.micros < 0:
		i.days, i.micros = i.days-1, i.micros+vector.MicrosPerDay
	case i.days < 0 && i.micros > 0:
		i.days, i.micros = i.days+1, i.micros-vector.MicrosPerDay
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
		if micros-past < vector.FirstMoment || micros-past > micros {
			return errMomentRange
		}
		vector.Set(&c.out, c.row, micros-past)
	}
	return nil
}
