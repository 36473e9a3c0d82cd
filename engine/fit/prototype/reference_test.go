package prototype

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
	"unfold/engine/internal/random"
)

// A reference is a data set of testdata/lvq.json, which testdata/lvq.py writes.
type reference struct {
	Name  string
	Held  int
	Forms []struct {
		Form       string
		Start, End float64
		Right      int
	}
}

// asThere are the settings of the reference.
var asThere = map[string]Settings{
	"glvq":   {Form: Identity, PerClass: 1},
	"grlvq":  {Form: Diagonal, PerClass: 1},
	"gmlvq":  {Form: Full, PerClass: 1},
	"lgmlvq": {Form: Full, PerClass: 1, Local: true},
	"liram":  {Form: Full, PerClass: 1, Local: true, Rank: 3, Penalty: 1e-3},
}

// TestAgreesWithNumPy: the cost of the start is the reference's. The search begins a
// little beside it and takes other steps, so its end is another of many, which may be
// 1 % above the reference's, or below it; and of the held rows as many are right but for
// twice the standard deviation of their number.
func TestAgreesWithNumPy(t *testing.T) {
	if testing.Short() {
		t.Skip("long: compares whole descents")
	}
	folder := os.Getenv("UNFOLD_DATA")
	if folder == "" {
		t.Skip("UNFOLD_DATA names no folder of data sets")
	}
	text, err := os.ReadFile("testdata/lvq.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []reference
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, ref := range all {
		train, held := divided(t, filepath.Join(folder, ref.Name+".csv"))
		for _, f := range ref.Forms {
			t.Run(ref.Name+" "+f.Form, func(t *testing.T) {
				settings := asThere[f.Form].complete()
				settings.Iterations = 200
				c, coding, numbers, err := newCost(t.Context(), train, settings)
				if err != nil {
					t.Fatal(err)
				}
				x := startOf(t, c)
				if got, err := c.Value(t.Context(), x, make([]float64, len(x))); err != nil || math.Abs(got-f.Start) > 1e-10 {
					t.Errorf("at the start the cost is %v (%v), want %v", got, err, f.Start)
				}
				found, err := c.descend(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				m := c.model(coding, numbers, found.X)
				right, share := rightOf(t, m, held), float64(f.Right)/float64(ref.Held)
				t.Logf("cost %.4f, there %.4f; %d of %d are right, there %d", found.Value, f.End, right, ref.Held, f.Right)
				if found.Value > 1.01*f.End {
					t.Errorf("at the end the cost is %v, want at most 1 %% above %v", found.Value, f.End)
				}
				if noise := math.Sqrt(float64(ref.Held) * share * (1 - share)); float64(right) < float64(f.Right)-2*noise {
					t.Errorf("%d of %d held rows are right, want %d ± %.0f", right, ref.Held, f.Right, 2*noise)
				}
			})
		}
	}
}

// rightOf counts the rows whose class is told.
func rightOf(t *testing.T, m *Model, s engine.Sample) int {
	t.Helper()
	told, right := make([]float64, s.Len()), 0
	if err := m.Predict(t.Context(), told, s.X); err != nil {
		t.Fatal(err)
	}
	for i, class := range told {
		if int(class) == s.Labels[i] {
			right++
		}
	}
	return right
}

// divided reads a file whose last column is the class, and holds every third row.
func divided(t *testing.T, path string) (train, held engine.Sample) {
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
	for _, r := range records {
		train.Classes = append(train.Classes, r[d])
	}
	slices.Sort(train.Classes)
	train.Classes = slices.Compact(train.Classes)
	held.Classes = train.Classes
	var cells [2][]float64
	for i, r := range records {
		to, s := 1, &train
		if i%3 == 0 {
			to, s = 0, &held
		}
		for _, text := range r[:d] {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			cells[to] = append(cells[to], v)
		}
		s.Labels = append(s.Labels, slices.Index(train.Classes, r[d]))
	}
	train.X, held.X = mat.NewDense(len(train.Labels), d, cells[1]), mat.NewDense(len(held.Labels), d, cells[0])
	return train, held
}

// TestStartsDrawFromTheSeed: another seed begins elsewhere, the same at the same place,
// and of several starts the lowest end is taken.
func TestStartsDrawFromTheSeed(t *testing.T) {
	settings := forms["gmlvq"].complete()
	c, _ := costOf(t, three(120, true), settings)
	ends := func(starts, seed int) float64 {
		c.Starts, c.Seed = starts, seed
		found, err := c.descend(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return found.Value
	}
	if ends(1, 1) != ends(1, 1) {
		t.Error("the same seed has two ends")
	}
	if ends(1, 1) == ends(1, 2) {
		t.Error("two seeds have the same end, to the bit")
	}
	if one, many := ends(1, 1), ends(5, 1); many > one {
		t.Errorf("of five starts the end is %v, of the first of them alone %v", many, one)
	}
}

// TestGroupsOfCopies: of a class whose rows are copies, means are equal, and are moved
// apart.
func TestGroupsOfCopies(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(8, 1, []float64{1, 1, 1, 1, 2, 2, 2, 2}), Target: engine.Target{Labels: []int{0, 0, 0, 0, 1, 1, 1, 1}, Classes: []string{"a", "b"}}}
	settings := forms["glvq"].complete()
	settings.PerClass = 3
	c, x := costOf(t, s, settings)
	if !slices.Equal(x, []float64{-1, -1, -1, 1, 1, 1}) {
		t.Errorf("means are %v", x)
	}
	c.stir(x, random.New(1, "moved"))
	if len(slices.Compact(slices.Sorted(slices.Values(x)))) != len(x) {
		t.Errorf("prototypes are %v", x)
	}
}
