package sources

import (
	"path/filepath"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers/api/registry"
)

// OpenRegistry opens the registry of provider documents that --registry names. It returns nil if it names none.
func OpenRegistry(c config.Config) (engine.Registry, error) {
	if c.StackQL.Registry.URL == "" {
		return nil, nil //nolint:nilnil // there is none
	}
	return registry.Open(registry.Options{
		URL: c.StackQL.Registry.URL, Dist: c.StackQL.Registry.DistPrefix, Folder: RegistryFolder(c),
	})
}

// RegistryFolder is where packages of a registry's server are put: its localDocRoot, or a folder of the
// server's own.
func RegistryFolder(c config.Config) string {
	if c.StackQL.Registry.LocalDocRoot != "" {
		return c.StackQL.Registry.LocalDocRoot
	}
	return filepath.Join(c.StateDir, "registry")
}
