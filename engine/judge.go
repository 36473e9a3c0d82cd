package engine

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
)

// judge scores every run, sums the scores up and draws the figures.
func (e *evaluation) judge(ctx context.Context, all []passed) error {
	for _, p := range all {
		if p.run.Fold.Deal == 0 {
			e.report.Runs = append(e.report.Runs, p.run)
			e.report.Transduced = e.report.Transduced || p.run.Fold.Transduced
		}
	}
	if len(e.report.Runs) == 0 {
		return &Error{Cause: "no fold keeps the labels that its rows have, so there is nothing to report", Remedy: "let the protocol return one"}
	}
	for m, s := range e.measures {
		if err := e.score(ctx, m, s, all); err != nil {
			return err
		}
	}
	e.report.Permutation = e.permutation(all)
	if e.sweep != nil {
		e.report.Tuning = e.sweep.sum()
	}
	for _, s := range e.views {
		if err := e.view(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// score sums up what a measure says of each fold.
func (e *evaluation) score(ctx context.Context, m int, s placed, all []passed) error {
	if lacks := e.report.Runs[0].lacks(s.Stage.Needs); lacks != "" {
		return e.refuse(s, lacks)
	}
	if !s.prompt() {
		if err := e.step(ctx, s, func(ctx context.Context) (err error) {
			for i := range all {
				if all[i].scores[m], err = scored(ctx, s, all[i].run); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	var real []Score
	for i, p := range all {
		score := Score{Value: math.NaN()}
		if p.scores[m] != nil {
			score = *p.scores[m]
		}
		if p.run.Fold.Deal == 0 {
			real = append(real, score)
		}
		if e.sweep != nil && m == e.sweep.by && len(p.run.Fold.Held) > 0 {
			e.sweep.contests[i].Outer = score.Value
		}
	}
	e.report.Scores = append(e.report.Scores, summarise(s.Name(), real, e.report.repeats()))
	return nil
}

// prompt reports whether a measure is asked as soon as a fold has passed, by
// several folds at once. A measure that a program brings undeclared is asked
// for one fold after the other.
func (s Step) prompt() bool { return s.declared() }

// promptly asks the measures that can be asked while other folds are on their
// way.
func (e *evaluation) promptly(ctx context.Context, where string, r *Run) ([]*Score, []Note, error) {
	scores := make([]*Score, len(e.measures))
	var remarks []Note
	for m, s := range e.measures {
		if !s.prompt() {
			continue
		}
		if lacks := r.lacks(s.Stage.Needs); lacks != "" {
			if err := e.refuse(s, lacks); err != nil {
				return nil, nil, err
			}
			continue
		}
		notes, err := e.perform(ctx, s, where, func(ctx context.Context) (err error) {
			scores[m], err = scored(ctx, s, r)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		remarks = append(remarks, notes...)
	}
	return scores, remarks, nil
}

// scored asks a measure about a run.
func scored(ctx context.Context, s placed, r *Run) (*Score, error) {
	score, err := s.Method.(Measure).Score(ctx, r)
	return &score, err
}

func (e *evaluation) view(ctx context.Context, s placed) error {
	if lacks := e.report.lacks(s.Stage.Needs); lacks != "" {
		return e.refuse(s, lacks)
	}
	return e.step(ctx, s, func(ctx context.Context) error {
		figure, err := s.Method.(Viewer).View(ctx, e.report)
		if figure != nil {
			e.report.Figures = append(e.report.Figures, figure)
		}
		return err
	})
}

// refuse is the error of a measure or view that was asked for by name and
// lacks what it looks at. Standard ones are left out in silence.
func (e *evaluation) refuse(s placed, lacks string) error {
	if s.at == unnamed {
		return nil
	}
	return e.shortOf(s, lacks)
}

func (e *evaluation) shortOf(s placed, lacks string) error {
	return &Error{Stage: s.Name(), Step: e.place(s.at), Cause: fmt.Sprintf("%s needs %s", s.Name(), lacks)}
}

// lacks names the first need that the run cannot meet, or nothing.
func (r *Run) lacks(needs Need) string { return (&Report{Runs: []*Run{r}}).lacks(needs) }

// lacks names the first need that the report cannot meet and what there is
// instead, or nothing.
func (r *Report) lacks(needs Need) string {
	run := r.Runs[0]
	e, t := run.Embedding, r.Tuning
	if e == nil {
		e = &Embedding{}
	}
	if t == nil {
		t = &Tuning{}
	}
	varied := len(t.Varied)
	for _, n := range []struct {
		need Need
		met  bool
		what string
	}{
		{NeedClasses, run.Train.HasClasses(), "classes"},
		{NeedResponse, run.Train.HasResponse(), "a response"},
		{NeedPredictions, run.Predicted != nil, "a predictor"},
		{NeedEmbedding, e.Y != nil, "an embedding"},
		{NeedMap, run.Extension != nil, "a map for unseen rows"},
		{NeedTarget, e.Target != nil, "an embedding that keeps dissimilarities"},
		{NeedSpectrum, len(e.Spectrum) > 0, "eigenvalues"},
		{NeedResidual, len(e.Residual) > 0, "residual variances"},
		{NeedGraph, e.Graph != nil, "a neighbourhood graph"},
		{NeedTuning, varied > 0, "candidates for a parameter"},
		{NeedOuter, t.judged(), "held rows that judge what was chosen"},
		{NeedPermutation, r.Permutation != nil, "labels dealt anew, as by permute"},
		{NeedDealtEmbedding, r.Permutation.placed(), "an embedding under labels dealt anew"},
	} {
		if needs&n.need != 0 && !n.met {
			return n.what + ", and the pipeline has none"
		}
	}
	for _, n := range []struct {
		need Need
		met  bool
		what string
	}{
		{NeedOneVaried, varied == 1, "candidates for one parameter"},
		{NeedTwoVaried, varied == 2, "candidates for two parameters"},
		{NeedManyVaried, varied > 2, "candidates for three parameters or more"},
	} {
		if needs&n.need != 0 && !n.met {
			return fmt.Sprintf("%s, and the pipeline has them for %d", n.what, varied)
		}
	}
	return ""
}

// summarise puts the scores of the folds together. The interval of a share
// pools the counts of the folds, as if every row had been held once: repeats
// of a division tell nothing new about how few the rows are.
func summarise(name string, scores []Score, repeats int) Summary {
	s := Summary{Name: name, Better: scores[0].Better, SD: math.NaN(), Low: math.NaN(), High: math.NaN()}
	var seen []float64
	var count, of int
	for _, score := range scores {
		s.Folds = append(s.Folds, score.Value)
		if !math.IsNaN(score.Value) {
			seen = append(seen, score.Value)
		}
		count, of = count+score.Count, of+score.Of
	}
	s.Mean = stat.Mean(seen, nil)
	if len(seen) > 1 {
		s.SD = stat.StdDev(seen, nil)
	}
	if of > 0 {
		s.Low, s.High = Wilson(float64(count)/float64(repeats), float64(of)/float64(repeats))
	}
	return s
}
