package enginetest

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// problemWithCopies returns a problem in which most rows are there several
// times, one of them more often than graphs have neighbours, and the pairs of
// positions whose rows are equal. Every third copy has the other class. One
// copy has a negative zero where its row has zero, which are equal numbers.
func problemWithCopies() (p Problem, pairs [][2]int) {
	const distinct, n, often = 100, 173, 20 // no block of rows ends with the last
	p = Blobs(n)
	rows, labels := mat.DenseCopyOf(p.Table.X), slices.Clone(p.Table.Labels)
	rows.Set(0, 3, 0)
	at := permutation(n)
	for i := range n {
		from := i
		if i >= distinct {
			from = max(0, i-distinct-often) * 2 / 3
			pairs = append(pairs, [2]int{at[from], at[i]})
		}
		p.Table.X.SetRow(at[i], rows.RawRowView(from))
		p.Table.Labels[at[i]] = labels[from]
		if i >= distinct && i%3 == 0 {
			p.Table.Labels[at[i]] = 1 - labels[from]
		}
	}
	p.Table.X.Set(pairs[0][1], 3, math.Copysign(0, -1))
	return p, pairs
}

// testCopiesPlaced embeds copies of rows, which belong to one place: the same
// bits, since what follows orders rows by them. What has a map takes them by it
// whatever their class, and places all rows where the map does, or near there if the
// map has a ridge lambda; without one, an embedder that reads labels may keep copies of other classes apart.
func testCopiesPlaced(t *testing.T, m engine.Embedder, readsLabels bool) {
	t.Helper()
	p, pairs := problemWithCopies()
	rows := p.Sample()
	e, err := m.Embed(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	place := func(i int) []float64 { return e.Y.RawRowView(i) }
	if e.Map == nil {
		alike := func(i, j int) bool { return !readsLabels || rows.Labels[i] == rows.Labels[j] }
		testCopies(t, "places", pairs, place, alike)
		rows.Distances = pointless{rows.Distances}
		if e, err = m.Embed(t.Context(), rows); err != nil {
			t.Fatal(err)
		}
		testCopies(t, "places by dissimilarities alone", pairs, place, alike)
		return
	}
	testCopies(t, "places", pairs, place, nil)
	images := mat.NewDense(rows.Len(), e.Dim(), nil)
	if err := e.Map.Apply(t.Context(), images, rows.X); err != nil {
		t.Fatal(err)
	}
	if at, same := sameBits(cells(images), cells(e.Y)); !same && !takes(m, "lambda") {
		t.Errorf("row %d has a place that its image is not", at/e.Dim())
	}
	testCopies(t, "images", pairs, func(i int) []float64 { return images.RawRowView(i) }, nil)
	const near = 0.1
	size := mat.Norm(e.Y, 2)
	if images.Sub(images, e.Y); !(mat.Norm(images, 2) < near*size) {
		t.Errorf("images are %.2g of the places' size from them", mat.Norm(images, 2)/size)
	}
}

// pointless are distances that do not tell the points that they are between.
type pointless struct{ engine.Distances }

// testCopiesMeasured measures copies of rows: those of one class are equally far
// from every row. A metric that reads labels keeps copies of two classes apart.
func testCopiesMeasured(t *testing.T, m engine.Metric, readsLabels bool) {
	t.Helper()
	p, pairs := problemWithCopies()
	rows := metricSample(m, p.Sample())
	d, err := m.Distances(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	all := matrixOf(d)
	testCopies(t, "dissimilarities", pairs, func(i int) []float64 { return all.RawRowView(i) }, func(i, j int) bool {
		return !readsLabels || rows.Labels[i] == rows.Labels[j]
	})
}

// testCopiesMapped maps copies of rows, some of them held and some not: all have
// the same image.
func testCopiesMapped(t *testing.T, steps ...any) {
	t.Helper()
	p, pairs := problemWithCopies()
	r, err := evaluate.Run(t.Context(), sentence(p.Table, append([]any{hold{}}, steps...)...), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	run := r.Runs[0]
	trained, err := run.Remapped(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	images := make([][]float64, p.Table.Len())
	for at, i := range run.Fold.Train {
		images[i] = trained.RawRowView(at)
	}
	for at, i := range run.Fold.Held {
		images[i] = run.Mapped.RawRowView(at)
	}
	testCopies(t, "images", pairs, func(i int) []float64 { return images[i] }, nil)
}

// testCopiesPredicted learns from copies of rows with several classes, and
// predicts one for all copies.
func testCopiesPredicted(t *testing.T, m engine.Learner, p Problem, pairs [][2]int) {
	t.Helper()
	rows := p.Sample()
	learned, err := m.Learn(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	values := make([]float64, rows.Len())
	if err := learned.Predict(t.Context(), values, rows.X); err != nil {
		t.Fatal(err)
	}
	testCopies(t, "predictions", pairs, func(i int) []float64 { return values[i : i+1] }, nil)
}

// testCopies compares what rows have that are equal, unless they are no copies
// to the method.
func testCopies(t *testing.T, what string, pairs [][2]int, of func(i int) []float64, alike func(i, j int) bool) {
	t.Helper()
	differ := 0
	for _, pair := range pairs {
		if alike != nil && !alike(pair[0], pair[1]) {
			continue
		}
		if _, same := sameBits(of(pair[0]), of(pair[1])); !same {
			if differ++; differ == 1 {
				t.Errorf("copies %d and %d of a row have %s %v and %v", pair[0], pair[1], what, of(pair[0]), of(pair[1]))
			}
		}
	}
	if differ > 1 {
		t.Errorf("%d of %d pairs of copies differ in %s", differ, len(pairs), what)
	}
}
