package scram

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/xdg-go/stringprep"
)

// Iterations is how often a password is hashed where nothing else is said.
// (PostgreSQL, scram_iterations)
const Iterations = 4096

// maxIterations bounds what a verifier may ask of clients.
const maxIterations = 10_000_000

const (
	saltLength    = 16
	maxSaltLength = 256
)

// Verifier is kept in place of a password: enough to recognise the password, too little to log
// in with. It is a secret all the same, because guesses can be tested against it.
type Verifier struct {
	Iterations           int
	Salt                 []byte
	StoredKey, ServerKey []byte

	nobody bool // nothing proves it
}

// errVerifier holds no part of the text.
var errVerifier = errors.New("it is not a SCRAM-SHA-256 verifier: " +
	`SCRAM-SHA-256$<iterations>:<salt>$<stored key>:<server key>, the last three in base64`)

// ParseVerifier reads the text form, as pg_authid.rolpassword has it.
func ParseVerifier(text string) (Verifier, error) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '$' || r == ':' })
	if len(parts) != 5 || parts[0] != Mechanism || strings.Join(parts[:2], "$")+":"+parts[2]+"$"+parts[3]+":"+parts[4] != text {
		return Verifier{}, errVerifier
	}
	v := Verifier{}
	var err [4]error
	v.Iterations, err[0] = strconv.Atoi(parts[1])
	v.Salt, err[1] = base64.StdEncoding.DecodeString(parts[2])
	v.StoredKey, err[2] = base64.StdEncoding.DecodeString(parts[3])
	v.ServerKey, err[3] = base64.StdEncoding.DecodeString(parts[4])
	if errors.Join(err[:]...) != nil || !v.valid() {
		return Verifier{}, errVerifier
	}
	return v, nil
}

// NewVerifier makes a verifier of a password with a salt of its own. Times 0
// means [Iterations].
func NewVerifier(password string, times int) (Verifier, error) {
	var salt [saltLength]byte
	_, _ = rand.Read(salt[:]) // it never fails; the program would have ended
	return newVerifier(password, salt[:], times)
}

func newVerifier(password string, salt []byte, times int) (Verifier, error) {
	if times == 0 {
		times = Iterations
	}
	switch {
	case password == "":
		return Verifier{}, errors.New("the password is empty")
	case strings.IndexByte(password, 0) >= 0:
		return Verifier{}, errors.New("the password has a NUL in it")
	case times < 1 || times > maxIterations:
		return Verifier{}, fmt.Errorf("%d is no number of iterations: it is 1 to %d", times, maxIterations)
	}
	salted, err := pbkdf2.Key(sha256.New, prepare(password), salt, times, sha256.Size)
	if err != nil {
		return Verifier{}, err
	}
	stored := sha256.Sum256(mac(salted, []byte("Client Key")))
	return Verifier{Iterations: times, Salt: salt, StoredKey: stored[:], ServerKey: mac(salted, []byte("Server Key"))}, nil
}

// prepare normalizes a password with SASLprep, or leaves it as it is where it
// has characters that SASLprep forbids: so does libpq.
func prepare(password string) string {
	if prepared, err := stringprep.SASLprep.Prepare(password); err == nil && prepared != "" {
		return prepared
	}
	return password
}

// Text is the text form.
func (v Verifier) Text() string {
	b64 := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("%s$%d:%s$%s:%s", Mechanism, v.Iterations, b64(v.Salt), b64(v.StoredKey), b64(v.ServerKey))
}

// String hides the verifier from logs.
func (v Verifier) String() string { return "[verifier]" }

// Format hides it under every verb.
func (v Verifier) Format(f fmt.State, _ rune) { fmt.Fprint(f, v.String()) }

func (v Verifier) valid() bool {
	return !v.nobody && v.Iterations > 0 && v.Iterations <= maxIterations && len(v.Salt) > 0 && len(v.Salt) <= maxSaltLength &&
		len(v.StoredKey) == sha256.Size && len(v.ServerKey) == sha256.Size
}

// Shape makes verifiers for names that are no users', which look like the verifiers of users.
// Its secret must outlive the process: a salt that changes with every start would give the name
// away.
type Shape struct {
	secret []byte
	like   []Verifier
}

// NewShape returns a shape of verifiers like these.
func NewShape(secret []byte, like []Verifier) Shape { return Shape{secret: secret, like: like} }

// FromPassword makes the verifier of a password that is known in plain text,
// with the salt that the user would have if nobody knew it.
func (s Shape) FromPassword(user, password string) (Verifier, error) {
	return newVerifier(password, s.derive("salt", user)[:saltLength], Iterations)
}

// Mock returns the verifier of a user that cannot come in by a password. It is
// the same each time, has the shape of a real one, and nothing proves it.
func (s Shape) Mock(user string) Verifier {
	v := Verifier{Iterations: Iterations, Salt: s.derive("salt", user)[:saltLength], nobody: true}
	v.StoredKey, v.ServerKey = s.derive("stored", user), s.derive("server", user)
	if len(s.like) > 0 {
		model := s.like[binary.BigEndian.Uint32(s.derive("like", user))%uint32(len(s.like))]
		v.Iterations = model.Iterations
		for len(v.Salt) < len(model.Salt) {
			v.Salt = append(v.Salt, s.derive("more salt", user, string(v.Salt))...)
		}
		v.Salt = v.Salt[:len(model.Salt)]
	}
	return v
}

// derive is a number that only the secret explains.
func (s Shape) derive(parts ...string) []byte {
	h := hmac.New(sha256.New, s.secret)
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return h.Sum(nil)
}
