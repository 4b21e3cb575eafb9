package mcp

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
)

var infoSchema = object([]string{"name", "version", "mode", "is_read_only", "default_provider", "providers", "caps"}, with(
	typed("string", "name", "version", "commit", "platform", "default_provider"),
	schema{
		"mode":         field("string", "read_only, safe, delete_safe or full_access"),
		"is_read_only": field("boolean", ""),
		"providers":    listOf(field("string", ""), ""),
		"caps":         field("object", "of answers"),
	},
))

type info struct {
	Name      string   `json:"name"`
	Version   string   `json:"version"`
	Commit    string   `json:"commit,omitempty"`
	Platform  string   `json:"platform"`
	Mode      string   `json:"mode"`
	ReadOnly  bool     `json:"is_read_only"`
	Default   string   `json:"default_provider"`
	Providers []string `json:"providers"`
	Caps      infoCaps `json:"caps"`
}

type infoCaps struct {
	RowsDefault int64 `json:"rows_default"`
	Rows        int64 `json:"rows"`
	Bytes       int   `json:"bytes"`
	Cell        int   `json:"cell_bytes"`
}

func (s *Server) serverInfo(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var i info
	err := s.inspect(ctx, c, func(context.Context, *engine.Session) error {
		known := s.engine.Info()
		i = info{
			Name: serverName, Version: known.Version, Commit: known.Commit, Platform: runtime.GOOS + "/" + runtime.GOARCH,
			Mode: known.Mode.String(), ReadOnly: known.Mode <= gate.ReadOnly, Default: known.Default, Providers: []string{},
			Caps: infoCaps{s.limits.Rows, s.limits.MaxRows, s.limits.Bytes, s.limits.Cell},
		}
		for _, p := range known.Sources {
			i.Providers = append(i.Providers, p.Name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("%s %s on %s, mode %s.\nProviders: %s. Default: %s.\nCaps: %d rows (at most %d), %d bytes, %d bytes a value.",
		i.Name, i.Version, i.Platform, i.Mode, strings.Join(i.Providers, ", "), i.Default,
		i.Caps.RowsDefault, i.Caps.Rows, i.Caps.Bytes, i.Caps.Cell)
	return mcpgo.NewToolResultStructured(i, text), nil
}
