package config

import (
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

const mcpConfigFlag = "--mcp.config"

// byFlag reports whether what set a key is a flag itself, not an object in it.
func byFlag(origin string) bool {
	return strings.HasPrefix(origin, "--") && !strings.HasPrefix(origin, mcpConfigFlag)
}

// stackqlValue is the value that was given for a flag of StackQL's.
func stackqlValue(flags []Override, name string) (value string) {
	for _, f := range flags {
		if f.Key == "" && f.Flag == name {
			value = f.Value
		}
	}
	return value
}

// stackql applies what StackQL's flags say: the object first, since flags win over
// it.
func (l *loader) stackql(o *object, flags []Override) {
	if len(l.errs) == 0 {
		o.apply()
		l.transport(stackqlValue(flags, serverType), o)
		o.backend()
	}
	for _, f := range flags {
		if f.Key == "" && f.Value != "" {
			l.stackqlFlag(f.Flag, f.Value)
		}
	}
}

// stackqlFlag applies one flag.
func (l *loader) stackqlFlag(flag, value string) {
	keep := &l.config.StackQL
	switch flag {
	case serverType, mcpConfigFlag: // done
	case "--pgsrv.address", "--pgsrv.port":
		l.pgAddress(flag, value)
	case "--pgsrv.tls":
		l.pgTLS(flag, value)
	case "--approot":
		l.text(flag, "state_dir", value)
	case "--registry":
		set := l.inline(flag, value, &keep.Registry)
		l.registry(flag, set)
	case "--auth":
		l.auth(flag, value)
	case "--http.response.pageLimit":
		keep.PageLimit = l.number(flag, value)
	case "--http.response.maxResults":
		keep.MaxResults = l.number(flag, value)
	case "--apirequesttimeout":
		keep.APITimeout = time.Duration(l.number(flag, value)) * time.Second
	case "--execution.concurrency.limit":
		keep.Concurrency = l.number(flag, value)
	default:
		if !l.idleFlag(flag, value) {
			l.fail(flag, "", "is not a flag of StackQL's that Sallyport knows")
		}
	}
}

// registry finds the folder of this machine in which the documents of --registry are. What another server
// has is pulled first, into a folder of the server's own.
func (l *loader) registry(flag string, set map[string]string) {
	r := &l.config.StackQL.Registry
	folder, local := strings.CutPrefix(r.URL, "file://")
	switch {
	case local:
		r.Folder = folder
	case r.LocalDocRoot != "":
		r.Folder = r.LocalDocRoot
	}
	if r.SrcPrefix != "" && r.SrcPrefix != "src" {
		l.notice("%s: srcPrefix has no effect: the documents stand in src", flag)
	}
	if r.AllowSrcDownload {
		l.notice("%s: allowSrcDownload has no effect: documents come in packages", flag)
	}
	if set["verifyConfig"] != "" && !r.VerifyConfig.NopVerify {
		l.notice("%s: verifyConfig has no effect: signatures of documents are not checked", flag)
	}
}

// number reads a whole number from -1, which is no limit, up.
func (l *loader) number(flag, value string) int {
	n, err := strconv.Atoi(value)
	switch {
	case err != nil:
		l.fail(flag, "", "%q is not a whole number", value)
	case n < -1:
		l.fail(flag, "", "%d is too small: the least is -1, for no limit", n)
	}
	return n
}

// inline decodes the JSON that a flag holds.
func (l *loader) inline(flag, value string, into any) map[string]string {
	sub := &loader{origin: map[string]string{}}
	if !strings.HasPrefix(strings.TrimSpace(value), "{") {
		l.fail(flag, "", "is not an object in JSON ({…})")
		return nil
	}
	sub.document(flag, []byte(value), into)
	l.errs, l.unclear = append(l.errs, sub.errs...), l.unclear || len(sub.errs) > 0
	return sub.origin
}

// transport settles how MCP is spoken, and whether this is a proxy.
func (l *loader) transport(kind string, o *object) {
	const key = "server.transport"
	wanted, keep := o.theirs.Server.Transport, &l.config.StackQL
	const obsolete = "the SSE transport of MCP is obsolete: use http, which is streamable HTTP"
	if wanted == "sse" {
		l.fail(o.set[key], key, obsolete)
		return
	}
	switch kind {
	case "":
		keep.Transport = wanted
	case HTTP, Stdio:
		keep.Transport = kind
		if wanted != "" && wanted != kind {
			l.fail(o.set[key], key, "%s contradicts %s=%s: leave one of them out", wanted, serverType, kind)
		}
	case reverseProxy:
		keep.Proxy, keep.Transport = true, wanted
	case "sse":
		l.fail(serverType, "", obsolete)
	default:
		types := []string{HTTP, Stdio, reverseProxy}
		l.fail(serverType, "", "%q is not a valid value%s", kind, Suggest(kind, types, "values"))
	}
	if keep.Transport == "" {
		keep.Transport = HTTP
	}
}

// pgAddress sets the host, or the port, of the Postgres door.
func (l *loader) pgAddress(flag, value string) {
	const key = "pgwire.address"
	host, port, err := net.SplitHostPort(l.config.PGWire.Address)
	if err != nil {
		host, port, _ = net.SplitHostPort(Default().PGWire.Address)
	}
	if flag == "--pgsrv.port" {
		if n, err := strconv.Atoi(value); err != nil || n < 0 || n > 65535 {
			l.fail(flag, "", "%q is not a port: it is a number from 0 (any free one) to 65535", value)
			return
		}
		port = value
	} else if host = value; strings.Contains(host, ":") && net.ParseIP(host) == nil {
		l.fail(flag, "", "%q is not a host: the port has a flag of its own, --pgsrv.port", value)
		return
	}
	l.config.PGWire.Address = net.JoinHostPort(host, port)
	l.origin[key] = flag
}

// pgTLS is StackQL's object of certificates. With clientCAs, a connection without
// TLS and a certificate is refused, as StackQL does.
func (l *loader) pgTLS(flag, value string) {
	var theirs struct {
		KeyFilePath  string   `yaml:"keyFilePath"`
		CertFilePath string   `yaml:"certFilePath"`
		KeyContents  Secret   `yaml:"keyContents"`
		CertContents string   `yaml:"certContents"`
		ClientCAs    []string `yaml:"clientCAs"`
	}
	before := len(l.errs)
	l.inline(flag, value, &theirs)
	if len(l.errs) > before {
		return
	}
	contents, files := theirs.CertContents != "" && theirs.KeyContents != "", theirs.CertFilePath != "" && theirs.KeyFilePath != ""
	if contents == files || !contents && (theirs.CertContents != "" || theirs.KeyContents != "") {
		l.fail(flag, "", "needs keyFilePath and certFilePath, or keyContents and certContents")
		return
	}
	t := &l.config.PGWire.TLS
	t.CertFile, t.KeyFile = theirs.CertFilePath, theirs.KeyFilePath
	t.Inline = InlineTLS{Cert: []byte(theirs.CertContents), Key: theirs.KeyContents}
	l.origin["pgwire.tls"], l.origin["pgwire.tls.cert_file"], l.origin["pgwire.tls.key_file"] = flag, flag, flag
	if contents {
		l.notice("%s holds a private key, and other users of this machine can see the arguments of a program: use keyFilePath", flag)
	}
	for i, text := range theirs.ClientCAs {
		content, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
		if block, _ := pem.Decode(content); err != nil || block == nil || block.Type != "CERTIFICATE" {
			l.fail(flag, fmt.Sprintf("clientCAs[%d]", i), "is not a certificate: PEM in base64")
			continue
		}
		t.Inline.ClientCAs = append(append(t.Inline.ClientCAs, content...), '\n')
		t.ClientCAFile, t.ClientCertRequired = "", true
		l.origin["pgwire.tls.client_ca_file"], l.origin["pgwire.tls.client_cert_required"] = flag, flag
	}
}

// auth keeps the object of credentials, by provider.
func (l *loader) auth(flag, value string) {
	var tree yaml.Node
	if l.inline(flag, value, &tree) == nil {
		return
	}
	secrets := false
	for i := 0; i+1 < len(tree.Content); i += 2 {
		name, provider := tree.Content[i], tree.Content[i+1]
		if provider.Kind != yaml.MappingNode {
			l.fail(flag, name.Value, `needs an object, such as {"type": "api_key", "credentialsenvvar": "TOKEN"}`)
			continue
		}
		for j := 0; j+1 < len(provider.Content); j += 2 {
			switch provider.Content[j].Value {
			case "api_key", "api_secret", "password", "keyID":
				secrets = true
			}
		}
	}
	l.config.StackQL.Auth = Secret(value)
	if secrets {
		l.notice("%s holds credentials, and other users of this machine can see the arguments of a program: name variables in it (credentialsenvvar, api_key_var, password_var)", flag)
	}
}
