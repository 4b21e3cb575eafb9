package approvalscmd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/approval"
)

// picked says which requests are shown, and in which order.
type picked struct {
	users, sources, classes []string
	sort                    string
}

func (p *picked) add(cmd *cobra.Command, sorted string) {
	cmd.Flags().StringSliceVar(&p.users, "user", nil, "only requests of these `users`")
	cmd.Flags().StringSliceVar(&p.sources, "source", nil, "only requests for these `sources`")
	cmd.Flags().StringSliceVar(&p.classes, "class", nil, "only statements of these `classes`: mutate, delete, exec")
	cmd.Flags().StringVar(&p.sort, "sort", "age", "the `order` of "+sorted+": age (the oldest first), expires, rows (the most first), user")
}

func (p picked) has(r approval.Request) bool {
	in := func(list []string, value string) bool { return len(list) == 0 || slices.Contains(list, value) }
	return in(p.users, r.Principal) && in(p.sources, r.Source) && in(p.classes, r.Class)
}

// order compares requests as --sort says.
func (p picked) order() (func(a, b approval.Request) int, error) {
	switch p.sort {
	case "", "age":
		return func(a, b approval.Request) int { return a.Created.Compare(b.Created) }, nil
	case "expires":
		return func(a, b approval.Request) int { return a.Expires.Compare(b.Expires) }, nil
	case "rows": // what is not known might be the most
		return func(a, b approval.Request) int {
			if unknown := (a.Estimate.Rows < 0) != (b.Estimate.Rows < 0); unknown {
				return cmp.Compare(a.Estimate.Rows, b.Estimate.Rows)
			}
			return cmp.Compare(b.Estimate.Rows, a.Estimate.Rows)
		}, nil
	case "user":
		return func(a, b approval.Request) int { return strings.Compare(a.Principal, b.Principal) }, nil
	}
	return nil, fmt.Errorf("--sort: %q is no order: age, expires, rows or user", p.sort)
}
