package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sallyportdb/sallyport/config"
)

// stackqlFlags are flags of StackQL that are accepted as they are; config knows
// what each comes to.
var stackqlFlags = []struct{ flag, usage string }{
	{"mcp.server.type", "http, stdio, reverse_proxy (default http)"},
	{"mcp.config", "`JSON`, or the path of a YAML or JSON file: server, backend, enabled_tools, …"},
	{"env.file", "a `file` of NAME=value lines, for the variables that the configuration names"},
	{"pgsrv.address", "the `host` to listen on for Postgres clients"},
	{"pgsrv.port", "the `port` to listen on for Postgres clients"},
	{"pgsrv.tls", "`JSON`: keyFilePath and certFilePath, or keyContents and certContents; clientCAs"},
	{"approot", "the `folder` to keep state in, as --state-dir"},
	{"registry", "`JSON`: where provider documents come from"},
	{"auth", "`JSON`: credentials by provider"},
	{"http.response.pageLimit", "most pages of an API's answer"},
	{"http.response.maxResults", "most results of an API's answer"},
	{"apirequesttimeout", "`seconds` to wait for an API"},
	{"execution.concurrency.limit", "requests to an API at a time"},
}

// AddStackQLFlags gives a command StackQL's flags, in a group of their own.
func AddStackQLFlags(cmd *cobra.Command) {
	group := pflag.NewFlagSet("", pflag.ContinueOnError)
	group.SortFlags = false
	for _, f := range stackqlFlags {
		group.String(f.flag, "", f.usage)
	}
	usages := group.FlagUsages()
	var idle []string
	for _, f := range config.IdleFlags() {
		idle = append(idle, "--"+f.Name)
		if f.Switch {
			group.BoolP(f.Name, f.Short, false, "")
		} else {
			group.VarP(new(idleValue), f.Name, f.Short, "")
		}
	}
	slices.Sort(idle)
	cmd.SetUsageTemplate(cmd.UsageTemplate() + "\nFlags of StackQL, accepted as they are:\n" + usages +
		"\nMore of them are accepted and have no effect, which the log says:\n" + wrapped(idle, "      ", 100) + "\n")
	group.VisitAll(func(f *pflag.Flag) {
		f.Hidden = true // from the first group
		cmd.Flags().AddFlag(f)
	})
}

// idleValue notes that a flag which has no effect was given, with any value, any number of times. To declare one of pflag's
// lists takes far longer, and each start of the program declares dozens of them for several commands.
type idleValue bool

func (v *idleValue) String() string {
	if v == nil || !*v {
		return ""
	}
	return "given"
}

func (v *idleValue) Set(string) error {
	*v = true
	return nil
}

func (*idleValue) Type() string { return "string" }

// wrapped writes words in lines of a width, each behind a margin.
func wrapped(words []string, margin string, width int) string {
	text, line := "", margin
	for _, word := range words {
		if len(line)+len(word) > width {
			text, line = text+strings.TrimRight(line, " ")+"\n", margin
		}
		line += word + " "
	}
	return text + strings.TrimRight(line, " ")
}

func isStackQLFlag(name string) bool {
	return slices.ContainsFunc(stackqlFlags, func(f struct{ flag, usage string }) bool { return f.flag == name }) ||
		slices.ContainsFunc(config.IdleFlags(), func(f config.IdleFlag) bool { return f.Name == name })
}

// CommandFirst moves flags of StackQL's that stand before the command behind it:
// StackQL takes them there, and so its image passes them.
func CommandFirst(args []string) []string {
	at := 0
	for at < len(args) && strings.HasPrefix(args[at], "--") {
		name, _, whole := strings.Cut(args[at][2:], "=")
		if !isStackQLFlag(name) {
			return args
		}
		isSwitch := slices.ContainsFunc(config.IdleFlags(), func(f config.IdleFlag) bool { return f.Name == name && f.Switch })
		if at++; !whole && !isSwitch {
			at++
		}
	}
	if at == 0 || at >= len(args) {
		return args
	}
	return slices.Concat(args[at:at+1], args[:at], args[at+1:])
}

// WithEnvFile adds the variables of --env.file, which win.
func WithEnvFile(cmd *cobra.Command, environ []string) (_ []string, notice string, _ error) {
	path, err := cmd.Flags().GetString("env.file")
	if err != nil || path == "" {
		return environ, "", err
	}
	entries, exposed, err := config.ReadEnvFile(path)
	if errors.Is(err, fs.ErrNotExist) { // a bundle names one that its user may make
		return environ, fmt.Sprintf("--env.file: there is no file %s, so no variables come from it", path), nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("--env.file: %w", err)
	}
	if exposed {
		notice = fmt.Sprintf("--env.file: others than its owner can read %s: chmod 600 keeps its secrets", path)
	}
	merged := slices.DeleteFunc(slices.Clone(environ), func(old string) bool {
		name, _, _ := strings.Cut(old, "=")
		return slices.ContainsFunc(entries, func(entry string) bool { return strings.HasPrefix(entry, name+"=") })
	})
	return append(merged, entries...), notice, nil
}
