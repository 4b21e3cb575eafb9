package functions

import (
	"net/netip"
	"strconv"
	"strings"
)

// abbreviated is a cidr in PostgreSQL's short form: what stands behind the bits of the network is left out.
func abbreviated(p netip.Prefix) string {
	length := "/" + strconv.Itoa(p.Bits())
	if p.Addr().Is4() {
		octets := strings.Split(p.Addr().String(), ".")[:max(1, (p.Bits()+7)/8)]
		return strings.Join(octets, ".") + length
	}
	if p.Bits() == 0 {
		return "::" + length
	}
	s := p.Masked().Addr().As16()
	words := max(2, (p.Bits()+15)/16)
	first, zeros := longestZeros(s, words)
	dotted := zeros != words && first == 0 && (zeros == 6 || zeros == 5 && s[10] == 0xff && s[11] == 0xff || zeros == 7 && s[14] != 0 && s[15] != 1)
	var b strings.Builder
	for w := range words {
		switch high, low := s[2*w], s[2*w+1]; {
		case zeros != 0 && w >= first && w < first+zeros:
			if w == first {
				b.WriteByte(':')
			}
			if w == words-1 {
				b.WriteByte(':')
			}
		case dotted && w > 5:
			b.WriteString(map[bool]string{true: ":", false: "."}[w == 6] + strconv.Itoa(int(high)))
			if w != 7 || p.Bits() > 120 { // the last octet may be left out
				b.WriteString("." + strconv.Itoa(int(low)))
			}
		default:
			if b.Len() > 0 {
				b.WriteByte(':')
			}
			b.WriteString(strconv.FormatUint(uint64(high)<<8|uint64(low), 16))
		}
	}
	return b.String() + length
}

// longestZeros finds the longest run of words of zeros, as PostgreSQL does: a run that is not the longest so far is counted on.
func longestZeros(s [16]byte, words int) (first, count int) {
	start, length := 0, 0
	for w := range words {
		switch {
		case s[2*w]|s[2*w+1] == 0:
			if length == 0 {
				start = w
			}
			length++
		case count < length:
			first, count, length = start, length, 0
		}
	}
	if count < length {
		return start, length
	}
	return first, count
}
