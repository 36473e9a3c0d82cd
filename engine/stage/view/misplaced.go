package view

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/graph/rank"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "misplaced",
		Summary:  "shades rows by how well their neighbours are kept, and lists the worst",
		Use:      "Find the rows whose place is not to be trusted, before a story is told of them.",
		Avoid:    "A light row has kept its nearest neighbours, which says nothing of distances between groups.",
		Formula:  "T_i = 1 − 2/(k(2n−3k−1)) Σ_{j ∈ N_k(y_i)} max(0, ρ_ij − k), C_i with the spaces exchanged",
		Citation: "Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014; Lespinats, Aupetit 2011, doi:10.1111/j.1467-8659.2010.01835.x",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | misplaced`, `load("wine") | scale | pca | misplaced(k=5, by="continuity")`},
		Aliases:  []string{"distortion", "checkviz", "pointwisetrustworthiness"},
		Needs:    engine.NeedEmbedding,
		Rank:     140,
	}, func() *Misplaced { return new(Misplaced) })
}

// Misplaced draws the embedding with each training row in the shade of its own
// trustworthiness and continuity, which are its parts of these measures: their means over
// all rows are the measures,
//
//	T_i = 1 − 2/g Σ_{j ∈ N_k(y_i)} max(0, ρ_ij − k),  C_i = 1 − 2/g Σ_{j ∈ N_k(x_i)} max(0, r_ij − k)
//
// with ρ the ranks in the prepared columns, r those where rows were placed, and g =
// k(2n−3k−1). A row of low trustworthiness has come among strangers; one of low continuity
// has lost its neighbours, which lie elsewhere. Dark rows are badly placed; the worst have
// their numbers beside them, and stand in the table. neighbourhood draws one of them with
// its neighbours.
//
// k is lowered to below n/2 where there are fewer rows, with a remark; nothing is drawn for
// fewer than 3. Beyond some 20,000 rows, fewer where they have many columns, a sample of
// them is compared with all others, and drawn. It fails, with an *engine.Error, for a fold
// or a dimension that is not there, and where a distance is not finite.
//
// Cost: O(n²(d + dim)) time, O(n(d + dim)) memory. Deterministic; ties go to the smaller
// index.
//
// Citation: Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014, for the measures; Lespinats,
// Aupetit 2011, CheckViz, doi:10.1111/j.1467-8659.2010.01835.x, who show them row by row.
type Misplaced struct {
	Window
	K    int    // neighbours
	By   string // Worse, "trustworthiness" or "continuity"
	Most int    // rows that are listed
}

// Worse shades a row by the lower of its two measures.
const Worse = "worse"

// Params declares the parameters.
func (m *Misplaced) Params(p *engine.Params) {
	m.Window.Params(p)
	p.Int(&m.K, "k", 10, engine.AtLeast(1), "neighbours of each row that are looked at")
	p.Text(&m.By, "by", Worse, engine.OneOf(Worse, "trustworthiness", "continuity"), "what shades rows; worse is the lower of the two")
	p.Int(&m.Most, "most", 10, engine.AtLeast(0), "rows that are named and listed, the worst first")
}

// View draws the figure.
func (m *Misplaced) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, p, err := m.runAndPlane(r)
	if err != nil {
		return nil, err
	}
	agreement, err := rowAgreement(ctx, run, m.K)
	if agreement == nil || err != nil {
		return nil, err
	}
	_, at := p.embedded(run)
	at = at.Take(agreement.Rows)
	at.Name, at.Shaded = "rows", m.label()
	worst := make([]int, len(agreement.Rows))
	for t, i := range agreement.Rows {
		worst[t] = t
		at.Rows = append(at.Rows, run.Train.Rows[i])
		at.Shade = append(at.Shade, m.measure(agreement, t))
		at.Tips = append(at.Tips, tipOf(agreement, t))
	}
	slices.SortStableFunc(worst, func(a, b int) int { return cmp.Compare(at.Shade[a], at.Shade[b]) })
	worst = worst[:min(len(worst), m.Most)]
	f := &figure.Figure{Name: "misplaced", Title: fmt.Sprintf("Rows by how well their %d neighbours are kept%s", agreement.K, folds.Title(r, m.Fold))}
	p.frame(f, run.Train)
	f.Classes = nil
	f.Layers = []figure.Layer{at, namesOf(at, worst)}
	f.Summary = m.list(run, agreement, worst)
	f.Caption = fmt.Sprintf("Dark rows are badly placed: the shade is %s among %d neighbours. Low trustworthiness says that strangers have come near a row, low continuity that its neighbours lie elsewhere; 1 is a row that has kept its neighbours. %s Where rows are dark, distances between groups say nothing; where they are light, neighbours are those of the data, which says nothing of rows farther away.", m.said(), agreement.K, named(len(worst)))
	f.Alt = m.describe(agreement, at, worst)
	return f, nil
}

// rowAgreement compares the prepared columns of the training rows with where they were
// placed, row by row. It returns nil where there are too few rows to have neighbours and
// strangers.
func rowAgreement(ctx context.Context, run *engine.Run, k int) (*rank.RowAgreement, error) {
	data, placed := engine.Euclidean(run.Train.X), engine.Euclidean(run.Embedding.Y)
	most := (data.Len() - 1) / 2
	if most < 1 {
		engine.Remark(ctx, "%s too few to have neighbours and strangers", wording.Plural(data.Len(), "row"))
		return nil, ctx.Err()
	}
	if k > most {
		engine.Remark(ctx, "k was lowered from %d to %d, below half of the %d rows", k, most, data.Len())
	}
	k = min(k, most)
	return rank.CompareRows(ctx, data, placed, k, rank.Sample(ctx, data, placed, k))
}

// label names the shade in the legend.
func (m *Misplaced) label() string {
	if m.By == Worse {
		return "lower of the two"
	}
	return m.By
}

// said names the shade in a sentence.
func (m *Misplaced) said() string {
	if m.By == Worse {
		return "the lower of trustworthiness and continuity"
	}
	return m.By
}

// measure is what shades the row at a position.
func (m *Misplaced) measure(a *rank.RowAgreement, at int) float64 {
	switch m.By {
	case "trustworthiness":
		return a.Trustworthiness(at)
	case "continuity":
		return a.Continuity(at)
	}
	return min(a.Trustworthiness(at), a.Continuity(at))
}

func tipOf(a *rank.RowAgreement, at int) string {
	return fmt.Sprintf("trustworthiness %.3g, continuity %.3g, %d of %d neighbours lost", a.Trustworthiness(at), a.Continuity(at), a.Lost(at), a.K)
}

// namesOf writes the rows of some points beside them.
func namesOf(at figure.Points, some []int) figure.Names {
	names := figure.Names{Free: true}
	for _, t := range some {
		names.X, names.Y, names.Texts = append(names.X, at.X[t]), append(names.Y, at.Y[t]), append(names.Texts, strconv.Itoa(at.Rows[t]))
	}
	return names
}

// named says which rows have names.
func named(count int) string {
	switch count {
	case 0:
		return ""
	case 1:
		return "The number beside a mark is that of the worst row in the data."
	}
	return fmt.Sprintf("Numbers beside marks are those of the %d worst rows in the data.", count)
}

// list sets the worst rows in a table.
func (m *Misplaced) list(run *engine.Run, a *rank.RowAgreement, worst []int) *figure.Sheet {
	s := &figure.Sheet{
		Title:   fmt.Sprintf("The worst placed of %s, by %s", wording.Plural(len(a.Rows), "row"), m.said()),
		Columns: []string{"row", "trustworthiness", "continuity", fmt.Sprintf("neighbours lost of %d", a.K)},
		Foot:    []string{"A row is known by its position in the source, counted from 0. The means over all rows are the measures trustworthiness and continuity."},
	}
	if run.Train.HasClasses() {
		s.Columns = slices.Insert(s.Columns, 1, "class")
	}
	for _, t := range worst {
		i := a.Rows[t]
		row := []figure.Cell{figure.Figures(float64(run.Train.Rows[i]), 0), figure.Figures(a.Trustworthiness(t), 3), figure.Figures(a.Continuity(t), 3), figure.Figures(float64(a.Lost(t)), 0)}
		if run.Train.HasClasses() {
			row = slices.Insert(row, 1, figure.Word(classOf(run.Train, i)))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// classOf names the class of a row; nothing of one whose class is not known.
func classOf(s engine.Sample, i int) string {
	if c := s.Labels[i]; c >= 0 && c < len(s.Classes) {
		return s.Classes[c]
	}
	return figure.Nothing
}

// describe says in numbers what is seen.
func (m *Misplaced) describe(a *rank.RowAgreement, at figure.Points, worst []int) string {
	sorted := slices.Sorted(slices.Values(at.Shade))
	text := fmt.Sprintf("%s shaded by %s among %d neighbours, which is from %.3g to %.3g, in the median %.3g.", wording.Plural(len(at.X), "row"), m.said(), a.K, sorted[0], sorted[len(sorted)-1], sorted[len(sorted)/2])
	var words []string
	for _, t := range worst[:min(len(worst), 5)] {
		words = append(words, fmt.Sprintf("row %d (%.3g)", at.Rows[t], at.Shade[t]))
	}
	if words == nil {
		return text
	}
	return text + " The worst: " + wording.List(words) + "."
}
