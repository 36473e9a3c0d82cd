package registry

import (
	"os"
	"path/filepath"
	"strings"
)

// FilesIn returns the files of a folder, none if it cannot be read.
func FilesIn(folder string) []string {
	if folder == "" {
		return nil
	}
	entries, _ := os.ReadDir(folder)
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// BareName is a file's name without its folder and endings.
func BareName(file string) string {
	name := filepath.Base(file)
	for _, ending := range []string{".gz", ".zst", ".csv", ".tsv", ".txt", ".data", ".arff", ".libsvm", ".svm", ".npy", ".npz", ".jsonl", ".ndjson", ".json"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}
