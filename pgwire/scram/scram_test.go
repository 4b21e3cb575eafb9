package scram

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestRFC7677 goes through the conversation of the RFC's section 3.
func TestRFC7677(t *testing.T) {
	salt, _ := base64.StdEncoding.DecodeString("W22ZaJ0SNY7soEsUEjb6gQ==")
	v, err := newVerifier("pencil", salt, 4096)
	if err != nil {
		t.Fatal(err)
	}
	c := New(v, nil)
	if _, err := c.First(Mechanism, []byte("n,,n=user,r=rOprNGfwEbeRWgbNEkqO")); err != nil {
		t.Fatal(err)
	}
	c.nonce = "rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
	c.first = "r=" + c.nonce + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
	answer, ok, err := c.Final([]byte("c=biws,r=" + c.nonce + ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="))
	if string(answer) != "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=" || !ok || err != nil {
		t.Errorf("%q, %v, %v", answer, ok, err)
	}
}

// TestVerifier writes and reads the text form, and shows it to nobody.
func TestVerifier(t *testing.T) {
	v, err := NewVerifier("foo", 0)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseVerifier(v.Text())
	if err != nil || again.Text() != v.Text() {
		t.Errorf("%v, %v", again, err)
	}
	if text := fmt.Sprintf("%v %+v %s %q %x", v, v, v, v, v); strings.Contains(text, base64.StdEncoding.EncodeToString(v.StoredKey)) || strings.Contains(text, fmt.Sprintf("%x", []byte(v.StoredKey))) {
		t.Errorf("the keys show in %s", text)
	}
	for _, bad := range []string{
		"", "secret", "md5" + strings.Repeat("0", 32), v.Text()[1:], v.Text() + "=", strings.Replace(v.Text(), "$4096", "$0", 1),
		strings.Replace(v.Text(), "$4096", "$-1", 1), strings.Replace(v.Text(), "$4096", "$99999999999", 1), strings.Replace(v.Text(), ":", "$", 1),
		"SCRAM-SHA-256$4096:$" + strings.SplitN(v.Text(), "$", 3)[2], "SCRAM-SHA-256$4096:c2FsdA==$c2FsdA==:c2FsdA==", v.Text() + "$",
	} {
		if _, err := ParseVerifier(bad); err == nil {
			t.Errorf("%q is taken", bad)
		} else if bad != "" && len(bad) > 10 && strings.Contains(err.Error(), bad) {
			t.Errorf("the error holds the text: %v", err)
		}
	}
}

func TestNewVerifier(t *testing.T) {
	for _, bad := range []string{"", "a\x00b"} {
		if _, err := NewVerifier(bad, 0); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	for _, times := range []int{-1, maxIterations + 1} {
		if _, err := NewVerifier("x", times); err == nil {
			t.Errorf("%d iterations are taken", times)
		}
	}
	// SASLprep: a soft hyphen is nothing, a wide space is one, ligatures are letters.
	for raw, want := range map[string]string{"I\u00adX": "IX", "a\u3000b": "a b", "\ufb01": "fi", "\x01bell": "\x01bell", "\u00ad": "\u00ad"} {
		if got := prepare(raw); got != want {
			t.Errorf("Prepare(%q) = %q, want %q", raw, got, want)
		}
	}
}

// client is the other side, as short as it can be.
type client struct{ password, header, bare string }

func (c client) first() []byte { return []byte(c.header + c.bare) }

func (c client) final(serverFirst, certificate []byte) []byte {
	var nonce, salt string
	var times int
	for part := range strings.SplitSeq(string(serverFirst), ",") {
		switch part[:2] {
		case "r=":
			nonce = part[2:]
		case "s=":
			salt = part[2:]
		case "i=":
			_, _ = fmt.Sscan(part[2:], &times)
		}
	}
	rawSalt, _ := base64.StdEncoding.DecodeString(salt)
	bound := c.header
	if strings.HasPrefix(c.header, "p=") {
		bound += string(certificate)
	}
	without := "c=" + base64.StdEncoding.EncodeToString([]byte(bound)) + ",r=" + nonce
	salted, _ := pbkdf2.Key(sha256.New, c.password, rawSalt, times, sha256.Size)
	key := mac(salted, []byte("Client Key"))
	stored := sha256.Sum256(key)
	proof := mac(stored[:], []byte(c.bare+","+string(serverFirst)+","+without))
	for i := range proof {
		proof[i] ^= key[i]
	}
	return []byte(without + ",p=" + base64.StdEncoding.EncodeToString(proof))
}

func TestConversations(t *testing.T) {
	v, err := NewVerifier("open sesame", 0)
	if err != nil {
		t.Fatal(err)
	}
	certificate := []byte("hash of the certificate")
	const bare = "n=,r=abcdefghijklmnop"
	for name, c := range map[string]struct {
		verifier    Verifier
		certificate []byte
		mechanism   string
		client      client
		bound       []byte // what the client believes that the certificate is
		want        string // "in", "no", or a code
	}{
		"plain":                     {v, nil, Mechanism, client{"open sesame", "n,,", bare}, nil, "in"},
		"could bind, nothing there": {v, nil, Mechanism, client{"open sesame", "y,,", bare}, nil, "in"},
		"does not bind":             {v, certificate, Mechanism, client{"open sesame", "n,,", bare}, nil, "in"},
		"bound":                     {v, certificate, MechanismPlus, client{"open sesame", "p=tls-server-end-point,,", bare}, certificate, "in"},
		"client's name and more":    {v, nil, Mechanism, client{"open sesame", "n,,", "n=äö,r=abc,x=y,z=="}, nil, "in"},
		"wrong password":            {v, nil, Mechanism, client{"open says me", "n,,", bare}, nil, "no"},
		"wrong password, bound":     {v, certificate, MechanismPlus, client{"", "p=tls-server-end-point,,", bare}, certificate, "no"},
		"downgraded":                {v, certificate, Mechanism, client{"open sesame", "y,,", bare}, nil, "28000"},
		"bound to another":          {v, certificate, MechanismPlus, client{"open sesame", "p=tls-server-end-point,,", bare}, []byte("another"), "28000"},
		"bound without it":          {v, certificate, MechanismPlus, client{"open sesame", "n,,", bare}, nil, "08P01"},
		"says it could, and binds":  {v, certificate, MechanismPlus, client{"open sesame", "y,,", bare}, nil, "08P01"},
		"binds what is not offered": {v, nil, MechanismPlus, client{"open sesame", "p=tls-server-end-point,,", bare}, nil, "08P01"},
		"binds by the plain one":    {v, certificate, Mechanism, client{"open sesame", "p=tls-server-end-point,,", bare}, certificate, "08P01"},
		"binds otherwise":           {v, certificate, MechanismPlus, client{"open sesame", "p=tls-unique,,", bare}, certificate, "08P01"},
		"no mechanism":              {v, nil, "", client{"open sesame", "n,,", bare}, nil, "08P01"},
		"SHA-1":                     {v, nil, "SCRAM-SHA-1", client{"open sesame", "n,,", bare}, nil, "08P01"},
		"for another":               {v, nil, Mechanism, client{"open sesame", "n,a=root,", bare}, nil, "0A000"},
		"extension":                 {v, nil, Mechanism, client{"open sesame", "n,,", "m=x," + bare}, nil, "0A000"},
		"no nonce":                  {v, nil, Mechanism, client{"open sesame", "n,,", "n=,r="}, nil, "08P01"},
		"nonce of no ASCII":         {v, nil, Mechanism, client{"open sesame", "n,,", "n=,r=ä"}, nil, "08P01"},
		"no name":                   {v, nil, Mechanism, client{"open sesame", "n,,", "r=abc"}, nil, "08P01"},
		"NUL":                       {v, nil, Mechanism, client{"open sesame", "n,,", "n=\x00,r=abc"}, nil, "08P01"},
		"huge":                      {v, nil, Mechanism, client{"open sesame", "n,,", "n=,r=" + strings.Repeat("a", MaxMessage)}, nil, "08P01"},
		"zero verifier":             {Verifier{}, nil, Mechanism, client{"", "n,,", bare}, nil, "no"},
		"nobody":                    {Shape{}.Mock("nobody"), nil, Mechanism, client{"", "n,,", bare}, nil, "no"},
	} {
		t.Run(name, func(t *testing.T) {
			conversation := New(c.verifier, c.certificate)
			got := "in"
			challenge, err := conversation.First(c.mechanism, c.client.first())
			var answer []byte
			if err == nil {
				var ok bool
				if answer, ok, err = conversation.Final(c.client.final(challenge, c.bound)); !ok {
					got = "no"
				}
			}
			if err != nil {
				got = string(sqlstate.CodeOf(err))
			}
			if got != c.want || (got == "in") != strings.HasPrefix(string(answer), "v=") {
				t.Errorf("%s (%v), answer %q, want %s", got, err, answer, c.want)
			}
		})
	}
}

// TestFinal tampers with a last message that was good.
func TestFinal(t *testing.T) {
	v, err := NewVerifier("p", 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		tamper func(good string) string
		want   string
	}{
		"good":            {func(s string) string { return s }, "true"},
		"other nonce":     {func(s string) string { return strings.Replace(s, "r=abc", "r=abd", 1) }, "08P01"},
		"own nonce alone": {func(s string) string { return "c=biws,r=abc" + s[strings.Index(s, ",p="):] }, "08P01"},
		"longer nonce":    {func(s string) string { return strings.Replace(s, ",p=", "x,p=", 1) }, "08P01"},
		"other header":    {func(s string) string { return strings.Replace(s, "biws", "eSws", 1) }, "28000"},
		"no base64":       {func(s string) string { return s[:len(s)-4] + "!!!=" }, "08P01"},
		"half a proof":    {func(s string) string { return s[:len(s)-20] }, "08P01"},
		"no proof":        {func(s string) string { return s[:strings.Index(s, ",p=")] }, "08P01"},
		"two proofs":      {func(s string) string { return s + s[strings.Index(s, ",p="):] }, "false"},
		"more behind":     {func(s string) string { return s + ",x=y" }, "08P01"},
		"extension":       {func(s string) string { return strings.Replace(s, ",p=", ",x=y,p=", 1) }, "false"}, // it was not signed
		"no attribute":    {func(s string) string { return strings.Replace(s, ",p=", ",x,p=", 1) }, "08P01"},
		"other proof":     {func(s string) string { return s[:strings.Index(s, ",p=")+3] + strings.Repeat("A", 43) + "=" }, "false"},
		"line break":      {func(s string) string { return strings.Replace(s, ",p=", ",p=\n", 1) }, "08P01"},
		"empty":           {func(string) string { return "" }, "08P01"},
		"huge":            {func(s string) string { return s + strings.Repeat("=", MaxMessage) }, "08P01"},
	} {
		t.Run(name, func(t *testing.T) {
			conversation := New(v, nil)
			good := client{"p", "n,,", "n=,r=abc"}
			challenge, err := conversation.First(Mechanism, good.first())
			if err != nil {
				t.Fatal(err)
			}
			message := good.final(challenge, nil)
			_, ok, err := conversation.Final([]byte(c.tamper(string(message))))
			got := fmt.Sprint(ok)
			if err != nil {
				got = string(sqlstate.CodeOf(err))
			}
			if got != c.want {
				t.Errorf("%s (%v), want %s", got, err, c.want)
			}
			if _, ok, err := conversation.Final(message); ok || err == nil {
				t.Error("a conversation can be ended twice")
			}
			if _, err := conversation.First(Mechanism, good.first()); err == nil {
				t.Error("a conversation can be begun twice")
			}
		})
	}
	if _, ok, err := New(v, nil).Final([]byte("c=biws,r=,p=" + strings.Repeat("A", 43) + "=")); ok || err == nil {
		t.Error("a conversation can end before it begins")
	}
}

// TestMock: an unknown user gets the same salt and iterations at each attempt, as a known user does.
func TestMock(t *testing.T) {
	long := Verifier{Iterations: 7777, Salt: make([]byte, 50)}
	s := NewShape([]byte("secret"), []Verifier{long})
	one, two := s.Mock("alice"), s.Mock("bob")
	if one.Iterations != 7777 || len(one.Salt) != 50 || slices.Equal(one.Salt, two.Salt) {
		t.Errorf("%d iterations, salts %x and %x", one.Iterations, one.Salt, two.Salt)
	}
	if again := NewShape([]byte("secret"), []Verifier{long}).Mock("alice"); !slices.Equal(again.Salt, one.Salt) {
		t.Error("the salt has changed")
	}
	if other := NewShape([]byte("another"), []Verifier{long}).Mock("alice"); hmac.Equal(other.Salt, one.Salt) {
		t.Error("the salt does not depend on the secret")
	}
	known, err := s.FromPassword("alice", "p")
	if none := NewShape([]byte("secret"), nil).Mock("alice"); err != nil || !slices.Equal(known.Salt, none.Salt) || known.Iterations != none.Iterations {
		t.Errorf("a user with a password has the salt %x, without %x, %v", known.Salt, none.Salt, err)
	}
	v := s.Mock("alice")
	key := sha256.Sum256([]byte("x"))
	v.StoredKey, v.ServerKey = key[:], key[:]
	if v.proves([]byte("m"), make([]byte, sha256.Size)) || v.valid() {
		t.Error("a mock can be proven")
	}
}

// FuzzSCRAM: whatever a client sends, it does not come in without the password,
// and every error has a face.
func FuzzSCRAM(f *testing.F) {
	v, err := NewVerifier("nobody would guess", 1)
	if err != nil {
		f.Fatal(err)
	}
	proof := ",p=" + strings.Repeat("A", 43) + "="
	f.Add(Mechanism, "n,,n=,r=abc", "c=biws,r=", proof, false)
	f.Add(Mechanism, "y,,n=u,r=abc,x=y", "c=eSws,r=", ",x=y"+proof, true)
	f.Add(MechanismPlus, "p=tls-server-end-point,,n=,r=a", "c=cD10bHMtc2VydmVyLWVuZC1wb2ludCwsaGFzaA==,r=", proof, true)
	f.Add("", "n,a=x,m=,,r=", "", "", false)
	f.Fuzz(func(t *testing.T, mechanism, first, before, after string, tls bool) {
		var certificate []byte
		if tls {
			certificate = []byte("hash")
		}
		c := New(v, certificate)
		challenge, err := c.First(mechanism, []byte(first))
		if err == nil && !strings.HasPrefix(string(challenge), "r="+strings.TrimPrefix(c.nonce, "r=")) {
			t.Errorf("the challenge %q", challenge)
		}
		face(t, err)
		_, ok, err := c.Final([]byte(before + c.nonce + after))
		face(t, err)
		if ok {
			t.Errorf("%q let in", before+c.nonce+after)
		}
	})
}

func face(t *testing.T, err error) {
	t.Helper()
	if code := sqlstate.CodeOf(err); err != nil && (code == sqlstate.InternalError || code == "") {
		t.Errorf("an internal error: %v", err)
	}
}
