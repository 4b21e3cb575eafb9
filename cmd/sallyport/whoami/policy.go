// Package whoami makes the gate's policy of the roles in the configuration, and has the command
// sallyport whoami, which says what a principal may do, and why.
package whoami

import (
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Policy compiles the roles of a configuration; nil: there are none, and nothing narrows anybody.
func Policy(c config.Config) (*gate.Policy, error) {
	if len(c.Roles) == 0 {
		return nil, nil //nolint:nilnil // as it says
	}
	list := make([]gate.Role, len(c.Roles))
	for i, r := range c.Roles {
		mode, err := gate.ParseMode(r.Mode)
		if err != nil {
			return nil, sqlstate.New(sqlstate.ConfigFileError, "the role %s: %v", r.Name, err)
		}
		list[i] = gate.Role{
			Name: r.Name, Members: r.Members, Mode: mode, Sources: r.Sources, Allow: r.Relations.Allow, Deny: r.Relations.Deny,
			DenyColumns: r.Columns.Deny, WriteColumns: r.Columns.Write, Catalogs: r.Catalogs, Records: r.Records, Tools: r.Tools,
			Limits: gate.RoleLimits{Rows: r.Limits.Rows, Bytes: r.Limits.Bytes, Time: r.Limits.Time, Cost: float64(r.Limits.Cost), PerMinute: r.Limits.StatementsPerMinute},
		}
	}
	p, err := gate.NewPolicy(list, c.DefaultRole)
	if err != nil {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "%v", err).WithHint("A pattern of relations is provider.service.resource, such as pg.public.* or pg.shop_*.orders.")
	}
	return p, nil
}
