package functions

import (
	"math"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The functions of degrees are exact where a multiple of 30 or 45 degrees is, as Postgres's are: each is computed in the
// parts of a quarter of the circle, relative to the values at their ends.

const perDegree = 0.0174532925199432957692

// degreesFunctions are the trigonometric functions that take or return degrees.
func degreesFunctions() []scalar {
	var all []scalar
	for name, f := range map[string]func(float64) (float64, error){
		"sind": func(x float64) (float64, error) { return finiteAngle(x, sinDegrees) },
		"cosd": func(x float64) (float64, error) { return finiteAngle(x, cosDegrees) },
		"tand": func(x float64) (float64, error) {
			return finiteAngle(x, func(x float64) float64 { return quotientOf(tanQuarter, x) })
		},
		"cotd": func(x float64) (float64, error) {
			return finiteAngle(x, func(x float64) float64 { return quotientOf(cotQuarter, x) })
		},
		"asind": func(x float64) (float64, error) { return inRange(x, asinDegrees) },
		"acosd": func(x float64) (float64, error) { return inRange(x, acosDegrees) },
		"atand": func(x float64) (float64, error) { return cAtan(x) / cAtan(1) * 45, nil },
	} {
		all = append(all, scalar{name: name, takes: []string{"DOUBLE"}, returns: "DOUBLE", call: func(c *calling) error {
			y, err := f(c.float(0))
			vector.Set(&c.out, c.row, y)
			return err
		}})
	}
	return append(all, scalar{name: "atan2d", takes: []string{"DOUBLE", "DOUBLE"}, returns: "DOUBLE", call: func(c *calling) error {
		vector.Set(&c.out, c.row, cAtan2(c.float(0), c.float(1))/cAtan(1)*45)
		return nil
	}})
}

func finiteAngle(x float64, f func(float64) float64) (float64, error) {
	switch {
	case math.IsNaN(x):
		return x, nil
	case math.IsInf(x, 0):
		return 0, failure(sqlstate.NumericOutOfRange, "input is out of range")
	}
	return f(x), nil
}

func inRange(x float64, f func(float64) float64) (float64, error) {
	if math.IsNaN(x) {
		return x, nil
	}
	if x < -1 || x > 1 {
		return 0, failure(sqlstate.NumericOutOfRange, "input is out of range")
	}
	return f(x), nil
}

// radians multiplies when it runs: a constant expression would be rounded once less.
func radians(x float64) float64 { return x * perDegree }

// sinSmall is the sine of up to 30 degrees, cosSmall the cosine of up to 60.
func sinSmall(x float64) float64 { return cSin(radians(x)) / cSin(radians(30)) / 2 }

func cosSmall(x float64) float64 {
	return 1 - (1-cCos(radians(x)))/(1-cCos(radians(60)))/2
}

func sinQuarter(x float64) float64 {
	if x <= 30 {
		return sinSmall(x)
	}
	return cosSmall(90 - x)
}

func cosQuarter(x float64) float64 {
	if x <= 60 {
		return cosSmall(x)
	}
	return sinSmall(90 - x)
}

func tanQuarter(x float64) float64 {
	return sinQuarter(x) / cosQuarter(x) / (sinQuarter(45) / cosQuarter(45))
}

func cotQuarter(x float64) float64 {
	return cosQuarter(x) / sinQuarter(x) / (cosQuarter(45) / sinQuarter(45))
}

func sinDegrees(x float64) float64 {
	sign := 1.0
	if x = math.Mod(x, 360); x < 0 {
		x, sign = -x, -sign
	}
	if x > 180 {
		x, sign = 360-x, -sign
	}
	if x > 90 {
		x = 180 - x
	}
	return sign * sinQuarter(x)
}

func cosDegrees(x float64) float64 {
	sign := 1.0
	if x = math.Abs(math.Mod(x, 360)); x > 180 {
		x = 360 - x
	}
	if x > 90 {
		x, sign = 180-x, -sign
	}
	return sign * cosQuarter(x)
}

// quotientOf is a tangent or a cotangent of any angle.
func quotientOf(quarter func(float64) float64, x float64) float64 {
	sign := 1.0
	if x = math.Mod(x, 360); x < 0 {
		x, sign = -x, -sign
	}
	if x > 180 {
		x, sign = 360-x, -sign
	}
	if x > 90 {
		x, sign = 180-x, -sign
	}
	if y := sign * quarter(x); y != 0 {
		return y
	}
	return 0 // not the negative one
}

func asinQuarter(x float64) float64 {
	if x <= 0.5 {
		return cAsin(x) / cAsin(0.5) * 30
	}
	return 90 - cAcos(x)/cAcos(0.5)*60
}

func acosQuarter(x float64) float64 {
	if x <= 0.5 {
		return 90 - cAsin(x)/cAsin(0.5)*30
	}
	return cAcos(x) / cAcos(0.5) * 60
}

func asinDegrees(x float64) float64 {
	if x >= 0 {
		return asinQuarter(x)
	}
	return -asinQuarter(-x)
}

func acosDegrees(x float64) float64 {
	if x >= 0 {
		return acosQuarter(x)
	}
	return 90 + asinQuarter(-x)
}
