package terms

import "strings"

// endings are what is taken off a word, and what is put in its place. The first whose result is a
// known word counts, but for the last ones, of which the most frequent result does.
var endings = []struct{ off, on string }{
	{"ies", "y"},
	{"sses", "ss"},
	{"ches", "ch"},
	{"shes", "sh"},
	{"xes", "x"},
	{"ses", "se"},
	{"ses", "s"},
	{"zes", "ze"},
	{"oes", "o"},
	{"ves", "f"},
	{"s", ""},
	{"ied", "y"},
	{"ed", "e"},
	{"ed", ""},
	{"ing", "e"},
	{"ing", ""},
}

// irregular forms, and words that only look like a form of another.
var irregular = map[string]string{
	"people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse", "indices": "index", "criteria": "criterion",
	"paid": "pay", "sold": "sell", "bought": "buy", "sent": "send", "made": "make", "written": "write", "wrote": "write", "taken": "take",
	"held": "hold", "given": "give", "gave": "give", "lent": "lend", "began": "begin", "spent": "spend", "taught": "teach", "built": "build",
	"news": "news", "series": "series", "species": "species", "address": "address", "process": "process", "status": "status", "bonus": "bonus",
	"string": "string", "thing": "thing", "during": "during", "king": "king", "ring": "ring", "bring": "bring", "spring": "spring", "morning": "morning", "evening": "evening", "red": "red", "speed": "speed", "need": "need", "feed": "feed", "bed": "bed", "seed": "seed",
	"bus": "bus", "gas": "gas", "plus": "plus", "basis": "basis", "analysis": "analysis", "diagnosis": "diagnosis", "diagnoses": "diagnosis", "analyses": "analysis", "goods": "goods", "building": "building", "meeting": "meeting", "rating": "rating", "meaning": "meaning", "setting": "setting", "settings": "setting", "billing": "bill",
	"shipping": "ship", "shipped": "ship", "planned": "plan", "planning": "plan", "stopped": "stop", "running": "run",
	"customs": "customs", "premises": "premises", "media": "media", "data": "data", "medium": "medium", "alias": "alias", "aliases": "alias", "statuses": "status", "addresses": "address", "canvas": "canvas", "atlas": "atlas", "lens": "lens", "does": "do", "has": "have", "was": "be", "is": "be", "are": "be",
}

// Base returns the base form of a word in small letters.
func (s *Splitter) Base(word string) string {
	if s.noBase || len(word) < 4 {
		return word
	}
	if base, known := irregular[word]; known {
		return base
	}
	best, rank := "", 0
	for _, e := range endings {
		stem, ends := strings.CutSuffix(word, e.off)
		if !ends || len(stem) < 2 || e.off == "s" && strings.HasSuffix(stem, "s") {
			continue
		}
		base := stem + e.on
		place, known := s.english.Place(base)
		if known && len(base) > 2 && (best == "" || strings.HasSuffix(e.off, "d") && place < rank || e.off == "ing" && place < rank) {
			best, rank = base, place
		}
	}
	if best != "" {
		return best
	}
	if _, known := s.english.Place(word); known {
		return word
	}
	if stem, ends := strings.CutSuffix(word, "s"); ends && !strings.HasSuffix(stem, "s") && !strings.HasSuffix(stem, "u") && !strings.HasSuffix(stem, "i") {
		return stem
	}
	return word
}
