package definition

// Truncate is a TRUNCATE, taken apart.
type Truncate struct {
	Names             []string // as written
	Restarts, Cascade bool
}

// ParseTruncate takes a TRUNCATE apart.
func ParseTruncate(sql string) (t Truncate) {
	list := Tokens(sql)[1:]
	for len(list) > 0 && (list[0].Is("TABLE") || list[0].Is("ONLY")) {
		list = list[1:]
	}
	for i := 0; i < len(list); i++ {
		switch {
		case list[i].Text == "," || list[i].Text == "*":
		case list[i].Is("RESTART") || list[i].Is("CONTINUE"):
			t.Restarts = list[i].Is("RESTART")
			i++ // IDENTITY
		case list[i].Is("CASCADE"), list[i].Is("RESTRICT"):
			t.Cascade = list[i].Is("CASCADE")
		case list[i].Is("ONLY") && i+1 < len(list) && list[i+1].Text != ",":
		default:
			last := i
			for last+2 < len(list) && list[last+1].Text == "." {
				last += 2
			}
			t.Names = append(t.Names, sql[list[i].At:list[last].End])
			i = last
		}
	}
	return t
}
