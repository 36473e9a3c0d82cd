package packages

import (
	"fmt"
	"go/build"
	"path/filepath"
)

// A Source is a directory with the source of a package that is not built in.
type Source struct {
	Path string // import path
	dir  string
}

// Files are the Go files of the package for this machine, without cgo.
func (src Source) Files() ([]string, error) {
	ctx := build.Default
	ctx.CgoEnabled = false
	ctx.BuildTags = []string{"purego", "noasm"}
	pkg, err := ctx.ImportDir(src.dir, 0)
	if err != nil {
		return nil, fmt.Errorf("package %s cannot be interpreted: %w", src.Path, err)
	}
	if len(pkg.SFiles) > 0 {
		return nil, fmt.Errorf("package %s cannot be interpreted: it has a part in assembly, %s", src.Path, pkg.SFiles[0])
	}
	files := make([]string, len(pkg.GoFiles))
	for i, name := range pkg.GoFiles {
		files[i] = filepath.Join(src.dir, name)
	}
	return files, nil
}
