// Package transform makes JSON of what APIs answer, where a provider's document says how.
//
// # Kinds
//
// golang_template_json, golang_template_text and golang_template_mxj are templates of Go
// (text/template) over the answer as JSON values, as text, or as XML in the form that
// mxj gives it: elements are maps, repeated elements lists, "-name" an attribute, "#text"
// the text beside attributes. The functions are those of the format: separator,
// jsonMapFromString, getXPath, getXPathAllOuter, getRegexpFirstMatch,
// getRegexpAllMatches, safeIndex, toBool, toInt, toJson, kindOf and plus1.
// schema_driven_xml makes rows of AWS's XML (query, ec2, rest-xml) by the columns of the
// answer. No kind at all is XML whose rows an XPath finds (xpath.go has what is
// understood of it).
//
// # What differs from the reference
//
// Values are not changed on the way: a whole number of an answer prints as it was
// written, and texts of XML are not turned into numbers and booleans. A template that
// fails in the middle is an error, and so is an answer to a template that is no JSON
// where JSON is due.
//
// # Bounds
//
// Templates and answers are strangers' texts. Each range, and each template that is
// called, counts a step; the functions count the bytes that they read and make; output,
// steps, bytes and time are limited ([Limits]). Templates that call themselves are
// refused. XML has no entities but the five of the language, and its depth and number
// of elements are limited. What panics is an error.
//
// A [Transformer] is safe for concurrent use and keeps the templates that it has parsed.
package transform
