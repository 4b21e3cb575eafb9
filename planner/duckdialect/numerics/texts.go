package numerics

import "github.com/sallyportdb/sallyport/numeric"

// Shown returns a finite numeric that a text is as PostgreSQL shows it; ok is false for another text.
func Shown(text string) (shown string, ok bool) {
	x, err := numeric.Parse(text)
	if err != nil || !x.Finite() {
		return "", false
	}
	return x.String(), true
}

// Trimmed is Shown without zeros at the end behind the point.
func Trimmed(text string) (shown string, ok bool) {
	x, err := numeric.Parse(text)
	if err != nil || !x.Finite() {
		return "", false
	}
	return x.TrimScale().String(), true
}
