package config

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// decoder walks a YAML tree and the structs side by side.
type decoder struct {
	*loader
	path string
}

func (d *decoder) at(n *yaml.Node) string { return fmt.Sprintf("%s:%d", d.path, n.Line) }

// value sets v from n.
func (d *decoder) value(n *yaml.Node, v reflect.Value, tag reflect.StructTag, key string) {
	d.origin[key] = d.at(n)
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		d.fail(d.at(n), key, "anchors and aliases are not supported: write the value out")
	case v.Type() == reflect.TypeFor[yaml.Node]():
		v.Set(reflect.ValueOf(*n)) // whatever it is
	case v.Kind() == reflect.Struct:
		d.mapping(n, v, key)
	case v.Kind() == reflect.Slice:
		d.sequence(n, v, tag, key)
	default:
		d.leaf(n, v, tag, key)
	}
}

func (d *decoder) leaf(n *yaml.Node, v reflect.Value, tag reflect.StructTag, key string) {
	problem := ""
	switch {
	case n.Kind != yaml.ScalarNode:
		problem = "needs one value, not a list or a group of keys"
	case n.Tag == "!!null":
		problem = "has no value: give one, or leave the key out"
	case v.Kind() == reflect.String && n.Tag == "!!bool":
		problem = "needs text: put it in quotes"
	default:
		problem = scalar(v, tag, n.Value)
	}
	if problem != "" {
		d.fail(d.at(n), key, "%s", problem)
		return
	}
	if tag.Get("path") != "" && v.String() != "" && v.String() != Memory && !filepath.IsAbs(v.String()) {
		v.SetString(filepath.Join(d.dir, v.String()))
	}
}

func (d *decoder) mapping(n *yaml.Node, v reflect.Value, key string) {
	if n.Kind != yaml.MappingNode {
		d.fail(d.at(n), key, "needs keys below it: %s", strings.Join(names(v.Type()), ", "))
		return
	}
	known := names(v.Type())
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, child := n.Content[i], n.Content[i+1]
		at := slices.Index(known, name.Value)
		switch {
		case at < 0:
			d.fail(d.at(name), join(key, name.Value), "unknown key%s", Suggest(name.Value, known, "keys"))
		case seen[name.Value] > 0:
			d.fail(d.at(name), join(key, name.Value), "is set twice, first in line %d", seen[name.Value])
		default:
			seen[name.Value] = name.Line
			d.value(child, v.Field(at), v.Type().Field(at).Tag, join(key, name.Value))
		}
	}
}

func (d *decoder) sequence(n *yaml.Node, v reflect.Value, tag reflect.StructTag, key string) {
	if n.Kind != yaml.SequenceNode {
		d.fail(d.at(n), key, "needs a list")
		return
	}
	list := reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content))
	for i, item := range n.Content {
		d.value(item, list.Index(i), tag, fmt.Sprintf("%s[%d]", key, i))
	}
	v.Set(list)
}

// scalar sets v from text, as the tag demands, or says why it cannot. The
// sentence repeats the text only where it cannot be a secret.
func scalar(v reflect.Value, tag reflect.StructTag, text string) (problem string) {
	switch v.Interface().(type) {
	case time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Sprintf("%q is not a duration, such as 30s, 5m or 1h30m", text)
		}
		v.SetInt(int64(d))
	case bool:
		if text != "true" && text != "false" {
			return fmt.Sprintf("%q is neither true nor false", text)
		}
		v.SetBool(text == "true")
	case int, int64:
		n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 64)
		if err != nil {
			return fmt.Sprintf("%q is not a whole number", text)
		}
		v.SetInt(n)
	default:
		if words := strings.Fields(tag.Get("oneof")); len(words) > 0 && !slices.Contains(words, text) {
			return fmt.Sprintf("%q is not a valid value%s", text, Suggest(text, words, "values"))
		}
		v.SetString(text)
		return ""
	}
	if least, err := strconv.ParseInt(tag.Get("min"), 10, 64); err == nil && v.CanInt() && v.Int() < least {
		v.SetInt(least)
		return fmt.Sprintf("%s is too small: the least is %v", text, v.Interface())
	}
	return ""
}

// Keys lists every key with its path, in the order of the structs. A list of
// structs adds "[]": "sources[].name".
func Keys() []string { return keys(reflect.TypeFor[Config](), "") }

func keys(t reflect.Type, path string) (all []string) {
	for i, name := range names(t) {
		field, key := t.Field(i).Type, join(path, name)
		switch {
		case field.Kind() == reflect.Struct:
			all = append(all, keys(field, key)...)
		case field.Kind() == reflect.Slice && field.Elem().Kind() == reflect.Struct:
			all = append(all, keys(field.Elem(), key+"[]")...)
		default:
			all = append(all, key)
		}
	}
	return all
}

// names lists the keys of a struct; name i belongs to field i. Fields without
// keys ("-") come last.
func names(t reflect.Type) (list []string) {
	for i := range t.NumField() {
		name := t.Field(i).Tag.Get("yaml")
		if name == "-" {
			break
		}
		list = append(list, name)
	}
	return list
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
