package jsonvalue

import (
	"encoding/binary"
	"strings"

	"github.com/sallyportdb/sallyport/numeric"
)

// rank is the place of a value's kind in the order of jsonb.
func (v *Value) rank() int {
	switch v.Kind {
	case 'n':
		return 0
	case '"':
		return 1
	case 'f', 't':
		return 3
	case '[':
		return 4
	case '{':
		return 5
	}
	return 2
}

// SortKey returns bytes whose order is that of jsonb: by kind, then by size, then part by part. Equal values have equal keys.
// An empty array by itself is less than any other value.
func (v *Value) SortKey() []byte {
	if v.Kind == '[' && len(v.Items) == 0 {
		return []byte{0}
	}
	return v.appendKey(nil)
}

func (v *Value) appendKey(b []byte) []byte {
	b = append(b, byte('0'+v.rank())) //nolint:gosec // a digit
	switch v.Kind {
	case 'n':
		return b
	case '"':
		return append(append(b, v.Text...), 0)
	case 'f', 't':
		return append(b, v.Kind)
	case '[':
		b = appendCount(b, len(v.Items))
		for _, item := range v.Items {
			b = item.appendKey(b)
		}
		return b
	case '{':
		b = appendCount(b, len(v.Members))
		for _, m := range v.Members {
			b = m.Value.appendKey(append(append(b, m.Key...), 0))
		}
		return b
	}
	n, err := numeric.Parse(v.Text)
	if err != nil {
		return append(append(b, v.Text...), 0)
	}
	key := n.Key()
	return append(b, key[:strings.LastIndexAny(key, " ~")+1]...) // equal numbers have one key, whatever their scales are
}

func appendCount(b []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(b, uint32(n)) //nolint:gosec // parts of one value
}
