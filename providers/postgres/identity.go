package postgres

import (
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/providers"
)

// The server is told who asks (Options.Tell) by settings of each session, for its policies of
// rows. A backend has them from its startup packet, above ALTER ROLE and ALTER DATABASE: RESET, DISCARD
// ALL and a transaction that is rolled back return to them, and no other principal gets the backend. A
// connection of the pool is told with its first statement, a one-shot in its own transaction. The gate
// refuses what would set them.

// tellings has the texts that tell the settings to a connection of the pool.
type tellings struct {
	session string // tells the name $1 and the settings from $2 on, for the session
	setting string // the same in a one-shot: the settings are $3 and on
}

func (o Options) tellings() tellings {
	var session, shot strings.Builder
	for i, t := range o.Tell {
		name := providers.IdentityPrefix + string(t)
		session.WriteString(", pg_catalog.set_config('" + name + "', $" + strconv.Itoa(i+2) + ", false)")
		shot.WriteString(", pg_catalog.set_config('" + name + "', $" + strconv.Itoa(i+3) + ", true)")
	}
	return tellings{
		session: "SELECT pg_catalog.set_config('application_name', $1, false)" + session.String(),
		setting: shotStatements[setting].sql + shot.String(),
	}
}

// identityOf returns the values of the settings for a principal. 42501: one cannot be told.
func (p *Provider) identityOf(who auth.Principal) (settings []providers.StartupSetting, values [][]byte, err error) {
	if len(p.options.Tell) == 0 {
		return nil, nil, nil
	}
	settings, err = providers.IdentitySettings(who, p.options.Tell)
	for _, s := range settings {
		values = append(values, []byte(s.Value))
	}
	return settings, values, err
}
