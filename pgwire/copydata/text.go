package copydata

import (
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// splitLine makes values of the line.
func (r *Reader) splitLine() error {
	r.values, r.ends = r.values[:0], r.ends[:0]
	if len(r.columns) == 0 && len(r.line) == 0 {
		return nil
	}
	split := r.textValue
	if r.copy.Format.Kind == providers.CopyCSV {
		split = r.csvValue
	}
	for rest, more := r.line, true; more; {
		var err error
		if rest, more, err = split(rest); err != nil {
			return err
		}
	}
	return nil
}

// textValue takes the first value of a line of text. more: another one follows.
func (r *Reader) textValue(line []byte) (rest []byte, more bool, err error) {
	from, i, wide := len(r.values), 0, false
	for ; i < len(line) && line[i] != r.copy.Format.Delimiter; i++ {
		b := line[i]
		if b == '\\' {
			if i++; i == len(line) {
				break
			}
			if b, i = escaped(line, i); b >= 0x80 {
				wide = true
			}
		}
		r.values = append(r.values, b)
	}
	end := len(r.values)
	if string(line[:i]) == r.copy.Format.Null {
		r.values, end = r.values[:from], -1
	} else if err := r.checkEscaped(wide, r.values[from:]); err != nil {
		return nil, false, err
	}
	r.ends = append(r.ends, end)
	if i < len(line) {
		return line[i+1:], true, nil
	}
	return nil, false, nil
}

// checkEscaped checks a value of which escapes have made bytes.
func (r *Reader) checkEscaped(wide bool, value []byte) error {
	if wide {
		return checkText(value)
	}
	for _, b := range value {
		if b == 0 {
			return checkText(value)
		}
	}
	return nil
}

// escaped reads what stands behind a backslash, and returns its byte and the place of its last one.
func escaped(line []byte, i int) (b byte, last int) {
	switch b = line[i]; b {
	case 'b':
		return '\b', i
	case 'f':
		return '\f', i
	case 'n':
		return '\n', i
	case 'r':
		return '\r', i
	case 't':
		return '\t', i
	case 'v':
		return '\v', i
	case 'x':
		return digits(line, i, i+1, 2, 16)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return digits(line, i, i, 3, 8)
	}
	return b, i
}

// digits reads up to so many digits; without one, the byte stands for itself.
func digits(line []byte, at, from, most, base int) (b byte, last int) {
	value, i := 0, from
	for ; i < len(line) && i < from+most; i++ {
		d := hexValue(line[i])
		if d < 0 || d >= base {
			break
		}
		value = value*base + d
	}
	if i == from {
		return line[at], at
	}
	return byte(value), i - 1
}

func hexValue(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b >= 'a' && b <= 'f':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return int(b-'A') + 10
	}
	return -1
}

// csvValue takes the first value of a line of CSV. more: another one follows.
func (r *Reader) csvValue(line []byte) (rest []byte, more bool, err error) {
	f := &r.copy.Format
	from, i, quoted, quotes := len(r.values), 0, false, false
	for ; i < len(line); i++ {
		b := line[i]
		if !quoted {
			if b == f.Delimiter {
				break
			}
			if b == f.Quote {
				quoted, quotes = true, true
				continue
			}
		} else {
			if b == f.Escape && i+1 < len(line) && (line[i+1] == f.Escape || line[i+1] == f.Quote) {
				i++
				b = line[i]
			} else if b == f.Quote {
				quoted = false
				continue
			}
		}
		r.values = append(r.values, b)
	}
	if quoted {
		return nil, false, sqlstate.New(badFormat, "unterminated CSV quoted field")
	}
	end := len(r.values)
	if !quotes && string(line[:i]) == f.Null {
		r.values, end = r.values[:from], -1
	}
	r.ends = append(r.ends, end)
	if i < len(line) {
		return line[i+1:], true, nil
	}
	return nil, false, nil
}
