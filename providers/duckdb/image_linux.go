package duckdb

import (
	"os"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// sharedImage is a file in memory for the image of the emulation: no other process finds it by a name, a full disk does not
// hinder it, and once written it is sealed against changes. Every instance of the process reads it. It is open as long as the
// process runs, so its path names nothing else later. It is nil where the kernel gives none.
var sharedImage = sync.OnceValue(func() *imageFile {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("sallyport-catalog", flags|unix.MFD_NOEXEC_SEAL)
	if err != nil { // the kernel is older than 6.3
		fd, err = unix.MemfdCreate("sallyport-catalog", flags)
	}
	path := "/proc/self/fd/" + strconv.Itoa(fd)
	if err != nil {
		return nil
	}
	f := &imageFile{file: os.NewFile(uintptr(fd), path), path: path} //nolint:gosec // a descriptor is not negative
	if _, err := os.Stat(path); err != nil {                         // there is no /proc
		_ = f.file.Close() // nothing was written
		return nil
	}
	return f
})

// imageFile is a file that is written once, when an instance first needs it.
type imageFile struct {
	file *os.File
	path string
	once sync.Once
	err  error
}

// fill writes and seals the file.
func (f *imageFile) fill() error {
	f.once.Do(func() {
		var content []byte
		if content, f.err = image(); f.err != nil {
			return
		}
		if _, f.err = f.file.Write(content); f.err == nil {
			_, f.err = unix.FcntlInt(f.file.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_WRITE|unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL)
		}
	})
	return f.err
}
