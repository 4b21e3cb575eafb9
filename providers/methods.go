package providers

import "context"

// MethodLister is a Hierarchy of a source whose resources are answered by methods: what SHOW METHODS
// and DESCRIBE METHOD tell of them. Names are matched without regard to case.
type MethodLister interface {
	Hierarchy
	// ListMethods lists a resource's methods in the order of the document. 3F000, 42P01: no such
	// service, resource.
	ListMethods(ctx context.Context, service, resource string) ([]ListedMethod, error)
	// DescribeMethod tells of one method. The errors are those of ListMethods; 42704: no such method.
	DescribeMethod(ctx context.Context, service, resource, method string) (MethodDetail, error)
}

// ListedMethod is a method in a list.
type ListedMethod struct {
	Name, Description string
	Verb              string // the verb of SQL that it answers: "SELECT", "INSERT"…; "EXEC": none
	Effect            MethodEffect
	Required          []string // the inputs that it needs
}

// MethodDetail is a method with what it takes and gives.
type MethodDetail struct {
	ListedMethod
	Request string // "GET api.github.com/orgs/{org}/repos"
	Inputs  []InputDetail
	Columns []ColumnDetail // of its answer
}

// InputDetail is an input as people want to see it.
type InputDetail struct {
	Input
	Description, Default string
	Labels               []string // the values that it can have; nil: the document does not say
}

// Published is a provider whose documents a registry has.
type Published struct {
	Provider string
	Versions []string // the oldest first
}

// Newest is its newest version.
func (p Published) Newest() string {
	if len(p.Versions) == 0 {
		return ""
	}
	return p.Versions[len(p.Versions)-1]
}
