package approval

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxSealed bounds the sealed texts that clients carry.
const maxSealed = 8 << 10

// Digest binds an approval to a statement: an HMAC-SHA256, with the store's key, of the parts in
// their order. Other parts, or the same parts divided differently, have another digest.
func (s *Store) Digest(parts ...string) string {
	mac := hmac.New(sha256.New, s.derive("digest"))
	var size [8]byte
	for _, p := range parts {
		binary.BigEndian.PutUint64(size[:], uint64(len(p)))
		mac.Write(size[:])
		mac.Write([]byte(p))
	}
	return hex.EncodeToString(mac.Sum(nil))
}

// Seal makes text that a client can carry and give back, but neither read nor
// alter: Unseal with the same purpose returns the payload. It does not expire
// and can be given back often; a caller that needs a limit puts it into the payload.
func (s *Store) Seal(purpose string, payload []byte) (string, error) {
	sealed := base64.RawURLEncoding.EncodeToString(s.aead(purpose).Seal(nil, nil, payload, nil))
	if len(sealed) > maxSealed {
		return "", sqlstate.New(sqlstate.ProgramLimitExceeded, "%d bytes are too many to be sealed: the limit is %d", len(sealed), maxSealed)
	}
	return sealed, nil
}

// Unseal opens a text that Seal made for the same purpose. Whatever is wrong with the text, the error
// is the same, 22023.
func (s *Store) Unseal(purpose, sealed string) ([]byte, error) {
	if len(sealed) > maxSealed {
		return nil, errSeal()
	}
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || base64.RawURLEncoding.EncodeToString(raw) != sealed { // the decoder ignores line ends
		return nil, errSeal()
	}
	payload, err := s.aead(purpose).Open(nil, nil, raw, nil)
	if err != nil {
		return nil, errSeal()
	}
	return payload, nil
}

func errSeal() error {
	return sqlstate.New(sqlstate.InvalidParameterValue, "that state is not one that this server gave out for this purpose").
		WithHint("Send it back as it was received, or start again without it.")
}

// aead is AES-256-GCM with a random nonce in front of the sealed text.
func (s *Store) aead(purpose string) cipher.AEAD {
	block, err := aes.NewCipher(s.derive("seal " + purpose))
	if err != nil {
		panic(err) // only for a key of a wrong length
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // only for a block that is not AES
	}
	return aead
}

// derive derives a key for one purpose.
func (s *Store) derive(purpose string) []byte {
	key, err := hkdf.Key(sha256.New, s.key, nil, "sallyport approval "+purpose, 32)
	if err != nil {
		panic(err) // only for a length beyond 8,160 bytes
	}
	return key
}
