package functions

import (
	"math"
	"math/big"
	"strings"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// An amount of money is kept as the key of its cents. It is shown as in PostgreSQL's locale C with dollars: $1,234.50.

func (c *calling) money(i int) int64 { return vector.IntegerOf("1" + c.str(i)) }

// setMoney makes the result an amount of cents.
func (c *calling) setMoney(cents *big.Int) error {
	if !cents.IsInt64() {
		return failure(sqlstate.NumericOutOfRange, "money out of range")
	}
	c.setText(vector.IntegerKey(cents.Int64()))
	return nil
}

// parseMoney reads an amount: with a sign or in brackets, a dollar, and commas.
func parseMoney(text string) (*big.Int, error) {
	s := strings.Trim(text, vector.Blanks)
	negative := false
	if inner, ok := strings.CutPrefix(s, "("); ok && strings.HasSuffix(inner, ")") {
		s, negative = strings.TrimSuffix(inner, ")"), true
	}
	for range 2 { // the sign may stand before or behind the dollar
		switch s = strings.TrimLeft(s, vector.Blanks); {
		case strings.HasPrefix(s, "-"):
			s, negative = s[1:], true
		case strings.HasPrefix(s, "+"):
			s = s[1:]
		}
		s = strings.TrimPrefix(strings.TrimLeft(s, vector.Blanks), "$")
	}
	x, err := numeric.Parse(strings.ReplaceAll(s, ",", ""))
	if err != nil || !x.Finite() || strings.ContainsAny(s, "eE+-") || strings.HasPrefix(s, ",") {
		return nil, inputs.InvalidText("money", text)
	}
	if negative {
		x = x.Neg()
	}
	return centsOf(x)
}

// centsOf rounds a number to cents.
func centsOf(x numeric.Number) (*big.Int, error) {
	hundred, err := x.Mul(numeric.FromInt(100))
	if err == nil {
		hundred, err = hundred.Round(0)
	}
	cents, ok := new(big.Int).SetString(hundred.String(), 10)
	if err != nil || !ok {
		return nil, failure(sqlstate.NumericOutOfRange, "money out of range")
	}
	return cents, nil
}

// moneyFunctions are the functions and the operators of money.
func moneyFunctions() []scalar {
	all := []scalar{
		textual("pg__as_money text money", func(c *calling) error {
			cents, err := parseMoney(c.str(0))
			if err != nil {
				return err
			}
			return c.setMoney(cents)
		}),
		{name: "pg__money_of_number", takes: []string{"ANY"}, returns: aliasOf("money"), call: func(c *calling) error {
			x, err := numeric.Parse(string(c.writer.AppendText(nil, c.nodes[0], &c.args[0], c.row)))
			if err != nil {
				return wideError(err)
			}
			cents, err := centsOf(x)
			if err != nil {
				return err
			}
			return c.setMoney(cents)
		}},
		{name: "pg__money_numeric", takes: []string{aliasOf("money")}, returns: "DECIMAL(38,2)", call: func(c *calling) error {
			return c.setHuge(big.NewInt(c.money(0)))
		}},
		textual("pg__money_add money money money", func(c *calling) error {
			return c.setMoney(new(big.Int).Add(big.NewInt(c.money(0)), big.NewInt(c.money(1))))
		}),
		textual("pg__money_sub money money money", func(c *calling) error {
			return c.setMoney(new(big.Int).Sub(big.NewInt(c.money(0)), big.NewInt(c.money(1))))
		}),
		textual("pg__money_mul money float8 money", func(c *calling) error { return c.scaleMoney(c.money(0), c.float(1)) }),
		textual("pg__money_times float8 money money", func(c *calling) error { return c.scaleMoney(c.money(1), c.float(0)) }),
		textual("pg__money_div money float8 money", func(c *calling) error {
			if c.float(1) == 0 {
				return errDivision
			}
			return c.roundMoney(float64(c.money(0)) / c.float(1))
		}),
		textual("pg__money_div_int money int8 money", func(c *calling) error {
			if c.int8(1) == 0 {
				return errDivision
			}
			return c.setMoney(new(big.Int).Quo(big.NewInt(c.money(0)), big.NewInt(c.int8(1))))
		}),
		textual("pg__money_ratio money money float8", func(c *calling) error {
			if c.money(1) == 0 {
				return errDivision
			}
			vector.Set(&c.out, c.row, float64(c.money(0))/float64(c.money(1)))
			return nil
		}),
		textual("pg__cash_words money text", func(c *calling) error { c.setText(moneyWords(c.money(0))); return nil }),
	}
	return append(all, moneyAggregates()...)
}

// moneyAggregates are the aggregates of lists of amounts.
func moneyAggregates() []scalar {
	var all []scalar
	for name, choose := range map[string]func(sum *big.Int, n int64, first bool){
		"sum": func(sum *big.Int, n int64, _ bool) { sum.Add(sum, big.NewInt(n)) },
		"min": func(sum *big.Int, n int64, first bool) {
			if first || sum.Cmp(big.NewInt(n)) > 0 {
				sum.SetInt64(n)
			}
		},
		"max": func(sum *big.Int, n int64, first bool) {
			if first || sum.Cmp(big.NewInt(n)) < 0 {
				sum.SetInt64(n)
			}
		},
	} {
		all = append(all, scalar{name: "pg__money_" + name, takes: []string{aliasOf("money") + "[]"}, returns: aliasOf("money"), call: func(c *calling) error {
			total, first := new(big.Int), true
			for _, key := range c.strings(0) {
				if key != nil {
					choose(total, vector.IntegerOf("1"+*key), first)
					first = false
				}
			}
			if first {
				c.setNull()
				return nil
			}
			return c.setMoney(total)
		}})
	}
	return all
}

// scaleMoney multiplies an amount.
func (c *calling) scaleMoney(cents int64, by float64) error { return c.roundMoney(float64(cents) * by) }

func (c *calling) roundMoney(cents float64) error {
	cents = math.RoundToEven(cents)
	if math.IsNaN(cents) || math.Abs(cents) >= math.MaxInt64 {
		return failure(sqlstate.NumericOutOfRange, "money out of range")
	}
	return c.setMoney(big.NewInt(int64(cents)))
}

var (
	smallNumbers = strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
		eighteen nineteen twenty`)
	tens      = strings.Fields("zero ten twenty thirty forty fifty sixty seventy eighty ninety")
	thousands = []string{"", " thousand ", " million ", " billion ", " trillion ", " quadrillion "}
)

// moneyWords spells an amount.
func moneyWords(cents int64) string {
	var b strings.Builder
	amount := new(big.Int).Abs(big.NewInt(cents)).Uint64()
	if cents < 0 {
		b.WriteString("minus ")
	}
	dollars, rest := amount/100, amount%100
	for i := len(thousands) - 1; i >= 0; i-- {
		group := dollars
		for range i {
			group /= 1000
		}
		if group %= 1000; group > 0 {
			b.WriteString(spellThousand(group) + thousands[i])
		}
	}
	if dollars == 0 {
		b.WriteString("zero")
	}
	b.WriteString(map[bool]string{true: " dollar and ", false: " dollars and "}[dollars == 1])
	b.WriteString(spellThousand(rest))
	b.WriteString(map[bool]string{true: " cent", false: " cents"}[rest == 1])
	s := b.String()
	return strings.ToUpper(s[:1]) + s[1:]
}

// spellThousand spells a number below a thousand.
func spellThousand(n uint64) string {
	rest := n % 100
	switch {
	case n <= 20:
		return smallNumbers[n]
	case rest == 0:
		return smallNumbers[n/100] + " hundred"
	case n > 99 && n%10 == 0 && rest > 10:
		return smallNumbers[n/100] + " hundred " + tens[rest/10]
	case n > 99 && rest <= 20:
		return smallNumbers[n/100] + " hundred and " + smallNumbers[rest]
	case n > 99:
		return smallNumbers[n/100] + " hundred " + tens[rest/10] + " " + smallNumbers[n%10]
	case n%10 == 0:
		return tens[n/10]
	}
	return tens[n/10] + " " + smallNumbers[n%10]
}
