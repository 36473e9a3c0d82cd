package engine

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
)

// judge scores every run, sums the scores up and draws the figures.
func (e *evaluation) judge(ctx context.Context) error {
	for _, s := range e.measures {
		summary, ok, err := e.score(ctx, s)
		if err != nil {
			return err
		}
		if ok {
			e.report.Scores = append(e.report.Scores, summary)
		}
	}
	for _, s := range e.views {
		if err := e.view(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (e *evaluation) score(ctx context.Context, s placed) (Summary, bool, error) {
	if lacks := e.report.lacks(s.Stage.Needs); lacks != "" {
		return Summary{}, false, e.refuse(s, lacks)
	}
	var scores []Score
	err := e.step(ctx, s, func(ctx context.Context) error {
		for _, r := range e.report.Runs {
			score, err := s.Method.(Measure).Score(ctx, r)
			if err != nil {
				return err
			}
			scores = append(scores, score)
		}
		return nil
	})
	if err != nil {
		return Summary{}, false, err
	}
	return summarise(s.Name(), scores, e.report.repeats()), true, nil
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
	return &Error{Stage: s.Name(), Step: e.place(s.at), Cause: fmt.Sprintf("%s needs %s", s.Name(), lacks)}
}

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
