package check

import (
	"fmt"
	"slices"
	"strings"

	"unfold/dsl/syntax"
	"unfold/engine"
)

// nested holds a stage in an argument against its parameter. Its own arguments are
// checked where they stand.
func (k *checker) nested(p *engine.Param, at syntax.Part, in *syntax.Pipeline) bool {
	if n := len(in.Operands); n > 1 {
		k.report(at, fmt.Sprintf("%s must be %s, not a pipeline of %d stages", p.Name, p.Wanted(), n), fmt.Sprintf("%s stands for %s", p.Name, p.Doc), k.suggest(p))
		return false
	}
	s, ok := in.Operands[0].(*syntax.Stage)
	if !ok {
		return false
	}
	b := k.stage(s)
	if b.as == nil {
		return false
	}
	if !p.Takes(b.step.Stage) {
		k.report(at, fmt.Sprintf("%s must be %s, not %s, %s", p.Name, p.Wanted(), s.Name, b.step.Stage.Role.WithArticle()), fmt.Sprintf("%s stands for %s", p.Name, p.Doc), k.suggest(p))
		return false
	}
	return b.sound && k.set(p, at, b.step)
}

// noStage reports a stage or pipeline that is given to a parameter which takes
// neither. A word may be lacking its quotes alone.
func (k *checker) noStage(p *engine.Param, at syntax.Part, in *syntax.Pipeline) {
	what, remedy := "a pipeline", k.suggest(p)
	if s, ok := in.Operands[0].(*syntax.Stage); ok && len(in.Operands) == 1 {
		what = "the stage " + s.Name
		if p.Type == engine.Text && s.Bare && p.Rule.Allows(s.Name) {
			remedy = fmt.Sprintf("write %s=%q", p.Name, s.Name)
		}
	}
	k.report(at, fmt.Sprintf("%s must be %s, not %s", p.Name, p.Type, what), "", remedy)
}

// bareWord is the remedy for a stage that is given as a text; nothing for other
// values.
func (k *checker) bareWord(p *engine.Param, v any) string {
	if name, ok := v.(string); ok && slices.Contains(k.catalogue.Taken(p), name) {
		return fmt.Sprintf("write %s=%s, without quotes", p.Name, name)
	}
	return ""
}

// mostTold is how many words a remedy lists.
const mostTold = 8

// Give is the remedy for a parameter that takes a stage and was given what will not
// do: the words of the catalogue that will.
func Give(c *engine.Catalogue, p *engine.Param) string {
	words := c.Taken(p)
	switch {
	case len(words) == 0:
		return "give " + p.Wanted()
	case len(words) > mostTold:
		return fmt.Sprintf("give one of %s, ...: %s=%s", strings.Join(words[:mostTold], ", "), p.Name, words[0])
	}
	return fmt.Sprintf("give one of %s: %s=%s", strings.Join(words, ", "), p.Name, words[len(words)-1])
}
