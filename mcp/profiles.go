package mcp

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// group says in which profiles a tool is.
type group int

const (
	coreTools  group = iota // the hierarchy, SQL, reviews
	findTools               // tools that find tables, values and pages, by the snapshots
	shapeTools              // tools of the core under other names and with other arguments, which clients for research know
)

// The profiles: sets of tools, of which a server publishes one. Of several tools that do the
// same, [ProfileDefault] has one.
const (
	ProfileDefault   = "default" // the core, and what finds
	ProfileCore      = "core"
	ProfileResearch  = "research"
	ProfileAsk       = "ask"
	ProfileWorkspace = "workspace"
	ProfileAll       = "all"
)

// profiles has the groups of each profile. The tools of ask and workspace are not there yet.
func profiles() map[string][]group {
	return map[string][]group{
		ProfileDefault:   {coreTools, findTools},
		ProfileCore:      {coreTools},
		ProfileResearch:  {findTools, shapeTools},
		ProfileAsk:       {},
		ProfileWorkspace: {},
		ProfileAll:       {coreTools, findTools, shapeTools},
	}
}

// toolsOf picks the tools of a profile, and of these the enabled ones.
func toolsOf(all []*tool, profile string, enabled []string) ([]*tool, error) {
	if profile == "" {
		profile = ProfileDefault
		if enabled != nil {
			profile = ProfileAll
		}
	}
	groups, known := profiles()[profile]
	if !known {
		names := []string{ProfileDefault, ProfileCore, ProfileResearch, ProfileAsk, ProfileWorkspace, ProfileAll}
		return nil, unknownSetting("profile", profile, names)
	}
	if len(groups) == 0 {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "mcp: nothing of profile %q has a backend in this version", profile).
			WithHint("Profiles that have: %s.", strings.Join([]string{ProfileDefault, ProfileCore, ProfileResearch, ProfileAll}, ", "))
	}
	name := func(t *tool) []string { return []string{t.name} }
	picked, err := pickEnabled("tool", all, enabled, name)
	if err != nil {
		return nil, err
	}
	for _, t := range picked {
		if enabled != nil && !slices.Contains(groups, t.group) {
			return nil, sqlstate.New(sqlstate.ConfigFileError, "mcp: profile %q has no tool %q", profile, t.name).
				WithHint("Profile %q has it; without a profile, any tool can be enabled.", ProfileAll)
		}
	}
	return slices.DeleteFunc(slices.Clone(picked), func(t *tool) bool { return !slices.Contains(groups, t.group) }), nil
}
