package token

import (
	"context"
	"net/url"
	"strconv"

	"github.com/sallyportdb/sallyport/auth/fetch"
)

// introspect asks the issuer about a token.
func (i *issuer) introspect(ctx context.Context, raw string) (verified, error) {
	select {
	case i.asking <- struct{}{}:
		defer func() { <-i.asking }()
	case <-ctx.Done():
		return verified{}, unreachable(i.Name, ctx.Err())
	}
	var c claims
	_, err := i.client.JSON(ctx, i.Introspection.URL, fetch.Request{
		Form: url.Values{"token": {raw}, "token_type_hint": {"access_token"}},
		User: i.Introspection.ClientID, Pass: i.Introspection.ClientSecret,
	}, &c)
	if err != nil {
		return verified{}, unreachable(i.Name, err)
	}
	if string(c["active"]) != "true" {
		return verified{}, invalid("its issuer says that it is not active")
	}
	// RFC 7662 makes iss optional. The issuer is known without it: it has answered.
	if _, said := c["iss"]; said && c.text("iss") != i.URL {
		return verified{}, invalid("none of the issuers that are configured has issued it")
	}
	if kind := c.text("token_use"); kind == "refresh_token" || kind == "id" {
		return verified{}, invalid("its type is not that of an access token")
	}
	until := i.now().Add(i.Introspection.Cache)
	if _, said := c["exp"]; !said { // it may be left out, too: then the answer is good as long as it is believed
		c["exp"] = strconv.AppendInt(nil, until.Unix(), 10)
	}
	p, err := i.principal(c)
	if err == nil && until.Before(p.until) {
		p.until = until
	}
	return p, err
}
