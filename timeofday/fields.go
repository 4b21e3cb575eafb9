package timeofday

import "strings"

// The kinds of fields that a text of a date and a time has.
const (
	numberField = iota // digits, and digits behind a point
	wordField
	dateField   // fields of a date, or the name of a zone, with marks between them
	clockField  // digits and colons
	offsetField // digits behind a sign
	signedField // a word behind a sign
)

type field struct {
	kind int
	text string
}

// fieldReader takes a text apart, as datetime.c's ParseDateTime does.
type fieldReader struct {
	text string // in lower case
	at   int
}

const mostFields = 25

// splitFields returns the fields of a text; ok is false for a character that none has.
func splitFields(text string) (fields []field, ok bool) {
	r := fieldReader{text: strings.ToLower(text)}
	const longest = 128 + mostFields
	for written := 0; r.at < len(r.text); {
		b := r.text[r.at]
		from, kind := r.at, numberField
		switch {
		case isBlank(b):
			r.at++
			continue
		case isDigit(b):
			kind = r.readNumber()
		case b == '.':
			r.at++
			r.skipBytes(isDigit)
		case isLetter(b):
			kind = r.readWord()
		case b == '+' || b == '-':
			if kind = r.readSigned(&from); kind < 0 {
				return nil, false
			}
		case b > ' ' && b < 0x7f: // another mark stands between fields
			r.at++
			continue
		default:
			return nil, false
		}
		taken := r.text[from:r.at]
		if kind == offsetField || kind == signedField {
			taken = string(b) + taken
		}
		if written += len(taken) + 1; written > longest || len(fields) == mostFields {
			return nil, false
		}
		fields = append(fields, field{kind, taken})
	}
	return fields, true
}

func (r *fieldReader) skipBytes(of func(byte) bool) {
	for r.at < len(r.text) && of(r.text[r.at]) {
		r.at++
	}
}

// next is the character that is read next, 0 at the end.
func (r *fieldReader) next() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *fieldReader) readNumber() int {
	r.skipBytes(isDigit)
	switch mark := r.next(); mark {
	case ':':
		r.skipBytes(func(b byte) bool { return isDigit(b) || b == ':' || b == '.' })
		return clockField
	case '-', '/', '.':
		r.at++
		if !isDigit(r.next()) {
			r.skipBytes(func(b byte) bool { return isDigit(b) || isLetter(b) || b == mark })
			return dateField
		}
		r.skipBytes(isDigit)
		if r.next() == mark {
			r.skipBytes(func(b byte) bool { return isDigit(b) || b == mark })
			return dateField
		}
		if mark == '.' {
			return numberField
		}
		return dateField
	}
	return numberField
}

func (r *fieldReader) readWord() int {
	from := r.at
	r.skipBytes(isLetter)
	switch b := r.next(); {
	case b == '-' || b == '/' || b == '.':
	case b == '+' || isDigit(b):
		if _, known := words[r.text[from:r.at]]; known {
			return wordField
		}
	default:
		return wordField
	}
	r.skipBytes(func(b byte) bool { return isDigit(b) || isLetter(b) || strings.IndexByte("+-/_.:", b) >= 0 })
	return dateField
}

// readSigned reads what stands behind a sign, and blanks; from is set to where that begins.
func (r *fieldReader) readSigned(from *int) int {
	r.at++
	r.skipBytes(isBlank)
	*from = r.at
	switch {
	case isDigit(r.next()):
		r.skipBytes(func(b byte) bool { return isDigit(b) || b == ':' || b == '.' || b == '-' })
		return offsetField
	case isLetter(r.next()):
		r.skipBytes(isLetter)
		return signedField
	}
	return -1
}

func isDigit(b byte) bool  { return b >= '0' && b <= '9' }
func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }
func isBlank(b byte) bool  { return b == ' ' || b >= '\t' && b <= '\r' }
