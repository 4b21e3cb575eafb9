//go:build !linux

package relay

import "errors"

// Supported says whether sessions can be relayed on this system; where they
// cannot, they are served.
const Supported = false

type poller struct{ hurried bool }

type ready uint32

const (
	readable ready = 1 << iota
	writable
	hungUp
)

func newPoller() (*poller, error) { return nil, errors.ErrUnsupported }

func (p *poller) add(int, uint64) error               { return errors.ErrUnsupported }
func (p *poller) remove(int)                          {}
func (p *poller) wait(int, func(uint64, ready)) error { return errors.ErrUnsupported }
func (p *poller) wake()                               {}
func (p *poller) close()                              {}
