package history

import (
	"regexp"
	"strings"
)

// glob returns whether texts match a pattern as a whole. An empty pattern
// matches all; one with a bracket that is not closed takes it to the letter.
func glob(pattern string) func(string) bool {
	if pattern == "" {
		pattern = "*"
	}
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for rest := pattern; rest != ""; {
		part, length := element(rest)
		b.WriteString(part)
		rest = rest[length:]
	}
	b.WriteString(`\z`)
	expression, err := regexp.Compile(b.String())
	if err != nil { // a class that makes no sense, such as [z-a]
		return func(text string) bool { return text == pattern }
	}
	return expression.MatchString
}

// element returns the first part of a pattern as a regular expression, and its
// length.
func element(pattern string) (expression string, length int) {
	switch pattern[0] {
	case '*':
		return ".*", 1
	case '?':
		return ".", 1
	case '[':
		// A bracket that comes first in a class is a member of it.
		first := 1
		if strings.HasPrefix(pattern[first:], "^") {
			first++
		}
		if end := strings.IndexByte(pattern[min(first+1, len(pattern)):], ']'); end >= 0 {
			end += first + 1
			members := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `^`, `\^`, `&`, `\&`, `~`, `\~`).Replace(pattern[first:end])
			return pattern[:first] + members + "]", end + 1
		}
	}
	end := strings.IndexAny(pattern[1:], "*?[")
	if end < 0 {
		end = len(pattern) - 1
	}
	return regexp.QuoteMeta(pattern[:1+end]), 1 + end
}
