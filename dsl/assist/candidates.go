package assist

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
)

// candidateExamples gives examples of candidates for a parameter, as they are
// written behind its name: a list, and a range where there are numbers. It has
// none where candidates cannot be offered.
func candidateExamples(c *engine.Catalogue, s *engine.Stage, p *engine.Param) []string {
	if !s.Varies(p) {
		return nil
	}
	switch p.Type {
	case engine.Text:
		return candidateWords(p)
	case engine.Nested:
		return candidateStages(c, p)
	}
	three, ok := candidateNumbers(p)
	if !ok {
		return nil
	}
	texts := make([]string, len(three))
	for i, v := range three {
		texts[i] = fmt.Sprintf("%g", v)
	}
	span := texts[0] + ".." + texts[2]
	switch {
	case p.Type == engine.Int:
	case three[2] >= 10*three[0]:
		span += " log 5"
	default:
		span += fmt.Sprintf(" by %g", three[1]-three[0])
	}
	return []string{"[" + strings.Join(texts, ", ") + "]", span}
}

// candidateWords are the words that the parameter's rule allows.
func candidateWords(p *engine.Param) []string {
	var words []string
	for _, w := range engine.Words(p.Rule) {
		if w != "" {
			words = append(words, p.Format(w))
		}
	}
	if len(words) < 2 {
		return nil
	}
	return []string{"[" + strings.Join(words, ", ") + "]"}
}

// candidateStages are the stages that the parameter takes and that need no arguments,
// three at most.
func candidateStages(c *engine.Catalogue, p *engine.Param) []string {
	var words []string
	for _, word := range c.Taken(p) {
		stage, _ := c.Lookup(word)
		if !slices.ContainsFunc(engine.ParamsOf(stage.Make()), func(p *engine.Param) bool { return p.Required }) {
			words = append(words, word)
		}
	}
	if len(words) < 2 {
		return nil
	}
	return []string{"[" + strings.Join(words[:min(3, len(words))], ", ") + "]"}
}

// candidateNumbers are three numbers that the rule allows, around the default if
// that is one.
func candidateNumbers(p *engine.Param) ([3]float64, bool) {
	tries := [][3]float64{{2, 5, 10}, {0.1, 1, 10}, {0.25, 0.5, 0.75}}
	switch d := p.Default.(type) {
	case int:
		if d > 1 {
			tries = append([][3]float64{{math.Ceil(float64(d) / 2), float64(d), 2 * float64(d)}}, tries...)
		}
	case float64:
		if d > 0 {
			tries = append([][3]float64{{d / 10, d, d * 10}}, tries[1:]...)
		} else {
			tries = tries[1:]
		}
	}
	for _, three := range tries {
		allowed := true
		for _, v := range three {
			number := any(v)
			if p.Type == engine.Int {
				number = int(v)
			}
			allowed = allowed && (p.Type != engine.Int || v == math.Trunc(v)) && p.Rule.Allows(number)
		}
		if allowed {
			return three, true
		}
	}
	return [3]float64{}, false
}

// candidateSentence is the sentence that tells of candidates, "" where there
// can be none.
func candidateSentence(c *engine.Catalogue, s *engine.Stage, p *engine.Param) string {
	examples := candidateExamples(c, s, p)
	if len(examples) == 0 {
		return ""
	}
	for i, e := range examples {
		examples[i] = p.Name + "=" + e
	}
	return "candidates may be given, between which each training part chooses: " + strings.Join(examples, ", or ")
}
