package functions

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// xmlFunctions are functions of xml, whose values are kept as they are written.
func xmlFunctions() []scalar {
	return []scalar{
		textual("pg__as_xml text xml", func(c *calling) error {
			content, err := wellFormed(c.str(0), false)
			if err != nil {
				return failure("2200N", "invalid XML content")
			}
			c.setText(content)
			return nil
		}),
		textual("pg__xmlcomment text xml", func(c *calling) error {
			if s := c.str(0); strings.Contains(s, "--") || strings.HasSuffix(s, "-") {
				return failure("2200S", "invalid XML comment")
			}
			c.setText("<!--" + c.str(0) + "-->")
			return nil
		}),
		textual("pg__xml_is_well_formed text bool", func(c *calling) error {
			_, err := wellFormed(c.str(0), false)
			return setBool(c, err == nil)
		}),
		textual("pg__xml_is_document text bool", func(c *calling) error {
			_, err := wellFormed(c.str(0), true)
			return setBool(c, err == nil)
		}),
		{name: "pg__xml_text", takes: []string{"ANY"}, returns: "VARCHAR", call: func(c *calling) error {
			text, err := c.xmlContent(0)
			if c.nodes[0].Duck != aliasOf("xml") {
				text = escapeXML(text)
			}
			c.setText(text)
			return err
		}},
		{name: "pg__xml_attribute", takes: []string{"VARCHAR", "ANY"}, returns: "VARCHAR", nulls: true, call: func(c *calling) error {
			if c.null(1) {
				c.setText("")
				return nil
			}
			text, err := c.xmlContent(1)
			if err != nil {
				return err
			}
			c.setText(" " + c.str(0) + `="` + strings.ReplaceAll(escapeXML(text), `"`, "&quot;") + `"`)
			return nil
		}},
		textual("pg__xml_element text text text xml", func(c *calling) error {
			if content := c.str(2); content != "" {
				c.setText("<" + c.str(0) + c.str(1) + ">" + content + "</" + c.str(0) + ">")
			} else {
				c.setText("<" + c.str(0) + c.str(1) + "/>")
			}
			return nil
		}),
		textual("pg__xml_of text xml", func(c *calling) error { c.setText(c.str(0)); return nil }),
	}
}

// xmlContent is the text of a value in XML. Times and bytes have another form there.
func (c *calling) xmlContent(i int) (string, error) {
	switch c.nodes[i].ID {
	case lib.TypeBoolean:
		return strconv.FormatBool(c.bool(i)), nil
	case lib.TypeTimestamp, lib.TypeTimestampTZ, lib.TypeBlob, lib.TypeFloat, lib.TypeDouble, lib.TypeList, lib.TypeStruct, lib.TypeInterval:
		return "", failure(sqlstate.FeatureNotSupported, "a value of this type in XML is not supported: cast it to text")
	}
	return string(c.writer.AppendText(nil, c.nodes[i], &c.args[i], c.row)), nil
}

// escapeXML writes a text as content.
func escapeXML(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#x0D;").Replace(s)
}

// deepestXML bounds the nesting of elements.
const deepestXML = 256

var errXML = failure(sqlstate.InvalidTextRepresent, "invalid XML")

// wellFormed checks content or a document, and returns it without a declaration. Documents with a type declaration are
// refused.
func wellFormed(text string, document bool) (string, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errXML }
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
			if depth++; depth > deepestXML {
				return "", errXML
			}
			if depth == 1 {
				roots++
			}
		case xml.EndElement:
			depth--
		case xml.Directive:
			return "", errXML
		case xml.CharData:
			if document && depth == 0 && strings.TrimSpace(string(t)) != "" {
				return "", errXML
			}
		case xml.ProcInst:
			if t.Target == "xml" {
				content = text[d.InputOffset():]
			}
		}
	}
	if document && roots != 1 {
		return "", errXML
	}
	return content, balanced(text)
}

// balanced checks that each element ends where it should.
func balanced(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errXML }
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
