package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"

	"github.com/sallyportdb/sallyport/config"
)

// loadPGTLS loads the Postgres door's certificate, and the authorities of its
// clients'; nil where none is configured.
func loadPGTLS(t config.PGWireTLS) (*tls.Config, error) {
	c, err := loadTLS("pgwire.tls", t.Pair())
	if err == nil && len(t.Inline.Cert) > 0 {
		c, err = inlineTLS(t.Inline)
	}
	if err != nil || c == nil {
		return c, err
	}
	authorities, from := t.Inline.ClientCAs, "--pgsrv.tls"
	if t.ClientCAFile != "" {
		from = t.ClientCAFile
		if authorities, err = os.ReadFile(from); err != nil {
			return nil, fmt.Errorf("pgwire.tls.client_ca_file: %w", err)
		}
	}
	if t.ClientCAFile != "" || len(authorities) > 0 {
		c.ClientCAs = x509.NewCertPool()
		if !c.ClientCAs.AppendCertsFromPEM(authorities) {
			return nil, fmt.Errorf("pgwire.tls.client_ca_file: there is no certificate (PEM) in %s", from)
		}
	}
	if t.ClientCertRequired {
		c.VerifyConnection = func(state tls.ConnectionState) error {
			if len(state.VerifiedChains) == 0 {
				return errors.New("the client has no certificate that this server accepts")
			}
			return nil
		}
	}
	return c, nil
}

// inlineTLS takes the certificate from the configuration itself.
func inlineTLS(t config.InlineTLS) (*tls.Config, error) {
	pair, err := tls.X509KeyPair(t.Cert, []byte(t.Key.Reveal()))
	if err != nil {
		return nil, fmt.Errorf("--pgsrv.tls: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}
