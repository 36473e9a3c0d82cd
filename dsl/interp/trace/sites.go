package trace

import (
	"go/ast"
	"go/token"
	"go/types"
	"sync"

	"unfold/dsl/interp/workspace"
)

// Sites are what is known of the text of cells beyond their running: which
// functions stand where, and what in them may fail.
type Sites struct {
	files  *workspace.Files
	mu     sync.Mutex
	byFile map[*token.File]*site
}

// NewSites knows nothing yet of the files.
func NewSites(files *workspace.Files) *Sites {
	return &Sites{files: files, byFile: map[*token.File]*site{}}
}

// A site is what one file holds.
type site struct {
	functions []extent // the outer before the inner
	parts     []part
}

// An extent is a function and where it stands.
type extent struct {
	from, to token.Pos
	name     string
}

// Survey notes the text of a unit that is about to be lowered, which uses it up.
func (s *Sites) Survey(u *workspace.Unit) {
	for tree, name := range u.Trees() {
		s.SurveyTree(tree, u.Info, name)
	}
}

// SurveyTree notes the functions of a tree, and what in them may fail. The name is
// that of the function around it, or "".
func (s *Sites) SurveyTree(tree ast.Node, info *types.Info, name string) {
	file := s.files.File(tree.Pos())
	if file == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.byFile[file]
	if at == nil {
		at = &site{}
		s.byFile[file] = at
	}
	surveyor{at, info}.walk(tree, name)
}

// function is the name of the innermost function around a place, "" for none.
func (at *site) function(pos token.Pos) (name string) {
	for _, f := range at.functions {
		if f.from <= pos && pos < f.to {
			name = f.name
		}
	}
	return name
}
