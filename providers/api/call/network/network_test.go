package network

import (
	"context"
	"net/netip"
	"sync"
	"testing"
)

// TestAddresses: which addresses are public.
func TestAddresses(t *testing.T) {
	for text, want := range map[string]bool{
		"8.8.8.8": true, "140.82.121.6": true, "2606:50c0:8000::153": true, "64:ff9b::808:808": true, "2002:808:808::1": true,
		"127.0.0.1": false, "127.9.9.9": false, "10.1.2.3": false, "172.31.0.1": false, "192.168.1.1": false, "169.254.169.254": false,
		"100.100.100.200": false, "0.0.0.0": false, "224.0.0.1": false, "255.255.255.255": false, "198.18.0.1": false, "168.63.129.16": false,
		"::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fd00:ec2::254": false, "::ffff:169.254.169.254": false, "::ffff:10.0.0.1": false,
		"64:ff9b::a9fe:a9fe": false, "2002:7f00:1::1": false, "::127.0.0.1": false, "2001:db8::1": false, "ff02::1": false, "fec0::1": false,
	} {
		err := (&Bounds{}).checkAddress(netip.MustParseAddr(text))
		if (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestHostsAreForgotten: a host that nobody waits for takes no memory, whether requests got a place or gave up.
func TestHostsAreForgotten(t *testing.T) {
	h := NewHosts(2)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			release, err := h.Enter(t.Context(), "api.test")
			if err != nil {
				t.Error(err)
				return
			}
			release()
		})
	}
	all.Wait()
	first, _ := h.Enter(t.Context(), "api.test")
	second, _ := h.Enter(t.Context(), "api.test")
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := h.Enter(gone, "api.test"); err == nil {
		t.Error("a third request has a place")
	}
	if len(h.places) != 1 {
		t.Errorf("%d hosts are known while requests have places", len(h.places))
	}
	first()
	second()
	if len(h.places) != 0 {
		t.Errorf("%d hosts are remembered", len(h.places))
	}
}
