package dsl

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"unfold/dsl/cell"
	"unfold/dsl/diag"
)

// analyseWithImports analyses a cell that is to run. Where it names packages of the
// standard library that it does not import, these are imported first, as goimports
// would, which a note says: a name that nothing has, before a member that the
// packages of one path alone have.
func (s *Session) analyseWithImports(ctx context.Context, name, code string, out cell.Output) (string, diag.List) {
	text, found := s.analyse(name, code)
	paths := s.missingImports(found)
	if len(paths) == 0 {
		return text, found
	}
	if _, _, err := s.golang.Run(ctx, name, "import (\""+strings.Join(paths, "\"; \"")+"\")", out); err != nil {
		return text, found
	}
	out.Stream("stderr", fmt.Sprintf("note: imported %s\n", strings.Join(paths, ", ")))
	return s.analyse(name, code)
}

// missingImports are the packages whose import findings ask for.
func (s *Session) missingImports(found diag.List) (paths []string) {
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
		if meant := s.golang.Meant(name, member); len(meant) == 1 && !slices.Contains(paths, meant[0]) {
			paths = append(paths, meant[0])
		}
	}
	slices.Sort(paths)
	return paths
}
