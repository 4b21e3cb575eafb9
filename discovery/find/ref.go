package find

import "github.com/sallyportdb/sallyport/discovery"

// MatchedOn is the field that a query matched best.
type MatchedOn string

// The fields.
const (
	OnName        MatchedOn = "name"
	OnDisplay     MatchedOn = "display" // another way to write the name
	OnDescription MatchedOn = "description"
	OnComment     MatchedOn = "comment"
	OnSampleValue MatchedOn = "sample_value"
	OnBody        MatchedOn = "body" // of a page
)

// Ref refers to one thing that was found. More of it is to be had by the reference: a page by its key, a
// table or a column by its table's reference.
type Ref struct {
	Kind Kind
	// ID is stable as long as the thing is: a page's key, or a table or a column as it is displayed,
	// schema.table or schema.table.column. It is unique within its connection.
	ID        string
	Score     float64 // fused, 0 to 1
	Summary   *string // a whole field; nil: the thing has none
	Snippet   *string // at most 200 characters of a field; nil: there is none
	MatchedOn MatchedOn

	Connection string              // "" for a page
	Table      *discovery.TableRef // nil but for a table or a column
	Column     string              // "" but for a column
}

// Page is a page of the wiki, as it is searched.
type Page struct {
	Key     string   // unique, and what the page is read by
	Title   string   // "": the key stands for it
	Summary string   // of the front matter; "": none
	Tags    []string // and other words of the front matter to be found by
	Body    string   // Markdown, without the front matter
}
