package call

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var xmlName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)

// encodeXML writes a body as XML: an element for each property, lists as elements of the same name.
func encodeXML(p *payload) ([]byte, error) {
	var out bytes.Buffer
	said := document.XML{}
	if p.xml != nil {
		said = *p.xml
	}
	out.WriteString(said.Declaration)
	root, annotation, properties := rootOf(said, p.properties)
	if !xmlName.MatchString(root) {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the document does not say what the root of the XML body is called").
			WithHint("Give the body as one object, whose name is the root's.")
	}
	if annotation != "" {
		annotation = " " + annotation
	}
	out.WriteString("<" + root + annotation + ">")
	if err := xmlProperties(&out, properties, 0); err != nil {
		return nil, err
	}
	out.WriteString("</" + root + ">")
	return out.Bytes(), nil
}

// rootOf is the root of a body, what stands behind its name, and what stands in it: the root that the schema names,
// the one property of a body that has no other, the document's annotation, or what the schema is called.
func rootOf(said document.XML, properties map[string]json.RawMessage) (root, annotation string, inner map[string]json.RawMessage) {
	if said.Named {
		root, annotation, _ = strings.Cut(said.Tag, " ")
		return root, annotation, properties
	}
	if len(properties) == 1 {
		for name, raw := range properties {
			if json.Unmarshal(raw, &inner) == nil && inner != nil {
				return name, strings.TrimSpace(said.Root), inner
			}
		}
	}
	if root, annotation, _ = strings.Cut(strings.TrimSpace(said.Root), " "); root == "" {
		root, annotation, _ = strings.Cut(said.Tag, " ")
	}
	return root, annotation, properties
}

func xmlProperties(out *bytes.Buffer, properties map[string]json.RawMessage, depth int) error {
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if err := xmlValue(out, name, properties[name], depth); err != nil {
			return err
		}
	}
	return nil
}

func xmlValue(out *bytes.Buffer, name string, raw json.RawMessage, depth int) error {
	if depth > 64 {
		return jsonstream.ErrTooDeep
	}
	if !xmlName.MatchString(name) {
		return sqlstate.New(sqlstate.InvalidParameterValue, "%q cannot be an element's name in XML", clean(name, 80))
	}
	raw = bytes.TrimSpace(raw)
	if items, isList := jsonstream.Elements(raw); isList {
		for _, item := range items {
			if err := xmlValue(out, name, item, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	if string(raw) == "null" {
		return nil
	}
	out.WriteString("<" + name + ">")
	var inner map[string]json.RawMessage
	if json.Unmarshal(raw, &inner) == nil && inner != nil {
		if err := xmlProperties(out, inner, depth+1); err != nil {
			return err
		}
	} else if err := xml.EscapeText(out, []byte(jsonstream.Scalar(raw))); err != nil {
		return err
	}
	out.WriteString("</" + name + ">")
	return nil
}

// elementText returns the text of the first element of a name in XML, or "" if there is none.
func elementText(text []byte, name string) string {
	dec := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := dec.Token()
		if err != nil {
			return ""
		}
		if start, is := token.(xml.StartElement); is && start.Name.Local == name {
			var inner string
			if err := dec.DecodeElement(&inner, &start); err != nil {
				return ""
			}
			return strings.TrimSpace(inner)
		}
	}
}
