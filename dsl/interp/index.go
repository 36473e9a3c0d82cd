package interp

import (
	"sync"

	"unfold/dsl/interp/workspace"
)

// An Index answers what cells can name, also while one of them runs.
type Index struct {
	mu        *sync.Mutex
	workspace *workspace.Workspace
}

// Names lists what cells have declared or imported and what is visible without,
// by name.
func (x Index) Names() []workspace.Name {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.workspace.Names()
}

// Words lists the names that cells can use, sorted, as Names does but with
// nothing about them.
func (x Index) Words() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.workspace.Words()
}

// Lookup describes one name. Names that every cell has without importing them
// are found too, but not those of Go itself.
func (x Index) Lookup(name string) (workspace.Name, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.workspace.Lookup(name)
}

// Declared reports whether a cell has declared or imported the name, so that it
// hides whatever else it might mean.
func (x Index) Declared(name string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.workspace.Declared(name)
}

// AtCursor tells what stands at the name workspace.Cursor in a text. With another
// word for the cursor, Names and Members are this one word's.
func (x Index) AtCursor(src, word string) workspace.Surroundings {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.workspace.AtCursor(src, word)
}

// Members lists what may follow the dot after an expression: the exported names of
// a package, or the fields and methods of a value. It is found from types alone;
// nothing runs.
func (x Index) Members(expr string) []workspace.Name {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.workspace.Members(expr)
}

// Paths lists the packages that a cell can import, sorted.
func (x Index) Paths() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.workspace.Packages.Paths()
}

// Meant lists the packages of the standard library that a name can mean before
// one of their members.
func (x Index) Meant(name, member string) []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.workspace.Packages.Meant(name, member)
}
