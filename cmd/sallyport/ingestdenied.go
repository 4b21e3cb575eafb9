package main

import (
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/gate"
)

// neverSampled tells of the columns that any role denies. Sample values are kept for all principals, so
// it does not matter who has a snapshot taken. Where columns of a source are denied, only its tables
// are sampled: a view may show the column by another name.
func neverSampled(c config.Config) (func(connection string, t discovery.Table, column string) bool, error) {
	var denying []*gate.Rights
	for _, r := range c.Roles {
		if len(r.Columns.Deny) == 0 {
			continue
		}
		policy, err := gate.NewPolicy([]gate.Role{{Name: r.Name, Mode: gate.ReadOnly, DenyColumns: r.Columns.Deny}}, "")
		if err != nil {
			return nil, err
		}
		denying = append(denying, policy.RightsOf("", []string{r.Name}))
	}
	return func(connection string, t discovery.Table, column string) bool {
		if len(denying) > 0 && t.Kind == discovery.KindView {
			return true
		}
		for _, rights := range denying {
			if !rights.MayRead(connection, t.Ref.DB, t.Ref.Name, column) {
				return true
			}
		}
		return false
	}, nil
}
