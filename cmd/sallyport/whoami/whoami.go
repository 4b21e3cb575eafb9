package whoami

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/shell/show"
)

// Who is the principal that --as and --roles name.
type Who struct {
	Name  string
	Roles []string
}

// AddFlags adds --as and --roles.
func (w *Who) AddFlags(cmd *cobra.Command, about string) {
	cmd.Flags().StringVar(&w.Name, "as", "", about)
	cmd.Flags().StringSliceVar(&w.Roles, "roles", nil, "roles that the principal's token names, separated by commas")
}

// Principal is the principal of that name, as far as the configuration knows it.
func (w Who) Principal() auth.Principal {
	p := auth.Fixed(w.Name, auth.Local)
	p.Roles = w.Roles
	return p
}

// Command is sallyport whoami.
func Command(std cli.Streams, environ []string) *cobra.Command {
	var who Who
	cmd := &cobra.Command{
		Use:   "whoami",
		Short: "Say what a principal may do, and why",
		Long: `Prints the roles that the configuration gives a principal, where each comes from,
and what it allows. Without --as the principal is that of the MCP door
(mcp.principal). It asks no server and no source.`,
		Example: `  sallyport whoami --config sallyport.yaml
  sallyport whoami --config sallyport.yaml --as alice
  sallyport whoami --config sallyport.yaml --as alice --roles analyst,clerk`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := cli.LoadConfig(cmd, environ)
			if err != nil {
				return err
			}
			policy, err := Policy(c)
			if err != nil {
				return err
			}
			if who.Name == "" {
				who.Name = c.MCP.Principal
			}
			return tell(std.Out, c, who, policy.RightsOf(who.Name, who.Roles))
		},
	}
	cli.AddConfigFlags(cmd, "mode")
	who.AddFlags(cmd, "the `principal`: a user of the Postgres door, or a name of a token (default: mcp.principal)")
	return cmd
}

// tell prints what a principal may do.
func tell(out io.Writer, c config.Config, who Who, rights *gate.Rights) error {
	name := show.Visible(who.Name)
	if rights == nil {
		_, err := fmt.Fprintf(out, "%s may do what mode %s lets through: there are no roles in the configuration.\n", name, c.Mode)
		return err
	}
	if len(rights.Roles()) == 0 {
		_, err := fmt.Fprintf(out, "%s has no role, and may do nothing.\nA role gets it by its members, a token by naming roles, and everybody else by default_role.\n", name)
		return err
	}
	roles := "the role " + rights.Roles()[0]
	if len(rights.Roles()) > 1 {
		roles = "the roles " + strings.Join(rights.Roles(), ", ") + ", which add up"
	}
	fmt.Fprintf(out, "%s has %s. The server's mode is %s.\n", name, show.Visible(roles), c.Mode)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range c.Roles {
		if slices.Contains(rights.Roles(), r.Name) {
			tellRole(w, r, reason(r, who))
		}
	}
	return w.Flush()
}

// reason says why a principal has a role.
func reason(r config.Role, who Who) string {
	switch {
	case slices.Contains(r.Members, who.Name):
		return "it is among roles[].members"
	case slices.Contains(who.Roles, r.Name):
		return "its token names it"
	}
	return "it is the default_role"
}

func tellRole(w io.Writer, r config.Role, why string) {
	line := func(what, text string) {
		if text != "" {
			fmt.Fprintf(w, "  %s\t%s\n", what, show.Visible(text))
		}
	}
	list := func(l []string, none string) string {
		if len(l) == 0 {
			return none
		}
		return strings.Join(l, ", ")
	}
	fmt.Fprintf(w, "\n%s\t%s\n", show.Visible(r.Name), why)
	line("mode", r.Mode)
	line("sources", list(r.Sources, "all"))
	line("relations", list(r.Relations.Allow, "all"))
	line("but not", list(r.Relations.Deny, ""))
	line("columns not read", list(r.Columns.Deny, ""))
	if r.Columns.Write {
		line("", "these may be written")
	}
	line("catalogs", yesNo(r.Catalogs))
	line("records of others", yesNo(r.Records))
	line("tools", list(r.Tools, "all"))
	if r.Limits != (config.RoleLimits{}) {
		line("limits", limits(r.Limits))
	}
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// limits are the limits of a role that are set.
func limits(l config.RoleLimits) string {
	var list []string
	add := func(set bool, format string, value any) {
		if set {
			list = append(list, fmt.Sprintf(format, value))
		}
	}
	add(l.Rows > 0, "rows %d", l.Rows)
	add(l.Bytes > 0, "bytes %d", l.Bytes)
	add(l.Time > 0, "time %v", l.Time)
	add(l.Cost > 0, "cost %d", l.Cost)
	add(l.StatementsPerMinute > 0, "statements a minute %d", l.StatementsPerMinute)
	return strings.Join(list, ", ")
}
