package webhooks

import (
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"github.com/sallyportdb/sallyport/approval"
)

// page is shown to people. It has no script, and loads nothing from elsewhere.
var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; }
pre { background: #f3f3f3; color: #111; padding: 1em; white-space: pre-wrap; overflow-wrap: anywhere; }
dt { font-weight: bold; } dd { margin: 0 0 .5em 0; overflow-wrap: anywhere; }
.problem { border-left: .3em solid #c60; padding-left: 1em; }
input { font: inherit; width: 100%; box-sizing: border-box; margin-bottom: .7em; }
button { font: inherit; padding: .4em 2em; margin-right: 1em; }
</style></head><body>
<h1>{{.Title}}</h1>
{{with .Problem}}<p class="problem">{{.}}</p>{{end}}
{{if .Facts}}<dl>{{range .Facts}}<dt>{{.Name}}</dt><dd>{{.Text}}</dd>{{end}}</dl>{{end}}
{{range .Requests}}<pre>{{.}}</pre>{{end}}
{{with .SQL}}<pre>{{.}}</pre>{{end}}
{{range .Params}}<pre>{{.}}</pre>{{end}}
{{if .Open}}
<p>Constants that may hold a secret are hidden here. An approval lets exactly this run, once.</p>
<form method="post">
{{with .Person}}<p>It is put on record that {{.}} decides.</p>{{else}}<label>Your name, as it is put on record<input name="approver" required maxlength="128" autocomplete="name"></label>
{{end}}<label>Comment of at most 1024 bytes, which is kept; with a no, who asked is told it<input name="comment"></label>
<button name="decision" value="deny">Deny</button><button name="decision" value="approve">Approve</button>
</form>
{{end}}
</body></html>
`))

type shown struct {
	Title, Problem string
	Facts          []fact
	Requests       []string
	SQL            string
	Params         []string
	Open           bool
	Person         string
}

type fact struct{ Name, Text string }

// show shows a request, with the form if it waits.
func (l *Links) show(w http.ResponseWriter, t ticket, r approval.Request, problem string) {
	rows := "not known"
	if r.Estimate.Rows >= 0 && r.Estimate.By != "" {
		rows = strconv.FormatInt(r.Estimate.Rows, 10)
		if r.Estimate.By == "plan" {
			rows = "about " + rows
		}
	}
	if r.Sends != nil {
		rows = fmt.Sprintf("%d requests to APIs: just these are sent, and what has been sent is not taken back", r.Sends.Count)
	} else if r.MaxRows >= 0 {
		rows += fmt.Sprintf("; if it touches more than %d it is rolled back", r.MaxRows)
	}
	s := shown{
		Title: fmt.Sprintf("%s asks to run %s on %s", plain(r.Principal), plain(r.Verb), plain(r.Source)), Problem: problem,
		SQL: approval.Visible(l.redact(r.SQL)), Open: r.State == approval.Pending, Person: t.Person,
	}
	add := func(name, text string) {
		if text != "" {
			s.Facts = append(s.Facts, fact{name, text})
		}
	}
	add("State", string(r.State)+by(r))
	for _, given := range r.Given {
		add("Approved by", plain(given.Approver)+" ("+plain(given.Channel)+")")
	}
	if r.People > 1 {
		add("People who have to approve", strconv.Itoa(r.People))
	}
	add("Client", plain(r.Door+" "+r.Tool+" "+r.Application+" "+r.Version+" "+r.RemoteAddr))
	add("Class", plain(r.Class))
	add("Why it asks", whole(r.Reason))
	add("Rows", rows)
	for _, list := range []struct {
		name   string
		values []string
	}{
		{"Relation", r.Relations},
		{"Trigger that fires", r.Estimate.Triggers},
		{"Foreign keys carry it on to", r.Estimate.Cascades},
		{"Sequence that advances", r.Estimate.Sequences},
	} {
		for _, v := range list.values {
			add(list.name, plain(v))
		}
	}
	add("Note", whole(r.Estimate.Note))
	add("Comment", whole(r.Comment))
	add("Request", r.ID+", until "+r.Expires.UTC().Format("2006-01-02 15:04:05 MST"))
	for i, v := range r.Params {
		s.Params = append(s.Params, fmt.Sprintf("$%d = %s", i+1, approval.Visible(v)))
	}
	s.Requests = sent(r.Sends)
	l.render(w, s)
}

// sent are the requests that go to APIs, each in lines: those whose lines are long, these below.
func sent(sends *approval.Sends) (list []string) {
	if sends == nil {
		return nil
	}
	for i, o := range sends.First {
		text, whole := approval.Shortened(approval.Folded(o.Text()), shownText)
		for n, line := range whole {
			text += fmt.Sprintf("\n\n[%d] whole:\n%s", n+1, line)
		}
		list = append(list, fmt.Sprintf("Request %d of %d\n\n%s", i+1, sends.Count, text))
	}
	for _, l := range sends.More {
		list = append(list, fmt.Sprintf("and %d more, with bodies of their own: %s", l.Count, plain(l.Line)))
	}
	return list
}

func by(r approval.Request) string {
	if r.Approver == "" {
		return ""
	}
	return ", by " + plain(r.Approver) + " (" + plain(r.Channel) + ")"
}

// say shows a page without a request.
func (l *Links) say(w http.ResponseWriter, status int, title, text string) {
	w.WriteHeader(status)
	l.render(w, shown{Title: title, Problem: text})
}

func (l *Links) render(w http.ResponseWriter, s shown) {
	if err := page.Execute(w, s); err != nil {
		l.logger.Debug("a page was not sent", "error", err)
	}
}
