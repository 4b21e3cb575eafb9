package functions

import (
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// keptCasts are the casts to types whose values are kept in a form of their own. DuckDB's cast would take the text of a
// number for that form.
func keptCasts() []scalar {
	var all []scalar
	for _, k := range slices.Concat(rangeCasts(), networkCasts(), cardCasts()) {
		if k.from != "VARCHAR" {
			continue
		}
		alias := k.to
		name := strings.ToLower(strings.TrimPrefix(alias, "PG_"))
		all = append(all, scalar{name: "pg__as_" + name, takes: []string{"ANY"}, returns: alias, call: func(c *calling) error {
			of := c.nodes[0]
			switch {
			case of.Duck == alias, of.Duck == vector.CIDRAlias && alias == vector.InetAlias:
				return copyText(c)
			case of.Duck == vector.InetAlias && alias == vector.CIDRAlias:
				c.setNetwork(c.network(0).Masked())
				return nil
			case of.Duck == macType && alias == mac8Type:
				return widenCard(c)
			case of.Duck == mac8Type && alias == macType:
				return narrowCard(c)
			case of.ID != lib.TypeVarchar || (pgcatalog.Alias{Name: of.Duck}).Kept():
				return failure("42846", "cannot cast a value of another type to %s", name)
			}
			return k.call(c)
		}})
	}
	return all
}
