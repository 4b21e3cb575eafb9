package redact

import (
	"regexp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// formats matches secrets by their form alone.
var formats = regexp.MustCompile(strings.Join([]string{
	`\b(?:AKIA|ASIA)[0-9A-Z]{12,}`,
	`\bgh[pousr]_[A-Za-z0-9]{8,}`,
	`\bgithub_pat_\w{8,}`,
	`\bglpat-[\w-]{8,}`,
	`\bnpm_[A-Za-z0-9]{20,}`,
	`\bhvs\.[\w-]{8,}`,
	`\bsk[-_](?:live_|test_)?[A-Za-z0-9_-]{16,}`,
	`\bxox[a-z]-[\w-]{8,}`,
	`\bAIza[\w-]{20,}`,
	`\beyJ[\w-]{5,}(?:\.[\w-]+){1,4}`,
	`(?i:\bbearer\s+[\w.~+/=-]{6,})`,
	`(?i:\bbasic\s+[A-Za-z0-9+/]{8,}={0,2})`,
	`SCRAM-SHA-256\$[^\s']+`,
	`\$2[abxy]\$[\w./$]{6,}`,
	`\$argon2[^\s']{6,}`,
	`-----BEGIN [A-Z0-9 ]+-----[^-]*(?:-----END [A-Z0-9 ]+-----)?`,
}, "|"))

var (
	// nameAndValue is a name before a possible value: password=x, "token": 1, --password x,
	// PASSWORD 'x', <secret>x.
	nameAndValue = regexp.MustCompile(`([A-Za-z_][\w.-]*)["'\\]*(?:\s*[=:>]|\s+["'$\\])|--([A-Za-z][\w-]*)\s+\S`)
	// userPassword is the user part of a URI with a password.
	userPassword = regexp.MustCompile(`://[^\s/@:]*:[^\s]*@`)
	// loneURI is a text that is one URI; the second group is the password.
	loneURI = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*://[^\s/@:]*:)(\S*)(@[^\s@]*)$`)
	// commandUser is curl with a user and a password.
	commandUser = regexp.MustCompile(`(?i)\bcurl\b.*(?:-u|--user)[\s=]*\S+:\S`)
	// identifiedBy is other servers' clause for PASSWORD.
	identifiedBy = regexp.MustCompile(`(?i)identified\s+(?:by|with)`)
)

// containsSecret reports whether a text contains a secret.
func (r *Redactor) containsSecret(text string) bool {
	if formats.MatchString(text) || userPassword.MatchString(text) || commandUser.MatchString(text) || identifiedBy.MatchString(text) ||
		commandSecrets.MatchString(text) || r.tellsSecret(text, false) || r.listsSecret(text) {
		return true
	}
	for _, m := range nameAndValue.FindAllStringSubmatch(text, -1) {
		if r.secretName(m[1]) || r.secretName(m[2]) || strings.EqualFold(m[1], "sig") || strings.HasSuffix(strings.ToLower(m[1]), "signature") {
			return true
		}
	}
	return false
}

// conninfoKeys are libpq's parameters without secrets.
var conninfoKeys = strings.Fields(`service host hostaddr port dbname user application_name fallback_application_name
	client_encoding connect_timeout keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout
	sslmode sslcompression sslcert sslrootcert sslcrl sslcrldir sslsni sslnegotiation ssl_min_protocol_version
	ssl_max_protocol_version gssencmode krbsrvname gsslib gssdelegation require_auth channel_binding requirepeer
	replication target_session_attrs load_balance_hosts options passfile min_protocol_version max_protocol_version`)

// secretKeys are libpq's parameters that hold secrets.
var secretKeys = strings.Fields(`password sslpassword sslkey scram_client_key scram_server_key oauth_client_secret`)

// hidePasswords returns a connection string without its secrets. It returns false if the text is no
// connection string, or may have a secret in another parameter.
func (r *Redactor) hidePasswords(text string) (string, bool) {
	if m := loneURI.FindStringSubmatch(text); m != nil {
		if !formats.MatchString(m[1]) && !r.triggers.foundIn(m[3]) {
			return m[1] + mark + m[3], true
		}
		return "", false
	}
	pairs, ok := conninfo(text)
	if !ok {
		return "", false
	}
	var b strings.Builder
	copied := 0
	for _, p := range pairs {
		switch {
		case slices.Contains(secretKeys, p.key):
			b.WriteString(text[copied:p.start])
			b.WriteString(mark)
			copied = p.end
		case !slices.Contains(conninfoKeys, p.key), r.triggers.foundIn(text[p.start:p.end]):
			return "", false
		}
	}
	b.WriteString(text[copied:])
	return b.String(), copied > 0
}

// pair is a parameter of a connection string, and the place of its value.
type pair struct {
	key        string
	start, end int
}

// conninfo reads a connection string as libpq does: key = value. A value with spaces is in single
// quotes; a backslash escapes.
func conninfo(text string) (pairs []pair, ok bool) {
	i := 0
	space := func() {
		for i < len(text) && strings.IndexByte(parse.Blanks, text[i]) >= 0 {
			i++
		}
	}
	for space(); i < len(text); space() {
		start := i
		for i < len(text) && (parse.Letter(text[i]) || text[i] == '_') {
			i++
		}
		key := text[start:i]
		space()
		if key == "" || i == len(text) || text[i] != '=' {
			return nil, false
		}
		i++
		space()
		start = i
		quoted := i < len(text) && text[i] == '\''
		if quoted {
			i++
		}
		for i < len(text) && (quoted && text[i] != '\'' || !quoted && strings.IndexByte(parse.Blanks, text[i]) < 0) {
			if text[i] == '\\' {
				i++
			}
			i++
		}
		if quoted {
			i++
		}
		if i > len(text) {
			return nil, false
		}
		pairs = append(pairs, pair{key, start, i})
	}
	return pairs, len(pairs) > 0
}

// secretsOf returns the passwords that were removed from a connection string.
func secretsOf(value, kept string) (secrets []string) {
	if m := loneURI.FindStringSubmatch(value); m != nil {
		return []string{m[2]}
	}
	pairs, _ := conninfo(value)
	for _, p := range pairs {
		if slices.Contains(secretKeys, p.key) && !strings.Contains(kept, value[p.start:p.end]) {
			secrets = append(secrets, strings.Trim(value[p.start:p.end], "'"))
		}
	}
	return secrets
}

// constantValue returns the value of a constant's token.
func constantValue(token string) string {
	if _, inner, ok := dollarQuoted(token); ok {
		return inner
	}
	if n := len(token); n >= 2 && token[0] == '\'' && token[n-1] == '\'' {
		inner := token[1 : n-1]
		if strings.Count(inner, "'") == 2*strings.Count(inner, "''") {
			return strings.ReplaceAll(inner, "''", "'")
		}
	} else if n == 0 || strings.IndexByte(`eEuUnN'`, token[0]) < 0 || strings.IndexByte(token, '\'') < 0 {
		return token
	}
	// Escapes and continued strings are left to the parser.
	tree, err := pg_query.Parse("SELECT " + token)
	if err == nil && len(tree.Stmts) == 1 {
		for _, t := range tree.Stmts[0].Stmt.GetSelectStmt().GetTargetList() {
			if c := t.GetResTarget().GetVal().GetAConst(); c != nil {
				return c.GetSval().GetSval()
			}
		}
	}
	return token
}

// dollarQuoted splits $tag$inner$tag$.
func dollarQuoted(token string) (tag, inner string, ok bool) {
	if !strings.HasPrefix(token, "$") {
		return "", "", false
	}
	end := strings.IndexByte(token[1:], '$')
	if end < 0 {
		return "", "", false
	}
	tag = token[:end+2]
	inner, ok = strings.CutSuffix(token[len(tag):], tag)
	return tag, inner, ok
}
