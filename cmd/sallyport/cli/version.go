package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// The build sets these with -ldflags.
var (
	version = "dev"
	commit  = ""
)

// Version is the version of this build.
func Version() string { return version }

// VersionLine is the line that the command version prints.
func VersionLine() string {
	return fmt.Sprintf("sallyport %s (commit %s, %s, %s/%s)\n", version, Commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Commit is the commit the binary was built from: what the build set,
// or what the Go tool stamped.
func Commit() string {
	if commit != "" {
		return commit
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return "unknown"
}
