package server

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// What a hash costs: 64 MiB, twice (RFC 9106 has less memory and one more turn).
const (
	hashMemory = 64 << 10 // KiB
	hashTurns  = 2
	hashBytes  = 32
	// What a hash of the configuration may cost at most.
	mostMemory = 1 << 20
	mostTurns  = 16
)

// HashPassword returns the hash of a password: argon2id, in the form that other programs know too.
func HashPassword(password string) (string, error) {
	if password == "" {
		return "", errors.New("a password cannot be empty")
	}
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	return hashText(salt, argon2.IDKey([]byte(password), salt, hashTurns, hashMemory, 1, hashBytes)), nil
}

func hashText(salt, key []byte) string {
	text := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, hashMemory, hashTurns, text(salt), text(key))
}

// hashOfNobody returns a hash that no password has, which costs as much to compare with as any.
func hashOfNobody() (string, error) {
	random := make([]byte, 16+hashBytes)
	_, err := rand.Read(random)
	return hashText(random[:16], random[16:]), err
}

type passwordHash struct {
	memory, turns uint32
	threads       uint8
	salt, key     []byte
}

func parseHash(text string) (h passwordHash, err error) {
	bad := errors.New("the hash of the password is not one that `sallyport auth hash` makes")
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return h, bad
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.memory, &h.turns, &h.threads); err != nil {
		return h, bad
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	key, keyErr := base64.RawStdEncoding.DecodeString(parts[5])
	if errors.Join(saltErr, keyErr) != nil || len(salt) < 8 || len(key) < 16 || len(key) > 128 ||
		h.memory < 8 || h.memory > mostMemory || h.turns < 1 || h.turns > mostTurns || h.threads < 1 {
		return h, bad
	}
	h.salt, h.key = salt, key
	return h, nil
}

func checkHash(text string) error {
	_, err := parseHash(text)
	return err
}

// samePassword compares a password with a hash.
func samePassword(password, hash string) bool {
	h, err := parseHash(hash)
	if err != nil {
		return false
	}
	key := argon2.IDKey([]byte(password), h.salt, h.turns, h.memory, h.threads, uint32(len(h.key)))
	return subtle.ConstantTimeCompare(key, h.key) == 1
}
