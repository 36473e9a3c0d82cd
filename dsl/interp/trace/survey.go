package trace

import (
	"fmt"
	"go/ast"
	"go/types"

	"unfold/dsl/interp/workspace"
)

// A surveyor fills a site.
type surveyor struct {
	*site
	info *types.Info
}

func (s surveyor) walk(tree ast.Node, name string) {
	literals := 0
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name == "_" {
				return true // around the statements of a cell
			}
			if n != tree {
				s.walk(n, workspace.FunctionName(n))
				return false
			}
			s.functions = append(s.functions, extent{n.Pos(), n.End(), name})
		case *ast.FuncLit:
			if n == tree {
				s.functions = append(s.functions, extent{n.Pos(), n.End(), name})
				return true
			}
			literals++
			inner := fmt.Sprintf("func%d", literals)
			if name != "" {
				inner = name + "." + inner
			}
			s.walk(n, inner)
			return false
		}
		if p := s.part(n); p.kind != 0 {
			p.first, p.from, p.to = uint32(firstWord(n)), uint32(n.Pos()), uint32(n.End())
			s.parts = append(s.parts, p)
		}
		return true
	})
}
