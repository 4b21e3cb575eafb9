//go:build !linux && !darwin

package daemoncmd

// beginningOf reports whether a process is there. When it began, this system does not tell.
func beginningOf(pid int) (began string, alive bool) { return "", exists(pid) }
