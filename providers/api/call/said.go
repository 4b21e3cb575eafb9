package call

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
)

// longestSaid is how much of an API's own words an error repeats.
const longestSaid = 500

// saidBy is what an API says in an answer that refuses: the message in it, on one line,
// without the secrets of the request.
func saidBy(text []byte, mediaType string, hidden secrets) string {
	said := ""
	var value any
	switch {
	case json.Unmarshal(text, &value) == nil:
		if said = messageIn(value, 0); said == "" {
			said = string(text)
		}
	case strings.Contains(mediaType, "html") || strings.HasPrefix(strings.ToLower(strings.TrimSpace(string(text[:min(len(text), 64)]))), "<!doctype html"):
		said = html.UnescapeString(inner(text, `(?is)<title[^>]*>(.*?)</title>`))
	case strings.Contains(mediaType, "xml") || strings.HasPrefix(strings.TrimSpace(string(text[:min(len(text), 64)])), "<"):
		for _, name := range []string{"Message", "message", "Code"} {
			if said = elementText(text, name); said != "" {
				break
			}
		}
	default:
		said = string(text)
	}
	return hidden.mask(clean(hidden.mask(said), longestSaid))
}

func inner(text []byte, expression string) string {
	if match := regexp.MustCompile(expression).FindSubmatch(text); match != nil {
		return string(match[1])
	}
	return ""
}

// messageIn finds the message in what APIs answer: {"message": …}, {"error": {"message":
// …}}, {"errors": [{"detail": …}]} and the like.
func messageIn(value any, depth int) string {
	if depth > 4 {
		return ""
	}
	switch v := value.(type) {
	case string:
		return v
	case []any:
		var all []string
		for i := range min(len(v), 3) {
			if one := messageIn(v[i], depth+1); one != "" {
				all = append(all, one)
			}
		}
		return strings.Join(all, "; ")
	case map[string]any:
		message := ""
		for _, key := range []string{"message", "Message", "errorMessage", "errorSummary", "error_description", "error", "Error", "errors", "detail", "title", "description", "reason", "fault", "code"} {
			if message = messageIn(v[key], depth+1); message != "" {
				break
			}
		}
		if more, is := v["errors"].([]any); is && depth == 0 && message != "" { // {"message": "Validation Failed", "errors": [{"field": …}]}
			if said := messageIn(more, depth+1); said != "" && said != message {
				message += ": " + said
			}
		}
		return message
	}
	return ""
}
