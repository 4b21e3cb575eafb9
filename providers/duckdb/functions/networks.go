package functions

import (
	"math/big"
	"net/netip"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// networkFunctions are the functions and the operators of inet and cidr. A cidr is an inet where nothing else is said.
var networkFunctions = []scalar{
	{name: "host", takes: []string{vector.InetAlias}, returns: "VARCHAR", call: func(c *calling) error { c.setText(c.network(0).Addr().String()); return nil }},
	{name: "abbrev", takes: []string{vector.InetAlias}, returns: "VARCHAR", call: func(c *calling) error {
		c.setText(string(c.writer.AppendText(nil, vector.TypeNamed(vector.InetAlias), &c.args[0], c.row)))
		return nil
	}},
	{name: "abbrev", takes: []string{vector.CIDRAlias}, returns: "VARCHAR", call: func(c *calling) error {
		c.setText(abbreviated(c.network(0)))
		return nil
	}},
	{name: "masklen", takes: []string{vector.InetAlias}, returns: "INTEGER", call: func(c *calling) error {
		vector.Set(&c.out, c.row, int32(c.network(0).Bits())) //nolint:gosec // 128 at most
		return nil
	}},
	{name: "family", takes: []string{vector.InetAlias}, returns: "INTEGER", call: func(c *calling) error {
		family := int32(4)
		if c.network(0).Addr().Is6() {
			family = 6
		}
		vector.Set(&c.out, c.row, family)
		return nil
	}},
	networkOf("network", vector.CIDRAlias, func(p netip.Prefix) netip.Prefix { return p.Masked() }),
	networkOf("netmask", vector.InetAlias, func(p netip.Prefix) netip.Prefix { return single(mask(p, false)) }),
	networkOf("hostmask", vector.InetAlias, func(p netip.Prefix) netip.Prefix { return single(mask(p, true)) }),
	networkOf("broadcast", vector.InetAlias, func(p netip.Prefix) netip.Prefix {
		return netip.PrefixFrom(addressOf(new(big.Int).Or(number(p.Addr()), number(mask(p, true))), p.Addr()), p.Bits())
	}),
	setMasklen(vector.InetAlias), setMasklen(vector.CIDRAlias),
	{name: "inet_merge", takes: []string{vector.InetAlias, vector.InetAlias}, returns: vector.CIDRAlias, call: mergeNetworks},
	networkTest("inet_same_family", func(a, b netip.Prefix) bool { return a.Addr().BitLen() == b.Addr().BitLen() }),
	networkTest("<<", func(a, b netip.Prefix) bool { return within(a, b) && a.Bits() > b.Bits() }),
	networkTest(">>", func(a, b netip.Prefix) bool { return within(b, a) && b.Bits() > a.Bits() }),
	networkTest("pg__inet_within", within),
	networkTest("pg__inet_holds", func(a, b netip.Prefix) bool { return within(b, a) }),
	networkTest("&&", func(a, b netip.Prefix) bool { return within(a, b) || within(b, a) }),
	{name: "+", takes: []string{vector.InetAlias, "BIGINT"}, returns: vector.InetAlias, call: func(c *calling) error { return c.moveAddress(0, 1, 1) }},
	{name: "+", takes: []string{"BIGINT", vector.InetAlias}, returns: vector.InetAlias, call: func(c *calling) error { return c.moveAddress(1, 0, 1) }},
	{name: "-", takes: []string{vector.InetAlias, "BIGINT"}, returns: vector.InetAlias, call: func(c *calling) error { return c.moveAddress(0, 1, -1) }},
	{name: "-", takes: []string{vector.InetAlias, vector.InetAlias}, returns: "BIGINT", call: func(c *calling) error {
		a, b := c.network(0).Addr(), c.network(1).Addr()
		if a.BitLen() != b.BitLen() {
			return failure(sqlstate.InvalidParameterValue, "cannot subtract inet values of different sizes")
		}
		n := new(big.Int).Sub(number(a), number(b))
		if !n.IsInt64() {
			return failure(sqlstate.NumericOutOfRange, "result is out of range")
		}
		vector.Set(&c.out, c.row, n.Int64())
		return nil
	}},
	networkBits("&", (*big.Int).And), networkBits("|", (*big.Int).Or),
	networkOf("~", vector.InetAlias, func(p netip.Prefix) netip.Prefix {
		all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(p.Addr().BitLen())), big.NewInt(1)) //nolint:gosec // 32 or 128
		return netip.PrefixFrom(addressOf(all.Xor(all, number(p.Addr())), p.Addr()), p.Bits())
	}),
}

func (c *calling) network(i int) netip.Prefix { return vector.ReadNetwork(c.bytes(i)) }

func (c *calling) setNetwork(p netip.Prefix) { c.setText(vector.NetworkKey(p)) }

func networkOf(name, returns string, compute func(netip.Prefix) netip.Prefix) scalar {
	return scalar{name: name, takes: []string{vector.InetAlias}, returns: returns, call: func(c *calling) error {
		c.setNetwork(compute(c.network(0)))
		return nil
	}}
}

func networkTest(name string, test func(a, b netip.Prefix) bool) scalar {
	return scalar{name: name, takes: []string{vector.InetAlias, vector.InetAlias}, returns: "BOOLEAN", call: func(c *calling) error {
		vector.Set(&c.out, c.row, test(c.network(0), c.network(1)))
		return nil
	}}
}

func networkBits(name string, compute func(z, x, y *big.Int) *big.Int) scalar {
	return scalar{name: name, takes: []string{vector.InetAlias, vector.InetAlias}, returns: vector.InetAlias, call: func(c *calling) error {
		a, b := c.network(0), c.network(1)
		if a.Addr().BitLen() != b.Addr().BitLen() {
			return failure(sqlstate.InvalidParameterValue, "cannot %s inet values of different sizes", map[string]string{"&": "AND", "|": "OR"}[name])
		}
		c.setNetwork(netip.PrefixFrom(addressOf(compute(new(big.Int), number(a.Addr()), number(b.Addr())), a.Addr()), max(a.Bits(), b.Bits())))
		return nil
	}}
}

func setMasklen(alias string) scalar {
	return scalar{name: "set_masklen", takes: []string{alias, "INTEGER"}, returns: alias, call: func(c *calling) error {
		p, bits := c.network(0), int(c.int4(1))
		if bits == -1 {
			bits = p.Addr().BitLen()
		}
		if bits < 0 || bits > p.Addr().BitLen() {
			return failure(sqlstate.InvalidParameterValue, "invalid mask length: %d", bits)
		}
		if p = netip.PrefixFrom(p.Addr(), bits); alias == vector.CIDRAlias {
			p = p.Masked()
		}
		c.setNetwork(p)
		return nil
	}}
}

// mergeNetworks finds the smallest network that has both.
func mergeNetworks(c *calling) error {
	a, b := c.network(0), c.network(1)
	if a.Addr().BitLen() != b.Addr().BitLen() {
		return failure(sqlstate.InvalidParameterValue, "cannot merge addresses from different families")
	}
	differing := new(big.Int).Xor(number(a.Addr()), number(b.Addr())).BitLen()
	c.setNetwork(netip.PrefixFrom(a.Addr(), min(a.Bits(), b.Bits(), a.Addr().BitLen()-differing)).Masked())
	return nil
}

// within reports whether a network, or a host in it, is in another.
func within(a, b netip.Prefix) bool {
	return a.Addr().BitLen() == b.Addr().BitLen() && a.Bits() >= b.Bits() && b.Contains(a.Addr())
}

func number(a netip.Addr) *big.Int { return new(big.Int).SetBytes(a.AsSlice()) }

// addressOf is the address of a number, of the family of another.
func addressOf(n *big.Int, like netip.Addr) netip.Addr {
	address, _ := netip.AddrFromSlice(n.FillBytes(make([]byte, like.BitLen()/8)))
	return address
}

func single(a netip.Addr) netip.Prefix { return netip.PrefixFrom(a, a.BitLen()) }

// mask has ones for the bits of the network, or for the others.
func mask(p netip.Prefix, host bool) netip.Addr {
	free := uint(p.Addr().BitLen() - p.Bits()) //nolint:gosec // 128 at most
	ones := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), free), big.NewInt(1))
	if !host {
		all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(p.Addr().BitLen())), big.NewInt(1)) //nolint:gosec // 32 or 128
		ones.Xor(all, ones)
	}
	return addressOf(ones, p.Addr())
}

// moveAddress adds a number to an address.
func (c *calling) moveAddress(address, by, sign int) error {
	p := c.network(address)
	n := new(big.Int).Mul(big.NewInt(c.int8(by)), big.NewInt(int64(sign)))
	n.Add(n, number(p.Addr()))
	if n.Sign() < 0 || n.BitLen() > p.Addr().BitLen() {
		return failure(sqlstate.NumericOutOfRange, "result is out of range")
	}
	c.setNetwork(netip.PrefixFrom(addressOf(n, p.Addr()), p.Bits()))
	return nil
}

// networkCasts are the casts of texts to addresses, and of addresses to texts.
func networkCasts() []conversion {
	shown := func(alias string) func(c *calling) error {
		return func(c *calling) error {
			text := string((&vector.Writer{}).AppendText(nil, vector.TypeNamed(alias), &c.args[0], c.row))
			if alias == vector.InetAlias && !strings.Contains(text, "/") { // a cast shows the length, too
				text += "/" + strconv.Itoa(c.network(0).Bits())
			}
			c.setText(text)
			return nil
		}
	}
	return []conversion{
		{from: "VARCHAR", to: vector.InetAlias, call: func(c *calling) error {
			p, ok := readNetwork(c.str(0))
			if !ok {
				return inputs.InvalidText("inet", c.str(0))
			}
			c.setNetwork(p)
			return nil
		}},
		{from: "VARCHAR", to: vector.CIDRAlias, call: func(c *calling) error {
			p, ok := readNetwork(withLength(c.str(0)))
			switch {
			case !ok:
				return inputs.InvalidText("cidr", c.str(0))
			case p != p.Masked():
				return sqlstate.New(sqlstate.InvalidTextRepresent, "invalid cidr value: %q", c.str(0)).WithDetail("Value has bits set to right of mask.")
			}
			c.setNetwork(p)
			return nil
		}},
		{from: vector.CIDRAlias, to: vector.InetAlias, implicit: 10, call: copyText},
		{from: vector.InetAlias, to: vector.CIDRAlias, call: func(c *calling) error { c.setNetwork(c.network(0).Masked()); return nil }},
		{from: vector.InetAlias, to: "VARCHAR", call: shown(vector.InetAlias)},
		{from: vector.CIDRAlias, to: "VARCHAR", call: shown(vector.CIDRAlias)},
	}
}

// withLength gives an IPv4 network whose last octets are left out the length that its class has, or that its octets have.
func withLength(text string) string {
	octets := strings.Count(text, ".") + 1
	first, err := strconv.ParseUint(text[:len(text)-len(strings.TrimLeft(text, "0123456789"))], 10, 8)
	if err != nil || octets > 3 || strings.ContainsAny(text, "/:") {
		return text
	}
	bits := 8
	switch {
	case first >= 240:
		bits = 32
	case first >= 224 && octets == 1:
		if first == 224 {
			bits = 4
		}
	case first >= 192 && first < 224:
		bits = 24
	case first >= 128 && first < 192:
		bits = 16
	}
	return text + "/" + strconv.Itoa(max(bits, 8*octets*min(1, octets-1)))
}

// readNetwork reads an address with or without the length of its network; of an IPv4 network the last octets may be left
// out.
func readNetwork(text string) (netip.Prefix, bool) {
	address, length, cut := strings.Cut(text, "/")
	if octets := strings.Count(address, "."); cut && octets < 3 && !strings.Contains(address, ":") {
		address += strings.Repeat(".0", 3-octets)
	}
	a, err := netip.ParseAddr(address)
	if err != nil || a.Zone() != "" {
		return netip.Prefix{}, false
	}
	bits := a.BitLen()
	if cut {
		if bits, err = strconv.Atoi(length); err != nil || bits < 0 || bits > a.BitLen() || length[0] < '0' {
			return netip.Prefix{}, false
		}
	}
	return netip.PrefixFrom(a, bits), true
}

// macForm matches the ways to write the address of a network card.
var macForm = pattern(`^(?:\w\w?(?::\w\w?){5}|\w\w?(?:-\w\w?){5}|\w{6}[:-]\w{6}|\w{4}(?:\.\w{4}){2}|\w{4}(?:-\w{4}){2}|\w{12})$`)
