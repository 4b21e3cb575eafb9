package daemoncmd

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// beginningOf reports whether a process is there, and tells when it began in a form that is
// only good for comparing.
func beginningOf(pid int) (began string, alive bool) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(info.Proc.P_pid) != pid {
		return "", exists(pid)
	}
	const zombie = 5 // SZOMB of sys/proc.h
	return fmt.Sprintf("%d.%06d", info.Proc.P_starttime.Sec, info.Proc.P_starttime.Usec), info.Proc.P_stat != zombie
}
