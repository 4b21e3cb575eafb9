package transform

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

const (
	maxDepth    = 200
	maxElements = 1_000_000 // and texts between them
)

// element is an element of XML, or a text between elements, which has no name.
type element struct {
	name     string
	text     string // of a text
	attrs    []attribute
	children []*element
}

type attribute struct{ name, value string }

// parseXML reads a document. Names are without their prefixes, entities are the five of
// the language.
func parseXML(text []byte) (*element, error) {
	dec := xml.NewDecoder(bytes.NewReader(text))
	dec.CharsetReader = charset
	top := &element{}
	open := []*element{top}
	count := 0
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			line, column := dec.InputPos()
			return nil, unfit("the answer is no XML at line %d, column %d", line, column)
		}
		in := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local}
			for _, a := range token.Attr {
				if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
					e.attrs = append(e.attrs, attribute{a.Name.Local, a.Value})
				}
			}
			in.children = append(in.children, e)
			if open = append(open, e); len(open) > maxDepth {
				return nil, tooMuch("the answer's XML is deeper than %d elements", maxDepth)
			}
			count += 1 + len(e.attrs)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 1 {
				in.addText(string(token))
				count++
			}
		case xml.Directive:
			if bytes.ContainsRune(token, '[') {
				return nil, unfit("the answer's XML declares entities, which are not supported")
			}
		}
		if count > maxElements {
			return nil, tooMuch("the answer's XML has more than %d elements", maxElements)
		}
	}
	for _, c := range top.children {
		if c.name != "" {
			return c, nil
		}
	}
	return nil, unfit("the answer has no XML element")
}

// addText appends a text; what is between elements and only blank is nothing.
func (e *element) addText(text string) {
	if n := len(e.children); n > 0 && e.children[n-1].name == "" {
		e.children[n-1].text += text
		return
	}
	e.children = append(e.children, &element{text: text})
}

// charset reads what says that it is ASCII or Latin 1.
func charset(name string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(name) {
	case "utf8", "us-ascii", "ascii":
		return in, nil
	case "iso-8859-1", "latin1":
		text, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		runes := make([]rune, len(text))
		for i, b := range text {
			runes[i] = rune(b)
		}
		return strings.NewReader(string(runes)), nil
	}
	return nil, errors.New("the encoding is not supported")
}

// elements are the children that are elements.
func (e *element) elements() []*element {
	var list []*element
	for _, c := range e.children {
		if c.name != "" {
			list = append(list, c)
		}
	}
	return list
}

// own is the text of an element without elements; only blanks are nothing.
func (e *element) own() string {
	var b strings.Builder
	for _, c := range e.children {
		b.WriteString(c.text)
	}
	if text := b.String(); strings.TrimSpace(text) != "" {
		return text
	}
	return ""
}

// inner is all text below an element.
func (e *element) inner(b *strings.Builder) {
	b.WriteString(e.text)
	for _, c := range e.children {
		c.inner(b)
	}
}

// value is an element as mxj has it.
func (e *element) value() any {
	inside := e.elements()
	if len(inside) == 0 && len(e.attrs) == 0 {
		return e.own()
	}
	m := map[string]any{}
	for _, a := range e.attrs {
		m["-"+a.name] = a.value
	}
	if text := e.own(); text != "" {
		m["#text"] = text
	}
	lists := map[string][]any{}
	for _, c := range inside {
		lists[c.name] = append(lists[c.name], c.value())
	}
	for name, list := range lists {
		if m[name] = any(list); len(list) == 1 {
			m[name] = list[0]
		}
	}
	return m
}

// outer writes an element as XML.
func (e *element) outer(b *bytes.Buffer) {
	if e.name == "" {
		_ = xml.EscapeText(b, []byte(e.text)) //nolint:errcheck // a buffer does not fail
		return
	}
	b.WriteString("<" + e.name)
	for _, a := range e.attrs {
		b.WriteString(" " + a.name + `="`)
		_ = xml.EscapeText(b, []byte(a.value)) //nolint:errcheck // the same
		b.WriteByte('"')
	}
	b.WriteByte('>')
	for _, c := range e.children {
		c.outer(b)
	}
	b.WriteString("</" + e.name + ">")
}

// write encodes JSON as the row reader takes it.
func write(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, unfit("the answer's XML cannot be written as JSON")
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
