package packages

import (
	"go/token"
	"slices"
	"strings"

	"unfold/dsl/interp/golib"
)

// Paths lists the import paths of compiled packages that are meant for cells,
// sorted.
func (im *Importer) Paths() []string {
	return slices.DeleteFunc(im.Tables.Paths(), func(p string) bool {
		return strings.HasPrefix(p, "unfold/dsl/interp/") || strings.Contains(p, "/internal/")
	})
}

// Named is the path of the package that a bare name such as strings most
// likely means, or "".
func (im *Importer) Named(name string) string {
	if _, whole := golib.Whole(name); whole || im.Tables.Name(name) == name {
		return name
	}
	best := ""
	for _, p := range im.Paths() {
		if im.Tables.Name(p) == name && (best == "" || len(p) < len(best)) {
			best = p
		}
	}
	return best
}

// Meant lists the packages of the standard library that a name can mean before
// one of their members.
func (im *Importer) Meant(name, member string) (paths []string) {
	known := im.Paths()
	if _, ok := golib.Whole(name); ok {
		known = append(known, name)
	}
	for _, p := range slices.Compact(slices.Sorted(slices.Values(known))) {
		host, _, _ := strings.Cut(p, "/")
		if im.Tables.Name(p) != name && p != name || host == "unfold" || strings.Contains(host, ".") || !token.IsExported(member) {
			continue
		}
		if pkg, err := im.Import(p); err == nil && pkg.Scope().Lookup(member) != nil {
			paths = append(paths, p)
		}
	}
	return paths
}
