package predictor

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
)

// A classifierReference is a data set of testdata/classifiers.json, which
// testdata/classifiers.py writes.
type classifierReference struct {
	Name       string
	Bayes      [][]float64
	BayesRight int
	Logistic   []struct {
		C             float64
		Coefficients  [][]float64
		Intercepts    []float64
		Probabilities [][]float64
		Right         int
	}
}

// eachReference calls try with the rows to learn from and those that are held, for
// each data set.
func eachReference(t *testing.T, try func(t *testing.T, ref classifierReference, train, held engine.Sample)) {
	folder := os.Getenv("UNFOLD_DATA")
	if folder == "" {
		t.Skip("UNFOLD_DATA names no folder of data sets")
	}
	text, err := os.ReadFile("testdata/classifiers.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []classifierReference
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, ref := range all {
		t.Run(ref.Name, func(t *testing.T) {
			train, held := readDivided(t, filepath.Join(folder, ref.Name+".csv"))
			try(t, ref, train, held)
		})
	}
}

// readDivided reads a file whose last column is the class, and holds every third
// row.
func readDivided(t *testing.T, path string) (train, held engine.Sample) {
	file, err := os.Open(path)
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	records = records[1:]
	d := len(records[0]) - 1
	var classes []string
	for _, r := range records {
		classes = append(classes, r[d])
	}
	slices.Sort(classes)
	classes = slices.Compact(classes)
	parts := [2]*engine.Sample{&train, &held}
	var rows [2][][]float64
	for i, r := range records {
		row, to := make([]float64, d), 0
		for j := range row {
			if row[j], err = strconv.ParseFloat(r[j], 64); err != nil {
				t.Fatal(err)
			}
		}
		if i%3 == 0 {
			to = 1
		}
		rows[to] = append(rows[to], row)
		parts[to].Labels = append(parts[to].Labels, slices.Index(classes, r[d]))
	}
	train.X, held.X = dense(rows[0]), dense(rows[1])
	train.Classes, held.Classes = classes, classes
	return train, held
}

// rightOf counts the held rows whose class is told.
func rightOf(t *testing.T, m engine.Learner, train, held engine.Sample) int {
	right := 0
	for i, c := range predict(t, m, train, held.X) {
		if int(c) == held.Labels[i] {
			right++
		}
	}
	return right
}

// probabilities are exp(scores), divided by their sum.
func probabilities(scores []float64) []float64 {
	p, sum := slices.Clone(scores), 0.0
	for c, v := range scores {
		p[c] = elementary.Exp(v - slices.Max(scores))
		sum += p[c]
	}
	for c := range p {
		p[c] /= sum
	}
	return p
}

// TestBayesAgreesWithScikit: probabilities of held rows, and how many are right. Both
// sides compute the same formula; exponents of some hundreds leave 1e-12.
func TestBayesAgreesWithScikit(t *testing.T) {
	eachReference(t, func(t *testing.T, ref classifierReference, train, held engine.Sample) {
		m := &Bayes{Smoothing: 1e-9}
		p, err := m.Learn(t.Context(), train)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range ref.Bayes {
			var scores []float64
			for _, n := range p.(*normals).of {
				scores = append(scores, n.log(held.X.RawRowView(i)))
			}
			wantClose(t, "probabilities", probabilities(scores), want, 1e-8)
		}
		if right := rightOf(t, m, train, held); right != ref.BayesRight {
			t.Errorf("%d held rows are right, want %d", right, ref.BayesRight)
		}
	})
}

// TestBayesByHand: rows at −1 and 1, and at 2, 4, 4 and 6, have the variances 1 and 2;
// and the shares 1/3 and 2/3: densities are equal where x²/2 = (x − 4)²/4 − log(2)/2.
func TestBayesByHand(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(6, 1, []float64{-1, 2, 1, 4, 4, 6}), Target: engine.Target{Labels: []int{0, 2, 0, 2, 2, 2}, Classes: []string{"a", "b", "c"}}}
	border := -4 + math.Sqrt(32-2*math.Ln2) // x² + 8x − 16 + 2 log 2 = 0
	got := predict(t, &Bayes{}, s, mat.NewDense(5, 1, []float64{0, border - 1e-9, border + 1e-9, 5, 100}))
	wantClose(t, "classes", got, []float64{0, 0, 2, 2, 2}, 0)
	// Classes whose distributions are equal: the smaller number.
	s.X = mat.NewDense(4, 1, []float64{-1, 1, -1, 1})
	s.Labels = []int{2, 2, 1, 1}
	wantClose(t, "equal", predict(t, &Bayes{}, s, mat.NewDense(1, 1, []float64{3})), []float64{1}, 0)
}

// TestBayesHasNoUnits: columns in other units, from another zero, have the same
// classes.
func TestBayesHasNoUnits(t *testing.T) {
	s := overlapping(200, 3)
	want := predict(t, &Bayes{}, s, s.X)
	s.X.Apply(func(_, j int, v float64) float64 { return []float64{1e6, 1e-3, 7}[j]*v + 50 }, s.X)
	wantClose(t, "classes", predict(t, &Bayes{}, s, s.X), want, 0)
}
