package duckdialect

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The forms of SQL/XML that have a syntax of their own. Functions of the source write the elements.

// xmlName matches the names that are written as they are.
var xmlName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)

// xmlForm rewrites a form.
func (t *translation) xmlForm(n *pg_query.Node, x *pg_query.XmlExpr) {
	t.rare = true
	switch x.Op {
	case pg_query.XmlExprOp_IS_XMLELEMENT:
		t.ReplaceNode(n, t.xmlElement(x.Name, x.NamedArgs, x.Args))
	case pg_query.XmlExprOp_IS_XMLFOREST:
		elements := make([]*pg_query.Node, len(x.NamedArgs))
		for i, a := range x.NamedArgs {
			value := a.GetResTarget().GetVal()
			elements[i] = build.Case(t.xmlElement(t.xmlArgument(a), nil, []*pg_query.Node{value}), build.When(build.IsNull(value), build.Null()))
		}
		t.ReplaceNode(n, xmlOf(elements))
	case pg_query.XmlExprOp_IS_XMLCONCAT:
		t.xmlConcat(n, x)
	case pg_query.XmlExprOp_IS_XMLPARSE:
		by := build.Call("pg__as_xml", build.Cast(x.Args[0], build.PlainType("varchar")))
		if x.Xmloption == pg_query.XmlOptionType_XMLOPTION_DOCUMENT {
			by = build.Case(by, build.When(build.Not(build.Call("pg__xml_is_document", build.Cast(x.Args[0], build.PlainType("varchar")))), build.Call("error", build.Text("2200M: invalid XML document"))))
		}
		t.ReplaceNode(n, by)
	case pg_query.XmlExprOp_IS_DOCUMENT:
		t.ReplaceNode(n, build.Call("pg__xml_is_document", build.Call("pg__text_of_rare", readXML(x.Args[0]))))
	default:
		t.NoteUnsupported(x.Location, "this form of XML is not supported").WithHint("The embedded engine has xmlelement, xmlforest, xmlconcat and xmlparse.")
	}
}

// readXML reads a quoted constant as XML.
func readXML(n *pg_query.Node) *pg_query.Node {
	if _, quoted := parse.TextConstant(n); quoted || n.GetParamRef() != nil {
		return build.Call("pg__as_xml", build.Cast(n, build.PlainType("varchar")))
	}
	return n
}

// xmlConcat joins values of XML. What declares a version of it would not be joined as it is.
func (t *translation) xmlConcat(n *pg_query.Node, x *pg_query.XmlExpr) {
	var parts, nulls []*pg_query.Node
	for _, a := range x.Args {
		if s, _ := parse.TextConstant(trees.WithoutCasts(a)); strings.Contains(s, "<?xml") {
			t.NoteUnsupported(x.Location, "xmlconcat of values with a declaration of XML is not supported")
			return
		}
		if kind := t.Inferred(a); inference.SpelledNumbers[kind] != "" || kind == "text" || kind == "varchar" || kind == "bool" {
			t.NoteError(x.Location, sqlstate.DatatypeMismatch, "argument of XMLCONCAT must be type xml, not type %s", inference.Spelled(kind))
			return
		}
		part := readXML(a)
		parts, nulls = append(parts, part), append(nulls, build.IsNull(part))
	}
	t.ReplaceNode(n, build.Case(xmlOf(parts), build.When(build.And(nulls...), build.Null())))
}

// xmlOf joins texts, without those that are NULL, as a value of XML.
func xmlOf(parts []*pg_query.Node) *pg_query.Node {
	return build.Call("pg__xml_of", build.Call("pg__concat", parts...))
}

// xmlElement writes an element.
func (t *translation) xmlElement(name string, attributes, content []*pg_query.Node) *pg_query.Node {
	if !xmlName.MatchString(name) {
		t.NoteUnsupported(build.Nowhere, "the name %q of an element is not supported", name)
	}
	written, seen := []*pg_query.Node{build.Text("")}, map[string]bool{}
	for _, a := range attributes {
		if name := t.xmlArgument(a); seen[name] {
			t.NoteError(a.GetResTarget().GetLocation(), sqlstate.SyntaxError, "XML attribute name %q appears more than once", name)
		}
		seen[t.xmlArgument(a)] = true
		written = append(written, build.Call("pg__xml_attribute", build.Text(t.xmlArgument(a)), a.GetResTarget().GetVal()))
	}
	inner := []*pg_query.Node{build.Text("")}
	for _, c := range content {
		inner = append(inner, build.Call("pg__xml_text", c))
	}
	return build.Call("pg__xml_element", build.Text(name), build.Call("pg__concat", written...), build.Call("pg__concat", inner...))
}

// xmlArgument returns the name of an argument: the one behind AS, or the name of the column.
func (t *translation) xmlArgument(n *pg_query.Node) string {
	target := n.GetResTarget()
	name := target.GetName()
	if name == "" {
		name = trees.LastField(target.GetVal())
	}
	if !xmlName.MatchString(name) {
		t.NoteUnsupported(target.GetLocation(), "the name %q in XML is not supported", name)
	}
	return name
}

// xmlAggregate joins the values of all rows.
func (t *translation) xmlAggregate(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 || f.Over != nil {
		return t.RefuseCall(f)
	}
	t.rare = true
	f.Args, f.Funcname = []*pg_query.Node{build.Call("pg__text_of_rare", f.Args[0]), build.Text("")}, build.Names("string_agg")
	return t.ReplaceCall(n, "xmlagg", build.Call("pg__xml_of", &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: f}}))
}
