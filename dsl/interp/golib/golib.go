// Package golib is source of the standard library's generic functions and types,
// which no table of compiled values can hold. A package that is generic
// throughout is here as a whole; of others, the generic part.
//
// It imports nothing of ours. Start at Whole.
package golib

import (
	"embed"
	"path"
)

//go:embed */*
var files embed.FS

// Whole is the source of a package that is generic throughout, and whether the
// import path is that of one.
func Whole(importPath string) (src []byte, ok bool) {
	return read(importPath + "/" + path.Base(importPath) + ".go.txt")
}

// Part is the source of what is generic in a package that has more, and whether
// there is any.
func Part(importPath string) (src []byte, ok bool) { return read(importPath + "/generic.go.txt") }

func read(file string) ([]byte, bool) {
	src, err := files.ReadFile(file)
	return src, err == nil
}
