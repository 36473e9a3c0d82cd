package view

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "scatter",
		Summary:  "draws the rows where they were placed and mapped, or by two columns",
		Use:      "Look at every embedding with it first: which rows lie together, which classes mix, which rows stand alone.",
		Avoid:    "Do not read distances between far groups or the directions of axes from it; where many rows lie over one another, draw a sample.",
		Citation: "perception of marks: Cleveland, McGill 1984, doi:10.1080/01621459.1984.10478080",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | scatter`, `load | sample(400) | pca(dim=3) | scatter(x=2, y=3)`, `load("wine") | scatter(x="alcohol", y="hue")`},
		Rank:     110,
		Standard: true,

		UnaskedNeeds: engine.NeedEmbedding,
	}, func() *Scatter { return new(Scatter) })
}

// Scatter draws an embedding: training rows filled, where the embedder placed
// them, held rows as rings, where the map sends them, rows without a label in
// grey behind them; classes by colour and shape, a response by shade. Of several folds
// it draws one, since their embeddings do not share axes. An embedding of one dimension
// becomes a strip with a line for each class; one of three is drawn in space, from 60°
// to the left of the first axis and 30° above the floor, and turned where there is a mouse;
// one of more by pairs of its first Pairs dimensions, in small multiples. Rows that are
// pictures, as [engine.Table.Image] tells, are shown by them where there is room, and under
// the pointer, but in small multiples.
//
// Without an embedder, x and y are columns, the first two if they are not named. A name is a
// column of an embedding's rows as well, as they were prepared: x="alcohol" draws two
// columns, or one and a dimension. Columns are drawn of the rows that the fold learns from
// alone, never of held ones, beyond Rows of them of a sample; rows without one of the two
// cells are left out. hull=0.9 draws a convex outline around nine tenths of the rows of each
// class that were learned from: the hulls of the outermost rows are peeled off (Barnett 1976,
// doi:10.2307/2344839).
//
// It fails with an *engine.Error for a fold, a dimension or a column that is not there.
type Scatter struct {
	Window
	Z     string // the dimension drawn upright, in space: its number, counted from one, none, or auto
	Rows  int    // that are drawn by columns
	Pairs int    // dimensions that are drawn by pairs
	outline
}

// Params declares the parameters.
func (m *Scatter) Params(p *engine.Params) {
	m.Window.Params(p)
	p.Text(&m.Z, "z", "auto", engine.AnyValue(), "the dimension drawn upright, in space: a number, none, or auto: the third of three, and of more dimensions pairs").Quietly().OrNumber()
	p.Int(&m.Rows, "rows", 5000, engine.AtLeast(1), "rows that are drawn by columns at most, of more a sample").Quietly()
	p.Int(&m.Pairs, "pairs", 3, engine.AtLeast(2), "dimensions of an embedding of more than three that are drawn by pairs at most").Quietly()
	m.outline.declare(p)
}

// View draws the figure.
func (m *Scatter) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	f, err := m.draw(r)
	if err != nil {
		return nil, err
	}
	return f, m.outline.add(f)
}

// draw draws rows in a plane, in space, by pairs of dimensions, or by columns.
func (m *Scatter) draw(r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	if run.Embedding == nil || numberOf(m.X) == 0 || numberOf(m.Y) == 0 {
		return m.drawColumns(r, run)
	}
	if m.paired(run.Embedding) {
		return m.drawPairs(r, run)
	}
	run, p, err := m.runAndPlane(r)
	if err != nil {
		return nil, err
	}
	if p.z, err = m.upright(run.Embedding.Dim()); err != nil {
		return nil, err
	}
	f := &figure.Figure{Name: "scatter", Title: "Embedding" + folds.Title(r, m.Fold)}
	p.frame(f, run.Train)
	layers, training, held, rows := p.rows(run)
	f.Layers = layers
	switch {
	case run.Fold.Transduced:
		f.Caption = "Training rows are filled; held rows are rings: they were placed together with them, without their labels. If labels were read to place rows, training classes lie apart by construction: judge by the rings."
	case run.Mapped != nil:
		f.Caption = "Training rows are filled, where they were placed; held rows are rings, where the map sends them. If labels were read to place rows, training classes lie apart by construction: judge by the rings."
	default:
		f.Caption = "Rows at their places in the embedding."
	}
	if len(p.unlabelled(run).X) > 0 {
		f.Caption += " Grey rows have no label."
		if p.strip {
			f.Caption += " They stand below the others."
		}
	}
	f.Caption += p.legend(run.Train) + " Neighbours mean as much as trustworthiness says; signs of axes, and distances between groups that lie apart, mean little."
	f.Alt = fmt.Sprintf("%s in %s%s. Across they span %s, up %s.", rows, p.dimensionNames(), classSizes(run), wording.Span(training.X, held.X), wording.Span(training.Y, held.Y))
	addImages(f, r.Table)
	return f, nil
}

// upright returns the dimension that is drawn upright, counted from zero; −1 for none.
func (m *Scatter) upright(dim int) (int, error) {
	switch m.Z {
	case "none":
		return -1, nil
	case "auto", "":
		if dim == 3 && m.X == "1" && m.Y == "2" {
			return 2, nil
		}
		return -1, nil
	}
	z, err := strconv.Atoi(m.Z)
	if err != nil || z < 1 || z > dim {
		return 0, &engine.Error{Param: "z", Cause: fmt.Sprintf("z = %s is no dimension of an embedding of %d", m.Z, dim), Remedy: remedy.Set("z", "none").Or(remedy.Raise("dim").Of(engine.EmbedderRole))}
	}
	return z - 1, nil
}

// classSizes tells the classes of the training rows with their sizes.
func classSizes(run *engine.Run) string {
	s, _ := run.Labelled()
	if !s.HasClasses() {
		return ""
	}
	const most = 10
	var words []string
	for c, size := range s.Sizes() {
		if c == most {
			words = append(words, fmt.Sprintf("%d more classes", len(s.Classes)-most))
			break
		}
		words = append(words, fmt.Sprintf("%s %d", s.Classes[c], size))
	}
	return fmt.Sprintf("; training rows by class: %s", strings.Join(words, ", "))
}
