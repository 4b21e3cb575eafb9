package setupcmd

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"encoding/json"
	"time"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// skillName is the skill's name, its folder's and its file's.
const skillName = "sallyport-analytics"

// skillDescription is what an agent reads before it decides to take the skill.
const skillDescription = "Answer questions about data through Sallyport: find the right tables, columns and values, query them, and check the result. " +
	"Use it whenever an answer depends on what is in a database, warehouse or API behind Sallyport: numbers, lists, trends, \"why did X change\", \"is that real\", debugging by looking at rows. " +
	"It applies also when the user does not say \"research\", \"analysis\" or \"SQL\"."

//go:embed skill.md
var skillBody string

// asSkill is a SKILL.md as the Agent Skills specification has it.
func asSkill() string {
	return "---\nname: " + skillName + "\ndescription: " + quoted(skillDescription) + "\n---\n\n" + skillBody
}

// asRule is a rule of Cursor that the agent takes when the description fits: globs without a value has no
// file bring the rule in.
func asRule() string {
	return "---\ndescription: " + quoted(skillDescription) + "\nglobs:\nalwaysApply: false\n---\n\n" + skillBody
}

// asCommand is a command of opencode.
func asCommand() string {
	return "---\ndescription: " + quoted(skillDescription) + "\n---\n\n" + skillBody + "\nThe question: $ARGUMENTS\n"
}

// quoted writes a string as a YAML scalar in quotes.
func quoted(s string) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // strings always encode
	return string(bytes.TrimSpace(out.Bytes()))
}

// asPlugin is a plugin with the skill for Claude Desktop, as a ZIP file. The same version makes
// the same bytes.
func asPlugin() string {
	about, _ := json.MarshalIndent(struct {
		Name        string `json:"name"`
		Version     string `json:"version"`
		Description string `json:"description"`
		Author      struct {
			Name string `json:"name"`
		} `json:"author"`
	}{skillName, pluginVersion(), "Answer questions about data through Sallyport.", struct {
		Name string `json:"name"`
	}{"Sallyport"}}, "", "  ") // strings always encode
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, file := range []struct{ name, text string }{
		{".claude-plugin/plugin.json", string(about) + "\n"},
		{"skills/" + skillName + "/SKILL.md", asSkill()},
	} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: file.name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
		if err == nil {
			_, err = w.Write([]byte(file.text))
		}
		if err != nil {
			panic(err) // memory takes everything
		}
	}
	_ = z.Close() // as above
	return out.String()
}

// pluginVersion is this build's version, if it is one.
func pluginVersion() string {
	if v := cli.Version(); v != "dev" {
		return v
	}
	return "0.0.0"
}
