package view

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/equal"
	"unfold/engine/remedy"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "neighbourhood",
		Summary:  "draws a row with those of its neighbours that are kept, lost and false",
		Use:      "Follow one row: which of its neighbours were kept, which lie elsewhere, which came between.",
		Avoid:    "It speaks of one row; misplaced speaks of all.",
		Formula:  "kept: ρ_ij ≤ k and r_ij ≤ k; lost: ρ_ij ≤ k < r_ij; false: r_ij ≤ k < ρ_ij",
		Citation: "Lespinats, Aupetit 2011, doi:10.1111/j.1467-8659.2010.01835.x; Martins, Coimbra, Minghim, Telea 2014, doi:10.1016/j.cag.2014.01.006",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | neighbourhood(row=17)`, `load("wine") | scale | pca | neighbourhood`},
		Needs:    engine.NeedEmbedding,
		Rank:     150,
	}, func() *Neighbourhood { return new(Neighbourhood) })
}

// Neighbourhood draws the embedding with a training row and its k nearest rows, by the
// prepared columns and by where they were placed: neighbours of both are kept, those of the
// data alone are lost, those of the embedding alone are false. A stroke joins the row to
// each. The table has the ranks and the distances of all of them, nearest in the data first.
//
// Without a row it is the one that is placed worst, as misplaced tells, of the first such.
// k is lowered to n−1 where there are fewer rows.
//
// It fails, with an *engine.Error, for a fold, a dimension or a row that is not there, and
// draws nothing of a single row. Cost: O(n(d + dim)) time for a row that is given, O(n²(d +
// dim)) to find the worst. Ties go to the smaller index. Deterministic.
//
// Citation: Lespinats, Aupetit 2011, doi:10.1111/j.1467-8659.2010.01835.x, for false and lost
// neighbours; Martins, Coimbra, Minghim, Telea 2014, doi:10.1016/j.cag.2014.01.006.
type Neighbourhood struct {
	Window
	Row int // where the row stands in its source, from zero; −1 for the one that is placed worst
	K   int // neighbours
}

// Params declares the parameters.
func (m *Neighbourhood) Params(p *engine.Params) {
	m.Window.Params(p)
	p.Int(&m.Row, "row", -1, engine.AtLeast(-1), "the row, by where it stands in its source from 0; -1 is the one that is placed worst")
	p.Int(&m.K, "k", 10, engine.AtLeast(1), "neighbours that are drawn, in the data and in the embedding")
}

// The ways in which a row can be a neighbour.
const (
	itself = iota
	kept
	lost
	falsely
)

var neighbourKinds = []string{"the row", "kept: near in both", "lost: near in the data", "false: near here alone"}

// View draws the figure.
func (m *Neighbourhood) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, p, err := m.runAndPlane(r)
	if err != nil || run.Train.Len() < 2 {
		return nil, cmp.Or(err, ctx.Err())
	}
	i, chosen, err := m.find(ctx, run)
	if err != nil {
		return nil, err
	}
	found := neighboursOf(run, i, min(m.K, run.Train.Len()-1))
	_, at := p.embedded(run)
	row := run.Train.Rows[i]
	f := &figure.Figure{Name: "neighbourhood", Title: fmt.Sprintf("Neighbours of row %d%s", row, folds.Title(r, m.Fold))}
	p.frame(f, run.Train)
	f.Grouped, f.Classes = "neighbours", nil
	f.Layers = drawNeighbours(f, run, found, at, i)
	f.Summary = found.list(run, row)
	sizes := found.sizes()
	f.Caption = fmt.Sprintf("Row %d%s with its %d nearest rows in the data and in the embedding. A stroke to a far mark is a neighbour that the embedding has lost; a false neighbour lies near and is none in the data. %d of %d are kept. It speaks of one row: misplaced shades all of them.", row, chosen, found.k, sizes[kept], found.k)
	f.Alt = fmt.Sprintf("Row %d%s: of its %s in the data %d are neighbours in the embedding too, %d are lost, and %d rows are false neighbours there.%s", row, chosen, wording.Plural(found.k, "neighbour"), sizes[kept], sizes[lost], sizes[falsely], found.farthest(run))
	return f, ctx.Err()
}

// find returns the position of the row, and says how it was chosen.
func (m *Neighbourhood) find(ctx context.Context, run *engine.Run) (at int, chosen string, err error) {
	if m.Row >= 0 {
		if at = slices.Index(run.Train.Rows, m.Row); at < 0 {
			return 0, "", &engine.Error{Param: "row", Cause: fmt.Sprintf("row %d is not among the %s that were placed", m.Row, wording.Count(run.Train.Len(), "row")), Remedy: remedy.Set("row", run.Train.Rows[0]).Or(remedy.Omit("row"))}
		}
		return at, "", nil
	}
	a, err := rowAgreement(ctx, run, m.K)
	if a == nil || err != nil {
		return 0, "", err
	}
	by, worst := &Misplaced{By: Worse}, 0
	for t := range a.Rows {
		if by.measure(a, t) < by.measure(a, worst) {
			worst = t
		}
	}
	return a.Rows[worst], ", the one that is placed worst,", nil
}

// A neighbour is a row among the nearest of another.
type neighbour struct {
	at, kind           int
	data, placed       int // ranks, from 1
	dataFar, placedFar float64
}

// neighbours are those of one row, the nearest in the data first.
type neighbours struct {
	k   int
	all []neighbour
}

// neighboursOf finds the rows that are among the k nearest of row i in either space.
func neighboursOf(run *engine.Run, i, k int) neighbours {
	data, placed := make([]float64, run.Train.Len()), make([]float64, run.Train.Len())
	engine.Euclidean(run.Train.X).Row(data, i)
	engine.Euclidean(run.Embedding.Y).Row(placed, i)
	rho, r := ranksFrom(data, i), ranksFrom(placed, i)
	found := neighbours{k: k}
	for j := range data {
		n := neighbour{at: j, data: rho[j], placed: r[j], dataFar: data[j], placedFar: placed[j], kind: kept}
		switch {
		case j == i || rho[j] > k && r[j] > k:
			continue
		case r[j] > k:
			n.kind = lost
		case rho[j] > k:
			n.kind = falsely
		}
		found.all = append(found.all, n)
	}
	slices.SortFunc(found.all, func(a, b neighbour) int { return cmp.Compare(a.data, b.data) })
	return found
}

// ranksFrom are the positions of rows in the order of their distances from row i, ties by
// index; that of i is zero.
func ranksFrom(distances []float64, i int) []int {
	var order []int
	for j := range distances {
		if j != i {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return equal.Compare(distances[a], distances[b]) })
	ranks := make([]int, len(distances))
	for at, j := range order {
		ranks[j] = at + 1
	}
	return ranks
}

// sizes counts the neighbours of each kind.
func (n neighbours) sizes() (count [4]int) {
	for _, each := range n.all {
		count[each.kind]++
	}
	return count
}

// drawNeighbours draws other rows in grey, the row and its neighbours by their kinds, and
// strokes between them; it names the kinds that there are.
func drawNeighbours(f *figure.Figure, run *engine.Run, found neighbours, at figure.Points, i int) []figure.Layer {
	sizes := found.sizes()
	sizes[itself] = 1
	var number [4]int
	for kind, count := range sizes {
		if number[kind] = len(f.Classes); count > 0 {
			f.Classes = append(f.Classes, neighbourKinds[kind])
		}
	}
	near := map[int]bool{i: true}
	some := []int{i}
	marked := figure.Points{Class: []int{number[itself]}, Tips: []string{"the row"}}
	strokes := figure.Segments{Name: "neighbours"}
	for _, n := range found.all {
		near[n.at] = true
		some = append(some, n.at)
		marked.Class = append(marked.Class, number[n.kind])
		marked.Tips = append(marked.Tips, fmt.Sprintf("rank %d in the data, %d in the embedding", n.data, n.placed))
		strokes = strokes.With(at.X[i], at.Y[i], at.X[n.at], at.Y[n.at])
		strokes.Class = append(strokes.Class, number[n.kind])
	}
	var rest []int
	for j := range at.X {
		if !near[j] {
			rest = append(rest, j)
		}
	}
	others := figure.Points{Name: "other rows", X: at.X, Y: at.Y, Rows: run.Train.Rows}.Take(rest)
	places := figure.Points{X: at.X, Y: at.Y, Rows: run.Train.Rows}.Take(some)
	marked.X, marked.Y, marked.Rows = places.X, places.Y, places.Rows
	if len(rest) == 0 {
		return []figure.Layer{strokes, marked}
	}
	return []figure.Layer{others, strokes, marked}
}

// list sets the neighbours in a table.
func (n neighbours) list(run *engine.Run, row int) *figure.Sheet {
	s := &figure.Sheet{
		Title:   fmt.Sprintf("Neighbours of row %d, the nearest in the data first", row),
		Columns: []string{"row", "neighbour", "rank in the data", "rank in the embedding", "distance in the data", "distance in the embedding"},
		Foot:    []string{"Rows are known by their positions in the source, counted from 0. Distances in the data are those of the prepared columns."},
	}
	if run.Train.HasClasses() {
		s.Columns = slices.Insert(s.Columns, 1, "class")
	}
	words := [...]string{kept: "kept", lost: "lost", falsely: "false"}
	for _, each := range n.all {
		cells := []figure.Cell{figure.Figures(float64(run.Train.Rows[each.at]), 0), figure.Word(words[each.kind]), figure.Figures(float64(each.data), 0), figure.Figures(float64(each.placed), 0), short(each.dataFar), short(each.placedFar)}
		if run.Train.HasClasses() {
			cells = slices.Insert(cells, 1, figure.Word(classOf(run.Train, each.at)))
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}

// short is a cell with a number to three digits.
func short(v float64) figure.Cell {
	if math.IsNaN(v) {
		return figure.Word(figure.Nothing)
	}
	return figure.Cell{Text: fmt.Sprintf("%.3g", v), Value: v}
}

// farthest tells of the neighbour that was lost farthest; a sentence with a space before
// it, or nothing.
func (n neighbours) farthest(run *engine.Run) string {
	worst := neighbour{}
	for _, each := range n.all {
		if each.kind == lost && each.placed > worst.placed {
			worst = each
		}
	}
	if worst.placed == 0 {
		return ""
	}
	return fmt.Sprintf(" Farthest away is row %d, neighbour %d in the data and %d in the embedding.", run.Train.Rows[worst.at], worst.data, worst.placed)
}
