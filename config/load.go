package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Override is a value that a command line flag gives to a key.
type Override struct {
	Flag  string // as the user typed it: "--mode"
	Key   string // "mode", "pgwire.address"; "": the flag is StackQL's
	Value string
}

// Load reads the file (none with path ""), then the environment ("NAME=value"
// as os.Environ has it), then the overrides, over the defaults, and checks the
// result. The error is a [Mistakes], with every mistake; what was understood is
// returned beside it, to be looked at and not to be run.
func Load(path string, environ []string, overrides []Override) (Config, error) {
	l := loader{config: Default(), origin: map[string]string{}, broken: map[string]bool{}, misread: map[string]bool{}, environ: environ}
	if path != "" {
		l.file(path)
	}
	o := l.object(stackqlValue(overrides, mcpConfigFlag))
	l.environment(environ, o.theirs.Backend.DSNEnv)
	l.stackql(o, overrides)
	for _, o := range overrides {
		if o.Key == "" {
			continue
		}
		before, theirs := l.lookup(o.Key).text(), l.origin[o.Key]
		if !l.text(o.Flag, o.Key, o.Value) {
			return Config{}, fmt.Errorf("%s: there is no key %q", o.Flag, o.Key)
		}
		if byFlag(theirs) && before != l.lookup(o.Key).text() {
			l.fail(o.Flag, o.Key, "%s sets it too, to something else: leave one of them out", theirs)
		}
	}
	l.foreign(environ)
	if !l.unclear {
		l.checking = true
		l.checkCombinations()
	}
	if len(l.origin) > 0 {
		l.config.Origin = l.origin
	}
	if len(l.errs) > 0 {
		return l.config, &Mistakes{errs: l.errs, broken: l.broken}
	}
	return l.config, nil
}

// loader collects the configuration and what is wrong with it.
type loader struct {
	config  Config
	environ []string
	dir     string            // of the file, for relative paths
	origin  map[string]string // where each key that was set was set
	errs    []error

	broken   map[string]bool // the keys that are wrong
	misread  map[string]bool // the wrong keys whose values could not be read
	unclear  bool            // so much was not understood that the rest says nothing
	checking bool            // what was understood is judged: see wrong
}

func (l *loader) fail(origin, key, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if key != "" {
		text = key + ": " + text
		l.markBroken(key)
	}
	l.errs = append(l.errs, fmt.Errorf("%s: %s", origin, text))
}

func (l *loader) file(path string) {
	content, err := os.ReadFile(path)
	if err != nil {
		l.errs, l.unclear = append(l.errs, fmt.Errorf("cannot read the configuration: %w", err)), true
		return
	}
	l.dir = filepath.Dir(path)
	l.document(path, content, &l.config)
}

// document decodes YAML into a struct.
func (l *loader) document(path string, content []byte, into any) {
	dec := yaml.NewDecoder(bytes.NewReader(content))
	var doc yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return // blank, or comments alone
	} else if err != nil {
		l.errs, l.unclear = append(l.errs, fmt.Errorf("%s: %s", path, strings.TrimPrefix(err.Error(), "yaml: "))), true
		return
	}
	var second yaml.Node
	if err := dec.Decode(&second); !errors.Is(err, io.EOF) {
		l.fail(path, "", "there is more than one document (---) in the file")
		return
	}
	root := doc.Content[0]
	if root.Tag == "!!null" {
		return
	}
	d := decoder{loader: l, path: path}
	d.value(root, reflect.ValueOf(into).Elem(), reflect.StructTag(""), "")
}

const prefix = "SALLYPORT_"

// environment sets keys from SALLYPORT_ variables. A name that is no key is an
// error, but for the file's own variable, those that the file names for
// secrets, and those that Kubernetes sets in every pod beside a service named
// sallyport.
func (l *loader) environment(environ []string, named string) {
	keys := map[string]string{}
	for _, key := range Keys() {
		if !strings.Contains(key, "[]") { // what is in lists is for the file
			keys[prefix+strings.ToUpper(strings.ReplaceAll(key, ".", "_"))] = key
		}
	}
	known := append(namedVariables(reflect.ValueOf(l.config)), prefix+"CONFIG", named)
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, prefix) || slices.Contains(known, name) || fromKubernetes(name) {
			continue
		}
		if key, ok := keys[name]; ok {
			l.text(name, key, value)
			continue
		}
		names := make([]string, 0, len(keys))
		for name := range keys {
			names = append(names, name)
		}
		l.fail(name, "", "unknown variable%s", Suggest(name, names, "variables"))
	}
}

// namedVariables lists the variables that the keys ending in _env name.
func namedVariables(v reflect.Value) (list []string) {
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			list = append(list, namedVariables(v.Index(i))...)
		}
	}
	if v.Kind() != reflect.Struct {
		return list
	}
	for i, key := range names(v.Type()) {
		if field := v.Field(i); strings.HasSuffix(key, "_env") {
			list = append(list, field.String())
		} else {
			list = append(list, namedVariables(field)...)
		}
	}
	return list
}

func fromKubernetes(name string) bool {
	return name == prefix+"PORT" || strings.HasPrefix(name, prefix+"PORT_") || strings.HasPrefix(name, prefix+"SERVICE_")
}

// text sets one key from text: a list is separated by commas. It reports
// whether there is such a key.
func (l *loader) text(origin, key, value string) bool {
	s := l.lookup(key)
	if !s.value.IsValid() {
		return false
	}
	if s.value.Kind() == reflect.Slice {
		list := strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
		s.value.Set(reflect.ValueOf(list))
	} else if problem := scalar(s.value, s.tag, value); problem != "" {
		l.fail(origin, "", "%s", problem)
		l.markBroken(key)
	}
	l.origin[key] = origin
	return true
}

// setting is the place of a key's value.
type setting struct {
	value reflect.Value
	tag   reflect.StructTag
}

func (s setting) text() string {
	if !s.value.IsValid() {
		return ""
	}
	return fmt.Sprint(s.value.Interface())
}

// lookup finds a key outside of lists; the setting of no key is not valid.
func (l *loader) lookup(key string) setting { return lookup(reflect.ValueOf(&l.config).Elem(), key) }

func lookup(v reflect.Value, key string) setting {
	s := setting{value: v}
	for name := range strings.SplitSeq(key, ".") {
		if s.value.Kind() != reflect.Struct {
			return setting{}
		}
		t := s.value.Type()
		i := slices.Index(names(t), name)
		if i < 0 {
			return setting{}
		}
		s = setting{s.value.Field(i), t.Field(i).Tag}
	}
	return s
}
