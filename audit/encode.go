package audit

import (
	"bytes"
	"encoding/json"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// encoder turns records into lines, in one buffer that it keeps.
type encoder struct {
	buf  bytes.Buffer
	json *json.Encoder
	safe []byte
}

func newEncoder() *encoder {
	e := &encoder{}
	e.json = json.NewEncoder(&e.buf)
	e.json.SetEscapeHTML(false) // SQL is full of < and >
	return e
}

// line returns r as one line, valid until the next call.
func (e *encoder) line(r *Record) ([]byte, error) {
	r.limit()
	if err := e.encode(r); err != nil {
		return nil, err
	}
	if len(r.Args) > 0 && e.buf.Len() > maxSQL {
		args, err := json.Marshal(r.Args)
		if err != nil {
			return nil, err
		}
		if len(args) > maxSQL {
			r.Args, r.ArgsBytes, r.ArgsSHA256 = nil, len(args), digest(args)
			if err := e.encode(r); err != nil {
				return nil, err
			}
		}
	}
	return e.escape(e.buf.Bytes()), nil
}

func (e *encoder) encode(r *Record) error {
	if e.buf.Cap() > 1<<20 {
		e.buf = bytes.Buffer{}
	}
	e.buf.Reset()
	return e.json.Encode(r)
}

// escape returns a line of JSON with every character escaped that a terminal
// could obey or a reader could miss: DEL, the C1 controls, line and paragraph
// separators, and format characters such as the bidirectional overrides.
// Outside of strings JSON has only ASCII, so that the whole line can be treated
// alike; the JSON encoder has escaped the C0 controls.
func (e *encoder) escape(line []byte) []byte {
	if plain(line) {
		return line
	}
	out := e.safe[:0]
	for len(line) > 0 {
		r, n := utf8.DecodeRune(line)
		switch {
		case r == utf8.RuneError && n == 1: // only in text that came as JSON
			out = appendEscape(out, utf8.RuneError)
		case r < utf8.RuneSelf && r != 0x7f, !hidden(r):
			out = append(out, line[:n]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = appendEscape(appendEscape(out, high), low)
		default:
			out = appendEscape(out, r)
		}
		line = line[n:]
	}
	e.safe = out
	if cap(out) > 1<<20 {
		e.safe = nil
	}
	return out
}

func plain(line []byte) bool {
	for _, b := range line {
		if b >= 0x7f {
			return false
		}
	}
	return true
}

func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

func appendEscape(out []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	return append(out, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
