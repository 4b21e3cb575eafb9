package versus

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Process is a program that runs, with what it says in a file.
type Process struct {
	Ended <-chan struct{} // closed when it has
	PID   int
	cmd   *exec.Cmd
	log   string // file
}

// Run starts a program whose output goes to the file log in the folder dir. The goroutine of the
// Process ends with the program; Stop waits for both.
func Run(cmd *exec.Cmd, dir string) (*Process, error) {
	ended := make(chan struct{})
	p := &Process{Ended: ended, cmd: cmd, log: filepath.Join(dir, "log")}
	log, err := os.Create(p.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.PID = cmd.Process.Pid
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	return p, nil
}

// Failed is an error with the end of what the program said.
func (p *Process) Failed(err error) error {
	text, readErr := os.ReadFile(p.log)
	if readErr != nil {
		return errors.Join(err, readErr)
	}
	return fmt.Errorf("%w: %s", err, text[max(0, len(text)-2000):])
}

// StopBy sends the program a signal and waits for its end; what has not ended in time is killed, which
// is an error. A program that has ended by itself is none.
func (p *Process) StopBy(signal os.Signal, limit time.Duration) error {
	if err := p.cmd.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-p.Ended:
		return nil
	case <-timer.C:
	}
	err := fmt.Errorf("%s did not stop within %v and was killed", filepath.Base(p.cmd.Path), limit)
	if killed := p.cmd.Process.Kill(); killed != nil && !errors.Is(killed, os.ErrProcessDone) {
		return errors.Join(err, killed)
	}
	<-p.Ended
	return err
}
