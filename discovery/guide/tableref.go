package guide

import (
	"cmp"

	"github.com/sallyportdb/sallyport/discovery"
)

// TableRef is a reference as it is sent and taken. What a source does not have is null.
type TableRef struct {
	Catalog *string `json:"catalog"`
	DB      *string `json:"db"`
	Name    string  `json:"name"`
}

// tableRefOf is a reference as it is sent.
func tableRefOf(r discovery.TableRef) TableRef {
	return TableRef{Catalog: orNull(r.Catalog), DB: orNull(r.DB), Name: r.Name}
}

// Ref is the reference that was meant.
func (r TableRef) Ref() discovery.TableRef {
	return discovery.TableRef{Catalog: text(r.Catalog), DB: text(r.DB), Name: r.Name}
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func text(p *string) string { return *cmp.Or(p, new(string)) }
