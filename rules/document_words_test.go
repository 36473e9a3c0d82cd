package rules

import (
	"regexp"
	"strings"
	"testing"

	"unfold/dsl/command"
	"unfold/rules/document"
)

// TestWordsOfTheKernelExist looks up the commands of cells and the variables of
// the environment.
func TestWordsOfTheKernelExist(t *testing.T) {
	var sources strings.Builder
	eachFile(t, func(file string) error {
		if !strings.HasSuffix(file, "_test.go") && !strings.Contains(file, "/std/") {
			sources.WriteString(document.Read(t, file))
		}
		return nil
	})
	for file, text := range document.All(t, "README.md", "CONTRIBUTING.md", "docs/*.md") {
		for _, m := range regexp.MustCompile("`%%?(\\w+)").FindAllStringSubmatch(text, -1) {
			if _, ok := command.Lookup(m[1]); !ok {
				t.Errorf("%s: there is no command %s", file, m[1])
			}
		}
		for _, name := range regexp.MustCompile(`UNFOLD_\w+`).FindAllString(text, -1) {
			if !strings.Contains(sources.String(), `"`+name) {
				t.Errorf("%s: nothing reads %s", file, name)
			}
		}
	}
}
