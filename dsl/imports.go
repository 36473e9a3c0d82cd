package dsl

import (
	"context"
	"fmt"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/check"
	"unfold/dsl/diag"
)

// analyseWithImports analyses a cell that is to run. Where it names packages of the
// standard library that it does not import, these are imported first, as goimports
// would, which a note says: a name that nothing has, before a member that the
// packages of one path alone have.
func (s *Session) analyseWithImports(ctx context.Context, name, code string, out cell.Output) (string, diag.List) {
	text, found := s.analyse(name, code)
	paths := check.Imports(found, s.golang.Meant)
	if len(paths) == 0 {
		return text, found
	}
	if _, _, err := s.golang.Run(ctx, name, "import (\""+strings.Join(paths, "\"; \"")+"\")", out); err != nil {
		return text, found
	}
	out.Stream("stderr", fmt.Sprintf("note: imported %s\n", strings.Join(paths, ", ")))
	return s.analyse(name, code)
}
