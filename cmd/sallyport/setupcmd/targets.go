package setupcmd

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Scopes: for the user everywhere, for a project and all who share its files, or for the user in
// a project.
const (
	scopeUser    = "user"
	scopeProject = "project"
	scopeLocal   = "local"
)

// tokenVariable holds the token in the environment of a client.
const tokenVariable = "SALLYPORT_MCP_TOKEN"

// agent is a client, and where it keeps what.
type agent struct {
	name, title string
	scopes      []string
	// config is the file with the client's servers, and key the path to the entry. "" for a
	// client whose file is not written: its entry is printed.
	config func(p places, scope string) (file string, key []string)
	// entry is what says where the server is.
	entry func(s serverEntry) any
	// snippet is what is printed for a client whose file is not written.
	snippet func(p places, scope string, s serverEntry) snippet
	skill   func(p places, scope string) string
	wrap    func(scope string) string
	note    string // what the user has to do beside
}

// snippet is text that the user puts into a file.
type snippet struct{ file, text, remove string }

// serverEntry is what clients are told about the server.
type serverEntry struct {
	name, url string
	token     bool
	command   []string // for a client that starts the server itself
}

// bearer is the header with the token, by a reference to the variable in the client's own spelling.
func (s serverEntry) bearer(reference string) map[string]string {
	if !s.token {
		return nil
	}
	return map[string]string{"Authorization": "Bearer " + reference}
}

// places are the folders of a user and of a project.
type places struct {
	home, project, state string
	getenv               func(string) string
}

func (p places) or(variable, fallback string) string {
	if dir := p.getenv(variable); filepath.IsAbs(dir) {
		return dir
	}
	return fallback
}

func (p places) claude() string   { return p.or("CLAUDE_CONFIG_DIR", filepath.Join(p.home, ".claude")) }
func (p places) codex() string    { return p.or("CODEX_HOME", filepath.Join(p.home, ".codex")) }
func (p places) xdg() string      { return p.or("XDG_CONFIG_HOME", filepath.Join(p.home, ".config")) }
func (p places) opencode() string { return filepath.Join(p.xdg(), "opencode") }

// application is where a desktop program keeps its settings.
func (p places) application(name string) string {
	if runtime.GOOS == "darwin" {
		return filepath.Join(p.home, "Library", "Application Support", name)
	}
	return filepath.Join(p.xdg(), name)
}

// by chooses between the user's and the project's place.
func by(scope, user, project string) string {
	if scope == scopeProject {
		return project
	}
	return user
}

type httpEntry struct {
	Type    string            `json:"type,omitempty"`
	URL     string            `json:"url,omitempty"`
	Server  string            `json:"serverUrl,omitempty"`
	Enabled *bool             `json:"enabled,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
}

type stdioEntry struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// agents are the clients that setup knows.
func agents() []agent {
	return []agent{claudeCode(), claudeDesktop(), cursor(), vscode(), codex(), opencode(), gemini(), windsurf(), generic()}
}

// both are the scopes that most clients have.
func both() []string { return []string{scopeUser, scopeProject} }

func claudeCode() agent {
	return agent{
		name: "claude-code", title: "Claude Code", scopes: []string{scopeUser, scopeProject, scopeLocal},
		config: claudeConfig,
		entry: func(s serverEntry) any {
			return httpEntry{Type: "http", URL: s.url, Headers: s.bearer("${" + tokenVariable + "}")}
		},
		skill: func(p places, scope string) string {
			return skillFile(by(scope, p.claude(), filepath.Join(p.project, ".claude")))
		},
		wrap: skillIn,
	}
}

func claudeDesktop() agent {
	return agent{
		name: "claude-desktop", title: "Claude Desktop", scopes: []string{scopeUser},
		config: func(p places, _ string) (string, []string) {
			return filepath.Join(p.application("Claude"), "claude_desktop_config.json"), []string{"mcpServers"}
		},
		entry: func(s serverEntry) any { return stdioEntry{Command: s.command[0], Args: s.command[1:]} },
		skill: func(p places, _ string) string { return filepath.Join(p.state, skillName+".zip") },
		wrap:  func(string) string { return asPlugin() },
		note:  "Upload the ZIP file in Claude Desktop under Customize, Plugins; then start Claude Desktop anew. It starts a server of its own, which needs no sallyport mcp start.",
	}
}

func cursor() agent {
	return agent{
		name: "cursor", title: "Cursor", scopes: both(),
		config: func(p places, scope string) (string, []string) {
			return filepath.Join(by(scope, p.home, p.project), ".cursor", "mcp.json"), []string{"mcpServers"}
		},
		entry: func(s serverEntry) any {
			return httpEntry{URL: s.url, Headers: s.bearer("${env:" + tokenVariable + "}")}
		},
		skill: cursorSkill,
		wrap:  cursorForm,
	}
}

func vscode() agent {
	return agent{
		name: "vscode", title: "VS Code", scopes: both(),
		config: func(p places, scope string) (string, []string) {
			return by(scope, filepath.Join(p.application("Code"), "User", "mcp.json"), filepath.Join(p.project, ".vscode", "mcp.json")), []string{"servers"}
		},
		entry: func(s serverEntry) any {
			return httpEntry{Type: "http", URL: s.url, Headers: s.bearer("${env:" + tokenVariable + "}")}
		},
		skill: func(p places, scope string) string {
			return skillFile(by(scope, filepath.Join(p.home, ".copilot"), filepath.Join(p.project, ".github")))
		},
		wrap: skillIn,
	}
}

func codex() agent {
	return agent{
		name: "codex", title: "Codex", scopes: both(),
		snippet: codexSnippet,
		skill: func(p places, scope string) string {
			return skillFile(by(scope, p.codex(), filepath.Join(p.project, ".agents")))
		},
		wrap: skillIn,
	}
}

func opencode() agent {
	return agent{
		name: "opencode", title: "opencode", scopes: both(),
		snippet: opencodeSnippet,
		skill: func(p places, scope string) string {
			return filepath.Join(by(scope, p.opencode(), filepath.Join(p.project, ".opencode")), "commands", skillName+".md")
		},
		wrap: func(string) string { return asCommand() },
	}
}

func gemini() agent {
	return agent{
		name: "gemini", title: "Gemini CLI", scopes: both(),
		config: func(p places, scope string) (string, []string) {
			return filepath.Join(by(scope, p.home, p.project), ".gemini", "settings.json"), []string{"mcpServers"}
		},
		entry: func(s serverEntry) any {
			return httpEntry{Type: "http", URL: s.url, Headers: s.bearer("${" + tokenVariable + "}")}
		},
		skill: func(p places, scope string) string {
			return skillFile(filepath.Join(by(scope, p.home, p.project), ".gemini"))
		},
		wrap: skillIn,
	}
}

func windsurf() agent {
	return agent{
		name: "windsurf", title: "Windsurf", scopes: []string{scopeUser},
		config: func(p places, _ string) (string, []string) {
			return filepath.Join(p.home, ".codeium", "windsurf", "mcp_config.json"), []string{"mcpServers"}
		},
		entry: func(s serverEntry) any {
			return httpEntry{Server: s.url, Headers: s.bearer("${env:" + tokenVariable + "}")}
		},
		skill: func(p places, _ string) string { return skillFile(filepath.Join(p.home, ".codeium", "windsurf")) },
		wrap:  skillIn,
	}
}

func generic() agent {
	return agent{
		name: "generic", title: "any other client", scopes: both(),
		snippet: genericSnippet,
		skill: func(p places, scope string) string {
			return skillFile(filepath.Join(by(scope, p.home, p.project), ".agents"))
		},
		wrap: skillIn,
	}
}

// agentNames are the names of all clients.
func agentNames() (names []string) {
	for _, a := range agents() {
		names = append(names, a.name)
	}
	return names
}

func findAgent(name string) (agent, bool) {
	list := agents()
	i := slices.IndexFunc(list, func(a agent) bool { return a.name == name })
	if i < 0 {
		return agent{}, false
	}
	return list[i], true
}

func (a agent) takes(scope string) bool { return slices.Contains(a.scopes, scope) }

// isShared reports whether others get the file of a scope, too.
func isShared(scope string) bool { return scope == scopeProject }

func skillFile(dir string) string { return filepath.Join(dir, "skills", skillName, "SKILL.md") }

// claudeConfig is where Claude Code keeps the servers of a scope.
func claudeConfig(p places, scope string) (string, []string) {
	if scope == scopeProject {
		return filepath.Join(p.project, ".mcp.json"), []string{"mcpServers"}
	}
	file := filepath.Join(p.or("CLAUDE_CONFIG_DIR", p.home), ".claude.json")
	if scope == scopeLocal {
		return file, []string{"projects", p.project, "mcpServers"}
	}
	return file, []string{"mcpServers"}
}

func skillIn(string) string { return asSkill() }

func cursorForm(scope string) string {
	if scope == scopeProject {
		return asRule()
	}
	return asSkill()
}

// cursorSkill is a rule in a project. For a user Cursor has no folder of rules, but one of skills.
func cursorSkill(p places, scope string) string {
	if scope == scopeProject {
		return filepath.Join(p.project, ".cursor", "rules", skillName+".mdc")
	}
	return skillFile(filepath.Join(p.home, ".cursor"))
}

func codexSnippet(p places, scope string, s serverEntry) snippet {
	text := "[mcp_servers." + s.name + "]\nurl = " + quoted(s.url) + "\n"
	if s.token {
		text += "bearer_token_env_var = " + quoted(tokenVariable) + "\n"
	}
	return snippet{
		file: filepath.Join(by(scope, p.codex(), filepath.Join(p.project, ".codex")), "config.toml"), text: text,
		remove: "delete the table [mcp_servers." + s.name + "], or run codex mcp remove " + s.name,
	}
}

func opencodeSnippet(p places, scope string, s serverEntry) snippet {
	on := true
	entry := httpEntry{Type: "remote", URL: s.url, Enabled: &on, Headers: s.bearer("{env:" + tokenVariable + "}")}
	return snippet{
		file:   filepath.Join(by(scope, p.opencode(), p.project), "opencode.json"),
		text:   pretty(map[string]any{"mcp": map[string]any{s.name: entry}}),
		remove: `delete the key "` + s.name + `" below "mcp"`,
	}
}

func genericSnippet(_ places, _ string, s serverEntry) snippet {
	entry := httpEntry{Type: "http", URL: s.url, Headers: s.bearer("${" + tokenVariable + "}")}
	return snippet{
		file:   "the client's configuration, in the client's spelling of variables",
		text:   pretty(map[string]any{"mcpServers": map[string]any{s.name: entry}}),
		remove: `delete the key "` + s.name + `" below "mcpServers"`,
	}
}

// compact is a value as JSON in one line, pretty in several.
func compact(value any) []byte {
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(value) // entries always encode
	return []byte(strings.TrimSpace(out.String()))
}

func pretty(value any) string {
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(value) // as above
	return out.String()
}
