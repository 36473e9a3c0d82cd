package assist

import (
	"fmt"
	"slices"
	"strings"

	"unfold/dsl/diag"
	"unfold/engine"
)

// Undeclared says in a finding what to do about a name that nothing has, and reports
// whether its line shows what is meant: a text without its quotes, as in load(wine), or
// a variable that = would have to declare.
func (a *Assistant) Undeclared(f diag.Finding, name string) (diag.Finding, bool) {
	before, _, after := f.Split()
	advice := a.undeclared(before, name, after, f.Remedy)
	if advice != "" {
		f.Remedy = advice
	}
	return f, advice != ""
}

// undeclared is what to do about a name between the parts of its line; nothing where
// they do not tell. What there is to say already is a name that may be meant, or nothing.
func (a *Assistant) undeclared(before, name, after, near string) string {
	if strings.TrimSpace(before) == "" {
		rest := strings.TrimSpace(after)
		if !strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "==") {
			return ""
		}
		declare := fmt.Sprintf("write %s := ..., since = sets what := has declared", name)
		if strings.HasPrefix(near, "did you mean") {
			return near + " To declare it, " + declare
		}
		return declare
	}
	p := locate(before, len([]rune(before)))
	stage := a.stageOf(&p)
	if stage == nil {
		return ""
	}
	param := paramAt(stage, &p)
	follows := strings.TrimLeft(after, " ")
	alone := follows == "" || strings.ContainsRune(",)]", rune(follows[0]))
	if param == nil || !alone || !slices.Contains([]engine.Type{engine.Text, engine.Texts, engine.Any}, param.Type) {
		return ""
	}
	return fmt.Sprintf("write %q, with quotes; without them it is a Go variable", name)
}
