package timeofday

import (
	"strings"
	"time"
)

// CanonicalZone spells the name of a zone in the case of its file: europe/berlin is Europe/Berlin. It
// returns "" for what cannot be one.
func CanonicalZone(value string) string {
	if strings.ToLower(value) != value {
		if _, err := time.LoadLocation(value); err == nil {
			return value
		}
	}
	for _, spelled := range []string{strings.ToUpper(value), titled(value), value} {
		if _, err := time.LoadLocation(spelled); err == nil {
			return spelled
		}
	}
	return ""
}

// titled begins every word of a name with a capital, but for small words of zones' names.
func titled(name string) string {
	out, begin := []byte(strings.ToLower(name)), true
	for i, b := range out {
		if begin && b >= 'a' && b <= 'z' && !smallWord(out[i:]) {
			out[i] = b - 'a' + 'A'
		}
		begin = b == '/' || b == '_' || b == '-'
	}
	return string(out)
}

func smallWord(rest []byte) bool {
	for _, word := range []string{"es_", "au_", "of_", "d'"} {
		if strings.HasPrefix(string(rest), word) {
			return true
		}
	}
	return false
}
