package config

import (
	"strconv"
	"strings"
	"time"
)

// Variables of other servers that agents' platforms set, without a prefix. They count where the built-in
// authorization server is switched on, and neither the file, a variable of ours nor a flag says otherwise.
var foreignVariables = []struct {
	name, key string // key "": the variable is known, and there is nothing that it sets
	unit      time.Duration
}{
	{"JWT_ACCESS_TTL_MINUTES", "auth.server.access_ttl", time.Minute},
	{"JWT_REFRESH_TTL_DAYS", "auth.server.refresh_ttl", 24 * time.Hour},
	{"OAUTH_AUTHORIZATION_CODE_TTL_MINUTES", "auth.server.code_ttl", time.Minute},
	{"OAUTH_DEVICE_CODE_TTL_MINUTES", "", time.Minute},
}

// foreign sets keys from variables of other programs. A value that is not a number is an error, because a timeout
// that was silently ignored would be relied upon.
func (l *loader) foreign(environ []string) {
	if !l.config.Auth.Server.Enabled {
		return
	}
	for _, one := range foreignVariables {
		for _, entry := range environ {
			name, value, _ := strings.Cut(entry, "=")
			if name != one.name || value == "" {
				continue
			}
			n, err := strconv.ParseInt(value, 10, 16)
			if err != nil || n <= 0 {
				l.fail(name, "", "%q is not a whole number above 0", value)
				continue
			}
			if _, set := l.origin[one.key]; one.key != "" && !set {
				l.text(name, one.key, (time.Duration(n) * one.unit).String())
			}
		}
	}
}
