package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// azureScope is the resource manager's, as the reference asks for it.
const azureScope = "https://management.core.windows.net//.default"

// azureVariables name an application and its secret. Where all are set they are used
// themselves, so that those of an env file count, too; else Azure's chain looks for
// credentials: of the process's environment, of the machine, of a person's sign-in.
var azureVariables = []string{"AZURE_TENANT_ID", "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET"}

// azure puts tokens of Azure's identities on requests.
type azure struct {
	tokens cache[secret]
	scopes []string
	http   *http.Client

	mu    sync.Mutex
	key   [32]byte
	chain azcore.TokenCredential // for the credentials of the key; it keeps what it found
	made  time.Time              // the chain
}

func newAzure(b *block, o Options, inputs map[string]source) (scheme, error) {
	for _, name := range azureVariables {
		inputs[name] = source{what: name, variable: name, optional: true}
	}
	a := &azure{scopes: b.scopes, http: tokenClient(o.Transport)}
	a.http.Transport = teller{RoundTripper: a.http.Transport} // the client lives longer than one fetch
	if len(a.scopes) == 0 {
		a.scopes = []string{azureScope}
	}
	return a, nil
}

// Format writes no credential, whatever the verb.
func (a *azure) Format(f fmt.State, _ rune) { fmt.Fprint(f, "azure_default") }

// forget drops the chain, too, because it keeps its tokens.
func (a *azure) forget(signed time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.tokens.drop(signed) {
		return false
	}
	if a.made.Before(signed) {
		a.chain = nil
	}
	return true
}

func (a *azure) state() string { return stateOf(&a.tokens) }

func (a *azure) sign(ctx context.Context, j *job) error {
	token, err := a.tokens.get(ctx, j.key, func(ctx context.Context) (got fetched[secret], err error) {
		within, cancel := context.WithTimeout(ctx, tokenTime)
		defer cancel()
		chain, err := a.credential(j)
		if err != nil {
			return got, azureFailure(ctx, err)
		}
		token, err := chain.GetToken(within, policy.TokenRequestOptions{Scopes: a.scopes})
		if err != nil {
			return got, azureFailure(ctx, err)
		}
		return fetched[secret]{hide(token.Token), token.ExpiresOn}, nil
	})
	if err != nil {
		return err
	}
	return put(j.Request, part{name: "Authorization", prefix: "Bearer "}, token.show())
}

func (a *azure) credential(j *job) (chain azcore.TokenCredential, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.chain != nil && a.key == j.key {
		return a.chain, nil
	}
	options := azcore.ClientOptions{Transport: a.http}
	tenant, id, key := j.given[azureVariables[0]], j.given[azureVariables[1]], j.given[azureVariables[2]]
	if tenant != "" && id != "" && key != "" {
		chain, err = azidentity.NewClientSecretCredential(tenant, id, key, &azidentity.ClientSecretCredentialOptions{ClientOptions: options})
	} else {
		chain, err = azidentity.NewDefaultAzureCredential(&azidentity.DefaultAzureCredentialOptions{ClientOptions: options})
	}
	if err == nil {
		a.chain, a.key, a.made = chain, j.key, time.Now()
	}
	return chain, err
}

var azureCode = regexp.MustCompile(`AADSTS[0-9]{1,9}`)

// azureFailure keeps Azure's code of a failure, and none of its words.
func azureFailure(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	hint := "Set AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET, or sign in with az login as the server's user."
	failed := (*azidentity.AuthenticationFailedError)(nil)
	if !errors.As(err, &failed) {
		return wrong(hint, "Azure's identities have no credential here")
	}
	if code := azureCode.FindString(err.Error()); code != "" {
		return wrong("Look the code up in Microsoft's documentation.", "Azure refuses to give a token: %s", code)
	}
	p := wrong(hint, "Azure does not answer with a token")
	p.code = sqlstate.UnableToConnect
	return p
}
