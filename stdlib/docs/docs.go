// Package docs holds what the packages that cells can import say of
// themselves: declarations with the names of their parameters, and comments.
// Compiled tables know neither. It needs no toolchain and no sources; they
// were read when the program was built (generate.go).
//
// The texts stay compressed in the program's file. A look-up unpacks one
// package, about a millisecond, and a few that were asked for last are kept.
package docs

import (
	"archive/zip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
)

//go:generate go run generate.go

//go:embed docs.zip
var archive string

const (
	recordMark = "\x1e" // before each record: name, declaration, comment
	fieldMark  = "\x1f" // between its parts
)

// keeping is how many unpacked packages are kept, each some ten kilobytes.
const keeping = 4

// A Library is the documentation of all packages. Its zero value is ready; its
// methods may be called from several goroutines.
type Library struct {
	mu    sync.Mutex
	files map[string]*zip.File
	kept  []unpacked // last asked for first
}

type unpacked struct{ path, text string }

// Lookup returns the declaration of an exported name of a package, as Go
// writes it but without comments, and its comment, in the syntax of Go doc
// comments. A method, a field of a struct or a method of an interface is named
// with its type: "Builder.Len". Nothing embedded is looked up in another type.
func (l *Library) Lookup(path, name string) (declaration, comment string, ok bool) {
	if name == "" {
		return "", "", false
	}
	return find(l.text(path), name)
}

// Synopsis returns the comment of a package, "" for an unknown one.
func (l *Library) Synopsis(path string) string {
	_, comment, _ := find(l.text(path), "")
	return comment
}

// Sentence returns the first sentence of the comment of a package, "" for an
// unknown one. It unpacks nothing.
func (l *Library) Sentence(path string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open()
	if f := l.files[path]; f != nil {
		return f.Comment
	}
	return ""
}

// Names lists what a package documents, in the order of its documentation.
func (l *Library) Names(path string) (names []string) {
	for _, r := range strings.Split(l.text(path), recordMark) {
		if name, _, ok := strings.Cut(r, fieldMark); ok && name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Paths lists the packages, sorted.
func (l *Library) Paths() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open()
	paths := make([]string, 0, len(l.files))
	for path := range l.files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

func find(text, name string) (declaration, comment string, ok bool) {
	_, rest, ok := strings.Cut(text, recordMark+name+fieldMark)
	if !ok {
		return "", "", false
	}
	record, _, _ := strings.Cut(rest, recordMark)
	declaration, comment, _ = strings.Cut(record, fieldMark)
	return declaration, comment, true
}

// text unpacks a package, "" for an unknown one.
func (l *Library) text(path string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.kept, func(u unpacked) bool { return u.path == path })
	if i < 0 {
		l.open()
		f := l.files[path]
		if f == nil {
			return ""
		}
		l.kept = append(l.kept[:min(len(l.kept), keeping-1)], unpacked{path, unpack(f)})
		i = len(l.kept) - 1
	}
	asked := l.kept[i]
	copy(l.kept[1:], l.kept[:i])
	l.kept[0] = asked
	return asked.text
}

// open reads the archive's directory. The archive is part of the program: if it
// cannot be read, there are no documents, which is no fault of the reader's.
func (l *Library) open() {
	if l.files != nil {
		return
	}
	l.files = map[string]*zip.File{}
	r, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		return
	}
	for _, f := range r.File {
		l.files[f.Name] = f
	}
}

func unpack(f *zip.File) string {
	r, err := f.Open()
	if err != nil {
		return ""
	}
	defer r.Close() //nolint:errcheck // read only
	var b strings.Builder
	b.Grow(int(f.UncompressedSize64))
	if _, err := io.Copy(&b, r); err != nil {
		return ""
	}
	return b.String()
}
