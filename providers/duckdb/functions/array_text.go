package functions

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// arrayTextFunctions read arrays from texts.
var arrayTextFunctions = []scalar{
	{name: "pg__read_array", takes: []string{"VARCHAR"}, returns: "VARCHAR[]", call: func(c *calling) error {
		list, err := readArray(c.str(0))
		if err == nil {
			c.setStrings(list)
		}
		return err
	}},
}

// arrayText is the text of an array of one dimension, which is read from its start to its end.
type arrayText struct {
	text string
	at   int
}

// readArray reads {a,"b c",NULL}; nil is NULL.
func readArray(text string) (list []*string, err error) {
	r := arrayText{text: text}
	r.skipBlanks()
	if r.next() == '[' {
		return nil, failure(sqlstate.FeatureNotSupported, "an array with bounds, %q, is not supported here", text)
	}
	if r.next() != '{' {
		return nil, r.malformed(`Array value must start with "{" or dimension information.`)
	}
	r.at++
	if r.skipBlanks(); r.next() == '}' {
		r.at++
		return nil, r.end()
	}
	for {
		r.skipBlanks()
		element, err := r.element()
		if err != nil {
			return nil, err
		}
		list = append(list, element)
		r.skipBlanks()
		switch r.next() {
		case ',':
			r.at++
		case '}':
			r.at++
			return list, r.end()
		case 0:
			return nil, r.malformed("Unexpected end of input.")
		default:
			return nil, r.malformed("Unexpected array element.")
		}
	}
}

// element reads one element, quoted or not.
func (r *arrayText) element() (*string, error) {
	switch b := r.next(); b {
	case 0:
		return nil, r.malformed("Unexpected end of input.")
	case '{':
		return nil, failure(sqlstate.FeatureNotSupported, "an array of arrays that is read from a computed text is not supported")
	case ',', '}':
		return nil, r.malformed(`Unexpected "` + string(b) + `" character.`)
	}
	quoted, escaped, value := r.next() == '"', false, []byte(nil)
	if quoted {
		r.at++
	}
	for ; r.at < len(r.text); r.at++ {
		switch b := r.text[r.at]; {
		case b == '\\':
			if r.at++; r.at == len(r.text) {
				return nil, r.malformed("Unexpected end of input.")
			}
			escaped, value = true, append(value, r.text[r.at])
		case quoted && b == '"':
			r.at++
			s := string(value)
			return &s, nil
		case !quoted && (b == ',' || b == '}'):
			s := string(value)
			if !escaped {
				if s = strings.TrimRight(s, vector.Blanks); strings.EqualFold(s, "null") {
					return nil, nil
				}
			}
			return &s, nil
		case !quoted && (b == '"' || b == '{'):
			return nil, r.malformed("Unexpected array element.")
		default:
			value = append(value, b)
		}
	}
	return nil, r.malformed("Unexpected end of input.")
}

// end checks that nothing stands behind an array.
func (r *arrayText) end() error {
	if r.skipBlanks(); r.at < len(r.text) {
		return r.malformed("Junk after closing right brace.")
	}
	return nil
}

func (r *arrayText) skipBlanks() {
	for r.at < len(r.text) && strings.IndexByte(vector.Blanks, r.text[r.at]) >= 0 {
		r.at++
	}
}

// next is the byte that follows; 0: there is none.
func (r *arrayText) next() byte {
	if r.at == len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *arrayText) malformed(detail string) error {
	return sqlstate.New(sqlstate.InvalidTextRepresent, "malformed array literal: \"%s\"", r.text).WithDetail("%s", detail)
}
