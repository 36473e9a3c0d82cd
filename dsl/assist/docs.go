package assist

import "unfold/dsl/interp"

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

// documentation finds what is written of a name.
func (a *Assistant) documentation(n interp.Name) (declaration, comment string, ok bool) {
	if a.Docs == nil {
		return "", "", false
	}
	for _, symbol := range n.Symbols {
		if declaration, comment, ok = a.Docs.Lookup(symbol.Path, symbol.Name); ok {
			return declaration, comment, true
		}
	}
	return "", "", false
}

// packageSentence says in one what a package is.
func (a *Assistant) packageSentence(path string) string {
	if a.Docs == nil {
		return ""
	}
	return a.Docs.Sentence(path)
}

// packageSynopsis is the comment of a package.
func (a *Assistant) packageSynopsis(path string) string {
	if a.Docs == nil {
		return ""
	}
	return a.Docs.Synopsis(path)
}
