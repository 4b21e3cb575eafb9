package vector

import (
	"net/netip"
	"strings"
)

// An address of a network is kept as a text whose order is that of Postgres's: its family, the bits of its network as 1
// and 2, a 0, and the whole address in hexadecimal digits.

// NetworkKey returns the text that is kept.
func NetworkKey(p netip.Prefix) string {
	var b strings.Builder
	address := p.Addr().AsSlice()
	if b.WriteByte('4'); p.Addr().Is6() {
		b.Reset()
		b.WriteByte('6')
	}
	for i := range p.Bits() {
		b.WriteByte('1' + address[i/8]>>(7-i%8)&1)
	}
	b.WriteByte('0')
	const digits = "0123456789abcdef"
	for _, octet := range address {
		b.WriteByte(digits[octet>>4])
		b.WriteByte(digits[octet&15])
	}
	return b.String()
}

// ReadNetwork reads the text that is kept.
func ReadNetwork(key []byte) netip.Prefix {
	bits := strings.IndexByte(string(key), '0') - 1
	if bits < 0 {
		return netip.Prefix{}
	}
	hexadecimal := key[bits+2:]
	octets := make([]byte, len(hexadecimal)/2)
	nibble := func(c byte) byte {
		if c >= 'a' {
			return c - 'a' + 10
		}
		return c - '0'
	}
	for i := range octets {
		octets[i] = nibble(hexadecimal[2*i])<<4 | nibble(hexadecimal[2*i+1])
	}
	address, ok := netip.AddrFromSlice(octets)
	if !ok {
		return netip.Prefix{}
	}
	return netip.PrefixFrom(address, bits)
}

// The aliases of addresses.
const (
	InetAlias = "PG_INET"
	CIDRAlias = "PG_CIDR"
)

// appendNetwork writes an address as Postgres does: a network always with its length, a host without.
func appendNetwork(b, key []byte, alias string) []byte {
	p := ReadNetwork(key)
	if alias == InetAlias && p.IsSingleIP() {
		return p.Addr().AppendTo(b)
	}
	return p.AppendTo(b)
}
