package clients

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// firstOID is the first that the server gives to an object of a user's.
const firstOID = 16384

// shower writes messages as text, without what differs from run to run.
type shower struct {
	oids  map[uint32]int // OIDs of new objects, numbered as they come
	pids  map[string]string
	asked map[string]int // requests for approval, the same
	pid   int            // the column of the rows to come that holds a process id, or -1
}

func newShower() *shower {
	return &shower{oids: map[uint32]int{}, pids: map[string]string{}, asked: map[string]int{}, pid: -1}
}

// names of the messages that have no more to show.
var bare = map[byte]string{
	'1': "ParseComplete", '2': "BindComplete", '3': "CloseComplete", 'n': "NoData",
	's': "PortalSuspended", 'I': "EmptyQueryResponse", 'c': "CopyDone", 0: "(closed)", silence: "(nothing more came)",
}

// canceledCopy finds the line that a COPY had come to when a cancel request came:
// that is chance.
var canceledCopy = regexp.MustCompile(`(M="canceling statement due to user request".* W="COPY \w+), line \d+`)

// show writes one message in one line.
func (s *shower) show(m message) string {
	b := body{rest: m.body}
	var line string
	switch m.kind {
	case 'R':
		line = fmt.Sprintf("Authentication %d", b.int32())
	case 'S':
		line = s.parameter(b.text(), b.text())
	case 'K':
		line = fmt.Sprintf("BackendKeyData, a key of %d bytes", len(b.take(len(m.body)))-4)
	case 'Z':
		line = "ReadyForQuery " + string(b.exactly(1))
	case 'T':
		line = s.description(&b)
	case 't':
		parts := []string{"ParameterDescription"}
		for range uint16(b.int16()) { // up to 65,535
			parts = append(parts, s.oid(uint32(b.int32())))
		}
		line = short(strings.Join(parts, " "))
	case 'D':
		parts := []string{"DataRow"}
		for i := range int(b.int16()) {
			parts = append(parts, s.column(i, b.field()))
		}
		line = strings.Join(parts, " ")
	case 'C':
		line = fmt.Sprintf("CommandComplete %q", b.text())
	case 'E', 'N':
		line = map[byte]string{'E': "ErrorResponse", 'N': "NoticeResponse"}[m.kind] + s.approvals(fields(&b))
		line = canceledCopy.ReplaceAllString(line, "$1")
	case 'A':
		line = fmt.Sprintf("NotificationResponse from %s: %q %s", s.process(b.int32()), b.text(), short(strconv.Quote(b.text())))
	case 'G', 'H', 'W':
		line = map[byte]string{'G': "CopyInResponse", 'H': "CopyOutResponse", 'W': "CopyBothResponse"}[m.kind] + fmt.Sprintf(" %d:", b.exactly(1)[0])
		for range b.int16() {
			line += fmt.Sprintf(" %d", b.int16())
		}
	case 'd':
		line = "CopyData " + s.value(b.take(len(m.body)))
	case 'V':
		line = "FunctionCallResponse " + s.value(b.field())
	case 'v':
		line = fmt.Sprintf("NegotiateProtocolVersion %d.%d", b.int16(), b.int16())
		for range b.int32() {
			line += " " + b.text()
		}
	default:
		if line = bare[m.kind]; line == "" {
			line = fmt.Sprintf("message %q %x", m.kind, b.take(len(m.body)))
		}
	}
	if b.bad || len(b.rest) > 0 {
		line += fmt.Sprintf(" (malformed: %x)", m.body)
	}
	return line
}

var (
	approvalID = regexp.MustCompile(`ap-[0-9a-z]{10}`)
	clockTime  = regexp.MustCompile(`\d\d:\d\d:\d\d UTC`)
)

// approvals numbers the requests for approval as they come.
func (s *shower) approvals(text string) string {
	text = approvalID.ReplaceAllStringFunc(text, func(id string) string {
		if s.asked[id] == 0 {
			s.asked[id] = len(s.asked) + 1
		}
		return fmt.Sprintf("approval%d", s.asked[id])
	})
	return clockTime.ReplaceAllString(text, "(time)")
}

func (s *shower) parameter(name, value string) string {
	if name == "server_version" {
		value = "(its version)"
	}
	return fmt.Sprintf("ParameterStatus %s=%q", name, value)
}

func (s *shower) description(b *body) string {
	line := "RowDescription"
	s.pid = -1
	for i := range int(b.int16()) {
		name := b.text()
		if name == "pg_backend_pid" {
			s.pid = i
		}
		line += fmt.Sprintf(" %s:%s/%d", short(name), s.oid(uint32(b.int32())), b.int16())
		line += fmt.Sprintf("/%s/%d/%d/%d", s.oid(uint32(b.int32())), b.int16(), b.int32(), b.int16())
	}
	return line
}

// oid writes an OID, the ones of new objects by the order in which they come.
func (s *shower) oid(oid uint32) string {
	if oid < firstOID {
		return strconv.Itoa(int(oid))
	}
	if s.oids[oid] == 0 {
		s.oids[oid] = len(s.oids) + 1
	}
	return fmt.Sprintf("new%d", s.oids[oid])
}

// process writes a process id: of which session it is.
func (s *shower) process(pid int32) string {
	if name := s.pids[strconv.Itoa(int(pid))]; name != "" {
		return name
	}
	return "elsewhere"
}

// column writes a value of a row. Only a column that is a process id shows whose it
// is: any other number may be one by chance.
func (s *shower) column(i int, v []byte) string {
	if i == s.pid && s.pids[string(v)] != "" {
		return "the process id of " + s.pids[string(v)]
	}
	return s.value(v)
}

// value writes a value as text if it can be read, or else in hexadecimal.
func (s *shower) value(v []byte) string {
	switch {
	case v == nil:
		return "NULL"
	case bytes.ContainsFunc(v, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r > '~' }):
		return "0x" + short(fmt.Sprintf("%x", v))
	}
	return short(strconv.Quote(string(v)))
}

// short cuts what is long, and tells it apart by its hash.
func short(text string) string {
	const most = 300
	if len(text) <= most {
		return text
	}
	return fmt.Sprintf("%s… (%d bytes, %x)", text[:60], len(text), sha256.Sum256([]byte(text)))
}

// fields writes the fields of an error or a notice in their order.
func fields(b *body) string {
	var line string
	for {
		kind := b.exactly(1)
		if b.bad || kind[0] == 0 {
			return line
		}
		line += fmt.Sprintf(" %c=%s", kind[0], short(strconv.Quote(b.text())))
	}
}

// body is what is left of a message's body.
type body struct {
	rest []byte
	bad  bool // it is shorter than it should be
}

// take returns so many bytes, or what is there.
func (b *body) take(n int) []byte {
	n = min(n, len(b.rest))
	taken := b.rest[:n]
	b.rest = b.rest[n:]
	return taken
}

// exactly returns so many bytes: zeros if they are not there.
func (b *body) exactly(n int) []byte {
	if n > len(b.rest) {
		b.bad = true
		return make([]byte, n)
	}
	return b.take(n)
}

func (b *body) int16() int16 { return int16(binary.BigEndian.Uint16(b.exactly(2))) }

func (b *body) int32() int32 { return int32(binary.BigEndian.Uint32(b.exactly(4))) }

func (b *body) text() string {
	end := slices.Index(b.rest, 0)
	if end < 0 {
		b.bad = true
		return string(b.take(len(b.rest)))
	}
	text := string(b.take(end))
	b.take(1)
	return text
}

// field is a value behind its length; nil is NULL.
func (b *body) field() []byte {
	n := b.int32()
	if n < 0 {
		return nil
	}
	return append([]byte{}, b.exactly(int(n))...)
}

// kinds writes only what is comparable of any two versions of a server: names,
// codes and states.
func kinds(lines []string) string {
	var out strings.Builder
	for _, line := range lines {
		name, rest, _ := strings.Cut(line, " ")
		out.WriteString(name)
		switch name {
		case "ErrorResponse", "NoticeResponse":
			_, code, _ := strings.Cut(rest, "C=")
			out.WriteString(" " + strings.Trim(code[:min(7, len(code))], `"`))
		case "ReadyForQuery", "CommandComplete", "DataRow":
			out.WriteString(" " + rest)
		}
		out.WriteByte('\n')
	}
	return out.String()
}
