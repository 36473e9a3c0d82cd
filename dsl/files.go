package dsl

import (
	"os"
	"path/filepath"
	"strings"

	"unfold/dsl/cell"
)

// fileItems lists the files and folders that the typed path could mean, by the
// last part of their path. Hidden ones are listed when their dot is typed.
func fileItems(typed string) []cell.Item {
	dir, prefix := cutPath(typed)
	folder := dir
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(dir, "~/") {
		folder = home + dir[1:]
	}
	if folder == "" {
		folder = "."
	}
	entries, err := os.ReadDir(filepath.FromSlash(folder))
	if err != nil {
		return nil
	}
	var items []cell.Item
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(prefix, ".") {
			continue
		}
		if info, err := os.Stat(filepath.Join(filepath.FromSlash(folder), name)); err == nil && info.IsDir() {
			name += "/"
		}
		items = append(items, cell.Item{Text: name, Type: "path"})
	}
	return items
}

// cutPath cuts a path behind its last slash.
func cutPath(typed string) (dir, name string) {
	i := strings.LastIndex(typed, "/") + 1
	return typed[:i], typed[i:]
}
