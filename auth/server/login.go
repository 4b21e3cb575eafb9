package server

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strings"
)

// browser is a browser's session.
type browser struct {
	Person *Person `json:"person,omitempty"` // nil: nobody has logged in
}

// cookieName begins with __Host- where the browser then holds it to this host and to TLS.
func (s *Server) cookieName() string {
	if strings.HasPrefix(s.Issuer, "https://") {
		return "__Host-sallyport"
	}
	return "sallyport"
}

// browser is the session of a request's browser, errNone where it has none.
func (s *Server) browser(r *http.Request) (secret string, b browser, err error) {
	cookie, err := r.Cookie(s.cookieName())
	if err != nil {
		return "", b, errNone
	}
	return cookie.Value, b, s.Store.see(r.Context(), kindBrowser, cookie.Value, &b)
}

// newBrowser begins a new session for a browser, whatever session it had. So a secret that somebody else
// may know is worth nothing after a login.
func (s *Server) newBrowser(w http.ResponseWriter, r *http.Request, b browser) (secret string, err error) {
	secret, ttl := newSecret(), s.LoginTTL
	if b.Person == nil {
		ttl = requestTTL
	}
	if old, err := r.Cookie(s.cookieName()); err == nil {
		if err := s.Store.drop(r.Context(), kindBrowser, old.Value); err != nil {
			return "", err
		}
	}
	if err := s.Store.put(r.Context(), kindBrowser, secret, "", s.Now().Add(ttl), b); err != nil {
		return "", err
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(), Value: secret, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(s.Issuer, "https://"), MaxAge: int(ttl.Seconds()),
	})
	return secret, nil
}

// formToken is the token that a form of a browser's session has to bring. It is made from the session's
// cookie, so another site, which does not know the cookie, cannot make it.
func formToken(secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("form"))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func (s *Server) ours(r *http.Request, secret string) bool {
	return secret != "" && hmac.Equal([]byte(r.PostFormValue("form")), []byte(formToken(secret)))
}

// loginPage asks for a name and a password, or for a provider.
func (s *Server) loginPage(w http.ResponseWriter, r *http.Request) {
	secret, b, err := s.browser(r)
	if errors.Is(err, errNone) {
		secret, err = s.newBrowser(w, r, browser{})
	}
	if err != nil {
		s.reject(w, r, broken(err))
		return
	}
	s.showLogin(w, http.StatusOK, secret, b, requestID(r), "")
}

// requestID is the request that a person is to decide on after logging in. It leads to our own pages
// alone.
func requestID(r *http.Request) string {
	id := r.FormValue("request")
	if len(id) != len(newSecret()) || strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
		return ""
	}
	return id
}

func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	secret, b, err := s.browser(r)
	if errors.Is(err, errStore) {
		s.reject(w, r, broken(err))
		return
	}
	if err != nil || !s.ours(r, secret) {
		s.tell(w, http.StatusForbidden, "This page is too old, or cookies are switched off. Go back to the program that sent you here, and try again.")
		return
	}
	name := r.PostFormValue("name")
	if after, ok := s.logins.Take(name); !ok {
		w.Header().Set("Retry-After", seconds(after))
		s.tell(w, http.StatusTooManyRequests, "Too many attempts. Try again in "+seconds(after)+" seconds.")
		return
	}
	u, ok := s.checkPassword(r.Context(), name, r.PostFormValue("password"))
	if !ok {
		s.Logger.Warn("a login failed", "address", s.address(r))
		s.showLogin(w, http.StatusUnauthorized, secret, b, requestID(r), "The name or the password is wrong.")
		return
	}
	s.loggedIn(w, r, secret, Person{Subject: u.Name, Tenant: u.Tenant, Roles: u.Roles}, requestID(r))
}

// checkPassword checks a person's password. It takes as long for a name that does not exist.
func (s *Server) checkPassword(ctx context.Context, name, password string) (User, bool) {
	select {
	case s.hashing <- struct{}{}:
		defer func() { <-s.hashing }()
	case <-ctx.Done():
		return User{}, false
	}
	u, known := s.user(name)
	hash := s.dummy
	if known {
		hash = u.Hash
	}
	return u, samePassword(password, hash) && known
}

func (s *Server) user(name string) (User, bool) {
	i := slices.IndexFunc(s.Users, func(u User) bool { return u.Name == name })
	if i < 0 {
		return User{}, false
	}
	return s.Users[i], true
}

// loggedIn begins a new session for a person, takes the request along, and goes on to it.
func (s *Server) loggedIn(w http.ResponseWriter, r *http.Request, old string, who Person, requestID string) {
	secret, err := s.newBrowser(w, r, browser{Person: &who})
	if err != nil {
		s.reject(w, r, broken(err))
		return
	}
	if requestID == "" {
		s.tell(w, http.StatusOK, "You are logged in. Go back to the program that sent you here.")
		return
	}
	var a request
	err = s.Store.spend(r.Context(), kindRequest, requestID, &a)
	if err == nil && !hmac.Equal(a.Browser, hashOf(old)) {
		err = errNone // it is another browser's
	}
	if errors.Is(err, errNone) {
		s.tell(w, http.StatusBadRequest, "You are logged in, but the request has ended. Go back to the program that sent you here, and try again.")
		return
	}
	id := newSecret()
	a.Browser = hashOf(secret)
	if err == nil {
		err = s.Store.put(r.Context(), kindRequest, id, "", s.Now().Add(requestTTL), a)
	}
	if err != nil {
		s.reject(w, r, broken(err))
		return
	}
	http.Redirect(w, r, "/api/oauth/consent?request="+id, http.StatusSeeOther)
}

func (s *Server) logout(w http.ResponseWriter, r *http.Request) {
	secret, _, err := s.browser(r)
	if errors.Is(err, errStore) {
		s.reject(w, r, broken(err))
		return
	}
	if err != nil || !s.ours(r, secret) {
		s.tell(w, http.StatusForbidden, "You are not logged in.")
		return
	}
	if err := s.Store.drop(r.Context(), kindBrowser, secret); err != nil {
		s.reject(w, r, broken(err))
		return
	}
	http.SetCookie(w, &http.Cookie{Name: s.cookieName(), Path: "/", MaxAge: -1, HttpOnly: true, Secure: strings.HasPrefix(s.Issuer, "https://")})
	s.tell(w, http.StatusOK, "You are logged out.")
}
