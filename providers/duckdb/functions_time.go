package duckdb

import (
	"math/big"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// timeFunctions are functions of dates and times.
var timeFunctions = []scalar{
	{name: "pg__epoch", takes: []string{"DATE"}, returns: "HUGEINT", call: func(c *calling) error {
		days := at[int32](&c.args[0], c.row)
		if days == infiniteDate || days == -infiniteDate {
			return errInfinity("extract(epoch from …)")
		}
		return c.setHuge(big.NewInt(int64(days) * 86400))
	}},
	{name: "pg__epoch", takes: []string{"TIMESTAMP"}, returns: "DECIMAL(38,6)", call: epochOfMicros},
	{name: "pg__epoch", takes: []string{"TIMESTAMPTZ"}, returns: "DECIMAL(38,6)", call: epochOfMicros},
	{name: "pg__epoch", takes: []string{"TIME"}, returns: "DECIMAL(38,6)", call: epochOfMicros},
	{name: "pg__epoch", takes: []string{"INTERVAL"}, returns: "DECIMAL(38,6)", call: func(c *calling) error {
		i := at[interval](&c.args[0], c.row)
		years, months := int64(i.months/12), int64(i.months%12)
		total := new(big.Int).Mul(big.NewInt(years*31557600+months*30*86400+int64(i.days)*86400), big.NewInt(microsPerSecond))
		return c.setHuge(total.Add(total, big.NewInt(i.micros)))
	}},
}

const infiniteDate = 1<<31 - 1

func epochOfMicros(c *calling) error {
	micros := c.int8(0)
	if !finite(micros) {
		return errInfinity("extract(epoch from …)")
	}
	return c.setHuge(big.NewInt(micros))
}

// errInfinity is the error of a function that has infinity as its result.
func errInfinity(what string) error {
	return failure(sqlstate.FeatureNotSupported, "%s of infinity is not supported", what)
}
