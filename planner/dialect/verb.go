package dialect

import "github.com/sallyportdb/sallyport/providers"

// Verb is one of the dialect's own verbs: a Show or an Exec.
type Verb struct {
	Text   string // trimmed, without the semicolon
	Offset int    // byte offset of Text in the batch
	Name   string // "SHOW", "DESCRIBE", "REGISTRY LIST", "REGISTRY PULL", "EXEC", "CALL"
	Show   *Show
	Exec   *Exec
}

// What a Show lists.
const (
	Providers = "providers"
	Services  = "services"
	Resources = "resources"
	Methods   = "methods"
	Columns   = "columns" // DESCRIBE
	Method    = "method"  // DESCRIBE METHOD
	Insert    = "insert"  // SHOW INSERT INTO
	Version   = "version"
	Releases  = "releases" // REGISTRY LIST
	Pull      = "pull"     // REGISTRY PULL: it fetches documents, where other forms list them
)

// Show is a verb that lists something.
type Show struct {
	What     string
	In       []string // the name behind IN, FROM, INTO or the verb itself
	Like     string   // the pattern after LIKE, "" for none
	Extended bool
	Required bool   // the hint REQUIRED: inputs that can be left out are
	Release  string // of REGISTRY PULL: the version, "" for the newest
}

// Exec runs a method of an API.
type Exec struct {
	Path      []string // [provider,] service, resource, method
	At        int      // the byte offset of the path in the batch
	Arguments []Argument
	Body      *providers.Value // of @@json; nil: it is made of the arguments
	Await     bool             // the hint AWAIT
	Params    int              // the highest $n
}

// Argument is one input of a method.
type Argument struct {
	Name  string // as written
	Value providers.Value
	At    int // the byte offset of the name in the batch
}
