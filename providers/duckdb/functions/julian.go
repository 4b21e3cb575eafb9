package functions

import (
	"math"
	"math/big"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// julianOfEpoch is the Julian day of 1970-01-01.
const julianOfEpoch = 2_440_588

// julianFunctions are the Julian days of times. The numeric has as many digits behind the point as PostgreSQL's quotient of the time of day
// and a day, but at midnight, where PostgreSQL has more zeros.
var julianFunctions = []scalar{
	{name: "pg__julian", takes: []string{"TIMESTAMP"}, returns: vector.QuotientType, call: func(c *calling) error {
		days, micros, err := c.julianParts()
		if err != nil {
			return err
		}
		const fewest = 100 * vector.MicrosPerSecond // from where on the quotient has 20 digits
		if micros != 0 && micros < fewest {
			return failure(sqlstate.FeatureNotSupported, "extract(julian from …) of a time less than 100 seconds after midnight is not supported")
		}
		power := powers[vector.QuotientScale]
		part := quoRounded(new(big.Int).Mul(big.NewInt(micros), power), big.NewInt(vector.MicrosPerDay))
		whole := new(big.Int).Mul(big.NewInt(days), power)
		return c.setHuge(whole.Add(whole, part))
	}},
	{name: "pg__shown_julian", takes: []string{"TIMESTAMP"}, returns: shownNumeric, call: func(c *calling) error {
		days, micros, err := c.julianParts()
		if err != nil {
			return err
		}
		part, err := numeric.FromInt(micros).Div(numeric.FromInt(vector.MicrosPerDay))
		if err == nil {
			part, err = part.Add(numeric.FromInt(days))
		}
		c.setText(part.String())
		return err
	}},
	{name: "pg__julian_double", takes: []string{"TIMESTAMP"}, returns: "DOUBLE", call: func(c *calling) error {
		if at := c.int8(0); !vector.Finite(at) {
			vector.Set(&c.out, c.row, math.Inf(int(max(-1, min(at, 1)))))
			return nil
		}
		days, micros, err := c.julianParts()
		seconds := float64(micros/vector.MicrosPerSecond) + float64(micros%vector.MicrosPerSecond)/1e6
		vector.Set(&c.out, c.row, float64(days)+seconds/86400)
		return err
	}},
}

// julianParts are the Julian day of a time and the microseconds since midnight.
func (c *calling) julianParts() (days, micros int64, err error) {
	at := c.int8(0)
	if !vector.Finite(at) {
		return 0, 0, errInfinity("extract(julian from …)")
	}
	days, micros = vector.SplitDays(at)
	return days + julianOfEpoch, micros, nil
}
