package assist

import "unfold/dsl/interp/workspace"

// Docs is the documentation of the packages that cells can import. Its methods
// are called from several goroutines.
type Docs interface {
	// Lookup returns the declaration of an exported name, without comments
	// inside, and its comment. A method or field is named with its type.
	Lookup(path, name string) (declaration, comment string, ok bool)
	// Synopsis returns the comment of a package.
	Synopsis(path string) string
	// Sentence returns the first sentence of it, at next to no cost.
	Sentence(path string) string
}

// NoDocs is the documentation of nothing.
type NoDocs struct{}

// Lookup finds nothing.
func (NoDocs) Lookup(string, string) (declaration, comment string, ok bool) { return "", "", false }

// Synopsis is empty.
func (NoDocs) Synopsis(string) string { return "" }

// Sentence is empty.
func (NoDocs) Sentence(string) string { return "" }

// documentation finds what is written of a name.
func (a *Assistant) documentation(n workspace.Name) (declaration, comment string, ok bool) {
	for _, symbol := range n.Symbols {
		if declaration, comment, ok = a.Docs.Lookup(symbol.Path, symbol.Name); ok {
			return declaration, comment, true
		}
	}
	return "", "", false
}
