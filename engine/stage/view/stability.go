package view

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/random"
	"unfold/engine/linear/procrustes"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "stability",
		Summary:  "lays the embeddings of all folds on each other and draws how far each row moves",
		Use:      "Ask whether the picture would look alike with other rows: bootstrap before it is the honest question.",
		Avoid:    "Rows that stay where they are may all be in the wrong place; folds of cv share most of their rows.",
		Formula:  "s_i² = Σ_f ‖s_f y_fi Q_f + b_f − c_i‖² / n_i, as a share of the radius of the consensus c",
		Citation: "Gower 1975, doi:10.1007/BF02291478; Efron 1979, doi:10.1214/aos/1176344552",
		Examples: []string{`load("wine") | bootstrap(20) | scale | pca | stability`, `swissroll(n=200) | cv(5) | isomap(k=8) | stability`},
		Aliases:  []string{"procrustes", "bootstrapembedding"},
		Needs:    engine.NeedEmbedding | engine.NeedFolds,
		Rank:     160,
	}, func() *Stability { return new(Stability) })
}

// Stability draws how far an embedding depends on which rows it was learned from. The
// embeddings of all folds, whose axes have nothing to do with each other, are turned,
// reflected, scaled and shifted onto their consensus (procrustes.Align), over all their
// dimensions. A row then has a cloud of places, one from each fold that learned from it:
// strokes go from its mark, at their mean, to each. Its spread
//
//	s_i = √(Σ_f ‖p_fi − c_i‖² / n_i)
//
// over the n_i folds that placed it is told as a share of the radius of the consensus, the
// root of the mean square of the distances of rows from their centre. What is drawn are two
// of the dimensions; the table has the rows that move most.
//
// The folds of cv share most of their rows, so that they tell least; those of bootstrap are
// what rows drawn anew would do. A method with a seed has the same one in all folds. Held
// rows are not among those of a fold, since it did not place them. Folds whose labels were
// dealt anew are left out. Where folds have chosen different dimensions, the first ones are
// compared that all have.
//
// A small spread does not make an embedding right: a method may make the same mistake of
// all rows.
//
// It fails, with an *engine.Error, for folds that share too few rows, and a dimension that
// is not there. Cost: O(rounds Σ_f n_f dim²) time. Deterministic.
//
// Citation: Gower 1975, Generalized Procrustes analysis, doi:10.1007/BF02291478; Efron 1979,
// Bootstrap methods, doi:10.1214/aos/1176344552.
type Stability struct {
	X, Y int // the dimensions across and up, counted from one
	Rows int // that are drawn
	Most int // rows that are listed
}

// Params declares the parameters.
func (m *Stability) Params(p *engine.Params) {
	p.Int(&m.X, "x", 1, engine.AtLeast(1), "the dimension drawn across")
	p.Int(&m.Y, "y", 2, engine.AtLeast(1), "the dimension drawn up")
	p.Int(&m.Rows, "rows", 300, engine.AtLeast(1), "rows that are drawn at most, of more a sample")
	p.Int(&m.Most, "most", 10, engine.AtLeast(0), "rows that are listed, those that move most first")
}

// View draws the figure.
func (m *Stability) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	placings, rows, first := placingsOf(r)
	if len(placings) < 2 {
		return nil, ctx.Err()
	}
	_, dim := placings[0].Places.Dims()
	p, err := planeOf(&engine.Embedding{Y: placings[0].Places}, m.X, m.Y)
	if err != nil {
		return nil, err
	}
	aligned, err := procrustes.Align(ctx, len(rows), placings)
	if err != nil {
		return nil, err
	}
	c := newClouds(placings, aligned)
	s := first.take(rows)
	if p.strip {
		p.x, p.y = 0, 0
	}
	f := &figure.Figure{Name: "stability", Title: fmt.Sprintf("Where rows lie in %d folds", len(placings)), Equal: true, Classes: s.Classes,
		X: figure.Axis{Label: fmt.Sprintf("dimension %d", p.x+1)}, Y: figure.Axis{Label: fmt.Sprintf("dimension %d", p.y+1)}}
	several := c.several()
	if len(several) == 0 {
		return nil, nil
	}
	drawn, told := drawnOf(several, m.Rows)
	f.Layers = c.draw(s, p, drawn)
	worst := slices.Clone(several)
	slices.SortStableFunc(worst, func(a, b int) int { return cmp.Compare(c.spread[b], c.spread[a]) })
	f.Summary = c.list(s, worst[:min(len(worst), m.Most)], len(placings))
	median := c.median(several)
	f.Caption = fmt.Sprintf("The embeddings of %d folds, turned, reflected, scaled and shifted onto each other over %s. A mark is the mean of a row's places, its strokes go to each of them: long strokes are rows whose place depends on which others were there. Half of the rows spread by less than %.3g %% of the radius. That rows stay does not say that they are in the right place.%s", len(placings), wording.Plural(dim, "dimension"), 100*median, told)
	f.Alt = fmt.Sprintf("%s in %d folds, laid on each other: the median spread is %.3g %% of the radius, the largest %.3g %%, that of row %d.%s", wording.Plural(len(several), "row"), len(placings), 100*median, 100*c.spread[worst[0]], s.Rows[worst[0]], told)
	return f, nil
}

// placingsOf returns where folds have placed rows, by the numbers that rows have among all,
// the positions of these in the source, and what is known of their labels.
func placingsOf(r *engine.Report) (placings []procrustes.Configuration, rows []int, known targets) {
	dim := math.MaxInt
	number := map[int]int{}
	known = targets{}
	var runs []*engine.Run
	for _, run := range r.Runs {
		if run.Embedding == nil || run.Fold.Deal > 0 {
			continue
		}
		runs, dim = append(runs, run), min(dim, run.Embedding.Dim())
		for i, row := range run.Train.Rows {
			if _, there := number[row]; !there {
				number[row] = len(rows)
				rows = append(rows, row)
			}
			known.add(run.Train, i)
		}
	}
	for _, run := range runs {
		var own procrustes.Configuration
		var at []int
		seen := map[int]bool{}
		for i, row := range run.Train.Rows {
			if !seen[row] { // copies have one image
				seen[row] = true
				own.Rows, at = append(own.Rows, number[row]), append(at, i)
			}
		}
		own.Places = mat.NewDense(len(at), dim, nil)
		for to, from := range at {
			own.Places.SetRow(to, run.Embedding.Y.RawRowView(from)[:dim])
		}
		placings = append(placings, own)
	}
	return placings, rows, known
}

// targets are the classes of rows that some fold learned from, by their positions in the
// source.
type targets map[int]target

type target struct {
	class   int
	classes []string
}

// add takes the class of a row whose label is known.
func (t targets) add(s engine.Sample, i int) {
	if s.HasClasses() && s.Labels[i] != engine.Hidden {
		t[s.Rows[i]] = target{s.Labels[i], s.Classes}
	}
}

// take returns rows with their classes.
func (t targets) take(rows []int) engine.Sample {
	s := engine.Sample{Rows: rows}
	for _, row := range rows {
		known, there := t[row]
		if !there {
			known.class = engine.Hidden
		} else {
			s.Classes = known.classes
		}
		s.Labels = append(s.Labels, known.class)
	}
	return s
}

// drawnOf returns some of many positions, chosen at random, always the same, and tells of
// it.
func drawnOf(positions []int, most int) (some []int, told string) {
	const seed = 1
	if len(positions) <= most {
		return positions, ""
	}
	for _, k := range random.New(seed, "stability").Permutation(len(positions))[:most] {
		some = append(some, positions[k])
	}
	slices.Sort(some)
	return some, fmt.Sprintf(" Drawn are %s of %s, chosen at random: rows=%d draws more.", wording.Number(most), wording.Count(len(positions), "row"), 2*most)
}
