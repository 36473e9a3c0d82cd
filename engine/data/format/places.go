package format

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
)

// Places are the rows of a report's first fold where they were placed: which row of
// the source it is, counted from zero, whether it was of the training rows, held or
// unlabelled, its coordinates y1, y2 and so on, what is known of it, and what was
// predicted. A held row has no coordinates where nothing maps it, and only rows that
// are judged, or have no label, have predictions.
func Places(r *engine.Report) (*Table, error) {
	run := r.Runs[0]
	if run.Embedding == nil {
		return nil, &engine.Error{Cause: "the pipeline has no embedder, so nothing was placed", Remedy: remedy.Put("isomap", "pca").As("an embedder")}
	}
	p := &places{dim: run.Embedding.Dim(), target: run.Train.Target}
	trained, where := run.Labelled()
	var judged []float64
	if len(run.Fold.Held) == 0 {
		judged = run.Predicted
	}
	p.add("training", trained, where, judged)
	p.add("training", run.Apart, run.ApartMapped, nil)
	if len(run.Fold.Held) > 0 {
		p.add("held", run.Held, run.Mapped, run.Predicted)
	}
	p.add("unlabelled", run.Unlabelled.Sample, run.Unlabelled.Mapped, run.Unlabelled.Predicted)
	return p.table(), nil
}

// places are rows so far, side by side.
type places struct {
	dim    int
	target engine.Target

	rows      []float64
	parts     []string
	y         [][]float64 // of each dimension
	truth     []float64   // row after row
	predicted []float64   // likewise; NaN where nothing was
	said      bool        // something was predicted
}

// add appends rows; x and predicted are nil where there are none.
func (p *places) add(part string, s engine.Sample, x *mat.Dense, predicted []float64) {
	if p.y == nil {
		p.y = make([][]float64, p.dim)
	}
	width := p.target.Width()
	truth := s.Truth()
	for i, row := range s.Rows {
		p.rows, p.parts = append(p.rows, float64(row)), append(p.parts, part)
		for c := range p.y {
			v := missing
			if x != nil {
				v = x.At(i, c)
			}
			p.y[c] = append(p.y[c], v)
		}
		for c := range width {
			v, w := missing, missing
			if truth != nil {
				v = truth[i*width+c]
			}
			if predicted != nil {
				w, p.said = predicted[i*width+c], true
			}
			p.truth, p.predicted = append(p.truth, v), append(p.predicted, w)
		}
	}
}

// table names the columns.
func (p *places) table() *Table {
	t := &Table{Columns: []Column{{Name: "row", Numbers: p.rows, Whole: true}, {Name: "part", Texts: p.parts}}}
	for c, y := range p.y {
		t.Columns = append(t.Columns, Column{Name: fmt.Sprintf("y%d", c+1), Numbers: y})
	}
	t.Columns = append(t.Columns, p.targets("", p.truth)...)
	if p.said {
		t.Columns = append(t.Columns, p.targets("predicted ", p.predicted)...)
	}
	t.TellApart()
	return t
}

// TellApart gives columns of one name a number each: what is to be learned may be called
// like what stands before it.
func (t *Table) TellApart() {
	taken := map[string]bool{}
	for c := range t.Columns {
		name := t.Columns[c].Name
		for copies := 2; taken[t.Columns[c].Name]; copies++ {
			t.Columns[c].Name = fmt.Sprintf("%s.%d", name, copies)
		}
		taken[t.Columns[c].Name] = true
	}
}

// targets are the columns of what is to be learned: the name of the class, or responses.
func (p *places) targets(prefix string, values []float64) []Column {
	if p.target.HasClasses() {
		texts := make([]string, len(values))
		for i, v := range values {
			if v >= 0 { // neither missing nor hidden
				texts[i] = p.target.Classes[int(v)]
			}
		}
		return []Column{{Name: prefix + p.target.Label, Texts: texts}}
	}
	if !p.target.HasResponse() {
		return nil
	}
	names := p.target.ResponseNames()
	columns := make([]Column, len(names))
	for c, name := range names {
		columns[c].Name = prefix + name
		for at := c; at < len(values); at += len(names) {
			columns[c].Numbers = append(columns[c].Numbers, values[at])
		}
	}
	return columns
}
