// Package xmltext reads texts of XML as PostgreSQL's type xml does. It keeps nothing of them but the text.
package xmltext

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// deepest bounds the nesting of elements.
const deepest = 256

var errInvalid = errors.New("invalid XML")

// Read checks content or a document, and returns it without a declaration. Documents with a type declaration are
// refused.
func Read(text string, document bool) (string, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errInvalid }
	depth, roots, content := 0, 0, text
	for {
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if depth++; depth > deepest {
				return "", errInvalid
			}
			if depth == 1 {
				roots++
			}
		case xml.EndElement:
			depth--
		case xml.Directive:
			return "", errInvalid
		case xml.CharData:
			if document && depth == 0 && strings.TrimSpace(string(t)) != "" {
				return "", errInvalid
			}
		case xml.ProcInst:
			if t.Target == "xml" {
				content = text[d.InputOffset():]
			}
		}
	}
	if document && roots != 1 {
		return "", errInvalid
	}
	return content, balanced(text)
}

// balanced checks that each element ends where it should.
func balanced(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errInvalid }
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
