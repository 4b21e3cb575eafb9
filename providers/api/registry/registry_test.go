package registry_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/registry"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// shop is a package of the provider shop in a version.
func shop(version string) []byte {
	return pack(
		entry{name: version + "/", kind: tar.TypeDir},
		entry{name: version + "/provider.yaml", text: "id: shop\nname: shop\nversion: " + version + "\nproviderServices:\n  orders:\n    id: orders\n    name: orders\n    version: " + version + "\n    title: Orders\n    service: {$ref: shop/" + version + "/services/orders.yaml}\n"},
		entry{name: version + "/provider.yaml.sig", text: "x"},
		entry{name: version + "/services/orders.yaml", text: "openapi: 3.0.0\ninfo: {title: Orders, version: '1'}\nservers: [{url: 'https://shop.example'}]\npaths: {}\ncomponents: {x-stackQL-resources: {}}\n"},
	)
}

type entry struct {
	name, text string
	kind       byte
	link       string
}

func pack(entries ...entry) []byte {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	archive := tar.NewWriter(zip)
	for _, e := range entries {
		kind := e.kind
		if kind == 0 {
			kind = tar.TypeReg
		}
		if err := archive.WriteHeader(&tar.Header{Name: e.name, Typeflag: kind, Size: int64(len(e.text)), Mode: 0o777, Linkname: e.link}); err != nil {
			panic(err)
		}
		io.WriteString(archive, e.text)
	}
	archive.Close()
	zip.Close()
	return out.Bytes()
}

// server serves files as a registry.
type server struct {
	mu    sync.Mutex
	files map[string][]byte
}

func (s *server) set(name string, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[name] = text
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	text, ok := s.files[r.URL.Path]
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Write(text)
}

const list = "/r/dist/providers.yaml"

// serve starts a registry with the provider shop in two versions.
func serve(t *testing.T) (*server, *httptest.Server) {
	t.Helper()
	s := &server{files: map[string][]byte{
		list: []byte("providers:\n  shop:\n    versions: [v1.10.0, v1.9.0]\n  google:\n    versions: [v1.0.0]\n  ../evil:\n    versions: [v1]\n"),
	}}
	for _, v := range []string{"v1.9.0", "v1.10.0"} {
		s.files["/r/dist/shop/"+v+".tgz"] = shop(v)
	}
	web := httptest.NewTLSServer(s)
	t.Cleanup(web.Close)
	return s, web
}

func open(t *testing.T, web *httptest.Server, folder string) *registry.Registry {
	t.Helper()
	r, err := registry.Open(registry.Options{URL: web.URL + "/r", Folder: folder, Transport: web.Client().Transport})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// files are the files of a folder, without the lock.
func files(t *testing.T, folder string) string {
	t.Helper()
	var names []string
	if err := filepath.WalkDir(folder, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != ".lock" {
			relative, _ := filepath.Rel(folder, name)
			names = append(names, filepath.ToSlash(relative))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}

func TestPull(t *testing.T) {
	_, web := serve(t)
	folder := filepath.Join(t.TempDir(), "registry")
	r := open(t, web, folder)
	published, err := r.List(t.Context())
	if got := fmt.Sprint(published, err); got != "[{google [v1.0.0]} {shop [v1.9.0 v1.10.0]}] <nil>" {
		t.Errorf("the list: %s", got)
	}
	for _, test := range []struct{ given, want string }{{"", "v1.10.0"}, {"", "v1.10.0"}, {"1.9.0", "v1.9.0"}, {"v1.10.0", "v1.10.0"}} {
		version, err := r.Pull(t.Context(), "Shop", test.given)
		if err != nil || version != test.want {
			t.Fatalf("%q: %s, %v", test.given, version, err)
		}
		want := "pulled.json src/shop/" + test.want + "/provider.yaml src/shop/" + test.want + "/services/orders.yaml"
		if got := files(t, folder); got != want {
			t.Errorf("%q left %s", test.given, got)
		}
	}
	library, err := document.Open(document.Options{Folder: r.Folder()})
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	p, _, err := library.Provider(t.Context(), "shop")
	if err != nil || p.Version != "v1.10.0" {
		t.Errorf("what was pulled: %+v, %v", p, err)
	}
	local, err := registry.Open(registry.Options{URL: "file://" + folder})
	if err != nil {
		t.Fatal(err)
	}
	published, err = local.List(t.Context())
	if got := fmt.Sprint(published, err); got != "[{shop [v1.10.0]}] <nil>" {
		t.Errorf("the folder's list: %s", got)
	}
	if _, err := local.Pull(t.Context(), "shop", ""); sqlstate.CodeOf(err) != sqlstate.FeatureNotSupported {
		t.Errorf("pull from a folder: %v", err)
	}
}

// TestRefusedPackages: a refused package leaves no files, and the version that was installed before stays.
func TestRefusedPackages(t *testing.T) {
	good := entry{name: "v2/provider.yaml", text: "id: shop\nname: shop\nversion: v2\nproviderServices: {}\n"}
	for name, bad := range map[string][]byte{
		"absolute":     pack(good, entry{name: "/etc/passwd.yaml", text: "x"}),
		"dots":         pack(good, entry{name: "v2/../../x.yaml", text: "x"}),
		"dots alone":   pack(good, entry{name: "../v2/x.yaml", text: "x"}),
		"backslash":    pack(good, entry{name: `v2\..\..\x.yaml`, text: "x"}),
		"other folder": pack(good, entry{name: "v3/x.yaml", text: "x"}),
		"symlink":      pack(good, entry{name: "v2/services", kind: tar.TypeSymlink, link: "/etc"}),
		"hardlink":     pack(good, entry{name: "v2/x.yaml", kind: tar.TypeLink, link: "v2/provider.yaml"}),
		"device":       pack(good, entry{name: "v2/null.yaml", kind: tar.TypeChar}),
		"pipe":         pack(good, entry{name: "v2/pipe.yaml", kind: tar.TypeFifo}),
		"twice":        pack(good, good),
		"file, folder": pack(good, entry{name: "v2/provider.yaml/x.yaml", text: "x"}),
		"no provider":  pack(entry{name: "v2/x.yaml", text: "x"}),
		"another":      pack(entry{name: "v2/provider.yaml", text: "id: bank\nname: bank\nversion: v2\nproviderServices: {}\n"}),
		"commands":     pack(entry{name: "v2/provider.yaml", text: "id: shop\nname: shop\nprotocolType: local_templated\nproviderServices: {}\n"}),
		"not yaml":     pack(entry{name: "v2/provider.yaml", text: "\t{"}),
		"not tgz":      []byte("<html>"),
		"cut":          pack(good)[:60],
		"bomb":         bomb(),
		"too many":     many(),
	} {
		t.Run(name, func(t *testing.T) {
			s, web := serve(t)
			s.set(list, []byte("providers: {shop: {versions: [v1.9.0, v2]}}"))
			s.set("/r/dist/shop/v2.tgz", bad)
			folder := t.TempDir()
			r := open(t, web, folder)
			if _, err := r.Pull(t.Context(), "shop", "v1.9.0"); err != nil {
				t.Fatal(err)
			}
			before := files(t, folder)
			_, err := r.Pull(t.Context(), "shop", "")
			if sqlstate.CodeOf(err) != sqlstate.DataException {
				t.Errorf("got %v", err)
			} else if strings.Contains(err.Error(), folder) {
				t.Errorf("the error says where the folder is: %v", err)
			}
			if after := files(t, folder); after != before {
				t.Errorf("it left %s", after)
			}
		})
	}
}

// bomb is a package whose only file is larger than any may be.
func bomb() []byte {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	archive := tar.NewWriter(zip)
	const size = 65 << 20
	archive.WriteHeader(&tar.Header{Name: "v2/provider.yaml", Typeflag: tar.TypeReg, Size: size, Mode: 0o600})
	io.CopyN(archive, zeros{}, size)
	archive.Close()
	zip.Close()
	return out.Bytes()
}

func many() []byte {
	var list []entry
	for i := range 20_002 {
		list = append(list, entry{name: fmt.Sprintf("v2/%d.txt", i)})
	}
	return pack(list...)
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// TestChanged: a version whose package is another one the second time is refused.
func TestChanged(t *testing.T) {
	s, web := serve(t)
	folder := t.TempDir()
	r := open(t, web, folder)
	if _, err := r.Pull(t.Context(), "shop", "v1.9.0"); err != nil {
		t.Fatal(err)
	}
	s.set("/r/dist/shop/v1.9.0.tgz", pack(entry{name: "v1.9.0/provider.yaml", text: "id: shop\nname: shop\nproviderServices: {}\n"}))
	if _, err := r.Pull(t.Context(), "shop", "v1.9.0"); sqlstate.CodeOf(err) != sqlstate.DataException {
		t.Errorf("got %v", err)
	}
}

// TestInterrupted: a pull that ends in the middle leaves what was there before, and the next one cleans up
// after a process that was killed.
func TestInterrupted(t *testing.T) {
	s, web := serve(t)
	folder := t.TempDir()
	r := open(t, web, folder)
	if _, err := r.Pull(t.Context(), "shop", "v1.9.0"); err != nil {
		t.Fatal(err)
	}
	before := files(t, folder)
	slow := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if !strings.HasSuffix(q.URL.Path, ".tgz") {
			s.ServeHTTP(w, q)
			return
		}
		w.Write(shop("v1.10.0")[:50])
		w.(http.Flusher).Flush()
		<-q.Context().Done()
	}))
	defer slow.Close()
	ctx, cancel := context.WithCancel(t.Context())
	broken := open(t, slow, folder)
	done := make(chan error)
	go func() {
		_, err := broken.Pull(ctx, "shop", "v1.10.0")
		done <- err
	}()
	for {
		if left, _ := filepath.Glob(filepath.Join(folder, ".pulling-*/package.tgz")); len(left) == 1 {
			break
		}
	}
	cancel()
	if err := <-done; sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("got %v", err)
	}
	if after := files(t, folder); after != before {
		t.Errorf("it left %s", after)
	}
	if err := os.MkdirAll(filepath.Join(folder, ".pulling-1/src/shop/v9"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Pull(t.Context(), "shop", ""); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".pulling-*")); len(left) > 0 {
		t.Errorf("left: %s", left)
	}
}

// TestTogether: several servers pull into a folder at once, and what is there in the end is whole.
func TestTogether(t *testing.T) {
	_, web := serve(t)
	folder := t.TempDir()
	var all sync.WaitGroup
	for i := range 8 {
		r := open(t, web, folder)
		all.Go(func() {
			if _, err := r.Pull(t.Context(), "shop", []string{"v1.9.0", "v1.10.0"}[i%2]); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	left := files(t, folder)
	if left != "pulled.json src/shop/v1.9.0/provider.yaml src/shop/v1.9.0/services/orders.yaml" &&
		left != "pulled.json src/shop/v1.10.0/provider.yaml src/shop/v1.10.0/services/orders.yaml" {
		t.Errorf("left: %s", left)
	}
}

func TestServer(t *testing.T) {
	_, web := serve(t)
	other := httptest.NewTLSServer(http.RedirectHandler(web.URL+list, http.StatusFound))
	defer other.Close()
	for name, test := range map[string]struct {
		server *httptest.Server
		say    string
	}{
		"another host": {other, "another host"},
		"not found":    {httptest.NewTLSServer(http.NotFoundHandler()), "answers 404"},
		"no list":      {httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") })), "list of providers is none"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := open(t, test.server, t.TempDir()).List(t.Context())
			if sqlstate.CodeOf(err) != sqlstate.UnableToConnect || !strings.Contains(err.Error(), test.say) {
				t.Errorf("got %v", err)
			}
		})
	}
	r := open(t, web, t.TempDir())
	for _, test := range [][2]string{{"shpo", ""}, {"shop", "v3"}, {"../shop", ""}, {"shop", "../v1.9.0"}, {"../evil", ""}, {strings.Repeat("x", 10_000), ""}} {
		if _, err := r.Pull(t.Context(), test[0], test[1]); sqlstate.CodeOf(err) != sqlstate.UndefinedObject || len(err.Error()) > 300 {
			t.Errorf("%.20q %q: %v", test[0], test[1], err)
		}
	}
}

func TestOpen(t *testing.T) {
	for _, address := range []string{
		"", "registry.example/r", "http://registry.example/r", "http://10.0.0.1/r", "ftp://localhost/r", "https://u:p@registry.example/r", "https://registry.example/r?x=1",
		"https:///r", "file://relative/path", "https://a b/",
	} {
		_, err := registry.Open(registry.Options{URL: address, Folder: t.TempDir()})
		if sqlstate.CodeOf(err) != sqlstate.ConfigFileError || strings.Contains(err.Error(), "u:p") {
			t.Errorf("%q: %v", address, err)
		}
	}
	for _, address := range []string{"https://registry.example", "http://localhost:8080/r", "http://127.0.0.1/r", "http://[::1]/r"} {
		if _, err := registry.Open(registry.Options{URL: address, Folder: t.TempDir()}); err != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
}
