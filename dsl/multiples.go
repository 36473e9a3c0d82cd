package dsl

import (
	"cmp"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/evaluate/comparison"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// mostPanels is how many panels a figure may have: more are no picture.
const mostPanels = 100

// A multiplesCall is what panels is to draw of data: recipes, a row of panels or several
// each, under map forms, a column each.
type multiplesCall struct {
	data    *Pipeline
	names   []string
	recipes []*Pipeline
	forms   []any // steps
	measure string
}

// A panel is of a recipe with one setting of its candidates.
type panel struct {
	name     string
	pipeline *Pipeline
}

// drawMultiples draws where recipes place the rows of data. What an argument is for its
// role tells: a recipe is a row of panels, a map form a column, a measure the number
// under each. A recipe with candidates has a panel for each setting.
func (s *Session) drawMultiples(data any, arguments []any) (*figure.Figure, error) {
	c, err := s.readMultiples(data, arguments)
	if err != nil {
		return nil, err
	}
	rows, err := c.rows()
	if err != nil {
		return nil, err
	}
	panels := len(slices.Concat(rows...))
	if panels > mostPanels {
		return nil, panelsError(fmt.Sprintf("%d panels are more than %d", panels, mostPanels), "draw fewer recipes, maps or candidates")
	}
	drawn, done := comparison.Multiples{Data: c.data.stageNames(), Measure: c.measure, Rows: make([][]comparison.Entry, len(rows))}, 0
	for i, row := range rows {
		for _, cell := range row {
			done++
			entry, err := s.place(cell, fmt.Sprintf("%s (%d of %d)", cell.name, done, panels))
			if err != nil {
				return nil, err
			}
			if entry.Report != nil {
				drawn.Data = fmt.Sprintf("%s, %d rows", entry.Report.Table.Source, entry.Report.Table.Len())
			}
			drawn.Rows[i] = append(drawn.Rows[i], entry)
		}
	}
	return drawn.Figure()
}

// place runs what a panel is of. One that fails is a hole; a cancelled cell ends.
func (s *Session) place(c panel, where string) (comparison.Entry, error) {
	report, err := s.evaluateLabelled(where, c.pipeline.sentence())
	if isCancel(err) || s.context().Err() != nil {
		return comparison.Entry{}, cmp.Or(err, s.context().Err())
	}
	if err != nil {
		return comparison.Entry{Name: c.name, Failed: failedRecipe{err, c.pipeline.locateError(err)}}, nil
	}
	return comparison.Entry{Name: c.name, Report: report}, nil
}

// readMultiples reads the arguments of the call.
func (s *Session) readMultiples(data any, arguments []any) (*multiplesCall, error) {
	p, ok := data.(*Pipeline)
	if !ok || p == nil || p.IsRecipe() {
		return nil, panelsError("it needs data first, or a comparison", `write panels(load("iris"), mds, tsne, free, linear), or panels(compare(data, ...))`)
	}
	c := &multiplesCall{data: p, measure: "trustworthiness"}
	for _, a := range arguments {
		if err := c.read(a); err != nil {
			return nil, err
		}
	}
	if len(c.recipes) == 0 && p.sentence().Has(engine.EmbedderRole) { // the data are the recipe
		c.names, c.recipes = []string{""}, []*Pipeline{s.join()}
	}
	if len(c.recipes) == 0 {
		return nil, panelsError("no recipe places rows", `name what does behind the data: panels(load("iris"), mds, tsne)`)
	}
	return c, nil
}

// read reads an argument behind the data.
func (c *multiplesCall) read(argument any) error {
	named, _ := argument.(Argument)
	if named.Value != nil {
		argument = named.Value
	}
	p, ok := argument.(*Pipeline)
	if !ok || p == nil || !p.IsRecipe() || len(p.steps) == 0 {
		return panelsError(describe(argument)+" is no recipe", "give stages behind the data: recipes, map forms, or a measure")
	}
	switch alone := len(p.steps) == 1; {
	case alone && p.steps[0].Role() == engine.FormRole:
		c.forms = append(c.forms, p.steps[0])
	case alone && p.steps[0].Role() == engine.MeasureRole:
		c.measure = p.steps[0].Name()
	case p.sentence().Has(engine.EmbedderRole):
		c.names, c.recipes = append(c.names, cmp.Or(named.Name, p.stageNames())), append(c.recipes, p)
	default:
		return panelsError(p.stageNames()+" places no rows", "give a recipe with an embedder, such as mds or tsne")
	}
	return nil
}

// rows returns the panels of the recipes, row by row.
func (c *multiplesCall) rows() (rows [][]panel, err error) {
	for i, recipe := range c.recipes {
		p := c.data.session.join(c.data, recipe).filter(func(s engine.Step) bool { return s.Role() < engine.MeasureRole })
		if len(c.forms) > 0 {
			if err := p.offerForms(c.forms); err != nil {
				return nil, err
			}
		}
		for _, settings := range comparison.Settings(c.names[i], p.sentence(), mostPanels+1) {
			row := make([]panel, len(settings))
			for j, one := range settings {
				row[j] = c.placing(one, p)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// offerForms has the last step that takes a form offer those given.
func (p *Pipeline) offerForms(forms []any) error {
	for i := len(p.steps) - 1; i >= 0; i-- {
		for _, param := range engine.ParamsOf(p.steps[i].Method) {
			if param.Type != engine.Nested || param.Role != engine.FormRole {
				continue
			}
			if own := param.Format(param.Value()); own != param.Format(param.Default) {
				return panelsError(fmt.Sprintf("%s has a map of its own, %s", p.steps[i].Name(), own), "leave it out, or the map forms")
			}
			step, err := p.steps[i].Offer(param.Name, "", forms...)
			p.steps[i] = step
			return err
		}
	}
	return panelsError(p.stageNames()+" has no map that is an argument", "leave the map forms out, or this recipe")
}

// placing returns what places the rows of a setting, how well, and the drawing.
func (c *multiplesCall) placing(one comparison.Setting, p *Pipeline) panel {
	whole := &Pipeline{session: p.session, steps: one.Pipeline.Steps, origins: slices.Clone(p.origins)}
	for _, word := range []string{c.measure, "scatter"} {
		if stage, ok := p.session.catalogue().Lookup(word); ok {
			whole.steps, whole.origins = append(whole.steps, engine.Step{Stage: stage, Method: stage.Make()}), append(whole.origins, origin{})
		}
	}
	return panel{cmp.Or(one.Name, p.stageNames()), whole}
}

// panelsError is what is wrong with the call.
func panelsError(cause, advice string) *engine.Error {
	return &engine.Error{Stage: "panels", Cause: cause, Remedy: remedy.Say("%s", advice)}
}
