package soak

import (
	"fmt"
	"os"
	"syscall"
)

// smallDisk is a file system in memory whose size can be changed.
type smallDisk string

const roomy = "size=1g,mode=0700"

// mountSmallDisk fails where we may not.
func mountSmallDisk(dir string) (smallDisk, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return smallDisk(dir), syscall.Mount("tmpfs", dir, "tmpfs", 0, roomy)
}

// fill takes away what is free.
func (d smallDisk) fill() (err error) {
	for range 20 {
		var s syscall.Statfs_t
		if err = syscall.Statfs(string(d), &s); err != nil {
			return err
		}
		used := (s.Blocks - s.Bfree) * uint64(s.Bsize)
		if err = syscall.Mount("tmpfs", string(d), "tmpfs", syscall.MS_REMOUNT, fmt.Sprintf("size=%d,mode=0700", used)); err == nil {
			return nil // else somebody wrote meanwhile
		}
	}
	return err
}

func (d smallDisk) free() error {
	return syscall.Mount("tmpfs", string(d), "tmpfs", syscall.MS_REMOUNT, roomy)
}

func (d smallDisk) unmount() error { return syscall.Unmount(string(d), 0) }
