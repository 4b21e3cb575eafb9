package daemoncmd

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// exists reports whether a process has this number.
func exists(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// detached starts a program in a session of its own, so that no terminal ends it.
func detached(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd.Start()
}

// endOf reports whether a child has ended, without waiting for it.
func endOf(child *os.Process) (ended bool) {
	var status syscall.WaitStatus
	pid, err := syscall.Wait4(child.Pid, &status, syscall.WNOHANG, nil)
	return pid == child.Pid || errors.Is(err, syscall.ECHILD)
}

// endsWithin waits until the process of a state has ended.
func (s State) endsWithin(limit time.Duration) bool {
	for deadline := time.Now().Add(limit); s.Runs(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}
