package functions

import (
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/xmltext"
)

// xmlFunctions are functions of xml, whose values are kept as they are written.
func xmlFunctions() []scalar {
	return []scalar{
		textual("pg__as_xml text xml", func(c *calling) error {
			content, err := xmltext.Read(c.str(0), false)
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
			_, err := xmltext.Read(c.str(0), false)
			return setBool(c, err == nil)
		}),
		textual("pg__xml_is_document text bool", func(c *calling) error {
			_, err := xmltext.Read(c.str(0), true)
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
