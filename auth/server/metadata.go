package server

import (
	"net/http"
	"strconv"
	"time"
)

// metadata is what clients have to know (RFC 8414).
func (s *Server) metadata(w http.ResponseWriter, r *http.Request) {
	if !reads(w, r) {
		return
	}
	m := map[string]any{
		"issuer":                                           s.Issuer,
		"authorization_endpoint":                           s.Issuer + "/api/oauth/authorize",
		"token_endpoint":                                   s.Issuer + "/api/oauth/token",
		"revocation_endpoint":                              s.Issuer + "/api/oauth/revoke",
		"jwks_uri":                                         s.Issuer + "/api/oauth/jwks",
		"response_types_supported":                         []string{"code"},
		"response_modes_supported":                         []string{"query"},
		"grant_types_supported":                            []string{"authorization_code", "refresh_token", "client_credentials"},
		"code_challenge_methods_supported":                 []string{"S256"},
		"scopes_supported":                                 s.Scopes,
		"token_endpoint_auth_methods_supported":            []string{"none", "private_key_jwt"},
		"token_endpoint_auth_signing_alg_values_supported": assertionAlgorithmNames(),
		"revocation_endpoint_auth_methods_supported":       []string{"none"},
		"authorization_response_iss_parameter_supported":   true,
		"client_id_metadata_document_supported":            s.ClientDocuments,
	}
	if s.Registration {
		m["registration_endpoint"] = s.Issuer + "/api/oauth/register"
	}
	w.Header().Set("Cache-Control", "max-age=300")
	answer(w, http.StatusOK, m)
}

// jwks is the keys that access tokens may have been signed with.
func (s *Server) jwks(w http.ResponseWriter, r *http.Request) {
	if !reads(w, r) {
		return
	}
	w.Header().Set("Cache-Control", "max-age=60")
	answer(w, http.StatusOK, s.signer.public())
}

func reads(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	return notAllowed(w, "GET, HEAD, OPTIONS")
}

func posts(w http.ResponseWriter, r *http.Request) bool {
	return r.Method == http.MethodPost || notAllowed(w, "POST, OPTIONS")
}

func notAllowed(w http.ResponseWriter, allow string) bool {
	w.Header().Set("Allow", allow)
	w.WriteHeader(http.StatusMethodNotAllowed)
	return false
}

func seconds(d time.Duration) string { return strconv.Itoa(int(d.Round(time.Second).Seconds())) }
