package approval_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/internal/disktest"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// On a full disk nothing is claimed, and once there is room it is claimed once.
func TestDiskFull(t *testing.T) {
	disk := disktest.Mount(t, "256k")
	dir := filepath.Join(disk, "approvals")
	s, err := approval.Open(approval.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	decide(t, s, submit(t, s, approval.Request{Digest: "a"}).ID, approval.Verdict{Approve: true})
	ballast := filepath.Join(disk, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err == nil {
		t.Fatal("the disk is not full")
	}
	_, ok, err := s.Claim("a")
	wantCode(t, err, sqlstate.DiskFull, "no space left")
	if ok {
		t.Error("claimed")
	}
	_, _, err = s.Submit(approval.Request{Digest: "b"})
	wantCode(t, err, sqlstate.DiskFull, "no space left")
	if left, err := filepath.Glob(filepath.Join(dir, "tmp-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q %v", left, err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := s.Claim("a"); !ok || err != nil {
		t.Errorf("it did not recover: %v %v", ok, err)
	}
	if _, ok, err := s.Claim("a"); ok || err != nil {
		t.Errorf("claimed twice: %v", err)
	}
}
