package fetch

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestPublicAddresses(t *testing.T) {
	for _, text := range strings.Fields(`127.0.0.1 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 255.255.255.255
		224.0.0.1 240.0.0.1 198.18.0.1 192.0.2.1 ::1 :: fe80::1 fc00::1 fd00:ec2::254 ff02::1 ::ffff:127.0.0.1 ::ffff:169.254.169.254
		64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 fec0::1`) {
		if isPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is taken for a public address", text)
		}
	}
	for _, text := range []string{"1.1.1.1", "93.184.216.34", "2606:4700::1111"} {
		if !isPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is not taken for a public address", text)
		}
	}
}

func TestCheckURL(t *testing.T) {
	for text, good := range map[string]bool{
		"https://a.example/x?y=z": true, "http://127.0.0.1:80/": true, "http://[::1]/": true, "http://localhost/": true,
		"http://a.example": false, "https://": false, "ftp://a.example": false, "https://a.example/#": false,
		"https://u@a.example": false, "http://127.0.0.1.evil.example/": false, "javascript:alert(1)": false, "": false,
	} {
		if (CheckURL(text) == "") != good {
			t.Errorf("%q: %q", text, CheckURL(text))
		}
	}
}

func TestBounds(t *testing.T) {
	var reached int
	mux := http.NewServeMux()
	mux.HandleFunc("/big", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 2<<20)) })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/there", http.StatusFound) })
	mux.HandleFunc("/there", func(w http.ResponseWriter, _ *http.Request) { reached++; _, _ = w.Write([]byte("{}")) })
	server := httptest.NewServer(mux)
	defer server.Close()
	client := Trusted()
	defer client.Close()
	var into map[string]any
	for path, want := range map[string]string{"/big": "more than", "/away": "status 302", "/none": "status 404"} {
		if _, err := client.JSON(t.Context(), server.URL+path, Request{}, &into); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := client.JSON(t.Context(), server.URL+"/there", Request{}, &into); err != nil || reached != 1 {
		t.Error(reached, err)
	}
	secure := httptest.NewTLSServer(mux)
	defer secure.Close()
	public := Public(5 << 10)
	defer public.Close()
	for _, address := range []string{server.URL + "/there", secure.URL + "/there", strings.Replace(secure.URL, "127.0.0.1", "localhost", 1) + "/there"} {
		if _, err := public.JSON(t.Context(), address, Request{}, &into); err == nil || reached != 1 {
			t.Errorf("%s: %v", address, err)
		}
	}
}
