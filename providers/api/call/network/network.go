// Package network decides where requests of APIs may go, and how many wait for one host.
//
// A document can name any host, and a name can point at any address. So the address is looked at when it is
// dialled, behind the resolver: what the resolver said a moment before does not matter.
package network

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// ForbiddenError says that an address may not be dialled.
type ForbiddenError struct {
	addr netip.Addr
}

func (e *ForbiddenError) Error() string { return e.addr.String() + " is no public address" }

// Rules say where a client may connect to.
type Rules struct {
	// Allow names what may be dialled besides public addresses: addresses, networks
	// ("10.0.0.0/8"), and hosts ("api.internal", which may then be anywhere).
	Allow []string
	// AllowPrivate allows every address.
	AllowPrivate bool
	// Proxy is asked to connect, nil: none. It resolves names itself, so that only hosts
	// that are written as addresses are checked. The environment is not asked.
	Proxy    *url.URL
	RootCAs  *x509.CertPool // nil: the system's
	Resolver *net.Resolver  // nil: the system's
}

// Bounds are compiled Rules.
type Bounds struct {
	everywhere bool
	prefixes   []netip.Prefix
	hosts      map[string]bool
	dialer     net.Dialer
	proxy      string // host and port; "": none
}

const dialTimeout = 10 * time.Second

// New compiles rules. The error names an entry that is no address, no network and no host.
func New(n Rules) (*Bounds, error) {
	out := &Bounds{everywhere: n.AllowPrivate, hosts: map[string]bool{}, dialer: net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second, Resolver: n.Resolver}}
	for _, text := range n.Allow {
		if prefix, err := netip.ParsePrefix(text); err == nil {
			out.prefixes = append(out.prefixes, prefix.Masked())
		} else if addr, err := netip.ParseAddr(text); err == nil {
			out.prefixes = append(out.prefixes, netip.PrefixFrom(addr.Unmap(), addr.Unmap().BitLen()))
		} else if IsDomain(text) {
			out.hosts[strings.ToLower(text)] = true
		} else {
			return nil, fmt.Errorf("%q is no address, no network and no host", text)
		}
	}
	if n.Proxy != nil {
		out.proxy = n.Proxy.Host
		if n.Proxy.Port() == "" {
			out.proxy = net.JoinHostPort(n.Proxy.Hostname(), map[string]string{"https": "443"}[n.Proxy.Scheme]+map[bool]string{true: "80"}[n.Proxy.Scheme != "https"])
		}
	}
	return out, nil
}

// Transport returns the transport that keeps the connections, within the bounds.
func (n *Bounds) Transport(o Rules) *http.Transport {
	t := &http.Transport{
		DialContext: n.dial, ForceAttemptHTTP2: true, MaxIdleConns: 100, MaxIdleConnsPerHost: 16, IdleConnTimeout: 90 * time.Second,
		TLSHandshakeTimeout: dialTimeout, ExpectContinueTimeout: time.Second, MaxResponseHeaderBytes: 1 << 20,
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: o.RootCAs},
	}
	if o.Proxy != nil {
		t.Proxy = http.ProxyURL(o.Proxy)
	}
	return t
}

// dial connects to a host's address, unless it may not.
func (n *Bounds) dial(ctx context.Context, kind, address string) (net.Conn, error) {
	dialer := n.dialer
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if address != n.proxy && !n.everywhere && !n.hosts[strings.ToLower(host)] {
		dialer.Control = n.control
	}
	return dialer.DialContext(ctx, kind, address)
}

// control looks at the address that a connection is about to be made to.
func (n *Bounds) control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	return n.checkAddress(at.Addr())
}

func (n *Bounds) checkAddress(addr netip.Addr) error {
	addr = addr.WithZone("").Unmap()
	for _, prefix := range n.prefixes {
		if prefix.Contains(addr) {
			return nil
		}
	}
	if n.everywhere || isPublic(addr) {
		return nil
	}
	return &ForbiddenError{addr}
}

// CheckHost checks a host that is written as an address, which a proxy would dial.
func (n *Bounds) CheckHost(host string) error {
	addr, err := netip.ParseAddr(host)
	if err != nil || n.hosts[host] {
		return nil //nolint:nilerr // a name is looked at when it is dialled
	}
	return n.checkAddress(addr)
}

// Trusts reports whether the operator has named a host: credentials go there without
// TLS, too.
func (n *Bounds) Trusts(host string) bool {
	if n.everywhere || n.hosts[strings.ToLower(host)] {
		return true
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, prefix := range n.prefixes {
		if prefix.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}

// notPublic are networks that belong to nobody else in the public internet, or mean
// something on this machine's own network (IANA's registries of special purposes;
// 168.63.129.16 is Azure's metadata service).
var notPublic = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
	"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3", "168.63.129.16/32",
	"::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/9", "ff00::/8",
)

// embedding are networks of IPv6 whose addresses contain an IPv4 address, and the place of it.
var embedding = []struct {
	prefix netip.Prefix
	at     int
}{{netip.MustParsePrefix("64:ff9b::/96"), 12}, {netip.MustParsePrefix("2002::/16"), 2}}

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

func isPublic(addr netip.Addr) bool {
	for _, e := range embedding {
		if e.prefix.Contains(addr) {
			bytes := addr.As16()
			return isPublic(netip.AddrFrom4([4]byte(bytes[e.at : e.at+4])))
		}
	}
	for _, prefix := range notPublic {
		if prefix.Contains(addr) {
			return false
		}
	}
	return addr.IsValid()
}

// HostList has hosts that the operator lets queries choose: "api.internal",
// "*.azure.com".
type HostList []string

// NewHostList checks the names of hosts.
func NewHostList(hosts []string) (HostList, error) {
	var list HostList
	for _, host := range hosts {
		if plain := strings.TrimPrefix(host, "*."); !IsDomain(plain) && net.ParseIP(plain) == nil {
			return nil, fmt.Errorf("%q is no host", host)
		}
		list = append(list, strings.ToLower(host))
	}
	return list, nil
}

// Names reports whether a host is in the list.
func (l HostList) Names(host string) bool {
	for _, entry := range l {
		if entry == host || strings.HasPrefix(entry, "*.") && strings.HasSuffix(host, entry[1:]) {
			return true
		}
	}
	return false
}

// IsDomain reports whether a text can be the name of a host.
func IsDomain(text string) bool {
	for label := range strings.SplitSeq(text, ".") {
		if !hostLabel.MatchString(label) {
			return false
		}
	}
	return len(text) <= 253
}

// hostLabel matches a part of the name of a host.
var hostLabel = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$`)
