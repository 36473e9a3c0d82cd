package dsl

import (
	"fmt"
	"strings"

	"unfold/engine"
)

// A Plan says what a pipeline would do, before it does it.
type Plan struct {
	Pipeline engine.Pipeline
	Protocol string         // what divides the rows, named or standard
	Kept     *engine.Report // an earlier run of the same sentence, if it is kept
	Fault    error          // what is wrong with it, if anything
}

// plan explains p without running it.
func (s *Session) plan(p *Pipeline) *Plan {
	p.there()
	sentence := p.sentence()
	plan := &Plan{Pipeline: sentence, Kept: s.kept.look(sentence)}
	switch {
	case p.IsRecipe():
		plan.Protocol = "a recipe: it runs when data stand before it"
	case sentence.Has(engine.ProtocolRole):
		plan.Protocol = "the protocol it names"
	case sentence.Has(engine.PredictorRole):
		plan.Protocol = "the standard protocol, since it predicts and names none"
	default:
		plan.Protocol = "none: all rows are placed, since nothing is predicted"
	}
	if !p.IsRecipe() {
		plan.Fault = p.explain(sentence.Check())
	}
	return plan
}

// Tabulate returns the plan as a table, a row for each step.
func (p *Plan) Tabulate() (title string, header []string, rows [][]string) {
	title = "Rows are divided by " + p.Protocol
	if p.Kept != nil {
		title += fmt.Sprintf("; its result is kept from an earlier run of %.2f s", p.Kept.Seconds)
	}
	if p.Fault != nil {
		title += "; it cannot run: " + p.Fault.Error()
	}
	header = []string{"step", "role", "arguments", "learns from", "what it does"}
	for _, s := range p.Pipeline.Steps {
		var args []string
		for _, a := range s.Args() {
			if a.Text != `""` { // empty texts say nothing
				args = append(args, a.Name+"="+a.Text)
			}
		}
		rows = append(rows, []string{s.Name(), s.Role().String(), strings.Join(args, ", "), learnsFrom(s.Stage), s.Stage.Summary})
	}
	return title, header, rows
}

// learnsFrom says which rows a stage learns from and what of them it reads.
func learnsFrom(s *engine.Stage) string {
	switch {
	case s.Role == engine.PredictorRole:
		return "training rows and their labels"
	case s.Role >= engine.PrepareRole && s.Role <= engine.ExtenderRole && s.ReadsLabels:
		return "training rows and their labels"
	case s.Role >= engine.PrepareRole && s.Role <= engine.ExtenderRole:
		return "training rows"
	}
	return "nothing"
}
