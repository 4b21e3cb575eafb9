package duckdb

import (
	"github.com/sallyportdb/sallyport/sqlstate"
)

// intervalFunctions are functions of intervals.
var intervalFunctions = []scalar{
	{name: "pg__justify_hours", takes: []string{"INTERVAL"}, returns: "INTERVAL", call: func(c *calling) error {
		set(&c.out, c.row, at[interval](&c.args[0], c.row).justifyHours())
		return nil
	}},
	{name: "pg__justify_days", takes: []string{"INTERVAL"}, returns: "INTERVAL", call: func(c *calling) error {
		set(&c.out, c.row, at[interval](&c.args[0], c.row).justifyDays())
		return nil
	}},
	{name: "pg__justify_interval", takes: []string{"INTERVAL"}, returns: "INTERVAL", call: func(c *calling) error {
		set(&c.out, c.row, at[interval](&c.args[0], c.row).justify())
		return nil
	}},
	{name: "pg__date_bin", takes: []string{"INTERVAL", "TIMESTAMP", "TIMESTAMP"}, returns: "TIMESTAMP", call: dateBin},
	{name: "pg__date_bin", takes: []string{"INTERVAL", "TIMESTAMPTZ", "TIMESTAMPTZ"}, returns: "TIMESTAMPTZ", call: dateBin},
	{name: "pg__make_interval", takes: []string{"INTEGER", "INTEGER", "INTEGER", "INTEGER", "INTEGER", "INTEGER", "DOUBLE"}, returns: "INTERVAL", call: func(c *calling) error {
		months, days := int64(c.int4(0))*12+int64(c.int4(1)), int64(c.int4(2))*7+int64(c.int4(3))
		if int64(int32(months)) != months || int64(int32(days)) != days { //nolint:gosec // that is what is asked
			return failure(datetimeOverflow, "interval out of range")
		}
		micros := (int64(c.int4(4))*60+int64(c.int4(5)))*microsPerMinute + int64(c.float(6)*microsPerSecond+half(c.float(6)))
		set(&c.out, c.row, interval{int32(months), int32(days), micros}) //nolint:gosec // compared above
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
func (i interval) justifyHours() interval { return i.carryHours().alignHours() }

// justifyDays makes months of 30 days each.
func (i interval) justifyDays() interval {
	i = i.carryDays()
	switch {
	case i.months > 0 && i.days < 0:
		i.months, i.days = i.months-1, i.days+30
	case i.months < 0 && i.days > 0:
		i.months, i.days = i.months+1, i.days-30
	}
	return i
}

// justify makes months and days, all of one sign.
func (i interval) justify() interval {
	i = i.carryHours().carryDays()
	switch {
	case i.months > 0 && (i.days < 0 || i.days == 0 && i.micros < 0):
		i.months, i.days = i.months-1, i.days+30
	case i.months < 0 && (i.days > 0 || i.days == 0 && i.micros > 0):
		i.months, i.days = i.months+1, i.days-30
	}
	return i.alignHours()
}

// carryHours makes days of each 24 hours.
func (i interval) carryHours() interval {
	i.days += int32(i.micros / microsPerDay) //nolint:gosec // less than the greatest count of days
	i.micros %= microsPerDay
	return i
}

// carryDays makes months of each 30 days.
func (i interval) carryDays() interval {
	i.months += i.days / 30
	i.days %= 30
	return i
}

// alignHours gives the hours, which are less than a day, the sign of the days.
func (i interval) alignHours() interval {
	switch {
	case i.days > 0 && i.micros < 0:
		i.days, i.micros = i.days-1, i.micros+microsPerDay
	case i.days < 0 && i.micros > 0:
		i.days, i.micros = i.days+1, i.micros-microsPerDay
	}
	return i
}

// dateBin cuts a time to multiples of an interval since another time.
func dateBin(c *calling) error {
	stride := at[interval](&c.args[0], c.row)
	micros, origin := c.int8(1), c.int8(2)
	switch width := int64(stride.days)*microsPerDay + stride.micros; {
	case stride.months != 0:
		return failure(sqlstate.FeatureNotSupported, "timestamps cannot be binned into intervals containing months or years")
	case width <= 0:
		return failure(datetimeOverflow, "stride must be greater than zero")
	case !finite(micros) || !finite(origin):
		set(&c.out, c.row, micros)
	default:
		past := (micros - origin) % width
		if past < 0 {
			past += width
		}
		set(&c.out, c.row, micros-past)
	}
	return nil
}
