package call

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"net/textproto"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
)

// isParts reports whether a body is sent as several parts.
func (p *payload) isParts() bool {
	return p.properties != nil && strings.HasPrefix(strings.ToLower(p.mediaType), "multipart/form-data")
}

// boundary stands between parts. It is made of what they are, so that a request is the same each time.
func (p *payload) boundary() string {
	sum := sha256.Sum256(encode(p.properties))
	return fmt.Sprintf("%x", sum[:16])
}

// contentType is the header of a body.
func (p *payload) contentType() string {
	if !p.isParts() {
		return p.mediaType
	}
	return "multipart/form-data; boundary=" + p.boundary()
}

// parts writes a part for each property, and for each element of a list. A file is what the document says has the
// format binary: the value is its content.
func (p *payload) parts() ([]byte, error) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	if err := w.SetBoundary(p.boundary()); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(p.properties)) {
		raw := p.properties[name]
		values, isList := jsonstream.Elements(bytes.TrimSpace(raw))
		if !isList {
			values = [][]byte{raw}
		}
		for _, value := range values {
			if err := p.part(w, name, bytes.TrimSpace(value)); err != nil {
				return nil, err
			}
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func (p *payload) part(w *multipart.Writer, name string, value json.RawMessage) error {
	quoted := strings.NewReplacer("\\", `\\`, `"`, `\"`, "\r", "", "\n", "").Replace(name)
	disposition := `form-data; name="` + quoted + `"`
	header := textproto.MIMEHeader{}
	switch {
	case string(value) == "null":
		return nil
	case p.files[name]:
		disposition += `; filename="` + quoted + `"`
		header.Set("Content-Type", "application/octet-stream")
	case len(value) > 0 && value[0] == '{':
		header.Set("Content-Type", "application/json")
	}
	header.Set("Content-Disposition", disposition)
	part, err := w.CreatePart(header)
	if err == nil {
		_, err = part.Write([]byte(jsonstream.Scalar(value)))
	}
	return err
}
