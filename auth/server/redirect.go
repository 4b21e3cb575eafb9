package server

import (
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/auth/fetch"
)

var privateScheme = regexp.MustCompile(`^[a-z][a-z0-9+.-]{1,60}$`)

// redirectProblem says why answers cannot go to an address. It returns "" if they can.
func redirectProblem(text string) string {
	u, err := url.Parse(text)
	switch {
	case err != nil || strings.ContainsAny(text, "\r\n\t ") || u.Scheme == "":
		return "is no URL"
	case strings.Contains(text, "#"):
		return "has a fragment"
	case u.User != nil:
		return "has a name or password"
	case u.Scheme == "https":
		if u.Host == "" {
			return "has no host"
		}
		return ""
	case u.Scheme == "http":
		if !fetch.IsLoopback(u.Hostname()) {
			return "is http:// to another machine"
		}
		return ""
	case !privateScheme.MatchString(u.Scheme) || slices.Contains(unsafeSchemes(), u.Scheme):
		return "has a scheme that browsers treat as their own"
	}
	return ""
}

func unsafeSchemes() []string {
	return []string{"javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "view-source", "ws", "wss", "ftp", "mailto", "tel", "sms", "intent", "ms-appinstaller"}
}

// sameRedirect compares an address with a registered one: letter for letter, but for the port of a
// loopback address (RFC 8252, 7.3). localhost is a name, and no such address.
func sameRedirect(registered, given string) bool {
	if registered == given {
		return true
	}
	a, errA := url.Parse(registered)
	b, errB := url.Parse(given)
	if errA != nil || errB != nil || a.Scheme != "http" || b.Scheme != "http" || redirectProblem(given) != "" {
		return false
	}
	address, err := netip.ParseAddr(a.Hostname())
	if err != nil || !address.IsLoopback() || a.Hostname() != b.Hostname() {
		return false
	}
	a.Host, b.Host = a.Hostname(), b.Hostname()
	return a.String() == b.String()
}

// redirectKey is a redirect as a remembered consent knows it: without the free port.
func redirectKey(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return text
	}
	if address, err := netip.ParseAddr(u.Hostname()); err == nil && address.IsLoopback() && u.Scheme == "http" {
		u.Host = u.Hostname()
		return u.String()
	}
	return text
}

// isLoopbackRedirect reports whether any program of the person's machine could get the answer.
func isLoopbackRedirect(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "http"
}

// isPrivateScheme reports whether any program that claims a scheme could get the answer.
func isPrivateScheme(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme != "http" && u.Scheme != "https"
}

func hostOf(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	if u.Host == "" {
		return u.Scheme + ":"
	}
	return u.Host
}
