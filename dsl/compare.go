package dsl

import (
	"cmp"
	"fmt"
	"strings"

	"unfold/dsl/diag"
	"unfold/engine"
	"unfold/engine/comparison"
)

// A Result is what compare gives: a *comparison.Comparison on one data set, a
// *comparison.Survey over several.
type Result interface {
	Table() *engine.Sheet
	Figures() []*engine.Figure
}

// A contest is what compare is to run: recipes by name, on the rows and folds of
// data.
type contest struct {
	data    *Pipeline
	names   []string
	recipes []*Pipeline
	options comparison.Options
}

// standardROPE is within which scores are the same for practical purposes where
// the reader does not say: a hundredth.
const standardROPE = 0.01

// compareAll runs recipes on the same rows and folds. The protocol and its seed
// are part of data, so the folds are equal; where data names none, they are equal
// because the standard protocol is the same for all. A recipe that fails leaves a
// hole, and the others go on; a cancelled cell ends.
func (s *Session) compareAll(data *Pipeline, arguments ...any) Result {
	result, err := s.compare(data, arguments)
	if fault, ok := err.(*engine.Error); ok && fault.Stage == "" { //nolint:errorlint // not the errors of recipes
		named := *fault
		named.Stage, err = "compare", &named
	}
	return must(result, err)
}

func (s *Session) compare(data *Pipeline, arguments []any) (Result, error) {
	c := &contest{data: data, options: comparison.Options{ROPE: standardROPE, Predictions: s.predictions()}}
	for _, a := range arguments {
		if err := c.take(a); err != nil {
			return nil, err
		}
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if tables, rest, many := severalOf(data); many {
		return s.survey(c, tables, rest)
	}
	set, err := s.enter(c, data, "", func(r *engine.Report) *engine.Report { return r })
	if err != nil {
		return nil, err
	}
	return comparison.New(set, c.options)
}

// survey runs the recipes on each of several tables, joined with the rest of the
// data.
func (s *Session) survey(c *contest, tables *several, rest *Pipeline) (Result, error) {
	sets := make([]comparison.Set, len(tables.sets))
	for i, table := range tables.sets {
		var err error
		where := fmt.Sprintf("%s (%d of %d), ", tables.Names[i], i+1, len(tables.sets))
		if sets[i], err = s.enter(c, s.join(table, rest), where, slim); err != nil {
			return nil, err
		}
		sets[i].Data = tables.Names[i]
	}
	return comparison.Over(sets, c.options)
}

// take reads an argument of the call: a pipeline is a recipe, with or without a
// name; anything else under a name is an option.
func (c *contest) take(argument any) error {
	named, isNamed := argument.(Argument)
	value := argument
	if isNamed {
		value = named.Value
	}
	p, isPipeline := value.(*Pipeline)
	if isNamed && (!isPipeline || p.measures() && named.Name == "measure") {
		return c.option(named.Name, value)
	}
	if !isPipeline || p == nil {
		return &engine.Error{Stage: "compare", Cause: describe(value) + " is no recipe", Remedy: "write compare(data, name=stage | stage, ...)"}
	}
	c.names, c.recipes = append(c.names, cmp.Or(named.Name, p.words())), append(c.recipes, p)
	return nil
}

// measures reports whether the pipeline is a single measure, as in measure=rmse.
func (p *Pipeline) measures() bool {
	return p != nil && len(p.steps) == 1 && p.steps[0].Role() == engine.MeasureRole
}

// option sets an option of the call.
func (c *contest) option(name string, value any) error {
	var ok bool
	var want string
	switch name {
	case "rope":
		want = "a number, such as rope=0.01"
		if c.options.ROPE, ok = value.(float64); !ok {
			var whole int
			whole, ok = value.(int)
			c.options.ROPE = float64(whole)
		}
	case "mixed":
		want = "true or false"
		c.options.Mixed, ok = value.(bool)
	case "measure":
		want = `a measure, such as measure=accuracy or measure="accuracy"`
		if p, is := value.(*Pipeline); is {
			value = p.steps[0].Name()
		}
		c.options.Measure, ok = value.(string)
	case "posthoc":
		want = `"nemenyi" or "wilcoxon"`
		var word string
		word, ok = value.(string)
		c.options.PostHoc = comparison.PostHoc(word)
	default:
		remedy := "give a recipe under the name; options are rope, mixed, measure and posthoc"
		if near, is := diag.Nearest(name, []string{"rope", "mixed", "measure", "posthoc"}); is {
			remedy = fmt.Sprintf("did you mean %s?", near)
		}
		return &engine.Error{Stage: "compare", Cause: fmt.Sprintf("%s = %s is neither a recipe nor an option", name, describe(value)), Remedy: remedy}
	}
	if !ok {
		return &engine.Error{Stage: "compare", Cause: fmt.Sprintf("%s is %s", name, describe(value)), Remedy: "give " + want}
	}
	return nil
}

// check refuses a call without data, without recipes, or with two of a name.
func (c *contest) check() error {
	if c.data == nil || c.data.IsRecipe() || len(c.recipes) == 0 {
		return &engine.Error{Stage: "compare", Cause: "it needs data first, then at least one recipe", Remedy: "write compare(load(\"iris\") | cv(10), direct=svm, embedded=isomap | krr | svm)"}
	}
	seen := map[string]bool{}
	for _, name := range c.names {
		if seen[name] {
			return &engine.Error{Stage: "compare", Cause: fmt.Sprintf("two recipes have the name %s", name), Remedy: "give each a name of its own: first=..., second=..."}
		}
		seen[name] = true
	}
	return nil
}

// enter runs every recipe on a data set, and keeps of each report what is asked
// for. Where tells, for progress, which data set it is. If no recipe of a call on
// one data set finishes, the error points at the first.
func (s *Session) enter(c *contest, data *Pipeline, where string, keep func(*engine.Report) *engine.Report) (comparison.Set, error) {
	set := comparison.Set{Data: data.words()}
	for i, recipe := range c.recipes {
		p := s.join(data, recipe)
		report, err := s.evaluateWhere(fmt.Sprintf("%s%s (%d of %d)", where, c.names[i], i+1, len(c.recipes)), p.sentence())
		if isCancel(err) || s.context().Err() != nil {
			return set, cmp.Or(err, s.context().Err())
		}
		entry := comparison.Entry{Name: c.names[i]}
		if err != nil {
			entry.Failed = failed{err, p.explain(err)}
		} else {
			entry.Report = keep(report)
			set.Data = fmt.Sprintf("%s, %d rows", report.Table.Source, report.Table.Len())
		}
		set.Entries = append(set.Entries, entry)
	}
	return set, nil
}

// failed is why a recipe has no result: said in a line under a table, and, if
// nothing else came out, as the error of the cell, at its place.
type failed struct{ plain, placed error }

func (f failed) Error() string { return f.plain.Error() }
func (f failed) Unwrap() error { return f.placed }

// slim is what a survey keeps of a report: the folds without their rows, and no
// drawings, since many data sets would not fit into memory side by side.
func slim(r *engine.Report) *engine.Report {
	kept := *r
	kept.Figures, kept.Runs = nil, make([]*engine.Run, len(r.Runs))
	for i, run := range r.Runs {
		kept.Runs[i] = &engine.Run{Fold: run.Fold, Pipeline: run.Pipeline, Setting: run.Setting}
	}
	return &kept
}

// predictions names the measures of predictions, those that choose first.
func (s *Session) predictions() (names []string) {
	for _, stage := range s.catalogue.Stages() {
		if stage.Role == engine.MeasureRole && stage.Needs&engine.NeedPredictions != 0 {
			names = append(names, stage.Name)
		}
	}
	return names
}

// evaluateWhere is evaluate with progress that says where a longer piece of work
// stands.
func (s *Session) evaluateWhere(where string, p engine.Pipeline) (*engine.Report, error) {
	out := s.output()
	return s.evaluateTelling(p, func(progress engine.Progress) {
		progress.Note = strings.TrimSuffix(where+", "+progress.Note, ", ")
		out.Progress(progress)
	})
}
