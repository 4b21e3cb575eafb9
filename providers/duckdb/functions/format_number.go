package functions

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// numberFormat is a format of to_char for numbers.
type numberFormat struct {
	parts       []string // digits, separators, signs and text, in order
	whole       int      // digits before the point
	fraction    int      // digits behind the point
	firstZero   int      // the first digit that is filled with zeros; -1: none
	lastZero    int      // the last digit behind the point that is one; -1: none
	tight       bool     // FM
	sign        string   // "", "S" before the number, "s" behind it, "MI", "SG" or "PR"
	pointed, th bool
	exponent    bool // EEEE
	roman       bool // RN
	lower       bool // rn
	shifts      bool // V: the digits behind it multiply the number by a power of ten
	shift       int  // that power
	numberSigns
}

// numberSigns are the patterns of signs that a format has.
type numberSigns struct{ anchored, plus, minus, brackets bool } // S; PL and SG; MI and SG; PR

// noteSign notes a pattern of a sign, and refuses what does not go together.
func (s *numberSigns) noteSign(word string) error {
	switch word {
	case "S":
		if s.anchored {
			return failure(sqlstate.SyntaxError, `cannot use "S" twice`)
		}
		if s.plus || s.minus || s.brackets {
			return failure(sqlstate.SyntaxError, `cannot use "S" and "PL"/"MI"/"SG"/"PR" together`)
		}
		s.anchored = true
	case "MI", "PL", "SG":
		if s.anchored {
			return failure(sqlstate.SyntaxError, `cannot use "S" and "%s" together`, word)
		}
		s.minus, s.plus = s.minus || word != "PL", s.plus || word != "MI"
	case "PR":
		if s.anchored || s.plus || s.minus {
			return failure(sqlstate.SyntaxError, `cannot use "PR" and "S"/"PL"/"MI"/"SG" together`)
		}
		s.brackets = true
	case "9", "0":
		if s.brackets {
			return failure(sqlstate.SyntaxError, `"%s" must be ahead of "PR"`, word)
		}
	}
	return nil
}

// numberWords are the patterns of a format, the longer first.
var numberWords = []string{"EEEE", "SG", "SP", "MI", "PR", "PL", "TH", "FM", "RN", "9", "0", ".", "B", "C", "D", ",", "G", "S", "L", "V"}

// numberWordAt is the pattern that a format begins with, "" if there is none: each is known in capitals and in small letters, "Rn" is text.
func numberWordAt(format string) string {
	for _, w := range numberWords {
		if len(format) >= len(w) && (format[:len(w)] == w || format[:len(w)] == strings.ToLower(w)) {
			return w
		}
	}
	return ""
}

// parseNumberFormat reads a format. It refuses what is not known here.
func parseNumberFormat(text string) (f numberFormat, err error) {
	f.firstZero, f.lastZero = -1, -1
	for rest := text; rest != ""; {
		if rest[0] == '"' {
			plain, behind := quotedPart(rest[1:])
			f.parts, rest = append(f.parts, `"`+plain), behind
			continue
		}
		if strings.HasPrefix(rest, `\"`) {
			f.parts, rest = append(f.parts, `""`), rest[2:]
			continue
		}
		word := numberWordAt(rest)
		if word == "" {
			f.parts, rest = append(f.parts, `"`+rest[:1]), rest[1:]
			continue
		}
		written := rest[:len(word)]
		rest = rest[len(word):]
		if err := cmp.Or(f.checkExponent(word), f.noteSign(word)); err != nil {
			return f, err
		}
		if f.noteMode(word) {
			continue
		}
		switch word {
		case "RN":
			f.roman, f.lower = true, written == "rn"
			continue
		case "L": // the symbol of a locale without a currency
			if f.tight {
				return f, failure(sqlstate.FeatureNotSupported, "L behind FM in a format of to_char is not supported")
			}
			f.parts = append(f.parts, `" `)
			continue
		case "TH":
			f.th, word = true, written
		case "9", "0":
			f.readDigit(word)
		case ".", "D":
			if f.pointed {
				return f, failure(sqlstate.SyntaxError, "multiple decimal points")
			}
			f.pointed, word = true, "."
		case ",", "G":
			word = ","
		case "S":
			if f.sign = "S"; f.whole > 0 || f.pointed {
				f.sign = "s"
			} else if strings.HasPrefix(strings.ToUpper(rest), "D") || strings.HasPrefix(rest, ".") {
				return f, failure(sqlstate.FeatureNotSupported, "S before a point in a format of to_char is not supported")
			}
		case "PL": // beside the sign, unless MI takes the sign's place
		case "MI", "SG", "PR":
			f.sign = word
		}
		f.parts = append(f.parts, word)
	}
	return f, nil
}

// checkExponent refuses what does not go with EEEE.
func (f *numberFormat) checkExponent(word string) error {
	switch {
	case word == "EEEE" && f.exponent:
		return failure(sqlstate.SyntaxError, `cannot use "EEEE" twice`)
	case f.exponent:
		return failure(sqlstate.SyntaxError, `"EEEE" must be the last pattern used`)
	case word == "EEEE" && (f.tight || f.roman || f.shifts || f.numberSigns != numberSigns{}):
		return sqlstate.New(sqlstate.SyntaxError, `"EEEE" is incompatible with other formats`).
			WithDetail(`"EEEE" may only be used together with digit and decimal point patterns.`)
	}
	return nil
}

// quotedPart reads a text of a format up to the quotes that end the text, and what is behind them. A backslash takes
// the meaning of the character behind it.
func quotedPart(s string) (text, rest string) {
	var b strings.Builder
	for s != "" && s[0] != '"' {
		if s[0] == '\\' && len(s) > 1 {
			s = s[1:]
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String(), strings.TrimPrefix(s, `"`)
}

// noteMode notes a pattern that writes nothing where it stands.
func (f *numberFormat) noteMode(word string) bool {
	switch word {
	case "FM":
		f.tight = true
	case "EEEE":
		f.exponent = true
	case "V":
		f.shifts = true
	case "B", "C", "SP": // which PostgreSQL knows and makes nothing of
	default:
		return false
	}
	return true
}

func (f *numberFormat) readDigit(word string) {
	if f.pointed {
		if word == "0" {
			f.lastZero = f.fraction
		}
		f.fraction++
		return
	}
	if word == "0" && f.firstZero < 0 {
		f.firstZero = f.whole
	}
	f.whole++
	if f.shifts {
		f.shift++
	}
}

// show formats a number. signed says that it is negative even where no digit is shown but zeros, as those of floating point are.
func (f *numberFormat) show(value *big.Rat, signed bool) string {
	negative := signed || value.Sign() < 0
	switch {
	case f.roman:
		return f.showRoman(value)
	case f.exponent:
		return showExponent(value, f.fraction)
	}
	if f.shift > 0 {
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(f.shift)), nil)
		value = new(big.Rat).Mul(value, new(big.Rat).SetInt(power))
	}
	digits := new(big.Rat).Abs(value).FloatString(f.fraction)
	whole, fraction, _ := strings.Cut(digits, ".")
	if strings.Trim(digits, "0.") == "" {
		negative = signed
	}
	whole = strings.TrimLeft(whole, "0")
	kept, over := len(fraction), len(whole) > f.whole || f.whole == 0 && f.pointed
	if f.tight && !over {
		kept = max(len(strings.TrimRight(fraction, "0")), f.lastZero+1)
	}
	shown := shownNumber{format: f, whole: whole, fraction: fraction, kept: kept, negative: negative, over: over}
	return shown.text()
}

// shownNumber is a number that is written in a format.
type shownNumber struct {
	format          *numberFormat
	whole, fraction string
	kept            int // digits of the fraction that are shown
	negative, over  bool
	b               strings.Builder
	started         bool // the sign is written
	at, behind      int  // digits that were passed
}

// text writes the number.
func (s *shownNumber) text() string {
	f := s.format
	for _, part := range f.parts {
		switch part {
		case "9", "0":
			s.writeDigit()
		case ",":
			if s.started {
				s.b.WriteByte(',')
			} else if !f.tight {
				s.b.WriteByte(' ')
			}
		case ".":
			s.start()
			s.b.WriteString(s.point())
		case "S":
			if f.sign == "s" {
				s.b.WriteByte(sign(s.negative, '+'))
			}
		case "SG":
			s.b.WriteByte(sign(s.negative, '+'))
		case "PL":
			s.b.WriteString(f.plus(s.negative))
		case "MI":
			if s.negative || !f.tight {
				s.b.WriteByte(sign(s.negative, ' '))
			}
		case "PR":
		case "TH", "th", "Th", "tH":
			if !s.negative && !s.over && f.fraction == 0 {
				s.b.WriteString(ordinal(s.whole, part))
			}
		default:
			s.b.WriteString(part[1:])
		}
	}
	if f.sign == "PR" {
		switch {
		case s.negative:
			s.b.WriteByte('>')
		case !f.tight:
			s.b.WriteByte(' ')
		}
	}
	return s.b.String()
}

// point is what a point writes: nothing where no digits are behind it.
func (s *shownNumber) point() string {
	if s.format.fraction == 0 && !s.over {
		return ""
	}
	return "."
}

// plus is what PL writes.
func (f *numberFormat) plus(negative bool) string {
	switch {
	case !negative:
		return "+"
	case f.tight:
		return ""
	}
	return " "
}

// writeDigit writes the next digit.
func (s *shownNumber) writeDigit() {
	f := s.format
	if s.at == f.whole {
		if s.behind < s.kept {
			s.b.WriteByte(s.digitOr(s.fraction[s.behind]))
		}
		s.behind++
		return
	}
	place := s.at - (f.whole - len(s.whole))
	s.at++
	switch {
	case s.over:
		s.start()
		s.b.WriteByte('#')
	case place >= 0:
		s.start()
		s.b.WriteByte(s.whole[place])
	case f.firstZero >= 0 && s.at > f.firstZero, s.at == f.whole && s.whole == "" && s.endsAtPoint():
		s.start()
		s.b.WriteByte('0')
	case !f.tight:
		s.b.WriteByte(' ')
	}
}

// endsAtPoint says whether no digit behind the point is shown: a zero then stands before it.
func (s *shownNumber) endsAtPoint() bool {
	return s.format.fraction == 0 || s.format.tight && s.kept == 0
}

func (s *shownNumber) digitOr(digit byte) byte {
	if s.over {
		return '#'
	}
	return digit
}

// start writes the sign before the first digit.
func (s *shownNumber) start() {
	if s.started {
		return
	}
	s.started = true
	f := s.format
	switch f.sign {
	case "S":
		s.b.WriteByte(sign(s.negative, '+'))
	case "PR":
		if s.negative {
			s.b.WriteByte('<')
		} else if !f.tight {
			s.b.WriteByte(' ')
		}
	case "":
		if s.negative || !f.tight {
			s.b.WriteByte(sign(s.negative, ' '))
		}
	}
}

func sign(negative bool, otherwise byte) byte {
	if negative {
		return '-'
	}
	return otherwise
}

// ordinal is the ending of an ordinal number, in the case of the pattern.
func ordinal(digits, pattern string) string {
	digits = strings.TrimPrefix(digits, "-")
	n, _ := strconv.Atoi(digits[max(0, len(digits)-2):])
	ending := "th"
	if n < 11 || n > 13 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	if pattern == "TH" {
		return strings.ToUpper(ending)
	}
	return ending
}

// How many digits a floating-point number is sure to have.
const exactReal, exactDouble = 6, 15

// limitDigits leaves out the digits behind the point that a floating-point number does not have.
func (f *numberFormat) limitDigits(number float64, exact int) {
	if f.exponent || f.shifts {
		return
	}
	whole := len(strconv.FormatFloat(math.Abs(number), 'f', 0, 64))
	f.fraction = min(f.fraction, max(0, exact-whole))
	f.lastZero = min(f.lastZero, f.fraction-1)
}

// toChar is to_char of a number, a date, a time or an interval.
func toChar(c *calling) error {
	n, v := c.nodes[0], &c.args[0]
	switch n.ID {
	case lib.TypeTimestamp, lib.TypeTimestampTZ, lib.TypeDate, lib.TypeTime, lib.TypeInterval:
		return c.timeToChar(n, v)
	case lib.TypeTinyInt, lib.TypeSmallInt, lib.TypeInteger, lib.TypeBigInt, lib.TypeHugeInt, lib.TypeDecimal, lib.TypeDouble, lib.TypeFloat:
	default:
		return failure(sqlstate.UndefinedFunction, "function to_char of this type does not exist")
	}
	f, err := parseNumberFormat(c.str(1))
	if err != nil {
		return err
	}
	text, signed := string((&vector.Writer{}).AppendText(nil, n, v, c.row)), false
	if n.ID == lib.TypeDouble || n.ID == lib.TypeFloat {
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return failure(sqlstate.FeatureNotSupported, "to_char of %s is not supported", text)
		}
		if f.exponent {
			c.setText(showFloatExponent(number, f.fraction))
			return nil
		}
		f.limitDigits(number, map[bool]int{true: exactDouble, false: exactReal}[n.ID == lib.TypeDouble])
		text = strconv.FormatFloat(number, 'f', f.fraction+f.shift, 64)
		signed = strings.HasPrefix(text, "-")
	}
	value, ok := new(big.Rat).SetString(text)
	if !ok {
		return failure(sqlstate.FeatureNotSupported, "to_char of %s is not supported", text)
	}
	if n.ID == lib.TypeSmallInt || n.ID == lib.TypeInteger {
		if number, _ := value.Float64(); f.exponent {
			c.setText(showFloatExponent(number, f.fraction))
			return nil
		}
	}
	c.setText(f.show(value, signed))
	return nil
}
