package rows

import (
	"bytes"
	"encoding/binary"
	"strconv"
)

// maxDimensions is how deep Postgres lets arrays be.
const maxDimensions = 6

// arrayConverter converts arrays whose elements have that type and converter.
func arrayConverter(oid uint32, element converter) converter {
	return func(buf, text []byte) ([]byte, error) {
		a := arrayText{rest: text, element: element}
		if err := a.bounds(); err != nil {
			return buf, err
		}
		a.out = make([]byte, 0, 4*len(text))
		if err := a.items(0); err != nil {
			return buf, err
		}
		if len(a.rest) > 0 || len(a.lower) > 0 && len(a.lower) != len(a.lengths) {
			return buf, errText
		}
		if a.lengths[0] == 0 {
			if len(a.lengths) > 1 {
				return buf, errText
			}
			a.lengths = nil // an empty array has no dimensions
		}
		buf = binary.BigEndian.AppendUint32(buf, uint32(len(a.lengths)))
		buf = binary.BigEndian.AppendUint32(buf, a.nulls)
		buf = binary.BigEndian.AppendUint32(buf, oid)
		for i, n := range a.lengths {
			lower := int32(1)
			if i < len(a.lower) {
				if lower = a.lower[i]; n != a.declared[i] {
					return buf, errText
				}
			}
			buf = binary.BigEndian.AppendUint32(buf, uint32(n))
			buf = binary.BigEndian.AppendUint32(buf, uint32(lower))
		}
		return append(buf, a.out...), nil
	}
}

// arrayText reads the text of an array: {{1,NULL},{"a b","c\"d"}}, with
// [2:3][0:1]= before it where the bounds are not the usual ones.
type arrayText struct {
	rest    []byte
	element converter

	lower    []int32 // as given; none: 1
	declared []int   // the lengths that go with them
	lengths  []int   // as found
	nulls    uint32
	out      []byte
}

// bounds reads what stands before "=".
func (a *arrayText) bounds() error {
	if len(a.rest) == 0 || a.rest[0] != '[' {
		return nil
	}
	head, rest, ok := bytes.Cut(a.rest, []byte("="))
	if !ok {
		return errText
	}
	a.rest = rest
	for _, b := range bytes.Split(bytes.TrimSuffix(head[1:], []byte("]")), []byte("][")) {
		from, to, _ := bytes.Cut(b, []byte(":"))
		low, err := strconv.ParseInt(string(from), 10, 32)
		if err != nil {
			return err
		}
		high, err := strconv.ParseInt(string(to), 10, 32)
		if err != nil {
			return err
		}
		a.lower = append(a.lower, int32(low))
		a.declared = append(a.declared, int(high-low+1))
	}
	return nil
}

// items reads one pair of braces, so many levels deep.
func (a *arrayText) items(depth int) error {
	if depth >= maxDimensions || !a.next('{') {
		return errText
	}
	if depth == len(a.lengths) {
		a.lengths = append(a.lengths, -1)
	}
	n := 0
	for !a.next('}') {
		if n > 0 && !a.next(',') {
			return errText
		}
		var err error
		if len(a.rest) > 0 && a.rest[0] == '{' {
			err = a.items(depth + 1)
		} else if depth != len(a.lengths)-1 {
			err = errText // an element where another level has an array
		} else {
			err = a.item()
		}
		if err != nil {
			return err
		}
		n++
	}
	if a.lengths[depth] >= 0 && a.lengths[depth] != n || n == 0 && depth > 0 {
		return errText
	}
	a.lengths[depth] = n
	return nil
}

func (a *arrayText) next(want byte) bool {
	if len(a.rest) == 0 || a.rest[0] != want {
		return false
	}
	a.rest = a.rest[1:]
	return true
}

// item reads one element.
func (a *arrayText) item() error {
	quoted := a.next('"')
	var value []byte
	for ; ; a.rest = a.rest[1:] {
		if len(a.rest) == 0 {
			return errText
		}
		b := a.rest[0]
		if quoted && b == '"' {
			a.rest = a.rest[1:]
			break
		}
		if !quoted && (b == ',' || b == '}') {
			break
		}
		if b == '\\' {
			if a.rest = a.rest[1:]; len(a.rest) == 0 {
				return errText
			}
			b = a.rest[0]
		}
		value = append(value, b)
	}
	if !quoted && len(value) == 0 {
		return errText
	}
	if !quoted && bytes.EqualFold(value, []byte("null")) {
		a.nulls = 1
		a.out = append(a.out, 0xff, 0xff, 0xff, 0xff)
		return nil
	}
	at := len(a.out)
	out, err := a.element(append(a.out, 0, 0, 0, 0), value)
	if err != nil {
		return err
	}
	a.out = out
	binary.BigEndian.PutUint32(a.out[at:], uint32(len(a.out)-at-4))
	return nil
}
