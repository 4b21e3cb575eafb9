package server

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// TestAddress: nobody chooses the address that limits count, and everybody behind a proxy has one of their own.
func TestAddress(t *testing.T) {
	list := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for name, test := range map[string]struct {
		proxies   []netip.Prefix
		proxied   bool
		peer      string
		forwarded []string
		want      string
	}{
		"no proxy":                      {nil, false, "192.0.2.1:5", []string{"198.51.100.7"}, "192.0.2.1"},
		"any proxy":                     {nil, true, "192.0.2.1:5", []string{"203.0.113.5, 198.51.100.7"}, "198.51.100.7"},
		"any proxy that says nothing":   {nil, true, "192.0.2.1:5", nil, "192.0.2.1"},
		"a proxy of the list":           {list, true, "10.1.1.1:5", []string{"198.51.100.7"}, "198.51.100.7"},
		"without TLS at the proxy":      {list, false, "10.1.1.1:5", []string{"198.51.100.7"}, "198.51.100.7"},
		"around the proxy":              {list, true, "192.0.2.1:5", []string{"198.51.100.7"}, "192.0.2.1"},
		"two proxies":                   {list, true, "10.1.1.1:5", []string{"198.51.100.7, 10.2.2.2"}, "198.51.100.7"},
		"two headers":                   {list, true, "10.1.1.1:5", []string{"198.51.100.7", "10.2.2.2"}, "198.51.100.7"},
		"an invented beginning":         {list, true, "10.1.1.1:5", []string{"203.0.113.5, 198.51.100.7, 10.2.2.2"}, "198.51.100.7"},
		"an invented proxy":             {list, true, "10.1.1.1:5", []string{"203.0.113.5, 10.9.9.9, 198.51.100.7"}, "198.51.100.7"},
		"nobody but proxies":            {list, true, "10.1.1.1:5", []string{"10.3.3.3, 10.2.2.2"}, "10.3.3.3"},
		"what is no address":            {list, true, "10.1.1.1:5", []string{"198.51.100.7, unknown, 10.2.2.2"}, "10.2.2.2"},
		"a port":                        {list, true, "10.1.1.1:5", []string{"198.51.100.7:4711"}, "198.51.100.7"},
		"a mapped address":              {list, true, "[::ffff:10.1.1.1]:5", []string{"::ffff:198.51.100.7"}, "198.51.100.7"},
		"IPv6, by its network":          {list, true, "[fd00::1]:5", []string{"2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::/64"},
		"IPv6 with brackets and a port": {list, true, "[fd00::1]:5", []string{"[2001:db8:1:2::9]:443"}, "2001:db8:1:2::/64"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &Server{Options: Options{Proxies: test.proxies, Proxied: test.proxied}}
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = test.peer
			for _, line := range test.forwarded {
				r.Header.Add("X-Forwarded-For", line)
			}
			if got := s.address(r); got != test.want {
				t.Errorf("%s, not %s", got, test.want)
			}
		})
	}
}
