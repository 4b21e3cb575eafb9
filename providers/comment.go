package providers

// CommentEnd returns the end of the comment that an SQL text begins with /*. Comments nest. A comment
// that is not closed ends with the text.
func CommentEnd(text string) int {
	depth := 0
	for i := 0; i+1 < len(text); i++ {
		switch text[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
		}
		if depth == 0 {
			return i + 1
		}
	}
	return len(text)
}
