package dsl

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/model"
	"unfold/engine/remedy"
)

// Tuning returns how the candidates did: every score on the inner folds, and
// what each fold chose.
func (p *Pipeline) Tuning() *engine.Tuning {
	if t := p.Report().Tuning; t != nil {
		return t
	}
	panic(abort{&engine.Error{Cause: "the pipeline has no candidates, so nothing was chosen", Remedy: remedy.Say("offer some: isomap(k=[5, 10, 20]), or krr(lambda=1e-6..1 log 7)")}})
}

// Chosen returns what each fold chose: the values of the varied parameters, by
// names such as "isomap.k".
func (p *Pipeline) Chosen() []map[string]any {
	t := p.Tuning()
	all := make([]map[string]any, len(t.Chosen))
	for i, c := range t.Chosen {
		all[i] = map[string]any{}
		for v, digit := range engine.Digits(t.Candidates, c.Setting) {
			all[i][t.Candidates[v].Name()] = t.Candidates[v].Values[digit]
		}
	}
	return all
}

// Best returns the recipe with the values that all rows of the data choose
// together, by the inner folds and the rule of the protocol: what new rows are
// placed and predicted by. How well it does is not what it scored there, but
// what the folds of the report say.
func (p *Pipeline) Best() *Pipeline {
	p.mustExist()
	best := p
	if p.sentence().Settings() > 1 {
		chosen := p.learnedReport().Tuning.Chosen[0].Setting
		best = &Pipeline{session: p.session, steps: p.sentence().Setting(chosen).Steps, origins: p.origins}
	}
	return best.recipe()
}

// recipe is the pipeline without data, and without what divides them.
func (p *Pipeline) recipe() *Pipeline {
	r := &Pipeline{session: p.session}
	for i, s := range p.steps {
		if engine.ActsOnTable(s.Method) || s.Role() == engine.SourceRole || s.Role() == engine.ProtocolRole {
			continue
		}
		r.steps, r.origins = append(r.steps, s), append(r.origins, p.origins[i])
	}
	return r
}

// Table returns the results as data, a row for each fold: what it chose, and
// its scores; under them their means, with the deviations over the folds.
func (p *Pipeline) Table() *figure.Sheet {
	report := p.Report()
	sheet := &figure.Sheet{Title: report.Pipeline, Columns: []string{"fold"}}
	var chosen [][]figure.Cell
	if t := report.Tuning; t != nil {
		chosen = chosenCells(t)
		for _, v := range t.Candidates {
			sheet.Columns = append(sheet.Columns, v.Name())
		}
		sheet.Columns = append(sheet.Columns, "inner "+t.Measure)
		sheet.Foot = append(sheet.Foot, fmt.Sprintf("chosen by %s of %s, rule %s", t.Measure, onRows(t.Inner), t.Rule))
	}
	for _, s := range report.Scores {
		sheet.Columns = append(sheet.Columns, s.Name)
	}
	for f := range report.Runs {
		row := []figure.Cell{{Text: strconv.Itoa(f + 1), Value: float64(f + 1)}}
		if chosen != nil {
			row = append(row, chosen[f]...)
		}
		for _, s := range report.Scores {
			row = append(row, figure.Figures(s.Folds[f], decimals))
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	for _, line := range []struct {
		word string
		of   func(engine.Summary) float64
	}{{"mean", func(s engine.Summary) float64 { return s.Mean }}, {"deviation", func(s engine.Summary) float64 { return s.SD }}} {
		row := []figure.Cell{figure.Word(line.word)}
		for range len(sheet.Columns) - 1 - len(report.Scores) {
			row = append(row, figure.Word(""))
		}
		for _, s := range report.Scores {
			row = append(row, figure.Figures(line.of(s), decimals))
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	sheet.Foot = append(sheet.Foot, fmt.Sprintf("%s, %d rows, divided by %s", report.Table.Source, report.Table.Len(), report.Protocol))
	return sheet
}

// decimals is how many of a score are shown.
const decimals = 4

// chosenCells are, by fold, the values that were chosen and what they scored
// on the inner folds.
func chosenCells(t *engine.Tuning) [][]figure.Cell {
	all := make([][]figure.Cell, len(t.Chosen))
	for f := range t.Chosen {
		c := &t.Chosen[f]
		for v, digit := range engine.Digits(t.Candidates, c.Setting) {
			all[f] = append(all[f], figure.Cell{Text: t.Candidates[v].Texts[digit], Value: number(t.Candidates[v].Values[digit])})
		}
		mean, _ := c.Mean(c.Setting)
		all[f] = append(all[f], figure.Figures(mean, decimals))
	}
	return all
}

func number(v any) float64 {
	switch v := v.(type) {
	case int:
		return float64(v)
	case float64:
		return v
	}
	return math.NaN()
}

// onRows names what divided the training rows.
func onRows(inner string) string {
	if inner == "" {
		return "the training rows themselves"
	}
	return inner + " of the training rows"
}

// overAllRows is the pipeline that learns from all rows, which choose between
// its candidates as each training part of the protocol would.
func (p *Pipeline) overAllRows() *Pipeline {
	all := p.bare()
	steps := model.OverAllRows(p.sentence(), p.session.catalogue()).Steps
	if len(steps) > len(all.steps) { // a protocol stands behind the first
		all.origins = slices.Insert(all.origins, 1, all.origins[0])
	}
	all.steps = steps
	return all
}
