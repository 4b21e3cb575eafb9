package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// address is the address of the client: the connection's, or behind trusted proxies the last address in
// X-Forwarded-For that is none of theirs. Anybody can have written the addresses before that one.
func (s *Server) address(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	at := peer.Addr().Unmap().WithZone("")
	if !s.isProxy(at) && (!s.Proxied || len(s.Proxies) > 0) {
		return limitedAs(at)
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		next, ok := forwardedAddress(strings.TrimSpace(hop))
		if !ok {
			break // the proxy that wrote this is the last that is known
		}
		if at = next; !s.isProxy(at) {
			break
		}
	}
	return limitedAs(at)
}

// limitedAs is an address as limits count it. Of IPv6 a network of 64 bits counts: a client with one address of it
// has all of them.
func limitedAs(at netip.Addr) string {
	if at.Is6() {
		if network, err := at.Prefix(64); err == nil {
			return network.String()
		}
	}
	return at.String()
}

// forwardedAddress reads an address of X-Forwarded-For. Some proxies write the port, too.
func forwardedAddress(text string) (netip.Addr, bool) {
	if withPort, err := netip.ParseAddrPort(text); err == nil {
		return withPort.Addr().Unmap().WithZone(""), true
	}
	at, err := netip.ParseAddr(text)
	return at.Unmap().WithZone(""), err == nil
}

func (s *Server) isProxy(at netip.Addr) bool {
	return slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(at) })
}
