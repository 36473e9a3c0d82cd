package dsl

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/tree"
)

// rules lists the rules of the tree that a pipeline predicts by. Of several folds,
// which each have a tree, it is that of the first unless another is given.
func (s *Session) rules(p *Pipeline, fold ...int) *figure.Sheet {
	return must(ruleSheet(p, fold))
}

func ruleSheet(p *Pipeline, fold []int) (*figure.Sheet, error) {
	p.mustExist()
	report, err := p.Try()
	if err != nil {
		return nil, err
	}
	at := 1
	if len(fold) > 0 {
		at = fold[0]
	}
	if at < 1 || at > len(report.Runs) || len(fold) > 1 {
		return nil, &engine.Error{Stage: "rules", Cause: fmt.Sprintf("%v is no fold", fold), Remedy: remedy.Say("give one from 1 to %d", len(report.Runs))}
	}
	run := report.Runs[at-1]
	if run.Thinned {
		return nil, &engine.Error{Stage: "rules", Cause: fmt.Sprintf("what fold %d has learned was let go, so that all folds could be held", at), Remedy: remedy.Say("take the first fold, or fewer folds")}
	}
	grown, ok := run.Predictor.(tree.Predictor)
	if !ok {
		return nil, &engine.Error{Stage: "rules", Cause: fmt.Sprintf("%s does not predict by one tree", p), Remedy: remedy.Use("cart", "c45").As("a predictor")}
	}
	return grown.Tree().Sheet(), nil
}
