package diag

import (
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
)

// Elsewhere returns what to say to a name that is no stage here, and that the field
// or other programs have for one, or for a method that is not here; with the stages
// that it then names, if any. Case and underscores do not count.
func Elsewhere(name string, stages []engine.Stage) (advice string, meant []engine.Stage) {
	word := strings.ReplaceAll(strings.ToLower(name), "_", "")
	var near []string
	for _, s := range stages {
		if slices.Contains(s.Aliases, word) {
			return fmt.Sprintf("%s is called %s here", name, s.Name), []engine.Stage{s}
		}
		if slices.Contains(s.Near, word) {
			near, meant = append(near, s.Name), append(meant, s)
		}
	}
	switch len(near) {
	case 0:
		return "", nil
	case 1:
		return fmt.Sprintf("%s is not here; the nearest is %s", name, near[0]), meant
	}
	return fmt.Sprintf("%s is not here; the nearest are %s", name, strings.Join(near, ", ")), meant
}

// WhichStage is what to say to a word that is no stage: what it is called here, or
// the nearest of some names; "" of neither.
func WhichStage(name string, stages []engine.Stage, names []string) string {
	if advice, meant := Elsewhere(name, stages); len(meant) > 0 {
		return advice
	}
	if near, ok := Nearest(name, names); ok {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return ""
}
