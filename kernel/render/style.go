package render

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed style.css
var styleSheet string

// withStyle wraps a page's part together with the rules of the style sheet that
// touch anything in it, so that they touch nothing else on the page.
func withStyle(body string) string {
	var rules strings.Builder
	for _, r := range styleRules() {
		if r.touches(body) {
			rules.WriteString(r.text)
		}
	}
	return `<div class="uf"><style>` + rules.String() + "</style>" + body + "</div>"
}

// A styleRule is a rule, one a line of the sheet, with what marks the elements
// that its selectors begin with: beginnings of tags, and classes.
type styleRule struct {
	text  string
	marks []string // none where it is about all
}

var (
	ruleSelector = regexp.MustCompile(`\.uf (?:\.(uf-[a-z]+)|([a-z0-9]+))`)
	styleRules   = sync.OnceValue(readStyleRules)
)

func readStyleRules() (rules []styleRule) {
	for line := range strings.Lines(styleSheet) {
		r := styleRule{text: strings.TrimSpace(line)}
		selectors, _, _ := strings.Cut(r.text, "{")
		for _, m := range ruleSelector.FindAllStringSubmatch(selectors, -1) {
			if m[1] != "" {
				r.marks = append(r.marks, m[1])
			} else {
				r.marks = append(r.marks, "<"+m[2])
			}
		}
		rules = append(rules, r)
	}
	return rules
}

// touches reports whether the rule may be about something of a page's part.
func (r styleRule) touches(body string) bool {
	for _, mark := range r.marks {
		if strings.Contains(body, mark) {
			return true
		}
	}
	return r.marks == nil
}
