package assist

import (
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
)

// Undeclared is what to do about a name that nothing has, where the line shows what is
// meant: a text without its quotes, as in load(wine), or a variable that = would have
// to declare; nothing elsewhere. What there is to say already is a name that may be
// meant, or nothing.
func (a *Assistant) Undeclared(before, name, after, near string) string {
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
