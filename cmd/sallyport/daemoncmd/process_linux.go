package daemoncmd

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// beginningOf reports whether a process is there, and tells when it began in a form that is
// only good for comparing. A process that has ended and waits for its parent is not there.
func beginningOf(pid int) (began string, alive bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", exists(pid) // perhaps there is no /proc
	}
	// The second field, the name, is in parentheses and can hold anything.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 20 || fields[0][0] == 'Z' || fields[0][0] == 'X' {
		return "", false
	}
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		boot = nil // ticks since the start of the machine are enough within one
	}
	return strings.TrimSpace(string(boot)) + " " + string(fields[19]), true
}
