package server

import "testing"

// TestHashPassword: a hash is of its own password alone, and none is of nobody's.
func TestHashPassword(t *testing.T) {
	hash, err := HashPassword("correct horse")
	if err != nil || checkHash(hash) != nil {
		t.Fatal(hash, err)
	}
	if !samePassword("correct horse", hash) || samePassword("correct horses", hash) || samePassword("", hash) {
		t.Error("a hash takes another password, or not its own")
	}
	nobody, err := hashOfNobody()
	if err != nil || checkHash(nobody) != nil || samePassword("", nobody) || len(nobody) != len(hash) {
		t.Error(nobody, err)
	}
	if _, err := HashPassword(""); err == nil {
		t.Error("an empty password has a hash")
	}
}
