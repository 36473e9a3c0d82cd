package check

import (
	"slices"
	"strings"
	"unicode"

	"unfold/dsl/diag"
)

// Imports are the packages whose import findings of a cell ask for: each is the one
// package that a name, which nothing has, can mean before a member.
func Imports(found diag.List, meant func(name, member string) (paths []string)) (paths []string) {
	for _, f := range found {
		name, undefined := strings.CutPrefix(f.Summary, "undefined: ")
		if !undefined {
			continue
		}
		_, _, after := f.Split()
		member, selects := strings.CutPrefix(after, ".")
		if end := strings.IndexFunc(member, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }); end >= 0 {
			member = member[:end]
		}
		if !selects {
			continue
		}
		if p := meant(name, member); len(p) == 1 && !slices.Contains(paths, p[0]) {
			paths = append(paths, p[0])
		}
	}
	slices.Sort(paths)
	return paths
}
