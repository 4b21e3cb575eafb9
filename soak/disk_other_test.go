//go:build !linux

package soak

import "errors"

// smallDisk is for Linux alone.
type smallDisk string

func mountSmallDisk(string) (smallDisk, error) { return "", errors.ErrUnsupported }

func (smallDisk) fill() error    { return errors.ErrUnsupported }
func (smallDisk) free() error    { return errors.ErrUnsupported }
func (smallDisk) unmount() error { return errors.ErrUnsupported }
