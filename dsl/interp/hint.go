package interp

import (
	"fmt"
	"go/scanner"
	"go/token"
	"go/types"
	"path"
	"strings"
)

// width is the length of the token at a position of one of the plan's items.
func (p *plan) width(pos token.Pos) int {
	file := p.s.files.File(pos)
	if file == nil {
		return 1
	}
	text, ok := p.s.files.text[file]
	if !ok {
		return 1
	}
	rest := text[file.Offset(pos):]
	var sc scanner.Scanner
	files := token.NewFileSet()
	sc.Init(files.AddFile("", -1, len(rest)), []byte(rest), nil, 0)
	_, tok, lit := sc.Scan()
	if lit != "" && lit != "\n" {
		return max(1, strings.IndexByte(lit+"\n", '\n'))
	}
	return max(1, len(tok.String()))
}

// hint is a remedy for a message of go/types, or "".
func (p *plan) hint(msg string) string {
	name, ok := strings.CutPrefix(msg, "undefined: ")
	if !ok {
		return ""
	}
	if qualifier, member, dotted := strings.Cut(name, "."); dotted {
		if pkg, ok := p.s.lookup(p.scope, qualifier).(*types.PkgName); ok {
			if near := nearest(member, pkg.Imported().Scope().Names()); near != "" {
				return fmt.Sprintf("did you mean %s.%s?", qualifier, near)
			}
		}
		return ""
	}
	if pkg := p.s.packageFor(name); pkg != "" {
		return fmt.Sprintf("import %q", pkg)
	}
	names := types.Universe.Names()
	for n := range p.scope.entries {
		if !strings.Contains(n, ".") {
			names = append(names, n)
		}
	}
	names = append(names, p.s.prelude.Scope().Names()...)
	for n := range p.scope.imports {
		names = append(names, n)
	}
	if near := nearest(name, names); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return ""
}

// nearestPackage is a remedy for an import path that is not there.
func (s *Session) nearestPackage(p string) string {
	paths := s.tables.Paths()
	for _, q := range paths {
		if path.Base(q) == path.Base(p) && q != p {
			return fmt.Sprintf("did you mean %q?", q)
		}
	}
	if near := nearest(p, paths); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "the standard library and the packages built into this program can be imported"
}

// nearest is the name fewest edits away, if few enough to be a slip; of
// equals the first in the alphabet.
func nearest(name string, names []string) string {
	best, least := "", 1+len(name)/3
	if len(name) < 2 {
		return ""
	}
	for _, n := range names {
		if strings.EqualFold(n, name) && n != name {
			return n
		}
		if d := edits(name, n); d < least || d == least && best != "" && n < best {
			if d < least || d <= len(name)/3 {
				best, least = n, d
			}
		}
	}
	return best
}

// edits is the number of insertions, deletions, replacements and swaps of
// neighbours that turn a into b (optimal string alignment).
func edits(a, b string) int {
	prev2, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(b)]
}
