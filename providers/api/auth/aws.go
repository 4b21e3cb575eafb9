package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	"github.com/aws/smithy-go"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// awsKeys are an access key, and the token of one that is temporary.
type awsKeys struct{ id, secret, token secret }

// sigV4 signs requests with AWS's signature of version 4.
type sigV4 struct {
	signer *v4.Signer
	now    func() time.Time
	role   *role // nil: the keys sign themselves
}

func newAWS(b *block, _ Options, inputs map[string]source) (scheme, error) {
	return newSigV4(b, inputs)
}

func newSigV4(b *block, inputs map[string]source) (*sigV4, error) {
	whole := b.source("secret access key", "credentialscommand", "credentialsenvvar", "credentialsfilepathenvvar", "credentialsfilepath", "")
	id := b.source("access key id", "", "keyIDenvvar", "", "", "keyID")
	if !whole.isSet() {
		return nil, missing("credentialsenvvar")
	}
	if !id.isSet() && whole.command == nil {
		return nil, missing("keyIDenvvar")
	}
	token := source{what: "session token", variable: b.get("aws_session_token_env_var")}
	if token.variable == "" && id.variable == "AWS_ACCESS_KEY_ID" {
		token.variable, token.optional = "AWS_SESSION_TOKEN", true
	}
	id.optional, token.optional = !id.isSet(), token.optional || token.variable == ""
	inputs["access key"], inputs["secret key"], inputs["session token"] = id, whole, token
	if whole.command != nil {
		whole.command.end = func(output string) time.Time { return parseProcess(output).Expiration }
	}
	return &sigV4{signer: v4.NewSigner(), now: time.Now}, nil
}

// process is what AWS's tools write for other programs (credential_process).
type process struct {
	AccessKeyID     string `json:"AccessKeyId"`
	SecretAccessKey string
	SessionToken    string
	Expiration      time.Time
}

func parseProcess(output string) (p process) {
	if json.Unmarshal([]byte(output), &p) != nil {
		return process{}
	}
	return p
}

// keys are those that were given.
func (s *sigV4) keys(j *job) (awsKeys, error) {
	id, key, token := j.given["access key"], j.given["secret key"], j.given["session token"]
	if p := parseProcess(key); p.AccessKeyID != "" {
		id, key, token = p.AccessKeyID, p.SecretAccessKey, p.SessionToken
	}
	if id == "" || key == "" {
		return awsKeys{}, wrong("Name a variable for the access key in --auth: keyIDenvvar.", "the command wrote no access key")
	}
	return awsKeys{hide(id), hide(key), hide(token)}, nil
}

func (s *sigV4) sign(ctx context.Context, j *job) error {
	keys, err := s.keys(j)
	if err != nil {
		return err
	}
	if s.role != nil {
		if keys, err = s.role.assume(ctx, j, keys); err != nil {
			return err
		}
	}
	service, region := j.service, awsRegion(j.URL.Hostname(), j.vars)
	if service == "" {
		service, _, _ = strings.Cut(j.URL.Hostname(), ".")
	}
	sum := sha256.Sum256(j.body)
	hash := hex.EncodeToString(sum[:])
	for _, name := range []string{"Authorization", "X-Amz-Date", "X-Amz-Security-Token", "X-Amz-Content-Sha256"} {
		j.Header.Del(name)
	}
	storage := strings.HasPrefix(service, "s3") || service == "glacier"
	if storage {
		j.Header.Set("X-Amz-Content-Sha256", hash)
	}
	return s.signer.SignHTTP(ctx, keys.plain(), j.Request, hash, service, region, s.now(), func(o *v4.SignerOptions) {
		o.DisableURIPathEscaping = strings.HasPrefix(service, "s3")
	})
}

func (k awsKeys) plain() aws.Credentials {
	return aws.Credentials{AccessKeyID: k.id.show(), SecretAccessKey: k.secret.show(), SessionToken: k.token.show()}
}

func (s *sigV4) forget(signed time.Time) bool { return s.role != nil && s.role.sessions.drop(signed) }

func (s *sigV4) state() string {
	if s.role == nil {
		return ""
	}
	if end, there := s.role.sessions.validUntil(); there {
		return "the role is assumed until " + end.UTC().Format("15:04:05") + " UTC"
	}
	return "the role is not assumed yet"
}

var regionLabel = regexp.MustCompile(`^[a-z]{2,4}(-[a-z]+)+-[0-9]+$`)

// awsRegion is the region of a host. A host without a region is either global, and signed
// for one region of its partition, or not a host of AWS.
func awsRegion(host string, vars variables) string {
	for _, label := range strings.Split(host, ".") {
		if regionLabel.MatchString(label) {
			return label
		}
	}
	switch {
	case strings.HasSuffix(host, ".amazonaws.com.cn"):
		return "cn-north-1"
	case strings.HasSuffix(host, ".us-gov.amazonaws.com"):
		return "us-gov-west-1"
	case strings.HasSuffix(host, ".amazonaws.com"):
		return "us-east-1"
	}
	for _, name := range []string{"AWS_REGION", "AWS_DEFAULT_REGION"} {
		if region, _ := vars.lookup(name); region != "" {
			return region
		}
	}
	return "us-east-1"
}

// role is assumed with keys, for keys that last a while.
type role struct {
	session, region string
	endpoint, host  string // host is for errors
	seconds         int32
	http            *http.Client
	sessions        cache[awsKeys]
}

func newAssumeRole(b *block, o Options, inputs map[string]source) (scheme, error) {
	s, err := newSigV4(b, inputs)
	if err != nil {
		return nil, err
	}
	r := &role{
		session: b.or("aws_role_session_name", "sallyport"), region: b.or("aws_sts_region", "us-east-1"), endpoint: b.get("aws_sts_endpoint"),
		http: tokenClient(o.Transport),
	}
	arn := b.source("ARN of the role", "", "aws_role_arn_env_var", "", "", "aws_role_arn")
	external := b.source("external id", "", "aws_role_external_id_env_var", "", "", "aws_role_external_id")
	if !arn.isSet() {
		return nil, missing("aws_role_arn or aws_role_arn_env_var")
	}
	external.optional = !external.isSet()
	inputs["role"], inputs["external id"] = arn, external
	if text := b.get("aws_role_duration_seconds"); text != "" {
		seconds, err := strconv.ParseInt(text, 10, 32)
		if err != nil || seconds < 900 || seconds > 43200 {
			return nil, errors.New("aws_role_duration_seconds is not between 900 and 43200")
		}
		r.seconds = int32(seconds)
	}
	r.host = "sts." + r.region + ".amazonaws.com"
	if r.endpoint != "" {
		u, err := tokenServer(r.endpoint, o.Loopback)
		if err != nil {
			return nil, err
		}
		r.host = u.Host
	}
	s.role = r
	return s, nil
}

var awsCode = regexp.MustCompile(`^[A-Za-z]{1,40}$`)

// assume returns the keys of the role.
func (r *role) assume(ctx context.Context, j *job, keys awsKeys) (awsKeys, error) {
	return r.sessions.get(ctx, j.key, func(ctx context.Context) (got fetched[awsKeys], err error) {
		within, cancel := context.WithTimeout(ctx, tokenTime)
		defer cancel()
		own := keys.plain()
		client := sts.New(sts.Options{
			Region: r.region, HTTPClient: fetchClient(ctx, r.http), RetryMaxAttempts: 2,
			Credentials: credentials.NewStaticCredentialsProvider(own.AccessKeyID, own.SecretAccessKey, own.SessionToken),
		}, func(o *sts.Options) {
			if r.endpoint != "" {
				o.BaseEndpoint = &r.endpoint
			}
		})
		in := &sts.AssumeRoleInput{RoleArn: aws.String(j.given["role"]), RoleSessionName: &r.session}
		if external := j.given["external id"]; external != "" {
			in.ExternalId = &external
		}
		if r.seconds > 0 {
			in.DurationSeconds = &r.seconds
		}
		out, err := client.AssumeRole(within, in)
		if err != nil {
			return got, r.failure(ctx, err)
		}
		c := out.Credentials
		if c == nil || aws.ToString(c.AccessKeyId) == "" || aws.ToString(c.SecretAccessKey) == "" {
			return got, wrong("", "%s gives no keys for the role", r.host)
		}
		got.value = awsKeys{hide(*c.AccessKeyId), hide(*c.SecretAccessKey), hide(aws.ToString(c.SessionToken))}
		got.end = aws.ToTime(c.Expiration)
		return got, nil
	})
}

func (r *role) failure(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var refused smithy.APIError
	if errors.As(err, &refused) && awsCode.MatchString(refused.ErrorCode()) {
		return wrong("Check the keys, the role's ARN and its trust policy.", "%s refuses to give the role: %s", r.host, refused.ErrorCode())
	}
	p := wrong("Check aws_sts_region and the way to it.", "%s does not answer with keys for the role", r.host)
	p.code = sqlstate.UnableToConnect
	return p
}

// Format writes no key, whatever the verb.
func (r *role) Format(f fmt.State, _ rune) { fmt.Fprint(f, "a role of ", r.host) }
