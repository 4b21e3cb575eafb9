package server

import (
	"html/template"
	"net/http"
	"strings"
)

func contentPolicy(formTarget string) string {
	// A host in a policy must not end it.
	if strings.ContainsAny(formTarget, "; ,'\"") {
		formTarget = ""
	}
	return "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' " + formTarget
}

const layout = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sallyport</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:10vh auto;padding:0 1.5rem;color:#1b1f24;background:#fff}
h1{font-size:1.4rem;line-height:1.3}input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem;margin:.25rem 0 1rem;border:1px solid #8a939e;border-radius:6px}
button,.button{font:inherit;display:inline-block;padding:.5rem 1.25rem;border-radius:6px;border:1px solid #1b1f24;background:#1b1f24;color:#fff;text-decoration:none;cursor:pointer}
button.no{background:#fff;color:#1b1f24}ul{padding-left:1.25rem}code{overflow-wrap:anywhere}.warn{border-left:4px solid #b35900;padding:.25rem 0 .25rem .75rem}.quiet{color:#57606a}
@media (prefers-color-scheme:dark){body{background:#14171a;color:#e8eaed}input{background:#1f2429;color:inherit}button,.button{background:#e8eaed;color:#14171a}button.no{background:#14171a;color:#e8eaed;border-color:#e8eaed}.quiet{color:#a5adb6}}
</style></head><body><main>{{template "main" .}}</main></body></html>`

const loginMain = `<h1>Log in to Sallyport</h1>
{{if .Why}}<p class="warn" role="alert">{{.Why}}</p>{{end}}
{{if .Who}}<p>You are logged in as <b>{{.Who}}</b>.</p>{{end}}
{{if .Passwords}}<form method="post" action="/api/oauth/login"><input type="hidden" name="form" value="{{.Form}}"><input type="hidden" name="request" value="{{.Request}}">
<label>Name<input name="name" autocomplete="username" autofocus required></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<button>Log in</button></form>{{end}}
{{range .Providers}}<p><a class="button" href="{{.Path}}{{if $.Request}}?request={{$.Request}}{{end}}">Log in with {{.Name}}</a></p>{{end}}`

const consentMain = `<h1>Let <b>{{.Title}}</b> use your data?</h1>
<p>You are <b>{{.Who}}</b>. The program {{if .Unknown}}says that it is{{else}}is known as{{end}} <b>{{.Title}}</b>{{if .Host}}, of <b>{{.Host}}</b>{{end}}, and asks for:</p>
<ul>{{range .Scopes}}<li><code>{{.Name}}</code>: {{.About}}</li>{{end}}</ul>
{{if .Less}}<p class="quiet">It asks for more, which you do not have: {{.Less}}.</p>{{end}}
<p class="quiet">At <code>{{.Resource}}</code>. Its id: <code>{{.ID}}</code>. The answer goes to <code>{{.Redirect}}</code>.</p>
{{if .Loopback}}<p class="warn">The answer goes to a program on the machine of your browser. Any program there could pretend to be this one: go on only if you have just started it yourself.</p>{{end}}
{{if .Private}}<p class="warn">The answer goes to whichever program has claimed the scheme of this address: go on only if you have just started it yourself.</p>{{end}}
<form method="post" action="/api/oauth/consent"><input type="hidden" name="form" value="{{.Form}}"><input type="hidden" name="request" value="{{.Request}}">
<button name="decision" value="allow">Allow</button> <button class="no" name="decision" value="deny">Deny</button></form>`

const tellMain = `<h1>Sallyport</h1><p role="status">{{.}}</p>`

func pageOf(main string) *template.Template {
	return template.Must(template.Must(template.New("page").Parse(layout)).New("main").Parse(main))
}

func show(w http.ResponseWriter, status int, main string, with any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = pageOf(main).ExecuteTemplate(w, "page", with) // the browser may be gone
}

// tell shows a person a sentence.
func (s *Server) tell(w http.ResponseWriter, status int, sentence string) {
	show(w, status, tellMain, sentence)
}

func (s *Server) showLogin(w http.ResponseWriter, status int, secret string, b browser, request, why string) {
	type link struct{ Name, Path string }
	var links []link
	for _, p := range s.Providers {
		links = append(links, link{p.Name, loginPath(p.Name)})
	}
	who := ""
	if b.Person != nil {
		who = b.Person.Subject
	}
	show(w, status, loginMain, map[string]any{
		"Why": why, "Who": who, "Passwords": len(s.Users) > 0, "Providers": links, "Form": formToken(secret), "Request": request,
	})
}

func (s *Server) showConsent(w http.ResponseWriter, secret, requestID string, who Person, a request, c Client) {
	type scope struct{ Name, About string }
	var scopes []scope
	granted := within(a.Scopes, s.scopesOf(who))
	for _, name := range granted {
		scopes = append(scopes, scope{name, aboutScope(name)})
	}
	host := hostOf(a.Redirect)
	if c.document {
		host = hostOf(c.ID)
	}
	var less []string
	for _, name := range a.Scopes {
		if len(within([]string{name}, granted)) == 0 || len(granted) == 0 {
			less = append(less, name)
		}
	}
	show(w, http.StatusOK, consentMain, map[string]any{
		"Title": c.title(), "Unknown": c.document || c.isUnknown(), "Host": host, "Who": who.Subject, "Scopes": scopes, "Less": strings.Join(less, ", "),
		"Resource": a.Resource, "ID": a.Client, "Redirect": a.Redirect,
		"Loopback": isLoopbackRedirect(a.Redirect), "Private": isPrivateScheme(a.Redirect), "Form": formToken(secret), "Request": requestID,
	})
}

func aboutScope(name string) string {
	about, known := map[string]string{
		"data:read":             "read tables, and what they are",
		"data:write":            "change data, as far as the server lets anybody",
		"data_agent:read":       "read tables, and what they are",
		"data_agent:write":      "have questions answered",
		"ontologies:read":       "read the models of your data",
		"schema:provision":      "make and remove schemas of its own",
		"materialize:run":       "run pipelines",
		"materialize:configure": "change settings of pipelines",
		"knowledge:write":       "keep what it has learned",
	}[name]
	if !known {
		return "what this name stands for"
	}
	return about
}
