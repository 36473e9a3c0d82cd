package predictor

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/internal/moments"
	"unfold/engine/tree"
)

func learnForest(t *testing.T, m *Forest, s engine.Sample) *forest {
	t.Helper()
	p, err := m.Learn(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*forest)
}

// TestOutOfBag holds the error against the definition: each row is asked of the trees
// that have not seen it, which are those whose draws left it out.
func TestOutOfBag(t *testing.T) {
	shapes, grid := enginetest.Shapes(150).Sample(), enginetest.Grid(10, 8).Sample()
	for i := range shapes.Labels {
		if i%7 == 0 {
			shapes.Labels[i] = 1 - shapes.Labels[i]
		}
	}
	for _, s := range []engine.Sample{shapes, grid} {
		f := learnForest(t, changed(func(m *Forest) { m.Trees = 12 }), s)
		var sum float64
		rows := 0
		for i := range s.Len() {
			votes, mean, asked := [2]int{}, 0.0, 0.0
			for _, b := range f.trees {
				if !slices.Contains(b.unseen, int32(i)) {
					continue
				}
				asked++
				if s.HasClasses() {
					votes[b.tree.Class(s.X.RawRowView(i))]++
				} else {
					mean += b.tree.Means(s.X.RawRowView(i))[0]
				}
			}
			if asked == 0 {
				continue
			}
			rows++
			if !s.HasClasses() {
				sum += (mean/asked - s.Response.At(i, 0)) * (mean/asked - s.Response.At(i, 0))
			} else if wrong := 1 - s.Labels[i]; votes[wrong] > votes[1-wrong] || votes[0] == votes[1] && wrong == 0 {
				sum++
			}
		}
		if got := f.OutOfBag(); got.Rows != rows || math.Abs(got.Error-sum/float64(rows)) > 1e-12 {
			t.Errorf("%+v, want %v of %d rows", got, sum/float64(rows), rows)
		}
	}
}

// TestOutOfBagReference: over ten seeds, the mean error is that of scikit-learn's
// forests within three standard errors of their difference.
func TestOutOfBagReference(t *testing.T) {
	if testing.Short() {
		t.Skip("long: grows forests on the files in UNFOLD_DATA")
	}
	text, err := os.ReadFile("testdata/forest.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		File    string
		Classes bool
		Errors  []float64
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, ref := range all {
		t.Run(ref.File, func(t *testing.T) {
			s := readSample(t, ref.File, ref.Classes)
			var errors []float64
			for seed := range ref.Errors {
				f := learnForest(t, changed(func(m *Forest) { m.Seed = seed }), s)
				errors = append(errors, f.OutOfBag().Error)
			}
			got, want := moments.Mean(errors), moments.Mean(ref.Errors)
			bound := 3 * math.Sqrt((moments.Variance(errors)+moments.Variance(ref.Errors))/float64(len(errors)-1))
			t.Logf("%.5f, scikit-learn %.5f, bound %.5f", got, want, bound)
			if math.Abs(got-want) > bound {
				t.Errorf("error %v, want %v ± %v", got, want, bound)
			}
		})
	}
}

// readSample reads a data set of numbers whose last column is to be learned.
func readSample(t *testing.T, name string, classes bool) engine.Sample {
	t.Helper()
	folder := os.Getenv("UNFOLD_DATA")
	if folder == "" {
		t.Skip("UNFOLD_DATA names no folder of data sets")
	}
	file, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	n, d := len(records)-1, len(records[0])-1
	s, last := engine.Sample{X: mat.NewDense(n, d, nil)}, make([]float64, n)
	for i, record := range records[1:] {
		for j := range d {
			v, err := strconv.ParseFloat(record[j], 64)
			if err != nil {
				t.Fatal(err)
			}
			s.X.Set(i, j, v)
		}
		if classes {
			at := slices.Index(s.Classes, record[d])
			if at < 0 {
				at = len(s.Classes)
				s.Classes = append(s.Classes, record[d])
			}
			s.Labels = append(s.Labels, at)
		} else if last[i], err = strconv.ParseFloat(record[d], 64); err != nil {
			t.Fatal(err)
		}
	}
	if !classes {
		s.Response = mat.NewDense(n, 1, last)
	}
	return s
}

// TestImportances: of two columns each of which tells the class, and one of noise, those
// two matter; on any number of processors alike, and each time.
func TestImportances(t *testing.T) {
	s := enginetest.Shapes(200).Sample()
	var first []tree.Importance
	for _, procs := range []int{1, 2, 3} {
		before := runtime.GOMAXPROCS(procs)
		f := learnForest(t, changed(func(m *Forest) { m.Trees = 30 }), s)
		got, err := tree.Bagged(f).Importances(t.Context())
		again, _ := f.Importances(t.Context())
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if !slices.Equal(first, got) || !slices.Equal(first, again) {
			t.Errorf("%d processors: %v, then %v; first %v", procs, got, again, first)
		}
	}
	size, shape, noise := first[0], first[1], first[2]
	if size.Mean < 0.05 || shape.Mean < 0.05 || math.Abs(noise.Mean) > 0.02 {
		t.Errorf("importances %v", first)
	}
	for _, v := range []tree.Importance{size, shape} {
		if !(v.Error > 0 && v.Error < v.Mean/2) {
			t.Errorf("standard error %v of %v", v.Error, v.Mean)
		}
	}
}

// TestForestBeatsItsTrees: on noisy classes, many trees are right more often than one.
func TestForestBeatsItsTrees(t *testing.T) {
	s := enginetest.Blobs(400).Sample()
	for i := range s.Labels {
		s.Labels[i] = 0
		if s.X.At(i, 1)+s.X.At(i, 2)+s.X.At(i, 3) > 0 {
			s.Labels[i] = 1
		}
	}
	many := learnForest(t, changed(func(*Forest) {}), s).OutOfBag()
	one := learnForest(t, changed(func(m *Forest) { m.Trees = 1 }), s).OutOfBag()
	if many.Error > 0.8*one.Error || many.Rows != 400 || one.Rows > 200 {
		t.Errorf("100 trees: %+v, one: %+v", many, one)
	}
}

// TestForestTellsItsError: in a note.
func TestForestTellsItsError(t *testing.T) {
	for want, s := range map[string]engine.Sample{"% of 80 rows are wrong": enginetest.Blobs(80).Sample(), "mean squared error of 80 rows is": enginetest.Grid(10, 8).Sample()} {
		ctx, notes := engine.WithNotes(t.Context(), "forest")
		if _, err := changed(func(*Forest) {}).Learn(ctx, s); err != nil {
			t.Fatal(err)
		}
		if all := fmt.Sprint(notes()); !strings.Contains(all, want) {
			t.Errorf("%q does not say %q", all, want)
		}
	}
}

func TestForestRefusesMoreColumnsThanThereAre(t *testing.T) {
	_, err := changed(func(m *Forest) { m.Columns = 5 }).Learn(t.Context(), enginetest.Blobs(20).Sample())
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != "columns" || e.Remedy == nil {
		t.Errorf("error is %v", err)
	}
}

func TestForestStops(t *testing.T) {
	s := enginetest.Blobs(4000).Sample()
	for i := range s.Labels {
		s.Labels[i] = i % 3 % 2
	}
	stops(t, changed(func(*Forest) {}), s)
}
