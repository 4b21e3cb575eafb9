package api

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
)

// TestEffect: what a document calls a SELECT is no read for that.
func TestEffect(t *testing.T) {
	for _, test := range []struct {
		method document.Method
		verb   string
		want   providers.MethodEffect
	}{
		{document.Method{HTTP: "GET", Name: "list", Path: "/x"}, "select", providers.Reads},
		{document.Method{HTTP: "GET", Name: "list", Path: "/?Action=DescribeInstances"}, "select", providers.Reads},
		{document.Method{HTTP: "GET", Name: "list", Path: "/?Action=BatchGetItem"}, "exec", providers.Reads},
		{document.Method{HTTP: "GET", Name: "list", Path: "/?Action=TerminateInstances"}, "select", providers.Deletes},
		{document.Method{HTTP: "DELETE", Name: "list", Path: "/?Action=DescribeInstances"}, "select", providers.Deletes},
		{document.Method{HTTP: "PUT", Name: "list", Path: "/?Action=DescribeInstances"}, "select", providers.Creates},
		{document.Method{HTTP: "GET", Name: "restart", Path: "/x", Translate: document.PostsQuery}, "select", providers.Runs},
		{document.Method{HTTP: "POST", Name: "batchGet", Path: "/x"}, "select", providers.Reads},
		{document.Method{HTTP: "POST", Name: "list_all", Path: "/x"}, "select", providers.Reads},
		{document.Method{HTTP: "POST", Name: "list_all", Path: "/x"}, "exec", providers.Runs},
		{document.Method{HTTP: "POST", Name: "findAndModify", Path: "/x"}, "select", providers.Runs},
		{document.Method{HTTP: "POST", Name: "get_or_create", Path: "/x"}, "select", providers.Runs},
		{document.Method{HTTP: "POST", Name: "getdel", Path: "/x"}, "select", providers.Runs},
		{document.Method{HTTP: "POST", Name: "listen", Path: "/x"}, "select", providers.Runs},
		{document.Method{HTTP: "POST", Name: "", Path: "/x"}, "select", providers.Runs},
		{document.Method{HTTP: "POST", Name: "query", Path: "/graphql", Body: &document.Body{Properties: []document.Property{{Name: "query"}}}}, "select", providers.Runs},
		{document.Method{HTTP: "POST", Name: "query", Path: "/api/GraphQL.json", Body: &document.Body{Properties: []document.Property{{Name: "query"}}}}, "select", providers.Runs},
		{document.Method{HTTP: "POST", Name: "query", Path: "/graphql/", Body: &document.Body{Properties: []document.Property{{Name: "query"}}}}, "select", providers.Runs},
		{document.Method{HTTP: "TRACE", Name: "get", Path: "/x"}, "select", providers.NotKnown},
	} {
		if got := effect(&test.method, test.verb); got != test.want {
			t.Errorf("%s %s %s by %s: %v, want %v", test.method.HTTP, test.method.Path, test.method.Name, test.verb, got, test.want)
		}
	}
}
