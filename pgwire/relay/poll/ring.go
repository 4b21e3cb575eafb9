//go:build linux && !poll

package poll

import (
	"errors"
	"fmt"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ring is an io_uring (io_uring(7)) for sends alone. Each has MSG_DONTWAIT, so the kernel carries it out while it is
// submitted: when submit returns, nothing is under way, and the kernel keeps no address.
type ring struct {
	fd             int
	queue, entries []byte // what is mapped: the rings of indices, and the entries of the submission queue
	tail           *uint32
	mask           uint32
	indices        []uint32
	doneHead       *uint32
	doneTail       *uint32
	doneMask       uint32
	sends          []sendEntry
	done           []doneEntry
}

// sendEntry is a struct io_uring_sqe of a send; doneEntry a struct io_uring_cqe.
type (
	sendEntry struct {
		opcode, flags byte
		priority      uint16
		fd            int32
		_             uint64
		address       uint64
		length        uint32
		messageFlags  uint32
		data          uint64
		_             [3]uint64
	}
	doneEntry struct {
		data   uint64
		result int32
		_      uint32
	}
	// setup is a struct io_uring_params.
	setup struct {
		entries, doneEntries, flags          uint32
		_                                    [2]uint32
		features                             uint32
		_                                    [4]uint32
		head, tail, mask, size, _, _, array  uint32
		_                                    uint32
		_                                    uint64
		dHead, dTail, dMask, dSize, _, dList uint32
		_                                    [2]uint32
		_                                    uint64
	}
)

const (
	ringSize         = 64 // sends that are submitted together: they hold up the garbage collector
	opSend           = 26 // IORING_OP_SEND
	submitAll        = 1 << 7
	oneMapping       = 1 // IORING_FEAT_SINGLE_MMAP
	getEvents        = 1
	mappedQueue      = 0
	mappedEntries    = 0x10000000
	sendFlags        = unix.MSG_DONTWAIT | unix.MSG_NOSIGNAL
	fewestTogether   = 2
	mostTries        = 1000 // calls of one submit: one is enough unless the kernel is short of memory
	sizeOfSend       = unsafe.Sizeof(sendEntry{})
	sizeOfDone       = unsafe.Sizeof(doneEntry{})
	sizeOfIndex      = unsafe.Sizeof(uint32(0))
	sizeOfSetupBytes = unsafe.Sizeof(setup{})
)

var errRing = errors.New("the kernel's ring does not work as expected")

// newRing returns a ring that was tried; an error where the kernel has none for us.
func newRing() (r *ring, err error) {
	if sizeOfSend != 64 || sizeOfDone != 16 || sizeOfSetupBytes != 120 {
		return nil, errRing
	}
	s := setup{flags: submitAll}
	fd, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, ringSize, uintptr(unsafe.Pointer(&s)), 0)
	if errno != 0 {
		return nil, fmt.Errorf("io_uring_setup: %w", errno)
	}
	r = &ring{fd: int(fd)}
	if s.features&oneMapping == 0 {
		err = errRing
	}
	if err == nil {
		size := max(uintptr(s.array)+uintptr(s.entries)*sizeOfIndex, uintptr(s.dList)+uintptr(s.doneEntries)*sizeOfDone)
		r.queue, err = unix.Mmap(r.fd, mappedQueue, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE)
	}
	if err == nil {
		r.entries, err = unix.Mmap(r.fd, mappedEntries, int(uintptr(s.entries)*sizeOfSend), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE)
	}
	if err != nil {
		r.close()
		return nil, err
	}
	word := func(at uint32) *uint32 { return (*uint32)(unsafe.Pointer(&r.queue[at])) }
	r.tail, r.mask, r.doneHead, r.doneTail, r.doneMask = word(s.tail), *word(s.mask), word(s.dHead), word(s.dTail), *word(s.dMask)
	r.indices = unsafe.Slice(word(s.array), s.entries)
	r.sends = unsafe.Slice((*sendEntry)(unsafe.Pointer(&r.entries[0])), s.entries)
	r.done = unsafe.Slice((*doneEntry)(unsafe.Pointer(&r.queue[s.dList])), s.doneEntries)
	if err := r.try(); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// try sends a byte, and one to nowhere.
func (r *ring) try() error {
	pair, err := Pair()
	if err != nil {
		return err
	}
	defer func() { _, _ = unix.Close(pair[0]), unix.Close(pair[1]) }()
	list := []Send{{FD: pair[0], Bytes: []byte("a")}, {FD: -1, Bytes: []byte("b")}, {FD: pair[0], Bytes: []byte("c")}}
	if !r.submit(list) {
		return errRing
	}
	var got [4]byte
	n, err := unix.Read(pair[1], got[:])
	if err != nil || string(got[:max(0, n)]) != "ac" || list[0].N != 1 || list[2].N != 1 || !errors.Is(list[1].Err, unix.EBADF) {
		return errRing
	}
	return nil
}

// submit sends up to ringSize, and fills in what came of each. false: the ring cannot be used any more, and the
// sends without N and Err may not have been made.
func (r *ring) submit(list []Send) bool {
	tail := *r.tail
	for i := range list {
		s, at := &list[i], (tail+uint32(i))&r.mask //nolint:gosec // few
		s.N, s.Err = 0, errUnsent
		r.indices[at] = at
		r.sends[at] = sendEntry{
			opcode: opSend, fd: int32(s.FD), address: uint64(uintptr(unsafe.Pointer(unsafe.SliceData(s.Bytes)))), //nolint:gosec // a file descriptor
			length: uint32(len(s.Bytes)), messageFlags: sendFlags, data: uint64(i), //nolint:gosec // of buffers
		}
	}
	n := uint32(len(list)) //nolint:gosec // few
	atomic.StoreUint32(r.tail, tail+n)
	given, done := uint32(0), uint32(0)
	for range mostTries {
		m, _, errno := unix.RawSyscall6(unix.SYS_IO_URING_ENTER, uintptr(r.fd), uintptr(n-given), uintptr(n-done), getEvents, 0, 0)
		switch {
		case errno == 0:
			given += uint32(m)
		case errno != unix.EINTR && errno != unix.EAGAIN && errno != unix.EBUSY:
			return false
		}
		if done += r.reap(list); done == n {
			return true
		}
	}
	return false // the kernel has no memory for it, or is interrupted again and again
}

// reap fills in what came of the sends that are done.
func (r *ring) reap(list []Send) (n uint32) {
	head, tail := *r.doneHead, atomic.LoadUint32(r.doneTail)
	for ; head != tail; head++ {
		d := &r.done[head&r.doneMask]
		n++
		if s := &list[d.data]; d.result >= 0 {
			s.N, s.Err = int(d.result), nil
		} else {
			s.N, s.Err = 0, unix.Errno(-d.result)
		}
	}
	atomic.StoreUint32(r.doneHead, head)
	return n
}

func (r *ring) close() {
	for _, mapped := range [][]byte{r.queue, r.entries} {
		if mapped != nil {
			_ = unix.Munmap(mapped)
		}
	}
	_ = unix.Close(r.fd)
}
