package document

import (
	"path"
	"slices"
	"strings"
)

const jsonMedia = "application/json"

// body reads what a method sends; nil: nothing.
func (r *reader) body(request, operation node, levels []node) (*Body, error) {
	declared, err := operation.get("requestBody").resolve()
	if err != nil {
		return nil, err
	}
	if !declared.exists() && !request.get("schema_override").exists() && !request.get("base").exists() {
		return nil, nil
	}
	b := &Body{
		Base: request.get("base").text(), Default: request.get("default").text(), Casing: request.get("nativeCasing").text(),
		Naming: block(levels, "requestBodyTranslate").get("algorithm").text(), Transform: readTransform(request.get("transform")),
	}
	if b.Naming == "default" {
		b.Naming = ""
	}
	x := XML{Declaration: request.get("xmlDeclaration").text(), Transform: request.get("xmlTransform").text(), Root: request.get("xmlRootAnnotation").text()}
	var media node
	b.MediaType, media = chosen(declared.get("content"), request.get("mediaType").text())
	schema := media.get("schema")
	if override := request.in("schema_override"); override.exists() {
		schema = override
	}
	if strings.Contains(b.MediaType, "xml") {
		x.Tag, x.Named = xmlTag(schema)
	}
	if x != (XML{}) {
		b.XML = &x
	}
	if b.Naming == "naive_DesiredState" {
		if inner, err := (schemas{}).value(schema, "DesiredState"); err == nil && inner.exists() {
			schema = inner
		}
	}
	list, err := schemas{}.properties(schema)
	if err != nil {
		return nil, err
	}
	required := request.get("required").texts()
	for _, p := range list {
		b.Properties = append(b.Properties, Property{
			Name: p.name, Type: schemas{}.typeOf(p.schema), Description: summaryOf(p.schema),
			Required: p.required || slices.Contains(required, p.name), File: strings.HasPrefix(b.MediaType, "multipart/") && isFile(p.schema),
		})
	}
	return b, nil
}

// xmlTag is the root of a body: as the schema's xml says, else like the schema itself.
func xmlTag(schema node) (tag string, named bool) {
	target, err := schema.resolve()
	if err != nil {
		return "", false
	}
	if named = target.in("xml", "name").exists(); named {
		tag = target.in("xml", "name").text()
	} else if ref := schema.get("$ref"); ref.exists() {
		tag = path.Base(ref.text())
	}
	if space := target.in("xml", "namespace").text(); tag != "" && space != "" && !strings.ContainsAny(space, "\"<&") {
		tag += ` xmlns="` + space + `"`
	}
	return tag, named
}

// isFile reports whether a schema is that of a file.
func isFile(n node) bool {
	n, err := n.resolve()
	return err == nil && n.get("format").text() == "binary"
}

// chosen is the media type that is meant, and what a document says of it: the one
// that is asked for, JSON, or the first.
func chosen(content node, asked string) (string, node) {
	found, media := "", node{}
	content.each(func(kind string, n node) {
		better := found == "" || found != asked && (kind == asked || kind == jsonMedia && found != jsonMedia)
		if better {
			found, media = kind, n
		}
	})
	if asked != "" {
		return asked, media
	}
	if found == "" {
		found = jsonMedia
	}
	return found, media
}

// response reads what a method answers.
func (r *reader) response(thing string, n, operation node) (Response, error) {
	out := Response{
		Override: n.get("overrideMediaType").text(), Status: n.get("openAPIDocKey").text(), ObjectKey: n.get("objectKey").text(),
		Transform: readTransform(n.get("transform")),
	}
	if selected := operation.in(graphQLKey, "responseSelection", "jsonPath").text(); out.ObjectKey == "" {
		out.ObjectKey = strings.TrimSuffix(selected, "[*]")
	}
	declared, err := operation.in("responses", out.Status).resolve()
	if err != nil {
		return out, err
	}
	if out.Status == "" {
		operation.get("responses").each(func(status string, one node) {
			if out.Status == "" && strings.HasPrefix(status, "2") {
				out.Status, declared = status, one
			}
		})
		if declared, err = declared.resolve(); err != nil {
			return out, err
		}
	}
	var media node
	out.MediaType, media = chosen(declared.get("content"), n.get("mediaType").text())
	schema := media.get("schema")
	if override := n.get("schema_override"); override.exists() {
		schema = override
	}
	if out.Transform != nil && strings.HasPrefix(out.Transform.Type, "schema_driven_xml") {
		out.Protocol = r.src.top().in("info", "x-protocol").text()
	}
	if !schema.exists() {
		return out, nil
	}
	row, err := schemas{}.rows(schema, out.ObjectKey)
	if err != nil {
		return out, err
	}
	if !row.exists() {
		r.note(thing, n.problem("the answer has nothing at %s, so its columns are not known", out.ObjectKey))
		return out, nil
	}
	out.Columns, err = schemas{}.columns(row)
	return out, err
}

func readTransform(n node) *Transform {
	if !n.exists() {
		return nil
	}
	return &Transform{Type: n.get("type").text(), Body: n.get("body").text()}
}
