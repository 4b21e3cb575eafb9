// Command dex is a Dex to try Sallyport with: its server with storage in memory, people with passwords, and a
// program that people use. It has a module of its own, so that Sallyport's does not grow by it. `make dex`
// builds and runs it. The first line that it prints is its issuer.
//
// Tokens of Dex name no scopes: what they may is what the configuration says of their issuer. Dex looks every half a
// minute whether its key is older than three seconds, and takes a new one then.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/dexidp/dex/server"
	"github.com/dexidp/dex/storage"
	"github.com/dexidp/dex/storage/memory"
	"github.com/dexidp/dex/web"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/sirupsen/logrus"
	"golang.org/x/crypto/bcrypt"
)

const (
	secret   = "verysecret"
	redirect = "http://127.0.0.1/callback"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	issuer := "http://" + listener.Addr().String() + "/dex"
	dex, err := newDex(context.Background(), issuer)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(issuer)
	s := &http.Server{Handler: dex, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(s.Serve(listener))
}

// newDex is a Dex of two people and two programs; a person's password is "pw-" and the name.
func newDex(ctx context.Context, issuer string) (http.Handler, error) {
	var people []storage.Password
	for _, name := range []string{"alice", "bob"} {
		hash, err := bcrypt.GenerateFromPassword([]byte("pw-"+name), bcrypt.DefaultCost)
		if err != nil {
			return nil, err
		}
		people = append(people, storage.Password{Email: name + "@acme.example", Hash: hash, Username: name, UserID: name})
	}
	logger := logrus.New()
	logger.SetLevel(logrus.WarnLevel)
	kept := storage.WithStaticPasswords(storage.WithStaticClients(memory.New(logger), []storage.Client{
		{ID: "sallyport", Secret: secret, Name: "Sallyport", RedirectURIs: []string{redirect}},
		{ID: "another", Secret: secret, Name: "Another program", RedirectURIs: []string{redirect}},
	}), people, logger)
	kept = storage.WithStaticConnectors(kept, []storage.Connector{{ID: server.LocalConnector, Type: server.LocalConnector, Name: "Passwords"}})
	return server.NewServer(ctx, server.Config{
		Issuer: issuer, Storage: kept, SkipApprovalScreen: true, RotateKeysAfter: 3 * time.Second, IDTokensValidFor: time.Hour,
		Web: server.WebConfig{WebFS: web.FS()}, Logger: logger, PrometheusRegistry: prometheus.NewRegistry(),
	})
}
