package quality

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "recovery",
		Summary:  "is how much of known coordinates the embedding tells, once it is turned to them",
		Formula:  "1 − Σ ‖t_i − (s y_i Q + b)‖² / Σ ‖t_i − t̄‖²",
		Citation: "Schönemann, Carroll 1970, doi:10.1007/BF02291266",
		Examples: []string{
			`vshape(n=300) | holdout(0.5) | pca | recovery`,
			`globe | isomap(k=6) | recovery(columns=["lat", "long"], fit="affine")`,
		},
		Needs: engine.NeedEmbedding,
		Rank:  280,

		JudgesHeld: true,
	}, func() *Recovery { return new(Recovery) })
}

// The moves by which an embedding is brought onto the truth.
const (
	Similarity = "similarity"
	Affine     = "affine"
)

// Recovery is how much of where rows truly are the embedding tells,
//
//	R² = 1 − Σ ‖t_i − f(y_i)‖² / Σ ‖t_i − t̄‖²,
//
// with t_i the known coordinates of a row, n×p: columns of the table that were kept
// aside, or responses; y_i where it was placed, n×q; t̄ the mean of the rows judged;
// and f the move that brings the training rows closest to their t,
//
//	similarity   s y Q + b: a turn or reflection Q, one scale s, a shift b (Procrustes)
//	affine       y A + b: a scale for each direction, and shear, as what is whitened needs
//
// 1 means that the embedding is the truth but for such a move, 0 that it tells no
// more than the mean. Under a similarity an embedding of fewer dimensions than
// coordinates misses the others; one of more loses what it has in the others.
//
// f is fitted to training rows alone, as they were placed, and judges these, by
// recovery of training rows, and held rows as they were mapped, by recovery of held
// rows. The score itself is that of held rows, or of training rows where none are
// held; of held rows it can be negative. It is NaN where held rows have no map, or
// all the same coordinates, as a single row has.
//
// Without columns all numeric columns aside are recovered, or all responses where
// there are several and nothing is aside; a remark tells which. Coordinates are
// compared in their own units: degrees beside metres are better recovered one at a
// time, or affinely. Rows that lack one are left out, with a remark.
//
// It fails, with an *engine.Error, where there are no known coordinates, where one
// of them is the same in all training rows, and for fewer than max(p, q)+2 training
// rows, which any f would fit. It is deterministic.
//
// Cost: O(n (p + q)²) time, O(n (p + q)) memory.
//
// Citation: Schönemann, Carroll 1970, Fitting one matrix to another under choice of a
// central dilation and a rigid motion, doi:10.1007/BF02291266.
type Recovery struct {
	Columns []string // known coordinates; all if empty
	Fit     string   // Similarity or Affine; empty for Similarity
}

// Params declares the parameters.
func (m *Recovery) Params(p *engine.Params) {
	p.Texts(&m.Columns, "columns", "known coordinates, columns aside or responses; all columns aside, or else several responses, if not given").OfColumns()
	p.Text(&m.Fit, "fit", Similarity, engine.OneOf(Similarity, Affine, ""), "what the embedding may be moved by: turned, scaled as a whole and shifted, or any linear map and shift")
}

// Score fits the move to training rows, and judges by it.
func (m *Recovery) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	score := engine.Score{Name: "recovery"}
	rows, placed := r.Labelled()
	names, err := m.coordinates(ctx, rows)
	if err != nil {
		return score, err
	}
	y, t, err := known(ctx, rows, placed, names)
	if err != nil {
		return score, err
	}
	if err := checkCoordinates(y, t, names); err != nil {
		return score, err
	}
	move, err := fitMove(ctx, m.Fit, y, t)
	if err != nil {
		return score, err
	}
	score.Value = move.share(y, t)
	if r.Held.Len() == 0 {
		return score, nil
	}
	trained := engine.Part{Response: "training rows", Value: score.Value}
	score.Value = math.NaN()
	if r.Mapped != nil {
		if y, t, err = known(ctx, r.Held, r.Mapped, names); err != nil {
			return score, err
		}
		score.Value = move.share(y, t)
	}
	score.Parts = []engine.Part{trained, {Response: "held rows", Value: score.Value}}
	return score, ctx.Err()
}

// coordinates returns the names of the columns to recover.
func (m *Recovery) coordinates(ctx context.Context, s engine.Sample) ([]string, error) {
	names := m.Columns
	if len(names) == 0 {
		for _, c := range s.Aside.Columns {
			if c.Levels == nil {
				names = append(names, c.Name)
			}
		}
		if responses := s.ResponseNames(); len(names) == 0 && len(responses) > 1 {
			names = responses
		}
		if len(names) > 0 {
			engine.Remark(ctx, "what is to be recovered is %s", wording.List(names))
		}
	}
	if len(names) == 0 {
		return nil, &engine.Error{Cause: "the table has no columns aside that would tell where rows truly are", Remedy: remedy.Load("keep known coordinates aside", "aside", nil).Or(remedy.Set("columns").If("the response is one"))}
	}
	return names, nil
}

// known returns where rows were placed and their coordinates, of those rows that have
// all of them.
func known(ctx context.Context, s engine.Sample, placed *mat.Dense, names []string) (y, t *mat.Dense, err error) {
	all := mat.NewDense(s.Len(), len(names), nil)
	for c, name := range names {
		if at := slices.Index(s.ResponseNames(), name); at >= 0 && !slices.Contains(engine.NamesOf(s.Aside.Columns), name) {
			all.SetCol(c, mat.Col(nil, at, s.Response))
			continue
		}
		column, err := s.Aside.Numbers("columns", name)
		if err != nil {
			return nil, nil, err
		}
		all.SetCol(c, mat.Col(nil, 0, column))
	}
	var have []int
	for i := range s.Len() {
		if !slices.ContainsFunc(all.RawRowView(i), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
			have = append(have, i)
		}
	}
	if left := s.Len() - len(have); left > 0 {
		engine.Remark(ctx, "%d of %d rows lack a coordinate and are left out", left, s.Len())
	}
	return takeRows(placed, have), takeRows(all, have), nil
}

// takeRows returns some rows of x; nil of none.
func takeRows(x *mat.Dense, at []int) *mat.Dense {
	if len(at) == 0 {
		return nil
	}
	_, d := x.Dims()
	some := mat.NewDense(len(at), d, nil)
	for to, from := range at {
		some.SetRow(to, x.RawRowView(from))
	}
	return some
}

// checkCoordinates refuses training rows to which no move can be fitted.
func checkCoordinates(y, t *mat.Dense, names []string) error {
	n, q := 0, 0
	if y != nil {
		n, q = y.Dims()
	}
	if most := max(q, len(names)); n < most+2 {
		return &engine.Error{Cause: fmt.Sprintf("%s with known coordinates are too few to say how well %d are recovered", wording.Count(n, "training row"), most), Remedy: remedy.Say("give at least %d", most+2)}
	}
	for c, name := range names {
		if column := mat.Col(nil, c, t); slices.Min(column) == slices.Max(column) {
			return &engine.Error{Param: "columns", Cause: fmt.Sprintf("%s is %g in all training rows, so there is nothing to recover", name, column[0]), Remedy: remedy.Give("columns", "without it")}
		}
	}
	return nil
}
