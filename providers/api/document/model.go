package document

import "strings"

// Resource is a table of an API, or what its methods are gathered under.
type Resource struct {
	Name, Title, Description string
	Methods                  []*Method // in the document's order
	// Verbs names, for each of select, insert, update, replace and delete, the
	// methods that may answer it: the first one whose required inputs are given.
	Verbs map[string][]string `json:",omitempty"`
	Views []View              `json:",omitempty"`
}

// View is a query that stands in the place of the resource's methods.
type View struct {
	Verb string // "select"
	// Dialect is that of its SQL: "sqlite3", "postgres"; "": any. Needs are the inputs that it is
	// for: it counts where all of them are given.
	Dialect string   `json:",omitempty"`
	Needs   []string `json:",omitempty"`
	DDL     string
	File    string // of the document, and the line in it where the SQL begins
	Line    int
}

// Method is one operation of the API.
type Method struct {
	Name, Description string
	HTTP              string // "GET"
	Path              string // with its parameters: "/orgs/{org}/repos"
	Servers           []Server
	Params            []Param  `json:",omitempty"`
	Body              *Body    `json:",omitempty"`
	Response          Response // what it answers
	Pagination        *Pagination
	Pushdown          *Pushdown `json:",omitempty"`
	Retry             *Retry    `json:",omitempty"`
	// Translate and Transpose name the ways in which a request is rewritten:
	// get_query_to_post_form_utf_8, drop_double_underscore_params; AWSCanonical.
	Translate string `json:",omitempty"`
	Transpose string `json:",omitempty"`
	// GraphQL is the query that is sent in the place of a body; nil: the method speaks plain HTTP.
	GraphQL *GraphQL `json:",omitempty"`
}

// Server is where an operation is: its URL with variables, which are inputs.
type Server struct {
	URL       string
	Variables []Param `json:",omitempty"`
}

// Places where an input goes.
const (
	InPath   = "path"
	InQuery  = "query"
	InHeader = "header"
	InServer = "server"
	// InGraphQL is a place in a GraphQL query.
	InGraphQL = "graphql"
)

// Param is an input of a method that is no part of its body.
type Param struct {
	Name, In, Type       string
	Description, Default string   `json:",omitempty"`
	Enum                 []string `json:",omitempty"`
	Required             bool     `json:",omitempty"`
	Explode              bool     `json:",omitempty"` // of a list, each value is a parameter of its own
	Env                  string   `json:",omitempty"` // the variable that gives a value where the query does not
}

// PostsQuery is the Translate of requests that send their query as the body of a POST.
const PostsQuery = "get_query_to_post_form_utf_8"

// Operation reports whether a parameter names the operation that an address with many of them runs, as Action and
// X-Amz-Target do for AWS, and which one. It returns "" if the request chooses.
func (p *Param) Operation() (name string, is bool) {
	switch {
	case p.In == InQuery && strings.EqualFold(p.Name, "Action"), p.In == InHeader && strings.EqualFold(p.Name, "X-Amz-Target"):
	default:
		return "", false
	}
	if p.Default == "" && len(p.Enum) == 1 {
		return p.Enum[0], true
	}
	return p.Default, true
}

// Body is what a method sends.
type Body struct {
	MediaType  string
	Naming     string     // "", "naive", "naive_DesiredState": how properties are called
	Casing     string     `json:",omitempty"` // "pascal", "camel": columns may be written in snake case
	Base       string     `json:",omitempty"` // JSON that is sent in any case
	Default    string     `json:",omitempty"` // JSON that is sent where nothing is given
	Properties []Property `json:",omitempty"`
	Transform  *Transform `json:",omitempty"`
	XML        *XML       `json:",omitempty"`
}

// XML says how a body is written as XML.
type XML struct {
	Declaration, Transform string
	Root                   string // xmlRootAnnotation: the root's name, or what stands behind it in its tag
	// Tag is the root by OpenAPI: the schema's xml, which Named says, or the name of the schema itself.
	Tag   string `json:",omitempty"`
	Named bool   `json:",omitempty"`
}

// Property is a property of a body.
type Property struct {
	Name, Type  string
	Description string `json:",omitempty"`
	Required    bool   `json:",omitempty"`
	File        bool   `json:",omitempty"` // of a body of several parts: its format is binary
}

// Response is what a method answers and where the rows are in it.
type Response struct {
	MediaType string
	Override  string     `json:",omitempty"` // the media type behind the transform
	Status    string     // "200"
	ObjectKey string     `json:",omitempty"` // "$.items": where the rows are
	Columns   []Column   `json:",omitempty"`
	Transform *Transform `json:",omitempty"`
	// Protocol is the service's, where rows come as XML by schema: "query", "ec2",
	// "rest-xml".
	Protocol string `json:",omitempty"`
}

// Column is a column of an answer.
type Column struct {
	Name, Type  string // Type is one of the types of schema.go
	Description string `json:",omitempty"`
	Required    bool   `json:",omitempty"` // every row has it, and not as null
}

// Transform is a template that makes another text of a body.
type Transform struct{ Type, Body string }

// Token is a value of a request or an answer.
type Token struct {
	Key, Location string
	Algorithm     string `json:",omitempty"`
}

// Pagination is how the next page is asked for.
type Pagination struct {
	Request, Response Token
	Terminator        *Token `json:",omitempty"`
	Algorithm         string `json:",omitempty"` // "page_number"
}

// Pushdown is what of a query the API takes itself.
type Pushdown struct {
	Select, Filter, OrderBy, Top, Skip, Count *PushedDown `json:",omitempty"`
}

// PushedDown is how one clause is written into a request.
type PushedDown struct {
	Dialect, ParamName, Syntax, Delimiter, ParamValue, ResponseKey string   `json:",omitempty"`
	Columns                                                        []string `json:",omitempty"`
	Operators                                                      []string `json:",omitempty"`
	MaxValue                                                       int      `json:",omitempty"`
}

// Retry is how often and how a failed request is sent again.
type Retry struct {
	MaxAttempts, InitialDelayMS, MaxDelayMS int
	Multiplier, Jitter                      float64
	Methods                                 []string
	Statuses                                []int
}
