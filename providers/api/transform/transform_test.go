package transform

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	asJSON = "golang_template_json_v0.3.0"
	asText = "golang_template_text_v0.3.0"
	asMXJ  = "golang_template_mxj_v0.3.0"
)

func apply(kind, template, body string) (string, error) {
	out, err := New(Limits{}).Transform(document.Transform{Type: kind, Body: template}, document.Response{}, []byte(body))
	return string(out), err
}

func TestTemplates(t *testing.T) {
	for _, c := range []struct{ kind, template, body, want string }{
		{asJSON, `{"rows": [{{range $i, $r := index . "value"}}{{if $i}},{{end}}{{toJson $r}}{{end}}]}`, `{"value": [{"b": "<&>", "a": 1}, {"a": null}]}`, `{"rows": [{"a":1,"b":"\u003c\u0026\u003e"},{"a":null}]}`},
		{asJSON, `{{range index . "missing"}}x{{end}}{{.none}}`, `{}`, `<no value>`},
		{asJSON, `{{.}};`, "1 2\n\"x\"", `1;2;x;`},
		{asJSON, `{{.id}} {{toJson .id}} {{kindOf .id}} {{printf "%.1f" .id}} {{eq .id 123456789012.0}}`, `{"id": 123456789012}`, `123456789012 123456789012 float64 123456789012.0 true`},
		{asJSON, `{{.id}} {{toJson .id}} {{.f}}`, `{"id": 9223372036854775807, "f": 1.5}`, `9223372036854775807 9223372036854775807 1.5`},
		{asJSON, `{{toInt .a}} {{toInt .b}} {{toInt .c}} {{toInt .d}} {{plus1 (toInt .a)}}`, `{"a": "12x", "b": 7, "c": true, "d": 9007199254740993}`, `12 7 0 9007199254740993 13`},
		{asJSON, `{{toBool .a}} {{toBool .b}} {{toBool .c}} {{toBool .d}}`, `{"a": "true", "b": true, "c": "yes", "d": {}}`, `true true false false`},
		{asJSON, `{{safeIndex . "a"}} {{safeIndex nil "a"}} {{kindOf .x}} {{kindOf .l}} {{kindOf .}}`, `{"a": "z", "l": []}`, `z <no value> invalid slice map`},
		{asJSON, `{{$s := separator ", "}}{{range .}}{{call $s}}{{.}}{{end}}`, `["a", "b", "c"]`, `a, b, c`},
		{asText, `{"a": {{toJson .}}}`, "x\ny", `{"a": "x\ny"}`},
		{asText, `{{$w := printf "{\"users\":%s}" .}}{{$w}}`, `[1]`, `{"users":[1]}`},
		{asText, `{{(jsonMapFromString .).a}}`, `{"a": 10000000}`, `10000000`},
		{asText, `{{getRegexpFirstMatch . "Not After *: (?P<x>.*)"}}|{{index (getRegexpAllMatches . "(\\w+) (\\w+)") 1}}`, "Not After : May", `May|After`},
		{asText, `{{getXPath . "/a/b[2]"}} {{getXPath . "//c/@k"}} {{range getXPathAllOuter . "/a/b"}}{{.}};{{end}}`, `<a xmlns="u"><b>1</b><b>2<c k="v&quot;"/></b></a>`, `2 v" <b>1</b>;<b>2<c k="v&#34;"></c></b>;`},
		{asMXJ, `{{toJson .}}`, `<?xml version="1.0"?><r xmlns="u" a="1"><i> x </i><i/><j><k>007</k></j>t</r>`, `{"r":{"#text":"t","-a":"1","i":[" x ",""],"j":{"k":"007"}}}`},
		{asMXJ, `{{toJson .}}`, ` `, ``},
		{asJSON, `x`, ``, ``},
		{"golang_template_v0.1.0", `{{.}}`, `t`, `t`},
		{asJSON, `{{define "t"}}<{{.}}>{{end}}{{range .}}{{template "t" .}}{{end}}{{block "u" 1}}{{.}}{{end}}`, `[1, 2]`, `<1><2>1`},
		{asJSON, `{{range .}}{{if eq . 2.0}}{{continue}}{{end}}{{if eq . 4.0}}{{break}}{{end}}{{.}}{{else}}none{{end}}`, `[1, 2, 3, 4]`, `13`},
		{asJSON, `[{{{- if .a -}}"a": {{toJson .a}}{{- end -}}}]`, `{"a": 1}`, `[{"a": 1}]`},
		{asText, `{{print . 1}} {{html "<"}} {{urlquery "a b"}} {{js "'"}} {{println}}`, `t`, "t1 &lt; a+b \\' \n"},
	} {
		if got, err := apply(c.kind, c.template, c.body); err != nil || got != c.want {
			t.Errorf("%s of %s: %v\n got %q\nwant %q", c.template, c.body, err, got, c.want)
		}
	}
}

func TestTemplateErrors(t *testing.T) {
	for _, c := range []struct{ kind, template, body, want string }{
		{asJSON, "\n{{ nofunc . }}", `{}`, `line 2: function "nofunc" not defined`},
		{asJSON, "\n {{ index . 5 }}", `{"a": 1}`, `line 2, column 4: at <index`},
		{asJSON, "{{ .a.b }}", `{"a": "x"}`, `line 1, column`},
		{asJSON, "{{ if }}", `{}`, `line 1`},
		{asJSON, "{{.}}", "{\n\"a\": x}", `line 2, byte 8`},
		{asJSON, "{{.}}", `{"a": 1`, `ends too early`},
		{asJSON, "{{.}}", `{}]`, `line 1, byte 3`},
		{asText, `{{getXPath . "/a/b"}}`, `<a/>`, `nothing is at the XPath`},
		{asText, `{{getXPath . "/a["}}`, `<a/>`, `not understood`},
		{asText, `{{getXPath . "/a"}}`, `<a>`, `no XML at line 1`},
		{asText, `{{getRegexpFirstMatch . "("}}`, `x`, `no regular expression`},
		{asText, `{{getRegexpFirstMatch . "(y)"}}`, `x`, `nothing matches`},
		{asText, `{{jsonMapFromString .}}`, `[1]`, `no JSON object`},
		{asText, `{{define "a"}}{{template "b"}}{{end}}{{define "b"}}{{if .}}{{template "a"}}{{end}}{{end}}{{template "a"}}`, ``, `calls itself`},
		{asText, `{{define "transform"}}{{template "transform"}}{{end}}`, ``, `calls itself`},
		{asMXJ, `x`, `{}`, `no XML element`},
		{asMXJ, `x`, `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`, `declares entities`},
		{asMXJ, `x`, `<a>&b;</a>`, `no XML at line 1`},
		{"golang_template_xml_v0.3.0", `x`, `x`, `not supported`},
		{"local_templated", `x`, `x`, `"local_templated", which is not supported`},
	} {
		_, err := apply(c.kind, c.template, c.body)
		if e := (*sqlstate.Error)(nil); !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %s: %v, want %s", c.template, c.body, err, c.want)
		}
	}
	_, err := New(Limits{}).Transform(document.Transform{Type: asText, Body: `[{"a": "{{.}}"}]`}, document.Response{MediaType: "text/plain", Override: "application/json"}, []byte("x\"y"))
	if err == nil || !strings.Contains(err.Error(), "makes no JSON") {
		t.Error(err)
	}
}

// TestBombs: nothing that a template says keeps it running or makes it large.
func TestBombs(t *testing.T) {
	small := Limits{Output: 1 << 20, Steps: 100_000, Made: 8 << 20, Time: 5 * time.Second}
	double := `{{$x := "aaaaaaaa"}}{{range 64}}{{$x = %s}}{{end}}`
	var laughs strings.Builder
	for i := range 60 {
		fmt.Fprintf(&laughs, `{{define "t%d"}}{{template "t%d"}}{{template "t%d"}}{{end}}`, i, i+1, i+1)
	}
	for name, template := range map[string]string{
		"range":         `{{range 1000000000}}{{range 1000000000}}{{end}}{{end}}`,
		"range with":    `{{range 1000000000}}{{if false}}{{end}}{{end}}`,
		"range in else": `{{range 0}}{{else}}{{range 1000000000}}{{end}}{{end}}`,
		"calls":         laughs.String() + `{{define "t60"}}{{end}}{{template "t0"}}`,
		"printf":        fmt.Sprintf(double, `printf "%s%s" $x $x`),
		"print":         fmt.Sprintf(double, `print $x $x`),
		"println":       fmt.Sprintf(double, `println $x $x`),
		"html":          fmt.Sprintf(double, `html $x $x`),
		"js":            fmt.Sprintf(double, `js $x $x`),
		"urlquery":      fmt.Sprintf(double, `urlquery $x $x`),
		"toJson":        fmt.Sprintf(double, `printf "%s%s" (toJson $x) (toJson $x)`),
		"width":         `{{printf "%1000000d" 1}}`,
		"width given":   `{{printf "%*d" 1000000 1}}`,
		"output":        `{{range 90000}}` + strings.Repeat("x", 100) + `{{end}}`,
		"regexp":        `{{range 1000}}{{getRegexpFirstMatch "a" "(((a{0,100}){0,100}){0,100})"}}{{end}}`,
		"nested if":     strings.Repeat(`{{if 1}}`, 9000),
		"parentheses":   `{{` + strings.Repeat(`(`, 60000) + `1` + `}}`,
		"long":          strings.Repeat(" ", 70_000),
	} {
		began := time.Now()
		_, err := New(small).Transform(document.Transform{Type: asText, Body: template}, document.Response{}, []byte("body"))
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
	for name, body := range map[string]string{
		"deep":     strings.Repeat("<a>", 100_000),
		"wide":     "<a>" + strings.Repeat("<b/>", maxElements+1) + "</a>",
		"many":     "<a " + strings.Repeat(`b="" `, 10) + ">" + strings.Repeat(`<b c="" d=""/>`, maxElements/3+1) + "</a>",
		"too long": strings.Repeat(" ", 1<<20) + "<a/>",
	} {
		_, err := New(Limits{Body: 16 << 20}).Transform(document.Transform{Type: asMXJ, Body: "{{toJson .}}"}, document.Response{}, []byte(body))
		if (err == nil) != (name == "too long") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(Limits{Body: 10}).Transform(document.Transform{Type: asText}, document.Response{}, make([]byte, 11)); err == nil {
		t.Error("the limit of the answer")
	}
	if _, err := apply(asJSON, "{{toJson .}}", strings.Repeat("[", 200_000)); err == nil {
		t.Error("deep JSON")
	}
}

func columns(list ...string) []document.Column {
	var out []document.Column
	for _, c := range list {
		name, kind, _ := strings.Cut(c, " ")
		if kind == "" {
			kind = document.Text
		}
		out = append(out, document.Column{Name: name, Type: kind})
	}
	return out
}

func TestSchemaXML(t *testing.T) {
	user := columns("UserName", "UserId", "Path", "Arn", "CreateDate timestamp with time zone", "Tags json")
	object := columns("Key", "Size bigint", "ETag", "Owner json", "LastModified timestamp with time zone")
	volume := columns("volumeId", "size bigint", "encrypted boolean", "attachmentSet json", "ratio double precision")
	for _, c := range []struct {
		name, protocol string
		columns        []document.Column
		body, want     string
	}{
		{
			"query, list", "query", user, `<ListUsersResponse xmlns="https://iam"><ListUsersResult><IsTruncated>false</IsTruncated><Users>
			<member><UserName>ann</UserName><UserId>007</UserId><Path>/</Path><Tags><member><Key>a</Key></member></Tags></member>
			<member><UserName>bob</UserName><UserId>008</UserId></member></Users></ListUsersResult><ResponseMetadata><RequestId>x</RequestId></ResponseMetadata></ListUsersResponse>`,
			`[{"UserName":"ann","UserId":"007","Path":"/","Tags":{"member":{"Key":"a"}},"Arn":null,"CreateDate":null},{"UserName":"bob","UserId":"008","Path":null,"Tags":null,"Arn":null,"CreateDate":null}]`,
		},
		{"query, one in a list", "query", user[:1], `<LResponse><LResult><Users><member><UserName>ann</UserName></member></Users></LResult></LResponse>`, `[{"UserName":"ann"}]`},
		{"query, nothing in a list", "query", user, `<LResponse><LResult><Users/><IsTruncated>false</IsTruncated></LResult></LResponse>`, `[]`},
		{"query, nothing in a list beside what looks like a row", "query", user, `<GetGroupResponse><GetGroupResult><Group><Path>/</Path><GroupName>g</GroupName><Arn>a</Arn></Group><Users/></GetGroupResult></GetGroupResponse>`, `[]`},
		{"query, a list beside what looks like a row", "query", user[:1], `<GResponse><GResult><Group><Path>/</Path><GroupName>g</GroupName></Group><Users><member><UserName>ann</UserName></member></Users></GResult></GResponse>`, `[{"UserName":"ann"}]`},
		{"query, an object", "query", user[:2], `<GetUserResponse><GetUserResult><User><UserName>ann</UserName><UserId>1</UserId><Other>x</Other></User></GetUserResult></GetUserResponse>`, `[{"UserName":"ann","UserId":"1"}]`},
		{"query, values", "query", columns("Account", "Arn"), `<CResponse><GetCallerIdentityResult><Arn>a</Arn><Account>012345678901</Account></GetCallerIdentityResult></CResponse>`, `[{"Account":"012345678901","Arn":"a"}]`},
		{
			"ec2", "ec2", volume, `<DescribeVolumesResponse><requestId>r</requestId><volumeSet><item><volumeId>v1</volumeId><size>8</size><encrypted>true</encrypted><attachmentSet/><ratio>1.50</ratio></item></volumeSet></DescribeVolumesResponse>`,
			`[{"volumeId":"v1","size":8,"encrypted":true,"attachmentSet":null,"ratio":1.5}]`,
		},
		{"ec2, nothing", "ec2", volume, `<DescribeVolumesResponse><requestId>r</requestId><volumeSet/></DescribeVolumesResponse>`, `[]`},
		{"rest-xml, flattened", "rest-xml", object[:2], `<ListBucketResult><Name>b</Name><Prefix/><Contents><Key>a</Key><Size>1</Size></Contents><Contents><Key> b</Key><Size>99999999999</Size></Contents></ListBucketResult>`, `[{"Key":"a","Size":1},{"Key":" b","Size":99999999999}]`},
		{"rest-xml, flattened, one", "rest-xml", object[:2], `<ListBucketResult><Name>b</Name><Prefix/><Contents><Key>a</Key><Size>1</Size></Contents></ListBucketResult>`, `[{"Key":"a","Size":1}]`},
		{"rest-xml, flattened, none", "rest-xml", object, `<ListBucketResult><Name>b</Name><Prefix/><KeyCount>0</KeyCount></ListBucketResult>`, `[]`},
		{"rest-xml, buckets", "rest-xml", columns("Name", "CreationDate"), `<ListAllMyBucketsResult><Owner><ID>1</ID></Owner><Buckets><Bucket><Name>a</Name></Bucket></Buckets></ListAllMyBucketsResult>`, `[{"Name":"a","CreationDate":null}]`},
		{"rest-xml, no buckets", "rest-xml", columns("Name", "CreationDate"), `<ListAllMyBucketsResult><Owner><ID>1</ID></Owner><Buckets/></ListAllMyBucketsResult>`, `[]`},
		{"other letters", "ec2", columns("VolumeId"), `<R><volumeSet><item><volumeId>v1</volumeId></item></volumeSet></R>`, `[{"VolumeId":"v1"}]`},
		{"no numbers", "ec2", columns("a bigint", "b double precision", "c boolean"), `<R><s><item><a>x</a><b>NaN</b><c>maybe</c></item></s></R>`, `[{"a":"x","b":"NaN","c":"maybe"}]`},
	} {
		r := document.Response{ObjectKey: "$.line_items", Protocol: c.protocol, Columns: c.columns, MediaType: "application/xml", Override: "application/json"}
		out, err := New(Limits{}).Transform(document.Transform{Type: "schema_driven_xml_v0.1.0"}, r, []byte(c.body))
		var got, want any
		if err != nil || json.Unmarshal(out, &got) != nil || json.Unmarshal([]byte(`{"line_items":`+c.want+`}`), &want) != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\n got %s\nwant %s", c.name, err, out, c.want)
		}
	}
	r := document.Response{ObjectKey: "$.line_items", Columns: columns("x")}
	_, err := New(Limits{}).Transform(document.Transform{Type: "schema_driven_xml_v0.1.0"}, r, []byte(`<R><i><a>1</a></i><i><a>2</a></i></R>`))
	if err == nil || !strings.Contains(err.Error(), "<i>, have none of the columns") {
		t.Error(err)
	}
	if out, err := New(Limits{}).Transform(document.Transform{Type: "schema_driven_xml_v0.1.0"}, r, []byte(" \n")); err != nil || len(out) > 0 {
		t.Error(out, err)
	}
}

func TestPathRows(t *testing.T) {
	body := `<ListAllMyBucketsResult xmlns="s3"><Owner><ID>1</ID></Owner><Buckets><Bucket id="1"><Name>a</Name></Bucket><Bucket id="2"><Name>b</Name></Bucket></Buckets></ListAllMyBucketsResult>`
	for key, want := range map[string]string{
		"/*/Buckets/Bucket":                    `[{"Name":"a"},{"Name":"b"}]`,
		"/*/Buckets/*":                         `[{"Name":"a"},{"Name":"b"}]`,
		"//Bucket[2]":                          `[{"Name":"b"}]`,
		"//Bucket[last()]":                     `[{"Name":"b"}]`,
		"//Bucket[@id='1']":                    `[{"Name":"a"}]`,
		"//Bucket[Name=\"b\"]":                 `[{"Name":"b"}]`,
		"//Bucket/Name":                        `[{"Name":"a"},{"Name":"b"}]`,
		"/ListAllMyBucketsResult/Buckets/None": `[]`,
		"/x:ListAllMyBucketsResult/Owner/.":    `[{"Name":null}]`,
	} {
		out, err := New(Limits{}).Transform(document.Transform{}, document.Response{ObjectKey: key, MediaType: "text/xml", Columns: columns("Name")}, []byte(body))
		if err != nil || string(out) != want {
			t.Errorf("%s: %s %v", key, out, err)
		}
	}
	for _, key := range []string{"/", "/a[", "/a[x]", "/a[0]", "/a/@b/c", "/a//", "/a|b", "/a/text()/b", "//" + strings.Repeat("a//", 100) + "a"} {
		if out, err := New(Limits{}).Transform(document.Transform{}, document.Response{ObjectKey: key}, []byte("<a/>")); err == nil {
			t.Errorf("%s: %s", key, out)
		}
	}
	// Steps of // over deep XML are bounded by what they look at.
	deep := strings.Repeat("<a>", 190) + strings.Repeat("<b/>", 1000) + strings.Repeat("</a>", 190)
	_, err := New(Limits{Made: 1 << 20}).Transform(document.Transform{}, document.Response{ObjectKey: strings.Repeat("//a", 40)}, []byte(deep))
	if err == nil || !strings.Contains(err.Error(), "works on more than") {
		t.Error(err)
	}
}

// TestKept: a template is parsed once, and runs of it do not meet.
func TestKept(t *testing.T) {
	tr := New(Limits{})
	done := make(chan error)
	for i := range 8 {
		go func() {
			for j := range 50 {
				body := fmt.Sprintf(`{"a": %d}`, i*100+j)
				out, err := tr.Transform(document.Transform{Type: asJSON, Body: `{{range 3}}{{$.a}};{{end}}`}, document.Response{}, []byte(body))
				if want := strings.Repeat(fmt.Sprintf("%d;", i*100+j), 3); err != nil || string(out) != want {
					done <- fmt.Errorf("%s %w", out, err)
					return
				}
			}
			done <- nil
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if len(tr.parsed) != 1 {
		t.Error(len(tr.parsed))
	}
}

func FuzzXML(f *testing.F) {
	f.Add([]byte(`<ListUsersResponse><ListUsersResult><Users><member><Name>a</Name></member></Users></ListUsersResult></ListUsersResponse>`), "/*/a[1]//b/@c")
	f.Add([]byte(`<?xml version="1.0" encoding="ISO-8859-1"?><a b="c">&lt;<d/></a>`), "//d[@x='y']/text()")
	f.Fuzz(func(t *testing.T, body []byte, key string) {
		tr := New(Limits{Body: 1 << 16, Made: 1 << 22, Time: time.Second})
		for _, protocol := range []string{"", "query", "ec2", "rest-xml"} {
			r := document.Response{ObjectKey: "$.line_items", Protocol: protocol, Columns: columns("Name", "a bigint", "d json")}
			if out, err := tr.Transform(document.Transform{Type: "schema_driven_xml_v0.1.0"}, r, body); err == nil && len(out) > 0 && !json.Valid(out) {
				t.Errorf("%q", out)
			}
		}
		if out, err := tr.Transform(document.Transform{}, document.Response{ObjectKey: "/" + key, Columns: columns("Name")}, body); err == nil && len(out) > 0 && !json.Valid(out) {
			t.Errorf("%q", out)
		}
		_, _ = tr.Transform(document.Transform{Type: asMXJ, Body: "{{toJson .}}"}, document.Response{}, body)
	})
}

func FuzzTemplate(f *testing.F) {
	f.Add(`{{range $i, $r := index . "value"}}{{if $i}},{{end}}{{toJson $r}}{{end}}`, []byte(`{"value": [{"a": 1}]}`))
	f.Add(`{{define "a"}}{{template "b"}}{{end}}{{define "b"}}{{end}}{{template "a" .}}{{with $x := printf "%q" .}}{{$x}}{{end}}`, []byte(`"x"`))
	f.Add(`{{getXPath . "/a"}}{{getRegexpFirstMatch . "(a)"}}{{call (separator ",")}}{{slice "abc" 1 2}}`, []byte(`<a/>`))
	f.Fuzz(func(t *testing.T, template string, body []byte) {
		tr := New(Limits{Body: 1 << 16, Made: 1 << 22, Output: 1 << 20, Steps: 10_000, Time: time.Second})
		for _, kind := range []string{asJSON, asText, asMXJ} {
			out, err := tr.Transform(document.Transform{Type: kind, Body: template}, document.Response{}, body)
			if err == nil && len(out) > 1<<20 {
				t.Error(len(out))
			}
			if e := (*sqlstate.Error)(nil); err != nil && !errors.As(err, &e) {
				t.Errorf("%T %v", err, err)
			}
		}
	})
}
