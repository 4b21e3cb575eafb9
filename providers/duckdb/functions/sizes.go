package functions

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// sizeUnits are the units of sizes, each 1024 times the one before.
var sizeUnits = []string{"bytes", "kB", "MB", "GB", "TB", "PB"}

// sizeFunctions show and read sizes in bytes.
var sizeFunctions = []scalar{
	{name: "pg__size_pretty", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		x, err := numeric.Parse(c.str(0))
		if err != nil {
			return wideError(err)
		}
		s, err := prettySize(x)
		if err != nil {
			return wideError(err)
		}
		c.setText(s)
		return nil
	}},
	{name: "pg__size_bytes", takes: []string{"VARCHAR"}, returns: "BIGINT", call: func(c *calling) error {
		size, err := readSize(c.str(0))
		vector.Set(&c.out, c.row, size)
		return err
	}},
}

// prettySize shows a size in the unit in which it has at most four digits, or five that begin with 1.
func prettySize(x numeric.Number) (string, error) {
	limit, two := numeric.FromInt(10*1024), numeric.FromInt(2)
	var err error
	for i, unit := range sizeUnits {
		if i == len(sizeUnits)-1 || x.Abs().Cmp(limit) < 0 {
			if i > 0 { // x has twice the size
				half := numeric.FromInt(int64(max(-1, min(1, x.Sign()*2+1))))
				if x, err = x.Add(half); err == nil {
					x, err = x.DivTrunc(two)
				}
			}
			return x.String() + " " + unit, err
		}
		by := int64(1024)
		if i == 0 {
			by, limit = 512, numeric.FromInt(20*1024-1)
		}
		if x, err = x.DivTrunc(numeric.FromInt(by)); err != nil {
			return "", err
		}
	}
	return "", nil
}

// pattern is an expression that is compiled when it is first asked for: a process starts without, and TestPatterns asks for all.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// writtenSize matches a number and a unit.
var writtenSize = pattern(`^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*?)$`)

// readSize reads a size with a unit.
func readSize(s string) (int64, error) {
	m := writtenSize().FindStringSubmatch(strings.Trim(s, vector.Blanks))
	if m == nil {
		return 0, failure(sqlstate.InvalidParameterValue, "invalid size: %q", s)
	}
	x, err := numeric.Parse(m[1])
	if err != nil {
		return 0, wideError(err)
	}
	known := m[2] == ""
	for _, unit := range sizeUnits {
		if strings.EqualFold(m[2], unit) {
			known = true
		}
	}
	if !known {
		return 0, sqlstate.New(sqlstate.InvalidParameterValue, "invalid size: %q", s).WithDetail("Invalid size unit: %q.", m[2]).
			WithHint(`Valid units are "bytes", "kB", "MB", "GB", "TB", and "PB".`)
	}
	for _, unit := range sizeUnits[1:] {
		if m[2] == "" || strings.EqualFold(m[2], "bytes") {
			break
		}
		if x, err = x.Mul(numeric.FromInt(1024)); err != nil {
			return 0, wideError(err)
		}
		if strings.EqualFold(m[2], unit) {
			break
		}
	}
	if x, err = x.Round(0); err != nil {
		return 0, wideError(err)
	}
	size, err := strconv.ParseInt(x.String(), 10, 64)
	if err != nil {
		return 0, errOutOfRange("bigint")
	}
	return size, nil
}
