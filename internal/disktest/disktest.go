// Package disktest has small file systems for tests of full disks. It imports nothing of Sallyport, so that the tests of every
// package can use it.
package disktest
