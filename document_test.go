package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// documents are the texts of the project, by path.
func documents(t *testing.T, patterns ...string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || files == nil {
			t.Fatalf("no document %s: %v", pattern, err)
		}
		for _, file := range files {
			texts[file] = read(t, file)
		}
	}
	return texts
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fence is a fenced block: its language, and what stands in it.
var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// blocks are the fenced blocks of a document in a language.
func blocks(text, language string) (found []string) {
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		if m[1] == language {
			found = append(found, m[2])
		}
	}
	return found
}

// block is the one block of a document, in Go, that has some words.
func block(t *testing.T, file, has string) string {
	t.Helper()
	found := slices.DeleteFunc(blocks(read(t, file), "go"), func(b string) bool { return !strings.Contains(b, has) })
	if len(found) != 1 {
		t.Fatalf("%s has %d blocks with %q", file, len(found), has)
	}
	return found[0]
}

// link is where a document points to.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinksResolve finds the files and headings that documents link to.
func TestLinksResolve(t *testing.T) {
	seen := 0
	for file, text := range documents(t, "*.md", "docs/*.md", "engine/bench/*.md", "kernel/kerneltest/*.md") {
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
			path, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			seen++
			target := file
			if path != "" {
				target = filepath.Join(filepath.Dir(file), path)
			}
			if _, err := os.Stat(target); err != nil || anchor != "" && !slices.Contains(anchors(read(t, target)), anchor) {
				t.Errorf("%s links to %s, which is not there", file, m[1])
			}
		}
	}
	if seen < 20 {
		t.Errorf("looked at %d links only", seen)
	}
}

// anchors are what links to headings of a document end in.
func anchors(text string) (found []string) {
	for line := range strings.Lines(fence.ReplaceAllString(text, "")) {
		if title := strings.TrimLeft(line, "#"); title != line {
			found = append(found, strings.Map(func(r rune) rune {
				switch {
				case r == ' ':
					return '-'
				case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
					return unicode.ToLower(r)
				}
				return -1
			}, strings.TrimSpace(title)))
		}
	}
	return found
}

// TestDocumentsAreShort: the README is read in two minutes, and no line runs
// beyond a page, tables aside, which have their columns.
func TestDocumentsAreShort(t *testing.T) {
	if n := strings.Count(read(t, "README.md"), "\n"); n > 120 {
		t.Errorf("the README has %d lines", n)
	}
	for file, text := range documents(t, "*.md", "docs/*.md") {
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSpace(line)); n > 120 && !strings.HasPrefix(line, "|") && file != "docs/stages.md" {
				t.Errorf("%s: %d columns: %s", file, n, line)
			}
		}
	}
}
