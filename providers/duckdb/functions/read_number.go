package functions

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// to_number reads a text by a format as PostgreSQL's NUM_processor does: each pattern takes what it finds at the place where the reading
// is, and other characters of the format skip one character each, whatever it is.

// numberReader is the state of one reading.
type numberReader struct {
	rest  string // of the text
	words []string

	whole, fraction int // digits of the format
	shifted         int // of the whole digits, those behind V
	points, tight   bool
	shifts          bool // the format has V
	numberSigns

	sign                    byte // ' ', '+' or '-'
	digits                  strings.Builder
	readWhole, readFraction int
	readPoint               bool
}

// readNumber is to_number: the number with as many digits behind the point as were read.
func readNumber(text, format string) (string, error) {
	r := numberReader{rest: text, sign: ' '}
	if err := r.parse(format); err != nil {
		return "", err
	}
	for _, word := range r.words {
		if r.rest == "" {
			break
		}
		r.readWord(word)
	}
	shown := strings.TrimSuffix(r.digits.String(), ".")
	if shown == "" {
		return "", inputs.InvalidText("numeric", string(r.sign))
	}
	whole, fraction, _ := strings.Cut(shown, ".")
	if whole = strings.TrimLeft(whole, "0"); len(whole) > r.whole {
		return "", sqlstate.New(sqlstate.NumericOutOfRange, "numeric field overflow").
			WithDetail("A field with precision %d, scale %d must round to an absolute value less than 10^%d.", r.whole+len(fraction), len(fraction), r.whole)
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	if whole == "" {
		whole = "0"
	}
	if r.sign == '-' && strings.Trim(whole+fraction, "0.") != "" {
		whole = "-" + whole
	}
	return r.shift(whole + fraction)
}

// shift divides the number by the power of ten that stands behind V.
func (r *numberReader) shift(text string) (string, error) {
	if !r.shifts {
		return text, nil
	}
	list := make([]numeric.Number, 3)
	for i, t := range []string{text, "10", strconv.Itoa(-r.shifted)} {
		var err error
		if list[i], err = numeric.Parse(t); err != nil {
			return "", err
		}
	}
	power, err := list[1].Power(list[2])
	if err != nil {
		return "", err
	}
	shifted, err := list[0].Mul(power)
	return shifted.String(), err
}

// parse takes the format apart.
func (r *numberReader) parse(format string) error {
	for rest := format; rest != ""; {
		if rest[0] == '"' {
			var plain string
			plain, rest = quotedPart(rest[1:])
			for _, c := range plain {
				r.words = append(r.words, `"`+string(c))
			}
			continue
		}
		rest = strings.TrimPrefix(rest, `\`) // before quotes; to skip a backslash is to skip a character
		word := numberWordAt(rest)
		if word == "" {
			_, size := utf8.DecodeRuneInString(rest)
			r.words, rest = append(r.words, `"`+rest[:size]), rest[size:]
			continue
		}
		rest = rest[len(word):]
		if err := r.noteWord(word); err != nil {
			return err
		}
		r.words = append(r.words, word)
	}
	return nil
}

// noteWord notes what a pattern says of the whole number, as NUMDesc_prepare does.
func (r *numberReader) noteWord(word string) error {
	if err := r.noteSign(word); err != nil {
		return err
	}
	switch word {
	case "9", "0":
		if r.points {
			r.fraction++
		} else {
			r.whole++
		}
		if r.shifts && word == "9" {
			r.shifted++
		}
	case ".", "D":
		switch {
		case r.points:
			return failure(sqlstate.SyntaxError, "multiple decimal points")
		case r.shifts:
			return failure(sqlstate.SyntaxError, `cannot use "V" and decimal point together`)
		}
		r.points = true
	case "FM":
		r.tight = true
	case "EEEE", "RN":
		return failure(sqlstate.FeatureNotSupported, `"%s" not supported for input`, word)
	case "V":
		if r.points {
			return failure(sqlstate.SyntaxError, `cannot use "V" and decimal point together`)
		}
		r.shifts = true
	}
	return nil
}

// readWord reads what one pattern stands for.
func (r *numberReader) readWord(word string) {
	switch word {
	case "9", "0", ".", "D":
		r.readPart(word == "9" || word == "0")
		if r.rest != "" {
			r.skip()
		}
	case ",", "G":
		if r.rest[0] == ',' && !r.tight {
			r.skip()
		}
	case "L":
		r.skipOthers(1)
	case "TH":
		if r.sign != '-' && !r.points {
			r.skipOthers(2)
		}
	case "MI":
		r.readSign("-")
	case "PL":
		r.readSign("+")
	case "SG":
		r.readSign("-+")
	default:
		if word[0] == '"' {
			r.skip()
		}
	}
}

// skip passes one character.
func (r *numberReader) skip() {
	_, size := utf8.DecodeRuneInString(r.rest)
	r.rest = r.rest[size:]
}

// skipOthers passes so many characters that no number has.
func (r *numberReader) skipOthers(most int) {
	for range most {
		if r.rest == "" || strings.ContainsRune("0123456789.,+-", rune(r.rest[0])) {
			return
		}
		r.skip()
	}
}

// readSign reads one of the signs, or passes a character that no number has.
func (r *numberReader) readSign(signs string) {
	if strings.IndexByte(signs, r.rest[0]) < 0 {
		r.skipOthers(1)
		return
	}
	r.sign = r.rest[0]
	r.skip()
}

// readPart reads a digit or the point, and a sign before or behind the number: NUM_numpart_from_char. What was read last is still to be
// passed.
func (r *numberReader) readPart(digit bool) {
	if r.rest[0] == ' ' {
		r.skip()
	}
	if r.rest == "" {
		return
	}
	if r.sign == ' ' && digit && r.readWhole+r.readFraction == 0 {
		r.readFirstSign()
	}
	if r.rest == "" {
		return
	}
	if read, over := r.readDigit(); !over {
		r.readLastSign(read)
	}
}

// readDigit reads a digit or the point, and reports whether one was read. over: there are as many digits behind the point as the format has.
func (r *numberReader) readDigit() (read, over bool) {
	switch c := r.rest[0]; {
	case isDigit(c):
		if r.readPoint && r.readFraction == r.fraction {
			return false, true
		}
		if r.digits.WriteByte(c); r.readPoint {
			r.readFraction++
		} else {
			r.readWhole++
		}
		return true, false
	case c == '.' && r.points && !r.readPoint:
		r.digits.WriteByte('.')
		r.readPoint = true
		return true, false
	}
	return false, false
}

// readLastSign reads the sign behind the last digit, which a format need not place. read says that a digit or the point was read.
func (r *numberReader) readLastSign(read bool) {
	if r.sign != ' ' || r.readWhole+r.readFraction == 0 {
		return
	}
	switch {
	case r.anchored && read && len(r.rest) > 1 && (r.rest[1] == '-' || r.rest[1] == '+'):
		r.sign, r.rest = r.rest[1], r.rest[1:]
	case !read && !r.anchored && (r.plus || r.minus) && (r.rest[0] == '-' || r.rest[0] == '+'):
		r.sign = r.rest[0]
	}
}

// readFirstSign reads the sign before the first digit.
func (r *numberReader) readFirstSign() {
	switch c := r.rest[0]; {
	case c == '-' || c == '<' && r.brackets:
		r.sign, r.rest = '-', r.rest[1:]
	case c == '+':
		r.sign, r.rest = '+', r.rest[1:]
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
