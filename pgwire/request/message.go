package request

import (
	"bytes"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Message is a message that was read to its last byte. Nothing of it shares memory with
// what it was read from.
type Message struct {
	Kind byte
	// Object is the kind of thing that Describe and Close name: Statement or Portal.
	Object byte
	// Statement is a name, in Parse and Bind, and in Describe and Close of a Statement.
	Statement string
	// Portal is a name, in Bind and Execute, and in Describe and Close of a Portal.
	Portal string
	SQL    string         // of Query and Parse
	Types  []uint32       // of Parse: the OIDs of its parameters' types, 0 for an open one
	Args   providers.Args // of Bind
	Rows   int32          // of Execute: how many to send; all of them if it is not positive
}

// Read reads the body of a message of that kind. The error is FATAL where the message
// is not what the protocol allows: then nothing behind it can be trusted either. It is
// an ordinary error where the message is well formed and cannot be served.
func Read(kind byte, body []byte) (Message, *sqlstate.Error) {
	m := Message{Kind: kind}
	f := FieldsOf(body)
	var refused *sqlstate.Error
	switch kind {
	case Query:
		sql := f.Text()
		m.SQL, refused = string(sql), CheckUTF8(sql)
	case Parse:
		name, sql := f.Text(), f.Text()
		m.Statement, m.SQL, m.Types = string(name), string(sql), f.types()
		refused = first(CheckUTF8(name), CheckUTF8(sql))
	case Bind:
		portal, statement := f.Text(), f.Text()
		m.Portal, m.Statement = string(portal), string(statement)
		var ok bool
		m.Args, ok = Arguments(f.rest, false)
		f.rest, f.broken = nil, f.broken || !ok
		refused = first(CheckUTF8(portal), CheckUTF8(statement), checkArguments(&m.Args))
	case Describe, Close:
		switch m.Object = f.byte(); m.Object {
		case Statement:
			m.Statement = string(f.Text())
		case Portal:
			m.Portal = string(f.Text())
		default:
			f.broken = true
		}
	case Execute:
		m.Portal = string(f.Text())
		m.Rows = int32(f.number())
	case FunctionCall:
		return m, sqlstate.New(sqlstate.FeatureNotSupported, "the function call message is not supported").
			WithHint("Call the function in a SELECT, so that it can be judged.")
	case CopyData, CopyFail:
		return m, nil // only COPY would give them a meaning
	}
	if !f.Whole() {
		return m, Malformed("the contents of message %q do not match its length", kind)
	}
	return m, refused
}

// Malformed is the last word to a client that does not keep to the protocol.
func Malformed(format string, args ...any) *sqlstate.Error {
	e := sqlstate.New(sqlstate.ProtocolViolation, format, args...)
	e.Severity = reply.Fatal
	return e
}

// checkArguments complains of formats that do not exist or do not match the values, and
// of values in text format that are no text.
func checkArguments(args *providers.Args) *sqlstate.Error {
	if err := checkFormats(args.Formats); err != nil {
		return err
	}
	if n := len(args.Formats); n > 1 && n != len(args.Values) {
		return sqlstate.New(sqlstate.ProtocolViolation,
			"bind message has %d parameter formats but %d parameters", n, len(args.Values))
	}
	for i, value := range args.Values {
		if providers.FormatAt(args.Formats, i) != providers.Text {
			continue
		}
		if bytes.IndexByte(value, 0) >= 0 {
			return notUTF8(0)
		}
		if err := CheckUTF8(value); err != nil {
			return err
		}
	}
	return checkFormats(args.ResultFormats)
}

func checkFormats(formats []providers.Format) *sqlstate.Error {
	for _, f := range formats {
		if f != providers.Text && f != providers.Binary {
			return sqlstate.New(sqlstate.InvalidParameterValue, "unsupported format code: %d", f)
		}
	}
	return nil
}

// CheckUTF8 complains of text that is not valid UTF-8.
func CheckUTF8(text []byte) *sqlstate.Error {
	if utf8.Valid(text) {
		return nil
	}
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		at += size
	}
	return notUTF8(text[at])
}

func notUTF8(b byte) *sqlstate.Error {
	return sqlstate.New(sqlstate.CharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\": 0x%02x", b)
}

func first(errs ...*sqlstate.Error) *sqlstate.Error {
	for _, e := range errs {
		if e != nil {
			return e
		}
	}
	return nil
}
