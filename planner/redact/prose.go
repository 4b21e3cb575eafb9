package redact

import (
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Texts that tell a secret without a sign between its name and its value: prose, command lines,
// lists.

// tellsSecret reports whether a text tells a secret in words: "password is x", or with anyWord also
// "password x". Without anyWord, "password x" counts if x looks like a secret.
func (r *Redactor) tellsSecret(text string, anyWord bool) bool {
	words := strings.Fields(text)
	for i, word := range words {
		word = strings.Trim(word, `.,;:!?'"()[]{}<>*_`)
		if !r.secretName(word[strings.LastIndexAny(word, "/,;|(&")+1:]) {
			continue
		}
		next, said := i+1, false
		for next < len(words) && linking[strings.ToLower(words[next])] {
			next, said = next+1, true
		}
		if next == len(words) {
			continue
		}
		value := strings.Trim(words[next], `.,;:!?'"()`)
		switch {
		case value == "" || ordinary[strings.ToLower(value)]:
		case anyWord, said, looksSecret(value):
			return true
		}
	}
	return false
}

// linking are words between the name of a secret and its value.
var linking = parse.WordSet("is was = : := -> => are becomes ist lautet")

// ordinary are words that follow the name of a secret and are not its value.
var ordinary = parse.WordSet(`a about again all also always an and any as at authentication be been being by can cannot change changed changes check
	column columns comes correct could created data does encrypted encryption empty expired expires expiry exists field fields file for format
	from given grant had has hash hashed hashes have hidden id ids if in incorrect invalid it its itself length like list longer manager may
	method missing must name names needed never no not now null of off on only optional or policy protected provider redacted required reset
	resets rotated same salt salted secret set shall short should so stored table that the their then there this to token too type unset
	updated use used user users valid validation value values version weak when which will with without wrong yet you your <redacted>`)

// looksSecret reports whether a word mixes letters with digits or signs.
func looksSecret(word string) bool {
	letters, digits, signs := 0, 0, 0
	for _, b := range []byte(word) {
		switch {
		case parse.Letter(b):
			letters++
		case b >= '0' && b <= '9':
			digits++
		case strings.IndexByte(`!@#$%^&*+=~?|`, b) >= 0:
			signs++
		}
	}
	return len(word) >= 5 && letters > 0 && (digits > 0 || signs > 0)
}

// commandSecrets are options of programs that take a secret without naming it.
var commandSecrets = regexp.MustCompile(strings.Join([]string{
	`(?i:\b(?:mysql|mariadb)[\w-]*\b[^|;&]*\s-p[^\s'"]+)`,
	`(?i:\bsshpass\b.*\s-p\s*\S+)`,
	`(?i:\b(?:mongo\w*|cqlsh|clickhouse\S*|influx|(?:docker|podman|helm|az|oc|nerdctl|crane|skopeo)\b[^|;&]*\blogin)\b[^|;&]*\s-p[\s=]*[^\s-]\S*)`,
	`(?i:\b(?:zip|unzip|7z\w*|rar|unrar)\b[^|;&]*\s-P?p?[\s]*[^\s-]\S*\s)`,
	`(?:\bredis-cli\b[^|;&]*\s-a\s*\S+)`,
	`(?:\b(?:ldap\w+)\b[^|;&]*\s-w\s*\S+)`,
	`(?:\b(?:sqlcmd|bcp|isql|osql|tsql)\b[^|;&]*\s-P\s*\S+)`,
	`(?:\b(?:plink|pscp|psftp|putty)\b[^|;&]*\s-pw\s+\S+)`,
	`(?:\bopenssl\b[^|;&]*\s-(?:k|K|pass\w*)\s+\S+)`,
	`(?:\bsmbclient\b[^|;&]*\s-U\s*\S+%\S+)`,
	`(?:\blftp\b[^|;&]*\s-u\s*\S+,\S+)`,
	`(?:\b(?:sqlplus|sqlldr|expdp|impdp|exp|imp)\b\s[^|;&]*\b\w+/[^\s/@]+@)`,
	`(?:\s(?:-u|-U|--user|--proxy-user)[\s=]*[^\s:/]+:[^\s/:]\S*)`,
	`(?i:\becho\b[^|;&]*\|\s*(?:sudo\s+-S|passwd|chpasswd|kinit|su)\b)`,
	`(?:\bhtpasswd\s+-\w*b)`,
	`(?:\s-password\s+\S+)`,
}, "|"))

// optionOfProgram is an option that takes a secret in some programs, with its value.
var optionOfProgram = regexp.MustCompile(`\s-(?:p|P|pw|w|a|k|K)[\s=]?([^\s-][^\s'"]*)`)

// commandHolds reports whether the text of COPY … PROGRAM may contain a secret.
func (r *Redactor) commandHolds(text string) bool {
	if r.containsSecret(text) || r.tellsSecret(text, false) {
		return true
	}
	for _, m := range optionOfProgram.FindAllStringSubmatch(text, -1) {
		if strings.Trim(m[1], "0123456789") != "" && strings.IndexByte("/.", m[1][0]) < 0 { // neither a port nor a path
			return true
		}
	}
	return false
}

// listsSecret reports whether a text is a list in which a value follows the name of a secret:
// {login,bob,password,x}, password,x.
func (r *Redactor) listsSecret(text string) bool {
	inner, isArray := strings.CutPrefix(strings.TrimSpace(text), "{")
	if isArray {
		inner = strings.TrimSuffix(inner, "}")
	}
	items := strings.FieldsFunc(inner, func(c rune) bool { return strings.ContainsRune(",;|\t", c) })
	if len(items)%2 != 0 || len(items) > 2 && !isArray {
		return false
	}
	for i := 0; i < len(items); i += 2 {
		name := strings.Trim(items[i], `{}"' `)
		if !strings.ContainsAny(name, " =:") && r.secretName(name) && strings.Trim(items[i+1], `{}"' `) != mark {
			return true
		}
	}
	return false
}
