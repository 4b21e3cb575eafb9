package functions

import (
	"math"
	"math/big"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// julianOfEpoch is the Julian day of 1970-01-01.
const julianOfEpoch = 2_440_588

// julianFunctions are the Julian days of times. The numeric has as many digits behind the point as PostgreSQL's quotient of the time of day
// and a day, but at midnight, where PostgreSQL has more zeros.
var julianFunctions = []scalar{
	{name: "pg__julian", takes: []string{"TIMESTAMP"}, returns: "DECIMAL(38,20)", call: func(c *calling) error {
		days, micros, err := c.julianParts()
		if err != nil {
			return err
		}
		const fewest = 100 * vector.MicrosPerSecond // from where on the quotient has 20 digits
		if micros != 0 && micros < fewest {
			return failure(sqlstate.FeatureNotSupported, "extract(julian from …) of a time less than 100 seconds after midnight is not supported")
		}
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(20), nil)
		day := big.NewInt(vector.MicrosPerDay)
		part := new(big.Int).Mul(big.NewInt(micros), power)
		part.Add(part, big.NewInt(vector.MicrosPerDay/2)).Div(part, day)
		whole := new(big.Int).Mul(big.NewInt(days), power)
		return c.setHuge(whole.Add(whole, part))
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
	days, micros = at/vector.MicrosPerDay, at%vector.MicrosPerDay
	if micros < 0 {
		days, micros = days-1, micros+vector.MicrosPerDay
	}
	return days + julianOfEpoch, micros, nil
}
