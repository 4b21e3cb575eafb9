package functions

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The addresses of network cards, of six octets and of eight, which are kept as PostgreSQL shows them.
const (
	macType  = "PG_MACADDR"
	mac8Type = "PG_MACADDR8"
)

// cardFunctions are the functions and the operators of macaddr and macaddr8.
func cardFunctions() []scalar {
	all := []scalar{
		ofCard("macaddr8_set7bit", mac8Type, func(a []byte) { a[0] |= 2 }),
	}
	for _, alias := range []string{macType, mac8Type} {
		all = append(all,
			ofCard("trunc", alias, func(a []byte) { clear(a[3:]) }),
			ofCard("~", alias, func(a []byte) {
				for i := range a {
					a[i] = ^a[i]
				}
			}),
			ofCards("&", alias, func(a, b byte) byte { return a & b }),
			ofCards("|", alias, func(a, b byte) byte { return a | b }))
	}
	return all
}

// ofCard makes a function of an address that changes its octets.
func ofCard(name, alias string, change func([]byte)) scalar {
	return scalar{name: name, takes: []string{alias}, returns: alias, call: func(c *calling) error {
		octets := octetsOf(c.str(0))
		change(octets)
		c.setText(shownOctets(octets))
		return nil
	}}
}

// ofCards makes a function of two addresses, octet by octet.
func ofCards(name, alias string, compute func(a, b byte) byte) scalar {
	return scalar{name: name, takes: []string{alias, alias}, returns: alias, call: func(c *calling) error {
		a, b := octetsOf(c.str(0)), octetsOf(c.str(1))
		for i := range a {
			a[i] = compute(a[i], b[i])
		}
		c.setText(shownOctets(a))
		return nil
	}}
}

// octetsOf are the octets of an address as it is kept.
func octetsOf(kept string) []byte {
	octets, _ := hex.DecodeString(strings.ReplaceAll(kept, ":", ""))
	return octets
}

func shownOctets(octets []byte) string {
	parts := make([]string, len(octets))
	for i := range octets {
		parts[i] = hex.EncodeToString(octets[i : i+1])
	}
	return strings.Join(parts, ":")
}

// widened is an address of eight octets of one of six.
func widened(a []byte) []byte {
	return slices.Concat(a[:3], []byte{0xff, 0xfe}, a[3:])
}

// cardCasts are the casts of texts to addresses of cards, and between the two types.
func cardCasts() []conversion {
	return []conversion{
		{from: "VARCHAR", to: macType, call: readCard},
		{from: "VARCHAR", to: mac8Type, call: readWideCard},
		{from: macType, to: mac8Type, implicit: 10, call: widenCard},
		{from: mac8Type, to: macType, call: narrowCard},
	}
}

// widenCard makes an address of eight octets of one of six.
func widenCard(c *calling) error {
	c.setText(shownOctets(widened(octetsOf(c.str(0)))))
	return nil
}

// narrowCard makes an address of six octets of one of eight.
func narrowCard(c *calling) error {
	a := octetsOf(c.str(0))
	if a[3] != 0xff || a[4] != 0xfe {
		return sqlstate.New(sqlstate.NumericOutOfRange, "macaddr8 data out of range to convert to macaddr").
			WithHint("Only addresses that have FF and FE as values in the 4th and 5th bytes from the left, for example xx:xx:xx:ff:fe:xx:xx:xx, are eligible to be converted from macaddr8 to macaddr.")
	}
	c.setText(shownOctets(append(a[:3], a[5:]...)))
	return nil
}

// readCard reads an address of six octets.
func readCard(c *calling) error {
	text := strings.ToLower(strings.Trim(c.str(0), vector.Blanks))
	if macForm().MatchString(text) {
		for _, sign := range []string{":", "-"} {
			if parts := strings.Split(text, sign); len(parts) == 6 { // each of one digit or two
				for i := range parts {
					parts[i] = strings.Repeat("0", 2-len(parts[i])) + parts[i]
				}
				text = strings.Join(parts, "")
			}
		}
		octets, err := hex.DecodeString(strings.NewReplacer(":", "", "-", "", ".", "").Replace(text))
		if err == nil && len(octets) == 6 {
			c.setText(shownOctets(octets))
			return nil
		}
	}
	return inputs.InvalidText("macaddr", c.str(0))
}

// readWideCard reads an address of eight octets.
func readWideCard(c *calling) error {
	octets, ok := readOctets(c.str(0))
	if !ok {
		return inputs.InvalidText("macaddr8", c.str(0))
	}
	c.setText(shownOctets(octets))
	return nil
}

// readOctets reads an address of eight octets, or of six, as PostgreSQL's macaddr8_in does: pairs of digits, with one sign between them or
// none.
func readOctets(text string) (octets []byte, ok bool) {
	rest, sign := strings.TrimLeft(text, vector.Blanks), byte(0)
	for len(rest) > 1 {
		pair, err := hex.DecodeString(rest[:2])
		if err != nil || len(octets) == 8 {
			return nil, false
		}
		octets, rest = append(octets, pair...), rest[2:]
		if rest != "" && strings.IndexByte(":-.", rest[0]) >= 0 {
			if sign != 0 && sign != rest[0] {
				return nil, false
			}
			sign, rest = rest[0], rest[1:]
		}
		if n := len(octets); n == 6 || n == 8 {
			behind := strings.TrimLeft(rest, vector.Blanks)
			if behind != rest && behind != "" {
				return nil, false
			}
			rest = behind
		}
	}
	switch len(octets) {
	case 6:
		return widened(octets), true
	case 8:
		return octets, true
	}
	return nil, false
}
