package server

import (
	"crypto/hmac"
	"errors"
	"net/http"
	"net/url"
)

// waiting finds the request that a browser's person is to decide on. It answers by itself where
// there is none.
func (s *Server) waiting(w http.ResponseWriter, r *http.Request) (secret string, who Person, a request, ok bool) {
	secret, b, err := s.browser(r)
	if err == nil {
		err = s.Store.see(r.Context(), kindRequest, requestID(r), &a)
	}
	if err != nil && !errors.Is(err, errNone) {
		s.reject(w, r, broken(err))
		return "", who, a, false
	}
	if err != nil || b.Person == nil || !hmac.Equal(a.Browser, hashOf(secret)) {
		s.tell(w, http.StatusBadRequest, "The request has ended, or it is another browser's. Go back to the program that sent you here, and try again.")
		return "", who, a, false
	}
	return secret, *b.Person, a, true
}

// consentPage asks a person whether a client may act for them.
func (s *Server) consentPage(w http.ResponseWriter, r *http.Request) {
	secret, who, a, ok := s.waiting(w, r)
	if !ok {
		return
	}
	c, err := s.client(r.Context(), a.Client)
	if err != nil {
		s.reject(w, r, broken(err))
		return
	}
	w.Header().Set("Content-Security-Policy", contentPolicy(formTarget(a.Redirect)))
	s.showConsent(w, secret, requestID(r), who, a, c)
}

// consent takes a person's answer.
func (s *Server) consent(w http.ResponseWriter, r *http.Request) {
	secret, who, a, ok := s.waiting(w, r)
	if !ok {
		return
	}
	if !s.ours(r, secret) {
		s.tell(w, http.StatusForbidden, "This form was not made for this browser. Go back to the program that sent you here, and try again.")
		return
	}
	if err := s.Store.spend(r.Context(), kindRequest, requestID(r), &a); errors.Is(err, errStore) {
		s.reject(w, r, broken(err))
		return
	} else if err != nil {
		s.tell(w, http.StatusBadRequest, "This was decided already.")
		return
	}
	w.Header().Set("Content-Security-Policy", contentPolicy(formTarget(a.Redirect)))
	if r.PostFormValue("decision") != "allow" {
		s.redirect(w, r, a, url.Values{"error": {"access_denied"}, "error_description": {"the person said no"}})
		return
	}
	if err := s.Store.remember(r.Context(), who.Subject, a); err != nil {
		s.reject(w, r, broken(err))
		return
	}
	s.sendCode(w, r, a, who)
}

// scopesOf are the scopes that a person can give to clients.
func (s *Server) scopesOf(who Person) []string {
	if u, known := s.user(who.Subject); known {
		return orReading(u.Scopes)
	}
	return orReading(who.Scopes)
}

func orReading(scopes []string) []string {
	if len(scopes) == 0 {
		return []string{"data:read"}
	}
	return scopes
}

// formTarget is where a form may lead, as a content policy names it: browsers hold redirects to it,
// too.
func formTarget(redirect string) string {
	u, err := url.Parse(redirect)
	switch {
	case err != nil:
		return ""
	case u.Scheme == "http" || u.Scheme == "https":
		return u.Scheme + "://" + u.Host
	}
	return u.Scheme + ":"
}
