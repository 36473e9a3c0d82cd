package compare

import (
	"fmt"
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
)

var (
	// measured matches what depends on the machine and its mood.
	measured = regexp.MustCompile(`\d+(?:\.\d+)?(?:e[-+]?\d+)?[\s\p{Zs}]?(?:ns|[µμu]s|ms|s|min|h|B|[kKMGT]i?B|bytes|seconds?)\b`)
	number   = regexp.MustCompile(`[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`)
	// frame matches the runs of rules and blanks that lay out a table.
	frame = regexp.MustCompile(`(?:\s|[─═│┃┼├┤┌┐└┘┬┴█▇▆▅▄▃▂▁▏▎▍▌▋▊▉░▒▓]|-{2,}|={2,}|_{2,})+`)
)

// texts compares two texts word by word, numbers as numbers.
func (t Tolerance) texts(what, want, got string) []Difference {
	w, g := t.masked(want), t.masked(got)
	if w == g {
		return nil
	}
	wordsW, wordsG := words(w), words(g)
	n := min(len(wordsW), len(wordsG))
	for i := range n {
		if !t.same(wordsW[i], wordsG[i]) {
			return []Difference{{What: what, Want: around(wordsW, i), Got: around(wordsG, i)}}
		}
	}
	if len(wordsW) != len(wordsG) {
		return []Difference{{What: what, Want: around(wordsW, n), Got: around(wordsG, n)}}
	}
	return nil
}

// masked is a text without what no two executions share.
func (t Tolerance) masked(s string) string {
	for _, mask := range t.Masks {
		s = mask.ReplaceAllString(s, "…")
	}
	s = measured.ReplaceAllString(withoutCosts(s), "…")
	return strings.TrimSpace(frame.ReplaceAllString(s, " "))
}

// words splits a text into numbers, and what stands between them.
func words(s string) []string {
	var all []string
	at := 0
	for _, span := range number.FindAllStringIndex(s, -1) {
		all = append(all, strings.Fields(s[at:span[0]])...)
		all = append(all, s[span[0]:span[1]])
		at = span[1]
	}
	return append(all, strings.Fields(s[at:])...)
}

// same reports whether two words are equal, as numbers if they are numbers.
func (t Tolerance) same(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := strconv.ParseFloat(strings.Replace(a, "−", "-", 1), 64)
	y, errY := strconv.ParseFloat(strings.Replace(b, "−", "-", 1), 64)
	if errX != nil || errY != nil {
		return false
	}
	allowed := max(t.Absolute, t.Relative*max(math.Abs(x), math.Abs(y)))
	if t.Relative > 0 {
		allowed = max(allowed, lastDecimal(a), lastDecimal(b))
	}
	return math.Abs(x-y) <= allowed*(1+1e-9)
}

// lastDecimal is the weight of the last decimal of a printed number: 0.01 for
// 0.82, 1e-5 for 1.25e-3, 0 for a whole number, which is a count.
func lastDecimal(s string) float64 {
	digits, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	_, decimals, found := strings.Cut(digits, ".")
	if !found {
		return 0
	}
	power, _ := strconv.Atoi(exponent) // none is 0
	return math.Pow10(power - len(decimals))
}

// around is the piece of a text round its i-th word.
func around(words []string, i int) string {
	if i >= len(words) {
		return "… " + strings.Join(words[max(0, len(words)-8):], " ") + " (ends here)"
	}
	return fmt.Sprintf("… %s «%s» %s …", strings.Join(words[max(0, i-8):i], " "), words[i],
		strings.Join(words[i+1:min(len(words), i+5)], " "))
}

var (
	hidden = regexp.MustCompile(`(?is)<script\b.*?</script>|<style\b.*?</style>|<!--.*?-->|<metadata\b.*?</metadata>`)
	// weighty matches the tags that count: those of tables, pictures and drawings.
	weighty = regexp.MustCompile(`(?i)<(table|tr|th|td|img|canvas|svg)\b[^>]*>`)
	anyTag  = regexp.MustCompile(`<[^>]*>`)
)

// visible is the text of a piece of HTML with marks where its tables and
// pictures stand.
func visible(s string) string {
	s = withoutCostCells(hidden.ReplaceAllString(s, " "))
	s = weighty.ReplaceAllString(s, " \x02$1\x03 ")
	s = anyTag.ReplaceAllString(s, " ")
	s = strings.NewReplacer("\x02", "[", "\x03", "]").Replace(s)
	return html.UnescapeString(s)
}
