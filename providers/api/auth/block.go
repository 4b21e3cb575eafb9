package auth

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// keys are those of a block that hold text.
var keys = []string{
	"type", "valuePrefix", "keyID", "keyIDenvvar", "credentialsfilepath", "credentialsfilepathenvvar", "credentialsenvvar",
	"api_key", "api_secret", "api_key_var", "api_secret_var", "username", "password", "username_var", "password_var",
	"sub", "location", "name", "token_url", "grant_type", "client_id", "client_secret", "client_id_env_var", "client_secret_env_var",
	"auth_style", "account_id", "account_id_env_var", "account_id_var",
	"aws_role_arn", "aws_role_arn_env_var", "aws_role_session_name", "aws_role_external_id", "aws_role_external_id_env_var",
	"aws_sts_region", "aws_sts_endpoint", "aws_role_duration_seconds",
	"aws_session_token_env_var", // ours
}

// commandKeys are ours: a program and its arguments, whose output is the value.
var commandKeys = []string{"credentialscommand", "password_command", "api_secret_command", "client_secret_command"}

const maxSuccessors = 4

// block says how requests are signed, by StackQL's keys.
type block struct {
	text      map[string]secret
	commands  map[string]func() []string // hidden like secrets
	scopes    []string
	values    url.Values // of a token request
	hosts     []string
	successor *block
}

// get returns the value of a key, "" where there is none.
func (b *block) get(key string) string { return b.text[key].show() }

// Format writes no value, whatever the verb.
func (b *block) Format(f fmt.State, _ rune) {
	if b != nil {
		io.WriteString(f, b.get("type")+" ("+strings.Join(slices.Sorted(maps.Keys(b.text)), ", ")+")") //nolint:errcheck // a fmt.State keeps its errors
	}
}

// Overrides are blocks of a person, which stand in the place of those of documents.
type Overrides struct{ blocks map[string]*block }

// Format writes the names of providers, whatever the verb.
func (o Overrides) Format(f fmt.State, _ rune) {
	io.WriteString(f, "overrides of "+strings.Join(o.Providers(), ", ")) //nolint:errcheck // a fmt.State keeps its errors
}

// Providers lists those that have a block.
func (o Overrides) Providers() []string { return slices.Sorted(maps.Keys(o.blocks)) }

// ParseOverrides reads the JSON of --auth: a block for each provider, with StackQL's keys.
// The error, 22023, names the key and no value.
func ParseOverrides(text []byte) (Overrides, error) {
	o := Overrides{map[string]*block{}}
	if len(bytes.TrimSpace(text)) == 0 {
		return o, nil
	}
	var given map[string]json.RawMessage
	if json.Unmarshal(text, &given) != nil {
		return o, sqlstate.New(sqlstate.InvalidParameterValue, "auth is no JSON object with a block for each provider").
			WithHint(`Write {"github": {"type": "basic", "username_var": "NAME", "password_var": "NAME"}}.`)
	}
	for provider, raw := range given {
		b, err := parseBlock(raw, 0)
		if err != nil {
			return o, sqlstate.New(sqlstate.InvalidParameterValue, "auth of %s: %s", provider, err)
		}
		o.blocks[provider] = b
	}
	return o, nil
}

func parseBlock(raw []byte, depth int) (*block, error) {
	var given map[string]json.RawMessage
	if json.Unmarshal(raw, &given) != nil || given == nil {
		return nil, fmt.Errorf("it is no JSON object")
	}
	if depth > maxSuccessors {
		return nil, fmt.Errorf("it has more than %d successors", maxSuccessors)
	}
	b := &block{text: map[string]secret{}, commands: map[string]func() []string{}}
	for key, raw := range given {
		if err := b.set(key, raw, depth); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// set reads the value of one key.
func (b *block) set(key string, raw json.RawMessage, depth int) (err error) {
	switch {
	case string(raw) == "null":
	case key == "successor":
		b.successor, err = parseBlock(raw, depth+1)
	case key == "scopes":
		b.scopes, err = texts(key, raw)
	case key == "hosts":
		b.hosts, err = texts(key, raw)
	case key == "values":
		b.values, err = parseValues(raw)
	case slices.Contains(commandKeys, key):
		var argv []string
		if json.Unmarshal(raw, &argv) != nil || len(argv) == 0 || argv[0] == "" {
			return fmt.Errorf(`%s is no list of a program and its arguments: ["op", "read", "…"]`, key)
		}
		b.commands[key] = func() []string { return argv }
	case slices.Contains(keys, key):
		var text string
		text, err = scalar(key, raw)
		b.text[key] = hide(text)
	case key == "sqlDataSource":
		return fmt.Errorf("sqlDataSource is not supported: a Postgres server is a source of its own")
	default:
		return fmt.Errorf("the key %q is not known%s", key, meant(key))
	}
	return err
}

func meant(key string) string {
	for _, known := range slices.Concat(keys, commandKeys, []string{"successor", "scopes", "values", "hosts"}) {
		if strings.EqualFold(strings.ReplaceAll(known, "_", ""), strings.ReplaceAll(key, "_", "")) {
			return ": write " + known
		}
	}
	return ""
}

func scalar(key string, raw []byte) (string, error) {
	var value any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&value) == nil {
		switch v := value.(type) {
		case string:
			return v, nil
		case json.Number:
			return v.String(), nil
		}
	}
	return "", fmt.Errorf("%s is no text", key)
}

func texts(key string, raw []byte) ([]string, error) {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list, nil
	}
	one, err := scalar(key, raw)
	if err != nil {
		return nil, fmt.Errorf("%s is no list of texts", key)
	}
	return []string{one}, nil
}

func parseValues(raw []byte) (url.Values, error) {
	var given map[string]json.RawMessage
	if json.Unmarshal(raw, &given) != nil {
		return nil, fmt.Errorf("values is no JSON object")
	}
	values := url.Values{}
	for key, raw := range given {
		list, err := texts("values."+key, raw)
		if err != nil {
			return nil, err
		}
		values[key] = list
	}
	return values, nil
}

// ofDocument is a document's block. What only a person may say is an error.
func ofDocument(a *document.Auth) (*block, error) {
	b := &block{text: map[string]secret{}, scopes: a.Scopes, values: a.Values}
	if a.Type != "" {
		b.text["type"] = hide(a.Type)
	}
	for key, value := range a.Settings {
		if key == "credentialsfilepath" || key == "hosts" || slices.Contains(commandKeys, key) {
			return nil, sqlstate.New(sqlstate.InsufficientPrivilege, "the document's auth block has %s, which only --auth may give", key)
		}
		if document.NamesOwn(value) {
			return nil, sqlstate.New(sqlstate.InsufficientPrivilege, "the document's auth block names a variable SALLYPORT_… in %s, which only --auth may", key)
		}
		b.text[key] = hide(value)
	}
	if a.Successor != nil {
		var err error
		if b.successor, err = ofDocument(a.Successor); err != nil {
			return nil, err
		}
	}
	return b, nil
}
