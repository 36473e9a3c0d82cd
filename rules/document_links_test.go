package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unfold/rules/document"
	"unicode"
	"unicode/utf8"
)

// link is where a document points to.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinksResolve finds the files and headings that documents link to.
func TestLinksResolve(t *testing.T) {
	seen := 0
	for file, text := range document.All(t, "*.md", "docs/*.md", "engine/bench/*.md", "kernel/kerneltest/*.md") {
		for _, m := range link.FindAllStringSubmatch(document.Prose(text), -1) {
			path, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			seen++
			target := file
			if path != "" {
				target = filepath.Join(filepath.Dir(file), path)
			}
			if _, err := os.Stat(target); err != nil || anchor != "" && !slices.Contains(anchors(document.Read(t, target)), anchor) {
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
	for line := range strings.Lines(document.Prose(text)) {
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
	if n := strings.Count(document.Read(t, "README.md"), "\n"); n > 120 {
		t.Errorf("the README has %d lines", n)
	}
	for file, text := range document.All(t, "*.md", "docs/*.md") {
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSpace(line)); n > 120 && !strings.HasPrefix(line, "|") && file != "docs/stages.md" {
				t.Errorf("%s: %d columns: %s", file, n, line)
			}
		}
	}
}
