package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

const awsBlock = `{"type": "aws_signing_v4", "keyIDenvvar": "AWS_ACCESS_KEY_ID", "credentialsenvvar": "AWS_SECRET_ACCESS_KEY"}`

// TestSigV4 holds signatures to the examples that AWS has published.
func TestSigV4(t *testing.T) {
	t.Setenv("AWS_SESSION_TOKEN", "")
	for _, c := range []struct{ method, url, contentType, rng, service, key, secret, at, want string }{
		{"GET", "https://example.amazonaws.com/", "", "", "service", "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20150830T123600Z", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
		{"POST", "https://example.amazonaws.com/", "", "", "service", "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20150830T123600Z", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"},
		{"GET", "https://example.amazonaws.com/?Param2=value2&Param1=value1", "", "", "service", "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20150830T123600Z", "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
		{"GET", "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08", "application/x-www-form-urlencoded; charset=utf-8", "", "iam", "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20150830T123600Z", "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"},
		{"GET", "https://examplebucket.s3.amazonaws.com/test.txt", "", "bytes=0-9", "s3", "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20130524T000000Z", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"},
	} {
		t.Setenv("AWS_ACCESS_KEY_ID", c.key)
		t.Setenv("AWS_SECRET_ACCESS_KEY", c.secret)
		s := signer(t, awsBlock, func(o *Options) {
			o.Hosts, o.Service = []string{"{a}.amazonaws.com", "{a}.s3.amazonaws.com"}, c.service
		})
		at, err := time.Parse("20060102T150405Z", c.at)
		if err != nil {
			t.Fatal(err)
		}
		s.scheme.(*sigV4).now = func() time.Time { return at }
		r := request(t, c.url)
		r.Method = c.method
		if c.contentType != "" {
			r.Header.Set("Content-Type", c.contentType)
		}
		if c.rng != "" {
			r.Header.Set("Range", c.rng)
		}
		for range 2 { // the second signature stands in the place of the first
			if err := s.Sign(t.Context(), r, nil); err != nil {
				t.Fatal(err)
			}
			if got := r.Header.Get("Authorization"); !strings.HasSuffix(got, "Signature="+c.want) || !strings.Contains(got, "/us-east-1/"+c.service+"/") {
				t.Errorf("%s %s: %s", c.method, c.url, got)
			}
		}
		leaks(t, s, r.Header.Get("X-Amz-Date"))
	}
}

func TestAWSRegion(t *testing.T) {
	for host, want := range map[string]string{
		"s3.eu-west-1.amazonaws.com":            "eu-west-1",
		"bucket.s3.us-gov-west-1.amazonaws.com": "us-gov-west-1",
		"iam.amazonaws.com":                     "us-east-1",
		"iam.us-gov.amazonaws.com":              "us-gov-west-1",
		"iam.amazonaws.com.cn":                  "cn-north-1",
		"ec2.cn-northwest-1.amazonaws.com.cn":   "cn-northwest-1",
		"api.ecr-public.ap-southeast-2.api.aws": "ap-southeast-2",
		"localhost":                             "eu-south-2",
	} {
		if got := awsRegion(host, variables{"AWS_REGION": "eu-south-2"}); got != want {
			t.Errorf("%s: %s", host, got)
		}
	}
}

// TestAWSKeys: temporary keys bring their token, and a command may give all three.
func TestAWSKeys(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "AKID1")
	t.Setenv("AWS_SECRET_ACCESS_KEY", canary)
	t.Setenv("AWS_SESSION_TOKEN", "token1")
	at := func(o *Options) { o.Hosts = []string{"ec2.{region}.amazonaws.com"} }
	s := signer(t, awsBlock, at)
	r := sign(t, s, "https://ec2.eu-west-1.amazonaws.com/")
	if r.Header.Get("X-Amz-Security-Token") != "token1" || !strings.Contains(r.Header.Get("Authorization"), "AKID1/") || !strings.Contains(r.Header.Get("Authorization"), "/eu-west-1/ec2/") {
		t.Error(r.Header)
	}
	t.Setenv("AWS_SESSION_TOKEN", "")
	if err := s.Sign(t.Context(), r, []byte("x")); err != nil || r.Header.Get("X-Amz-Security-Token") != "" {
		t.Error(err, r.Header)
	}
	// Another variable for the key has nothing to do with AWS_SESSION_TOKEN.
	t.Setenv("AWS_SESSION_TOKEN", "token1")
	t.Setenv("PROD_KEY", "AKID2")
	s = signer(t, `{"type": "aws_signing_v4", "keyIDenvvar": "PROD_KEY", "credentialsenvvar": "AWS_SECRET_ACCESS_KEY"}`, at)
	if r := sign(t, s, "https://ec2.eu-west-1.amazonaws.com/"); r.Header.Get("X-Amz-Security-Token") != "" {
		t.Error(r.Header)
	}
	out := fmt.Sprintf(`{"Version": 1, "AccessKeyId": "ASIA3", "SecretAccessKey": %q, "SessionToken": "token3", "Expiration": %q}`, canary, time.Now().Add(time.Hour).Format(time.RFC3339))
	argv, _ := json.Marshal([]string{"echo", out})
	s = signer(t, `{"type": "aws_signing_v4", "credentialscommand": `+string(argv)+`}`, at)
	r = sign(t, s, "https://ec2.eu-west-1.amazonaws.com/")
	if r.Header.Get("X-Amz-Security-Token") != "token3" || !strings.Contains(r.Header.Get("Authorization"), "ASIA3/") {
		t.Error(r.Header)
	}
	if end, there := s.inputs["secret key"].command.cache.validUntil(); !there || time.Until(end) < 50*time.Minute {
		t.Error(end)
	}
	s = signer(t, `{"type": "aws_signing_v4", "credentialscommand": ["echo", "s3cr3t"]}`, at)
	err := s.Sign(t.Context(), request(t, "https://ec2.eu-west-1.amazonaws.com/"), nil)
	if err == nil || !strings.Contains(err.Error(), "no access key") {
		t.Error(err)
	}
	leaks(t, err, s)
}

func TestAssumeRole(t *testing.T) {
	var asked atomic.Int64
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		r.ParseForm()
		w.Header().Set("Content-Type", "text/xml")
		if status != http.StatusOK {
			w.WriteHeader(status)
			fmt.Fprintf(w, `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>no %s</Message></Error></ErrorResponse>`, canary)
			return
		}
		f := r.PostForm
		if f.Get("Action") != "AssumeRole" || f.Get("RoleArn") != "arn:aws:iam::1:role/read" || f.Get("ExternalId") != "ext" || f.Get("DurationSeconds") != "900" ||
			f.Get("RoleSessionName") != "sallyport" || !strings.Contains(r.Header.Get("Authorization"), "Credential=AKID1/") {
			t.Error(f, r.Header)
		}
		fmt.Fprintf(w, `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
			<AccessKeyId>ASIA9</AccessKeyId><SecretAccessKey>%s</SecretAccessKey><SessionToken>%s</SessionToken><Expiration>%s</Expiration>
			</Credentials></AssumeRoleResult></AssumeRoleResponse>`, canary, canary, time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	}))
	defer server.Close()
	t.Setenv("AWS_ACCESS_KEY_ID", "AKID1")
	t.Setenv("AWS_SECRET_ACCESS_KEY", canary)
	t.Setenv("AWS_SESSION_TOKEN", "")
	t.Setenv("SHOP_ROLE", "arn:aws:iam::1:role/read")
	block := `{"type": "aws_assume_role", "keyIDenvvar": "AWS_ACCESS_KEY_ID", "credentialsenvvar": "AWS_SECRET_ACCESS_KEY",
		"aws_role_arn_env_var": "SHOP_ROLE", "aws_role_external_id": "ext", "aws_role_duration_seconds": 900, "aws_sts_endpoint": "` + server.URL + `"}`
	at := func(o *Options) { o.Hosts = []string{"ec2.{region}.amazonaws.com"} }
	s := signer(t, block, at)
	for range 3 {
		r := sign(t, s, "https://ec2.eu-west-1.amazonaws.com/")
		if r.Header.Get("X-Amz-Security-Token") != canary || !strings.Contains(r.Header.Get("Authorization"), "Credential=ASIA9/") {
			t.Fatal(r.Header)
		}
	}
	if asked.Load() != 1 {
		t.Errorf("asked %d times", asked.Load())
	}
	leaks(t, s, s.scheme, s.scheme.(*sigV4).role, s.Status(t.Context()))
	if !strings.Contains(s.Status(t.Context()), "until") {
		t.Error(s.Status(t.Context()))
	}
	status = http.StatusForbidden
	s = signer(t, block, at)
	err := s.Sign(t.Context(), request(t, "https://ec2.eu-west-1.amazonaws.com/"), nil)
	if code(err) != sqlstate.InvalidAuthorization || !strings.Contains(err.Error(), "AccessDenied") {
		t.Error(err)
	}
	leaks(t, err)
	status = http.StatusFound
	s = signer(t, block, at)
	if err := s.Sign(t.Context(), request(t, "https://ec2.eu-west-1.amazonaws.com/"), nil); err == nil {
		t.Error("a redirect")
	}
	if _, err := New(Options{Provider: "shop", Overrides: overrides(t, strings.Replace(block, "http://", "http://evil.", 1)), Loopback: true}); err == nil {
		t.Error("an endpoint without https")
	}
}

// entra answers as Microsoft's servers of tokens do.
type entra struct {
	t      *testing.T
	asked  atomic.Int64
	refuse bool
}

func (e *entra) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := func(status int, text string) (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(text)), Request: r}, nil
	}
	const at = "https://login.microsoftonline.com/11111111-1111-1111-1111-111111111111"
	switch {
	case strings.Contains(r.URL.Path, "discovery/instance"):
		return answer(200, `{"tenant_discovery_endpoint": "`+at+`/v2.0/.well-known/openid-configuration", "metadata": [{"preferred_network": "login.microsoftonline.com", "preferred_cache": "login.windows.net", "aliases": ["login.microsoftonline.com", "login.windows.net"]}]}`)
	case strings.Contains(r.URL.Path, "openid-configuration"):
		return answer(200, `{"authorization_endpoint": "`+at+`/a", "token_endpoint": "`+at+`/oauth2/v2.0/token", "issuer": "`+at+`/v2.0"}`)
	case strings.HasSuffix(r.URL.Path, "/token"):
		n := e.asked.Add(1)
		body, err := io.ReadAll(r.Body)
		form, _ := url.ParseQuery(string(body))
		if err != nil || form.Get("scope") == "" || !strings.HasPrefix(form.Get("scope"), azureScope) || !strings.HasPrefix(form.Get("client_secret"), canary) {
			e.t.Error(form, err)
		}
		if e.refuse {
			return answer(401, `{"error": "invalid_client", "error_description": "AADSTS7000215: no `+canary+`"}`)
		}
		return answer(200, `{"token_type": "Bearer", "expires_in": 3600, "access_token": "`+canary+"-"+strconv.FormatInt(n, 10)+`"}`)
	}
	return nil, errors.New("nobody there")
}

func TestAzure(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	writeFile(t, file, "AZURE_TENANT_ID=11111111-1111-1111-1111-111111111111\nAZURE_CLIENT_ID=me\nAZURE_CLIENT_SECRET="+canary)
	e := &entra{t: t}
	with := func(o *Options) { o.Environment.File, o.Transport = file, e }
	s := signer(t, `{"type": "azure_default"}`, with)
	token := func(want int) {
		t.Helper()
		if r := sign(t, s, target); r.Header.Get("Authorization") != fmt.Sprintf("Bearer %s-%d", canary, want) {
			t.Fatal(r.Header, want)
		}
	}
	for range 3 {
		token(1)
	}
	// Azure's library keeps tokens, too: one that was refused is not had again.
	if !s.Refused(t.Context(), time.Now()) {
		t.Error("another token may help")
	}
	token(2)
	// Another secret needs another token.
	writeFile(t, file, "AZURE_TENANT_ID=11111111-1111-1111-1111-111111111111\nAZURE_CLIENT_ID=me\nAZURE_CLIENT_SECRET="+canary+"2")
	token(3)
	leaks(t, s, s.scheme, s.Status(t.Context()))
	e.refuse = true
	s = signer(t, `{"type": "azure_default"}`, with)
	err := s.Sign(t.Context(), request(t, target), nil)
	if err == nil || !strings.Contains(err.Error(), "AADSTS7000215") {
		t.Error(err)
	}
	leaks(t, err)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func FuzzEnvFile(f *testing.F) {
	f.Add("A=1\nexport B='x\ny'\nC=\"\\n\" # z")
	f.Fuzz(func(t *testing.T, text string) {
		if vars, line := parseEnv(text); line == 0 && vars == nil || line > 1+strings.Count(text, "\n") {
			t.Errorf("%q: %v, line %d", text, vars, line)
		}
	})
}

func FuzzBlock(f *testing.F) {
	f.Add([]byte(awsBlock))
	f.Add([]byte(`{"type": "custom", "name": "a", "successor": {"credentialsenvvar": "A"}, "hosts": ["{a}.b.c"], "values": {"a": "b"}}`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		if bytes.Contains(text, []byte("command")) {
			return
		}
		if o, err := ParseOverrides([]byte(`{"shop": ` + string(text) + `}`)); err == nil {
			_, _ = New(Options{Provider: "shop", Overrides: o})
		}
	})
}
