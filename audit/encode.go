package audit

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math"
	"strconv"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// encoder turns records into lines of JSON. It writes the bytes of encoding/json four times as
// fast, and escapes every character that a terminal could obey or a reader could miss: DEL, the C1
// controls, line and paragraph separators, and format characters such as the bidirectional
// overrides.
type encoder struct {
	buf  bytes.Buffer
	json *json.Encoder // for fields that are rare

	unix   int64  // the second that the field second spells
	second []byte // the date and time of unix
}

func newEncoder() *encoder {
	e := &encoder{}
	e.json = json.NewEncoder(&e.buf)
	e.json.SetEscapeHTML(false) // SQL is full of < and >
	return e
}

// line appends r as one line; prev is the hash of the record before it.
func (e *encoder) line(b []byte, r *Record, prev Hash) ([]byte, error) {
	r.limit()
	b, err := e.asked(e.stamp(b, r, prev), r)
	if err != nil {
		return nil, err
	}
	if r.Rows != nil {
		b = rows(b, *r.Rows)
	}
	b = text(b, `,"tag":`, r.Tag)
	b = float(b, `,"duration_ms":`, r.DurationMS)
	b = text(b, `,"error":`, r.Error)
	b = text(b, `,"sqlstate":`, r.SQLState)
	b = text(client(b, r), `,"truncated":`, r.Truncated)
	if b, err = e.note(b, r); err != nil {
		return nil, err
	}
	return append(b, "}\n"...), nil
}

// stamp appends the fields that the log itself sets for each line.
func (e *encoder) stamp(b []byte, r *Record, prev Hash) []byte {
	b = append(b, `{"v":`...)
	b = strconv.AppendInt(b, int64(r.V), 10)
	b = append(b, `,"seq":`...)
	b = strconv.AppendUint(b, r.Seq, 10)
	b = append(b, `,"time":"`...)
	b = append(e.clock(b, r.Time), '"')
	if prev != (Hash{}) {
		b = append(b, `,"prev":"`...)
		b = append(hex.AppendEncode(b, prev[:]), '"')
	}
	return b
}

// asked appends what was asked and decided, and what was sent for it.
func (e *encoder) asked(b []byte, r *Record) ([]byte, error) {
	b = append(b, `,"phase":`...)
	b = quoted(b, string(r.Phase))
	b = number(b, `,"intent":`, int64(r.Intent))
	b = text(b, `,"door":`, r.Door)
	b = text(b, `,"tool":`, r.Tool)
	b = text(b, `,"mode":`, r.Mode)
	b = text(b, `,"decision":`, string(r.Decision))
	b = text(b, `,"approval":`, r.Approval)
	b = text(b, `,"approver":`, r.Approver)
	b = text(b, `,"channel":`, r.Channel)
	b = float(b, `,"waited_ms":`, r.WaitedMS)
	b = text(b, `,"class":`, r.Class)
	b = text(b, `,"verb":`, r.Verb)
	b = text(b, `,"sql":`, r.SQL)
	b = number(b, `,"sql_bytes":`, int64(r.SQLBytes))
	b = text(b, `,"sql_sha256":`, r.SQLSHA256)
	b, err := e.args(b, r)
	if err != nil {
		return nil, err
	}
	b = list(b, `,"param_types":`, r.ParamTypes)
	b = number(b, `,"param_types_total":`, int64(r.ParamTypesTotal))
	b = list(b, `,"params":`, r.Params)
	b = list(b, `,"relations":`, r.Relations)
	b = number(b, `,"relations_total":`, int64(r.RelationsTotal))
	b = requests(b, r.Requests)
	b = number(b, `,"requests_total":`, int64(r.RequestsTotal))
	b = parts(b, r.Parts)
	return number(b, `,"parts_total":`, int64(r.PartsTotal)), nil
}

func rows(b []byte, n int64) []byte { return strconv.AppendInt(append(b, `,"rows":`...), n, 10) }

// clock appends a time in UTC. It reuses the text of the date and the second if they are those of
// the last record.
func (e *encoder) clock(b []byte, t time.Time) []byte {
	if second := t.Unix(); len(e.second) == 0 || second != e.unix {
		e.unix, e.second = second, t.AppendFormat(e.second[:0], "2006-01-02T15:04:05")
	}
	b = append(b, e.second...)
	if n := t.Nanosecond(); n > 0 {
		b = append(b, ".000000000"...)
		for i := len(b) - 1; n > 0; i, n = i-1, n/10 {
			b[i] = byte('0' + n%10)
		}
		b = bytes.TrimRight(b, "0")
	}
	return append(b, 'Z')
}

// client appends the fields that say who asked, and from where.
func client(b []byte, r *Record) []byte {
	b = text(b, `,"principal":`, r.Principal)
	b = text(b, `,"subject":`, r.Subject)
	b = text(b, `,"tenant":`, r.Tenant)
	b = text(b, `,"client":`, r.Client)
	b = text(b, `,"application":`, r.Application)
	b = text(b, `,"version":`, r.Version)
	b = text(b, `,"session":`, r.Session)
	b = text(b, `,"remote_addr":`, r.RemoteAddr)
	b = text(b, `,"trace_id":`, r.TraceID)
	return text(b, `,"source":`, r.Source)
}

// args appends the arguments of a tool call, or their length and hash if they are too long.
func (e *encoder) args(b []byte, r *Record) ([]byte, error) {
	if len(r.Args) > 0 {
		text, err := e.any(r.Args)
		if err != nil {
			return nil, err
		}
		if len(text) <= maxSQL {
			b = escape(append(b, `,"args":`...), text)
		} else {
			// The hash is of the form that json.Marshal writes, so that others can compute it.
			if text, err = json.Marshal(r.Args); err != nil {
				return nil, err
			}
			r.Args, r.ArgsBytes, r.ArgsSHA256 = nil, len(text), digest(text)
		}
	}
	b = number(b, `,"args_bytes":`, int64(r.ArgsBytes))
	return text(b, `,"args_sha256":`, r.ArgsSHA256), nil
}

// note appends the fields that only notes have.
func (e *encoder) note(b []byte, r *Record) ([]byte, error) {
	if r.Phase != PhaseNote {
		return b, nil
	}
	b = text(b, `,"note":`, r.Note)
	add := func(name string, value any) error {
		text, err := e.any(value)
		b = escape(append(b, name...), text)
		return err
	}
	var err error
	if r.Torn != nil {
		err = add(`,"torn":`, r.Torn)
	}
	if r.NotDurable != nil && err == nil {
		err = add(`,"not_durable":`, r.NotDurable)
	}
	if r.Gap != nil && err == nil {
		err = add(`,"gap":`, r.Gap)
	}
	if r.Absent != nil && err == nil {
		err = add(`,"absent":`, r.Absent)
	}
	return b, err
}

// any returns a value as JSON, valid until the next call.
func (e *encoder) any(value any) ([]byte, error) {
	if e.buf.Cap() > 1<<20 {
		e.buf = bytes.Buffer{}
	}
	e.buf.Reset()
	err := e.json.Encode(value)
	return bytes.TrimSuffix(e.buf.Bytes(), newline), err
}

func number(b []byte, name string, n int64) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(append(b, name...), n, 10)
}

func float(b []byte, name string, f float64) []byte {
	if f == 0 || math.IsNaN(f) || math.IsInf(f, 0) {
		return b
	}
	b = append(b, name...)
	// Durations are whole microseconds. Fifteen digits name one float64 alone, so these digits are
	// the ones that AppendFloat would find.
	if n := int64(f*1000 + 0.5); 0 < f && f < 1e9 && float64(n)/1000 == f {
		b = strconv.AppendInt(b, n/1000, 10)
		if n %= 1000; n > 0 {
			b = append(b, '.', byte('0'+n/100), byte('0'+n/10%10), byte('0'+n%10))
			b = bytes.TrimRight(b, "0")
		}
		return b
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}

func list(b []byte, name string, texts []string) []byte {
	if len(texts) == 0 {
		return b
	}
	b = append(b, name...)
	sep := byte('[')
	for _, s := range texts {
		b = quoted(append(b, sep), s)
		sep = ','
	}
	return append(b, ']')
}

func requests(b []byte, list []Request) []byte {
	if len(list) == 0 {
		return b
	}
	b = append(b, `,"requests":`...)
	sep := byte('[')
	for _, r := range list {
		b = append(append(b, sep), `{"method":`...)
		b = quoted(b, r.Method)
		b = quoted(append(b, `,"host":`...), r.Host)
		b = quoted(append(b, `,"path":`...), r.Path)
		b = number(b, `,"status":`, int64(r.Status))
		b = strconv.AppendInt(append(b, `,"count":`...), int64(r.Count), 10)
		b = append(number(b, `,"bytes":`, r.Bytes), '}')
		sep = ','
	}
	return append(b, ']')
}

func parts(b []byte, list []Part) []byte {
	if len(list) == 0 {
		return b
	}
	b = append(b, `,"parts":`...)
	sep := byte('[')
	for _, p := range list {
		b = append(append(b, sep), `{"source":`...)
		b = quoted(b, p.Source)
		b = quoted(append(b, `,"relation":`...), p.Relation)
		b = text(b, `,"sql":`, p.SQL)
		b = strconv.AppendInt(append(b, `,"rows":`...), p.Rows, 10)
		b = number(b, `,"bytes":`, p.Bytes)
		b = append(float(b, `,"duration_ms":`, p.DurationMS), '}')
		sep = ','
	}
	return append(b, ']')
}

func text(b []byte, name, s string) []byte {
	if s == "" {
		return b
	}
	return quoted(append(b, name...), s)
}

const digits = "0123456789abcdef"

// quoted appends a JSON string.
func quoted(b []byte, s string) []byte {
	n := plain(s)
	b = append(append(b, '"'), s[:n]...)
	if n < len(s) {
		b = escaped(b, s[n:])
	}
	return append(b, '"')
}

// plain returns the length of the prefix of s that needs no escape.
func plain(s string) (n int) {
	// Eight bytes at a time: the high bit of a byte of odd is set if the byte is a control
	// character, a quote, a backslash, DEL, or not ASCII.
	const ones, high = 0x0101010101010101, 0x8080808080808080
	for ; n+8 <= len(s); n += 8 {
		x := uint64(s[n]) | uint64(s[n+1])<<8 | uint64(s[n+2])<<16 | uint64(s[n+3])<<24 |
			uint64(s[n+4])<<32 | uint64(s[n+5])<<40 | uint64(s[n+6])<<48 | uint64(s[n+7])<<56
		quote, slash, del := x^'"'*ones, x^'\\'*ones, x^0x7f*ones
		if odd := x | (x - ' '*ones) | (quote - ones) | (slash - ones) | (del - ones); odd&high != 0 {
			break
		}
	}
	for ; n < len(s); n++ {
		if c := s[n]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			break
		}
	}
	return n
}

// escaped appends text, and escapes the characters that need it.
func escaped(b []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			b = append(b, s[start:i]...)
			b = control(b, c)
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if bad := r == utf8.RuneError && n == 1; bad || hidden(r) {
			b = append(b, s[start:i]...)
			b = escapeRune(b, r)
			start = i + n
		}
		i += n
	}
	return append(b, s[start:]...)
}

// control appends the escape of an ASCII character.
func control(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	}
	return append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
}

// escape appends JSON that encoding/json wrote, and escapes hidden characters. Outside of strings
// JSON has only ASCII, so strings need not be told apart from the rest. The C0 controls are escaped
// already.
func escape(b, from []byte) []byte {
	for len(from) > 0 {
		r, n := utf8.DecodeRune(from)
		if bad := r == utf8.RuneError && n == 1; bad || r >= 0x7f && hidden(r) {
			b = escapeRune(b, r)
		} else {
			b = append(b, from[:n]...)
		}
		from = from[n:]
	}
	return b
}

func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

func escapeRune(b []byte, r rune) []byte {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		return escapeRune(escapeRune(b, high), low)
	}
	return append(b, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
