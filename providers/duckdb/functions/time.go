package functions

import (
	"math"
	"math/big"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/readtime"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// timeFunctions are functions of dates and times.
var timeFunctions = []scalar{
	{name: "-", takes: []string{"TIME", "TIME"}, returns: "INTERVAL", call: func(c *calling) error {
		vector.Set(&c.out, c.row, vector.Interval{Micros: c.int8(0) - c.int8(1)})
		return nil
	}},
	{name: "isfinite", takes: []string{"INTERVAL"}, returns: "BOOLEAN", call: func(c *calling) error {
		vector.Set(&c.out, c.row, true)
		return nil
	}},
	{name: "pg__precise", takes: []string{"INTERVAL", "INTEGER"}, returns: "INTERVAL", call: func(c *calling) error {
		vector.Set(&c.out, c.row, cutInterval(vector.At[vector.Interval](&c.args[0], c.row), int(c.int4(1))))
		return nil
	}},
	{name: "pg__clock_timestamp", returns: "TIMESTAMPTZ", changes: true, call: func(c *calling) error {
		vector.Set(&c.out, c.row, time.Now().UnixMicro())
		return nil
	}},
	{name: "pg__precise", takes: []string{"TIMESTAMP", "INTEGER"}, returns: "TIMESTAMP", call: precise},
	{name: "pg__precise", takes: []string{"TIMESTAMPTZ", "INTEGER"}, returns: "TIMESTAMPTZ", call: precise},
	{name: "pg__precise", takes: []string{"TIME", "INTEGER"}, returns: "TIME", call: precise},
	{name: "pg__precise", takes: []string{"TIMETZ", "INTEGER"}, returns: "TIMETZ", call: func(c *calling) error {
		vector.Set(&c.out, c.row, preciseZoned(vector.At[uint64](&c.args[0], c.row), int(c.int4(1))))
		return nil
	}},
	preciseElements("INTERVAL", func(from *vector.Reader, i int, to *vector.Filler, at, digits int) {
		vector.Set(to, at, cutInterval(vector.At[vector.Interval](from, i), digits))
	}),
	preciseElements("TIMESTAMP", preciseMicros), preciseElements("TIMESTAMPTZ", preciseMicros), preciseElements("TIME", preciseMicros),
	preciseElements("TIMETZ", func(from *vector.Reader, i int, to *vector.Filler, at, digits int) {
		vector.Set(to, at, preciseZoned(vector.At[uint64](from, i), digits))
	}),
	{name: "pg__zone", takes: []string{"VARCHAR", "TIMESTAMPTZ"}, returns: "VARCHAR", call: func(c *calling) error {
		zone, err := time.LoadLocation(c.str(0))
		if err != nil {
			return failure(sqlstate.FeatureNotSupported, "the abbreviation of time zone %q is not known", c.str(0))
		}
		c.setText(time.UnixMicro(c.int8(1)).In(zone).Format("MST"))
		return nil
	}},
	{name: "pg__zoned_key", takes: []string{"TIMETZ"}, returns: "BIGINT", call: func(c *calling) error { // the time of UTC, and the zone
		const zones = 1 << 17
		micros, east := vector.PartsOfTimeTZ(vector.At[uint64](&c.args[0], c.row))
		vector.Set(&c.out, c.row, (micros-east*vector.MicrosPerSecond)*zones-east)
		return nil
	}},
	{name: "pg__epoch_double", takes: []string{"DATE"}, returns: "DOUBLE", call: func(c *calling) error {
		days := vector.At[int32](&c.args[0], c.row)
		if days == infiniteDate || days == -infiniteDate {
			vector.Set(&c.out, c.row, math.Inf(int(days)))
			return nil
		}
		vector.Set(&c.out, c.row, float64(days)*86400)
		return nil
	}},
	{name: "pg__epoch_double", takes: []string{"TIMESTAMP"}, returns: "DOUBLE", call: secondsOfMicros},
	{name: "pg__epoch_double", takes: []string{"TIMESTAMPTZ"}, returns: "DOUBLE", call: secondsOfMicros},
	{name: "pg__epoch_double", takes: []string{"TIME"}, returns: "DOUBLE", call: secondsOfMicros},
	{name: "pg__epoch_double", takes: []string{"TIMETZ"}, returns: "DOUBLE", call: func(c *calling) error {
		micros, east := vector.PartsOfTimeTZ(vector.At[uint64](&c.args[0], c.row))
		vector.Set(&c.out, c.row, float64(micros)/1e6-float64(east))
		return nil
	}},
	{name: "pg__epoch_double", takes: []string{"INTERVAL"}, returns: "DOUBLE", call: func(c *calling) error {
		i := vector.At[vector.Interval](&c.args[0], c.row)
		seconds := float64(i.Micros) / 1e6 // the sums are PostgreSQL's, in their order
		seconds += 365.25 * 86400 * float64(i.Months/12)
		seconds += 30 * 86400 * float64(i.Months%12)
		vector.Set(&c.out, c.row, seconds+86400*float64(i.Days))
		return nil
	}},
	{name: "pg__epoch", takes: []string{"DATE"}, returns: "HUGEINT", call: func(c *calling) error {
		days := vector.At[int32](&c.args[0], c.row)
		if days == infiniteDate || days == -infiniteDate {
			return errInfinity("extract(epoch from …)")
		}
		return c.setHuge(big.NewInt(int64(days) * 86400))
	}},
	{name: "pg__epoch", takes: []string{"TIMESTAMP"}, returns: "DECIMAL(38,6)", call: epochOfMicros},
	{name: "pg__epoch", takes: []string{"TIMESTAMPTZ"}, returns: "DECIMAL(38,6)", call: epochOfMicros},
	{name: "pg__epoch", takes: []string{"TIME"}, returns: "DECIMAL(38,6)", call: epochOfMicros},
	{name: "pg__epoch", takes: []string{"TIMETZ"}, returns: "DECIMAL(38,6)", call: func(c *calling) error {
		micros, east := vector.PartsOfTimeTZ(vector.At[uint64](&c.args[0], c.row))
		return c.setHuge(big.NewInt(micros - east*vector.MicrosPerSecond))
	}},
	{name: "pg__interval_part", takes: []string{"INTERVAL", "INTEGER"}, returns: "INTERVAL", call: func(c *calling) error {
		i := vector.At[vector.Interval](&c.args[0], c.row)
		part := []vector.Interval{{Months: i.Months}, {Days: i.Days}, {Micros: i.Micros}}[c.int4(1)]
		vector.Set(&c.out, c.row, part)
		return nil
	}},
	{name: "pg__epoch", takes: []string{"INTERVAL"}, returns: "DECIMAL(38,6)", call: func(c *calling) error {
		i := vector.At[vector.Interval](&c.args[0], c.row)
		years, months := int64(i.Months/12), int64(i.Months%12)
		total := new(big.Int).Mul(big.NewInt(years*31557600+months*30*86400+int64(i.Days)*86400), big.NewInt(vector.MicrosPerSecond))
		return c.setHuge(total.Add(total, big.NewInt(i.Micros)))
	}},
}

// secondsOfMicros are the seconds since 1970, or midnight.
func secondsOfMicros(c *calling) error {
	micros := c.int8(0)
	if !vector.Finite(micros) {
		vector.Set(&c.out, c.row, math.Inf(int(max(-1, min(micros, 1)))))
		return nil
	}
	vector.Set(&c.out, c.row, float64(micros)/1e6)
	return nil
}

// precise rounds a time to a number of digits behind the second.
func precise(c *calling) error {
	preciseMicros(&c.args[0], c.row, &c.out, c.row, int(c.int4(1)))
	return nil
}

func preciseMicros(from *vector.Reader, i int, to *vector.Filler, at, digits int) {
	micros := vector.At[int64](from, i)
	if vector.Finite(micros) {
		micros = roundTo(micros, digits)
	}
	vector.Set(to, at, micros)
}

// preciseZoned rounds a time with its zone, which stands in the lower bits.
func preciseZoned(raw uint64, digits int) uint64 {
	const offsetBits = 24
	micros := roundTo(int64(raw>>offsetBits), digits)         //nolint:gosec // of 40 bits
	return uint64(micros)<<offsetBits | raw&(1<<offsetBits-1) //nolint:gosec // of a day
}

// preciseElements rounds the elements of arrays of a type.
func preciseElements(element string, round func(from *vector.Reader, i int, to *vector.Filler, at, digits int)) scalar {
	return scalar{name: "pg__precise", takes: []string{element + "[]", "INTEGER"}, returns: element + "[]", call: func(c *calling) error {
		first, count := c.nodes[0].Span(&c.args[0], c.row)
		elements, at := c.out.SetList(c.row, count)
		for i := first; i < first+count; i, at = i+1, at+1 {
			if c.args[0].Children[0].Null(i) {
				elements.SetNull(at)
				continue
			}
			round(&c.args[0].Children[0], i, elements, at, int(c.int4(1)))
		}
		return nil
	}}
}

// roundTo rounds microseconds, halves away from zero.
func roundTo(micros int64, digits int) int64 {
	unit := int64(1)
	for range 6 - min(max(digits, 0), 6) {
		unit *= 10
	}
	if micros < 0 {
		return -((-micros + unit/2) / unit * unit)
	}
	return (micros + unit/2) / unit * unit
}

const infiniteDate = 1<<31 - 1

func epochOfMicros(c *calling) error {
	micros := c.int8(0)
	if !vector.Finite(micros) {
		return errInfinity("extract(epoch from …)")
	}
	return c.setHuge(big.NewInt(micros))
}

// errInfinity is the error of a function that has infinity as its result.
func errInfinity(what string) error {
	return failure(sqlstate.FeatureNotSupported, "%s of infinity is not supported", what)
}

// fullZone writes the minutes of a zone that has none.
func fullZone(text string) string {
	if day, bc := strings.CutSuffix(text, " BC"); bc {
		return fullZone(day) + " BC"
	}
	if i := strings.LastIndexAny(text, "+-"); i > 10 && len(text)-i == 3 {
		return text + ":00"
	}
	return text
}

// readTimeFunctions read a text by a format, as to_date and to_timestamp do. The time is that of the text's own zone, or, for
// pg__read_zoned_time, of UTC where the text has a zone.
var readTimeFunctions = []scalar{
	{name: "pg__read_time", takes: []string{"VARCHAR", "VARCHAR"}, returns: "TIMESTAMP", call: func(c *calling) error { return c.readMoment(false) }},
	{name: "pg__read_date", takes: []string{"VARCHAR", "VARCHAR"}, returns: "DATE", call: func(c *calling) error {
		moment, err := readtime.Read(c.str(0), c.str(1), false)
		if err != nil {
			return err
		}
		days, _ := vector.SplitDays(moment)
		return inputs.SetDate(&c.out, c.row, days, c.str(0))
	}},
	{name: "pg__read_zoned_time", takes: []string{"VARCHAR", "VARCHAR"}, returns: "TIMESTAMP", call: func(c *calling) error { return c.readMoment(true) }},
}

// readMoment reads the first argument by the second. zoned: the time is one of UTC where the text has a zone.
func (c *calling) readMoment(zoned bool) error {
	moment, err := readtime.Read(c.str(0), c.str(1), zoned)
	if err == nil && moment < vector.FirstMoment {
		return errMomentRange
	}
	if err == nil {
		vector.Set(&c.out, c.row, moment)
	}
	return err
}

// cutInterval rounds an interval to the digits of a precision, and cuts what is below its fields: AdjustIntervalForTypmod
// (utils/adt/timestamp.c).
func cutInterval(i vector.Interval, held int) vector.Interval {
	fields, unit := providers.FieldsOf(held), int64(1)
	switch {
	case fields == 0, fields&providers.SecondField != 0:
		return vector.Interval{Months: i.Months, Days: i.Days, Micros: roundTo(i.Micros, held&0xffff)}
	case fields == providers.YearField:
		return vector.Interval{Months: i.Months / 12 * 12}
	case fields&(providers.YearField|providers.MonthField) != 0:
		return vector.Interval{Months: i.Months}
	case fields == providers.DayField:
		return vector.Interval{Months: i.Months, Days: i.Days}
	case fields&providers.MinuteField != 0:
		unit = vector.MicrosPerMinute
	case fields&providers.HourField != 0:
		unit = 60 * vector.MicrosPerMinute
	}
	i.Micros = i.Micros / unit * unit
	return i
}
