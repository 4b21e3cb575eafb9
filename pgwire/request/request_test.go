package request

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		kind byte
		body string
		want Message
	}{
		{Query, "SELECT 1\x00", Message{SQL: "SELECT 1"}},
		{Parse, "name\x00SELECT $1\x00\x00\x01\x00\x00\x00\x17", Message{Statement: "name", SQL: "SELECT $1", Types: []uint32{23}}},
		{Parse, "\x00\x00\x00\x00", Message{}},
		{Bind, "portal\x00name\x00\x00\x01\x00\x01\x00\x03\x00\x00\x00\x02\x01\x02\xff\xff\xff\xff\x00\x00\x00\x00\x00\x01\x00\x01", Message{
			Portal: "portal", Statement: "name", Args: providers.Args{
				Values: [][]byte{{1, 2}, nil, {}}, Formats: []providers.Format{providers.Binary}, ResultFormats: []providers.Format{providers.Binary},
			},
		}},
		{Bind, "\x00\x00\x00\x00\x00\x00\x00\x00", Message{}},
		{Describe, "Sname\x00", Message{Object: Statement, Statement: "name"}},
		{Describe, "Pname\x00", Message{Object: Portal, Portal: "name"}},
		{Close, "P\x00", Message{Object: Portal}},
		{Execute, "name\x00\x00\x00\x01\x00", Message{Portal: "name", Rows: 256}},
		{Execute, "\x00\xff\xff\xff\xff", Message{Rows: -1}},
		{Sync, "", Message{}},
	} {
		c.want.Kind = c.kind
		body := []byte(c.body)
		got, err := Read(c.kind, body)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q %q: %+v, %v", c.kind, c.body, got, err)
		}
		for i := range body { // the next message takes its place
			body[i] = 0xee
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q %q: it shares memory with what it was read from", c.kind, c.body)
		}
		for n := range len(c.body) {
			if _, err := Read(c.kind, []byte(c.body)[:n]); err == nil || err.Severity != reply.Fatal {
				t.Errorf("%q, %d bytes of %q: %v", c.kind, n, c.body, err)
			}
		}
		if _, err := Read(c.kind, []byte(c.body+"x")); err == nil || err.Severity != reply.Fatal {
			t.Errorf("%q with a byte more: %v", c.kind, err)
		}
	}
}

// TestReadRefuses: what is well formed and cannot be served is an ordinary error.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		kind byte
		body string
		want sqlstate.Code
	}{
		{Query, "SELECT '\xff'\x00", sqlstate.CharacterNotInRepertoire},
		{Parse, "\xff\x00\x00\x00\x00", sqlstate.CharacterNotInRepertoire},
		{Parse, "\x00\xc3\x00\x00\x00", sqlstate.CharacterNotInRepertoire},
		{Bind, "\xff\x00\x00\x00\x00\x00\x00\x00\x00", sqlstate.CharacterNotInRepertoire},
		{Bind, "\x00\x00\x00\x00\x00\x01\x00\x00\x00\x01\xff\x00\x00", sqlstate.CharacterNotInRepertoire},
		{Bind, "\x00\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00", sqlstate.CharacterNotInRepertoire},
		{Bind, "\x00\x00\x00\x01\x00\x02\x00\x00\x00\x00", sqlstate.InvalidParameterValue},
		{Bind, "\x00\x00\x00\x00\x00\x00\x00\x01\x00\x07", sqlstate.InvalidParameterValue},
		{Bind, "\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00", sqlstate.ProtocolViolation},
		{FunctionCall, "anything", sqlstate.FeatureNotSupported},
	} {
		_, err := Read(c.kind, []byte(c.body))
		if err == nil || err.Code != c.want || err.Severity != "" {
			t.Errorf("%q %q: %v", c.kind, c.body, err)
		}
	}
	if _, err := Read(Bind, []byte("\x00\x00\x00\x01\x00\x01\x00\x01\x00\x00\x00\x01\xff\x00\x00")); err != nil {
		t.Errorf("a binary value need not be text: %v", err)
	}
}

// TestArgumentsOfNothing: a count is the client's word only, and takes no memory.
func TestArgumentsOfNothing(t *testing.T) {
	body := []byte("\x00\x00\xff\xff")
	if args, ok := Arguments(body, false); ok || len(args.Values) > 0 {
		t.Errorf("65,535 values were found in 4 bytes: %d", len(args.Values))
	}
	if n := CountArguments(body); n != 65535 {
		t.Errorf("%d are announced", n)
	}
	if n := testing.AllocsPerRun(10, func() { CountArguments(body) }); n > 0 {
		t.Errorf("%v allocations to count", n)
	}
}

// TestArgumentsOfCall: a FunctionCall has one format for its result.
func TestArgumentsOfCall(t *testing.T) {
	body := "\x00\x01\x00\x01\x00\x01\x00\x00\x00\x04\x00\x00\x00\x07\x00\x01"
	args, ok := Arguments([]byte(body), true)
	if !ok || len(args.Values) != 1 || !bytes.Equal(args.Values[0], []byte{0, 0, 0, 7}) || args.ResultFormats != nil {
		t.Errorf("%+v, %v", args, ok)
	}
	for _, wrong := range []string{body[:len(body)-1], body + "x"} {
		if _, ok := Arguments([]byte(wrong), true); ok {
			t.Errorf("%q was read", wrong)
		}
	}
	if _, ok := Arguments([]byte(body), false); ok {
		t.Error("a Bind has a count of formats")
	}
}

func TestHeader(t *testing.T) {
	for length, want := range map[uint32]int{4: 0, 5: 1, 0: -4, 1 << 31: -1<<31 - 4, 0xffffffff: -5} {
		if kind, size := Header(binary.BigEndian.AppendUint32([]byte{Query}, length)); kind != Query || size != want {
			t.Errorf("length %d: %q, %d", length, kind, size)
		}
	}
}

// FuzzRead: whatever is sent, a message is read or refused; what was read can be
// written again to the same bytes.
func FuzzRead(f *testing.F) {
	f.Add(byte(Parse), []byte("name\x00SELECT $1\x00\x00\x01\x00\x00\x00\x17"))
	f.Add(byte(Bind), []byte("p\x00n\x00\x00\x01\x00\x01\x00\x02\x00\x00\x00\x02\x01\x02\xff\xff\xff\xff\x00\x01\x00\x01"))
	f.Add(byte(Describe), []byte("Sname\x00"))
	f.Add(byte(Execute), []byte("name\x00\x00\x00\x01\x00"))
	f.Fuzz(func(t *testing.T, kind byte, body []byte) {
		m, err := Read(kind, body)
		if err != nil {
			return
		}
		if written, ok := write(m); ok && !bytes.Equal(written, body) {
			t.Errorf("%q became %+v, which is %q", body, m, written)
		}
	})
}

// write writes the body of a message; false for those that carry nothing.
func write(m Message) ([]byte, bool) {
	var b strings.Builder
	formats := func(list []providers.Format) {
		b.Write(binary.BigEndian.AppendUint16(nil, uint16(len(list))))
		for _, f := range list {
			b.Write(binary.BigEndian.AppendUint16(nil, uint16(f)))
		}
	}
	switch m.Kind {
	case Query:
		fmt.Fprintf(&b, "%s\x00", m.SQL)
	case Parse:
		fmt.Fprintf(&b, "%s\x00%s\x00", m.Statement, m.SQL)
		b.Write(binary.BigEndian.AppendUint16(nil, uint16(len(m.Types))))
		for _, oid := range m.Types {
			b.Write(binary.BigEndian.AppendUint32(nil, oid))
		}
	case Bind:
		fmt.Fprintf(&b, "%s\x00%s\x00", m.Portal, m.Statement)
		formats(m.Args.Formats)
		b.Write(binary.BigEndian.AppendUint16(nil, uint16(len(m.Args.Values))))
		for _, v := range m.Args.Values {
			if v == nil {
				b.WriteString("\xff\xff\xff\xff")
				continue
			}
			b.Write(binary.BigEndian.AppendUint32(nil, uint32(len(v))))
			b.Write(v)
		}
		formats(m.Args.ResultFormats)
	case Describe, Close:
		fmt.Fprintf(&b, "%c%s%s\x00", m.Object, m.Statement, m.Portal)
	case Execute:
		fmt.Fprintf(&b, "%s\x00", m.Portal)
		b.Write(binary.BigEndian.AppendUint32(nil, uint32(m.Rows)))
	default:
		return nil, false
	}
	return []byte(b.String()), true
}
