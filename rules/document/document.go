// Package document reads the project's documents for tests, which run what stands in
// them: their pipelines, programs and command lines. Tests of whole documents are in
// packages rules and cli. Start at [Read] and [Blocks].
package document

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// All are the texts of the project that match patterns, by path.
func All(t testing.TB, patterns ...string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || files == nil {
			t.Fatalf("no document %s: %v", pattern, err)
		}
		for _, file := range files {
			texts[file] = Read(t, file)
		}
	}
	return texts
}

// Read is the text of a file.
func Read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fence is a fenced block: its language, and what stands in it.
var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// Blocks are the fenced blocks of a document in a language.
func Blocks(text, language string) (found []string) {
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		if m[1] == language {
			found = append(found, m[2])
		}
	}
	return found
}

// Prose is a document without its fenced blocks.
func Prose(text string) string { return fence.ReplaceAllString(text, "") }

// Block is the one block of a document, in Go, that has some words.
func Block(t testing.TB, file, has string) string {
	t.Helper()
	found := slices.DeleteFunc(Blocks(Read(t, file), "go"), func(b string) bool { return !strings.Contains(b, has) })
	if len(found) != 1 {
		t.Fatalf("%s has %d blocks with %q", file, len(found), has)
	}
	return found[0]
}
