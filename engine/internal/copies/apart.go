package copies

import "unfold/engine"

// A Part is a sample without its copies.
type Part struct {
	engine.Sample // of the distinct rows alone
	Distinct      // of the whole
}

// Apart returns the distinct rows of s, whose dissimilarities are d: rows with equal
// cells, at no dissimilarity, are copies. Without copies that is s itself. Time O(nd),
// and a row of d for each row with equal cells.
func Apart(s engine.Sample, d engine.Distances) *Part {
	first := First(s.X)
	keepDifferent(first, d)
	p := &Part{Sample: s, Distinct: NewDistinct(first, nil)}
	p.Distances = d
	if p.Copies() == 0 {
		return p
	}
	var rows []int
	for _, i := range p.Distinct.Rows {
		if s.Rows != nil {
			rows = append(rows, s.Rows[i])
		}
	}
	p.Sample = engine.Sample{X: p.Take(s.X), Columns: s.Columns, Rows: rows, Distances: p.Among(d)}
	return p
}

// keepDifferent makes rows with equal cells originals of their own where their
// dissimilarities differ, as a metric that reads labels may have it.
func keepDifferent(first []int, d engine.Distances) {
	if _, points := d.(engine.Pointed); points {
		return
	}
	row := make([]float64, len(first))
	for i, from := range first {
		if from == i {
			continue
		}
		if d.Row(row, i); row[from] != 0 {
			first[i] = i
		}
	}
}
