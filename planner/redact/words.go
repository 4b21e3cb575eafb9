package redact

import (
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// A text is searched for trigger words first; without any it needs no further look. Every record is
// searched, so one pass over the bytes must do: each three bytes, folded to five bits each, are
// looked up in a bit map.

// trigger is a word that makes a text worth a closer look.
type trigger struct {
	word   string // the offset of the three bytes in the bit map
	rarest int    // which three bytes of it the bit map knows
	// applies checks the text around the word; nil: the word is enough.
	applies func(text string, start, end int) bool
}

// triggers finds trigger words.
type triggers struct {
	bits   [1 << 10]uint32 // one bit for each fold of three bytes
	byFold map[uint16][]trigger
}

func fold(a, b, c byte) uint16 { return uint16(a&31)<<10 | uint16(b&31)<<5 | uint16(c&31) }

func (t *triggers) add(w trigger) {
	f := fold(w.word[w.rarest], w.word[w.rarest+1], w.word[w.rarest+2])
	t.bits[f>>5] |= 1 << (f & 31)
	t.byFold[f] = append(t.byFold[f], w)
}

// foundIn reports whether a text contains a trigger word.
func (t *triggers) foundIn(text string) bool { return t.firstIn(text) >= 0 }

// firstIn returns the place of the first trigger word, or -1. An escape counts as a trigger, because
// it can spell any word.
func (t *triggers) firstIn(text string) int {
	if len(text) < 3 {
		return -1
	}
	f := uint32(text[0]&31)<<5 | uint32(text[1]&31)
	for i := 2; i < len(text); i++ {
		f = (f<<5 | uint32(text[i]&31)) & 0x7fff
		if t.bits[f>>5]>>(f&31)&1 != 0 {
			if at := t.wordEndingAt(text, i, uint16(f)); at >= 0 {
				return at
			}
		}
	}
	if strings.IndexByte(text, '\\') >= 0 {
		return firstEscape(text)
	}
	return -1
}

// wordEndingAt returns the start of a trigger word whose three bytes end at i, or -1.
func (t *triggers) wordEndingAt(text string, i int, f uint16) int {
	for _, w := range t.byFold[f] {
		start := i - 2 - w.rarest
		end := start + len(w.word)
		if start >= 0 && end <= len(text) && strings.EqualFold(text[start:end], w.word) && (w.applies == nil || w.applies(text, start, end)) {
			return start
		}
	}
	return -1
}

// firstEscape returns the place of an escape that stands for another character, or -1.
func firstEscape(text string) int {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if c := text[i+1]; c >= '0' && c <= '7' || c == 'x' || c == 'u' || c == 'U' {
			return i
		}
		i++
	}
	return -1
}

func newTriggers(names []string) *triggers {
	t := &triggers{byFold: map[uint16][]trigger{}}
	for _, w := range secretWords {
		t.add(w)
	}
	for _, n := range names {
		t.add(trigger{word: n})
	}
	return t
}

// secretWords are the trigger words without a configuration. The bit map knows the three letters of
// each that are rarest in SQL.
var secretWords = []trigger{
	// Names of secrets.
	{"pass", 0, isPasswordWord},
	{"pasw", 1, nil},
	{"pwd", 0, nil},
	{"psw", 0, nil},
	{" pw", 0, wordEnds},
	{"_pw", 0, wordEnds},
	{"(pw", 0, wordEnds},
	{",pw", 0, wordEnds},
	{`"pw`, 0, wordEnds},
	{".pw", 0, wordEnds},
	{"/pw", 0, wordEnds},
	{"'pw", 0, wordEnds},
	{"secret", 1, nil},
	{"token", 1, nil},
	{"credential", 1, nil},
	{"bearer", 0, nil},
	{"jwt", 0, nil},
	{"authorization", 6, hasValue},
	{"basic ", 1, nil},
	{"identified", 4, nil},
	{"set_config", 3, ofAnyName},
	{"execute", 1, hasArguments},
	{"key", 0, secretKey},
	{"sig=", 1, nil},
	{"signature", 1, hasValue},
	// Functions that take a secret.
	{"crypt", 2, nil},
	{"hmac", 0, nil},
	{"digest", 2, nil},
	{"md5", 0, nil},
	{"sha224", 3, nil},
	{"sha256", 3, nil},
	{"sha384", 3, nil},
	{"sha512", 3, nil},
	// Forms of secrets.
	{"://", 0, userInfo},
	{"eyj", 0, nil},
	{"akia", 0, nil},
	{"asia", 1, isUpper},
	{"aiza", 1, nil},
	{"ghp_", 0, nil},
	{"gho_", 0, nil},
	{"ghu_", 0, nil},
	{"ghs_", 0, nil},
	{"ghr_", 0, nil},
	{"github_pat", 2, nil},
	{"glpat-", 2, nil},
	{"sk-", 0, longWord},
	{"sk_live", 3, nil},
	{"sk_test", 3, nil},
	{"xox", 0, nil},
	{"hvs.", 0, nil},
	{"npm_", 0, nil},
	{"-----begin", 2, nil},
	{"scram-sha", 2, nil},
	{"$2a$", 0, nil},
	{"$2b$", 0, nil},
	{"$2x$", 0, nil},
	{"$2y$", 0, nil},
	{"$argon", 0, nil},
	{"curl ", 0, nil},
	{"program", 2, valueAfter},
	{"login", 0, isCalled},
	{"log_in", 2, isCalled},
	{"logon", 2, isCalled},
	{"log_on", 2, isCalled},
	{"signin", 2, isCalled},
	{"sign_in", 3, isCalled},
	{"signup", 2, isCalled},
	{"sign_up", 3, isCalled},
	{"authenticate", 3, isCalled},
	// Programs, and their options that a secret may follow.
	{"mysql", 0, withOption},
	{"mariadb", 0, withOption},
	{"redis-cli", 5, withOption},
	{"smbclient", 0, withOption},
	{"ldap", 1, withOption},
	{"sqlcmd", 1, withOption},
	{"sqlplus", 2, withLogin},
	{"openssl", 4, withOption},
	{" -p ", 0, nil},
	{" -u", 0, withLogin},
	{"--user", 0, withLogin},
	{"u&'", 0, nil},
	{`u&"`, 0, nil},
}

// isPasswordWord accepts password, passwd, passphrase, passcode, passkey and pass itself, but not
// passenger or passed.
func isPasswordWord(text string, _, end int) bool {
	if end == len(text) || !parse.Letter(text[end]) {
		return true
	}
	return strings.IndexByte("wpck", text[end]|0x20) >= 0
}

func wordEnds(text string, _, end int) bool { return end == len(text) || !parse.Letter(text[end]) }

// hasValue accepts a word with a value behind it: authorization is also a clause.
func hasValue(text string, _, end int) bool {
	rest := strings.TrimLeft(text[end:], "\"'\\ \t")
	if rest != "" && rest[0] == ',' {
		return text[end] == '\'' || text[end] == '"'
	}
	return rest != "" && strings.IndexByte("=:>", rest[0]) >= 0
}

// keyWords are words that make a key a secret, unlike primary and the like.
var keyWords = []string{
	"api", "access", "private", "secret", "ssl", "encryption", "encrypt", "decrypt", "signing", "master", "auth",
	"account", "shared", "hmac", "aes", "rsa", "ssh", "deploy", "webhook", "symmetric", "cipher", "storage", "scram_client", "scram_server",
}

// secretKey accepts api_key, ACCESS KEY, privateKey, and an option that is called key: OPTIONS (key
// 'x').
func secretKey(text string, start, end int) bool {
	if valueFollows(text, start, end) {
		return true
	}
	for start > 0 && (text[start-1] == '_' || text[start-1] == '-' || text[start-1] == ' ') {
		start--
	}
	if start < 3 {
		return false
	}
	last := text[start-1] | 0x20
	for _, w := range keyWords {
		if w[len(w)-1] == last && start >= len(w) && strings.EqualFold(text[start-len(w):start], w) {
			return true
		}
	}
	return false
}

// valueFollows reports whether a constant follows a word.
func valueFollows(text string, start, end int) bool {
	from := end
	for end < len(text) && (text[end] == ' ' || text[end] == '\n' || text[end] == '\t' || text[end] == '\r') {
		end++
	}
	if end == len(text) {
		return false
	}
	switch c := text[end]; {
	case c == '\'' || c == '$' || c == '"':
		return true
	case end == from:
		return false
	case c == '(': // but not PRIMARY KEY (
		before := strings.TrimRight(text[:start], " \t\r\n")
		return before != "" && (before[len(before)-1] == '(' || before[len(before)-1] == ',')
	case end+2 < len(text) && strings.IndexByte("eEnNxXbB", c) >= 0:
		return text[end+1] == '\''
	}
	return false
}

// userInfo accepts a URI with a user before its host.
func userInfo(text string, _, end int) bool {
	for _, c := range []byte(text[end:]) {
		switch c {
		case '@':
			return true
		case ' ', '\n', '\t', '\'', '"':
			return false
		}
	}
	return false
}

// ofAnyName accepts a set_config whose setting is not a constant.
func ofAnyName(text string, _, end int) bool {
	return !strings.HasPrefix(strings.TrimLeft(text[end:], " \t\r\n("), "'")
}

// valueAfter accepts a word before a constant.
func valueAfter(text string, _, end int) bool {
	rest := strings.TrimLeft(text[end:], " \t\r\n")
	return rest != "" && strings.IndexByte(`'$eEuUnN`, rest[0]) >= 0
}

// nearby is how many bytes behind the name of a program are searched for options.
const nearby = 200

// withOption accepts a program before an option.
func withOption(text string, _, end int) bool {
	return strings.Contains(text[end:min(end+nearby, len(text))], " -")
}

// withLogin accepts a word before what may be a user and a secret.
func withLogin(text string, _, end int) bool {
	return strings.ContainsAny(text[end:min(end+nearby, len(text))], ":,/%")
}

// isCalled accepts the name of a function that is called.
func isCalled(text string, _, end int) bool {
	rest := strings.TrimLeft(text[end:], " \t\r\n\"")
	return rest != "" && rest[0] == '('
}

// hasArguments accepts an EXECUTE with arguments.
func hasArguments(text string, _, end int) bool {
	rest := strings.TrimLeft(text[end:], " \t\r\n")
	return len(rest) < len(text)-end && strings.IndexByte(rest[:min(len(rest), 140)], '(') > 0
}

func isUpper(text string, start, end int) bool {
	return text[start:end] == strings.ToUpper(text[start:end])
}

// longWord accepts a prefix before a word of a token's length.
func longWord(text string, _, end int) bool {
	n := 0
	for end+n < len(text) && (parse.Letter(text[end+n]) || text[end+n] >= '0' && text[end+n] <= '9' || text[end+n] == '-') {
		n++
	}
	return n >= 16
}

// strong are words that make a name that of a secret, whatever separates its parts.
var strong = []string{
	"password", "passwd", "passwrd", "passphrase", "passcode", "passkey", "pasword", "pswd", "pwd", "secret", "credential", "token", "bearer",
	"authorization", "jwt", "apikey", "accesskey", "privatekey", "sslkey", "encryptionkey", "signingkey", "masterkey", "authkey",
	"accountkey", "sharedkey", "hmackey", "aeskey", "sshkey", "webhookkey", "symmetrickey", "cipherkey", "scramclientkey", "scramserverkey",
}

// aboutSecret are last words of names that tell something about a secret.
var aboutSecret = map[string]bool{
	"at": true, "on": true, "date": true, "time": true, "count": true, "id": true, "type": true, "kind": true, "expires": true, "expiry": true,
	"expiration": true, "expired": true, "changed": true, "updated": true, "created": true, "length": true, "len": true, "policy": true,
	"required": true, "enabled": true, "set": true, "valid": true, "until": true, "ttl": true, "version": true, "status": true, "reset": true,
	"attempt": true, "algorithm": true, "method": true, "file": true, "encryption": true, "size": true, "limit": true, "usage": true,
	"provider": true, "name": true, "less": true, "lifetime": true, "age": true, "timeout": true, "revoked": true, "manager": true,
}

// counts are words that make tokens something that is counted.
var counts = map[string]bool{
	"max": true, "min": true, "num": true, "total": true, "prompt": true, "completion": true, "input": true, "output": true, "used": true, "cached": true,
}

// SecretColumn reports whether a column of that name holds a secret, by the same names as
// in statements.
func (r *Redactor) SecretColumn(name string) bool { return r.secretName(name) }

// secretName reports whether a column, setting, option, key or argument of that name holds a
// secret: api_key and userPassword do, password_changed_at and max_tokens do not.
func (r *Redactor) secretName(name string) bool {
	if name == "" || len(name) > 128 {
		return false
	}
	for _, n := range r.names {
		if strings.EqualFold(n, name) {
			return true
		}
	}
	words := nameWords(name)
	if len(words) == 0 {
		return false
	}
	squeezed := strings.Join(words, "")
	if strings.Contains(squeezed, "secretar") || strings.Contains(squeezed, "tokeniz") || strings.Contains(squeezed, "passwordless") {
		return false
	}
	if last := strings.TrimSuffix(words[len(words)-1], "s"); aboutSecret[last] || aboutSecret[last+"s"] {
		return false
	}
	for _, w := range words {
		if w == "pw" || w == "pass" || w == "psw" {
			return true
		}
		if counts[w] && strings.Contains(squeezed, "token") {
			return false
		}
	}
	for _, s := range strong {
		if strings.Contains(squeezed, s) {
			return true
		}
	}
	return false
}

// nameWords splits a name into words, in lower case: at each byte that is no letter, and where a
// capital follows a small letter.
func nameWords(name string) []string {
	var words []string
	start := -1
	for i := 0; i <= len(name); i++ {
		in := i < len(name) && parse.Letter(name[i])
		hump := in && i > 0 && start >= 0 && name[i] <= 'Z' && name[i-1] >= 'a'
		if start >= 0 && (!in || hump) {
			words, start = append(words, strings.ToLower(name[start:i])), -1
		}
		if in && start < 0 {
			start = i
		}
	}
	return words
}
