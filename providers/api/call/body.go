package call

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// payload is a body that is made of properties, or given as a whole.
type payload struct {
	mediaType  string
	properties map[string]json.RawMessage
	whole      []byte // sent as it is; properties is nil
	xml        *document.XML
	files      map[string]bool // properties that are files, in a body of several parts
}

// payload makes the body: what the document always sends, and what the query gives over
// it. nil: there is none.
func (b *builder) payload(whole []byte) (*payload, error) {
	body := b.target.Method.Body
	if whole != nil {
		return b.wholePayload(whole)
	}
	if body == nil {
		return nil, nil
	}
	p := &payload{mediaType: plainMedia(body.MediaType), properties: map[string]json.RawMessage{}, xml: body.XML}
	own := map[string]json.RawMessage{}
	for i := range body.Properties {
		property := &body.Properties[i]
		if property.File {
			if p.files == nil {
				p.files = map[string]bool{}
			}
			p.files[property.Name] = true
		}
		text, there := b.named(body.Column(property.Name), property.Required, func(in *input) bool { return in.property == property })
		if !there {
			continue
		}
		value, err := b.property(property, text)
		if err != nil {
			return nil, err
		}
		own[property.Name] = value
	}
	if body.Base != "" {
		if err := merge(p.properties, body.Base); err != nil {
			return nil, b.badDocument("request.base", err)
		}
	}
	if len(own) == 0 && body.Default != "" {
		if !json.Valid([]byte(body.Default)) {
			p.whole, p.properties = []byte(body.Default), nil
			return p, nil
		}
		if err := merge(p.properties, body.Default); err != nil {
			return nil, b.badDocument("request.default", err)
		}
	}
	if body.Naming == "naive_DesiredState" {
		if len(own) > 0 {
			p.properties["DesiredState"] = quote(string(encode(own))) // the API takes it as a text
		}
	} else {
		maps.Copy(p.properties, own)
	}
	if len(p.properties) == 0 && body.Base == "" && body.Default == "" {
		return nil, nil
	}
	return p, nil
}

func (b *builder) badDocument(where string, err error) error {
	return sqlstate.Wrap(err, sqlstate.ConfigFileError, "%s in the document of %s is no JSON object", where, b.target.Name)
}

func merge(into map[string]json.RawMessage, text string) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		return err
	}
	maps.Copy(into, object)
	return nil
}

// wholePayload is a body that the query gives as JSON.
func (b *builder) wholePayload(whole []byte) (*payload, error) {
	var object map[string]json.RawMessage
	if !json.Valid(whole) {
		return nil, sqlstate.New(sqlstate.InvalidTextRepresent, "the body for %s is no JSON", b.target.Name)
	}
	p := &payload{mediaType: "application/json"}
	if body := b.target.Method.Body; body != nil {
		p.mediaType, p.xml = plainMedia(body.MediaType), body.XML
	}
	if json.Unmarshal(whole, &object) == nil && !p.isJSON() {
		p.properties = object
		return p, nil
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, whole); err != nil {
		return nil, err
	}
	p.whole = compact.Bytes()
	return p, nil
}

// plainMedia is a media type without what a header cannot have.
func plainMedia(mediaType string) string {
	if mediaType == "" || strings.ContainsFunc(mediaType, isControl) {
		return "application/json"
	}
	return mediaType
}

func (p *payload) isJSON() bool {
	media, _, _ := strings.Cut(strings.ToLower(p.mediaType), ";")
	return strings.HasSuffix(media, "json") || strings.Contains(media, "json-") || strings.Contains(media, "+json") || strings.Contains(media, "*")
}

// property is the JSON of a value that the query gives for a property.
func (b *builder) property(p *document.Property, text []byte) (json.RawMessage, error) {
	if text == nil {
		return json.RawMessage("null"), nil
	}
	trimmed := bytes.TrimSpace(text)
	bad := func(what string) error {
		return sqlstate.New(sqlstate.InvalidTextRepresent, "%q is no %s: the property %q of %s", clean(string(text), 80), what, p.Name, b.target.Name)
	}
	switch p.Type {
	case document.BigInt:
		out, null, fits := integer(nil, trimmed)
		if !fits || null {
			return nil, bad("whole number")
		}
		return out, nil
	case document.Double:
		if !jsonstream.IsNumber(trimmed) {
			return nil, bad("number")
		}
		return trimmed, nil
	case document.Boolean:
		switch strings.ToLower(string(trimmed)) {
		case "t", "true":
			return json.RawMessage("true"), nil
		case "f", "false":
			return json.RawMessage("false"), nil
		}
		return nil, bad("boolean")
	case document.JSON:
		if json.Valid(trimmed) {
			var compact bytes.Buffer
			err := json.Compact(&compact, trimmed)
			return compact.Bytes(), err
		}
		if len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') {
			return nil, bad("JSON")
		}
	case document.Timestamp:
		text = []byte(isoTime(string(text)))
	}
	return quote(string(text)), nil
}

// quote writes a text as JSON.
func quote(text string) []byte { return encode(text) }

// encode writes JSON, with < and & as they are.
func encode(value any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		panic(err) // texts, and JSON that was checked
	}
	return bytes.TrimSpace(out.Bytes())
}

var errNoBody = errors.New("a body of this media type is not supported")

// bytes are the body as it is sent.
func (p *payload) bytes() ([]byte, error) {
	if p.properties == nil {
		return p.whole, nil
	}
	media := strings.ToLower(p.mediaType)
	switch {
	case p.isJSON():
		return encode(p.properties), nil
	case strings.HasPrefix(media, "application/x-www-form-urlencoded"):
		m := message{}
		for _, name := range slices.Sorted(maps.Keys(p.properties)) {
			if raw := p.properties[name]; string(raw) != "null" {
				m.query = append(m.query, pair{name, jsonstream.Scalar(raw), false})
			}
		}
		return []byte(m.encoded()), nil
	case p.isParts():
		return p.parts()
	case strings.Contains(media, "xml"):
		return encodeXML(p)
	case strings.HasPrefix(media, "text/") || strings.HasPrefix(media, "application/octet-stream"):
		if len(p.properties) == 1 {
			for _, raw := range p.properties {
				return []byte(jsonstream.Scalar(raw)), nil
			}
		}
	}
	return nil, sqlstate.Wrap(errNoBody, sqlstate.FeatureNotSupported, "a body of the media type %s cannot be made of inputs", clean(p.mediaType, 80))
}

// transformed is the body that the document's template makes of the properties.
func (b *builder) transformed(p *payload) (*payload, error) {
	t := b.target.Method.Body.Transform
	if b.target.Transformer == nil {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the body of %s needs the transformation %s, which is not supported", b.target.Name, clean(t.Type, 80))
	}
	text := p.whole
	if p.properties != nil {
		text = encode(p.properties)
	}
	out, err := b.target.Transformer.Transform(*t, document.Response{MediaType: p.mediaType}, text)
	if err != nil {
		return nil, err
	}
	return &payload{mediaType: p.mediaType, whole: out}, nil
}

// set changes a property.
func (p *payload) set(name string, value json.RawMessage) error {
	if p.properties == nil {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(p.whole, &object); err != nil {
			return err
		}
		p.properties, p.whole = object, nil
	}
	p.properties[name] = value
	return nil
}

func (p *payload) clone() *payload {
	if p == nil {
		return nil
	}
	out := *p
	out.properties = maps.Clone(p.properties)
	return &out
}
