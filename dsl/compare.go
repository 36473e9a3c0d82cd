package dsl

import (
	"cmp"
	"fmt"
	"strings"

	"unfold/engine"
	"unfold/engine/evaluate/comparison"
	"unfold/engine/figure"
)

// A Result is what compare gives: a *comparison.Comparison on one data set, a
// *comparison.Survey over several.
type Result interface {
	Table() *figure.Sheet
	Versus() *figure.Sheet // pair by pair
	Figures() []*figure.Figure
}

// compareRecipes runs recipes on the same rows and folds. The protocol and its seed
// are part of data, so the folds are equal; where data names none, they are equal
// because the standard protocol is the same for all. A recipe that fails leaves a
// hole, and the others go on; a cancelled cell ends.
func (s *Session) compareRecipes(data *Pipeline, arguments ...any) Result {
	result, err := s.compare(data, arguments)
	if fault, ok := err.(*engine.Error); ok && fault.Stage == "" { //nolint:errorlint // not the errors of recipes
		named := *fault
		named.Stage, err = "compare", &named
	}
	return must(result, err)
}

func (s *Session) compare(data *Pipeline, arguments []any) (Result, error) {
	c := &compareCall{data: data, options: comparison.Options{ROPE: standardROPE, Predictions: s.predictions()}}
	for _, a := range arguments {
		if err := c.addArgument(a); err != nil {
			return nil, err
		}
	}
	if err := c.validate(); err != nil {
		return nil, err
	}
	if tables, rest, many := setsOf(data); many {
		return s.survey(c, tables, rest)
	}
	set, err := s.runRecipes(c, data, "", func(r *engine.Report) *engine.Report { return r })
	if err != nil {
		return nil, err
	}
	return comparison.New(set, c.options)
}

// survey runs the recipes on each of several tables, joined with the rest of the
// data.
func (s *Session) survey(c *compareCall, tables *multiSource, rest *Pipeline) (Result, error) {
	sets := make([]comparison.Set, len(tables.sets))
	for i, table := range tables.sets {
		var err error
		where := fmt.Sprintf("%s (%d of %d), ", tables.Names[i], i+1, len(tables.sets))
		if sets[i], err = s.runRecipes(c, s.join(table, rest), where, slim); err != nil {
			return nil, err
		}
		sets[i].Data = tables.Names[i]
	}
	return comparison.Over(sets, c.options)
}

// runRecipes runs every recipe on a data set, and keeps of each report what is
// asked for. Where tells, for progress, which data set it is. If no recipe of a
// call on one data set finishes, the error points at the first.
func (s *Session) runRecipes(c *compareCall, data *Pipeline, where string, keep func(*engine.Report) *engine.Report) (comparison.Set, error) {
	set := comparison.Set{Data: data.stageNames()}
	for i, recipe := range c.recipes {
		p := s.join(data, recipe)
		report, err := s.evaluateLabelled(fmt.Sprintf("%s%s (%d of %d)", where, c.names[i], i+1, len(c.recipes)), p.sentence())
		if isCancel(err) || s.context().Err() != nil {
			return set, cmp.Or(err, s.context().Err())
		}
		entry := comparison.Entry{Name: c.names[i]}
		if err != nil {
			entry.Failed = failedRecipe{err, p.locateError(err)}
		} else {
			entry.Report = keep(report)
			set.Data = fmt.Sprintf("%s, %d rows", report.Table.Source, report.Table.Len())
		}
		set.Entries = append(set.Entries, entry)
	}
	return set, nil
}

// failedRecipe is why a recipe has no result: said in a line under a table, and, if
// nothing else came out, as the error of the cell, at its place.
type failedRecipe struct{ plain, placed error }

func (f failedRecipe) Error() string { return f.plain.Error() }
func (f failedRecipe) Unwrap() error { return f.placed }

// slim is what a survey keeps of a report: the folds without their rows, and no
// drawings, since many data sets would not fit into memory side by side.
func slim(r *engine.Report) *engine.Report {
	kept := *r
	kept.Figures, kept.Runs = nil, make([]*engine.Run, len(r.Runs))
	for i, run := range r.Runs {
		kept.Runs[i] = &engine.Run{Fold: run.Fold, Pipeline: run.Pipeline, Setting: run.Setting}
	}
	if r.Permutation != nil {
		deals := *r.Permutation
		deals.Run, kept.Permutation = nil, &deals
	}
	return &kept
}

// predictions names the measures of predictions, those that choose first.
func (s *Session) predictions() (names []string) {
	for _, stage := range s.catalogue().Stages() {
		if stage.Role == engine.MeasureRole && stage.Needs&engine.NeedPredictions != 0 {
			names = append(names, stage.Name)
		}
	}
	return names
}

// evaluateLabelled is evaluate with progress that says where a longer piece of work
// stands.
func (s *Session) evaluateLabelled(where string, p engine.Pipeline) (*engine.Report, error) {
	out := s.output()
	return s.evaluateWithProgress(p, func(progress engine.Progress) {
		progress.Note = strings.TrimSuffix(where+", "+progress.Note, ", ")
		out.Progress(progress)
	})
}
