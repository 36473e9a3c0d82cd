package check

import (
	"strings"

	"unfold/dsl/syntax"
	"unfold/engine"
	"unfold/engine/evaluate"
)

// order reports what is wrong with the order of the roles.
//
// A pipeline is a value that others may join: a recipe needs something before
// it, and unless the pipeline is looked at where it stands, more may follow.
// A fault counts when it remains in whatever company the pipeline comes to be.
//
// A stage that arguments take is a value too, as long as it stands alone.
func (k *checker) order(p *syntax.Pipeline, steps []step) {
	if len(steps) == 1 && steps[0].stage != nil && steps[0].stage.Role == engine.FormRole {
		return
	}
	stages := make([]*engine.Stage, len(steps))
	for i, s := range steps {
		stages[i] = s.stage
	}
	faults := evaluate.Arrange(stages)
	if len(steps) > 0 && stages[0] != nil && stages[0].Role != engine.SourceRole {
		faults = remaining(faults, evaluate.Arrange(append([]*engine.Stage{placed}, stages...)), 1)
	}
	if !k.lookedAt(p) {
		faults = remaining(faults, evaluate.Arrange(append(stages, placed, extended)), 0)
	}
	for _, f := range faults {
		if f.Step >= 1 && f.Step <= len(steps) {
			k.report(steps[f.Step-1].operand, f.Cause, "", f.Remedy.String())
		}
	}
}

// The company that explains away most: an embedding before a recipe, one with
// a map behind it.
var (
	placed   = &engine.Stage{Name: "embedder", Role: engine.EmbedderRole}
	extended = &engine.Stage{Name: "extender", Role: engine.ExtenderRole}
)

// remaining returns the faults that are among others too, whose steps are
// counted from a number of steps further.
func remaining(faults, others []*engine.Error, further int) []*engine.Error {
	var both []*engine.Error
	for _, f := range faults {
		for _, o := range others {
			if o.Step == f.Step+further && o.Cause == f.Cause {
				both = append(both, f)
				break
			}
		}
	}
	return both
}

// lookedAt reports whether the pipeline runs where it stands: as a statement
// of its own, or as all that is shown.
func (k *checker) lookedAt(p *syntax.Pipeline) bool {
	before := strings.TrimRight(k.cell.Text[:p.From], " \t")
	after := strings.TrimLeft(k.cell.Text[p.To:], " \t")
	if strings.HasSuffix(before, "show(") {
		return strings.HasPrefix(after, ")")
	}
	starts := before == "" || strings.ContainsAny(before[len(before)-1:], "\n;{")
	ends := after == "" || strings.ContainsAny(after[:1], "\r\n;}/")
	return starts && ends
}
