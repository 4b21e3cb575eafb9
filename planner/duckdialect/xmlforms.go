package duckdialect

import (
	"regexp"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// The forms of SQL/XML that have a syntax of their own. Functions of the source write the elements.

// xmlNames are the names of results.
var xmlNames = map[pg_query.XmlExprOp]string{
	pg_query.XmlExprOp_IS_XMLCONCAT: "xmlconcat", pg_query.XmlExprOp_IS_XMLELEMENT: "xmlelement", pg_query.XmlExprOp_IS_XMLFOREST: "xmlforest",
	pg_query.XmlExprOp_IS_XMLPARSE: "xmlparse",
}

// xmlName matches the names that are written as they are.
var xmlName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)

// xmlForm rewrites a form.
func (t *translation) xmlForm(n *pg_query.Node, x *pg_query.XmlExpr) {
	t.rare = true
	switch x.Op {
	case pg_query.XmlExprOp_IS_XMLELEMENT:
		t.replaceNode(n, t.xmlElement(x.Name, x.NamedArgs, x.Args))
	case pg_query.XmlExprOp_IS_XMLFOREST:
		elements := make([]*pg_query.Node, len(x.NamedArgs))
		for i, a := range x.NamedArgs {
			value := a.GetResTarget().GetVal()
			elements[i] = choose(t.xmlElement(t.xmlArgument(a), nil, []*pg_query.Node{value}), when{isNull(value), null()})
		}
		t.replaceNode(n, xmlOf(elements))
	case pg_query.XmlExprOp_IS_XMLCONCAT:
		t.replaceNode(n, xmlOf(x.Args))
	case pg_query.XmlExprOp_IS_XMLPARSE:
		by := call("pg__as_xml", cast(x.Args[0], plainType("varchar")))
		if x.Xmloption == pg_query.XmlOptionType_XMLOPTION_DOCUMENT {
			by = choose(by, when{not(call("pg__xml_is_document", cast(x.Args[0], plainType("varchar")))), call("error", text("2200M: invalid XML document"))})
		}
		t.replaceNode(n, by)
	case pg_query.XmlExprOp_IS_DOCUMENT:
		t.replaceNode(n, call("pg__xml_is_document", call("pg__text_of_rare", x.Args[0])))
	default:
		t.noteUnsupported(x.Location, "this form of XML is not supported").WithHint("The embedded engine has xmlelement, xmlforest, xmlconcat and xmlparse.")
	}
}

// xmlOf joins texts, without those that are NULL, as a value of XML.
func xmlOf(parts []*pg_query.Node) *pg_query.Node {
	return call("pg__xml_of", call("pg__concat", parts...))
}

// xmlElement writes an element.
func (t *translation) xmlElement(name string, attributes, content []*pg_query.Node) *pg_query.Node {
	if !xmlName.MatchString(name) {
		t.noteUnsupported(nowhere, "the name %q of an element is not supported", name)
	}
	written := []*pg_query.Node{text("")}
	for _, a := range attributes {
		written = append(written, call("pg__xml_attribute", text(t.xmlArgument(a)), a.GetResTarget().GetVal()))
	}
	inner := []*pg_query.Node{text("")}
	for _, c := range content {
		inner = append(inner, call("pg__xml_text", c))
	}
	return call("pg__xml_element", text(name), call("pg__concat", written...), call("pg__concat", inner...))
}

// xmlArgument is the name of an argument: that behind AS, or that of a column.
func (t *translation) xmlArgument(n *pg_query.Node) string {
	target := n.GetResTarget()
	name := target.GetName()
	if fields := target.GetVal().GetColumnRef().GetFields(); name == "" && len(fields) > 0 {
		name = fields[len(fields)-1].GetString_().GetSval()
	}
	if !xmlName.MatchString(name) {
		t.noteUnsupported(target.GetLocation(), "the name %q in XML is not supported", name)
	}
	return name
}

// xmlAggregate joins the values of all rows.
func (t *translation) xmlAggregate(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 || f.Over != nil {
		return noFunction(t, n, f)
	}
	t.rare = true
	f.Args, f.Funcname = []*pg_query.Node{call("pg__text_of_rare", f.Args[0]), text("")}, names("string_agg")
	return t.replaceCall(n, "xmlagg", call("pg__xml_of", &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: f}}))
}
